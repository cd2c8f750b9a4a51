"""`evolve`: each event changes the position in its own way; nothing is judged here."""

from dataclasses import replace
from typing import Final

from rules_core.games.germany.options import OPTIONS
from rules_core.grid import N, S, cell_of
from rules_core.kernel.position import changed
from rules_core.line import corrections as co
from rules_core.line import events as ev
from rules_core.line.chart import number
from rules_core.line.components import Components
from rules_core.line.dice import one
from rules_core.line.folding import SHARED, Folds, added, evolver, paid_by, with_front, with_player
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.sectors import chart_of, site_dues, start_of
from rules_core.line.table import State, Table
from rules_core.line.track import End, Fixture, Line


def _begin(event: ev.GameBegan, box: Components) -> tuple[Landscape, Line]:
    """All sectors lie; one straight from north to south, or no die where the ends will lie abroad (GE-2, GE-3)."""
    chart = chart_of(box)
    tiles = {cell: LaidTile(number(cell), str(number(cell)), 0) for cell in chart.cells}
    landscape = Landscape(box, tiles, {})
    start = chart.start
    if dict(event.options)["two_starts"] != "no":
        nowhere = End(start, None, None, abroad=True)
        return landscape, Line({}, a=nowhere, b=nowhere)
    return landscape, Line({cell_of(start): {start: Fixture((N, S))}}, a=End(start, S, N), b=End(start, N, S))


def _ends_placed(state: State, event: ev.EndsPlaced) -> State:
    table = state.table
    north, south = (start_of(chart_of(table.box), country) for country in (event.a, event.b))
    line = Line({}, a=End(north, None, None, abroad=True), b=End(south, None, None, abroad=True))
    landscape = replace(table.landscape, closed=frozenset((north, south)))
    return State(changed(table, line=line, landscape=landscape), state.screens)


def _transport_used(state: State, event: ev.TransportUsed) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(one(event.face))
    waiting = added(table.waiting, table.box.company_index(event.company), 1)
    return State(with_front(table, event.seat, front, bank=table.bank + 1, waiting=waiting), state.screens)


def _tile_left(state: State, event: ev.TileLeft) -> State:
    table = state.table
    line = table.line.without_track(event.cell)
    return State(changed(table, bank=table.bank + event.dice, line=line), state.screens)


def _station_built(state: State, event: ev.StationBuilt) -> State:
    table = state.table
    abroad = chart_of(table.box).country(event.square) is not None
    landscape = table.landscape
    if abroad:
        landscape = replace(landscape, closed=landscape.closed | {event.square})
    else:
        landscape = landscape.with_station(cell_of(event.square), event.company)
    company, turn = table.companies[event.company].with_built("any", 0), table.turn
    return paid_by(
        state,
        event.seat,
        event.paid,
        line=table.line.with_station(event.end, event.square, event.back, event.company, abroad=abroad),
        landscape=landscape,
        companies={**table.companies, event.company: company},
        turn=changed(turn, paid=turn.paid | {event.square}) if site_dues(table, event.square) else turn,
    )


def _passengers_taken(state: State, event: ev.PassengersTaken) -> State:
    table = state.table
    index = table.box.company_index(event.company)
    player = table.players[event.seat]
    player = changed(player, carried=added(player.carried, index, event.passengers))
    waiting = added(table.waiting, index, -event.passengers)
    return State(with_player(table, event.seat, player, waiting=waiting), state.screens)


def _director_changed(state: State, event: ev.DirectorChanged) -> State:
    table = state.table
    company = replace(table.companies[event.company], director=event.seat)
    return State(changed(table, companies={**table.companies, event.company: company}), state.screens)


def _passengers_came(state: State, event: ev.PassengersCame) -> State:
    waiting = tuple(a + b for a, b in zip(state.table.waiting, event.passengers, strict=True))
    return State(changed(state.table, waiting=waiting), state.screens)


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    state = SHARED[ev.TurnEnded](state, event)
    table = state.table
    player = changed(table.players[event.seat], held_office=bool(table.directed_by(event.seat)))
    return State(with_player(table, event.seat, player), state.screens)


def _passengers_moved(state: State, event: co.PassengersMoved) -> State:
    table = _with_passengers(state.table, event.source, event, event.giver, -event.number)
    return State(_with_passengers(table, event.target, event, event.taker, event.number), state.screens)


def _with_passengers(
    table: Table, place: co.PassengerPlace, event: co.PassengersMoved, seat: int | None, number: int
) -> Table:
    """The table with more passengers of a company, or fewer, in a place; those in the box are not counted (GE-5)."""
    if place == "box" or event.company is None:
        return table
    index = table.box.company_index(event.company)
    if seat is None:
        return changed(table, waiting=added(table.waiting, index, number))
    player = table.players[seat]
    return with_player(table, seat, changed(player, carried=added(player.carried, index, number)))


def _office_marked(state: State, event: co.OfficeMarked) -> State:
    player = changed(state.table.players[event.seat], held_office=event.marked)
    return State(with_player(state.table, event.seat, player), state.screens)


FOLDS: Final[Folds] = {
    **SHARED,
    ev.EndsPlaced: _ends_placed,
    ev.TransportUsed: _transport_used,
    ev.TileLeft: _tile_left,
    ev.StationBuilt: _station_built,
    ev.PassengersTaken: _passengers_taken,
    ev.DirectorChanged: _director_changed,
    ev.PassengersCame: _passengers_came,
    ev.TurnEnded: _turn_ended,
    co.PassengersMoved: _passengers_moved,
    co.OfficeMarked: _office_marked,
}
"""What each event after the first does."""
evolve: Final = evolver(OPTIONS, _begin, FOLDS)
"""The state after an event; None before the first."""
