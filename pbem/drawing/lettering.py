"""The placing of names on a map: beside what they name, and as little as can be over what must be seen.

Lengths are in squares of outline.UNIT from the drawing's first square.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from pbem.drawing.page import width
from pbem.drawing.terrain import UNIT, Point

Frame: TypeAlias = tuple[float, float, float, float]
"""West, north, east and south."""
_HALO: Final = 8
"""How much wider a name is by what sets it off from its ground."""
_GAP: Final = 8
"""How far a name stands from what it names."""
_OFF_PLACE: Final = 0.02
"""What a place that is less usual costs, in squares of a name laid over a mark of weight 1."""
_CHEAP: Final = 1.0
"""What a good place costs at most."""
_OVER_NAME: Final = 30.0
"""What it costs that a name is laid over another's square."""


class Name(NamedTuple):
    """A name to be placed: in which size, what kind of thing it names, and what it may stand beside, the best first.

    Each is the west, north, east and south of squares in a row or a block, or of a point.
    """

    text: str
    size: int
    kind: str
    beside: tuple[Frame, ...]


class Label(NamedTuple):
    """A name in its place: the middle of it."""

    text: str
    x: int
    y: int
    size: int
    kind: str


def placed(names: Iterable[Name], weights: Mapping[str, Mapping[Point, float]], within: Frame) -> list[Label]:
    """Place names on the map; those with no room within the frame are left out.

    Names with few good places come first. Each takes the best place beside those placed before it, and is then moved
    once more with all others in place. `weights` gives the cost of covering a square, for each kind of name.
    """
    wanted = [(name, [frame for frame in _frames(name) if _is_within(frame, within)]) for name in names]
    costs = [
        [_covered(frame, weights[name.kind]) + _OFF_PLACE * rank for rank, frame in enumerate(frames)]
        for name, frames in wanted
    ]
    order = sorted(range(len(wanted)), key=lambda place: sum(cost < _CHEAP for cost in costs[place]))
    reaches = [_all_of(frames) for _name, frames in wanted]
    chosen: dict[int, Frame] = {}
    for place in (*order, *order):
        frames = wanted[place][1]
        if frames:
            reach = reaches[place]
            others = [frame for other, frame in chosen.items() if other != place and _common(frame, reach)]
            ranked = [
                (cost + _over_names(frame, others), rank)
                for rank, (cost, frame) in enumerate(zip(costs[place], frames, strict=True))
            ]
            chosen[place] = frames[min(ranked)[1]]
    return [_label(wanted[place][0], frame) for place, frame in sorted(chosen.items())]


def _label(name: Name, frame: Frame) -> Label:
    west, north, east, south = frame
    return Label(name.text, round((west + east) / 2), round((north + south) / 2), name.size, name.kind)


def around(squares: Iterable[Point]) -> Frame:
    """The frame around some squares."""
    xs, ys = zip(*squares, strict=True)
    return min(xs) * UNIT, min(ys) * UNIT, (max(xs) + 1) * UNIT, (max(ys) + 1) * UNIT


def _frames(name: Name) -> Iterator[Frame]:
    length, height = width(name.text, name.size) + _HALO, name.size * 1.0
    for beside in name.beside:
        for x, y in _middles(beside, length, height):
            yield x - length / 2, y - height / 2, x + length / 2, y + height / 2


def _middles(beside: Frame, width: float, height: float) -> list[tuple[float, float]]:
    """List the middles for a name of this size: below, above, right and left, and there in line with an edge."""
    west, north, east, south = beside
    above, below = north - _GAP - height / 2, south + _GAP + height / 2
    left, right = west - _GAP - width / 2, east + _GAP + width / 2
    x, y = (west + east) / 2, (north + south) / 2
    middles = [(x, below), (x, above), (right, y), (left, y)]
    if east - west >= UNIT:
        middles += [(x, y) for y in (below, above) for x in (west + width / 2, east - width / 2)]
    if south - north > UNIT:
        middles += [(x, y) for x in (right, left) for y in (north + UNIT / 2, south - UNIT / 2)]
    return middles


def _is_within(frame: Frame, within: Frame) -> bool:
    return frame[0] >= within[0] and frame[1] >= within[1] and frame[2] <= within[2] and frame[3] <= within[3]


def _covered(frame: Frame, weights: Mapping[Point, float]) -> float:
    west, north, east, south = (int(edge // UNIT) for edge in frame)
    squares = ((x, y) for y in range(north, south + 1) for x in range(west, east + 1) if (x, y) in weights)
    return sum(
        weights[x, y] * _common(frame, (x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT)) / UNIT**2
        for x, y in squares
    )


def _all_of(frames: Sequence[Frame]) -> Frame:
    if not frames:
        return 0, 0, 0, 0
    wests, norths, easts, souths = zip(*frames, strict=True)
    return min(wests), min(norths), max(easts), max(souths)


def _over_names(frame: Frame, others: Sequence[Frame]) -> float:
    return _OVER_NAME * sum(_common(frame, other) for other in others) / UNIT**2


def _common(one: Frame, other: Frame) -> float:
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0.0
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
