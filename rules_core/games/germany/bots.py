"""A bot for Germany with some skill: it builds where most passengers wait, and ends the game when it leads.

It sees the table and what lies behind its own screen, as a player does, and takes only actions offered to it, except
that it may break the bank.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

from rules_core.grid import SIDES, Cell, Mask, Side, Square, bit, cell_of, flood, indices, square_at, step, step_cell
from rules_core.kernel.definition import Choose
from rules_core.line.actions import Action, BuildStation, EndName, Income, LayRun, UseTransport
from rules_core.line.bots.moment import (
    BONUS,
    HIDDEN,
    Habit,
    Moment,
    Worth,
    end_turn,
    first_action,
    lay_surplus,
    reach_place,
    roll,
    take_income,
)
from rules_core.line.bots.places import FADE, LEAST, EndInCell, Place, laid
from rules_core.line.chart import LAND, Chart, TownSite
from rules_core.line.companies import Company
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at, dues_total, squares_in
from rules_core.line.sectors import takers
from rules_core.line.table import PlayerView
from rules_core.line.track import NEEDED_TO_CONNECT, Line

HORIZON: Final = 6
"""The number of years ahead that income is looked for."""
OTHERS: Final = 0.7
"""What it costs that a station adds to the income of another director."""
ONWARD: Final = 0.6
"""How much of a sector's worth counts in the sector before it."""
WIN: Final = 100.0
"""The worth of ending the game as its winner, and the cost of ending it otherwise."""
FOUNDING: Final = 3.0
"""The worth of a company's first station to the leading player: without it the game is a draw (GE-42)."""

BEYOND: Final = 0.4
"""How much of a station's worth counts while the line is not yet in the sector where it could stand."""

READY: Final = 3
"""Dice kept for a station while there is no place for one (GE-31)."""
NEAR: Final = 3
"""A place for a station is near when it is no more dice away."""


class GermanyAppraisal(Worth):
    """The worth of things to the viewer of one position, who has a seat."""

    many_hidden = 12

    def __init__(self, view: PlayerView, seat: int) -> None:
        super().__init__(view, seat)
        assert view.table.box.chart is not None, "Germany is played on a map"
        self.chart = view.table.box.chart
        self._stations: dict[str, float] = {}

    @cached_property
    def years(self) -> int:
        """The number of times incomes may still be taken."""
        return min(HORIZON, 1 + min(company.stations_left for company in self.table.companies.values()))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The passengers each player has carried."""
        return tuple(sum(player.carried) for player in self.table.players)

    @property
    def leads(self) -> bool:
        """Whether the viewer would win if the game ended now (GE-42)."""
        return self._wins(self.totals[self.seat], ())

    @cached_property
    def unfinished(self) -> tuple[Company, ...]:
        """The companies that have a station left to build."""
        return tuple(company for company in self.table.companies.values() if company.stations_left)

    @cached_property
    def sectors(self) -> Mapping[Cell, float]:
        """The worth of going on into each sector: that of the best station there, or less from a sector beyond."""
        worths = {cell: self._best_in(cell) for cell in self.chart.cells}
        waves = sorted(worths, key=worths.__getitem__, reverse=True)
        for cell in waves:
            for side in SIDES:
                beside = step_cell(cell, side)
                if worths.get(beside, worths[cell]) < worths[cell] * ONWARD:
                    worths[beside] = worths[cell] * ONWARD
                    waves.append(beside)
        return worths

    def _best_in(self, cell: Cell) -> float:
        free = (site for site in sites_in(self.chart, cell) if not self.table.line.fixture(site.square))
        worths = (self.best(takers(self.table, site.square)) - site.price * self.hidden for site in free)
        return max(0.0, max(worths, default=0.0))

    def waiting(self, company: Company) -> int:
        """The number of passengers the builder of a company's next station takes (GE-33)."""
        return self.table.waiting[self.table.box.company_index(company.id)]

    def best(self, companies: Iterable[Company]) -> float:
        """The highest worth of a station of one of these companies; 0 where there is none."""
        return max(map(self.station, companies), default=0.0)

    def station(self, company: Company) -> float:
        """The worth of building a station of a company now, its price aside (GE-33, GE-34, GE-41 a)."""
        known = self._stations.get(company.id)
        if known is None:
            known = self._stations[company.id] = self._station(company)
        return known

    def _station(self, company: Company) -> float:
        taken = self.waiting(company)
        if company.stations_left == 1:
            return WIN if self._wins(self.totals[self.seat] + taken, (company.id,)) else -WIN
        worth = taken + BONUS + self._income(company, taken)
        if self.table.built(company.id) == 0 and self.totals[self.seat] == max(self.totals):
            worth += FOUNDING
        return worth

    def _income(self, company: Company, taken: int) -> float:
        """The worth of a station by what it changes in the incomes to come (GE-11, GE-34)."""
        if company.director == self.seat:
            return HIDDEN * self.years
        if self.carried(company, self.seat) + taken > self.most_elsewhere(company):
            return HIDDEN * self.years * (self.table.built(company.id) + 1)
        return 0.0 if company.director is None else -OTHERS

    def carried(self, company: Company, seat: int) -> int:
        """The passengers of a company that a player has carried."""
        return self.table.players[seat].carried[self.table.box.company_index(company.id)]

    def most_elsewhere(self, company: Company) -> int:
        """The most passengers of a company that another player has carried."""
        return max(self.carried(company, seat) for seat in range(len(self.table.players)) if seat != self.seat)

    def _wins(self, passengers: int, founded: Collection[str]) -> bool:
        """Whether the viewer would win with this many passengers, a company `founded` having a station (GE-42)."""
        if any(company not in founded and not self.table.built(company) for company in self.table.companies):
            return False
        return passengers > max(total for seat, total in enumerate(self.totals) if seat != self.seat)


