"""Players that are programs: they see what a person in their seat would see."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    FinishTurn,
    NetworkAction,
    PlaceStation,
)
from rules_core.games.railroad_dice_2.appraisal import NetworkAppraisal, carried_if, closes_badly
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS
from rules_core.games.railroad_dice_2.following import ISSUE
from rules_core.games.railroad_dice_2.planning import best_trips, connection, towards
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, WILD
from rules_core.grid import SIDES, Square, step
from rules_core.kernel.definition import Choose

LEAST: Final = 1.0
"""What a roll, or passing it, has to be worth."""


def passing(view: NetworkView, actions: Iterable[NetworkAction], choose: Choose) -> NetworkAction:
    """End the turn of somebody who did not come to it, or place their station well.

    Raises ValueError without a turn.
    """
    offers = list(actions)
    ends = [action for action in offers if isinstance(action, FinishTurn)]
    if ends:
        return ends[0]
    if not offers:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    return heuristic(view, offers, choose)


def heuristic(view: NetworkView, actions: Iterable[NetworkAction], _choose: Choose) -> NetworkAction:
    """Do what is worth most. Raises ValueError without a turn."""
    offers = list(actions)
    if not offers:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    places = [action for action in offers if isinstance(action, PlaceStation)]
    if places:
        return max(places, key=lambda action: _place(view.table, action.square))
    offered = frozenset(offers)
    found = (action for wishes in WISHES for action in wishes(view.table) if action in offered)
    return next(found, offers[-1])


def _place(table: NetworkTable, square: Square) -> float:
    """The worth of a square for a station: near the home, far from the others, with land all around."""
    network, seat = table.network, table.turn.seat
    free = sum(network.land.plots[step(square, side)].terrain == "grassland" for side in SIDES)
    home = network.home(seat)
    if home is None:
        middle = Square(network.land.width // 2, network.land.height // 2)
        return free - _apart(square, middle)
    homes = [station.square for station in network.stations if station.owner not in (None, seat)]
    others = sum(_apart(square, other) for other in homes) / len(homes)
    return 0.5 * free - _apart(square, network.stations[home].square) + 0.4 * others


def _apart(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _join(table: NetworkTable) -> Iterator[NetworkAction]:
    dice = len(table.turn.simple) + 2 * len(table.turn.complex)
    if dice:
        appraisal = NetworkAppraisal(table)
        for station in sorted(appraisal.stations, key=lambda one: appraisal.stations[one], reverse=True):
            if appraisal.needs[station].dice <= dice:
                moves = connection(table, table.turn.seat, station)
                if moves and not closes_badly(table, moves):
                    yield moves[0]
                    return


def _approach(table: NetworkTable) -> Iterator[NetworkAction]:
    if table.turn.simple or table.turn.complex:
        appraisal = NetworkAppraisal(table)
        worths = {station: worth / (1 + appraisal.needs[station].dice) for station, worth in appraisal.stations.items()}
        for station in sorted(worths, key=worths.__getitem__, reverse=True)[:3]:
            moves = towards(table, table.turn.seat, station)
            if moves and not closes_badly(table, moves):
                yield moves[0]
                return


def _roll(table: NetworkTable) -> Iterator[NetworkAction]:
    if table.is_rolling_allowed:
        rolls = NetworkAppraisal(table).rolls
        best = max(rolls, key=rolls.__getitem__)
        if rolls[best] >= LEAST:
            yield best


def _call(table: NetworkTable) -> Iterator[NetworkAction]:
    if not {LOCOMOTIVE, WILD}.intersection(table.turn.simple):
        return
    seat, now = table.turn.seat, carried_if(table, table.turn.seat, table.waiting)
    gains: dict[NetworkAction, int] = {}
    for tile in TILE_NUMBERS:
        more = min(table.bank, ISSUE * table.network.stations_on(tile))
        gain = carried_if(table, seat, table.with_waiting(tile, more).waiting) - now
        if gain > 0:
            gains |= {CallPassengers(seat, tile, wild): gain for wild in (False, True)}
    yield from sorted(gains, key=gains.__getitem__, reverse=True)


def _buy(table: NetworkTable) -> Iterator[NetworkAction]:
    if table.locomotives and NetworkAppraisal(table).locomotive() > 0:
        yield BuyLocomotive(table.turn.seat)


def _carry(table: NetworkTable) -> Iterator[NetworkAction]:
    yield from best_trips(table)


WISHES: Final[Sequence[Callable[[NetworkTable], Iterator[NetworkAction]]]] = (
    _join,
    _roll,
    _approach,
    _call,
    _buy,
    _carry,
)
"""What is wished for, in this order; where none can be met, the turn is ended."""
