"""The map of tiles laid one by one: those being built on large above, the landscape small below."""

from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT
from pbem.games.first_rails.drawn_landscape import Panel, panels_of
from pbem.games.first_rails.drawn_tile import DrawnTile, drawn_tile
from pbem.games.line.drawing.board import Board, Tile
from pbem.games.line.drawing.map_page import MARGIN, WIDTH, Page, Spot, key_below, key_beside
from pbem.games.line.drawing.terrain import Ground, ground_of
from pbem.games.presenter import View
from rules_core.grid.geometry import SIZE

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


class PlacedTile(NamedTuple):
    """Where a large tile stands: its north-west corner, the scale it is drawn at, and where its number stands."""

    sheet: DrawnTile
    x: int
    y: int
    scale: float
    title_x: int
    title_y: int


class PlacedPanel(NamedTuple):
    """Where the landscape, or a band of it, stands, and the scale it is drawn at."""

    panel: Panel
    x: float
    y: float
    scale: float


def page(board: Board, _view: View) -> Page:
    """The drawing of tiles laid."""
    return _alone(board) if len(board.current) == 1 else _beside(board)


def _alone(board: Board) -> Page:
    """Both ends on one tile: it fills the width, and the key stands at the bottom."""
    ground = ground_of(board.tiles)
    rim = round(_ALONE * _RIM)
    x, y = (WIDTH - _ALONE * SIZE) // 2, _HEAD + rim
    sheet = PlacedTile(drawn_tile(board, _numbered(board, board.current[0]), ground), x, y, _ALONE / UNIT, x, _HEAD - 8)
    panels, below = _landscape(board, ground, y + _ALONE * SIZE + rim + _GAP)
    key, height = key_below(board.companies, below)
    rose = Spot(WIDTH - x // 2 + 6, 46)
    return Page(_TEMPLATE, {"sheets": [sheet], "rose": rose, "panels": panels}, key, height)


def _beside(board: Board) -> Page:
    """Two tiles, one above the other, and the key beside them."""
    ground = ground_of(board.tiles)
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
