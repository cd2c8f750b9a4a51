"""The player who ends turns for others: he always comes to the end, decides nothing of his own, and spares the bank."""

from collections.abc import Iterator

import pytest
from each_kit import each
from rules.german_play import german_game
from rules.german_position import german_position
from rules.playing import evolve_checked, rules_of
from rules.position import dice, position, shown
from rules.random_play import Game

from rules_core.games import passing_player
from rules_core.kernel.dice import no_draw
from rules_core.line.actions import Action, EndTurn, Income, UseTransport
from rules_core.line.bots.passing import given_back
from rules_core.line.events import BankBroken, GameEnded, Rolled, TurnEnded
from rules_core.line.table import State

GAMES = (
    Game(31, seats=2, most=120),
    Game(32, seats=3, temper="builder", most=120),
    Game(33, seats=4, temper="surveyor", options={"extended": "yes"}, most=240),
    german_game(36, seats=2, most=160),
    german_game(37, seats=3, most=70),
    german_game(38, seats=4, most=100),
)
EVERY = 9
"""Of the positions of a game each so many-th is passed in."""


def refuse_chance(_number: int) -> int:
    """A source of chance that must not be asked."""
    raise AssertionError("passing is no gamble")


def passing(state: State) -> Iterator[tuple[Action, State]]:
    """What the passing player does up to the end of his turn, and the position after each action, all counted."""
    seat, rules = state.table.turn.seat, rules_of(state)
    while True:
        view = rules.view(state, seat)
        action = passing_player(view, rules.legal(view), refuse_chance)
        events = rules.decide(state, action, no_draw)
        assert isinstance(events, list), f"{action} is refused: {events}"
        assert not any(isinstance(event, BankBroken | Rolled) for event in events)
        for event in events:
            state = evolve_checked(state, event)
        yield action, state
        if any(isinstance(event, TurnEnded | GameEnded) for event in events):
            return


@each("game", GAMES, ids=lambda game: f"{game.kind}-{game.seats}")
def test_from_any_position_the_turn_comes_to_its_end(game: Game) -> None:
    passed = 0
    for number, step in enumerate(game.steps()):
        if number % EVERY:
            continue
        *before, (last, after) = passing(step.before)
        seat = step.before.table.turn.seat
        assert isinstance(last, EndTurn)
        assert all(isinstance(action, Income | UseTransport) for action, _state in before)
        assert after.table.players[seat].front.total <= 5
        assert after.table.over or after.table.turn.seat != seat or after.table.year > step.before.table.year
        passed += 1
    assert passed >= 5


def test_income_is_taken_where_the_bank_can_pay_it() -> None:
    assert [action for action, _state in passing(position())] == [Income(0), EndTurn(0)]
    assert [action for action, _state in passing(position(bank=3))] == [EndTurn(0)]
    assert [action for action, _state in passing(german_position(bank=3))] == [EndTurn(0)]


def test_what_must_be_used_is_used_for_whom_the_fewest_wait() -> None:
    state = german_position(front="s$$?", waiting={"eisberg": 1, "ueberall": 1, "weiden": 0, "insel": 1, "bergtal": 1})
    done = [action for action, _state in passing(state)]
    assert done == [Income(0), UseTransport(0, "weiden"), UseTransport(0, "eisberg"), EndTurn(0)]


@each(
    ("front", "back"),
    [
        ("sc$??", ""),
        ("sssccc", "s"),
        ("ssscccc", "sc"),
        ("sssss$???", "ssss"),
        ("sc$?????", "sc$"),
        ("????????", "???"),
        ("s?????????", "s????"),
        ("$$$$$c", "$"),
    ],
)
def test_of_more_than_five_dice_the_most_frequent_go_back_first_and_wild_ones_last(front: str, back: str) -> None:
    assert shown(given_back(dice(front))) == back


def test_nobody_passes_for_another() -> None:
    state = position()
    rules = rules_of(state)
    for viewer in (1, None):
        view = rules.view(state, viewer)
        with pytest.raises(ValueError, match="not the turn"):
            passing_player(view, rules.legal(view), refuse_chance)
