"""Building stations, in towns and abroad (GE-30 to GE-34)."""

from dataclasses import replace

from rules_core.games.germany.ending import close_if_last_station
from rules_core.games.germany.folding import evolve
from rules_core.games.germany.track import leave_sector
from rules_core.grid import Side, Square, cell_of, opposite, step
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, Payment
from rules_core.line.building import pay_station
from rules_core.line.legality import check_exit, where
from rules_core.line.sectors import chart_of, check_company, check_site, site_cost, site_price
from rules_core.line.table import State
from rules_core.line.transition import BankFails, LineTransition, pay_bonus, require, settle


def build_station(state: State, action: BuildStation) -> list[ev.Event]:
    """The events of building a station. Raises IllegalAction or BankFails."""
    table = state.table
    if action.company not in table.companies:
        raise IllegalAction(violation("GE-1", "no_such_company", company=action.company))
    end = table.line.end(action.end)
    require(_check_leave(state, action))
    out = action.leave if end.heading is None else end.heading
    assert out is not None, "check_exit wants a side"
    square = step(end.square, out)
    require(check_site(table, action.end, square) or check_company(table, square, action.company))
    price, due = site_price(table, square), site_cost(table, square)
    paid = pay_station(state, action, due)
    if action.price not in (None, price):
        raise IllegalAction(violation("GE-31", "price_is_printed", square=where(square), price=price, due=due))
    if action.terrain is not None:
        raise IllegalAction(violation("GE-31", "no_kinds"))
    return _built(state, action, square, out, price, paid)


def _check_leave(state: State, action: BuildStation) -> Violation | None:
    """FR-30, GE-32: how the line leaves the station that is its end; a side is asked for only where one would do."""
    end = state.table.line.end(action.end)
    broken = check_exit(end, action.end, action.leave)
    if broken is None or action.leave is not None:
        return broken
    refusals = []
    for side in end.exits:
        try:
            build_station(state, replace(action, leave=side))
        except IllegalAction as illegal:
            refusals.append(illegal.violation)
        except BankFails:
            return broken
        else:
            return broken
    return refusals[0]


def _built(state: State, action: BuildStation, square: Square, out: Side, price: int, paid: Payment) -> list[ev.Event]:
    """The events of a new station: dice, passengers, director, and the end after the last (GE-32 to GE-34, GE-41)."""
    transition = LineTransition(state, evolve)
    table = state.table
    chart = chart_of(table.box)
    last = table.line.end(action.end).square
    abroad = chart.country(square) is not None
    terrain = "grassland" if abroad else table.landscape.terrain(square)
    seat, company = action.seat, action.company
    transition.happen(ev.StationBuilt(seat, action.end, square, opposite(out), company, terrain, price, paid))
    if abroad:
        left = ev.TileLeft(cell_of(last), transition.table.line.dice_in(cell_of(last)))
        leave_sector(transition, left, transition.table.line.other(action.end).square)
    pay_bonus(transition, seat, "station", action.break_bank)
    waiting = transition.table.waiting[table.box.company_index(company)]
    if waiting:
        transition.happen(ev.PassengersTaken(seat, company, waiting))
    _change_director(transition, seat, company)
    close_if_last_station(transition, company)
    return settle(transition, action.break_bank)


def _change_director(transition: LineTransition, seat: int, company: str) -> None:
    """The builder directs a company of which they have carried more than every other player (GE-34)."""
    table = transition.table
    index = table.box.company_index(company)
    carried = [player.carried[index] for player in table.players]
    most_elsewhere = max(count for other, count in enumerate(carried) if other != seat)
    director = table.companies[company].director
    if carried[seat] > most_elsewhere and director != seat:
        transition.happen(ev.DirectorChanged(company, seat, director))
