"""A turn of Germany: setting up, income and transport symbols, stations (GE-1 to GE-13, GE-30 to GE-34), and the
actions that a player may take now.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from rules_core.games.germany.ending import (
    SectorRun,
    close_if_dead,
    close_if_last_station,
    end_year,
    evolve,
    leave_sector,
)
from rules_core.games.germany.options import GERMAN_BOX, options_on
from rules_core.grid import Side, Square, cell_of, opposite, step
from rules_core.kernel.definition import chosen
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuildStation, EndName, EndTurn, Income, Payment, UseTransport
from rules_core.line.building import pay_station
from rules_core.line.chart import Chart
from rules_core.line.components import components_from
from rules_core.line.legality import check_exit, where
from rules_core.line.sectors import chart_of, check_company, check_site, site_cost, site_price
from rules_core.line.table import READING, PlayerView, State, Table
from rules_core.line.transition import BankFails, LineTransition, pay_bonus, require, settle
from rules_core.line.turns import (
    DICE,
    ENDS,
    FIRST_DICE,
    SEATS,
    begin_play,
    is_to_move,
    next_seat,
    payments,
    reduce,
    rolls,
    runs,
    symbol_face,
    symbols,
    turn_ends,
    works,
)


def setup(options: Mapping[str, str], seats: int, draw: Draw, before: ev.GameBegan | None = None) -> list[ev.Event]:
    """The events that begin a game for 2 to 4 seats, by the box and reading of one begun `before` or by today's.

    Raises BadOptions (GE-1 to GE-5).
    """
    box = before.components if before else GERMAN_BOX
    chart = chart_of(components_from(box))
    named = chosen(options_on(chart), options, seats, SEATS, before)
    given = dict(named)
    began = ev.GameBegan(
        kind="germany",
        seats=seats,
        options=named,
        components=box,
        dice=DICE[given["extended"]],
        wild=FIRST_DICE,
        start_kind="",
        reading=before.reading if before else READING,
    )
    return [began, *_ends_abroad(chart, given["two_starts"], draw), *begin_play(seats, draw)]


def _ends_abroad(chart: Chart, option: str, draw: Draw) -> list[ev.Event]:
    """The events that place the line's ends in variant `two_starts`: end A in the north, end B in the south (GE-3)."""
    for south in chart.south:
        for north in chart.north:
            if option == f"{south}-{north}".lower():
                return [ev.EndsPlaced(north, south)]
    if option != "drawn":
        return []
    north = chart.north[draw(DrawKey(0, 0, "north", 0), len(chart.north))]
    south = chart.south[draw(DrawKey(0, 0, "south", 0), len(chart.south))]
    return [ev.EndsPlaced(north, south)]


def income_due(table: Table, seat: int) -> ev.IncomeTaken:
    """The income a seat is due (GE-11)."""
    directed = table.directed_by(seat)
    if table.players[seat].held_office and not directed:
        return ev.IncomeTaken(seat, 0, FIRST_DICE, "no office")
    stations = sum(table.built(company.id) for company in directed)
    return ev.IncomeTaken(seat, FIRST_DICE + stations, 0, "stations")


def use_transport(state: State, action: UseTransport) -> list[ev.Event]:
    """One passenger more waits for a company of the player's choice (GE-12). Raises IllegalAction."""
    if action.company not in state.table.companies:
        raise IllegalAction(violation("GE-1", "no_such_company", company=action.company))
    face = symbol_face(state.table.players[action.seat].front, action.wild)
    if face is None:
        raise IllegalAction(violation("GE-12", "no_wild_die" if action.wild else "no_symbol"))
    return [ev.TransportUsed(action.seat, action.company, face)]


def end_turn(state: State, action: EndTurn) -> list[ev.Event]:
    """Dice beyond five go back; the game ends where both ends are dead, else play goes on (GE-12, GE-13, GE-41).

    Raises IllegalAction.
    """
    symbols = state.table.players[action.seat].front.share
    if symbols:
        raise IllegalAction(violation("GE-12", "symbols_left", symbols=symbols))
    transition = LineTransition(state, evolve)
    transition.happen(reduce(state, action))
    seat = next_seat(state.table)
    if close_if_dead(transition):
        return transition.events
    if seat is None:
        end_year(transition)
    else:
        transition.happen(ev.TurnBegan(seat, state.table.turn.number + 1))
    return transition.events


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


def legal(view: PlayerView) -> Iterator[Action]:
    """The actions the viewer may take now, lazily; none when another seat has the turn or the game is over."""
    if not is_to_move(view):
        return
    seat = view.table.turn.seat
    yield from _income(view, seat)
    yield from rolls(view, seat)
    yield from _transports(view, seat)
    for end in ENDS:
        yield from _stations(view, seat, end)
        yield from runs(view, seat, end, SectorRun)
    if not view.table.players[seat].front.share:
        yield from turn_ends(view, seat)


def _income(view: PlayerView, seat: int) -> Iterator[Income]:
    table = view.table
    if table.year == 1 or table.turn.income:
        return
    due = income_due(table, seat)
    if due.hidden + due.wild <= table.bank:
        yield Income(seat)


def _transports(view: PlayerView, seat: int) -> Iterator[UseTransport]:
    for company, wild in product(view.table.companies, symbols(view, seat)):
        yield UseTransport(seat, company, wild)


def _stations(view: PlayerView, seat: int, end: EndName) -> Iterator[BuildStation]:
    table = view.table
    at = table.line.end(end)
    for out in at.exits:
        square = step(at.square, out)
        if check_site(table, end, square):
            continue
        for company in table.companies:
            if check_company(table, square, company):
                continue
            for pay in payments(view, seat, site_cost(table, square)):
                leave = out if at.is_station else None
                action = BuildStation(seat, end, company, pay=pay, leave=leave)
                if works(build_station, view, action):
                    yield action
