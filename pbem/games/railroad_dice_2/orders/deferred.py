"""Orders whose action shows when their turn comes: by the dice in hand then, and by what is free or on sale."""

from dataclasses import dataclass

from pbem.commands.faults import Fault
from pbem.commands.orders.script import DeferredOrder
from pbem.games.railroad_dice_2.names import square_name
from pbem.games.railroad_dice_2.orders.arguments import NamedStation
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CarryPassengers,
    ExpandTrack,
    LayTrack,
    PlaceStation,
)
from rules_core.games.railroad_dice_2.bots import heuristic
from rules_core.games.railroad_dice_2.placing import open_squares
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.games.railroad_dice_2.track import WILD, Pair, complex_piece, simple_face
from rules_core.grid import Square


def fault(code: str, view: NetworkView, **facts: object) -> Fault:
    """The reason why an order that was well written cannot be met in a position."""
    return Fault(code, view.kind, facts=facts)


@dataclass(frozen=True, slots=True)
class PlaceByPreference(DeferredOrder):
    """`place e4 or d2 or any`: the first of these squares that is free; `is_home` where it is told which station."""

    waits = True
    exchangeable = True

    seat: int
    squares: tuple[Square, ...] = ()
    anywhere: bool = False
    is_home: bool | None = None

    def bind(self, view: NetworkView) -> PlaceStation | Fault:
        """The station on the first square that it may stand on; a Fault where another station is to be placed.

        A line waits for its turn as a whole, so one that holds a second order like this holds one too many.
        """
        table = view.table
        if table.phase == "placing":
            if table.turn.seat != self.seat:
                return fault("place_each", view)
            expects_home = table.network.home(self.seat) is None
            if self.is_home not in (None, expects_home):
                return fault("home_first" if expects_home else "home_stands", view)
            free = open_squares(table)
            chosen = next((square for square in self.squares if square in free), None)
            if chosen is not None:
                return PlaceStation(self.seat, chosen)
            if self.anywhere:
                return best_place(view, free)
            if len(self.squares) > 1:
                return fault("none_free", view, squares=", ".join(map(square_name, self.squares)))
        if not self.squares:
            return fault("nothing_to_place", view)
        return PlaceStation(self.seat, self.squares[0])


def best_place(view: NetworkView, free: tuple[Square, ...]) -> PlaceStation:
    """The station on the square that a program would choose of these, which are at least one."""
    actions = [PlaceStation(view.table.turn.seat, square) for square in free]
    chosen = heuristic(view, actions, lambda number: 0)
    assert isinstance(chosen, PlaceStation), "nothing else was offered"
    return chosen


@dataclass(frozen=True, slots=True)
class LayByDice(DeferredOrder):
    """`lay e4 ns`: with the plain die, or where none is in hand with a "?"."""

    exchangeable = True

    seat: int
    square: Square
    pair: Pair

    def bind(self, view: NetworkView) -> LayTrack:
        """The laying with the die that is there."""
        hand = view.table.turn.simple
        return LayTrack(self.seat, self.square, self.pair, simple_face(self.pair) not in hand and WILD in hand)


@dataclass(frozen=True, slots=True)
class ExpandByDice(DeferredOrder):
    """`expand e4 +sw`: with the die that shows it, or where none is in hand with a "?"."""

    exchangeable = True

    seat: int
    square: Square
    pair: Pair

    def bind(self, view: NetworkView) -> ExpandTrack:
        """The exchange with the die that is there."""
        hand, face = view.table.turn.complex, expanded_face(view.table, self.square, self.pair)
        return ExpandTrack(self.seat, self.square, self.pair, face not in hand and WILD in hand)


def expanded_face(table: NetworkTable, square: Square, pair: Pair) -> str:
    """The face of a complex die that adds a pair to a square; empty where none can."""
    lying = table.network.track.get(square, ())
    if len(lying) != 1 or pair in lying:
        return ""
    return table.box.face_of.get(complex_piece(lying[0], pair), "")


@dataclass(frozen=True, slots=True)
class BuyNumber(DeferredOrder):
    """`buy 3`: the next locomotive, if it has this number."""

    seat: int
    number: int

    def bind(self, view: NetworkView) -> BuyLocomotive | Fault:
        """The purchase; a Fault where another number is sold now."""
        table = view.table
        if table.locomotives and table.locomotives[0] != self.number:
            following = table.locomotives[0]
            return fault("other_number", view, following=following, price=table.box.price(following))
        return BuyLocomotive(self.seat)


@dataclass(frozen=True, slots=True)
class CarryTo(DeferredOrder):
    """`carry 4 to grey 3`: a trip to a station, which may be placed by then."""

    seat: int
    locomotive: int
    station: NamedStation

    def bind(self, view: NetworkView) -> CarryPassengers | Fault:
        """The trip; a Fault where no such station is on the map."""
        found = self.station.find(view.table.network)
        if found is None:
            return fault("no_such_station", view, station=self.station.said)
        return CarryPassengers(self.seat, self.locomotive, found)
