"""What stations, offices and dice are worth to one seat in Germany, in passengers it may still carry.

Everything is read from a view: the table, and what lies behind the viewer's own screen.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final

from rules_core.grid.geometry import SIDES, Cell, cell_of, step_cell
from rules_core.line.bots.worth import BONUS, HIDDEN, Worth
from rules_core.line.chart import Chart, Site
from rules_core.line.companies import Company
from rules_core.line.towns import takers
from rules_core.line.views import PlayerView

HORIZON: Final = 6
"""Income is not looked for further ahead than so many years."""
OTHERS: Final = 0.7
"""What it costs that a station adds to the income of another director."""
ONWARD: Final = 0.6
"""How much of a sector's worth counts in the sector before it."""
WIN: Final = 100.0
"""What ending the game as its winner is worth, and what it costs to end it otherwise."""
FOUNDING: Final = 3.0
"""What the first station of a company is worth to who leads: without it the game is a draw (GE-42)."""


class Appraisal(Worth):
    """What things are worth to the viewer of one position, who has a seat."""

    many_hidden = 12

    def __init__(self, view: PlayerView, seat: int) -> None:
        super().__init__(view, seat)
        assert view.table.box.chart is not None, "Germany is played on a map"
        self.chart = view.table.box.chart
        self._stations: dict[str, float] = {}

    @cached_property
    def years(self) -> int:
        """How often incomes may still be taken."""
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
        """What going on into each sector is worth: the best station there, or less from a sector beyond."""
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
        """What the best station that could stand in a sector is worth, its price paid."""
        free = (site for site in sites_in(self.chart, cell) if not self.table.line.fixture(site.square))
        worths = (self.best(takers(self.table, site.square)) - site.price * self.hidden for site in free)
        return max(0.0, max(worths, default=0.0))

    def waiting(self, company: Company) -> int:
        """How many passengers the builder of a company's next station takes (GE-33)."""
        return self.table.waiting[self.table.box.company_index(company.id)]

    def best(self, companies: Iterable[Company]) -> float:
        """What a station of one of these companies is worth; nothing where there is none."""
        return max(map(self.station, companies), default=0.0)

    def station(self, company: Company) -> float:
        """What building a station of a company now is worth, its price aside (GE-33, GE-34, GE-41 a)."""
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
        """What a station changes in the incomes to come (GE-11, GE-34)."""
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
        """Whether the viewer would win with so many passengers, a company `founded` having a station (GE-42)."""
        if any(company not in founded and not self.table.built(company) for company in self.table.companies):
            return False
        return passengers > max(total for seat, total in enumerate(self.totals) if seat != self.seat)


@lru_cache(maxsize=256)
def sites_in(chart: Chart, cell: Cell) -> tuple[Site, ...]:
    """The town squares of a sector."""
    return tuple(site for site in chart.sites.values() if cell_of(site.square) == cell)
