"""The places on a tile that an end of the line may make for in The First Rails."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from rules_core.games.first_rails.bots.appraisal import Appraisal
from rules_core.grid.geometry import (
    ANY_BORDER,
    BORDER,
    FULL,
    Cell,
    Mask,
    cell_of,
    indices,
    neighbours,
    square_at,
    step_cell,
)
from rules_core.grid.terrain import Layout
from rules_core.line.actions import EndName
from rules_core.line.bots.places import LEAST, Ground, Place
from rules_core.line.companies import Company
from rules_core.line.components import StationKind
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at, kinds_fitting
from rules_core.line.track import Line

BEYOND: Final = 0.4
"""How much of a station's worth counts while the tile it could stand on does not lie yet."""


class TileGround(Ground):
    """An end of the line on its tile."""

    def __init__(self, appraisal: Appraisal, landscape: Landscape, line: Line, name: EndName) -> None:
        super().__init__(landscape, line, name, cell_of(line.end(name).square))
        self.appraisal = appraisal

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

    def dues(self, squares: Mask) -> int:
        """One die for each mountain range not yet paid (FR-39)."""
        crossed = [square_at(self.cell, indices(area & squares)[0]) for area in self.layout.areas if area & squares]
        paid = self.appraisal.table.turn.paid
        return sum(bool(dues_at(self.landscape, paid, square)) for square in crossed)

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


@cache
def _fit_for_stations(layout: Layout) -> dict[StationKind, Mask]:
    """For each kind of station the squares of a tile that are fit for it, not at the border (FR-51, FR-52)."""
    fit: dict[StationKind, Mask] = {"mountain": 0, "lake": 0, "grassland": 0}
    for index in indices(FULL & ~ANY_BORDER):
        for kind in kinds_fitting(layout, square_at(Cell(0, 0), index)):
            fit[kind] |= 1 << index
    return fit
