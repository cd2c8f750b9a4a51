"""The ground of a stretch of the board as drawn, the stretches that are drawn large, and where they stand on the
page.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from pbem.drawing.page import MARGIN, WIDTH, Crop
from pbem.drawing.terrain import UNIT, Point, middle
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


_ROOM: Final = WIDTH - 2 * MARGIN
GAP: Final = 20
"""Between two parts: what hangs out of one ends before the other."""
_NARROW: Final = 9
"""The columns of a close-up of one tile or sector."""
_SIDE: Final = 57
"""The side of a square in such a one, where something stands beside it."""


class PartPlace(NamedTuple):
    """The north-west corner of a part, and its scale."""

    x: int
    y: int
    scale: float


class Arrangement(NamedTuple):
    """The places of close-ups, and the room that is left: beside them from `left` on, and below them."""

    places: tuple[PartPlace, ...]
    left: int | None
    """None where nothing stands beside them."""
    below: int


def arranged(found: Sequence[Closeup], *, leaves_room: bool) -> Arrangement:
    """Arrange close-ups; a single narrow one leaves room beside it or takes the whole width."""
    columns = max(each.stretch.columns for each in found)
    if columns > _NARROW or (len(found) == 1 and not leaves_room):
        return _in_a_row(found, _ROOM // columns)
    if len(found) > 1 and are_beside(found):
        return _in_a_row(sorted(found, key=lambda each: each.stretch.middle), (_ROOM - GAP) // (2 * columns), found)
    places, y = [], MARGIN
    for each in found:
        places.append(PartPlace(MARGIN, y, _SIDE / UNIT))
        y += each.stretch.rows * _SIDE + GAP
    return Arrangement(tuple(places), MARGIN + columns * _SIDE + GAP, y)


def _in_a_row(found: Sequence[Closeup], side: int, wanted: Sequence[Closeup] = ()) -> Arrangement:
    x, places = MARGIN, {}
    left = _ROOM - sum(each.stretch.columns * side for each in found) - GAP * (len(found) - 1)
    x += left // 2
    for each in found:
        places[each] = PartPlace(x, MARGIN, side / UNIT)
        x += each.stretch.columns * side + GAP
    below = MARGIN + max(each.stretch.rows for each in found) * side + GAP
    return Arrangement(tuple(places[each] for each in wanted or found), None, below)