@lru_cache(maxsize=256)
def sites_in(chart: Chart, cell: Cell) -> tuple[TownSite, ...]:
    """The town squares of a sector."""
    return tuple(site for site in chart.sites.values() if cell_of(site.square) == cell)


class EndInSector(EndInCell):
    """An end of the line in a sector that it is in, or may go on into from abroad."""

    def __init__(
        self, appraisal: GermanyAppraisal, landscape: Landscape, line: Line, name: EndName, cell: Cell
    ) -> None:
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
        """The worth of going on into a sector, with the best station that could stand there (GE-22)."""
        bonus = 0.0 if self.landscape.tiles[cell].stations else BONUS
        return LEAST + bonus + BEYOND * self.appraisal.sectors[cell]


def ends_in_sectors(appraisal: GermanyAppraisal, name: EndName) -> list[EndInSector]:
    """An end of the line in the sector it is in; abroad, in those that it may go on into (GE-20, GE-32)."""
    landscape, line = appraisal.table.landscape, appraisal.table.line
    end, chart = line.end(name), appraisal.chart
    if chart.is_german(end.square):
        return [EndInSector(appraisal, landscape, line, name, cell_of(end.square))]
    other = line.other(name).square
    closed = cell_of(other) if chart.is_german(other) else None
    ahead = [step(end.square, side) for side in end.exits]
    cells = dict.fromkeys(cell_of(square) for square in ahead if chart.is_german(square))
    return [EndInSector(appraisal, landscape, line, name, cell) for cell in cells if cell != closed]


@lru_cache(maxsize=256)
def _dear(chart: Chart, cell: Cell) -> Mask:
    """The squares of a sector that cost dice: mountain and river (FR-39, GE-24)."""
    squares = (square_at(cell, index) for index in indices(chart.german(cell)))
    return sum(bit(square) for square in squares if chart.sign(square) == "^" or chart.river(square))


