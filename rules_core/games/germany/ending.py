"""Track over the sectors of the board (GE-20 to GE-25, FR-30 to FR-40), `evolve`, by which each event changes the
position, year's end, and the end of the game (GE-40 to GE-42).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from rules_core.games.germany.options import OPTIONS
from rules_core.grid import N, S, Square, cell_of, step
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.actions import Dice, EndName, LayRun, NewTile, Piece, one
from rules_core.line.building import Run, laid
from rules_core.line.chart import number
from rules_core.line.components import Components
from rules_core.line.folding import SHARED, Folds, added, evolver, paid_by, with_front, with_player
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.legality import turns_from
from rules_core.line.sectors import (
    chart_of,
    check_laid,
    check_site,
    check_stop,
    sector_of,
    site_dues,
    start_of,
    takers,
    wins_bonus,
)
from rules_core.line.table import Screen, State, Table
from rules_core.line.track import End, Fixture, Line
from rules_core.line.transition import BankFails, LineTransition, pay_bonus


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


class SectorRun(Run):
    """A run over the printed board, where a sector plays the part of a tile (GE-2)."""

    def __init__(self, state: State, action: LayRun) -> None:
        super().__init__(LineTransition(state, evolve), action)

    def attach(self, tile: NewTile) -> None:
        """Raise ValueError, as nobody chooses tiles (GE-2)."""
        raise IllegalAction(violation("GE-2", "no_tiles", kind=tile.kind))

    def tiles_beyond(self) -> Iterable[NewTile | None]:
        """The board lies already (GE-2)."""
        return (None,)

    def check(self, square: Square, piece: Piece) -> Violation | None:
        """FR-30 to FR-35, GE-20, GE-23."""
        return check_laid(self.transition.table, self.name, self.way_out, piece.heading)

    def connect(self, left: Square) -> None:
        """On entering a sector the dice of the one left go back, and two may be won (GE-21, GE-22)."""
        table = self.transition.table
        chart = chart_of(table.box)
        entered, before = cell_of(table.line.end(self.name).square), sector_of(chart, left)
        if entered == before:
            return
        if before is not None:
            leave_sector(
                self.transition, ev.TileLeft(before, table.line.dice_in(before)), table.line.other(self.name).square
            )
        if wins_bonus(self.transition.table, left, entered):
            pay_bonus(self.transition, self.seat, "tile", self.break_bank)

    def check_stop(self) -> Violation | None:
        """FR-33, FR-34."""
        return check_stop(self.transition.table, self.name)


def leave_sector(transition: LineTransition, event: ev.TileLeft, other: Square) -> None:
    """Take the dice of a sector back, but for the start sector while the `other` end is still there (FR-38, GE-21)."""
    if sector_of(chart_of(transition.table.box), other) != event.cell:
        transition.happen(event)


def lay_run(state: State, action: LayRun) -> list[ev.Event]:
    """The events of a run. Raises IllegalAction or BankFails.

    That no tiles are laid here is said of a run that may be laid without them.
    """
    tile = next((step for step in action.steps if isinstance(step, NewTile)), None)
    if tile is not None:
        pieces = tuple(step for step in action.steps if isinstance(step, Piece))
        with suppress(BankFails):
            lay_run(state, replace(action, steps=pieces))
        raise IllegalAction(violation("GE-2", "no_tiles", kind=tile.kind))
    return laid(SectorRun(state, action), action)


PLENTY: Final = 100
"""More dice than any payment takes."""
TRIES: Final = 2000
"""The number of pieces tried over borders and water before an end is given up on, without calling it dead
[decision].
"""


def end_year(transition: LineTransition) -> None:
    """Passengers come to every company, and the start player moves on (GE-40)."""
    table = transition.table
    transition.happen(ev.PassengersCame(tuple(max(1, table.built(company)) for company in table.companies)))
    start = (table.start + 1) % len(table.players)
    transition.happen(ev.YearBegan(table.year + 1, start))
    transition.happen(ev.TurnBegan(start, 1))


def close_if_last_station(transition: LineTransition, company: str) -> None:
    """The game ends at once where a company has built its last station (GE-41 a)."""
    if transition.table.companies[company].stations_left == 0:
        end_game(transition, "last station")


def fail_bank(state: State, seat: int, fails: BankFails) -> list[ev.Event]:
    """The game ends at once where the bank cannot pay in full; what was done before stands (GE-41 c, FR-71)."""
    transition = LineTransition(state, evolve)
    for event in fails.done:
        transition.happen(event)
    transition.happen(ev.BankBroken(seat, fails.due, transition.table.bank))
    end_game(transition, "bank")
    return transition.events


def end_game(transition: LineTransition, reason: ev.EndReason) -> None:
    """The game is over (GE-41)."""
    transition.happen(ev.GameEnded(reason, standings_of(transition.table)))


def standings_of(table: Table) -> tuple[ev.Standing, ...]:
    """All players, best first: by passengers in all, then directorships; ties to the last are shared (GE-42).

    Where a company has no station nobody wins, and all have place 0. Dice do not count, and none are told.
    """
    is_draw = any(table.built(company) == 0 for company in table.companies)
    scores = {seat: (sum(player.carried), len(table.directed_by(seat))) for seat, player in enumerate(table.players)}
    return tuple(
        ev.Standing(
            seat,
            0 if is_draw else 1 + sum(other > score for other in scores.values()),
            passengers=score[0],
            wild=0,
            dice=0,
            offices=score[1],
        )
        for seat, score in sorted(scores.items(), key=lambda item: item[1], reverse=True)
    )


def close_if_dead(transition: LineTransition) -> bool:
    """End the game where both ends are dead, and say whether it did (GE-41 b)."""
    if not (is_dead(transition.table, "A") and is_dead(transition.table, "B")):
        return False
    end_game(transition, "dead ends")
    return True


def is_dead(table: Table, name: EndName) -> bool:
    """Whether no piece and no station could be put at an end, whatever the dice (GE-25)."""
    return not any(takers(table, square) for square in sites_at(table, name)) and not _takes_run(table, name)


def sites_at(table: Table, name: EndName) -> Iterator[Square]:
    """The squares an end leads to on which some station may stand (GE-31, GE-32)."""
    end = table.line.end(name)
    for side in end.exits:
        square = step(end.square, side)
        if check_site(table, name, square) is None:
            yield square


def _takes_run(table: Table, name: EndName) -> bool:
    """Whether some run could be laid there: of a single piece most often, else of more, over a border or water."""
    seat = table.turn.seat
    players = tuple(changed(player, front=Dice(wild=PLENTY)) for player in table.players)
    rich = State(changed(table, players=players, bank=PLENTY), tuple(Screen(PLENTY) for _ in players))
    end = table.line.end(name)
    starts = [SectorRun(rich, LayRun(seat, name, (), out if end.is_station else None)) for out in end.exits]
    return _any_stops(starts)


def _any_stops(runs: list[SectorRun]) -> bool:
    """Whether some way to go on comes to where a run may stop; those that go on straight are followed first."""
    for _ in range(TRIES):
        if not runs:
            return False
        run = runs.pop()
        longer = []
        for heading in turns_from(run.way_out):
            further = _laid(run, heading)
            if further and further.check_stop() is None:
                return True
            longer += [further] if further else []
        runs += reversed(longer)
    return True


def _laid(run: SectorRun, heading: int) -> SectorRun | None:
    longer = run.copy()
    try:
        longer.lay(Piece(heading))
    except IllegalAction:
        return None
    return longer
