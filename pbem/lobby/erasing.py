"""A person erased: shut out, and everything that tells of them gone but their games, which go on under a pseudonym."""

import re
from collections.abc import Callable

from pbem.i18n import N_, catalogue
from pbem.lobby.closing import shut_out
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.erasing import count_erased, erase_name, erase_player
from pbem.store.accounts.erasures import note_folder
from pbem.store.players.player import PlayerRow, get_player, list_players, set_standing

PSEUDONYM = N_("Former player %(number)s")
_WITHHELD = "withheld: this account was erased"


def erase(unit: UnitOfWork, player: PlayerRow) -> str:
    """Erase a person, in one transaction, and return their pseudonym.

    It comes first, so that nothing written of it has their name.
    """
    words = catalogue(unit.settings.server.language)
    pseudonym = words.text(PSEUDONYM, number=count_erased(unit) + 1)
    erase_name(unit, player.id, pseudonym, _replacing(unit, player.name, pseudonym))
    # Nothing more is mailed to them: what would be is of an account that cannot be used.
    set_standing(unit, player.id, "erased")
    shut_out(unit, get_player(unit, player.id), _WITHHELD, keeps_seats=False)
    maildir = MaildirTransport(unit.settings.maildir)
    for address in erase_player(unit, player.id):
        note_folder(unit, maildir.digest(address), unit.now_ms)
    return pseudonym


def _replacing(tx: Tx, name: str, pseudonym: str) -> Callable[[str], str]:
    """A function that puts a pseudonym in place of a name, but not within a longer name of somebody else."""
    longer = [one.name for one in list_players(tx) if name in one.name and one.name != name]
    known = "|".join(map(re.escape, sorted([name, *longer], key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{known})(?!\w)")
    return lambda text: pattern.sub(lambda found: pseudonym if found[0] == name else found[0], text)