@lru_cache(maxsize=256)
def _ways_abroad(chart: Chart, cell: Cell) -> tuple[tuple[Square, Mask, Side], ...]:
    squares = [square_at(cell, index) for index in indices(chart.german(cell))]
    beside = [(step(square, side), bit(square), side) for square in squares for side in SIDES]
    return tuple(way for way in beside if chart.country(way[0]) is not None)


@lru_cache(maxsize=256)
def _border(chart: Chart, cell: Cell, side: Side) -> Mask:
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


class GermanMoment(Moment[GermanyAppraisal]):
    """One moment of a turn of Germany."""

    unpaid = 0.2

    def __init__(self, view: PlayerView, actions: Iterable[Action], choose: Choose) -> None:
        super().__init__(view, actions, choose, GermanyAppraisal(view, view.table.turn.seat))

    def ends_in_cells(self, end: EndName) -> Sequence[EndInSector]:
        """An end of the line in the sectors it may go on in."""
        return ends_in_sectors(self.appraisal, end)

    def end_after(self, run: LayRun) -> EndInSector:
        """The end of the line that a run goes on from, as the run leaves it."""
        landscape, line = laid(self.table, run)
        return EndInSector(self.appraisal, landscape, line, run.end, cell_of(line.end(run.end).square))

    def reserve(self) -> tuple[int, int]:
        """The hidden dice and "?" to keep: the price of the best station near, and some "?"."""
        short = self.appraisal.short
        stations = [(p.worth * FADE**dice, p.price) for p, dice in self.reachable if p.price and dice <= NEAR]
        hidden = max(stations, default=(0.0, 0 if short else READY))[1]
        if short:
            return hidden, 0
        return hidden, 2 if self.hidden > hidden else 1

    def to_build(self) -> BuildStation | None:
        """The best of the stations that may be built now, where one is worth its price."""
        appraisal = self.appraisal

        def worth(action: BuildStation) -> float:
            assert action.pay is not None, "so they are offered"
            price = action.pay.hidden * appraisal.hidden + action.pay.wild * appraisal.wild
            return appraisal.station(self.table.companies[action.company]) - price

        return self.best((worth(action), action) for action in self.offered(BuildStation))


def build_station(moment: GermanMoment) -> Action | None:
    """Build where it is worth the dice, with the symbols in front spent first on the company built for (GE-33)."""
    station = moment.to_build()
    if station is None or not moment.front.share:
        return station
    return UseTransport(moment.seat, station.company)


def use_symbols(moment: GermanMoment) -> Action | None:
    """Use a symbol for the company that the player is likeliest to collect for (GE-12)."""
    if not moment.front.share:
        return None

    def likely(company: Company) -> tuple[bool, int]:
        return company.director == moment.seat, moment.appraisal.waiting(company)

    unfinished = [company for company in moment.table.companies.values() if company.stations_left]
    return UseTransport(moment.seat, max(unfinished, key=likely).id)


def break_bank(moment: GermanMoment) -> Action | None:
    """Take an income that the bank cannot pay, where that wins the game (GE-41 c)."""
    table = moment.table
    if table.year == 1 or table.turn.income or moment.offered(Income) or not moment.appraisal.leads:
        return None
    return Income(moment.seat, break_bank=True)


HABITS: Final[tuple[Habit[GermanMoment], ...]] = (
    take_income,
    break_bank,
    build_station,
    reach_place,
    roll,
    lay_surplus,
    use_symbols,
    end_turn,
)


def play(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """Choose the action of the first habit that finds something to do. Raises ValueError where no action is offered."""
    return first_action(GermanMoment(view, actions, choose), HABITS)


def use_by_default(view: PlayerView) -> UseTransport | None:
    """The action for the next transport symbol: the company for which the fewest wait, the first of those (GE-12)."""
    table = view.table
    seat = table.turn.seat
    if not table.players[seat].front.share:
        return None
    fewest = table.waiting.index(min(table.waiting))
    return UseTransport(seat, table.box.companies[fewest].id)
