"""What a view hides, as somebody takes it who plays on without knowing it: nothing but the view tells of it."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from each_kit import each

from rules_core.games import kinds, ruleset_for
from rules_core.kernel.definition import AnyGame, BadSupposition, fold
from rules_core.kernel.events import TurnBeginning
from rules_core.kernel.rulebook import Violations
from rules_core.line.table import Screen, State

TURNS = 5


def positions(game: AnyGame, seats: int) -> Iterator[Any]:
    """Where turns began in a game of bots."""
    numbers = random.Random(seats)
    state = fold(game, game.setup({}, seats, lambda _key, sides: numbers.randrange(sides)))
    for turns in count(1):
        yield state
        while turns <= TURNS:
            view = game.view(state, state.table.turn.seat)
            action = game.bots["heuristic"](view, game.legal(view), numbers.randrange)
            events = game.decide(state, action, lambda _key, sides: numbers.randrange(sides))
            assert not isinstance(events, Violations)
            state = fold(game, events, state)
            if any(isinstance(event, TurnBeginning) for event in events):
                break
        else:
            return


@each("kind", kinds())
@each("seats", [2, 3])
def test_a_supposed_position_looks_to_the_viewer_like_the_one_that_is(kind: str, seats: int) -> None:
    game = ruleset_for(kind)
    for state in positions(game, seats):
        for viewer in (None, *range(seats)):
            view = game.view(state, viewer)
            requested = game.unseen(view)
            assert all(0 <= one.number <= one.most and one.seat != viewer for one in requested)
            whole = game.supposed(view, [one.number for one in requested])
            assert game.view(whole, viewer) == view
            assert game.unseen(game.view(whole, viewer)) == requested, "nothing but the view counts"
            assert whole.table == state.table and None not in getattr(whole, "screens", ())


@pytest.mark.parametrize("kind", ["first_rails", "germany"])
def test_the_dice_behind_the_screens_are_as_many_as_there_are(kind: str) -> None:
    game = ruleset_for(kind)
    for state in positions(game, 3):
        view = game.view(state, 0)
        hidden = [screen.hidden for screen in state.screens]
        dice = [one for one in game.unseen(view) if one.what == "dice"]
        assert sum(one.number for one in dice) == sum(hidden[1:])
        assert max(one.number for one in dice) - min(one.number for one in dice) <= 1
        real = [getattr(state.screens[one.seat], _FIELDS[one.what]) for one in game.unseen(view)]
        assert game.supposed(view, real) == state
        with pytest.raises(BadSupposition) as wrong:
            game.supposed(view, [real[0] + 1, *real[1:]])
        assert (wrong.value.what, wrong.value.due) == ("dice", sum(hidden[1:]))


_FIELDS = {"dice": "hidden", "passengers": "passengers"}


def test_dice_and_passengers_moved_between_others_change_nothing_that_is_taken_for_them() -> None:
    game = ruleset_for("first_rails")
    *_, state = positions(game, 3)
    one, other = (
        State(state.table, (state.screens[0], Screen(*first), Screen(*second)))
        for first, second in (((4, 7), (1, 20)), ((1, 20), (4, 7)))
    )
    for viewer in (0, None):
        assert game.unseen(game.view(one, viewer)) == game.unseen(game.view(other, viewer))
