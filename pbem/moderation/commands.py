"""Acts of moderators. Values only."""

from dataclasses import dataclass
from typing import TypeAlias

from pbem.clock import Pace
from pbem.store.moderation.disputes import Verdict
from rules_core.kernel.events import Corrected


@dataclass(frozen=True, slots=True)
class Hold:
    """`hold e7: why`: letters are kept and answered, and change nothing; no deadline runs."""

    tag: str
    reason: str


@dataclass(frozen=True, slots=True)
class Release:
    """`release e7: why`: the game goes on, with the time that was left."""

    tag: str
    reason: str


@dataclass(frozen=True, slots=True)
class PutOff:
    """`extend e7 3 days: why`: the deadline of the turn is put off."""

    tag: str
    by: Pace
    reason: str


@dataclass(frozen=True, slots=True)
class RollBack:
    """`rollback e7 118: why`: the game goes on from a position of its log, of whatever branch.

    `new_dice`: another epoch begins, so that dice fall otherwise. `reapply`: what was played later on the branch that
    is left is played again while it is legal, up to the first that is not.
    """

    tag: str
    to: int
    reason: str
    new_dice: bool = False
    reapply: bool = False


@dataclass(frozen=True, slots=True)
class Substitute:
    """`substitute e7 ben by carla: why`: the seat is taken from its player and offered to another, or who stands by."""

    tag: str
    seat: int
    reason: str
    by: int | None = None
    "The player who is asked first."


@dataclass(frozen=True, slots=True)
class Amend:
    """`amend e7 ben 1 hidden from bank: why`: typed corrections of the position, in their order."""

    tag: str
    corrections: tuple[Corrected, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """`cancel e7: why`: the game ends without a result."""

    tag: str
    reason: str


@dataclass(frozen=True, slots=True)
class Announce:
    """`announce e7: text`, `announce: text`: told to everybody in a game, or in all that are played."""

    tag: str | None
    text: str


@dataclass(frozen=True, slots=True)
class GrantAccess:
    """`unseal e7: why`: opens the game's secrets to the moderator, which everybody in it is told, until `seal e7`."""

    tag: str
    reason: str
    dispute_id: int | None = None


@dataclass(frozen=True, slots=True)
class RevokeAccess:
    """`seal e7`: closes the game's secrets again."""

    tag: str


@dataclass(frozen=True, slots=True)
class Ask:
    """`ask 3: text`: a moderator's question to the parties of a dispute."""

    dispute_id: int
    text: str


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """`rule 3 uphold FR-38: text`: the ruling on a dispute; what it does to the game, if anything, is done with it.

    `supersede 3 uphold FR-38: text` `supersedes` the ruling that stands, which is kept beside it.
    """

    dispute_id: int
    verdict: Verdict
    rule: str
    text: str
    then: RollBack | Amend | None = None
    supersedes: bool = False


@dataclass(frozen=True, slots=True)
class Reopen:
    """`reopen 3: why`: a dispute that was closed waits for a ruling again; one on it stands until then."""

    dispute_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Retry:
    """`retry k3mfq7ab2x`: a letter that was put aside is dealt with once more; the operator names it by its id."""

    letter: int | str


ModeratorCommand: TypeAlias = (
    Hold
    | Release
    | PutOff
    | RollBack
    | Substitute
    | Amend
    | Cancel
    | Announce
    | GrantAccess
    | RevokeAccess
    | Ask
    | GiveRuling
    | Reopen
    | Retry
)


@dataclass(frozen=True, slots=True)
class ModeratorLine:
    """`hold e7: why`: an act of a moderator, by its word and what stands behind it."""

    word: str
    text: str
    language: str
    """What it is written in."""


@dataclass(frozen=True, slots=True)
class ModeratorQuery:
    """`desk`, `file e7`: something that a moderator wants to read."""

    word: str
    text: str
