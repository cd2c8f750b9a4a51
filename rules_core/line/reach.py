"""Where an end of the line could still come to, whatever the dice, and from where it could never go on."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules_core.grid import Mask, Side, Square, cell_of, flood, indices, neighbours, opposite, square_at, step
from rules_core.line import legality, sectors
from rules_core.line.actions import EndName
from rules_core.line.landscape import Landscape
from rules_core.line.legality import check_piece, check_run_end
from rules_core.line.table import Table
from rules_core.line.track import NEEDED_TO_CONNECT, DeadEnd, Line, OpenSpace, leads_on

OUT: Final[Mask] = 1 << 49
"""A square besides those of a tile, beside every one by which the line could leave it."""


def turns_from(leave: Side) -> tuple[Side, Side, Side]:
    """The sides a piece laid after leaving by `leave` may point to: straight on, then left and right."""
    return leave, (leave + 3) % 4, (leave + 1) % 4


def can_extend(landscape: Landscape, line: Line, name: EndName, is_dead_end: DeadEnd) -> bool:
    """Whether any run could be laid at an end, with all the dice in the world."""
    end = line.end(name)
    return any(
        _can_lay(landscape, line, name, leave, heading, is_dead_end)
        for leave in end.exits
        if cell_of(step(end.square, leave)) in landscape.tiles
        for heading in turns_from(leave)
    )


def _can_lay(landscape: Landscape, line: Line, name: EndName, leave: Side, heading: Side, is_dead_end: DeadEnd) -> bool:
    if check_piece(landscape, line, name, leave, heading, is_dead_end):
        return False
    square = step(line.end(name).square, leave)
    longer = line.with_piece(name, square, opposite(leave), heading)
    if check_run_end(landscape, longer, name) is None:
        return True
    cell, beyond = cell_of(square), cell_of(step(square, heading))
    if beyond == cell:
        return can_extend(landscape, longer, name, is_dead_end)
    if len(longer.tiles[cell]) < NEEDED_TO_CONNECT:
        return False
    number = len(landscape.tiles) + 1
    return any(
        can_extend(landscape.with_tile(beyond, layout.kind, layout.turn, number), longer, name, is_dead_end)
        for layout in landscape.fitting(beyond)
    )


class Outlook(NamedTuple):
    """Whether an end of the line could go on, and into which squares it must not be led if it is to."""

    goes_on: bool
    pockets: tuple[Square, ...] = ()
    """By rows from the north-west; none where it could not go on anyway."""


def outlook(table: Table, name: EndName) -> Outlook:
    """What lies before an end on its tile or in its sector, whatever the dice; of an end abroad nothing is said."""
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
    """The squares of all simple paths from a square through `rest` to a goal, of at least so many squares, in parts."""
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
    """The squares of a mask one by one."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
