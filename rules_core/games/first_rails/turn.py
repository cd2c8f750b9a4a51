"""A turn of The First Rails: setting up, income and shares, track and stations (FR-2 to FR-55), and the actions that
a player may take now.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from rules_core.games.first_rails.ending import close_if_dead, close_if_last_station, close_if_no_tile, end_year, evolve
from rules_core.games.first_rails.options import OPTIONS
from rules_core.grid import Cell, Square, Terrain, cell_of, opposite, step
from rules_core.kernel.definition import chosen
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndName,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Piece,
    Source,
)
from rules_core.line.building import Run, laid, pay_station, station_dues
from rules_core.line.companies import Company, sold_out
from rules_core.line.components import components_text, shared_components
from rules_core.line.landscape import Landscape
from rules_core.line.legality import (
    DEAD_ENDS,
    check_company_site,
    check_exit,
    check_piece,
    check_run_end,
    check_site,
    check_tile,
    kinds_fitting,
    where,
)
from rules_core.line.table import READING, PlayerView, State, Table
from rules_core.line.transition import LineTransition, pay_bonus, require, settle
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

BOX: Final = components_text(shared_components(), "tile", "company")
"""The component data that new games are set up with."""


def setup(options: Mapping[str, str], seats: int, draw: Draw, before: ev.GameBegan | None = None) -> list[ev.Event]:
    """The events that begin a game for 2 to 4 seats, by the box and reading of one begun `before` or by today's.

    Raises BadOptions (FR-1 to FR-5).
    """
    named = chosen(OPTIONS, options, seats, SEATS, before)
    began = ev.GameBegan(
        kind="first_rails",
        seats=seats,
        options=named,
        components=before.components if before else BOX,
        dice=DICE[dict(named)["extended"]],
        wild=FIRST_DICE,
        start_kind="grassland",
        reading=before.reading if before else READING,
    )
    return [began, *begin_play(seats, draw)]


def income_due(table: Table, seat: int) -> ev.IncomeTaken:
    """The income a seat is due, by the clauses of FR-11."""
    directed = table.directed_by(seat)
    if directed:
        stations = sum(table.built(company.id) for company in directed)
        if stations > FIRST_DICE:
            return ev.IncomeTaken(seat, stations, 0, "b")
        return ev.IncomeTaken(seat, FIRST_DICE, 0, "a")
    if table.players[seat].lost_office:
        return ev.IncomeTaken(seat, 0, FIRST_DICE, "c")
    return ev.IncomeTaken(seat, FIRST_DICE, 0, "d")


def buy_share(state: State, action: BuyShare) -> list[ev.Event]:
    """One share from the bank or from its director (FR-20 to FR-22). Raises IllegalAction."""
    table = state.table
    company = table.companies.get(action.company)
    if company is None:
        raise IllegalAction(violation("FR-3", "no_such_company", company=action.company))
    source = action.source or ("bank" if company.unsold else "director")
    seller = None
    if source == "bank":
        if not company.unsold:
            raise IllegalAction(violation("FR-20", "sold_out", company=company.id))
    else:
        seller = _seller(table, action)
    face = symbol_face(table.players[action.seat].front, action.wild)
    if face is None:
        raise IllegalAction(violation("FR-20", "no_wild_die" if action.wild else "no_share_die"))
    return [ev.ShareBought(action.seat, company.id, seller, face)]


def _seller(table: Table, action: BuyShare) -> int:
    company = table.companies[action.company]
    needed, sold = len(table.players), sold_out(table.companies)
    if sold < needed:
        raise IllegalAction(violation("FR-21", "market_closed", needed=needed, sold_out=sold))
    if company.director is None:
        raise IllegalAction(violation("FR-21", "no_director", company=company.id))
    if company.director == action.seat:
        raise IllegalAction(violation("FR-22", "own_company", company=company.id))
    if not table.players[company.director].shares[table.box.company_index(company.id)]:
        raise IllegalAction(violation("FR-22", "director_has_none", company=company.id))
    return company.director


def end_turn(state: State, action: EndTurn) -> list[ev.Event]:
    """Dice beyond five go back; the next player's turn begins, or the year ends (FR-14, FR-62).

    Raises IllegalAction.
    """
    transition = LineTransition(state, evolve)
    transition.happen(reduce(state, action))
    seat = next_seat(state.table)
    if seat is None:
        end_year(transition)
    else:
        transition.happen(ev.TurnBegan(seat, state.table.turn.number + 1))
    return transition.events


class TileRun(Run):
    """A run over tiles that are laid as the line comes to them."""

    def __init__(self, state: State, action: LayRun) -> None:
        super().__init__(LineTransition(state, evolve), action)
        self.attached: Cell | None = None

    def attach(self, tile: NewTile) -> None:
        """Lay a new tile over the edge that the end points at (FR-33, FR-35, FR-36)."""
        table = self.transition.table
        if tile.kind not in table.box.tiles:
            raise IllegalAction(violation("FR-4", "no_such_kind", kind=tile.kind))
        layout = table.box.layout(tile.kind, tile.turn)
        require(check_tile(table.landscape, table.line, self.name, layout))
        self.attached = self.beyond
        number = len(table.landscape.tiles) + 1
        self.transition.happen(ev.TileLaid(self.seat, self.beyond, layout.kind, layout.turn, number))

    def tiles_beyond(self) -> Iterable[NewTile | None]:
        """The tiles that fit where none lies (FR-36)."""
        landscape: Landscape = self.transition.table.landscape
        if self.beyond in landscape.tiles:
            return (None,)
        return [NewTile(layout.kind, layout.turn) for layout in landscape.fitting(self.beyond)]

    def check(self, square: Square, piece: Piece) -> Violation | None:
        """FR-30 to FR-36: on its own tile, or on the one attached in this run."""
        table = self.transition.table
        last = table.line.end(self.name).square
        if cell_of(square) not in (cell_of(last), self.attached):
            return self._over_the_edge(last, cell_of(square))
        is_dead_end = DEAD_ENDS[table.reading]
        return check_piece(table.landscape, table.line, self.name, self.way_out, piece.heading, is_dead_end)

    def _over_the_edge(self, last: Square, cell: Cell) -> Violation:
        tile = self.transition.table.landscape.tiles.get(cell)
        if tile is None:
            return violation("FR-33", "stops_at_edge", end=self.name, square=where(last))
        return violation("FR-36", "cell_taken", end=self.name, tile=tile.number)

    def connect(self, left: Square) -> None:
        """The first piece on a tile connects it: dice go back from the tile left, two are won (FR-38)."""
        line = self.transition.table.line
        cell = cell_of(line.end(self.name).square)
        if len(line.tiles[cell]) > 1:
            return
        if cell_of(line.other(self.name).square) != cell_of(left):
            self.transition.happen(ev.TileLeft(cell_of(left), line.dice_in(cell_of(left))))
        close_if_no_tile(self.transition)
        pay_bonus(self.transition, self.seat, "tile", self.break_bank)

    def check_stop(self) -> Violation | None:
        """FR-33, FR-34."""
        table = self.transition.table
        return check_run_end(table.landscape, table.line, self.name)

    def finish(self) -> None:
        """Check how the run stops, and begin the last year where both ends are dead (FR-70)."""
        super().finish()
        close_if_dead(self.transition)


def lay_run(state: State, action: LayRun) -> list[ev.Event]:
    """The events of a run. Raises IllegalAction or BankFails."""
    return laid(TileRun(state, action), action)


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
