"""Actions: all that a player can ask for."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, WILD, Pair, simple_face
from rules_core.grid import Square
from rules_core.kernel import events as base
from rules_core.kernel.codec import stored_as


@stored_as("PlaceStation")
@dataclass(frozen=True, slots=True)
class PlaceStation(base.TurnEnding):
    """Place the home station, or, once all have theirs, a grey one (R2-5)."""

    seat: int
    square: Square


@stored_as("RollDice")
@dataclass(frozen=True, slots=True)
class RollDice(base.Action):
    """Take dice from the bank and roll them: as many simple and complex ones as R2-10 has, or fewer in a short bank."""

    seat: int
    simple: int
    complex: int


@stored_as("TakeWild")
@dataclass(frozen=True, slots=True)
class TakeWild(base.Action):
    """Take a complex die showing "?" without a roll (R2-10)."""

    seat: int


@stored_as("PassRoll")
@dataclass(frozen=True, slots=True)
class PassRoll(base.Action):
    """Put passengers beside all tiles in place of the roll (R2-11)."""

    seat: int


@stored_as("LayTrack")
@dataclass(frozen=True, slots=True)
class LayTrack(base.Action):
    """Lay a simple die as a pair of sides; `wild` with a die that shows "?" (R2-12)."""

    seat: int
    square: Square
    pair: Pair
    wild: bool = False

    @property
    def face(self) -> str:
        """The face of the die that it takes."""
        return WILD if self.wild else simple_face(self.pair)


@stored_as("ExpandTrack")
@dataclass(frozen=True, slots=True)
class ExpandTrack(base.Action):
    """Replace a simple die by a complex one that adds a pair of sides; `wild` with a die that shows "?" (R2-13)."""

    seat: int
    square: Square
    pair: Pair
    wild: bool = False


@stored_as("BuyLocomotive")
@dataclass(frozen=True, slots=True)
class BuyLocomotive(base.Action):
    """Buy the next locomotive (R2-15)."""

    seat: int


@stored_as("CarryPassengers")
@dataclass(frozen=True, slots=True)
class CarryPassengers(base.Action):
    """Carry passengers home from a station with a locomotive (R2-16)."""

    seat: int
    locomotive: int
    station: int


@stored_as("CallPassengers")
@dataclass(frozen=True, slots=True)
class CallPassengers(base.Action):
    """Give a die back for new passengers beside a tile: a locomotive, or `wild` one that shows "?" (R2-17)."""

    seat: int
    tile: int
    wild: bool = False

    @property
    def face(self) -> str:
        """The face of the die that it takes."""
        return WILD if self.wild else LOCOMOTIVE


@stored_as("FinishTurn")
@dataclass(frozen=True, slots=True)
class FinishTurn(base.TurnEnding):
    """End the turn."""

    seat: int


NetworkAction: TypeAlias = (
    PlaceStation
    | RollDice
    | TakeWild
    | PassRoll
    | LayTrack
    | ExpandTrack
    | BuyLocomotive
    | CarryPassengers
    | CallPassengers
    | FinishTurn
)
ACTIONS: Final[tuple[type[NetworkAction], ...]] = (
    PlaceStation,
    RollDice,
    TakeWild,
    PassRoll,
    LayTrack,
    ExpandTrack,
    BuyLocomotive,
    CarryPassengers,
    CallPassengers,
    FinishTurn,
)
