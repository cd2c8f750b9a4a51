"""Terrain as drawn: its signs, and outlines of what lies on a board of squares."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Final, NamedTuple, TypeAlias

UNIT: Final = 100
"""The length of a square's side in the paths made here."""
_ROUND: Final = 30
"""How far from a corner its rounding begins."""

EDGE: Final = 14
"""How far paths may go beyond the edges of their drawing: as far as hides their strokes there."""

Point: TypeAlias = tuple[int, int]
_RIGHT_TURNS: Final[dict[Point, Point]] = {(1, 0): (0, 1), (0, 1): (-1, 0), (-1, 0): (0, -1), (0, -1): (1, 0)}
"""The direction to the right of each, y growing downward."""


def outline(squares: Collection[Point]) -> str:
    """The path around all areas of these squares, and around the holes in them: "M30 0h40q30 0 30 30...z".

    Areas that touch at a corner only stay apart, as they do for the rules (FR-39, FR-40).
    """
    return "".join(_path(loop) for loop in _loops(squares))


def outline_within(squares: Collection[Point], far: Point) -> str:
    """As `outline`, but no farther than EDGE beyond (0, 0) and the south-eastern corner `far`."""
    return "".join(_slope([(x * UNIT, y * UNIT) for x, y in corners], far) for corners in _loops(squares))


def contour(cells: Collection[Point], side: int, within: int) -> str:
    """A path around cells with sides of a length, so far within their edges; its corners are rounded."""
    return "".join(_contour(corners, side, within) for corners in _loops(cells))


def blocks(squares: Iterable[Point]) -> str:
    """A path around each stretch of squares beside each other in a row: for filling, with sharp corners."""
    rows: dict[int, list[int]] = {}
    for x, y in sorted(squares):
        rows.setdefault(y, []).append(x)
    return "".join(
        f"M{x * UNIT} {y * UNIT}h{length * UNIT}v{UNIT}h{-length * UNIT}z"
        for y, columns in sorted(rows.items())
        for x, length in _runs(columns)
    )


def coastline(squares: Collection[Point], far: Point, fixed: Collection[Point] = ()) -> str:
    """An outline as `outline` gives it, but with stairs cut to slopes, as coasts and borders run.

    No square loses more than its corners. The outline goes no farther than EDGE beyond (0, 0) and the south-eastern
    corner `far`. `fixed` are corners where another line continues without a slope; they are not cut.
    """
    return "".join(_slope(list(_cut(corners, fixed)), far) for corners in _loops(squares))


def held(point: Point, far: Point) -> Point:
    """The point, or the nearest to it that lies no farther than EDGE beyond a drawing which ends at `far`."""
    return min(max(point[0], -EDGE), far[0] + EDGE), min(max(point[1], -EDGE), far[1] + EDGE)


def stream(points: Sequence[Point]) -> str:
    """The path of a river from its first point to its last, bending between the middles of its stretches."""
    steps = [f"M{points[0][0]} {points[0][1]}L{_between(points[0], points[1])}"]
    steps += [f"Q{point[0]} {point[1]} {_between(point, following)}" for point, following in pairwise(points[1:])]
    return "".join([*steps, f"L{points[-1][0]} {points[-1][1]}"])


def bend(before: Point, at: Point, after: Point) -> str:
    """Draw the part of a `stream` around one of its points, between the middles of the stretches on both sides."""
    return f"M{_between(before, at)}Q{at[0]} {at[1]} {_between(at, after)}"


def _contour(corners: list[Point], side: int, within: int) -> str:
    parts: list[str] = []
    for place, (x, y) in enumerate(corners):
        (dx, dy) = _toward(corners[place - 1], corners[place])
        (ex, ey) = _toward(corners[place], corners[(place + 1) % len(corners)])
        inward = [_RIGHT_TURNS[dx, dy], _RIGHT_TURNS[ex, ey]]
        x, y = (n * side + within * (one + other) for n, one, other in zip((x, y), *inward, strict=True))
        parts.append(f"{'L' if parts else 'M'}{x - 2 * _ROUND * dx} {y - 2 * _ROUND * dy}")
        parts.append(f"Q{x} {y} {x + 2 * _ROUND * ex} {y + 2 * _ROUND * ey}")
    return "".join([*parts, "z"])


