"""The map of a printed board: the sectors of the ends large and the board small beside them, or all of it large."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT
from pbem.games.germany.drawn_stretch import DrawnStretch, drawn_stretch
from pbem.games.germany.drawn_terrain import BoardStretch
from pbem.games.line.drawing.board import Board
from pbem.games.line.drawing.map_page import LINE, MARGIN, WIDTH, Page, Spot, key_below, key_beside
from pbem.games.line.drawing.printed_board import Printed
from pbem.games.presenter import View
from rules_core.grid.geometry import SIZE, Cell, Square, square_at
from rules_core.line.chart import ACROSS

_TEMPLATE: Final = "map_chart.svg"
_STRIP: Final = 1
"""How many squares are seen on each side of a sector, for where the line could go."""
_SIDE: Final = 57
"""The side of a square in a sector drawn large."""
_NAMES: Final = 40
"""The letters of names there, and on the whole board, in squares of outline.UNIT."""
_NAMES_FAR: Final = 68
_GAP: Final = 20
"""Between two stretches: what hangs out of one ends before the other."""
_ROSE: Final = 60
"""The height of the arrow to the north."""


class PlacedChart(NamedTuple):
    """A stretch of the board in the drawing: its north-west corner and scale.

    `home` is the sector it was made for, 0 for none; `is_far` that its squares are too small for signs in them.
    """

    sheet: DrawnStretch
    x: int
    y: int
    scale: float
    home: int = 0
    is_far: bool = False
    strip: int = 0
    """How many squares around the sector belong to it."""


def page(board: Board, view: View) -> Page:
    """The drawing of the printed board: the sectors of the ends large, or all of it."""
    assert board.printed is not None, "the board is printed"
    return close_page(board, board.printed) if view == "close" else whole_page(board, board.printed)


def whole_page(board: Board, printed: Printed) -> Page:
    """The whole board across the width."""
    side = (WIDTH - 2 * MARGIN) / len(printed.ground[0])
    sheet = drawn_stretch(board, printed, _whole(printed), _NAMES_FAR)
    placed = PlacedChart(sheet, MARGIN, MARGIN, round(side / UNIT, 5))
    bottom = MARGIN + round(side * len(printed.ground))
    key, height = key_below(board.companies, bottom + MARGIN)
    return Page(_TEMPLATE, _facts([placed], Spot(WIDTH - 52, bottom - 60)), key, height)


def close_page(board: Board, printed: Printed) -> Page:
    """The sectors of the ends above each other, and beside them the board with these outlined, and the key."""
    columns = SIZE + 2 * _STRIP
    height = columns * _SIDE
    sheets = []
    for place, sector in enumerate(board.current):
        sheet = drawn_stretch(board, printed, _around(_cell(sector)), _NAMES, _cell(sector))
        sheets.append(PlacedChart(sheet, MARGIN, MARGIN + place * (height + _GAP), _SIDE / UNIT, sector, strip=_STRIP))
    left = MARGIN + height + _GAP
    far = (WIDTH - MARGIN - left) / len(printed.ground[0])
    whole = PlacedChart(
        drawn_stretch(board, printed, _whole(printed), 0), left, MARGIN + _ROSE, round(far / UNIT, 5), is_far=True
    )
    below = MARGIN + _ROSE + round(far * len(printed.ground)) + _GAP
    key = key_beside(board.companies, left, below + LINE // 2)
    bottom = max(MARGIN + len(sheets) * (height + _GAP) - _GAP, below + LINE * len(key))
    return Page(_TEMPLATE, _facts([*sheets, whole], Spot(left + 20, MARGIN + 32)), key, bottom + MARGIN)


def _facts(charts: Sequence[PlacedChart], rose: Spot) -> dict[str, object]:
    return {"charts": charts, "rose": rose}


def _cell(sector: int) -> Cell:
    row, column = divmod(sector - 1, ACROSS)
    return Cell(column, row)


def _around(cell: Cell) -> BoardStretch:
    corner = square_at(cell, 0)
    return BoardStretch(Square(corner.x - _STRIP, corner.y - _STRIP), SIZE + 2 * _STRIP, SIZE + 2 * _STRIP)


def _whole(printed: Printed) -> BoardStretch:
    return BoardStretch(Square(0, 0), len(printed.ground[0]), len(printed.ground))
