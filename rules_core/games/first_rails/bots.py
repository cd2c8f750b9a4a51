"""A bot for The First Rails with some skill: it spends dice where they bring the most passengers.

It sees the table and what lies behind its own screen, as a player does, and takes only actions offered to it, except
that it may break the bank.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Final

from rules_core.games.first_rails.options import pays_once
from rules_core.grid import (
    ANY_BORDER,
    BORDER,
    FULL,
    Cell,
    Layout,
    Mask,
    cell_of,
    indices,
    neighbours,
    square_at,
    step_cell,
)
from rules_core.kernel.definition import Choose
from rules_core.line.actions import Action, BuildStation, BuyShare, EndName, Income, LayRun
from rules_core.line.bots.moment import (
    BONUS,
    PLAIN,
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
from rules_core.line.bots.places import LEAST, EndInCell, Place, laid
from rules_core.line.companies import Company, elected, longest_chain
from rules_core.line.components import StationKind
from rules_core.line.events import Due
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at, kinds_fitting
from rules_core.line.table import PlayerView
from rules_core.line.track import Line
from rules_core.line.turns import DICE, FIRST_DICE

GROWTH: Final = 1.5
"""How much longer the chain of a company with stations left is taken to become."""
FOOTHOLD: Final = 0.5
"""What a station is worth that makes no chain longer, but may be joined to one."""
HORIZON: Final = 10
"""The number of years ahead that passengers are looked for."""

BEYOND: Final = 0.4
"""How much of a station's worth counts while the tile it could stand on does not lie yet."""

READY: Final = 3
"""Dice a director keeps for a station while there is no place for one (FR-3)."""
NEAR: Final = 3
"""A place for a station is near when it is no more dice away."""
LAKE: Final = 2
"""Dice that a lake costs (FR-40)."""


