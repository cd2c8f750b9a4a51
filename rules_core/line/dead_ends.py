"""Whether an end of the line can go on, by one exact search of its tile or sector (FR-32, GE-25, second reading).

A chain of further pieces is a simple path of free squares. It leads out where it comes to a *gate*, a square by which
the line may leave once five pieces lie there (FR-35), or to a *pass*, where no five are needed. A path to a gate of at
least so many squares exists where some way of laying exactly so many has a flood of what remains behind it that comes
to a gate. At most four are missing once a piece lies, so that 27 ways are tried, and 81 out of a station.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from rules_core.grid.geometry import Mask, Square, is_joined, neighbours
from rules_core.line.landscape import Landscape
from rules_core.line.track import End, Line

NEEDED_TO_CONNECT: Final = 5
"""Pieces on a tile before the line may leave it (FR-35)."""
DeadEnd: TypeAlias = Callable[[Landscape, Line, End, Square, Square], bool]
"""Whether a piece laid behind an end, on a square and pointing at another of its tile, leads where it must not."""


class OpenSpace(NamedTuple):
    """A tile or sector as the line may still go through it."""

    free: Mask
    """The squares that pieces may yet lie on, water and the square the other end points at included."""
    gates: Mask
    """The squares by which the line could leave with five pieces."""
    lying: int
    """The pieces that lie there, as FR-35 counts them."""
    passes: Mask = 0
    """The squares by which it could go on with fewer."""


def leads_on(starts: Mask, space: OpenSpace) -> bool:
    """Whether some chain of pieces leads on, the first of them on one of the squares `starts`."""
    free, starts = space.free, starts & space.free
    if space.passes and is_joined(starts, space.passes, free):
        return True
    missing = NEEDED_TO_CONNECT - space.lying
    nearest = _nearest(starts, space.gates, free)
    if nearest is None:
        return False
    return nearest >= missing or _leads_far(starts, space.gates, free, missing)


def _nearest(starts: Mask, goal: Mask, free: Mask) -> int | None:
    """The number of squares in the shortest path from one of `starts` to one of `goal`, both counted.

    Where it is long enough nothing else need be tried.
    """
    reached, squares = starts, 1
    while not reached & goal:
        wider = reached | (neighbours(reached) & free)
        if wider == reached:
            return None
        reached, squares = wider, squares + 1
    return squares


def _leads_far(starts: Mask, gates: Mask, free: Mask, missing: int) -> bool:
    """Whether a path from one of `starts`, of at least `missing` squares with that one, comes to a gate."""
    if missing == 1:
        return is_joined(starts, gates, free)
    while starts:
        start = starts & -starts
        rest = free ^ start
        if _leads_far(neighbours(start) & rest, gates, rest, missing - 1):
            return True
        starts ^= start
    return False
