"""Sets of squares as the outlines of areas, for drawing: their corners rounded, as coasts are on a map."""

from collections.abc import Collection, Iterator
from typing import Final, TypeAlias

UNIT: Final = 100
"""The length of a square's side in the paths made here."""
_ROUND: Final = 30
"""How far from a corner its rounding begins."""

Point: TypeAlias = tuple[int, int]
_RIGHT_TURNS: Final[dict[Point, Point]] = {(1, 0): (0, 1), (0, 1): (-1, 0), (-1, 0): (0, -1), (0, -1): (1, 0)}
"""The direction to the right of each, y growing downward."""


def outline(squares: Collection[Point]) -> str:
    """The path around all areas of these squares, and around the holes in them: "M30 0h40q30 0 30 30...z".

    Areas that touch at a corner only stay apart, as they do for the rules (FR-39, FR-40).
    """
    return "".join(_path(loop) for loop in _loops(squares))


def _loops(squares: Collection[Point]) -> Iterator[list[Point]]:
    """The corners of each boundary, in order, the area lying to the right."""
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
    """The directions in which boundaries leave each corner, the area lying to the right."""
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
    """A closed path through some corners, each rounded."""
    steps: list[str] = []
    first = _toward(corners[0], corners[1])
    parts = [f"M{corners[0][0] * UNIT + first[0] * _ROUND} {corners[0][1] * UNIT + first[1] * _ROUND}"]
    for place, here in enumerate(corners):
        there, beyond = corners[(place + 1) % len(corners)], corners[(place + 2) % len(corners)]
        (dx, dy), (ex, ey) = _toward(here, there), _toward(there, beyond)
        run = (abs(there[0] - here[0]) + abs(there[1] - here[1])) * UNIT - 2 * _ROUND
        steps.append(f"h{dx * run}" if dx else f"v{dy * run}")
        control = f"{dx * _ROUND} {dy * _ROUND}"
        steps.append(f"q{control} {(dx + ex) * _ROUND} {(dy + ey) * _ROUND}")
    return "".join([*parts, *steps, "z"])


def _toward(here: Point, there: Point) -> Point:
    return ((there[0] > here[0]) - (there[0] < here[0]), (there[1] > here[1]) - (there[1] < here[1]))
