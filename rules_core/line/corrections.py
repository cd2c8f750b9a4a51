"""Corrections: what a moderator changes in a position by hand, as events that say what was moved from where to where.

Nothing is created or lost by them: dice, shares and passengers go from one place to another. They follow no action, are
public, and nobody can take anything back past one. Track, tiles and stations are not laid or taken away by hand: too
much hangs on them, and a rollback to before they were built does it.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from rules_core.grid import Square
from rules_core.kernel.codec import stored_as
from rules_core.kernel.events import Corrected
from rules_core.kernel.events import GameCancelled as GameCancelled
from rules_core.line.dice import NO_DICE, Dice

DicePlace: TypeAlias = Literal["bank", "hidden", "front"]
"""Where dice lie: in the bank, behind a player's screen, or in front of it, where their faces show."""
PassengerPlace: TypeAlias = Literal["box", "waiting", "carried"]
"""Where passengers are: counters in the box, of which there are enough; waiting for a company in the global image
(GE-5); or carried by a player: behind their screen (FR-6), or in their local image of a company (GE-5)."""
TurnMark: TypeAlias = Literal["income", "rolled"]
"""What counts only once in a turn (FR-10)."""


@stored_as("DiceMoved")
@dataclass(frozen=True, slots=True)
class DiceMoved(Corrected):
    """Dice go from one place to another; a seat is None for the bank.

    `faces` are those that the dice show where they lie, or will lie, in front of a screen: as many as `number`, or none
    where they do not come to lie there. From the front of one screen to that of another they keep their faces.
    """

    number: int
    source: DicePlace
    giver: int | None
    target: DicePlace
    taker: int | None
    faces: Dice = NO_DICE


@stored_as("SharesMoved")
@dataclass(frozen=True, slots=True)
class SharesMoved(Corrected):
    """Shares of a company go from one seat to another; a seat is None for the bank (FR-20). No director changes."""

    company: str
    number: int
    giver: int | None
    taker: int | None


@stored_as("DirectorNamed")
@dataclass(frozen=True, slots=True)
class DirectorNamed(Corrected):
    """A seat becomes director of a company, or nobody does; the rules go on from there (FR-61, GE-34)."""

    company: str
    seat: int | None


@stored_as("PassengersMoved")
@dataclass(frozen=True, slots=True)
class PassengersMoved(Corrected):
    """Passengers, in thousands, go from one place to another; a seat is None where nobody carries them.

    `company` is None in The First Rails, where those behind a screen are counted as one (FR-60).
    """

    number: int
    company: str | None
    source: PassengerPlace
    giver: int | None
    target: PassengerPlace
    taker: int | None


@stored_as("TurnMarked")
@dataclass(frozen=True, slots=True)
class TurnMarked(Corrected):
    """In the turn being played income counts as taken, or dice as rolled, or not.

    Dice that are rolled once more in a turn show the same, as each has its place there; others need a rollback.
    """

    mark: TurnMark
    done: bool


@stored_as("DueMarked")
@dataclass(frozen=True, slots=True)
class DueMarked(Corrected):
    """In the turn being played the mountain range, lake and river of a square count as paid for, or not (FR-39)."""

    square: Square
    paid: bool


@stored_as("OfficeMarked")
@dataclass(frozen=True, slots=True)
class OfficeMarked(Corrected):
    """Whether a seat counts as having lost its last office (FR-11 c), or as having held one at its last turn's end.

    The former is meant in The First Rails, the latter in Germany (GE-11).
    """

    seat: int
    marked: bool


Correction: TypeAlias = (
    DiceMoved | SharesMoved | DirectorNamed | PassengersMoved | TurnMarked | DueMarked | OfficeMarked | GameCancelled
)
CORRECTIONS: Final[tuple[type[Correction], ...]] = get_args(Correction)
"""The types of all corrections: events that no action explains."""
