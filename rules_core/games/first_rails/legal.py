"""The actions a player may take now.

Of runs, listed are: every one-piece run with every choice of die and payment; and where one piece leads to an edge or
to water, the closing runs of up to CLOSING_PIECES pieces, plain faces first and with the default payment. Longer
runs are legal too when `decide` takes them. What would break the bank is never listed (FR-71).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, TypeVar

from rules_core import events as ev
from rules_core.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndName,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Piece,
    Roll,
    Source,
)
from rules_core.companies import sold_out
from rules_core.dice import Dice
from rules_core.games.first_rails.deed import BankFails, Illegal
from rules_core.games.first_rails.stations import build_station, mountain_due
from rules_core.games.first_rails.track import Run, lay_run
from rules_core.games.first_rails.turn import KEPT, income_due
from rules_core.geometry import Side, cell_of
from rules_core.legality import check_company_site, check_run_end, check_site, kinds_fitting
from rules_core.reach import turns_from
from rules_core.table import State
from rules_core.views import PlayerView

A = TypeVar("A", LayRun, BuildStation)
CLOSING_PIECES: Final = 4
ENDS: Final[tuple[EndName, EndName]] = ("A", "B")


def legal(view: PlayerView) -> Iterator[Action]:
    """The actions the viewer may take now, lazily; none when another seat has the turn or the game is over."""
    table = view.table
    if table.over or view.seat is None or view.seat != table.turn.seat:
        return
    yield from _income(view, view.seat)
    yield from _rolls(view, view.seat)
    yield from _shares(view, view.seat)
    for end in ENDS:
        yield from _stations(view, view.seat, end)
        yield from _runs(view, view.seat, end)
    yield from _ends(view, view.seat)


def _income(view: PlayerView, seat: int) -> Iterator[Income]:
    table = view.table
    if table.year == 1 or table.turn.income or table.last_year:
        return
    due = income_due(table, seat)
    if due.hidden + due.wild <= table.bank:
        yield Income(seat)


def _rolls(view: PlayerView, seat: int) -> Iterator[Roll]:
    table = view.table
    if table.turn.rolled:
        return
    wild = table.players[seat].front.wild
    for hidden, picked in product(range(view.own.hidden + 1), range(wild + 1)):
        if hidden + picked and (table.last_year or picked <= table.bank):
            yield Roll(seat, hidden, picked)


def _shares(view: PlayerView, seat: int) -> Iterator[BuyShare]:
    table = view.table
    front = table.players[seat].front
    dice = [wild for wild, there in ((False, front.share), (True, front.wild)) if there]
    market = sold_out(table.companies) >= len(table.players)
    for index, company in enumerate(table.companies.values()):
        sources: list[Source] = ["bank"] if company.unsold else []
        director = company.director
        if market and director not in (None, seat) and table.players[director].shares[index]:
            sources.append("director")
        for source, wild in product(sources, dice):
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
                amount = stock.price + mountain_due(table, square, stock.terrain)
                for pay in _payments(view, seat, amount):
                    action = BuildStation(seat, end, company.id, stock.terrain, stock.price, pay)
                    if _works(build_station, view, action):
                        yield action


def _payments(view: PlayerView, seat: int, amount: int) -> Iterable[Payment]:
    """The ways to pay an amount, hidden dice first."""
    wild = view.table.players[seat].front.wild
    most, least = min(view.own.hidden, amount), max(0, amount - wild)
    return (Payment(hidden, amount - hidden) for hidden in range(most, least - 1, -1))


def _runs(view: PlayerView, seat: int, end: EndName) -> Iterator[LayRun]:
    at = view.table.line.end(end)
    front = view.table.players[seat].front
    for out in at.exits:
        leave = out if at.is_station else None
        for heading in turns_from(out):
            plain = front.straight if heading == out else front.curve
            for wild in [wild for wild, there in ((False, plain), (True, front.wild)) if there]:
                run = Run(view.state, LayRun(seat, end, (), leave))
                piece = Piece(heading, wild)
                if not _lays(run, piece):
                    break
                if _may_stop(run):
                    yield from _paid_each_way(view, run, piece)
                elif not (wild and plain):
                    yield from _closing(run, (piece,))


def _paid_each_way(view: PlayerView, run: Run, piece: Piece) -> Iterator[LayRun]:
    """A one-piece run with every way to pay what its square costs."""
    if not run.due:
        yield LayRun(run.seat, run.name, (piece,), run.leave)
        return
    for pay in _payments(view, run.seat, run.due):
        action = LayRun(run.seat, run.name, (piece,), run.leave, pay)
        if _works(lay_run, view, action):
            yield action


def _closing(run: Run, steps: tuple[Piece | NewTile, ...]) -> Iterator[LayRun]:
    """The runs that go on from here, over an edge or water, to where they may stop."""
    if sum(isinstance(step, Piece) for step in steps) == CLOSING_PIECES:
        return
    table = run.deed.table
    beyond = cell_of(run.ahead)
    tiles: list[NewTile | None] = [None]
    if beyond not in table.landscape.tiles:
        tiles = [NewTile(layout.kind, layout.turn) for layout in table.landscape.fitting(beyond)]
    for tile, heading in product(tiles, turns_from(_heading(run))):
        longer = run.copy()
        piece = Piece(heading)
        if not _lays(longer, piece, tile):
            continue
        taken = (*steps, piece) if tile is None else (*steps, tile, piece)
        if _may_stop(longer):
            yield LayRun(run.seat, run.name, taken, run.leave)
        else:
            yield from _closing(longer, taken)


def _heading(run: Run) -> Side:
    heading = run.deed.table.line.end(run.name).heading
    assert heading is not None, "a run's last piece is track"
    return heading


def _lays(run: Run, piece: Piece, tile: NewTile | None = None) -> bool:
    try:
        if tile is not None:
            run.attach(tile)
        run.lay(piece)
    except (Illegal, BankFails):
        return False
    return True


def _may_stop(run: Run) -> bool:
    table = run.deed.table
    return check_run_end(table.landscape, table.line, run.name) is None


def _works(attempt: Callable[[State, A], list[ev.Event]], view: PlayerView, action: A) -> bool:
    try:
        attempt(view.state, action)
    except (Illegal, BankFails):
        return False
    return True


def _ends(view: PlayerView, seat: int) -> Iterator[EndTurn]:
    front = view.table.players[seat].front
    surplus = max(0, front.total - KEPT)
    for straight, curve, share in product(*(range(n + 1) for n in front[:3])):
        wild = surplus - straight - curve - share
        if 0 <= wild <= front.wild:
            yield EndTurn(seat, Dice(straight, curve, share, wild))
