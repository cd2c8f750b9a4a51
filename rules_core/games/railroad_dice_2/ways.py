"""Where lines could go on: over track that lies, and over dice that are still to be placed (R2-12 to R2-13a, R2-20).

A line that is planned is a run like those of `lines`: a chain of squares, each with the side at which it is entered.
Where it finds track it passes free; on an empty square it takes a simple die, and on a simple die without the track it
needs a complex one. A way weighs the dice first, then the complex ones among them, then the units that the ground
costs, then the borders between tiles, all in one number, so that the lightest line is the best one.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple

from rules_core.games.railroad_dice_2.building import check_ends, cost_at
from rules_core.games.railroad_dice_2.lines import Arrival
from rules_core.games.railroad_dice_2.network import Network
from rules_core.games.railroad_dice_2.track import EXITS, PAIRS, Pair, Piece, complex_piece, pair_of
from rules_core.grid import SIDES, Side, Square, opposite, step

BORDER: Final = 1
"""The weight of a border between tiles."""
UNIT: Final = 1_000
COMPLEX: Final = 1_000 * UNIT
DIE: Final = 1_000 * COMPLEX


class PlannedDie(NamedTuple):
    """A die to be placed: a pair of sides on an empty square, or one that a complex die adds to a simple one."""

    square: Square
    pair: Pair
    lying: Piece
    """The simple die that is replaced; empty on an empty square."""

    @property
    def piece(self) -> Piece:
        """The track on the square afterwards."""
        return complex_piece(self.lying[0], self.pair) if self.lying else (self.pair,)


class Way(NamedTuple):
    """A way on from a place that a train has come to."""

    then: Arrival
    weight: int
    dice: tuple[PlannedDie, ...]
    """The dice that it takes, in this order: none where track lies."""


class Ways:
    """The ways on a board, found as they are asked for."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._known: dict[Arrival, tuple[Way, ...]] = {}
        self._doubled: dict[Arrival, tuple[Way, ...]] = {}
        self._fitting: dict[PlannedDie, bool] = {}

    def on(self, place: Arrival) -> tuple[Way, ...]:
        """The ways on from a place; none from a station."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._find(place)
        return known

    def doubled(self, place: Arrival) -> tuple[Way, ...]:
        """The ways over an empty square that takes a simple die and at once a complex one, which gives that back."""
        known = self._doubled.get(place)
        if known is None:
            known = self._doubled[place] = tuple(self._find_doubled(place))
        return known

    def from_station(self, square: Square) -> tuple[Way, ...]:
        """The ways that leave a station."""
        return tuple(self._leaving(square, dict.fromkeys(SIDES, ())))

    def _find(self, place: Arrival) -> tuple[Way, ...]:
        square, entered = place
        if square in self.network.station_at:
            return ()
        lying = self.network.track.get(square, ())
        exits: dict[Side, tuple[PlannedDie, ...]] = dict.fromkeys(EXITS[lying][entered], ()) if lying else {}
        if len(lying) < 2:
            for side in SIDES:
                if side != entered and side not in exits:
                    die = PlannedDie(square, pair_of(entered, side), lying)
                    if self._fits(die):
                        exits[side] = (die,)
        return tuple(self._leaving(square, exits))

    def _find_doubled(self, place: Arrival) -> Iterator[Way]:
        square, entered = place
        if square in self.network.station_at or square in self.network.track:
            return
        for first in (pair_of(entered, side) for side in SIDES if side != entered):
            simple = PlannedDie(square, first, ())
            if self._fits(simple):
                for second in PAIRS:
                    die = PlannedDie(square, second, (first,))
                    if second != first and self._fits(die):
                        yield from self._leaving(square, dict.fromkeys(EXITS[die.piece][entered], (simple, die)))

    def _fits(self, die: PlannedDie) -> bool:
        known = self._fitting.get(die)
        if known is None:
            known = self._fitting[die] = check_ends(self.network, die.square, die.piece) is None
        return known

    def _leaving(self, square: Square, exits: Mapping[Side, tuple[PlannedDie, ...]]) -> Iterator[Way]:
        """The ways out of a square by some sides, each with the dice that it takes; none off the map."""
        tiles = self.network.land.tile_of
        for side, dice in exits.items():
            beside = step(square, side)
            if beside in tiles:
                weight = 0 if tiles[beside] == tiles[square] else BORDER
                for die in dice:
                    weight += DIE + (COMPLEX if die.lying else UNIT * cost_at(self.network, square))
                yield Way(Arrival(beside, opposite(side)), weight, dice)

    def border_at(self, place: Arrival) -> int:
        """The weight of the border that is passed on entering a place."""
        tiles = self.network.land.tile_of
        return 0 if tiles[place.square] == tiles[step(place.square, place.side)] else BORDER


class Survey:
    """The lightest lines from one station to every place, with any dice there are, up to a weight."""

    def __init__(self, ways: Ways, station: Square, most: int | None = None) -> None:
        self.ways = ways
        self.weights: dict[Arrival, int] = {}
        self._before: dict[Arrival, tuple[Arrival | None, tuple[PlannedDie, ...]]] = {}
        heap: list[tuple[int, Arrival]] = []

        def queue(way: Way, weight: int, before: Arrival | None) -> None:
            total = weight + way.weight
            if total < best.get(way.then, total + 1) and (most is None or total <= most):
                best[way.then] = total
                self._before[way.then] = before, way.dice
                heappush(heap, (total, way.then))

        best: dict[Arrival, int] = {}
        for way in ways.from_station(station):
            queue(way, 0, None)
        while heap:
            weight, place = heappop(heap)
            if place not in self.weights:
                self.weights[place] = weight
                for way in ways.on(place):
                    queue(way, weight, place)

    def arrival_at(self, square: Square) -> Arrival | None:
        """The place at which the lightest line comes to a square; None where none does."""
        places = [place for place in (Arrival(square, side) for side in SIDES) if place in self.weights]
        return min(places, key=self.weights.__getitem__, default=None)

    def dice_to(self, place: Arrival) -> tuple[PlannedDie, ...]:
        """The dice on the lightest line to a place, from the station on."""
        found: list[PlannedDie] = []
        at: Arrival | None = place
        while at is not None:
            at, dice = self._before[at]
            found += (die for die in dice if die not in found)
        return tuple(reversed(found))

    def beyond(self, place: Arrival) -> int | None:
        """The weight of a line that has come to a place, from there to the station; None where there is no such line.

        Runs are the same in both directions, so it is the weight of leaving the place backwards.
        """
        return self.weights.get(Arrival(step(place.square, place.side), opposite(place.side)))

    def away(self, square: Square) -> int:
        """How heavy the lightest line to a square is; heavier than any where none comes there."""
        place = self.arrival_at(square)
        return DIE * COMPLEX if place is None else self.weights[place]
