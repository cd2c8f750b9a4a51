"""The line as drawn and the ground below it: the landscape's squares, pieces, and the ends' ways on.

Lengths are in squares of outline.UNIT from the drawing's first square.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from pbem.drawing.outline import UNIT, Point
from pbem.drawing.terrain import middle
from pbem.games.line.board import BoardPiece, Tile, Tip
from rules_core.grid import BORDER, SIDES, SIZE, Cell, E, N, Side, Square, W, indices, square_at, step, step_cell
from rules_core.line.actions import EndName

Ground: TypeAlias = Mapping[Square, str]
"""The sign of every square of the landscape, and of the squares just outside."""

_BACK: Final = 58
"""How far behind the middle of the square that an end points at the end's name stands."""
_BADGE: Final = 36
"""How far north and east of a station's middle the name of the end stands that is there."""


def drawn_terrain_of(tiles: Sequence[Tile]) -> Ground:
    """The ground of a landscape, continued outside along its rim, so that no area ends where tiles do."""
    ground: dict[Square, str] = {}
    cells = {tile.cell for tile in tiles}
    for tile in tiles:
        west, north = tile.cell.x * SIZE, tile.cell.y * SIZE
        for index, sign in enumerate(tile.ground):
            ground[Square(west + index % SIZE, north + index // SIZE)] = sign
    for tile in tiles:
        for side in SIDES:
            if step_cell(tile.cell, side) not in cells:
                for square in _rim(tile, side):
                    ground.setdefault(step(square, side), ground[square])
    return ground


def near(ground: Ground, origin: Square, width: int, height: int) -> list[tuple[Point, str]]:
    """The mountains and water of a stretch of land and one square around it, `origin` being its (0, 0)."""
    found = []
    for y in range(-1, height + 1):
        for x in range(-1, width + 1):
            sign = ground.get(Square(origin.x + x, origin.y + y), ".")
            if sign != ".":
                found.append(((x, y), sign))
    return found


def _rim(tile: Tile, side: Side) -> list[Square]:
    return [square_at(tile.cell, index) for index in indices(BORDER[side])]


def block_at(x: int, y: int) -> tuple[int, int]:
    """The row and column of the block of a tile's size in which a point of a drawing lies."""
    return y // (SIZE * UNIT), x // (SIZE * UNIT)


class Laid(NamedTuple):
    """A piece of track or a station: its middle, and how it lies."""

    square: str
    """What the square is called in the drawing; empty for one that is drawn a second time there."""
    x: int
    y: int
    is_curve: bool
    turns: tuple[int, ...]
    """For track the degrees by which a straight from west to east, or a curve from north to east, is turned; for a
    station the degrees from north of each side the line uses."""
    is_bridge: bool
    company: int | None

    @property
    def block(self) -> tuple[int, int]:
        """The row and column of the tile's space in which it lies."""
        return block_at(self.x, self.y)


class WayOn(NamedTuple):
    """The square where an end may go on: its middle, and the degrees from east in which the line comes there."""

    x: int
    y: int
    turn: int
    letter_x: int
    letter_y: int
    """The middle of the end's name, which stands at the end of the line: the square itself stays to be seen."""


class Mark(NamedTuple):
    """An end of the line; `badge` is where the name of one at a station stands, None for track, which has one way."""

    name: EndName
    badge: Point | None
    ways: tuple[WayOn, ...]


def laid(piece: BoardPiece, origin: Square, square: str, *, is_bridge: bool) -> Laid:
    """A piece as it lies; `origin` is the drawing's first square."""
    x, y = middle(local(piece.square, origin))
    is_station = piece.company is not None
    is_curve = not is_station and (piece.sides[0] - piece.sides[1]) % 2 == 1
    turns = tuple(90 * side for side in piece.sides) if is_station else (_turn(piece.sides, is_curve=is_curve),)
    return Laid(square, x, y, is_curve, turns, is_bridge, piece.company)


def mark(tip: Tip, origin: Square) -> Mark:
    """An end of the line with its ways on."""
    ways = tuple(_way(tip, side, origin) for side in tip.ways)
    if not tip.is_station:
        return Mark(tip.name, None, ways)
    x, y = middle(local(tip.square, origin))
    return Mark(tip.name, (x + _BADGE, y - _BADGE), ways)


class Gutter(NamedTuple):
    """The names around a tile or sector being built on: its corner, its own name, and which sides are named.

    A side that touches another such tile or sector bears no names: they would stand on squares to be built on.
    """

    name: str
    x: int
    y: int
    has_letters: bool
    """The columns' names, above it, and its own above these; else that stands in the west."""
    has_numbers: bool


def gutters(cells: Sequence[Cell], origin: Square, name: Callable[[Cell], str]) -> Iterator[Gutter]:
    """The names around cells; `name` gives a cell's own."""
    for cell in cells:
        x, y = local(square_at(cell, 0), origin)
        north, west = (step_cell(cell, side) not in cells for side in (N, W))
        yield Gutter(name(cell), x * UNIT, y * UNIT, north, west)


def local(square: Square, origin: Square) -> Point:
    """A square by its column and row in a drawing."""
    return square.x - origin.x, square.y - origin.y


def tick(area: Sequence[Square], pieces: Collection[BoardPiece], tips: Collection[Tip]) -> Square:
    """The square of an area where it is ticked off as paid: a free one as near as can be to its middle."""
    taken = {piece.square for piece in pieces} | {step(tip.square, side) for tip in tips for side in tip.ways}
    x, y = (sum(values) / len(area) for values in zip(*area, strict=True))
    free = [square for square in area if square not in taken] or area
    return min(free, key=lambda square: ((square.x - x) ** 2 + (square.y - y) ** 2, square))


def _turn(sides: Sequence[Side], *, is_curve: bool) -> int:
    if not is_curve:
        return 0 if E in sides else 90
    return next(90 * side for side in SIDES if side in sides and (side + 1) % 4 in sides)


def _way(tip: Tip, side: Side, origin: Square) -> WayOn:
    x, y = middle(local(step(tip.square, side), origin))
    dx, dy = step(Square(0, 0), side)
    return WayOn(x, y, 90 * (side - E), x - _BACK * dx, y - _BACK * dy)
