"""`evolve`: each event changes the position in its own way; nothing is judged here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rules_core import events as ev
from rules_core.actions import Payment
from rules_core.companies import founded
from rules_core.components import components_from
from rules_core.dice import Dice, count, one
from rules_core.geometry import SIZE, Cell, E, Square, W, cell_of
from rules_core.landscape import LaidTile, Landscape
from rules_core.line import End, Fixture, Line
from rules_core.table import Options, Player, Screen, State, Table, Turn, changed

START: Final = Cell(0, 0)
CENTRE: Final = Square(SIZE // 2, SIZE // 2)


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event; None before the first. Raises ValueError where the first event is not GameBegan."""
    if state is None:
        if not isinstance(event, ev.GameBegan):
            raise ValueError(f"a game begins with GameBegan, not {type(event).__name__}")
        return _begun(event)
    return _FOLDS[type(event)](state, event)


def options_from(pairs: tuple[tuple[str, str], ...]) -> Options:
    """The variants named in a GameBegan event."""
    given = dict(pairs)
    return Options(
        extended=given["extended"] == "yes",
        director_tie="printed" if given["director_tie"] == "printed" else "faq",
        open=given["open"] == "yes",
    )


def _begun(event: ev.GameBegan) -> State:
    box = components_from(event.components)
    companies = {card.id: founded(card) for card in box.companies}
    player = Player(front=Dice(wild=event.wild), shares=(0,) * len(companies))
    supply = {**box.supply, event.start_kind: box.supply[event.start_kind] - 1}
    table = Table(
        box=box,
        options=options_from(event.options),
        bank=event.dice - event.seats * event.wild - 1,
        year=0,
        start=0,
        turn=Turn(seat=0, number=0),
        players=(player,) * event.seats,
        companies=companies,
        landscape=Landscape(box, {START: LaidTile(1, event.start_kind, 0)}, supply),
        line=Line({START: {CENTRE: Fixture((W, E))}}, a=End(CENTRE, E, W), b=End(CENTRE, W, E)),
    )
    return State(table, (Screen(),) * event.seats)


def _with_player(table: Table, seat: int, player: Player, **changes: Any) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return changed(table, players=players, **changes)


def _with_front(table: Table, seat: int, front: Dice, **changes: Any) -> Table:
    return _with_player(table, seat, changed(table.players[seat], front=front), **changes)


def _behind(state: State, seat: int, hidden: int = 0, passengers: int = 0) -> tuple[Screen | None, ...]:
    screen = state.screens[seat]
    if screen is None or not (hidden or passengers):
        return state.screens
    changed = Screen(screen.hidden + hidden, screen.passengers + passengers)
    return (*state.screens[:seat], changed, *state.screens[seat + 1 :])


def _paid(state: State, seat: int, paid: Payment, **changes: Any) -> State:
    table = state.table
    front = table.players[seat].front.minus(Dice(wild=paid.wild))
    table = _with_front(table, seat, front, bank=table.bank + paid.total, **changes)
    return State(table, _behind(state, seat, hidden=-paid.hidden))


def _year_began(state: State, event: ev.YearBegan) -> State:
    return State(changed(state.table, year=event.year, start=event.start), state.screens)


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return State(changed(state.table, turn=Turn(event.seat, event.number)), state.screens)


def _income_taken(state: State, event: ev.IncomeTaken) -> State:
    table = state.table
    front = table.players[event.seat].front.plus(Dice(wild=event.wild))
    bank = table.bank - event.hidden - event.wild
    table = _with_front(table, event.seat, front, bank=bank, turn=changed(table.turn, income=True))
    return State(table, _behind(state, event.seat, hidden=event.hidden))


def _rolled(state: State, event: ev.Rolled) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(Dice(wild=event.wild)).plus(count(event.faces))
    turn = changed(table.turn, rolled=True)
    table = _with_front(table, event.seat, front, bank=table.bank - event.bonus, turn=turn)
    return State(table, _behind(state, event.seat, hidden=-event.hidden))


