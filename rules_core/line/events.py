"""The facts that a log stores and that `evolve` folds into a state, without judging anything again.

All events are public, as at a table (FR-6, GE-5). Only the totals behind the screens are hidden, and no event holds
them before the screens are lifted at the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rules_core.grid import Cell, Side, Square, Terrain
from rules_core.kernel import events as base
from rules_core.kernel.codec import LATE, stored_as
from rules_core.line.actions import Correction, Dice, EndName, Face, Payment

Due: TypeAlias = Literal["mountain", "lake", "river"]
LastYearReason: TypeAlias = Literal["last station", "no tile", "dead ends"]
EndReason: TypeAlias = Literal[
    "last station", "no tile", "dead ends", "collapse", "bank", "cancelled", "agreed", "abandoned"
]
BonusReason: TypeAlias = Literal["station", "tile"]


@stored_as("GameBegan")
@dataclass(frozen=True, slots=True)
class GameBegan(base.Begun):
    """A game was set up: kind, seats, options, all dice, each player's "?" in front, and the start tile (FR-2 to FR-5).

    `start_kind` is empty where all of the board is printed (GE-2). `components` is the canonical JSON of the component
    data, so that editing the data changes new games only. `reading` is that of the rules, out of `line.table.READINGS`.
    """

    kind: str
    seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    dice: int
    wild: int
    start_kind: str
    reading: int = field(default=1, metadata=LATE)


@stored_as("YearBegan")
@dataclass(frozen=True, slots=True)
class YearBegan(base.YearBeginning):
    """A year begins with this seat (FR-5, FR-62)."""

    year: int
    start: int


@stored_as("IncomeTaken")
@dataclass(frozen=True, slots=True)
class IncomeTaken(base.Event):
    """Dice from the bank, behind the screen or showing "?" in front.

    `clause` is "a" to "d" of FR-11, or of GE-11 "stations" or "no office".
    """

    seat: int
    hidden: int
    wild: int
    clause: str


@stored_as("Rolled")
@dataclass(frozen=True, slots=True)
class Rolled(base.DiceRolled):
    """Hidden dice, own "?" and the bank's bonus dice were rolled, and lie in front as thrown (FR-12)."""

    seat: int
    hidden: int
    wild: int
    bonus: int
    faces: tuple[Face, ...]


@stored_as("ShareBought")
@dataclass(frozen=True, slots=True)
class ShareBought(base.Advanced):
    """One share for one die; `seller` None: the bank (FR-20), else the director's seat (FR-21)."""

    seat: int
    company: str
    seller: int | None
    face: Face


@stored_as("TransportUsed")
@dataclass(frozen=True, slots=True)
class TransportUsed(base.Advanced):
    """A die went to the bank, and one passenger waits at the company's stations (GE-12)."""

    seat: int
    company: str
    face: Face


@stored_as("DuePaid")
@dataclass(frozen=True, slots=True)
class DuePaid(base.Event):
    """A mountain range, lake or river was paid for the rest of the turn (FR-39, FR-40, GE-24); `square` lies in it."""

    seat: int
    due: Due
    square: Square
    paid: Payment


@stored_as("TileLaid")
@dataclass(frozen=True, slots=True)
class TileLaid(base.Event):
    """A tile was put into the landscape; `number` as laid, the start tile being 1 (FR-36)."""

    seat: int
    cell: Cell
    kind: str
    turn: int
    number: int


@stored_as("PieceLaid")
@dataclass(frozen=True, slots=True)
class PieceLaid(base.BoardChanged):
    """A track die was laid at an end, coming from side `back` and now pointing to side `heading` (FR-30)."""

    seat: int
    end: EndName
    square: Square
    back: Side
    heading: Side
    face: Face


@stored_as("TileLeft")
@dataclass(frozen=True, slots=True)
class TileLeft(base.Event):
    """The line left a tile or sector: its track dice went back to the bank, its stations stay (FR-38, GE-21)."""

    cell: Cell
    dice: int


@stored_as("BonusPaid")
@dataclass(frozen=True, slots=True)
class BonusPaid(base.Event):
    """The bank put dice showing "?" in front of a player (FR-38, FR-54, GE-22, GE-33)."""

    seat: int
    wild: int
    reason: BonusReason


@stored_as("StationBuilt")
@dataclass(frozen=True, slots=True)
class StationBuilt(base.BoardChanged):
    """A station was built at an end, the line coming in from side `back` (FR-50, GE-30); `terrain` told of its square.

    Where stations are of a kind of ground each, that is `terrain`.
    """

    seat: int
    end: EndName
    square: Square
    back: Side
    company: str
    terrain: Terrain
    price: int
    paid: Payment


@stored_as("PassengersTaken")
@dataclass(frozen=True, slots=True)
class PassengersTaken(base.Event):
    """All passengers, in thousands, that waited for a company went to the builder of its station (GE-33)."""

    seat: int
    company: str
    passengers: int


