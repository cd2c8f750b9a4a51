"""Paying for stations (FR-50)."""

from rules_core.grid.geometry import Square
from rules_core.kernel.rulebook import violation
from rules_core.line.actions import BuildStation, Payment
from rules_core.line.legality import Purse, dues_at, dues_total
from rules_core.line.table import State, Table
from rules_core.line.transition import IllegalAction


def station_dues(table: Table, square: Square) -> int:
    """What a station costs beyond its price: the range and the river not yet paid this turn (FR-50, GE-24)."""
    return dues_total(dues_at(table.landscape, table.turn.paid, square))


def pay_station(state: State, action: BuildStation, amount: int) -> Payment:
    """How a station of this price is paid, hidden dice first or as named (FR-50). Raises IllegalAction."""
    screen = state.screens[action.seat]
    wild = state.table.players[action.seat].front.wild
    paid = Purse(screen.hidden if screen else 0, wild, action.pay).split(amount)
    if action.pay is not None and action.pay.total != amount:
        named = action.pay.total
        raise IllegalAction(violation("FR-50", "paid_wrong", company=action.company, due=amount, paid=named))
    if paid is None:
        raise IllegalAction(violation("FR-50", "cannot_pay", company=action.company, due=amount, wild=wild))
    return paid
