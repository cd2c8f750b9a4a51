"""What happened: the facts that a log keeps and that `evolve` folds into a state, without judging anything again.

All events of The First Rails are public, as they would be seen at a table (FR-6); only running totals behind the
screens are not, and those stand in no event before the screens are lifted at the end.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_core.actions import EndName, Payment
from rules_core.dice import Dice, Face
from rules_core.geometry import Cell, Side, Square
from rules_core.terrain import Terrain

Due: TypeAlias = Literal["mountain", "lake"]
LastYearReason: TypeAlias = Literal["last station", "no tile", "dead ends"]
EndReason: TypeAlias = Literal["last station", "no tile", "dead ends", "collapse"]
BonusReason: TypeAlias = Literal["station", "tile"]


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game was set up: kind, seats, options, all dice, each player's "?" in front, and the start tile (FR-2 to FR-5).

    `components` is the canonical JSON of the component data, so that editing the data changes new games only.
    """

    kind: str
    seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    dice: int
    wild: int
    start_kind: str


@dataclass(frozen=True, slots=True)
class YearBegan:
    """A year begins with this seat (FR-5, FR-62)."""

    year: int
    start: int


@dataclass(frozen=True, slots=True)
class IncomeTaken:
    """Dice from the bank, behind the screen or showing "?" in front; `clause` "a" to "d" of FR-11."""

    seat: int
    hidden: int
    wild: int
    clause: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Hidden dice, own "?" and the bank's bonus dice were rolled, and lie in front as thrown (FR-12)."""

    seat: int
    hidden: int
    wild: int
    bonus: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class ShareBought:
    """One share for one die; `seller` None: the bank (FR-20), else the director's seat (FR-21)."""

    seat: int
    company: str
    seller: int | None
    face: Face


@dataclass(frozen=True, slots=True)
class DuePaid:
    """A mountain range or lake was paid for the rest of the turn (FR-39, FR-40); `square` lies in it."""

    seat: int
    due: Due
    square: Square
    paid: Payment


@dataclass(frozen=True, slots=True)
class TileLaid:
    """A tile was put into the landscape; `number` as laid, the start tile being 1 (FR-36)."""

    seat: int
    cell: Cell
    kind: str
    turn: int
    number: int


@dataclass(frozen=True, slots=True)
class PieceLaid:
    """A track die was laid at an end, coming from side `back` and now pointing to side `heading` (FR-30)."""

    seat: int
    end: EndName
    square: Square
    back: Side
    heading: Side
    face: Face


@dataclass(frozen=True, slots=True)
class TileLeft:
    """The line left a tile for good: its track dice went back to the bank, its stations stay with its cell (FR-38)."""

    cell: Cell
    dice: int


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """The bank put dice showing "?" in front of a player (FR-38, FR-54)."""

    seat: int
    wild: int
    reason: BonusReason


@dataclass(frozen=True, slots=True)
class StationBuilt:
    """A station was built at an end, the line coming in from side `back` (FR-50)."""

    seat: int
    end: EndName
    square: Square
    back: Side
    company: str
    terrain: Terrain
    price: int
    paid: Payment


@dataclass(frozen=True, slots=True)
class LastYearBegan:
    """The game will end with this year, and the bank pays no more dice (FR-70)."""

    reason: LastYearReason


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn ended; the dice beyond five went back to the bank (FR-14)."""

    seat: int
    discarded: Dice


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn begins; `number` counts the turns of the year from 1."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class PassengersCarried:
    """A company carried passengers, in thousands, for its director (FR-60)."""

    company: str
    seat: int
    passengers: int


@dataclass(frozen=True, slots=True)
class DirectorsAssigned:
    """Directors in the companies' order, None where there is none, and the seats that lost the last office (FR-61)."""

    directors: tuple[int | None, ...]
    lost_office: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BankBroken:
    """The bank could not pay `due` dice: play stops at once, the action gives nothing (FR-71)."""

    seat: int
    due: int
    bank: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player had when the screens were lifted; `place` 1 won, and may be shared (FR-72)."""

    seat: int
    place: int
    passengers: int
    wild: int
    dice: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: why, and the standings, best first."""

    reason: EndReason
    standings: tuple[Standing, ...]


Event: TypeAlias = (
    GameBegan
    | YearBegan
    | TurnBegan
    | IncomeTaken
    | Rolled
    | ShareBought
    | DuePaid
    | TileLaid
    | PieceLaid
    | TileLeft
    | BonusPaid
    | StationBuilt
    | LastYearBegan
    | TurnEnded
    | PassengersCarried
    | DirectorsAssigned
    | BankBroken
    | GameEnded
)

IRREVOCABLE: tuple[type, ...] = (GameBegan, Rolled, TurnBegan, GameEnded)
"""After one of these a player cannot take back what came before: dice were drawn, or another player has the turn."""
