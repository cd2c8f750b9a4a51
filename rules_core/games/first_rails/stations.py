"""Building stations (FR-50 to FR-55)."""

from dataclasses import replace

from rules_core.games.first_rails.ending import close_if_dead, close_if_last_station
from rules_core.games.first_rails.folding import evolve
from rules_core.grid import Square, Terrain, cell_of, opposite, step
from rules_core.kernel.rulebook import IllegalAction, violation
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation
from rules_core.line.building import pay_station, station_dues
from rules_core.line.companies import Company
from rules_core.line.legality import check_company_site, check_exit, check_site, kinds_fitting, where
from rules_core.line.table import State
from rules_core.line.transition import LineTransition, pay_bonus, require, settle


def build_station(state: State, action: BuildStation) -> list[ev.Event]:
    """The events of building a station. Raises IllegalAction or BankFails."""
    transition = LineTransition(state, evolve)
    table = state.table
    company = table.companies.get(action.company)
    if company is None:
        raise IllegalAction(violation("FR-3", "no_such_company", company=action.company))
    if company.director != action.seat:
        raise IllegalAction(violation("FR-50", "not_director", company=company.id))
    require(check_site(table.landscape, table.line, action.end))
    require(check_exit(table.line.end(action.end), action.end, action.leave))
    require(check_company_site(table.landscape, table.line, action.end, company))
    end = table.line.end(action.end)
    assert end.heading is not None, "check_site refuses stations"
    square = step(end.square, end.heading)
    due = station_dues(table, square)
    terrain = _terrain(state, action, square, due)
    price = _price(company, terrain, action.price)
    paid = pay_station(state, action, price + due)
    back = opposite(end.heading)
    transition.happen(ev.StationBuilt(action.seat, action.end, square, back, company.id, terrain, price, paid))
    close_if_last_station(transition, company.id)
    close_if_dead(transition)
    pay_bonus(transition, action.seat, "station", action.break_bank)
    return settle(transition, action.break_bank)


def _terrain(state: State, action: BuildStation, square: Square, due: int) -> Terrain:
    """The kind of station to build; which of two is asked for only where one of them could be paid, `due` included."""
    table, requested = state.table, action.terrain
    company = table.companies[action.company]
    kinds = kinds_fitting(table.landscape.layout(cell_of(square)), square)
    if requested is None:
        fitting = [kind for kind in kinds if company.left(kind)]
        if len(fitting) > 1:
            cheapest = min(stock.price for stock in company.stock if stock.terrain in fitting and stock.left)
            pay_station(state, replace(action, pay=None), cheapest + due)
            raise IllegalAction(violation("FR-52", "which_kind", company=company.id, kinds=", ".join(fitting)))
        (kind,) = fitting
        return kind
    if requested not in kinds:
        raise IllegalAction(violation("FR-52", "kind_does_not_fit", kind=requested, square=where(square)))
    if not company.left(requested):
        raise IllegalAction(violation("FR-50", "kind_used_up", company=company.id, kind=requested))
    return requested


def _price(company: Company, terrain: Terrain, requested: int | None) -> int:
    price = company.cheapest(terrain) if requested is None else requested
    if price is None or not company.left(terrain, price):
        raise IllegalAction(violation("FR-50", "no_such_price", company=company.id, kind=terrain, price=price or 0))
    return price