def _share_bought(state: State, event: ev.ShareBought) -> State:
    table = state.table
    index = table.box.company_index(event.company)
    buyer = table.players[event.seat]
    buyer = changed(buyer, front=buyer.front.minus(one(event.face)), shares=_moved(buyer.shares, index, 1))
    if event.seller is None:
        company = table.companies[event.company]
        companies = {**table.companies, event.company: replace(company, unsold=company.unsold - 1)}
        table = _with_player(table, event.seat, buyer, bank=table.bank + 1, companies=companies)
        return State(table, state.screens)
    seller = table.players[event.seller]
    table = _with_player(table, event.seat, buyer)
    table = _with_player(table, event.seller, changed(seller, shares=_moved(seller.shares, index, -1)))
    return State(table, _behind(state, event.seller, hidden=1))


def _moved(shares: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    return (*shares[:index], shares[index] + by, *shares[index + 1 :])


def _due_paid(state: State, event: ev.DuePaid) -> State:
    turn = state.table.turn
    return _paid(state, event.seat, event.paid, turn=changed(turn, paid=turn.paid | {event.square}))


def _tile_laid(state: State, event: ev.TileLaid) -> State:
    landscape = state.table.landscape.with_tile(event.cell, event.kind, event.turn, event.number)
    return State(changed(state.table, landscape=landscape), state.screens)


def _piece_laid(state: State, event: ev.PieceLaid) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(one(event.face))
    line = table.line.with_piece(event.end, event.square, event.back, event.heading)
    return State(_with_front(table, event.seat, front, line=line), state.screens)


def _tile_left(state: State, event: ev.TileLeft) -> State:
    table = state.table
    return State(changed(table, bank=table.bank + event.dice, line=table.line.without(event.cell)), state.screens)


def _bonus_paid(state: State, event: ev.BonusPaid) -> State:
    table = state.table
    front = table.players[event.seat].front.plus(Dice(wild=event.wild))
    return State(_with_front(table, event.seat, front, bank=table.bank - event.wild), state.screens)


def _station_built(state: State, event: ev.StationBuilt) -> State:
    table = state.table
    turn = table.turn
    company = table.companies[event.company].with_built(event.terrain, event.price)
    return _paid(
        state,
        event.seat,
        event.paid,
        line=table.line.with_station(event.end, event.square, event.back, event.company),
        landscape=table.landscape.with_station(cell_of(event.square), event.company),
        companies={**table.companies, event.company: company},
        turn=changed(turn, paid=turn.paid | {event.square}) if event.terrain == "mountain" else turn,
    )


def _last_year_began(state: State, event: ev.LastYearBegan) -> State:
    return State(changed(state.table, last_year=event.reason), state.screens)


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(event.discarded)
    return State(_with_front(table, event.seat, front, bank=table.bank + event.discarded.total), state.screens)


def _passengers_carried(state: State, event: ev.PassengersCarried) -> State:
    return State(state.table, _behind(state, event.seat, passengers=event.passengers))


def _directors_assigned(state: State, event: ev.DirectorsAssigned) -> State:
    table = state.table
    companies = {
        company.id: replace(company, director=director)
        for company, director in zip(table.companies.values(), event.directors, strict=True)
    }
    players = tuple(changed(player, lost_office=seat in event.lost_office) for seat, player in enumerate(table.players))
    return State(changed(table, companies=companies, players=players), state.screens)


def _bank_broken(state: State, event: ev.BankBroken) -> State:
    return state


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return State(changed(state.table, ended=event.reason, standings=event.standings), state.screens)


_FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    ev.YearBegan: _year_began,
    ev.TurnBegan: _turn_began,
    ev.IncomeTaken: _income_taken,
    ev.Rolled: _rolled,
    ev.ShareBought: _share_bought,
    ev.DuePaid: _due_paid,
    ev.TileLaid: _tile_laid,
    ev.PieceLaid: _piece_laid,
    ev.TileLeft: _tile_left,
    ev.BonusPaid: _bonus_paid,
    ev.StationBuilt: _station_built,
    ev.LastYearBegan: _last_year_began,
    ev.TurnEnded: _turn_ended,
    ev.PassengersCarried: _passengers_carried,
    ev.DirectorsAssigned: _directors_assigned,
    ev.BankBroken: _bank_broken,
    ev.GameEnded: _game_ended,
}
