"""The sectors of a printed board as drawn, and the names of the line's ends on the frames of theirs.

Lengths are in squares of outline.UNIT.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT
from pbem.games.germany.drawn_terrain import BoardStretch
from pbem.games.line.drawing.board import Board
from pbem.games.line.drawing.drawn_line import local
from pbem.games.line.drawing.printed_board import Printed
from rules_core.grid.geometry import SIZE, Cell, Square, cell_of
from rules_core.line.chart import ABROAD, number

_BADGES: Final = (3, 4)
"""The columns of a sector before which the names of the ends A and B stand on its frame."""


class Badge(NamedTuple):
    """The name of an end on the frame of its sector, where that is drawn small: how far east and south on it."""

    name: str
    x: int
    y: int


class Sector(NamedTuple):
    """A sector: its number, its north-west corner, and the ends of the line in it."""

    number: int
    x: int
    y: int
    ends: tuple[Badge, ...]


def sectors(board: Board, printed: Printed, stretch: BoardStretch) -> Iterator[Sector]:
    """The sectors of the board in which any square is its own country's."""
    seen = [square for square in stretch.around() if printed.is_on_board(square)]
    for cell in sorted({cell_of(square) for square in seen if printed.sign(square) != ABROAD}):
        x, y = local(Square(cell.x * SIZE, cell.y * SIZE), stretch.origin)
        yield Sector(number(cell), x * UNIT, y * UNIT, tuple(badges(board, cell)))


def badges(board: Board, cell: Cell) -> Iterator[Badge]:
    """The names of the ends in a sector, on that side of its frame which is the farther from the end."""
    for tip, column in zip(board.ends, _BADGES, strict=True):
        if cell_of(tip.square) == cell:
            yield Badge(tip.name, column * UNIT, SIZE * UNIT if tip.square.y % SIZE < SIZE // 2 else 0)
