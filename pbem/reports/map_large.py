"""A tile being built on, as drawn large. Lengths are in squares of outline.UNIT from the tile's north-west corner."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pbem.reports.board import Board, Piece, Tile, Tip
from pbem.reports.names import on_tile
from pbem.reports.outline import UNIT, Point, outline
from pbem.reports.relief import Ground, Relief, middle, near, relief
from rules_core.actions import EndName
from rules_core.geometry import (
    SIDES,
    SIZE,
    Cell,
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

FRINGE: Final = 24
"""How much of the tiles beside a large one is seen."""
_TILE: Final = SIZE * UNIT
_FRINGES: Final[dict[Side, tuple[int, int, int, int]]] = {
    N: (0, -FRINGE, _TILE, FRINGE),
    E: (_TILE, 0, FRINGE, _TILE),
    S: (0, _TILE, _TILE, FRINGE),
    W: (-FRINGE, 0, FRINGE, _TILE),
}
_BADGE: Final = 36
"""How far north and east of a station's middle the name of the end stands that is there."""


class Laid(NamedTuple):
    """A piece of track or a station: its middle, and how it lies."""

    square: str
    x: int
    y: int
    is_curve: bool
    turns: tuple[int, ...]
    """For track the degrees by which a straight from west to east, or a curve from north to east, is turned; for a
    station the degrees from north of each side the line uses."""
    is_bridge: bool
    company: int | None


class Way(NamedTuple):
    """The square where an end may go on: its middle, and the degrees from east in which the line comes there."""

    x: int
    y: int
    turn: int
    letter_x: int
    letter_y: int
    """The middle of the end's name, which stands towards the line."""


class Mark(NamedTuple):
    """An end of the line; `badge` is where the name of one at a station stands, None for track, which has one way."""

    name: EndName
    badge: Point | None
    ways: tuple[Way, ...]


class Sheet(NamedTuple):
    """A tile being built on, large."""

    number: int
    seen: tuple[tuple[int, int, int, int], ...]
    """What of the landscape is seen around the tile, each as x, y, width and height."""
    relief: Relief
    ticks: tuple[Point, ...]
    """Where areas paid for in this turn are ticked off."""
    new: str
    """The outlines of what was built since the last turn."""
    pieces: tuple[Laid, ...]
    marks: tuple[Mark, ...]


def sheet_of(board: Board, tile: Tile, ground: Ground) -> Sheet:
    """A tile as drawn large; `ground` is that of the whole landscape."""
    cells = {other.cell for other in board.tiles}
    pieces = [piece for piece in board.pieces if cell_of(piece.square) == tile.cell]
    tips = [tip for tip in board.ends if cell_of(tip.square) == tile.cell]
    ticked = [_tick(area, pieces, tips, tile.cell) for area in _areas(tile.paid)]
    bare = {_local(piece.square) for piece in pieces} | {_local(square) for square in ticked}
    bare |= {_local(step(tip.square, tip.ways[0])) for tip in tips if not tip.is_station}
    land = near(ground, square_at(tile.cell, 0), SIZE, SIZE)
    return Sheet(
        number=tile.number,
        seen=tuple(_FRINGES[side] for side in SIDES if step_cell(tile.cell, side) in cells),
        relief=relief(land, bare),
        ticks=tuple(middle(_local(square)) for square in ticked),
        new=outline([_local(piece.square) for piece in pieces if piece.is_new]),
        pieces=tuple(_laid(piece, tile) for piece in pieces),
        marks=tuple(_mark(tip) for tip in tips),
    )


def _local(square: Square) -> Point:
    """A square by its column and row on its tile."""
    return square.x % SIZE, square.y % SIZE


def _laid(piece: Piece, tile: Tile) -> Laid:
    x, y = middle(_local(piece.square))
    is_station = piece.company is not None
    is_curve = not is_station and (piece.sides[0] - piece.sides[1]) % 2 == 1
    turns = tuple(90 * side for side in piece.sides) if is_station else (_turn(piece.sides, is_curve=is_curve),)
    is_bridge = tile.ground[index_of(piece.square)] == "~"
    return Laid(on_tile(piece.square), x, y, is_curve, turns, is_bridge, piece.company)


def _turn(sides: Sequence[Side], *, is_curve: bool) -> int:
    """The degrees by which a straight from west to east, or a curve from north to east, is turned."""
    if not is_curve:
        return 0 if E in sides else 90
    return next(90 * side for side in SIDES if side in sides and (side + 1) % 4 in sides)


def _mark(tip: Tip) -> Mark:
    ways = tuple(_way(tip, side) for side in tip.ways)
    if not tip.is_station:
        return Mark(tip.name, None, ways)
    x, y = middle(_local(tip.square))
    return Mark(tip.name, (x + _BADGE, y - _BADGE), ways)


def _way(tip: Tip, side: Side) -> Way:
    x, y = middle(_local(step(tip.square, side)))
    dx, dy = step(Square(0, 0), side)
    return Way(x, y, 90 * (side - E), x - 9 * dx, y - 9 * dy)


def _areas(squares: Mask) -> list[Mask]:
    """The connected parts of a set of squares."""
    found = []
    while squares:
        area = flood(squares & -squares, squares)
        found.append(area)
        squares &= ~area
    return found


def _tick(area: Mask, pieces: Sequence[Piece], tips: Sequence[Tip], cell: Cell) -> Square:
    """The square of an area where it is ticked off: a free one as near as can be to its middle."""
    squares = [square_at(cell, index) for index in indices(area)]
    taken = {piece.square for piece in pieces} | {step(tip.square, side) for tip in tips for side in tip.ways}
    x, y = (sum(values) / len(squares) for values in zip(*squares, strict=True))
    free = [square for square in squares if square not in taken] or squares
    return min(free, key=lambda square: ((square.x - x) ** 2 + (square.y - y) ** 2, square))
