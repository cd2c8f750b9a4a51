"""Rectangles of a board: the whole of it, and what is looked at closely around the ends of the line.

Lengths in drawings are in squares of outline.UNIT. The drawing on a page has the board's own squares: that at column x
and row y begins at (x * UNIT, y * UNIT), so that whoever knows a square knows where it is drawn.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT, Point
from pbem.drawing.page import Crop
from rules_core.grid import SIZE, Cell, Square, square_at

STRIP: Final = 1
"""The squares seen closely on each side of the tiles or sectors being built on, for where the line could go."""
_UP: Final = 24
"""How far above the middle of a strip in the north the name there stands."""


class BoardStretch(NamedTuple):
    """A rectangle of the board: its north-west square, its width and height in squares."""

    origin: Square
    columns: int
    rows: int

    def holds(self, square: Square, beyond: int = 0) -> bool:
        """Whether a square lies in the stretch, or at most `beyond` squares outside."""
        x, y = square.x - self.origin.x, square.y - self.origin.y
        return -beyond <= x < self.columns + beyond and -beyond <= y < self.rows + beyond

    @property
    def far(self) -> Point:
        """Its south-eastern corner in a drawing."""
        return self.columns * UNIT, self.rows * UNIT

    def around(self, beyond: int = 0) -> Iterator[Square]:
        """Its squares, and those around it."""
        for y in range(-beyond, self.rows + beyond):
            for x in range(-beyond, self.columns + beyond):
                yield Square(self.origin.x + x, self.origin.y + y)

    def crop(self, more: int = 0) -> Crop:
        """The stretch as a part of a page's drawing, with a margin."""
        return Crop(
            self.origin.x * UNIT - more,
            self.origin.y * UNIT - more,
            self.columns * UNIT + 2 * more,
            self.rows * UNIT + 2 * more,
        )

    def has_all_of(self, corner: Square) -> bool:
        """Whether it holds the whole tile or sector with that north-western square."""
        x, y = corner.x - self.origin.x, corner.y - self.origin.y
        return 0 <= x <= self.columns - SIZE and 0 <= y <= self.rows - SIZE

    def has_any_of(self, corner: Square) -> bool:
        """Whether it holds a square of that."""
        x, y = corner.x - self.origin.x, corner.y - self.origin.y
        return -SIZE < x < self.columns and -SIZE < y < self.rows

    def seen_of(self, corner: Square) -> Crop:
        """The part of that which it holds, from its own corner on."""
        x, y = corner.x - self.origin.x, corner.y - self.origin.y
        west, north = max(x, 0), max(y, 0)
        east, south = min(x + SIZE, self.columns), min(y + SIZE, self.rows)
        return Crop(west * UNIT, north * UNIT, (east - west) * UNIT, (south - north) * UNIT)

    def name_at(self, corner: Square) -> Point | None:
        """The place for the name of a tile or sector stands of which only an edge is seen; None at a corner.

        It keeps clear of the names of columns and rows, which stand in the north and west of what is built on.
        """
        seen, strip = self.seen_of(corner), STRIP * UNIT
        if (seen.width, seen.height) == (strip, strip):
            return None
        x, y = seen.x + seen.width // 2, seen.y + seen.height // 2
        if seen.height == strip and not seen.y:
            return x, y - _UP
        return (x, y + UNIT // 2) if seen.width == strip and not seen.x else (x, y)

    @property
    def middle(self) -> Point:
        """Its middle in the drawing of a page."""
        return (2 * self.origin.x + self.columns) * UNIT // 2, (2 * self.origin.y + self.rows) * UNIT // 2


class Closeup(NamedTuple):
    """A stretch that is looked at closely: that around the cells of the ends, or of one of them."""

    stretch: BoardStretch
    cells: tuple[Cell, ...]


def closeups(cells: Sequence[Cell]) -> list[Closeup]:
    """The close-ups where the ends lie in these cells: one stretch where these touch, else one for each."""
    xs, ys = zip(*cells, strict=True)
    if max(xs) - min(xs) < 2 and max(ys) - min(ys) < 2:
        return [_closeup(cells)]
    return [_closeup([cell]) for cell in sorted(cells, key=lambda cell: (cell.y, cell.x))]


def _closeup(cells: Sequence[Cell]) -> Closeup:
    xs, ys = zip(*cells, strict=True)
    corner = square_at(Cell(min(xs), min(ys)), 0)
    columns, rows = ((max(values) - min(values) + 1) * SIZE + 2 * STRIP for values in (xs, ys))
    return Closeup(BoardStretch(Square(corner.x - STRIP, corner.y - STRIP), columns, rows), tuple(cells))


def are_beside(found: Sequence[Closeup]) -> bool:
    """Whether two close-ups lie rather beside each other than one above the other."""
    (ax, ay), (bx, by) = found[0].stretch.middle, found[-1].stretch.middle
    return abs(ax - bx) > abs(ay - by)
