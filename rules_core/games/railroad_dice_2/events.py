"""Events: all that happens, in the order of the rulebook. Passengers are counted in units, as money is (R2-3)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.track import Pair
from rules_core.grid import Square
from rules_core.kernel import events as base
from rules_core.kernel.codec import stored_as
from rules_core.kernel.definition import StopReason
from rules_core.kernel.events import GameCancelled

ArrivalCause: TypeAlias = Literal["setup", "passed", "called", "lack", "closing"]
"""Why passengers come to wait: R2-5, R2-11, R2-17, R2-18, R2-30."""
ClosingCause: TypeAlias = Literal["connected", "bank", "complex", "dice", "idle"]
"""What begins the closing phase, in the order in which it is checked (R2-30, R2-33)."""
EndReason: TypeAlias = Literal["no passengers", "nobody able", "no transport", StopReason]
"""Why a game is over, in the order in which it is checked (R2-31), or why it ended as it stood."""
PlaceKind: TypeAlias = Literal["bank", "seat", "tile"]


@stored_as("GameBegan")
@dataclass(frozen=True, slots=True)
class NetworkBegan(base.Begun):
    """A game was set up: with these options, out of this box (R2-1 to R2-4)."""

    kind: str
    seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    reading: int
    grey: int
    """Grey stations for each player."""
    locomotives: tuple[int, ...]
    """The numbers of those for sale, in the order in which they are sold."""


@stored_as("MapArranged")
@dataclass(frozen=True, slots=True)
class MapArranged(base.Irrevocable):
    """The six tiles were put beside each other, in this order (R2-2)."""

    tiles: tuple[MapTile, ...]


@stored_as("StartDrawn")
@dataclass(frozen=True, slots=True)
class StartDrawn(base.Irrevocable):
    """The start player was drawn (R2-6)."""

    seat: int


@stored_as("StationPlaced")
@dataclass(frozen=True, slots=True)
class StationPlaced(base.BoardChanged):
    """A seat placed its home station, or a grey one, whose number is not 0 (R2-5)."""

    seat: int
    square: Square
    grey: int


@stored_as("StationsLeftOut")
@dataclass(frozen=True, slots=True)
class StationsLeftOut(base.Event):
    """Grey stations fit nowhere and are out of the game (R2-5)."""

    number: int


@stored_as("PassengersArrived")
@dataclass(frozen=True, slots=True)
class PassengersArrived(base.Event):
    """Passengers came to wait beside the tiles 1 to 6: out of the bank, and `extra` of them as extra counters."""

    cause: ArrivalCause
    tiles: tuple[int, ...]
    extra: int = 0


@stored_as("YearBegan")
@dataclass(frozen=True, slots=True)
class NetworkYearBegan(base.YearBeginning):
    """A year begins (R2-6)."""

    year: int


@stored_as("TurnBegan")
@dataclass(frozen=True, slots=True)
class NetworkTurnBegan(base.TurnBeginning):
    """A seat's turn begins; while stations are placed (R2-5) the numbers go on through all rounds."""

    seat: int
    number: int


@stored_as("DiceThrown")
@dataclass(frozen=True, slots=True)
class DiceThrown(base.DiceRolled):
    """Dice were taken and rolled: first `simple` simple ones, then complex ones (R2-10)."""

    seat: int
    faces: tuple[str, ...]
    simple: int


@stored_as("WildTaken")
@dataclass(frozen=True, slots=True)
class WildTaken(base.Event):
    """A complex die showing "?" was taken without a roll (R2-10)."""

    seat: int


@stored_as("RollPassed")
@dataclass(frozen=True, slots=True)
class RollPassed(base.Event):
    """The roll was passed, for passengers beside all tiles (R2-11)."""

    seat: int


@stored_as("TrackLaid")
@dataclass(frozen=True, slots=True)
class TrackLaid(base.BoardChanged):
    """A simple die was laid, which showed `face` until then, at a cost in units (R2-12)."""

    seat: int
    square: Square
    pair: Pair
    face: str
    cost: int


@stored_as("TrackExpanded")
@dataclass(frozen=True, slots=True)
class TrackExpanded(base.BoardChanged):
    """A complex die, which showed `face`, replaced a simple one, which the seat has now (R2-13)."""

    seat: int
    square: Square
    pair: Pair
    face: str
    back: str


@stored_as("StationsConnected")
@dataclass(frozen=True, slots=True)
class StationsConnected(base.Event):
    """Homes were joined to stations for the first time, and what each seat got for it out of the bank (R2-14)."""

    joined: tuple[tuple[int, int], ...]
    """Each as the seat whose home it is and the station; two homes are told twice."""
    paid: tuple[int, ...]


