"""What is listed as legal is just what is accepted: of all actions that are not longer runs, in positions of games."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from rules.candidates import ENDS, one_piece_runs, others, stations
from rules.clauses import rule
from rules.german_play import german_game
from rules.german_position import german_position
from rules.orders import income, lay, scripted
from rules.playing import play, rules_of
from rules.position import Tile, position
from rules.random_play import Game
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, BuildStation, LayRun, NewTile, Payment, Piece, UseTransport
from rules_core.line.events import Event, PieceLaid
from rules_core.line.table import State

GAMES = {
    "first rails": Game(2, seats=3, most=160),
    "builders": Game(1, seats=2, temper="builder", most=160),
    "germany": german_game(10, 3, most=160),
    "abroad": german_game(1, 2, most=120),
}


@cache
def positions(name: str) -> tuple[State, ...]:
    """Positions of a game, one of seven."""
    return tuple(step.before for step in list(GAMES[name].steps())[::7])


def german_stations(state: State) -> Iterator[BuildStation]:
    """Every station of Germany, with every way to leave for it, paid in every mix."""
    seat, table = state.table.turn.seat, state.table
    for end, company, leave in product(ENDS, table.companies, (None, 0, 1, 2, 3)):
        for cost in range(3, 8):
            for hidden in range(cost + 1):
                yield BuildStation(seat, end, company, pay=Payment(hidden, cost - hidden), leave=leave)


def small_actions(state: State) -> Iterator[Action]:
    """Every action but longer runs, what is to be paid named."""
    seat = state.table.turn.seat
    yield from others(state)
    yield from (UseTransport(seat, company, wild) for company in state.table.companies for wild in (False, True))
    yield from german_stations(state) if state.table.box.chart else stations(state)
    yield from one_piece_runs(state)


def outcome(state: State, action: Action) -> tuple[Event, ...] | None:
    """What comes of an action; None where it is refused. Actions of which the same comes are one, told in two ways."""
    found = rules_of(state).decide(state, action, scripted("s" * 60))
    return None if isinstance(found, Violations) else tuple(found)


def is_small(action: Action) -> bool:
    return not isinstance(action, LayRun) or len(action.steps) == 1


@rule("FR-10", "A player may do what is listed, and nothing of the kind besides.")
@rule("GE-10", "A player may do what is listed, and nothing of the kind besides.")
@pytest.mark.parametrize("name", GAMES)
def test_just_what_is_accepted_is_listed(name: str) -> None:
    for state in positions(name):
        rules = rules_of(state)
        listed = [action for action in rules.legal(rules.view(state, state.table.turn.seat)) if is_small(action)]
        accepted = {outcome(state, action) for action in small_actions(state)} - {None}
        assert {outcome(state, action) for action in listed} == accepted
        assert len(listed) == len(accepted)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_listed_for_those_who_are_not_to_move(name: str) -> None:
    for state in positions(name):
        rules = rules_of(state)
        for seat in {*range(len(state.table.players)), None} - {state.table.turn.seat}:
            assert list(rules.legal(rules.view(state, seat))) == []


def closing_runs(state: State) -> Iterator[LayRun]:
    """Every run of two to four pieces of which no beginning could stop."""
    seat, line = state.table.turn.seat, state.table.line
    for end in ENDS:
        for leave in line.end(end).exits if line.end(end).is_station else (None,):
            begun: list[tuple[Piece | NewTile, ...]] = [()]
            for length in (1, 2, 3, 4):
                runs = [LayRun(seat, end, (*steps, Piece(way)), leave) for steps in begun for way in range(4)]
                taken = [run for run in runs if outcome(state, run)]
                yield from (run for run in taken if length > 1)
                begun = [run.steps for run in runs if run not in taken and is_unfinished(state, run)]


def is_unfinished(state: State, run: LayRun) -> bool:
    """Whether a run is refused only because it may not stop there."""
    found = rules_of(state).decide(state, run, scripted(""))
    return isinstance(found, Violations) and found.violations[0].code in ("stops_at_border", "stops_at_water")


@rule("FR-33", "Where a run may not stop, listed is how it goes on to where it may.")
@pytest.mark.parametrize("name", ["germany", "abroad"])
def test_runs_that_go_on_are_listed_to_where_they_may_stop(name: str) -> None:
    found = 0
    for state in positions(name)[::2]:
        rules = rules_of(state)
        listed = [run for run in rules.legal(rules.view(state, state.table.turn.seat)) if not is_small(run)]
        assert {outcome(state, run) for run in listed} == {outcome(state, run) for run in closing_runs(state)}
        assert len(listed) == len(set(listed))
        found += len(listed)
    assert found


@rule("FR-34", "A run may bridge a lake however far; listed are those of up to four pieces.")
def test_runs_over_water_are_listed_up_to_four_pieces() -> None:
    lake = Tile("lake", "...│... ...~~.. ..~~~~. .~~~~.. .~~~... ..~~... .......")
    state = position({(0, 0): lake}, a="T1 d1 s", b="T1 d1 n", front="?????s", hidden=2)
    over = [run for run in rules_of(state).legal(rules_of(state).view(state, 0)) if isinstance(run, LayRun)]
    assert {len(run.steps) for run in over if run.end == "A"} == {1, 2, 3, 4}
    assert play(state, lay("A s s s s s")).events_of(PieceLaid)[-1].square == (3, 5)


@rule("FR-71", "An income that would break the bank is not listed; one that just empties it is.")
@rule("GE-41", "An income that would break the bank is not listed; one that just empties it is.")
@pytest.mark.parametrize(("bank", "there"), [(3, False), (4, True), (5, True)])
def test_income_is_listed_while_the_bank_can_pay(bank: int, there: bool) -> None:
    behind_the_screen = position(bank=bank), german_position(bank=bank)
    in_front = position(bank=bank, lost_office=[0]), german_position(bank=bank, held_office=[0])
    for state in (*behind_the_screen, *in_front):
        assert (income() in rules_of(state).legal(rules_of(state).view(state, 0))) == there
