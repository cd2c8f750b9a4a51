"""The forms by which a moderator acts: what each asks for, and the act that it makes of what was filled in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from werkzeug.datastructures import MultiDict

from pbem.adjudicator.seat_context import Declined
from pbem.commands.faults import Fault
from pbem.i18n import N_
from pbem.moderation.commands import (
    Amend,
    Announce,
    Cancel,
    Hold,
    ModeratorCommand,
    PutOff,
    Release,
    RollBack,
    Seal,
    Substitute,
    Unseal,
)
from pbem.moderation.context import LONGEST_REASON
from pbem.moderation.correction_lines import can_be_corrected
from pbem.moderation.ruling_read import corrections_of, explain_ruling
from pbem.playing_time import read_pace
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.web.visitor import words

Field: TypeAlias = Literal["pace", "seat", "by", "to", "dice", "reapply", "corrections", "reason", "text"]
Filled: TypeAlias = MultiDict[str, str]


class Unfit(Exception):
    """Raised where a field holds what cannot be; `message` is a message id."""

    def __init__(self, field: Field, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True)
class ActForm:
    """A form: what its act is called, what it does, what it asks for, and the act that comes of what was filled in.

    `read` raises Unfit, and Declined for what is wrong with several fields, or cannot be done at all.
    """

    title: str
    does: str
    fields: tuple[Field, ...]
    read: Callable[[Tx, str, Filled], ModeratorCommand]


def _reason(filled: Filled) -> str:
    return filled.get("reason", "").strip()


def _put_off(_tx: Tx, tag: str, filled: Filled) -> PutOff:
    pace = read_pace(f"{filled.get('amount', '').strip().lstrip('0')}{filled.get('unit', '')}")
    if pace is None:
        raise Unfit("pace", N_("Please give a number of days or hours; at most 60 days."))
    return PutOff(tag, pace, _reason(filled))


def _roll_back(_tx: Tx, tag: str, filled: Filled) -> RollBack:
    to = filled.get("to", -1, type=int)
    if to < 0:
        raise Unfit("to", N_("Please choose where to."))
    return RollBack(tag, to, _reason(filled), filled.get("dice") == "new", filled.get("reapply") == "yes")


def _substitute(tx: Tx, tag: str, filled: Filled) -> Substitute:
    seat, name = filled.get("seat", -1, type=int), " ".join(filled.get("by", "").split())
    game = repo.game_by_tag(tx, tag)
    if game is None or not 0 <= seat < len(repo.seats(tx, game.id)):
        raise Unfit("seat", N_("Please choose one of these."))
    found = repo.players_named(tx, name) if name else []
    if name and len(found) != 1:
        raise Unfit("by", N_("Nobody is called that here, or several are; leave it empty to ask who stands by."))
    return Substitute(tag, seat, _reason(filled), found[0].id if found else None)


def _amend(tx: Tx, tag: str, filled: Filled) -> Amend:
    game = repo.game_by_tag(tx, tag)
    found = corrections_of(tx, game, filled.get("corrections", "").splitlines(), words()) if game else ()
    if isinstance(found, Fault):
        raise Declined(explain_ruling(found, words()))
    return Amend(tag, found, _reason(filled))


FORMS: Final[Mapping[str, ActForm]] = {
    "hold": ActForm(
        N_("Hold the game"),
        N_("No deadline runs, and letters are kept and answered, but change nothing until the game is released."),
        ("reason",),
        lambda _tx, tag, filled: Hold(tag, _reason(filled)),
    ),
    "release": ActForm(
        N_("Release the game"),
        N_("The game goes on with the time that was left."),
        ("reason",),
        lambda _tx, tag, filled: Release(tag, _reason(filled)),
    ),
    "extend": ActForm(
        N_("Put the deadline off"), N_("Whoever is to move gets more time."), ("pace", "reason"), _put_off
    ),
    "rollback": ActForm(
        N_("Roll back"),
        N_("The game goes on from an earlier moment. What was played since stays readable as another branch."),
        ("to", "dice", "reapply", "reason"),
        _roll_back,
    ),
    "substitute": ActForm(
        N_("Substitute a player"),
        N_("The seat is taken from its player, and offered to whom you name, or to those who stand by."),
        ("seat", "by", "reason"),
        _substitute,
    ),
    "amend": ActForm(
        N_("Correct the position"),
        N_("What stands wrong is put right by hand, with corrections that stand in the log."),
        ("corrections", "reason"),
        _amend,
    ),
    "cancel": ActForm(
        N_("Cancel the game"),
        N_("The game ends without a result."),
        ("reason",),
        lambda _tx, tag, filled: Cancel(tag, _reason(filled)),
    ),
    "announce": ActForm(
        N_("Announce something"),
        N_("Everybody in the game is told, and whoever watches it."),
        ("text",),
        lambda _tx, tag, filled: Announce(tag, filled.get("text", "").strip()),
    ),
    "unseal": ActForm(
        N_("Open the secrets"),
        N_(
            "You see what lies behind the screens, and all seats' letters, drafts and orders in advance. Everybody in "
            "the game is told that you do."
        ),
        ("reason",),
        lambda _tx, tag, filled: Unseal(tag, _reason(filled)),
    ),
    "seal": ActForm(
        N_("Close the secrets"),
        N_("You see no more than everybody again, and everybody in the game is told."),
        (),
        lambda _tx, tag, _filled: Seal(tag),
    ),
}
"""The acts on a game, by their names in addresses."""
ANNOUNCE_TO_ALL: Final = ActForm(
    N_("Announce something in all games"),
    N_("Everybody who plays is told."),
    ("text",),
    lambda _tx, _tag, filled: Announce(None, filled.get("text", "").strip()),
)
MOST: Final = LONGEST_REASON
"""Characters of a reason, or of what is announced."""


def fitting(game: GameRow, *, is_open: bool) -> list[str]:
    """The acts that fit how a game stands, by their names; `is_open` says that its secrets are."""
    secrets = "seal" if is_open else "unseal"
    if game.status == "over":
        return ["rollback", "announce", secrets]
    held = "hold" if game.held_ms is None else "release"
    mended = ["amend"] if can_be_corrected(game.kind) else []
    return [held, "extend", "rollback", *mended, "substitute", "announce", secrets, "cancel"]
