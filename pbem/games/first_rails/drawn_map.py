"""The map of tiles laid one by one: those being built on large above, the landscape small below."""

from itertools import pairwise
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT, Point, outline
from pbem.drawing.page import MARGIN, WIDTH
from pbem.drawing.terrain import TerrainPaths, far_terrain, middle, near_terrain
from pbem.games.line.board import Board, Tile
from pbem.games.line.drawn_terrain import Ground, Laid, Mark, drawn_terrain_of, laid, local, mark, near, tick
from pbem.games.line.map_page import Page, Spot, key_below, key_beside
from pbem.games.line.render_context import on_tile
from pbem.games.presenter import View
from rules_core.grid import (
    SIDES,
    SIZE,
    E,
    Mask,
    N,
    S,
    Side,
    Square,
    W,
    cell_of,
    flood,
    index_of,
    indices,
    square_at,
    step,
    step_cell,
)

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

FRINGE: Final = 24
"""How much of the tiles beside a large one is seen."""
_FRINGES: Final[dict[Side, tuple[int, int, int, int]]] = {
    N: (0, -FRINGE, _TILE, FRINGE),
    E: (_TILE, 0, FRINGE, _TILE),
    S: (0, _TILE, _TILE, FRINGE),
    W: (-FRINGE, 0, FRINGE, _TILE),
}

_TEMPLATE: Final = "map_landscape.svg"
_RIM: Final = 0.64
"""The room around a large tile, in squares, for its neighbours' edges and the names of columns and rows."""
_ALONE: Final = 86
_BESIDE: Final = 65
"""The side of a square where one tile is being built on, and where there are two."""
_HEAD: Final = 56
"""The room above a tile that stands alone, for its number."""
_GAP: Final = 20
_LARGEST: Final = 104
_TALL: Final = 72
"""The side of a tile in the landscape where it has room, and that in one which is long from north to south."""
_HEIGHT: Final = 640
"""Beyond this height the tiles of a landscape grow smaller, down to _TALL."""


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
    """The radius of the signs of any number of stations, and their places in rows."""
    places = [divmod(place, _ROW) for place in range(number)]
    return _SMALLEST, tuple((95 + 170 * column, 310 + 170 * row) for row, column in places)


class DrawnTile(NamedTuple):
    """A tile being built on, large."""

    number: int
    seen: tuple[tuple[int, int, int, int], ...]
    """What of the landscape is seen around the tile, each as x, y, width and height."""
    terrain: TerrainPaths
    ticks: tuple[Point, ...]
    """Where areas paid for in this turn are ticked off."""
    new: str
    """The outlines of what was built since the last turn."""
    pieces: tuple[Laid, ...]
    marks: tuple[Mark, ...]


def drawn_tile(board: Board, tile: Tile, ground: Ground) -> DrawnTile:
    """A tile as drawn large; `ground` is that of the whole landscape."""
    origin = square_at(tile.cell, 0)
    cells = {other.cell for other in board.tiles}
    pieces = [piece for piece in board.pieces if cell_of(piece.square) == tile.cell]
    tips = [tip for tip in board.ends if cell_of(tip.square) == tile.cell]
    ticked = [tick(area, pieces, tips) for area in _areas(tile)]
    bare = {local(piece.square, origin) for piece in pieces} | {local(square, origin) for square in ticked}
    bare |= {local(step(tip.square, tip.ways[0]), origin) for tip in tips if not tip.is_station}
    return DrawnTile(
        number=tile.number,
        seen=tuple(_FRINGES[side] for side in SIDES if step_cell(tile.cell, side) in cells),
        terrain=near_terrain(near(ground, origin, SIZE, SIZE), bare),
        ticks=tuple(middle(local(square, origin)) for square in ticked),
        new=outline([local(piece.square, origin) for piece in pieces if piece.is_new]),
        pieces=tuple(
            laid(piece, origin, on_tile(piece.square), is_bridge=tile.ground[index_of(piece.square)] == "~")
            for piece in pieces
        ),
        marks=tuple(mark(tip, origin) for tip in tips),
    )


def _areas(tile: Tile) -> list[list[Square]]:
    """The ranges and lakes of a tile that were paid for."""
    found: list[list[Square]] = []
    squares: Mask = tile.paid
    while squares:
        area = flood(squares & -squares, squares)
        found.append([square_at(tile.cell, index) for index in indices(area)])
        squares &= ~area
    return found


class PlacedTile(NamedTuple):
    """The place of a large tile: its north-west corner, the scale it is drawn at, and the place of its number."""

    sheet: DrawnTile
    x: int
    y: int
    scale: float
    title_x: int
    title_y: int


class PlacedPanel(NamedTuple):
    """The place of the landscape, or of a band of it, and the scale it is drawn at."""

    panel: Panel
    x: float
    y: float
    scale: float


def page(board: Board, _view: View) -> Page:
    """The drawing of tiles laid."""
    return _on_one_tile(board) if len(board.current) == 1 else _beside(board)


def _on_one_tile(board: Board) -> Page:
    """Both ends on one tile: it fills the width, and the key stands at the bottom."""
    ground = drawn_terrain_of(board.tiles)
    rim = round(_ALONE * _RIM)
    x, y = (WIDTH - _ALONE * SIZE) // 2, _HEAD + rim
    sheet = PlacedTile(drawn_tile(board, _numbered(board, board.current[0]), ground), x, y, _ALONE / UNIT, x, _HEAD - 8)
    panels, below = _landscape(board, ground, y + _ALONE * SIZE + rim + _GAP)
    key, height = key_below(board.companies, below)
    rose = Spot(WIDTH - x // 2 + 6, 46)
    return Page(_TEMPLATE, {"sheets": [sheet], "rose": rose, "panels": panels}, key, height)


def _beside(board: Board) -> Page:
    """Two tiles, one above the other, and the key beside them."""
    ground = drawn_terrain_of(board.tiles)
    rim, height = round(_BESIDE * _RIM), _BESIDE * SIZE
    x, right = MARGIN + rim, MARGIN + 2 * rim + height + _GAP
    tops = [MARGIN + rim, MARGIN + 3 * rim + height + _GAP]
    sheets = [
        PlacedTile(drawn_tile(board, _numbered(board, number), ground), x, top, _BESIDE / UNIT, right, top + 34)
        for number, top in zip(board.current, tops, strict=True)
    ]
    panels, below = _landscape(board, ground, tops[1] + height + rim + _GAP)
    rose = Spot(right + 20, tops[1] + height - 36)
    key = key_beside(board.companies, right, tops[0] + 90)
    return Page(_TEMPLATE, {"sheets": sheets, "rose": rose, "panels": panels}, key, below + MARGIN)


def _landscape(board: Board, ground: Ground, top: int) -> tuple[list[PlacedPanel], int]:
    """The landscape from a height downward, and the height it reaches to."""
    panels = panels_of(board, ground)
    room = WIDTH - 2 * MARGIN
    fitting = _HEIGHT / sum(panel.rows for panel in panels)
    side = min(_LARGEST, room / max(panel.columns for panel in panels), max(_TALL, fitting))
    scale = round(side / (SIZE * UNIT), 5)
    placed, y = [], float(top)
    for panel in panels:
        placed.append(PlacedPanel(panel, round((WIDTH - panel.columns * side) / 2, 1), round(y, 1), scale))
        y += panel.rows * side + _GAP
    return placed, round(y)


def _numbered(board: Board, number: int) -> Tile:
    return next(tile for tile in board.tiles if tile.number == number)
