"""The ground of a stretch of a printed board as drawn: coasts, borders, ranges, rivers, sectors, and names upon them.

Lengths are in squares of outline.UNIT, from the stretch's north-west corner where there is one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from pbem.drawing.lettering import Frame, Label, Name, around, placed
from pbem.drawing.page import Crop
from pbem.drawing.terrain import UNIT, Point, bend, coastline, held, middle, stream
from pbem.games.line.board import Board
from pbem.games.line.drawn_terrain import BoardStretch, local
from pbem.games.line.printed_board import Printed, River
from rules_core.grid import SIZE, Cell, Square, cell_of, square_at, step
from rules_core.line.chart import ABROAD, LAND, WATER, number

_BEYOND: Final = 2
"""How many squares around a stretch its coasts are drawn on, so that they leave it as they run."""
_OVER: Final = 62
"""How far a river is drawn toward the middle of a square of water or abroad, in hundredths."""

_BADGES: Final = (3, 4)
"""The columns of a sector before which the names of the ends A and B stand on its frame."""

_RIM: Final = 34
"""How far names keep from the edges of a stretch, where its columns and rows are named."""
_BANK: Final = 10
"""How far the bank of a river is from its middle, about."""
_PLACES: Final = 6
"""Beside how many squares of a river its name may stand."""
_OF_RIVERS: Final = 0.88
"""How large the names of rivers are beside others."""
_TOWN, _COUNTRY, _RIVER = "town", "country", "river"


class DrawnTerrain(NamedTuple):
    """The terrain as drawn, in paths; and the squares of ranges, and those that bear rivers."""

    land: str
    german: str
    """What of the land is the board's own country."""
    ranges: str
    rivers: str
    passing: Mapping[Square, str]
    """The part of a river on each square that bears one, for where something is drawn over it."""
    heights: tuple[Square, ...]
    bearing: frozenset[Square]


@lru_cache(maxsize=64)
def drawn_terrain_of(printed: Printed, stretch: BoardStretch) -> DrawnTerrain:
    """The ground of a stretch; that of each sector of a board is made once."""
    origin = stretch.origin
    signs = {square: printed.sign(square) for square in stretch.around(_BEYOND)}
    land = [local(square, origin) for square, sign in signs.items() if sign != WATER]
    german = [local(square, origin) for square, sign in signs.items() if sign in LAND]
    heights = [square for square, sign in signs.items() if sign == "^"]
    courses = list(_river_paths(printed, stretch))
    return DrawnTerrain(
        land=coastline(land, stretch.far),
        german=coastline(german, stretch.far, _meetings(signs, origin)),
        ranges=coastline([local(square, origin) for square in heights], stretch.far),
        rivers="".join(stream([point for _, point in course]) for course in courses),
        passing=_passing(courses),
        heights=tuple(square for square in heights if stretch.holds(square)),
        bearing=frozenset(square for river in printed.rivers for square in river.bearing),
    )


def bends(river: River, origin: Square) -> dict[Square, Point]:
    """The points at which a river passes each square that bears its name: near the middle, its bends drawn in."""
    middles = [middle(local(square, origin)) for square in river.course]
    drawn = {}
    for (x, y), square, before, after in zip(
        middles, river.course, [middles[0], *middles], [*middles[1:], middles[-1]], strict=False
    ):
        drawn[square] = (before[0] + 2 * x + after[0]) // 4, (before[1] + 2 * y + after[1]) // 4
    return {square: drawn[square] for square in river.bearing}


def _meetings(signs: Mapping[Square, str], origin: Square) -> set[Point]:
    """The corners at which the own country, land abroad and water meet: the coast need not turn there."""
    found = set()
    for x, y in signs:
        around = {signs.get(Square(x - dx, y - dy)) for dx in (0, 1) for dy in (0, 1)}
        if {ABROAD, WATER} < around:
            found.add(local(Square(x, y), origin))
    return found


def _passing(courses: Iterable[Sequence[tuple[Square, Point]]]) -> Mapping[Square, str]:
    found: dict[Square, str] = {}
    for course in courses:
        points = [point for _, point in course]
        around = zip([points[0], *points], points, [*points[1:], points[-1]], strict=False)
        found |= {square: bend(*points) for (square, _), points in zip(course, around, strict=True)}
    return found


def _river_paths(printed: Printed, stretch: BoardStretch) -> Iterator[list[tuple[Square, Point]]]:
    """All rivers seen, as the points they pass, one for each square.

    A tributary reaches its trunk, and others go over the edge of what lies beyond.
    """
    passed = [bends(river, stretch.origin) for river in printed.rivers]
    beds = {square: at for river, bed in zip(printed.rivers, passed, strict=True) for square, at in bed.items()}
    for river, bed in zip(printed.rivers, passed, strict=True):
        course = {square: bed.get(square) or _over(beds, square, river, stretch.origin) for square in river.course}
        for _, run in groupby(course, key=lambda square: stretch.holds(square, 1)):
            points = [(square, held(course[square], stretch.far)) for square in run if stretch.holds(square, 1)]
            if len(points) > 1:
                yield points


