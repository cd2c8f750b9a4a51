"""The actions a player may take now; `rules_core.line.turns` says which runs are among them."""

from collections.abc import Iterator
from itertools import product

from rules_core.games.germany.stations import build_station
from rules_core.games.germany.track import SectorRun
from rules_core.games.germany.turn import income_due
from rules_core.grid import step
from rules_core.line.actions import Action, BuildStation, EndName, Income, UseTransport
from rules_core.line.sectors import check_company, check_site, site_cost
from rules_core.line.table import PlayerView
from rules_core.line.turns import ENDS, is_to_move, payments, rolls, runs, symbols, turn_ends, works


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
