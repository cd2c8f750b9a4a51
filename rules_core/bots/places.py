"""The places on a tile that an end of the line may make for: squares for stations, and edges to go on over."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules_core.actions import EndName
from rules_core.bots.appraisal import Appraisal
from rules_core.companies import Company
from rules_core.components import StationKind
from rules_core.geometry import (
    ANY_BORDER,
    BORDER,
    FULL,
    Cell,
    Mask,
    Side,
    bit,
    cell_of,
    indices,
    neighbours,
    square_at,
    step,
    step_cell,
)
from rules_core.landscape import Landscape
from rules_core.legality import NEEDED_TO_CONNECT, kinds_fitting
from rules_core.line import Line
from rules_core.terrain import Layout

FADE: Final = 0.8
"""How much of its worth a place keeps for each die that is still to be laid before it."""
BEYOND: Final = 0.4
"""How much of a station's worth counts while the tile it could stand on does not lie yet."""
LEAST: Final = 0.1
"""What reaching any place is worth."""
FAR: Final = 12
"""Places further away than so many pieces are not looked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Squares of one tile, one of which an end should come to point at, and what that is worth.

    A station is to be built there for `price` dice; or the line goes on from there over a `side` of the tile.
    """

    squares: Mask
    worth: float
    price: int = 0
    side: Side | None = None


class Ground:
    """An end of the line on its tile: where it may go dry, and the places worth going to."""

    def __init__(self, appraisal: Appraisal, landscape: Landscape, line: Line, name: EndName) -> None:
        self.appraisal = appraisal
        self.landscape = landscape
        self.line = line
        self.name: EndName = name
        self.end = line.end(name)
        self.cell = cell_of(self.end.square)
        self.layout = landscape.layout(self.cell)
        free = FULL & ~line.occupied(self.cell)
        other = line.other(name).ahead
        if other is not None and cell_of(other) == self.cell:
            free &= ~bit(other)
        self.land: Mask = free & ~self.layout.water
        self.low: Mask = self.land & ~self.layout.mountain

    @property
    def start(self) -> Mask:
        """The squares that the next piece may lie on."""
        return sum(bit(step(self.end.square, side)) for side in self.end.exits) & self.land

    def places(self) -> Iterator[Place]:
        """The places on the tile that are worth something to the viewer."""
        for company in self.appraisal.own:
            squares = self._sites(company) & self.land
            if squares:
                price = min(stock.price for stock in company.stock if stock.left)
                worth = self.appraisal.station(company.id, self.cell) + self.appraisal.bonus
                yield Place(squares, max(LEAST, worth - price * self.appraisal.hidden), price)
        for side in self.landscape.open_sides(self.cell):
            yield Place(BORDER[side] & self.land, self._connecting(step_cell(self.cell, side)), side=side)

    def within_reach(self) -> Iterator[tuple[Place, int]]:
        """The places that the end can come to, each with the dice that takes: a mountain range costs one (FR-39)."""
        low, land = list(layers(self.start, self.low)), list(layers(self.start, self.land))
        for place in self.places():
            pieces = [n for n, layer in enumerate(low) if layer & place.squares][:1]
            pieces += [n + 1 for n, layer in enumerate(land) if layer & place.squares][:1]
            if pieces:
                yield place, self.pieces_to(place, min(pieces)) + (place.side is not None)

    def promise(self) -> float:
        """What the best place is worth, less for every die it is away."""
        return max((place.worth * FADE**dice for place, dice in self.within_reach()), default=0.0)

    def pieces_to(self, place: Place, pieces: int) -> int:
        """The pieces to lay on this tile for a place that one points at after `pieces`; five to leave it (FR-35)."""
        if place.side is None:
            return pieces
        missing = NEEDED_TO_CONNECT - len(self.line.tiles[self.cell]) - pieces - 1
        return pieces + 1 + max(0, missing + missing % 2)

    def _sites(self, company: Company) -> Mask:
        """Where a company could build once an end points there (FR-51 to FR-53)."""
        if company.id in self.landscape.tiles[self.cell].stations:
            return 0
        squares = 0
        for stock in company.stock:
            if stock.left:
                squares |= _fit_for_stations(self.layout).get(stock.terrain, 0)
        return squares & ~neighbours(self.line.stations(self.cell))

    def _connecting(self, cell: Cell) -> float:
        """What connecting a tile in a cell is worth, with the station it may bear."""
        bears = [self.appraisal.station(company.id, cell) for company in self.appraisal.own if company.stations_left]
        return LEAST + self.appraisal.bonus + BEYOND * max(bears, default=0.0)


def layers(start: Mask, area: Mask) -> Iterator[Mask]:
    """The squares of an area by their distance from the start, nearest first."""
    reached = layer = start & area
    for _ in range(FAR):
        if not layer:
            return
        yield layer
        layer = neighbours(reached) & area & ~reached
        reached |= layer


@cache
def _fit_for_stations(layout: Layout) -> dict[StationKind, Mask]:
    """For each kind of station the squares of a tile that are fit for it, not at the border (FR-51, FR-52)."""
    fit: dict[StationKind, Mask] = {"mountain": 0, "lake": 0, "grassland": 0}
    for index in indices(FULL & ~ANY_BORDER):
        for kind in kinds_fitting(layout, square_at(Cell(0, 0), index)):
            fit[kind] |= 1 << index
    return fit
