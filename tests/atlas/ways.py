"""Ways for a line over a chart: how it can enter a sector, lie in it, and leave it (FR-31, FR-35).

A way is a chain of squares, each beside the one before, none twice: so no piece on it points at an occupied square.
Water is open to it, because a run may bridge it (FR-34).
"""

from collections import deque
from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

from rules_core.grid import SIDES, Cell, N, S, Square, cell_of, indices, square_at, step
from rules_core.line.chart import Chart

LEAST: Final = 5
"""Pieces that a sector must hold before the line leaves it (FR-35)."""
LONGEST: Final = 16
"""Pieces of the longest detour that is looked for."""


class Door(NamedTuple):
    """A square of a sector, and the square beside it in another sector from or to which the line goes."""

    inside: Square
    beyond: Square


def german(chart: Chart, cell: Cell) -> frozenset[Square]:
    """The squares of a sector on which track may lie by their ground."""
    return frozenset(square_at(cell, index) for index in indices(chart.german(cell)))


def beside(square: Square) -> tuple[Square, ...]:
    """The four squares beside one."""
    return tuple(step(square, side) for side in SIDES)


def doors(chart: Chart, cell: Cell) -> Iterator[Door]:
    """Everywhere that a line can cross from one sector to another."""
    every = (Door(square, near) for square in sorted(german(chart, cell)) for near in beside(square))
    return (door for door in every if cell_of(door.beyond) != cell and chart.is_german(door.beyond))


def doors_from_abroad(chart: Chart, cell: Cell) -> Iterator[Door]:
    """Everywhere that a line can come into a sector from a country's square (GE-32)."""
    every = (Door(near, square) for square in chart.countries for near in beside(square))
    return (door for door in every if cell_of(door.inside) == cell and chart.is_german(door.inside))


def way_through(chart: Chart, entry: Door, out: Door) -> list[Square] | None:
    """A way of five squares or more from one door of a sector to another."""
    if entry.beyond == out.beyond:
        return None
    return way(german(chart, cell_of(entry.inside)), entry.inside, out.inside)


def way(open_: frozenset[Square], start: Square, goal: Square) -> list[Square] | None:
    """The shortest way of five squares or more over open squares, where it has no more than LONGEST of them."""
    steps = distances(open_, goal)
    for length in range(max(LEAST, steps.get(start, LONGEST) + 1), LONGEST + 1):
        found = _exactly(length, [start], goal, steps)
        if found:
            return found
    return None


def _exactly(length: int, chain: list[Square], goal: Square, steps: dict[Square, int]) -> list[Square] | None:
    left = length - len(chain)
    here = chain[-1]
    if here == goal:
        return chain if not left else None
    for near in beside(here):
        if steps.get(near, length) < left and near not in chain:
            found = _exactly(length, [*chain, near], goal, steps)
            if found:
                return found
    return None


def distances(open_: frozenset[Square], goal: Square) -> dict[Square, int]:
    """How many steps over open squares each of them is from the goal; those that are cut off have none."""
    found = {goal: 0}
    edge = [goal]
    for steps in count(1):
        edge = [near for near in {near for square in edge for near in beside(square)} if near in open_ - found.keys()]
        if not edge:
            break
        found |= dict.fromkeys(edge, steps)
    return found


def entries_reached(chart: Chart) -> set[Door]:
    """Every door through which the line can enter a sector, from the start straight on, sector by sector."""
    home = cell_of(chart.start)
    open_ = german(chart, home) - {chart.start}
    ends = step(chart.start, N), step(chart.start, S)
    first = [out for out in doors(chart, home) if any(way(open_, end, out.inside) for end in ends)]
    reached = {Door(out.beyond, out.inside) for out in first}
    waiting = deque(sorted(reached))
    while waiting:
        entry = waiting.popleft()
        for out in doors(chart, cell_of(entry.inside)):
            new = Door(out.beyond, out.inside)
            if new not in reached and way_through(chart, entry, out):
                reached.add(new)
                waiting.append(new)
    return reached


def passes(chart: Chart, entry: Door, square: Square) -> bool:
    """Whether a way of five squares or more leads in through a door, over this square, and out of the sector."""
    cell = cell_of(square)
    steps = distances(german(chart, cell), entry.inside)
    if square not in steps:
        return False
    chain = [square]
    while chain[-1] != entry.inside:
        chain.append(min(beside(chain[-1]), key=lambda near: steps.get(near, len(steps))))
    onward = distances(german(chart, cell) - set(chain[1:]), square)
    outs = (out for out in doors(chart, cell) if out.beyond != entry.beyond)
    return any(out.inside in onward and len(chain) + onward[out.inside] >= LEAST for out in outs)
