"""The ground of a stretch of a printed board as drawn: coasts, borders, ranges and rivers.

Lengths are in squares of outline.UNIT from the stretch's north-west corner.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT, Point, bend, coastline, held, stream
from pbem.games.line.drawing.drawn_line import local
from pbem.games.line.drawing.printed_board import Printed, River
from pbem.games.line.drawing.terrain import middle
from rules_core.grid.geometry import Square
from rules_core.line.chart import ABROAD, LAND, WATER

_BEYOND: Final = 2
"""How many squares around a stretch its coasts are drawn on, so that they leave it as they run."""
_OVER: Final = 62
"""How far a river is drawn toward the middle of a square of water or abroad, in hundredths."""


class BoardStretch(NamedTuple):
    """A rectangle of the board: its north-west square, its width and height in squares."""

    origin: Square
    columns: int
    rows: int

    def holds(self, square: Square, beyond: int = 0) -> bool:
        """Whether a square lies in it, or so many squares beyond."""
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


class DrawnTerrain(NamedTuple):
    """What is drawn of the ground, as paths; and the squares of ranges, and those that bear rivers."""

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
def ground_of(printed: Printed, stretch: BoardStretch) -> DrawnTerrain:
    """The ground of a stretch; that of each sector of a board is made once."""
    origin = stretch.origin
    signs = {square: printed.sign(square) for square in stretch.around(_BEYOND)}
    land = [local(square, origin) for square, sign in signs.items() if sign != WATER]
    german = [local(square, origin) for square, sign in signs.items() if sign in LAND]
    heights = [square for square, sign in signs.items() if sign == "^"]
    courses = list(_courses(printed, stretch))
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
    """Where a river passes each square that bears its name: near the middle, its bends drawn in."""
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
    """The part of a course on each of its squares."""
    found: dict[Square, str] = {}
    for course in courses:
        points = [point for _, point in course]
        around = zip([points[0], *points], points, [*points[1:], points[-1]], strict=False)
        found |= {square: bend(*points) for (square, _), points in zip(course, around, strict=True)}
    return found


def _courses(printed: Printed, stretch: BoardStretch) -> Iterator[list[tuple[Square, Point]]]:
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
    """Where a river ends in a square beyond: where another river passes it, or just over the edge."""
    if beyond in beds:
        return beds[beyond]
    last = river.bearing[0 if beyond == river.course[0] else -1]
    (x, y), (px, py) = middle(local(beyond, origin)), middle(local(last, origin))
    return px + (x - px) * _OVER // 100, py + (y - py) * _OVER // 100
