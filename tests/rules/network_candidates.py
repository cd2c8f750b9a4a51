"""Everything that somebody could ask for in a position of Railroad Dice 2, possible or not."""

from collections.abc import Iterator
from itertools import product

from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import PAIRS
from rules_core.grid import Square
from rules_core.kernel.rulebook import Violations


def candidates(table: NetworkTable) -> Iterator[NetworkAction]:
    """Every action of the seat to play, on squares of the map and around it, with numbers that there are and more."""
    seat, land = table.turn.seat, table.network.land
    squares = [Square(x, y) for x in range(-1, land.width + 1) for y in range(-1, land.height + 1)]
    yield from (PlaceStation(seat, square) for square in squares)
    yield from (RollDice(seat, simple, complex_) for simple, complex_ in product(range(6), range(4)))
    yield from (TakeWild(seat), PassRoll(seat), BuyLocomotive(seat), FinishTurn(seat))
    for square, pair, wild in product(squares, PAIRS, (False, True)):
        yield LayTrack(seat, square, pair, wild)
        yield ExpandTrack(seat, square, pair, wild)
    stations = range(-1, len(table.network.stations) + 1)
    yield from (CarryPassengers(seat, number, station) for number, station in product(range(8), stations))
    yield from (CallPassengers(seat, tile, wild) for tile, wild in product(range(8), (False, True)))


def refusal(table: NetworkTable, action: NetworkAction) -> Violations | None:
    """The rules that an action would break; None where it is accepted, whatever the dice."""
    answer = railroad_dice_2.decide(table, action, lambda _key, _sides: 0)
    return answer if isinstance(answer, Violations) else None