@stored_as("LocomotiveBought")
@dataclass(frozen=True, slots=True)
class LocomotiveBought(base.Advanced):
    """A locomotive was bought (R2-15)."""

    seat: int
    number: int
    price: int


@stored_as("LocomotivesScrapped")
@dataclass(frozen=True, slots=True)
class LocomotivesScrapped(base.Event):
    """All locomotives of a number are out of the game, wherever they were (R2-15)."""

    number: int


@stored_as("PassengersTransported")
@dataclass(frozen=True, slots=True)
class PassengersTransported(base.Advanced):
    """A locomotive carried waiting passengers from a station home (R2-16)."""

    seat: int
    locomotive: int
    station: int
    number: int


@stored_as("PassengersCalled")
@dataclass(frozen=True, slots=True)
class PassengersCalled(base.Event):
    """A simple die that showed `face` went back to the dice bank for new passengers beside a tile (R2-17)."""

    seat: int
    tile: int
    face: str


@stored_as("ClosingBegan")
@dataclass(frozen=True, slots=True)
class ClosingBegan(base.Irrevocable):
    """The closing phase begins, and dice in hand go back to the bank (R2-30, R2-33)."""

    cause: ClosingCause


@stored_as("TurnEnded")
@dataclass(frozen=True, slots=True)
class NetworkTurnEnded(base.TurnFinished):
    """A turn is through, and dice that were not used go back to the bank (R2-10)."""

    seat: int


@stored_as("NetworkStanding")
@dataclass(frozen=True, slots=True)
class NetworkStanding(base.Placing):
    """The result of a player (R2-31): units held, passengers carried, stations connected, locomotives."""

    units: int
    carried: int
    connected: int
    locomotives: int
    counted: int
    """What the place is given by first: the units held, or by the variant the passengers carried."""

    @property
    def score(self) -> int:
        """The number that places are given by first."""
        return self.counted


@stored_as("GameEnded")
@dataclass(frozen=True, slots=True)
class NetworkEnded(base.Ended):
    """The game is over, by the rules or as it stood (R2-31)."""

    reason: EndReason
    standings: tuple[NetworkStanding, ...]


@stored_as("Place")
@dataclass(frozen=True, slots=True)
class UnitPlace:
    """A place where units are: the bank, or with its number a seat's or beside a tile."""

    kind: PlaceKind
    number: int = 0


@stored_as("UnitsMoved")
@dataclass(frozen=True, slots=True)
class UnitsMoved(base.Corrected):
    """A moderator moved units from one place to another."""

    number: int
    source: UnitPlace
    target: UnitPlace


@stored_as("LocomotiveMoved")
@dataclass(frozen=True, slots=True)
class LocomotiveMoved(base.Corrected):
    """A moderator moved a locomotive from one seat to another; None is the bank."""

    number: int
    giver: int | None
    taker: int | None


@stored_as("RollMarked")
@dataclass(frozen=True, slots=True)
class RollMarked(base.Corrected):
    """A moderator marked whether the seat to play has rolled, or passed its roll, in this turn (R2-10)."""

    seat: int
    done: bool


NetworkEvent: TypeAlias = (
    NetworkBegan
    | MapArranged
    | StartDrawn
    | StationPlaced
    | StationsLeftOut
    | PassengersArrived
    | NetworkYearBegan
    | NetworkTurnBegan
    | DiceThrown
    | WildTaken
    | RollPassed
    | TrackLaid
    | TrackExpanded
    | StationsConnected
    | LocomotiveBought
    | LocomotivesScrapped
    | PassengersTransported
    | PassengersCalled
    | ClosingBegan
    | NetworkTurnEnded
    | NetworkEnded
    | UnitsMoved
    | LocomotiveMoved
    | RollMarked
    | GameCancelled
)
EVENTS: Final[tuple[type[NetworkEvent], ...]] = (
    NetworkBegan,
    MapArranged,
    StartDrawn,
    StationPlaced,
    StationsLeftOut,
    PassengersArrived,
    NetworkYearBegan,
    NetworkTurnBegan,
    DiceThrown,
    WildTaken,
    RollPassed,
    TrackLaid,
    TrackExpanded,
    StationsConnected,
    LocomotiveBought,
    LocomotivesScrapped,
    PassengersTransported,
    PassengersCalled,
    ClosingBegan,
    NetworkTurnEnded,
    NetworkEnded,
    UnitsMoved,
    LocomotiveMoved,
    RollMarked,
    GameCancelled,
)
