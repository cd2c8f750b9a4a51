"""What companies, shares and stations are worth to one seat, in passengers it may still carry.

Everything is read from a view: the table, and what lies behind the viewer's own screen.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from rules_core.grid.geometry import Cell
from rules_core.line.bots.worth import BONUS, Worth
from rules_core.line.companies import Company, elected, longest_chain
from rules_core.line.turns import DICE
from rules_core.line.views import PlayerView

GROWTH: Final = 1.5
"""How much longer the chain of a company with stations left is taken to become."""
FOOTHOLD: Final = 0.5
"""What a station is worth that makes no chain longer, but may be joined to one."""
HORIZON: Final = 10
"""Passengers are not looked for further ahead than so many years."""


class Appraisal(Worth):
    """What things are worth to the viewer of one position, who has a seat."""

    many_hidden = 7

    def __init__(self, view: PlayerView, seat: int) -> None:
        super().__init__(view, seat)
        self._stations: dict[tuple[str, Cell], float] = {}

    @property
    def hidden_elsewhere(self) -> int:
        """How many dice the others have behind their screens together: those that lie nowhere else (FR-2)."""
        in_front = sum(player.front.total for player in self.table.players)
        seen = self.table.bank + self.table.line.dice + self.behind.hidden + in_front
        return DICE["yes" if self.table.options.extended else "no"] - seen

    @property
    def bonus(self) -> float:
        """What the bank gives for a tile or a station now (FR-70)."""
        return 0.0 if self.table.last_year else BONUS

    @cached_property
    def years(self) -> int:
        """How often passengers will still be counted, this year's count included."""
        if self.table.last_year:
            return 1
        return min(HORIZON, 2 + min(company.stations_left for company in self.table.companies.values()))

    @cached_property
    def own(self) -> tuple[Company, ...]:
        """The companies the viewer is director of."""
        return self.table.directed_by(self.seat)

    @cached_property
    def cells(self) -> Mapping[str, frozenset[Cell]]:
        """Where each company has stations."""
        tiles = self.table.landscape.tiles.items()
        return {
            company: frozenset(cell for cell, tile in tiles if company in tile.stations)
            for company in self.table.companies
        }

    @cached_property
    def chains(self) -> Mapping[str, int]:
        """How many passengers each company carries a year (FR-60)."""
        return {company: longest_chain(cells) for company, cells in self.cells.items()}

    def carried_by(self, seat: int) -> int:
        """How many passengers a seat gets a year."""
        return sum(self.chains[company.id] for company in self.table.directed_by(seat))

    def station(self, company: str, cell: Cell) -> float:
        """What one more station of a company in a cell is worth to its director, its price and bonus aside."""
        known = self._stations.get((company, cell))
        if known is None:
            longer = longest_chain(self.cells[company] | {cell}) - self.chains[company]
            known = self._stations[company, cell] = longer * self.years if longer else FOOTHOLD
        return known

    def office(self, company: Company) -> float:
        """What it is worth to be director of a company from next year on."""
        growth = GROWTH if company.stations_left else 0.0
        return (self.years - 1) * (self.chains[company.id] + growth)

    def share(self, company: Company, seller: int | None) -> float:
        """What one more share of a company is worth, bought from the bank (None) or from its director.

        The share that wins the office is worth most; one towards it, or to keep it, is worth less the wider the gap.
        """
        index = self.table.box.company_index(company.id)
        held = [player.shares[index] for player in self.table.players]
        lead = held[self.seat] - max(count for seat, count in enumerate(held) if seat != self.seat)
        if self._elected(company, held) == self.seat:
            return self.office(company) * 0.3 / (1 + lead) if lead <= company.unsold else 0.0
        held[self.seat] += 1
        if seller is not None:
            held[seller] -= 1
        if self._elected(company, held) == self.seat:
            return self.office(company)
        within_reach = seller is not None or -lead < company.unsold
        return self.office(company) * 0.2 / (1 - lead) if within_reach else 0.0

    def _elected(self, company: Company, held: list[int]) -> int | None:
        return elected(held, company.director, self.table.start, self.table.options.director_tie)