@stored_as("DirectorChanged")
@dataclass(frozen=True, slots=True)
class DirectorChanged(base.Event):
    """A seat became director of a company, which `previous` was before (GE-34)."""

    company: str
    seat: int
    previous: int | None


@stored_as("PassengersCame")
@dataclass(frozen=True, slots=True)
class PassengersCame(base.Event):
    """A year's end put passengers into the global image: as many for each company, in their order (GE-40)."""

    passengers: tuple[int, ...]


@stored_as("EndsPlaced")
@dataclass(frozen=True, slots=True)
class EndsPlaced(base.Event):
    """The line begins abroad: beside which countries its ends A and B are (GE-3, variant `two_starts`)."""

    a: str
    b: str


@stored_as("LastYearBegan")
@dataclass(frozen=True, slots=True)
class LastYearBegan(base.Event):
    """The game will end with this year, and the bank pays no more dice (FR-70)."""

    reason: LastYearReason


@stored_as("TurnEnded")
@dataclass(frozen=True, slots=True)
class TurnEnded(base.TurnFinished):
    """A turn ended; the dice beyond five went back to the bank (FR-14)."""

    seat: int
    discarded: Dice


@stored_as("TurnBegan")
@dataclass(frozen=True, slots=True)
class TurnBegan(base.TurnBeginning):
    """A turn begins; `number` counts the turns of the year from 1."""

    seat: int
    number: int


@stored_as("PassengersCarried")
@dataclass(frozen=True, slots=True)
class PassengersCarried(base.Event):
    """A company carried passengers, in thousands, for its director (FR-60)."""

    company: str
    seat: int
    passengers: int


@stored_as("DirectorsAssigned")
@dataclass(frozen=True, slots=True)
class DirectorsAssigned(base.Event):
    """Directors in the companies' order, None where there is none, and the seats that lost the last office (FR-61)."""

    directors: tuple[int | None, ...]
    lost_office: tuple[int, ...]


@stored_as("BankBroken")
@dataclass(frozen=True, slots=True)
class BankBroken(base.PlayStopped):
    """The bank could not pay `due` dice: play stops at once (FR-71).

    What the action did before stands; in the first reading of the rules it did nothing.
    """

    seat: int
    due: int
    bank: int


@stored_as("Standing")
@dataclass(frozen=True, slots=True)
class Standing(base.Placing):
    """The holdings of one player when the screens were lifted; `place` 1 won, and may be shared (FR-72, GE-42).

    A `place` of 0 says that nobody won: the game is a draw (GE-42).
    """

    passengers: int
    wild: int
    dice: int
    offices: int = field(default=0, metadata=LATE)
    """Companies directed, where that decides (GE-42)."""

    @property
    def score(self) -> int:
        """The passengers, in thousands."""
        return self.passengers


@stored_as("GameEnded")
@dataclass(frozen=True, slots=True)
class GameEnded(base.Ended):
    """The game is over: why, and the standings, best first.

    Where it ends as it stands, no action comes before it, and those who `conceded` are placed behind all others.
    """

    reason: EndReason
    standings: tuple[Standing, ...]


Event: TypeAlias = (
    GameBegan
    | YearBegan
    | TurnBegan
    | IncomeTaken
    | Rolled
    | ShareBought
    | TransportUsed
    | DuePaid
    | TileLaid
    | PieceLaid
    | TileLeft
    | BonusPaid
    | StationBuilt
    | PassengersTaken
    | DirectorChanged
    | PassengersCame
    | EndsPlaced
    | LastYearBegan
    | TurnEnded
    | PassengersCarried
    | DirectorsAssigned
    | BankBroken
    | GameEnded
    | Correction
)

RULES_OF: Final[Mapping[type, tuple[str, ...]]] = {
    IncomeTaken: ("FR-11", "GE-11"),
    Rolled: ("FR-12",),
    ShareBought: ("FR-20", "FR-21", "FR-22"),
    TransportUsed: ("GE-12",),
    DuePaid: ("FR-39", "FR-40", "GE-24"),
    TileLaid: ("FR-36",),
    PieceLaid: ("FR-30", "FR-31", "FR-32"),
    TileLeft: ("FR-38", "GE-21"),
    BonusPaid: ("FR-38", "FR-54", "GE-22", "GE-33"),
    StationBuilt: ("FR-50", "FR-51", "FR-52", "FR-53", "GE-30", "GE-31"),
    PassengersTaken: ("GE-33",),
    DirectorChanged: ("GE-34",),
    PassengersCame: ("GE-40",),
    PassengersCarried: ("FR-60",),
    DirectorsAssigned: ("FR-61",),
    YearBegan: ("FR-62",),
    LastYearBegan: ("FR-70",),
    BankBroken: ("FR-71", "GE-41"),
    GameEnded: ("FR-72", "GE-42"),
    TurnEnded: ("FR-14", "GE-13"),
}
"""The rules that events come from, by their ids in all games of the line."""
