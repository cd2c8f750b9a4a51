"""The map and what stands on it: tiles beside each other, stations, and dice (R2-2, R2-5).

Squares have coordinates (x, y) over the whole map, x growing eastward and y southward from its north-west corner.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules_core.games.railroad_dice_2.components import NetworkComponents, Rows
from rules_core.games.railroad_dice_2.lines import Reach, search
from rules_core.games.railroad_dice_2.track import Piece
from rules_core.grid import SIDES, SIGNS, Square, Terrain, step, turned_rows
from rules_core.kernel.codec import stored_as


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
