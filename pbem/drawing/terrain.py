"""Mountains and water as drawn: areas with their outlines, and the signs upon them that tell them without colours.

Squares are told by their columns and rows; lengths are in squares of outline.UNIT from the drawing's first square.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT, Point, blocks, outline, outline_within


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
