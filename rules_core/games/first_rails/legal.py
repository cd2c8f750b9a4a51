"""The actions a player may take now; `rules_core.line.turns` says which runs are among them."""

from collections.abc import Iterator
from itertools import product

from rules_core.games.first_rails.stations import build_station
from rules_core.games.first_rails.track import TileRun
from rules_core.games.first_rails.turn import income_due
from rules_core.grid import cell_of
from rules_core.line.actions import Action, BuildStation, BuyShare, EndName, Income, Source
from rules_core.line.building import station_dues
from rules_core.line.companies import sold_out
from rules_core.line.legality import check_company_site, check_site, kinds_fitting
from rules_core.line.table import PlayerView
from rules_core.line.turns import ENDS, is_to_move, payments, rolls, runs, symbols, turn_ends, works


def legal(view: PlayerView) -> Iterator[Action]:
    """The actions the viewer may take now, lazily; none when another seat has the turn or the game is over."""
    if not is_to_move(view):
        return
    seat = view.table.turn.seat
    yield from _income(view, seat)
    yield from rolls(view, seat)
    yield from _shares(view, seat)
    for end in ENDS:
        yield from _stations(view, seat, end)
        yield from runs(view, seat, end, TileRun)
    yield from turn_ends(view, seat)


def _income(view: PlayerView, seat: int) -> Iterator[Income]:
    table = view.table
    if table.year == 1 or table.turn.income or table.last_year:
        return
    due = income_due(table, seat)
    if due.hidden + due.wild <= table.bank:
        yield Income(seat)


def _shares(view: PlayerView, seat: int) -> Iterator[BuyShare]:
    table = view.table
    market = sold_out(table.companies) >= len(table.players)
    for index, company in enumerate(table.companies.values()):
        sources: list[Source] = ["bank"] if company.unsold else []
        director = company.director
        if market and director not in (None, seat) and table.players[director].shares[index]:
            sources.append("director")
        for source, wild in product(sources, symbols(view, seat)):
            yield BuyShare(seat, company.id, source, wild)


def _stations(view: PlayerView, seat: int, end: EndName) -> Iterator[BuildStation]:
    table = view.table
    square = table.line.end(end).ahead
    if square is None or check_site(table.landscape, table.line, end):
        return
    kinds = kinds_fitting(table.landscape.layout(cell_of(square)), square)
    for company in table.directed_by(seat):
        if check_company_site(table.landscape, table.line, end, company):
            continue
        for stock in company.stock:
            if stock.terrain in kinds and stock.left:
                for pay in payments(view, seat, stock.price + station_dues(table, square)):
                    action = BuildStation(seat, end, company.id, stock.terrain, stock.price, pay)
                    if works(build_station, view, action):
                        yield action
