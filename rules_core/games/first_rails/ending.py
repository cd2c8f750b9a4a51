"""Year's end and the four ways a game ends (FR-60 to FR-72)."""

from rules_core.games.first_rails.folding import evolve
from rules_core.line import events as ev
from rules_core.line.actions import EndName
from rules_core.line.companies import elected, longest_chain
from rules_core.line.legality import DEAD_ENDS, check_company_site, check_site
from rules_core.line.reach import can_extend
from rules_core.line.table import Screen, State, Table
from rules_core.line.transition import BankFails, LineTransition


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
