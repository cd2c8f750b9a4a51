"""Squares from which an end of the line could never go on, whatever the dice: pockets."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules_core.grid import Mask, Square, cell_of, flood, indices, neighbours, square_at, step
from rules_core.line import legality, sectors
from rules_core.line.actions import EndName
from rules_core.line.table import Table
from rules_core.line.track import NEEDED_TO_CONNECT, OpenSpace, leads_on

OUT: Final[Mask] = 1 << 49
"""A square besides those of a tile, beside every one by which the line could leave it."""


class Outlook(NamedTuple):
    """Whether an end of the line could go on, and into which squares it must not be led if it is to."""

    goes_on: bool
    pockets: tuple[Square, ...] = ()
    """The pockets by rows from the north-west; none where the line could not go on anyway."""


def outlook(table: Table, name: EndName) -> Outlook:
    """The space before an end on its tile or in its sector, whatever the dice; of an end abroad nothing is said."""
    end, landscape, chart = table.line.end(name), table.landscape, table.box.chart
    if end.abroad or (chart is not None and end.ahead is not None and chart.country(end.ahead) is not None):
        return Outlook(goes_on=True)
    cell = cell_of(end.square)
    open_space = legality.open_space if chart is None else sectors.open_space
    space = open_space(landscape, table.line, cell)
    starts = legality.squares_in(cell, (step(end.square, side) for side in end.exits))
    if not leads_on(starts, space):
        return Outlook(goes_on=False)
    pockets = flood(starts, space.free) & ~on_ways(starts, space)
    return Outlook(goes_on=True, pockets=tuple(square_at(cell, index) for index in indices(pockets)))


def on_ways(starts: Mask, space: OpenSpace) -> Mask:
    """The squares that lie on some chain of pieces that leads on, the first of them on one of `starts`."""
    within = flood(starts, space.free)
    found: Mask = 0
    missing = max(1, NEEDED_TO_CONNECT - space.lying)
    for start in _each(starts & space.free):
        for goal, least in ((space.passes, 1), (space.gates, missing)):
            for squares in _on_paths(start, goal, space.free ^ start, least):
                found |= squares
                if found == within:
                    return found
    return found


def _on_paths(start: Mask, goal: Mask, rest: Mask, least: int) -> Iterator[Mask]:
    """The squares of all simple paths from a square through `rest` to a goal, of at least `least` squares, in parts."""
    if least == 1:
        yield _between(start, goal, rest)
        return
    for near in _each(neighbours(start) & rest):
        for squares in _on_paths(near, goal, rest ^ near, least - 1):
            if squares:
                yield squares | start


def _between(start: Mask, goal: Mask, rest: Mask) -> Mask:
    """The squares of all simple paths from a square to a goal: those of its block once `OUT` is joined to both.

    Two squares lie on a common cycle where they are in one block (biconnected component), and every path from the
    square to a goal is a cycle by way of `OUT`. The blocks are found as by Hopcroft and Tarjan (1973).
    """
    free = start | rest
    order: dict[Mask, int] = {start: 0, OUT: 1}
    goals = goal & free
    if not goals:
        return 0
    low = {OUT: 0}
    trail: list[Mask] = []

    def visit(square: Mask, before: Mask) -> None:
        order[square] = low[square] = len(order)
        trail.append(square)
        near = neighbours(square) & free | (OUT if square & goals else 0)
        for other in _each(near):
            if other == before:
                continue
            if other in order:
                low[square] = min(low[square], order[other])
                continue
            mark = len(trail)
            visit(other, square)
            low[square] = min(low[square], low[other])
            if low[other] >= order[square]:
                del trail[mark:]

    for square in _each(goals & ~start):
        if square not in order:
            mark = len(trail)
            visit(square, OUT)
            if low[square] >= order[OUT]:
                del trail[mark:]
    return sum(trail) | (start if trail or start & goals else 0)


def _each(mask: Mask) -> Iterator[Mask]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
