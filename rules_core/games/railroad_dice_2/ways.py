"""The ways on which lines could continue, over track already laid and dice still to be placed (R2-12 to R2-13a, R2-20).

A planned line is a run like those of `lines`: a chain of squares, each with the side at which it is entered. Track
costs nothing; an empty square needs a simple die, and a simple die without the needed track a complex one. The weight
of a way is one number that compares, in this order, its dice, the complex ones among them, the units that the terrain
costs, and the borders between tiles crossed; so the lightest line is the best one.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from rules_core.games.railroad_dice_2.building import check_ends, cost_at
from rules_core.games.railroad_dice_2.network import Arrival, Network, TileMap
from rules_core.games.railroad_dice_2.track import (
    EXITS,
    PAIRS,
    SIDES_OF,
    TRACK_SIDES,
    Pair,
    Piece,
    pair_of,
    piece_after,
)
from rules_core.grid import SIDES, Side, Square, opposite, step

BORDER: Final = 1
"""The weight of a border between tiles."""
UNIT: Final = 1_000
COMPLEX: Final = 1_000 * UNIT
DIE: Final = 1_000 * COMPLEX

EVERY: Final = 1_000 * DIE
"""A weight above that of every line."""


class PlannedDie(NamedTuple):
    """A die to be placed: a pair of sides on an empty square, or one that a complex die adds to a simple one."""

    square: Square
    pair: Pair
    lying: Piece
    """The simple die that is replaced; empty on an empty square."""

    @property
    def piece(self) -> Piece:
        """The track on the square afterwards."""
        return piece_after(self.lying, self.pair)


class Way(NamedTuple):
    """A way on from a place that a train has come to."""

    then: Arrival
    weight: int
    dice: tuple[PlannedDie, ...]
    """The dice that the way takes, in order: none where track lies."""


class Ways:
    """The ways on a board, found as they are asked for."""

    def __init__(self, network: Network, earlier: "Ways | None" = None) -> None:
        self.network = network
        self._known: dict[Arrival, tuple[Way, ...]] = earlier.known_beside(network) if earlier else {}
        self._exchanging: dict[Arrival, tuple[Way, ...]] = {}
        self._exits = _exits(network.land)
        self._fitting: dict[tuple[Square, Piece], Mapping[Pair, PlannedDie]] = {}
        self._surveys: dict[Square, Survey] = {}

    def survey(self, station: Square) -> "Survey":
        """The lightest lines from a station to every place."""
        if station not in self._surveys:
            self._surveys[station] = Survey(self, station)
        return self._surveys[station]

    def is_before(self, network: Network) -> bool:
        """Whether a board has the same ground and stations."""
        return self.network.land is network.land and self.network.stations == network.stations

    def known_beside(self, network: Network) -> dict[Arrival, tuple[Way, ...]]:
        """The ways found so far that are the same on another board: those away from track that differs."""
        changed = {square for square, _piece in self.network.track.items() ^ network.track.items()}
        near = changed.union(step(square, side) for square in changed for side in SIDES)
        return {place: ways for place, ways in self._known.items() if place.square not in near}

    def on(self, place: Arrival) -> tuple[Way, ...]:
        """The ways on from a place; none from a station."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = tuple(self._find(place))
        return known

    def exchanging(self, place: Arrival) -> tuple[Way, ...]:
        """The ways on which a complex die is placed for the simple die that it gives back.

        They stay at a place with a simple die, or go on over an empty square that takes a simple and a complex die.
        """
        known = self._exchanging.get(place)
        if known is None:
            known = self._exchanging[place] = tuple(self._find_exchanging(place))
        return known

    def from_station(self, square: Square) -> tuple[Way, ...]:
        """The ways that leave a station."""
        return tuple(Way(then, border, ()) for _side, then, border in self._exits[square])

    def border_at(self, place: Arrival) -> int:
        """The weight of the border that is passed on entering a place."""
        return _border(self.network.land, place.square, place.side)

    def _find(self, place: Arrival) -> Iterator[Way]:
        square, entered = place
        if square in self.network.station_at:
            return
        lying = self.network.track.get(square, ())
        passed = EXITS[lying][entered] if lying else ()
        fitting = self._fitting_on(square, lying) if len(lying) < 2 else {}
        for side, then, border in self._exits[square]:
            if side in passed:
                yield Way(then, border, ())
            elif side != entered and (die := fitting.get(pair_of(entered, side))):
                yield Way(then, border + self._weight(die), (die,))

    def _find_exchanging(self, place: Arrival) -> Iterator[Way]:
        square, entered = place
        lying = self.network.track.get(square)
        if square in self.network.station_at or (lying and len(lying) == 2):
            return
        if lying:
            for die in self._fitting_on(square, lying).values():
                if entered in TRACK_SIDES[die.piece]:
                    yield Way(place, self._weight(die), (die,))
            return
        for first, simple in self._fitting_on(square, ()).items():
            if entered in SIDES_OF[first]:
                for die in self._fitting_on(square, (first,)).values():
                    weight = self._weight(simple) + self._weight(die)
                    for side, then, border in self._exits[square]:
                        if side in EXITS[die.piece][entered]:
                            yield Way(then, border + weight, (simple, die))

    def _fitting_on(self, square: Square, lying: Piece) -> Mapping[Pair, PlannedDie]:
        """The dice that fit on a square where so much track lies (R2-13a).

        Off the border every simple die does, where no complex one lies beside it, and with no track there every one.
        """
        known = self._fitting.get((square, lying))
        if known is None:
            network = self.network
            dice = {pair: PlannedDie(square, pair, lying) for pair in PAIRS if pair not in lying}
            beside = max(len(network.track.get(step(square, side), ())) for side in SIDES)
            if square in network.land.border or beside > (0 if lying else 1):
                dice = {which: die for which, die in dice.items() if check_ends(network, square, die.piece) is None}
            known = self._fitting[square, lying] = dice
        return known

    def _weight(self, die: PlannedDie) -> int:
        return DIE + (COMPLEX if die.lying else UNIT * cost_at(self.network, die.square))


