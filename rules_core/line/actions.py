"""The actions a player may ask for, the dice of the line, and the corrections that a moderator makes. Values only:
whether an action is allowed is for a ruleset's `decide`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from rules_core.grid import Side, Square, Terrain
from rules_core.kernel import events as base
from rules_core.kernel.codec import LATE, stored_as
from rules_core.kernel.events import Corrected
from rules_core.kernel.events import GameCancelled as GameCancelled

Face: TypeAlias = Literal["straight", "curve", "share", "?"]
FACES: Final[tuple[Face, ...]] = ("straight", "curve", "share", "?")


class Dice(NamedTuple):
    """Dice that lie somewhere, counted by face; counts are never negative in a state."""

    straight: int = 0
    curve: int = 0
    share: int = 0
    wild: int = 0

    @property
    def total(self) -> int:
        """The number of all dice."""
        return self.straight + self.curve + self.share + self.wild

    def of(self, face: Face) -> int:
        """The number of dice that show this face."""
        return self[FACES.index(face)]

    @property
    def by_face(self) -> Mapping[str, int]:
        """The number of dice that show each face."""
        return dict(zip(FACES, self, strict=True))

    def plus(self, other: "Dice") -> "Dice":
        """These and the others."""
        return Dice(
            self.straight + other.straight, self.curve + other.curve, self.share + other.share, self.wild + other.wild
        )

    def minus(self, other: "Dice") -> "Dice":
        """These without the others; counts may become negative."""
        return Dice(
            self.straight - other.straight, self.curve - other.curve, self.share - other.share, self.wild - other.wild
        )

    def covers(self, other: "Dice") -> bool:
        """Whether all the others are among these."""
        return all(a >= b for a, b in zip(self, other, strict=True))


NO_DICE: Final = Dice()


def count(faces: Iterable[Face]) -> Dice:
    """The dice that show these faces."""
    numbers = [0, 0, 0, 0]
    for face in faces:
        numbers[FACES.index(face)] += 1
    return Dice(*numbers)


def one(face: Face) -> Dice:
    """A single die."""
    return count((face,))


EndName: TypeAlias = Literal["A", "B"]
Source: TypeAlias = Literal["bank", "director"]


@stored_as("Payment")
@dataclass(frozen=True, slots=True)
class Payment:
    """Dice paid: from behind the screen, and "?" from in front of it."""

    hidden: int = 0
    wild: int = 0

    @property
    def total(self) -> int:
        """All dice paid."""
        return self.hidden + self.wild


@stored_as("Income")
@dataclass(frozen=True, slots=True)
class Income(base.Action):
    """Take income (FR-11, GE-11)."""

    seat: int
    break_bank: bool = False


@stored_as("Roll")
@dataclass(frozen=True, slots=True)
class Roll(base.Action):
    """Roll hidden dice and own "?"; the bank adds one for each "?" (FR-12)."""

    seat: int
    hidden: int
    wild: int
    break_bank: bool = False


@stored_as("BuyShare")
@dataclass(frozen=True, slots=True)
class BuyShare(base.Action):
    """Buy one share (FR-20, FR-21). `source` None: from the bank if it has one, else from the director.

    `wild` False: with a share die, or with a "?" when there is none.
    """

    seat: int
    company: str
    source: Source | None = None
    wild: bool = False


@stored_as("UseTransport")
@dataclass(frozen=True, slots=True)
class UseTransport(base.Action):
    """Use a transport symbol for a company (GE-12). `wild` False: with a symbol, or with a "?" when there is none."""

    seat: int
    company: str
    wild: bool = False


@stored_as("Piece")
@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a run: the side the line points to after it. `wild` False: a plain face first, else a "?"."""

    heading: Side
    wild: bool = False


@stored_as("NewTile")
@dataclass(frozen=True, slots=True)
class NewTile:
    """A new tile in a run, laid over the edge the end points at, turned clockwise by `turn` quarter turns."""

    kind: str
    turn: int


@stored_as("LayRun")
@dataclass(frozen=True, slots=True)
class LayRun(base.Action):
    """Lay a run of track at one end (FR-30). `leave` is the side by which the run leaves a station."""

    seat: int
    end: EndName
    steps: tuple[Piece | NewTile, ...]
    leave: Side | None = None
    pay: Payment | None = None
    break_bank: bool = False


@stored_as("BuildStation")
@dataclass(frozen=True, slots=True)
class BuildStation(base.Action):
    """Build a station on the square an end points at (FR-50, GE-30).

    `terrain` None: the only kind that fits; `price` None: the cheapest left of that kind, or the square's. `leave` is
    the side by which the line leaves a station for it (GE-31).
    """

    seat: int
    end: EndName
    company: str
    terrain: Terrain | None = None
    price: int | None = None
    pay: Payment | None = None
    break_bank: bool = False
    leave: Side | None = field(default=None, metadata=LATE)


@stored_as("EndTurn")
@dataclass(frozen=True, slots=True)
class EndTurn(base.TurnEnding):
    """End the turn, giving back what lies in front beyond five dice (FR-14)."""

    seat: int
    discard: Dice = NO_DICE


Action: TypeAlias = Income | Roll | BuyShare | UseTransport | LayRun | BuildStation | EndTurn
ACTIONS: Final[tuple[type[Action], ...]] = get_args(Action)


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

    `faces` are the faces of dice that lie in front of a screen, before or after the move: as many as `number`, or none
    where they do not end in front of one. Dice that move from the front of one screen to that of another keep their
    faces.
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
