"""Building stations (FR-50 to FR-55)."""

from rules_core import events as ev
from rules_core.actions import BuildStation
from rules_core.companies import Company
from rules_core.games.first_rails.deed import Deed, Illegal, pay_bonus, require
from rules_core.games.first_rails.ending import close_if_dead, close_if_last_station
from rules_core.games.first_rails.track import DUES
from rules_core.geometry import Square, cell_of, opposite
from rules_core.legality import Purse, check_company_site, check_site, is_paid, kinds_fitting, where
from rules_core.rulebook import Violation, violation
from rules_core.table import State, Table
from rules_core.terrain import Terrain


def build_station(state: State, action: BuildStation) -> list[ev.Event]:
    """The events of building a station. Raises Illegal or BankFails."""
    deed = Deed(state)
    table = state.table
    company = table.companies.get(action.company)
    if company is None:
        raise Illegal(violation("FR-3", "no_such_company", company=action.company))
    if company.director != action.seat:
        raise Illegal(violation("FR-50", "not_director", company=company.id))
    require(check_site(table.landscape, table.line, action.end))
    require(check_company_site(table.landscape, table.line, action.end, company))
    end = table.line.end(action.end)
    square = end.ahead
    assert square is not None and end.heading is not None, "check_site refuses stations"
    terrain = _terrain(table, square, company, action.terrain)
    price = _price(company, terrain, action.price)
    amount = price + mountain_due(table, square, terrain)
    screen = state.screens[action.seat]
    purse = Purse(screen.hidden if screen else 0, table.players[action.seat].front.wild, action.pay)
    paid = purse.split(amount)
    if paid is None or (action.pay is not None and action.pay.total != amount):
        raise Illegal(_unpaid(purse, amount, company))
    back = opposite(end.heading)
    deed.happen(ev.StationBuilt(action.seat, action.end, square, back, company.id, terrain, price, paid))
    close_if_last_station(deed, company.id)
    close_if_dead(deed)
    pay_bonus(deed, action.seat, "station", action.break_bank)
    return deed.events


def mountain_due(table: Table, square: Square, terrain: Terrain) -> int:
    """What a station costs beyond its price: one die for a mountain range not yet paid this turn (FR-50)."""
    if terrain != "mountain" or is_paid(table.landscape, table.turn.paid, square):
        return 0
    return DUES["mountain"]


def _terrain(table: Table, square: Square, company: Company, asked: Terrain | None) -> Terrain:
    kinds = kinds_fitting(table.landscape.layout(cell_of(square)), square)
    if asked is None:
        fitting = [kind for kind in kinds if company.left(kind)]
        if len(fitting) > 1:
            raise Illegal(violation("FR-52", "which_kind", company=company.id, kinds=", ".join(fitting)))
        return fitting[0]
    if asked not in kinds:
        raise Illegal(violation("FR-52", "kind_does_not_fit", kind=asked, square=where(square)))
    if not company.left(asked):
        raise Illegal(violation("FR-50", "kind_used_up", company=company.id, kind=asked))
    return asked


def _price(company: Company, terrain: Terrain, asked: int | None) -> int:
    price = company.cheapest(terrain) if asked is None else asked
    if price is None or not company.left(terrain, price):
        raise Illegal(violation("FR-50", "no_such_price", company=company.id, kind=terrain, price=price or 0))
    return price


def _unpaid(purse: Purse, amount: int, company: Company) -> Violation:
    if purse.named is not None and purse.named.total != amount:
        return violation("FR-50", "paid_wrong", company=company.id, due=amount, paid=purse.named.total)
    return violation("FR-50", "cannot_pay", company=company.id, due=amount, wild=purse.wild)
