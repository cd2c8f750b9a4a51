"""`evolve`, by which each event changes the position, year's end and the four ways a game ends (FR-60 to FR-72)."""

from dataclasses import replace
from typing import Final

from rules_core.games.first_rails.options import OPTIONS, pays_once
from rules_core.grid import SIZE, Cell, E, Square, W, cell_of
from rules_core.kernel.position import changed
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.actions import EndName, one
from rules_core.line.companies import elected, longest_chain
from rules_core.line.components import Components
from rules_core.line.folding import SHARED, Folds, added, behind, evolver, paid_by, with_player
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.legality import DEAD_ENDS, check_company_site, check_site
from rules_core.line.sectors import can_extend
from rules_core.line.table import Screen, State, Table
from rules_core.line.track import End, Fixture, Line
from rules_core.line.transition import BankFails, LineTransition

START: Final = Cell(0, 0)
CENTRE: Final = Square(SIZE // 2, SIZE // 2)


def _begin(event: ev.GameBegan, box: Components) -> tuple[Landscape, Line]:
    """One tile with a straight in its centre (FR-5)."""
    supply = {**box.supply, event.start_kind: box.supply[event.start_kind] - 1}
    landscape = Landscape(box, {START: LaidTile(1, event.start_kind, 0)}, supply)
    return landscape, Line({START: {CENTRE: Fixture((W, E))}}, a=End(CENTRE, E, W), b=End(CENTRE, W, E))


def _due_paid(state: State, event: ev.DuePaid) -> State:
    """A payment that holds for the turn is remembered (FR-39, FR-40)."""
    if not pays_once(state.table, event.due):
        return paid_by(state, event.seat, event.paid)
    return SHARED[ev.DuePaid](state, event)


def _share_bought(state: State, event: ev.ShareBought) -> State:
    table = state.table
    index = table.box.company_index(event.company)
    buyer = table.players[event.seat]
    buyer = changed(buyer, front=buyer.front.minus(one(event.face)), shares=added(buyer.shares, index, 1))
    if event.seller is None:
        company = table.companies[event.company]
        companies = {**table.companies, event.company: replace(company, unsold=company.unsold - 1)}
        table = with_player(table, event.seat, buyer, bank=table.bank + 1, companies=companies)
        return State(table, state.screens)
    seller = table.players[event.seller]
    table = with_player(table, event.seat, buyer)
    table = with_player(table, event.seller, changed(seller, shares=added(seller.shares, index, -1)))
    return State(table, behind(state, event.seller, hidden=1))


def _tile_laid(state: State, event: ev.TileLaid) -> State:
    landscape = state.table.landscape.with_tile(event.cell, event.kind, event.turn, event.number)
    return State(changed(state.table, landscape=landscape), state.screens)


def _tile_left(state: State, event: ev.TileLeft) -> State:
    table = state.table
    return State(changed(table, bank=table.bank + event.dice, line=table.line.without(event.cell)), state.screens)


def _station_built(state: State, event: ev.StationBuilt) -> State:
    table = state.table
    turn = table.turn
    company = table.companies[event.company].with_built(event.terrain, event.price)
    return paid_by(
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


def _passengers_carried(state: State, event: ev.PassengersCarried) -> State:
    return State(state.table, behind(state, event.seat, passengers=event.passengers))


def _directors_assigned(state: State, event: ev.DirectorsAssigned) -> State:
    table = state.table
    companies = {
        company.id: replace(company, director=director)
        for company, director in zip(table.companies.values(), event.directors, strict=True)
    }
    players = tuple(changed(player, lost_office=seat in event.lost_office) for seat, player in enumerate(table.players))
    return State(changed(table, companies=companies, players=players), state.screens)


def _shares_moved(state: State, event: co.SharesMoved) -> State:
    table = _with_shares(state.table, event.giver, event.company, -event.number)
    return State(_with_shares(table, event.taker, event.company, event.number), state.screens)


def _with_shares(table: Table, seat: int | None, company: str, number: int) -> Table:
    if seat is None:
        card = table.companies[company]
        return changed(table, companies={**table.companies, company: replace(card, unsold=card.unsold + number)})
    player = table.players[seat]
    shares = added(player.shares, table.box.company_index(company), number)
    return with_player(table, seat, changed(player, shares=shares))


def _passengers_moved(state: State, event: co.PassengersMoved) -> State:
    for seat, number in ((event.giver, -event.number), (event.taker, event.number)):
        if seat is not None:
            state = State(state.table, behind(state, seat, passengers=number))
    return state


def _office_marked(state: State, event: co.OfficeMarked) -> State:
    player = changed(state.table.players[event.seat], lost_office=event.marked)
    return State(with_player(state.table, event.seat, player), state.screens)


FOLDS: Final[Folds] = {
    **SHARED,
    ev.DuePaid: _due_paid,
    ev.ShareBought: _share_bought,
    ev.TileLaid: _tile_laid,
    ev.TileLeft: _tile_left,
    ev.StationBuilt: _station_built,
    ev.LastYearBegan: _last_year_began,
    ev.PassengersCarried: _passengers_carried,
    ev.DirectorsAssigned: _directors_assigned,
    co.SharesMoved: _shares_moved,
    co.PassengersMoved: _passengers_moved,
    co.OfficeMarked: _office_marked,
}
"""What each event after the first does."""
evolve: Final = evolver(OPTIONS, _begin, FOLDS)
"""The state after an event; None before the first."""


def close_if_last_station(transition: LineTransition, company: str) -> None:
    """The last year begins where a company has built its last station (FR-70 a)."""
    if transition.table.companies[company].stations_left == 0:
        _close(transition, "last station")


def close_if_no_tile(transition: LineTransition) -> None:
    """The last year begins where no tile that is left fits beside a tile in play (FR-70 b)."""
    if not any(transition.table.landscape.open_sides(cell) for cell in transition.table.line.tiles):
        _close(transition, "no tile")


def close_if_dead(transition: LineTransition) -> None:
    """The last year begins where neither end could take any piece or station (FR-70 c)."""
    if not transition.table.last_year and is_dead(transition.table, "A") and is_dead(transition.table, "B"):
        _close(transition, "dead ends")


def _close(transition: LineTransition, reason: ev.LastYearReason) -> None:
    if not transition.table.last_year:
        transition.happen(ev.LastYearBegan(reason))


def is_dead(table: Table, name: EndName) -> bool:
    """Whether an end can take no piece and no station, whatever the dice (FR-32, FR-70 c)."""
    is_dead_end = DEAD_ENDS[table.reading]
    return not can_extend(table.landscape, table.line, name, is_dead_end) and not _takes_station(table, name)


def _takes_station(table: Table, name: EndName) -> bool:
    if check_site(table.landscape, table.line, name):
        return False
    return any(
        check_company_site(table.landscape, table.line, name, company) is None for company in table.companies.values()
    )


def end_year(transition: LineTransition) -> None:
    """Passengers, then either the end of the game or directors and a new year (FR-60 to FR-62, FR-70)."""
    carry_passengers(transition)
    table = transition.table
    if table.last_year:
        end_game(transition, table.last_year)
        return
    transition.happen(_assign_directors(table))
    start = (table.start + 1) % len(table.players)
    transition.happen(ev.YearBegan(table.year + 1, start))
    transition.happen(ev.TurnBegan(start, 1))


def carry_passengers(transition: LineTransition) -> None:
    """Each company with a director carries its longest chain (FR-60)."""
    for company in transition.table.companies.values():
        passengers = chain(transition.table, company.id)
        if company.director is not None and passengers:
            transition.happen(ev.PassengersCarried(company.id, company.director, passengers))


def chain(table: Table, company: str) -> int:
    """The size of a company's largest group of connected cells with a station (FR-60)."""
    return longest_chain(cell for cell, tile in table.landscape.tiles.items() if company in tile.stations)


def _assign_directors(table: Table) -> ev.DirectorsAssigned:
    directors = tuple(
        elected(
            [player.shares[index] for player in table.players],
            company.director,
            table.start,
            table.options["director_tie"],
        )
        for index, company in enumerate(table.companies.values())
    )
    lost = tuple(seat for seat in range(len(table.players)) if table.directed_by(seat) and seat not in directors)
    return ev.DirectorsAssigned(directors, lost)


def break_bank(state: State, seat: int, fails: BankFails) -> list[ev.Event]:
    """The collapse of the state: what was done stands, and passengers of the broken year are counted (FR-71)."""
    transition = LineTransition(state, evolve)
    for event in fails.done:
        transition.happen(event)
    transition.happen(ev.BankBroken(seat, fails.due, transition.table.bank))
    carry_passengers(transition)
    end_game(transition, "collapse")
    return transition.events


def end_game(transition: LineTransition, reason: ev.EndReason) -> None:
    """Lift the screens; where some cannot be seen, as in a preview, the game's end stays untold (FR-72)."""
    screens = [screen for screen in transition.state.screens if screen is not None]
    if len(screens) == len(transition.state.screens):
        transition.happen(ev.GameEnded(reason, standings_of(transition.table, screens)))


def standings_of(table: Table, screens: list[Screen]) -> tuple[ev.Standing, ...]:
    """All players, best first: by passengers, "?" in front, then all dice; ties to the last are shared (FR-72)."""
    scores = {
        seat: (screen.passengers, player.front.wild, player.front.total + screen.hidden)
        for seat, (player, screen) in enumerate(zip(table.players, screens, strict=True))
    }
    return tuple(
        ev.Standing(seat, 1 + sum(other > score for other in scores.values()), *score)
        for seat, score in sorted(scores.items(), key=lambda item: item[1], reverse=True)
    )
