"""The places that an end of the line may make for: squares for stations, and edges to go on over."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules_core.grid import Cell, Mask, Side, bit, cell_of, neighbours, step
from rules_core.line.actions import EndName
from rules_core.line.landscape import Landscape
from rules_core.line.legality import squares_in
from rules_core.line.track import NEEDED_TO_CONNECT, Line

FADE: Final = 0.8
"""How much of its worth a place keeps for each die that is still to be laid before it."""
LEAST: Final = 0.1
"""The worth of reaching any place."""
FAR: Final = 12
"""The distance in pieces beyond which places are not looked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Squares of one cell, one of which an end should come to point at, and what that is worth.

    A station is to be built there for `price` dice; or the end should point over a `side` of the cell from one of them.
    """

    squares: Mask
    worth: float
    price: int = 0
    side: Side | None = None

    @property
    def crosses(self) -> bool:
        """Whether the line is to go on over the side; what is priced there is built from this cell."""
        return self.side is not None and not self.price


class EndInCell(ABC):
    """An end of the line in a cell: where it may go dry, and the places worth going to."""

    def __init__(self, landscape: Landscape, line: Line, name: EndName, cell: Cell) -> None:
        self.landscape = landscape
        self.line = line
        self.name: EndName = name
        self.end = line.end(name)
        self.cell = cell
        self.layout = landscape.layout(cell)
        free = landscape.usable(cell) & ~line.occupied(cell)
        other = line.other(name).ahead
        if other is not None and cell_of(other) == cell:
            free &= ~bit(other)
        self.land: Mask = free & ~self.layout.water
        self.low: Mask = self.land & ~self.layout.mountain
        self._layers: dict[Mask, list[Mask]] = {}

    @property
    def start(self) -> Mask:
        """The squares of the cell that the next piece may lie on, if they are free."""
        return squares_in(self.cell, (step(self.end.square, side) for side in self.end.exits))

    @abstractmethod
    def places(self) -> Iterator[Place]:
        """The places in the cell that are worth something to the viewer."""

    @abstractmethod
    def dues(self, squares: Mask) -> int:
        """The cost of laying on these squares this turn, in dice."""

    def areas(self, place: Place) -> tuple[Mask, Mask]:
        """The squares by which the end may come to a place: those that cost nothing, and all."""
        return self.low, self.land

    def within_reach(self) -> Iterator[tuple[Place, int]]:
        """The places that the end can come to, each with the dice that takes: what is not low costs one (FR-39)."""
        for place in self.places():
            low, land = self.areas(place)
            pieces = [n for n, layer in enumerate(self._from_end(low)) if layer & place.squares][:1]
            pieces += [n + 1 for n, layer in enumerate(self._from_end(land)) if layer & place.squares][:1]
            if pieces:
                yield place, self.pieces_to(place, min(pieces)) + place.crosses

    def promise(self) -> float:
        """The worth of the best place, less for every die it is away."""
        return max((place.worth * FADE**dice for place, dice in self.within_reach()), default=0.0)

    def pieces_to(self, place: Place, pieces: int) -> int:
        """The pieces to lay in this cell for a place that one points at after `pieces`; five to leave it (FR-35)."""
        if place.side is None:
            return pieces
        if not place.crosses:
            return pieces + 1
        laid = (self.line.occupied(self.cell) & self.landscape.usable(self.cell)).bit_count()
        missing = NEEDED_TO_CONNECT - laid - pieces - 1
        return pieces + 1 + max(0, missing + missing % 2)

    def _from_end(self, area: Mask) -> list[Mask]:
        known = self._layers.get(area)
        if known is None:
            known = self._layers[area] = list(layers(self.start, area))
        return known


def layers(start: Mask, area: Mask) -> Iterator[Mask]:
    """The squares of an area by their distance from the start, nearest first."""
    reached = layer = start & area
    for _ in range(FAR):
        if not layer:
            return
        yield layer
        layer = neighbours(reached) & area & ~reached
        reached |= layer