class FirstRailsAppraisal(Worth):
    """The worth of things to the viewer of one position, who has a seat."""

    many_hidden = 7

    def __init__(self, view: PlayerView, seat: int) -> None:
        super().__init__(view, seat)
        self._stations: dict[tuple[str, Cell], float] = {}

    @property
    def hidden_elsewhere(self) -> int:
        """The number of dice the others have behind their screens together: those that lie nowhere else (FR-2)."""
        in_front = sum(player.front.total for player in self.table.players)
        seen = self.table.bank + self.table.line.dice + self.behind.hidden + in_front
        return DICE[self.table.options["extended"]] - seen

    @property
    def bonus(self) -> float:
        """The worth of what the bank gives for a tile or a station now (FR-70)."""
        return 0.0 if self.table.last_year else BONUS

    @cached_property
    def years(self) -> int:
        """The number of times passengers will still be counted, this year's count included."""
        if self.table.last_year:
            return 1
        return min(HORIZON, 2 + min(company.stations_left for company in self.table.companies.values()))

    @cached_property
    def own_companies(self) -> tuple[Company, ...]:
        """The companies the viewer is director of."""
        return self.table.directed_by(self.seat)

    @cached_property
    def cells(self) -> Mapping[str, frozenset[Cell]]:
        """The cells where each company has stations."""
        tiles = self.table.landscape.tiles.items()
        return {
            company: frozenset(cell for cell, tile in tiles if company in tile.stations)
            for company in self.table.companies
        }

    @cached_property
    def chains(self) -> Mapping[str, int]:
        """The number of passengers each company carries a year (FR-60)."""
        return {company: longest_chain(cells) for company, cells in self.cells.items()}

    def carried_by(self, seat: int) -> int:
        """The number of passengers a seat gets a year."""
        return sum(self.chains[company.id] for company in self.table.directed_by(seat))

    def station(self, company: str, cell: Cell) -> float:
        """The worth of one more station of a company in a cell to its director, its price and bonus aside."""
        known = self._stations.get((company, cell))
        if known is None:
            longer = longest_chain(self.cells[company] | {cell}) - self.chains[company]
            known = self._stations[company, cell] = longer * self.years if longer else FOOTHOLD
        return known

    def office(self, company: Company) -> float:
        """The worth of being director of a company from next year on."""
        growth = GROWTH if company.stations_left else 0.0
        return (self.years - 1) * (self.chains[company.id] + growth)

    def share(self, company: Company, seller: int | None) -> float:
        """The worth of one more share of a company, bought from the bank (None) or from its director.

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
        return elected(held, company.director, self.table.start, self.table.options["director_tie"])


class EndOnTile(EndInCell):
    """An end of the line on its tile."""

    def __init__(self, appraisal: FirstRailsAppraisal, landscape: Landscape, line: Line, name: EndName) -> None:
        super().__init__(landscape, line, name, cell_of(line.end(name).square))
        self.appraisal = appraisal

    def places(self) -> Iterator[Place]:
        """The places on the tile that are worth something to the viewer."""
        for company in self.appraisal.own_companies:
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
        """The squares where a company could build once an end points there (FR-51 to FR-53)."""
        if company.id in self.landscape.tiles[self.cell].stations:
            return 0
        squares = 0
        for stock in company.stock:
            if stock.left:
                squares |= _fit_for_stations(self.layout).get(stock.terrain, 0)
        return squares & ~neighbours(self.line.stations(self.cell))

    def _connecting(self, cell: Cell) -> float:
        bears = [
            self.appraisal.station(company.id, cell)
            for company in self.appraisal.own_companies
            if company.stations_left
        ]
        return LEAST + self.appraisal.bonus + BEYOND * max(bears, default=0.0)


@cache
def _fit_for_stations(layout: Layout) -> dict[StationKind, Mask]:
    """For each kind of station the squares of a tile that are fit for it, not at the border (FR-51, FR-52)."""
    fit: dict[StationKind, Mask] = {"mountain": 0, "lake": 0, "grassland": 0}
    for index in indices(FULL & ~ANY_BORDER):
        for kind in kinds_fitting(layout, square_at(Cell(0, 0), index)):
            fit[kind] |= 1 << index
    return fit


class FirstRailsMoment(Moment[FirstRailsAppraisal]):
    """One moment of a turn of The First Rails."""

    unpaid = 0.5

    def __init__(self, view: PlayerView, actions: Iterable[Action], choose: Choose) -> None:
        super().__init__(view, actions, choose, FirstRailsAppraisal(view, view.table.turn.seat))

    def ends_in_cells(self, end: EndName) -> Sequence[EndOnTile]:
        """An end of the line on its tile."""
        return (EndOnTile(self.appraisal, self.table.landscape, self.table.line, end),)

    def pays_once(self, due: Due) -> bool:
        """Whether what is due of a kind is paid for the whole turn (FR-39, FR-40)."""
        return pays_once(self.table, due)

    def end_after(self, run: LayRun) -> EndOnTile:
        """The end of the line that a run goes on from, as the run leaves it."""
        return EndOnTile(self.appraisal, *laid(self.table, run), run.end)

    def reserve(self) -> tuple[int, int]:
        """The hidden dice and "?" to keep: the nearest station's price, and some "?"; a lake's where surrounded."""
        short = self.appraisal.short
        if self.surrounded:
            return LAKE, 0 if short else LAKE
        prices = [place.price for place, dice in self.reachable if place.price and (dice <= NEAR or not short)]
        hidden = min(prices, default=READY if self.appraisal.own_companies and not short else 0)
        if short:
            return hidden, 0
        return hidden, 2 if self.hidden > hidden else 1


def build_station(moment: FirstRailsMoment) -> Action | None:
    """Wherever the passengers to come, and the bonus, are worth the dice (FR-50)."""
    appraisal = moment.appraisal

    def worth(action: BuildStation) -> float:
        square = moment.table.line.end(action.end).ahead
        assert square is not None and action.pay is not None, "so they are offered"
        price = action.pay.hidden * appraisal.hidden + action.pay.wild * appraisal.wild
        return appraisal.station(action.company, cell_of(square)) + appraisal.bonus - price

    return moment.best((worth(action), action) for action in moment.offered(BuildStation))


def buy_share(moment: FirstRailsMoment) -> Action | None:
    """With share dice anything, with "?" what is worth one: to become or stay a director (FR-20, FR-21)."""
    if moment.table.last_year:
        return None

    def worth(action: BuyShare) -> float:
        company = moment.table.companies[action.company]
        seller = company.director if action.source == "director" else None
        return moment.appraisal.share(company, seller) + (-moment.appraisal.wild if action.wild else PLAIN)

    return moment.best((worth(action), action) for action in moment.offered(BuyShare))


def break_bank(moment: FirstRailsMoment) -> Action | None:
    """End a stalled game where no other player carries more passengers a year (FR-71).

    A game is stalled when nothing can be done but pass, nobody else has a die behind the screen, and the bank cannot
    pay anybody's income.
    """
    table, appraisal = moment.table, moment.appraisal
    if not moment.can_only_pass or table.year == 1 or table.turn.income or table.last_year:
        return None
    if table.bank >= FIRST_DICE or appraisal.hidden_elsewhere:
        return None
    carried = [appraisal.carried_by(seat) for seat in range(len(table.players))]
    return Income(moment.seat, break_bank=True) if carried[moment.seat] == max(carried) else None


HABITS: Final[tuple[Habit[FirstRailsMoment], ...]] = (
    take_income,
    build_station,
    buy_share,
    reach_place,
    roll,
    lay_surplus,
    break_bank,
    end_turn,
)


def play(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """Choose the action of the first habit that finds something to do. Raises ValueError where no action is offered."""
    return first_action(FirstRailsMoment(view, actions, choose), HABITS)
