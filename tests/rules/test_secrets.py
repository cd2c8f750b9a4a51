"""What lies behind other screens changes nothing that a seat is shown, offered, told or refused (FR-6)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from soak import few

from rules.candidates import changed, two_piece_run
from rules.german_play import GERMAN_GAMES, german_played
from rules.random_play import GAMES, Game, Step, played
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.rulebook import Violations
from rules_core.line.events import GameEnded
from rules_core.line.table import Screen, State

CLOSED = [number for number, game in enumerate(GAMES) if game.options.get("open") != "yes"]
GERMAN = range(0, len(GERMAN_GAMES), 3)


def _with_screen(state: State, seat: int, hidden: int, passengers: int) -> State:
    screen = state.screens[seat]
    assert screen is not None
    changed_ = Screen(screen.hidden + hidden, screen.passengers + passengers)
    return replace(state, screens=(*state.screens[:seat], changed_, *state.screens[seat + 1 :]))


def _twins(state: State, seat: int) -> Iterator[State]:
    """Positions that differ only in dice and passengers moved between two others, or in what another has carried."""
    others = [other for other in range(len(state.screens)) if other != seat]
    yield _with_screen(state, others[0], 0, 7)
    for giver, taker in permutations(others, 2):
        screen = state.screens[giver]
        assert screen is not None
        dice, people = screen.hidden, screen.passengers
        yield _with_screen(_with_screen(state, giver, -dice, 0), taker, dice, 0)
        yield _with_screen(_with_screen(state, giver, 0, -people), taker, 0, people)


def _sees_nothing_moved(game: Game, steps: Sequence[Step]) -> None:
    rules = game.rules
    for step in steps:
        for seat in range(game.seats):
            for twin in _twins(step.before, seat):
                assert rules.view(twin, seat) == rules.view(step.before, seat)
                assert rules.view(twin, None) == rules.view(step.before, None)


@pytest.mark.parametrize("number", few(CLOSED, 3))
def test_no_seat_sees_what_others_moved(number: int) -> None:
    _sees_nothing_moved(GAMES[number], played(number)[::50])


@pytest.mark.parametrize("number", few(GERMAN, 3))
def test_no_seat_in_germany_sees_what_others_moved(number: int) -> None:
    _sees_nothing_moved(GERMAN_GAMES[number], german_played(number)[::50])


@pytest.mark.parametrize("number", few(CLOSED, 3))
def test_no_seat_is_offered_told_or_refused_by_what_others_moved(number: int) -> None:
    """Only when the screens are lifted at the end does it show."""
    _is_answered_alike(GAMES[number], played(number)[::60])


@pytest.mark.parametrize("number", few(GERMAN, 3))
def test_no_seat_in_germany_is_offered_told_or_refused_by_it(number: int) -> None:
    """Dice decide nothing there."""
    _is_answered_alike(GERMAN_GAMES[number], german_played(number)[::60])


def _is_answered_alike(game: Game, steps: Sequence[Step]) -> None:
    rng, draw, rules = Random(game.seed), game.draw, game.rules
    for step in steps:
        seat = step.before.table.turn.seat
        few = rng.sample(step.listed, min(12, len(step.listed)))
        tried = [step.action, *few, *(changed(rng, action, game.seats) for action in few)]
        tried += [two_piece_run(rng, step.before) for _ in range(5)]
        for twin in _twins(step.before, seat):
            assert tuple(rules.legal(rules.view(twin, seat))) == step.listed
            for action in tried:
                mine, other = (rules.decide(state, action, draw) for state in (step.before, twin))
                if isinstance(mine, Violations) or isinstance(other, Violations):
                    assert mine == other
                else:
                    assert [event for event in mine if not isinstance(event, GameEnded)] == [
                        event for event in other if not isinstance(event, GameEnded)
                    ]


@pytest.mark.parametrize("number", [number for number, game in enumerate(GAMES) if number not in CLOSED])
def test_in_the_open_game_everybody_sees_all(number: int) -> None:
    for step in played(number)[::50]:
        for seat in (*range(GAMES[number].seats), None):
            assert first_rails.view(step.before, seat).screens == step.before.screens