class Survey:
    """The lightest lines from one station to every place, with any dice there are, below a weight."""

    def __init__(self, ways: Ways, station: Square, most: int = EVERY) -> None:
        self.ways = ways
        self.weights: dict[Arrival, int] = {}
        best = {way.then: way.weight for way in ways.from_station(station)}
        before: dict[Arrival, tuple[Arrival | None, tuple[PlannedDie, ...]]] = dict.fromkeys(best, (None, ()))
        self._before = before
        heap = [(weight, place) for place, weight in best.items()]
        heapify(heap)
        while heap:
            weight, place = heappop(heap)
            if place in self.weights:
                continue
            self.weights[place] = weight
            for then, more, dice in ways.on(place):
                total = weight + more
                if total < best.get(then, most):
                    best[then] = total
                    before[then] = place, dice
                    heappush(heap, (total, then))

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
        """The weight of the lightest line to a square; more than any has where none comes there."""
        place = self.arrival_at(square)
        return EVERY if place is None else self.weights[place]


@lru_cache(maxsize=64)
def _exits(land: TileMap) -> Mapping[Square, tuple[tuple[Side, Arrival, int], ...]]:
    return {
        square: tuple(
            (side, Arrival(step(square, side), opposite(side)), _border(land, square, side))
            for side in SIDES
            if step(square, side) in land.tile_of
        )
        for square in land.tile_of
    }


def _border(land: TileMap, square: Square, side: Side) -> int:
    return 0 if land.tile_of[square] == land.tile_of[step(square, side)] else BORDER


class _Recent:
    def __init__(self) -> None:
        self._ways: deque[Ways] = deque(maxlen=8)

    def on(self, network: Network) -> Ways:
        """The ways on a board; where nothing else has changed than track, by those on an earlier one."""
        recent = tuple(self._ways)
        for ways in recent:
            if ways.network is network:
                return ways
        known = Ways(network, next((ways for ways in recent if ways.is_before(network)), None))
        self._ways.appendleft(known)
        return known


ways_of: Final = _Recent().on
"""The ways on a board, kept for as long as few other boards are asked for."""
