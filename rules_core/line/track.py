"""The shared line: the pieces on the board, its two ends, and whether it can continue (FR-1, FR-30, FR-32, GE-25).

A chain of further pieces is a simple path of free squares. It leads out where it reaches a *gate*, a square by which
the line may leave once five pieces lie there (FR-35), or a *pass*, where no five are needed. To find a path of at least
n squares to a gate, each way of laying exactly n is tried, and a flood fill of what remains must reach a gate. At most
four pieces are missing once one lies, which gives 27 ways, and 81 out of a station.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from rules_core.grid import (
    SIDES,
    SIZE,
    Cell,
    Mask,
    Side,
    Square,
    bit,
    cell_of,
    is_joined,
    neighbours,
    opposite,
    step,
)
from rules_core.kernel.codec import stored_as
from rules_core.line.actions import EndName
from rules_core.line.landscape import Landscape

NEEDED_TO_CONNECT: Final = 5
"""Pieces on a tile before the line may leave it (FR-35)."""


@stored_as("Fixture")
@dataclass(frozen=True, slots=True)
class Fixture:
    """A track die that lies on a square, or a station when `company` is named.

    `sides` are the sides the line uses, in the order it came to them; a station that is an end has one.
    """

    sides: tuple[Side, ...]
    company: str | None = None


@stored_as("End")
@dataclass(frozen=True, slots=True)
class End:
    """One end of the line: the last square, the side it came in by, where it points; a station points nowhere yet.

    Abroad nothing lies behind an end: it may go on by the side it came in by too (GE-32), or came from nowhere (GE-3).
    """

    square: Square
    back: Side | None
    heading: Side | None
    abroad: bool = False

    @property
    def is_station(self) -> bool:
        """Whether the next piece may choose its way out."""
        return self.heading is None

    @property
    def exits(self) -> tuple[Side, ...]:
        """The sides by which the line may go on."""
        if self.heading is not None:
            return (self.heading,)
        return tuple(side for side in SIDES if self.abroad or side != self.back)

    @property
    def ahead(self) -> Square | None:
        """The square pointed at; None for a station."""
        return None if self.heading is None else step(self.square, self.heading)


@stored_as("Line")
@dataclass(frozen=True, slots=True)
class Line:
    """The pieces on the board, by cell and square, and the ends A and B."""

    tiles: Mapping[Cell, Mapping[Square, Fixture]]
    a: End
    b: End

    def end(self, name: EndName) -> End:
        """The end of this name."""
        return self.a if name == "A" else self.b

    def other(self, name: EndName) -> End:
        """The end across from the one of this name."""
        return self.b if name == "A" else self.a

    def fixture(self, square: Square) -> Fixture | None:
        """The track die or station on a square, if there is one."""
        return self.tiles.get(cell_of(square), {}).get(square)

    def occupied(self, cell: Cell) -> Mask:
        """The squares of a cell that track or stations lie on."""
        mask = 0
        for x, y in self.tiles.get(cell, ()):  # asked for every piece that is tried: `bit` would take twice as long
            mask |= 1 << (y % SIZE * SIZE + x % SIZE)
        return mask

    def stations(self, cell: Cell) -> Mask:
        """The squares of a cell that stations lie on."""
        return sum(bit(square) for square, fixture in self.tiles.get(cell, {}).items() if fixture.company)

    @property
    def dice(self) -> int:
        """The number of dice that lie on the board as track (FR-2)."""
        return sum(fixture.company is None for tile in self.tiles.values() for fixture in tile.values())

    def dice_in(self, cell: Cell) -> int:
        """The number of dice that lie in a cell as track."""
        return sum(fixture.company is None for fixture in self.tiles.get(cell, {}).values())

    def with_piece(self, name: EndName, square: Square, back: Side, heading: Side) -> "Line":
        """The line with a track die laid at an end."""
        return self._extended(name, back, Fixture((back, heading)), End(square, back, heading))

    def with_station(self, name: EndName, square: Square, back: Side, company: str, *, abroad: bool = False) -> "Line":
        """The line with a station built at an end."""
        return self._extended(name, back, Fixture((back,), company), End(square, back, None, abroad))

    def without(self, cell: Cell) -> "Line":
        """The line after it left a cell for good."""
        return replace(self, tiles={other: pieces for other, pieces in self.tiles.items() if other != cell})

    def without_track(self, cell: Cell) -> "Line":
        """The line after the dice in a cell were taken away, while the stations stay where they stand (GE-21)."""
        standing = {square: piece for square, piece in self.tiles.get(cell, {}).items() if piece.company}
        line = self.without(cell)
        return replace(line, tiles={**line.tiles, cell: standing}) if standing else line

    def _extended(self, name: EndName, back: Side, fixture: Fixture, end: End) -> "Line":
        tiles = dict(self.tiles)
        last = self.end(name)
        if last.is_station and self.fixture(last.square):
            side = opposite(back)
            pieces = dict(tiles[cell_of(last.square)])
            station = pieces[last.square]
            pieces[last.square] = Fixture((*station.sides, side), station.company)
            tiles[cell_of(last.square)] = pieces
        cell = cell_of(end.square)
        tiles[cell] = {**tiles.get(cell, {}), end.square: fixture}
        return Line(tiles, end, self.b) if name == "A" else Line(tiles, self.a, end)


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
