"""The landscape, as drawn small. Lengths are in squares of outline.UNIT from the north-west corner."""

from itertools import pairwise
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT
from pbem.games.line.drawing.board import Board, Tile
from pbem.games.line.drawing.terrain import Ground, TerrainPaths, far_terrain, near
from rules_core.grid.geometry import SIZE, Square, cell_of

BAND: Final = 10
"""How many tiles stand beside each other before the landscape goes on below."""
_TILE: Final = SIZE * UNIT
_SLOTS: Final[dict[int, tuple[int, tuple[tuple[int, int], ...]]]] = {
    1: (140, ((350, 440),)),
    2: (130, ((190, 455), (510, 455))),
    3: (124, ((528, 200), (190, 495), (510, 495))),
    4: (104, ((225, 325), (475, 325), (225, 560), (475, 560))),
    5: (100, ((225, 325), (475, 325), (122, 560), (350, 560), (578, 560))),
}
"""For a number of stations on one tile the reach of their signs, and where these stand, below the tile's number."""
_SMALLEST: Final = 80
_ROW: Final = 4
"""The reach of signs, and how many stand beside each other, where there are more than five."""


class Sign(NamedTuple):
    """A station: whose, the middle of its sign, and how far that reaches."""

    company: int
    x: int
    y: int
    radius: int
    is_new: bool


class Plot(NamedTuple):
    """A tile: its north-west corner, number, the ends of the line on it, and stations."""

    number: int
    x: int
    y: int
    is_new: bool
    ends: tuple[str, ...]
    signs: tuple[Sign, ...]


class Panel(NamedTuple):
    """The landscape, or a band of it from north to south, with its width and height in tiles."""

    columns: int
    rows: int
    terrain: TerrainPaths
    plots: tuple[Plot, ...]


def panels_of(board: Board, ground: Ground) -> list[Panel]:
    """The landscape in as few bands as it takes, of like widths, from west to east."""
    xs = [tile.cell.x for tile in board.tiles]
    west, columns = min(xs), max(xs) - min(xs) + 1
    bands = -(-columns // BAND)
    cuts = [west + columns * band // bands for band in range(bands + 1)]
    return [_panel(board, ground, left, right) for left, right in pairwise(cuts)]


def _panel(board: Board, ground: Ground, left: int, right: int) -> Panel:
    tiles = [tile for tile in board.tiles if left <= tile.cell.x < right]
    ys = [tile.cell.y for tile in tiles]
    top, rows = min(ys), max(ys) - min(ys) + 1
    land = near(ground, Square(left * SIZE, top * SIZE), (right - left) * SIZE, rows * SIZE)
    return Panel(
        columns=right - left,
        rows=rows,
        terrain=far_terrain(land),
        plots=tuple(_plot(board, tile, tile.cell.x - left, tile.cell.y - top) for tile in tiles),
    )


def _plot(board: Board, tile: Tile, column: int, row: int) -> Plot:
    return Plot(
        number=tile.number,
        x=column * _TILE,
        y=row * _TILE,
        is_new=tile.is_new,
        ends=tuple(tip.name for tip in board.ends if cell_of(tip.square) == tile.cell),
        signs=tuple(_signs(tile)),
    )


def _signs(tile: Tile) -> list[Sign]:
    """The stations of a tile below its number, the fewer the larger."""
    radius, slots = _SLOTS.get(len(tile.stations)) or _small_slots(len(tile.stations))
    return [
        Sign(company, x, y, radius, company in tile.new_stations)
        for company, (x, y) in zip(tile.stations, slots, strict=True)
    ]


def _small_slots(number: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Where the signs of any number of stations stand, in rows."""
    places = [divmod(place, _ROW) for place in range(number)]
    return _SMALLEST, tuple((95 + 170 * column, 310 + 170 * row) for row, column in places)