def _runs(columns: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = length = 0
    for x in columns:
        if length and x == first + length:
            length += 1
        else:
            if length:
                yield first, length
            first, length = x, 1
    if length:
        yield first, length


def _between(one: Point, other: Point) -> str:
    return f"{(one[0] + other[0]) // 2} {(one[1] + other[1]) // 2}"


def _slope(corners: list[Point], far: Point) -> str:
    points = [point for point, _ in groupby(held(corner, far) for corner in corners)]
    if len(points) < 3:
        return ""
    if points[0] == points[-1]:
        points.pop()
    parts: list[str] = []
    at = ""
    for place, (x, y) in enumerate(points):
        before = _halfway((x, y), points[place - 1])
        if before != at:
            parts.append(f"{'L' if parts else 'M'}{before}")
        at = _halfway((x, y), points[(place + 1) % len(points)])
        parts.append(f"Q{x} {y} {at}")
    return "".join([*parts, "z"])


def _halfway(here: Point, there: Point) -> str:
    """The point half the way, or as far as a rounding reaches, from here to there."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    part = min(0.5, _ROUND / max(abs(dx), abs(dy)))
    return f"{round(here[0] + dx * part)} {round(here[1] + dy * part)}"


def _cut(corners: list[Point], fixed: Collection[Point]) -> Iterator[Point]:
    """The points of a path whose stairs are cut, in order; in lengths of the path."""
    turns = [0 if corner in fixed else _turn(corners, place) for place, corner in enumerate(corners)]
    stairs = [_is_stair(corners, turns, place) for place in range(len(corners))]
    for place, (x, y) in enumerate(corners):
        following = (place + 1) % len(corners)
        if not stairs[place]:
            yield x * UNIT, y * UNIT
        (dx, dy), length = _toward((x, y), corners[following]), _length((x, y), corners[following])
        if stairs[place] or (stairs[following] and length == 1):
            yield x * UNIT + dx * UNIT // 2, y * UNIT + dy * UNIT // 2
        if stairs[following] and length > 1:
            along = length * UNIT - UNIT // 2
            yield x * UNIT + dx * along, y * UNIT + dy * along


def _is_stair(corners: list[Point], turns: list[int], place: int) -> bool:
    following = (place + 1) % len(corners)
    return any(
        turns[beside] == -turns[place] != 0 and _length(corners[beside], corners[place]) == 1
        for beside in (place - 1, following)
    )


def _turn(corners: list[Point], place: int) -> int:
    """1 for a corner to the right, -1 for one to the left."""
    (dx, dy) = _toward(corners[place - 1], corners[place])
    (ex, ey) = _toward(corners[place], corners[(place + 1) % len(corners)])
    return dx * ey - dy * ex


def _length(one: Point, other: Point) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _loops(squares: Collection[Point]) -> Iterator[list[Point]]:
    edges = _edges(set(squares))
    while edges:
        start = at = min(edges)
        direction = edges[start][0]
        corners: list[Point] = []
        while True:
            ways = edges[at]
            right = _RIGHT_TURNS[direction]
            turned = right if right in ways else ways[0]
            if turned != direction or not corners:
                corners.append(at)
            ways.remove(turned)
            if not ways:
                del edges[at]
            direction = turned
            at = (at[0] + direction[0], at[1] + direction[1])
            if at == start:
                break
        yield corners


def _edges(squares: set[Point]) -> dict[Point, list[Point]]:
    edges: dict[Point, list[Point]] = {}
    for x, y in squares:
        if (x, y - 1) not in squares:
            edges.setdefault((x, y), []).append((1, 0))
        if (x + 1, y) not in squares:
            edges.setdefault((x + 1, y), []).append((0, 1))
        if (x, y + 1) not in squares:
            edges.setdefault((x + 1, y + 1), []).append((-1, 0))
        if (x - 1, y) not in squares:
            edges.setdefault((x, y + 1), []).append((0, -1))
    return edges


def _path(corners: list[Point]) -> str:
    steps: list[str] = []
    first = _toward(corners[0], corners[1])
    parts = [f"M{corners[0][0] * UNIT + first[0] * _ROUND} {corners[0][1] * UNIT + first[1] * _ROUND}"]
    for place, here in enumerate(corners):
        there, beyond = corners[(place + 1) % len(corners)], corners[(place + 2) % len(corners)]
        (dx, dy), (ex, ey) = _toward(here, there), _toward(there, beyond)
        run = _length(here, there) * UNIT - 2 * _ROUND
        steps.append(f"h{dx * run}" if dx else f"v{dy * run}")
        control = f"{dx * _ROUND} {dy * _ROUND}"
        steps.append(f"q{control} {(dx + ex) * _ROUND} {(dy + ey) * _ROUND}")
    return "".join([*parts, *steps, "z"])


def _toward(here: Point, there: Point) -> Point:
    return ((there[0] > here[0]) - (there[0] < here[0]), (there[1] > here[1]) - (there[1] < here[1]))


class Glyph(NamedTuple):
    """A small drawing that is put on many squares: a path from a point that lies above the square's middle."""

    above: int
    left: int
    path: str


PEAK: Final = Glyph(22, 0, "l-28 44m28-44l30 44h-22l-7-13 5-9-8-8z")
WAVE: Final = Glyph(9, 32, "q8-11 16 0t16 0 16 0 16 0m-56 20q8-11 16 0t16 0 16 0")
PEAKS: Final = Glyph(28, 10, "l-30 50m30-50l33 50h-25l-8-15 6-10-9-9zm38 18l-19 32m19-32l21 32h-16l-5-10 4-6-6-6z")
"""A higher one and a lower, for a map on which ranges are all there is between towns."""
FAR_PEAK: Final = Glyph(34, 0, "l-44 70m44-70l47 70h-34l-11-20 8-14-12-14z")
FAR_WAVE: Final = Glyph(0, 56, "q14-20 28 0t28 0 28 0 28 0")
"""For the landscape, where a square is small and only one in four bears any."""


class TerrainPaths(NamedTuple):
    """Paths in squares of outline.UNIT: areas, peaks as lines and shaded sides, waves as lines."""

    mountains: str
    lakes: str
    peaks: str
    waves: str
    high: str = ""
    wet: str = ""
    """The squares that bear peaks and waves, for a page's drawing to fill with a pattern of them."""


def near_terrain(
    land: Sequence[tuple[Point, str]], bare: Collection[Point] = (), far: Point | None = None
) -> TerrainPaths:
    """Mountains and water seen closely; no peak or wave stands on the `bare` squares.

    With `far`, the south-eastern corner of what is seen, nothing hangs far out of it.
    """
    around: Callable[[Collection[Point]], str] = outline
    if far is not None:
        around = partial(outline_within, far=far)
    mountains, lakes = _parted(land)
    high, wet = (
        [point for point in points if point not in bare and _is_in(point, far)] for points in (mountains, lakes)
    )
    return TerrainPaths(around(mountains), around(lakes), peaks(high), _strewn(WAVE, wet), blocks(high), blocks(wet))


def _is_in(point: Point, far: Point | None) -> bool:
    return far is None or (0 <= point[0] * UNIT < far[0] and 0 <= point[1] * UNIT < far[1])


def far_terrain(land: Sequence[tuple[Point, str]]) -> TerrainPaths:
    """Mountains and water of a landscape seen from afar."""
    mountains, lakes = _parted(land)
    return TerrainPaths(
        outline(mountains),
        outline(lakes),
        _strewn(FAR_PEAK, filter(_is_one_in_four, mountains)),
        _strewn(FAR_WAVE, filter(_is_one_in_four, lakes)),
    )


def peaks(squares: Iterable[Point]) -> str:
    """Peaks on each of some squares, not quite in rows, as mountains are."""
    middles = ((middle(point), _astray(point)) for point in squares)
    return "".join(f"M{x - PEAKS.left + dx} {y - PEAKS.above + dy}{PEAKS.path}" for (x, y), (dx, dy) in middles)


def _astray(point: Point) -> Point:
    """The offset of peaks from the middle of their square; always the same on one square."""
    x, y = point
    return (x * 7 + y * 11) % 5 * 5 - 10, (x * 5 + y * 3) % 5 * 4 - 8


def middle(point: Point) -> Point:
    """The middle of a square, in a drawing of squares of outline.UNIT."""
    return point[0] * UNIT + UNIT // 2, point[1] * UNIT + UNIT // 2


def _parted(land: Sequence[tuple[Point, str]]) -> tuple[list[Point], list[Point]]:
    return [point for point, sign in land if sign == "^"], [point for point, sign in land if sign == "~"]


def _strewn(glyph: Glyph, points: Iterable[Point]) -> str:
    middles = map(middle, points)
    return "".join(f"M{x - glyph.left} {y - glyph.above}{glyph.path}" for x, y in middles)


def _is_one_in_four(point: Point) -> bool:
    x, y = point
    return x % 2 == 0 and (y + x // 2) % 2 == 0
