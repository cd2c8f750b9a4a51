"""The places in a sector that an end of the line may make for in Germany: towns, borders and the countries abroad."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from rules_core.games.germany.bots.appraisal import Appraisal, sites_in
from rules_core.grid.geometry import (
    SIDES,
    Cell,
    Mask,
    Side,
    Square,
    bit,
    cell_of,
    flood,
    indices,
    square_at,
    step,
    step_cell,
)
from rules_core.line.actions import EndName
from rules_core.line.bots.places import LEAST, Ground, Place
from rules_core.line.bots.worth import BONUS
from rules_core.line.chart import LAND, Chart
from rules_core.line.companies import Company
from rules_core.line.dead_ends import NEEDED_TO_CONNECT
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at, dues_total, squares_in
from rules_core.line.towns import takers
from rules_core.line.track import Line

BEYOND: Final = 0.4
"""How much of a station's worth counts while the line is not yet in the sector where it could stand."""


class SectorGround(Ground):
    """An end of the line in a sector that it is in, or may go on into from abroad."""

    def __init__(self, appraisal: Appraisal, landscape: Landscape, line: Line, name: EndName, cell: Cell) -> None:
        super().__init__(landscape, line, name, cell)
        self.appraisal = appraisal
        self.chart = appraisal.chart
        self._dear = _dear(self.chart, cell)
        self.low &= ~(self._dear | squares_in(cell, (site.square for site in sites_in(self.chart, cell))))

    def places(self) -> Iterator[Place]:
        """The places in the sector that are worth something to the viewer."""
        for site in sites_in(self.chart, self.cell):
            if self.land & bit(site.square):
                price = site.price + self.dues(bit(site.square))
                yield from self._station(bit(site.square), takers(self.appraisal.table, site.square), price)
        for country, start, side in _ways_abroad(self.chart, self.cell):
            if start & self.land and country not in self.landscape.closed:
                is_inside = cell_of(country) == self.cell
                squares, over = (bit(country), None) if is_inside else (start, side)
                yield from self._station(squares, self.appraisal.unfinished, self._price_abroad(country), over)
        for side in SIDES:
            squares = self._crossings(side)
            if squares:
                yield Place(squares, self._connecting(step_cell(self.cell, side)), side=side)

    def within_reach(self) -> Iterator[tuple[Place, int]]:
        """The places that the end can come to; from a square that points abroad there is nowhere else to go."""
        ahead = self.end.ahead
        if ahead is None or self.chart.country(ahead) is None:
            room = flood(self.start, self.land).bit_count()
            yield from ((place, dice) for place, dice in super().within_reach() if dice - place.crosses <= room)
        elif ahead not in self.landscape.closed:
            for place in self._station(0, self.appraisal.unfinished, self._price_abroad(ahead)):
                yield place, 0

    def areas(self, place: Place) -> tuple[Mask, Mask]:
        """The squares by which the end may come to a place; nothing is laid on that of a station."""
        if place.side is not None:
            return self.low, self.land
        return self.low | place.squares, self.land | place.squares

    def dues(self, squares: Mask) -> int:
        """One die for each range and river not yet paid (FR-39, GE-24)."""
        paid = set(self.appraisal.table.turn.paid)
        dues = 0
        for index in indices(squares & self._dear):
            square = square_at(self.cell, index)
            dues += dues_total(dues_at(self.landscape, paid, square))
            paid.add(square)
        return dues

    def _station(
        self, squares: Mask, companies: Iterable[Company], price: int, side: Side | None = None
    ) -> Iterator[Place]:
        worth = self.appraisal.best(companies) - price * self.appraisal.hidden
        if worth > 0:
            yield Place(squares, worth, price, side)

    def _price_abroad(self, country: Square) -> int:
        return self.chart.country_prices[self.chart.countries[country]]

    def _crossings(self, side: Side) -> Mask:
        """The squares from which the line may go on over a side of the sector (GE-20)."""
        beyond, other = step_cell(self.cell, side), self.line.other(self.name)
        if cell_of(other.square) == beyond and self.chart.is_german(other.square):
            return 0
        squares = 0
        for index in indices(_border(self.chart, self.cell, side) & self.land):
            square = step(square_at(self.cell, index), side)
            if not self.line.fixture(square) and square != other.ahead and _has_room(self.chart, square):
                squares |= 1 << index
        return squares

    def _connecting(self, cell: Cell) -> float:
        """What going on into a sector is worth, with the best station that could stand there (GE-22)."""
        bonus = 0.0 if self.landscape.tiles[cell].stations else BONUS
        return LEAST + bonus + BEYOND * self.appraisal.sectors[cell]


def grounds(appraisal: Appraisal, name: EndName) -> list[SectorGround]:
    """An end of the line in the sector it is in; abroad, in those that it may go on into (GE-20, GE-32)."""
    landscape, line = appraisal.table.landscape, appraisal.table.line
    end, chart = line.end(name), appraisal.chart
    if chart.is_german(end.square):
        return [SectorGround(appraisal, landscape, line, name, cell_of(end.square))]
    other = line.other(name).square
    closed = cell_of(other) if chart.is_german(other) else None
    ahead = [step(end.square, side) for side in end.exits]
    cells = dict.fromkeys(cell_of(square) for square in ahead if chart.is_german(square))
    return [SectorGround(appraisal, landscape, line, name, cell) for cell in cells if cell != closed]


@lru_cache(maxsize=256)
def _dear(chart: Chart, cell: Cell) -> Mask:
    """The squares of a sector that cost dice: mountain and river (FR-39, GE-24)."""
    squares = (square_at(cell, index) for index in indices(chart.german(cell)))
    return sum(bit(square) for square in squares if chart.sign(square) == "^" or chart.river(square))


@lru_cache(maxsize=256)
def _ways_abroad(chart: Chart, cell: Cell) -> tuple[tuple[Square, Mask, Side], ...]:
    """The foreign squares beside a sector, each with a square beside it and the side that it lies on."""
    squares = [square_at(cell, index) for index in indices(chart.german(cell))]
    beside = [(step(square, side), bit(square), side) for square in squares for side in SIDES]
    return tuple(way for way in beside if chart.country(way[0]) is not None)


@lru_cache(maxsize=256)
def _border(chart: Chart, cell: Cell, side: Side) -> Mask:
    """The squares of a sector beyond whose side there is German land."""
    squares = [square_at(cell, index) for index in indices(chart.german(cell))]
    return squares_in(cell, (square for square in squares if _is_land_of_other(chart, cell, step(square, side))))


@lru_cache(maxsize=2048)
def _has_room(chart: Chart, square: Square) -> bool:
    """Whether as much dry land joins a square in its sector as it takes to leave that again (FR-35)."""
    return flood(bit(square), _dry(chart, cell_of(square))).bit_count() > NEEDED_TO_CONNECT


@lru_cache(maxsize=256)
def _dry(chart: Chart, cell: Cell) -> Mask:
    return sum(1 << i for i in indices(chart.german(cell)) if chart.sign(square_at(cell, i)) in LAND)


def _is_land_of_other(chart: Chart, cell: Cell, square: Square) -> bool:
    return cell_of(square) != cell and chart.is_german(square) and chart.sign(square) in LAND
