"""Whether an end of the line could go on at all, with all the dice in the world."""

from rules_core.grid import Side, cell_of, opposite, step
from rules_core.line.actions import EndName
from rules_core.line.landscape import Landscape
from rules_core.line.legality import check_piece, check_run_end, turns_from
from rules_core.line.track import NEEDED_TO_CONNECT, DeadEnd, Line


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
