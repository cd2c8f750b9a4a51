"""What waits in a game and lapses: orders for a next turn that no turn comes for, and what others are asked."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.mails.preferences import zone_of
from pbem.adjudicator.sessions import LoadedGame
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.i18n import N_, Catalogue, catalogue
from pbem.reports.context import AnsweredLine, StandingResult
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import StandingRow

Lapse: TypeAlias = Literal["over", "rolled back"]
_LAPSES: Final[Mapping[Lapse, str]] = {
    "over": N_("They were not carried out: the game ended before your next turn."),
    "rolled back": N_("They were not carried out: the game was taken back to an earlier position. Give them anew."),
}
"""Why orders lapse that no turn has come for."""


def lapse(tx: Tx, loaded: LoadedGame, settings: Settings, why: Lapse) -> dict[int, StandingResult]:
    """Drops all orders of a game that wait for a next turn; what each seat is to be told of its own."""
    lapsed = {}
    for seat, orders in repo.standing_orders(tx, loaded.game.id).items():
        repo.clear_standing(tx, loaded.game.id, seat)
        words = catalogue(loaded.seats[seat].language)
        lines = (AnsweredLine(n, line, "not reached", "") for n, line in enumerate(orders.text.split("\n"), 1))
        lapsed[seat] = StandingResult(
            (given(tx, loaded, orders, settings, words), words.text(_LAPSES[why])), tuple(lines)
        )
    return lapsed


def given(tx: Tx, loaded: LoadedGame, orders: StandingRow, settings: Settings, words: Catalogue) -> str:
    """When orders were given."""
    preferences = repo.preferences(tx, loaded.seats[orders.seat].player_id)
    moment = words.moment(from_ms(orders.created_ms), zone_of(preferences, settings.server.time_zone))
    return words.text("You gave these orders on %(moment)s, at #%(place)s.", moment=moment, place=orders.position)


def lapse_questions(tx: Tx, game_id: int, seats: int) -> None:
    """Ends what others are asked in a game: to take a seat, or to let it go back."""
    for offer in (offer for seat in range(seats) for offer in repo.offers(tx, game_id, seat)):
        if offer.status == "open":
            repo.close_offer(tx, offer.id, "lapsed")
    proposal = repo.open_proposal(tx, game_id)
    if proposal is not None:
        repo.close_proposal(tx, proposal.id, "lapsed")
