"""Lines: where trains can run from a station, how far it is, and where the next piece of track may join (R2-20).

A run is a chain of squares, each with the side at which it is entered; it passes a die from one side of a pair to the
other, may use a track again in the other direction, and ends at the next station. So one search over squares and sides
entered answers what is connected, at what distance, and where track may be laid. It weighs one for each border between
tiles that is passed (R2-16). Runs are the same in both directions.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_core.games.railroad_dice_2.track import EXITS, Piece
from rules_core.grid import SIDES, Side, Square, opposite, step


class Arrival(NamedTuple):
    """A place that a train can come to: a square of the map, and the side at which it is entered."""

    square: Square
    side: Side


@dataclass(frozen=True)
class Reach:
    """The places that trains reach from one station, each with the tiles that the shortest line there passes through.

    The tiles of both ends count, and a tile entered twice counts twice.
    """

    arrivals: Mapping[Arrival, int]
    """Squares with the sides at which they are entered, whether there is track or not; stations too."""
    distances: Mapping[Square, int]
    """The squares of other stations at the end of a line."""
    came_from: Mapping[Arrival, Arrival | None]
    """The place before each on a shortest line; None beside the station."""

    def run_to(self, square: Square) -> tuple[Arrival, ...]:
        """The places on a shortest line to a station, in the order in which a train comes to them.

        Raises KeyError for a square without a station that is reached.
        """
        far = self.distances[square]
        places = (Arrival(square, side) for side in SIDES)
        at: Arrival | None = next(place for place in places if self.arrivals.get(place) == far)
        run: list[Arrival] = []
        while at is not None:
            run.append(at)
            at = self.came_from[at]
        return tuple(reversed(run))


def search(
    tile_of: Mapping[Square, int], stations: Mapping[Square, int], track: Mapping[Square, Piece], home: Square
) -> Reach:
    """Find all that trains reach from the station on `home`; `tile_of` tells of every square of the map its tile."""
    arrivals: dict[Arrival, int] = {}
    came_from: dict[Arrival, Arrival | None] = {}
    distances: dict[Square, int] = {}
    queue: deque[tuple[int, Arrival, Arrival | None]] = deque()

    def leave(square: Square, side: Side, far: int, before: Arrival | None) -> None:
        beside = step(square, side)
        if beside not in tile_of:
            return
        entered = Arrival(beside, opposite(side))
        if tile_of[beside] == tile_of[square]:
            queue.appendleft((far, entered, before))
        else:
            queue.append((far + 1, entered, before))

    for side in SIDES:
        leave(home, side, 1, None)
    while queue:
        far, place, before = queue.popleft()
        if place in arrivals:
            continue
        arrivals[place] = far
        came_from[place] = before
        square, entered = place
        if square in stations:
            if square != home:
                distances.setdefault(square, far)
        elif square in track:
            for side in EXITS[track[square]][entered]:
                leave(square, side, far, place)
    return Reach(arrivals, distances, came_from)
