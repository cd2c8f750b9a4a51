"""What holds in whole games played at random, of either kind; each function looks at one of them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rules.random_play import Game, Step
from rules_core.kernel.codec import decode, encode
from rules_core.kernel.definition import fold
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, EndTurn, UseTransport
from rules_core.line.events import Event
from rules_core.line.table import State


def all_listed_is_accepted(game: Game, steps: Sequence[Step]) -> None:
    """The action taken is checked in every position as it is played; all that is listed in one of ten."""
    for step in steps[::10]:
        for action in step.listed:
            assert not isinstance(game.rules.decide(step.before, action, game.draw), Violations), action


def nothing_is_listed_twice(steps: Sequence[Step]) -> None:
    """In one position of ten."""
    for step in steps[::10]:
        assert len(set(step.listed)) == len(step.listed)


def one_may_act_until_the_end(game: Game, steps: Sequence[Step]) -> None:
    """Whose turn it is may always go on to its end, the others do nothing, and nobody does after the end."""
    rules = game.rules
    for step in steps:
        assert any(isinstance(action, EndTurn | UseTransport) for action in step.listed)
        others = set(range(game.seats)) - {step.before.table.turn.seat}
        assert not any(list(rules.legal(rules.view(step.before, seat))) for seat in others)
    last = steps[-1].after
    if last.table.over:
        assert not any(list(rules.legal(rules.view(last, seat))) for seat in range(game.seats))


def the_log_folds_to_the_position(game: Game, steps: Sequence[Step]) -> None:
    """After a way through JSON too."""
    log = [decode(Event, json.loads(json.dumps(encode(event)))) for event in game.log]
    assert log == game.log
    assert fold(game.rules, log, game.start) == steps[-1].after
    for step, following in pairwise(steps):
        assert step.after == following.before


def the_same_draw_decides_the_same(game: Game, steps: Sequence[Step], every: int = 1) -> None:
    """Dice depend on nothing but their place in the game."""
    twin = replace(game, log=[])
    for step in steps[::every]:
        assert game.rules.decide(step.before, step.action, twin.draw) == list(step.events)


def actions_and_positions_survive_json(game: Game, steps: Sequence[Step]) -> None:
    """In one position of 25."""
    for step in steps[::25]:
        state = decode(State, json.loads(json.dumps(encode(step.before))))
        assert state == step.before
        assert game.rules.decide(state, step.action, game.draw) == list(step.events)
        for action in step.listed:
            assert decode(Action, json.loads(json.dumps(encode(action)))) == action
