"""The ledger of the mails that players cause for others: a number of acts a day, over all verbs, games and ways in.

Press, requests, votes, disputes, invitations, coming and going have others mailed, at once or with their next report.
Each such act counts once, however many people it is told to: nobody is mailed more often in a day because of one
player, and a watcher uses up nothing of the players' allowance.

Not counted is what a turn of play causes, what moderators do, and the answer to what somebody else has asked (`agree`,
`refuse`), else the one who asks could use up the allowance of the one who answers. What nobody should be kept from,
such as leaving or withdrawing, counts, and is done all the same: it comes once for each act that was counted before it,
or a few times in a game.
"""

from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.clock import from_ms
from pbem.i18n import Catalogue
from pbem.store import UnitOfWork
from pbem.store.mail.caused import add_caused_mail, list_caused_mail
from pbem.store.players.preferences import get_preferences

MOST_A_DAY: Final = 30
"""Acts by which a player may have others mailed in 24 hours."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)


def check_caused_mail(unit: UnitOfWork, player_id: int, words: Catalogue, *, before: int = 0) -> None:
    """Nothing, where a player may have others mailed once more. Raises Refused, which says when they may again.

    `before` is how many such acts the same letter asks for before this one.
    """
    acts = [*list_caused_mail(unit, player_id, unit.now_ms - _DAY_MS, unit.now_ms), *[unit.now_ms] * before]
    if len(acts) < MOST_A_DAY:
        return
    zone = zone_of(get_preferences(unit, player_id), unit.settings.server.time_zone)
    raise Refused(
        words.text(
            "Your messages, requests and invitations can email others %(most)s times in 24 hours; this would be one "
            "too many. It is possible again from %(moment)s.",
            most=words.number(MOST_A_DAY),
            moment=words.moment(from_ms(acts[-MOST_A_DAY] + _DAY_MS), zone),
        )
    )


def count_caused_mail(unit: UnitOfWork, player_id: int) -> None:
    """Enter into the ledger that a player has others mailed now."""
    add_caused_mail(unit, player_id, unit.now_ms - _DAY_MS, unit.now_ms)