def _over(beds: Mapping[Square, Point], beyond: Square, river: River, origin: Square) -> Point:
    """The point where a river ends in a square beyond: where another river passes it, or just over the edge."""
    if beyond in beds:
        return beds[beyond]
    last = river.bearing[0 if beyond == river.course[0] else -1]
    (x, y), (px, py) = middle(local(beyond, origin)), middle(local(last, origin))
    return px + (x - px) * _OVER // 100, py + (y - py) * _OVER // 100


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
    seen: Crop | None
    """The part of the board that is drawn; None for all."""


def sectors(board: Board, printed: Printed, stretch: BoardStretch) -> Iterator[Sector]:
    """The sectors of the board in which any square is its own country's."""
    for cell in _own_cells(printed, stretch):
        corner = square_at(cell, 0)
        (x, y), is_whole = local(corner, stretch.origin), stretch.has_all_of(corner)
        seen = None if is_whole else stretch.seen_of(corner)
        yield Sector(number(cell), x * UNIT, y * UNIT, tuple(badges(board, cell)), seen)


@lru_cache(maxsize=64)
def _own_cells(printed: Printed, stretch: BoardStretch) -> tuple[Cell, ...]:
    squares = [square for square in stretch.around() if printed.is_on_board(square)]
    return tuple(sorted({cell_of(square) for square in squares if printed.sign(square) != ABROAD}))


def badges(board: Board, cell: Cell) -> Iterator[Badge]:
    """The names of the ends in a sector, on that side of its frame which is the farther from the end."""
    for tip, column in zip(board.ends, _BADGES, strict=True):
        if cell_of(tip.square) == cell:
            yield Badge(tip.name, column * UNIT, SIZE * UNIT if tip.square.y % SIZE < SIZE // 2 else 0)


@lru_cache(maxsize=64)
def labels(board: Board, printed: Printed, stretch: BoardStretch, size: int) -> tuple[Label, ...]:
    """The names of towns, countries and rivers, where they hide least; finding that took half the time of a map."""
    origin = stretch.origin
    names = [
        Name(town.name, size, _TOWN, (around(local(site.square, origin) for site in town.sites),))
        for town in printed.towns
        if any(stretch.holds(site.square) for site in town.sites)
    ]
    names += [
        Name(country.name, size, _COUNTRY, (around([local(country.square, origin)]),))
        for country in printed.countries
        if stretch.holds(country.square)
    ]
    names += [
        Name(river.name, round(size * _OF_RIVERS), _RIVER, places)
        for river in printed.rivers
        if (places := tuple(_banks(river, stretch)))
    ]
    weights = _weights(board, printed, stretch)
    return tuple(placed(names, weights, (_RIM, _RIM, stretch.columns * UNIT - _RIM, stretch.rows * UNIT - _RIM)))


def _banks(river: River, stretch: BoardStretch) -> Iterator[Frame]:
    seen = [at for square, at in bends(river, stretch.origin).items() if stretch.holds(square)]
    for x, y in sorted(seen, key=lambda at: abs(seen.index(at) - len(seen) // 2))[:_PLACES]:
        yield x - _BANK, y - _BANK, x + _BANK, y + _BANK


def _marked(board: Board, printed: Printed, stretch: BoardStretch) -> Iterator[Square]:
    for cell in {cell_of(tip.square) for tip in board.ends}:
        corner = square_at(cell, 0)
        for n in range(-1, SIZE):
            yield from (Square(corner.x + n, corner.y - 1), Square(corner.x - 1, corner.y + n))
    for sector in sectors(board, printed, stretch):
        yield from _around(stretch, sector.x, sector.y, 0)
        for badge in sector.ends:
            yield from _around(stretch, sector.x + badge.x, sector.y + badge.y, 1)


def _around(stretch: BoardStretch, x: int, y: int, before: int) -> Iterator[Square]:
    for dy in range(before + 1):
        for dx in range(before + 1):
            yield Square(stretch.origin.x + x // UNIT - dx, stretch.origin.y + y // UNIT - dy)


def _weights(board: Board, printed: Printed, stretch: BoardStretch) -> dict[str, dict[Point, float]]:
    """The points that a name must not cover, and how much each weighs, by what the name is of."""
    weights: dict[Square, float] = dict.fromkeys(_squares_of(printed, stretch, WATER), 0.1)
    weights |= dict.fromkeys(drawn_terrain_of(printed, stretch).bearing, 0.4)
    weights |= dict.fromkeys(_marked(board, printed, stretch), 2.0)
    weights |= dict.fromkeys((step(tip.square, side) for tip in board.ends for side in tip.ways), 8.0)
    weights |= dict.fromkeys((piece.square for piece in board.pieces), 6.0)
    weights |= dict.fromkeys(site_squares(printed) | {country.square for country in printed.countries}, 12.0)
    towns = {local(square, stretch.origin): weight for square, weight in weights.items()}
    land = {local(square, stretch.origin): 3.0 for square in _squares_of(printed, stretch, LAND)}
    return {_TOWN: towns, _COUNTRY: {**land, **towns}, _RIVER: towns}


@lru_cache(maxsize=64)
def _squares_of(printed: Printed, stretch: BoardStretch, ground: str) -> tuple[Square, ...]:
    return tuple(square for square in stretch.around() if printed.sign(square) in ground)


def site_squares(printed: Printed) -> set[Square]:
    """All town squares."""
    return {site.square for town in printed.towns for site in town.sites}
