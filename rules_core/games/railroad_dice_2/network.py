"""The map with what stands on it, and the lines: where trains can run from a station, how far it is (R2-2, R2-5,
R2-20).
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules_core.games.railroad_dice_2.components import NetworkComponents, Rows
from rules_core.games.railroad_dice_2.track import EXITS, Piece
from rules_core.grid import SIDES, SIGNS, Side, Square, Terrain, opposite, step, turned_rows
from rules_core.kernel.codec import stored_as


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


@stored_as("MapTile")
@dataclass(frozen=True, slots=True)
class MapTile:
    """A tile of the map: its printed number, its quarter turns clockwise, and its north-west square."""

    number: int
    turn: int
    x: int
    y: int


@stored_as("Station")
@dataclass(frozen=True, slots=True)
class Station:
    """A station on the map: the home of a seat, or a grey one, which are numbered from 1 as they were placed."""

    square: Square
    owner: int | None
    grey: int = 0


class MapSquare(NamedTuple):
    """A square of the map: the number of its tile, and its ground."""

    tile: int
    terrain: Terrain


class TileMap:
    """The map without what stands on it; without a square before its tiles are laid."""

    def __init__(self, tiles: Iterable[Rows], placed: tuple[MapTile, ...]) -> None:
        printed = tuple(tiles)
        self.plots: dict[Square, MapSquare] = {}
        """Every square of the map."""
        for tile in placed:
            for y, row in enumerate(turned_rows(printed[tile.number - 1], tile.turn)):
                for x, sign in enumerate(row):
                    self.plots[Square(tile.x + x, tile.y + y)] = MapSquare(tile.number, SIGNS[sign])
        self.border = frozenset(
            square for square in self.plots if any(step(square, side) not in self.plots for side in SIDES)
        )
        """The squares beside which the map ends (R2-2)."""
        self.tile_of = {square: plot.tile for square, plot in self.plots.items()}
        """The number of the tile that each square is on."""
        self.width = 1 + max((square.x for square in self.plots), default=-1)
        self.height = 1 + max((square.y for square in self.plots), default=-1)


@lru_cache(maxsize=256)
def _land(tiles: tuple[Rows, ...], placed: tuple[MapTile, ...]) -> TileMap:
    return TileMap(tiles, placed)


@stored_as("Network")
@dataclass(frozen=True)
class Network:
    """The map with its stations and dice."""

    box: NetworkComponents
    size: str
    """Which tiles of the box it is made of: a key of `NetworkComponents.tiles`."""
    tiles: tuple[MapTile, ...] = ()
    stations: tuple[Station, ...] = ()
    """In the order in which they were placed; a station is named by its place here."""
    track: Mapping[Square, Piece] = field(default_factory=dict)
    """The dice that lie on the map."""

    @cached_property
    def land(self) -> TileMap:
        """The map without what stands on it."""
        return _land(self.box.tiles[self.size], self.tiles)

    @cached_property
    def station_at(self) -> Mapping[Square, int]:
        """The stations by their squares."""
        return {station.square: at for at, station in enumerate(self.stations)}

    def home(self, seat: int) -> int | None:
        """The home station of a seat, once it is placed."""
        return next((at for at, station in enumerate(self.stations) if station.owner == seat), None)

    def reach(self, station: int) -> Reach:
        """All that trains reach from a station; searched once for each board (R2-20)."""
        if station not in self._reaches:
            home = self.stations[station].square
            self._reaches[station] = search(self.land.tile_of, self.station_at, self.track, home)
        return self._reaches[station]

    @cached_property
    def _reaches(self) -> dict[int, Reach]:
        return {}

    def stations_on(self, tile: int) -> int:
        """The number of stations on a tile."""
        return self._stations_on.get(tile, 0)

    @cached_property
    def _stations_on(self) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for station in self.stations:
            tile = self.land.tile_of[station.square]
            found[tile] = found.get(tile, 0) + 1
        return found
