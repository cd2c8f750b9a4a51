"""What holds in whole games played at random, of any kind; each function looks at one of them."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

from rules_core.kernel.codec import encode
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import Draw
from rules_core.kernel.events import TurnEnding
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import UseTransport


class PlayedGame(Protocol):
    """A game that was played: its rules, its dice, and all that happened."""

    @property
    def rules(self) -> AnyGame:
        """The rules it was played by."""

    @property
    def draw(self) -> Draw:
        """Its dice."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def start(self) -> Any:
        """The position it began at, if that was no new game."""

    @property
    def log(self) -> Sequence[Any]:
        """The events from then on."""


class PlayedStep(Protocol):
    """One action of it."""

    @property
    def before(self) -> Any:
        """The position it was taken in."""

    @property
    def listed(self) -> Sequence[Any]:
        """The actions that were listed there."""

    @property
    def action(self) -> Any:
        """The one that was taken."""

    @property
    def events(self) -> Sequence[Any]:
        """The events that came of it."""

    @property
    def after(self) -> Any:
        """The position after it."""


def all_listed_is_accepted(game: PlayedGame, steps: Sequence[PlayedStep]) -> None:
    """The action taken is checked in every position as it is played; all that is listed in one of ten."""
    for step in steps[::10]:
        for action in step.listed:
            assert not isinstance(game.rules.decide(step.before, action, game.draw), Violations), action


def nothing_is_listed_twice(steps: Sequence[PlayedStep]) -> None:
    """In one position of ten."""
    for step in steps[::10]:
        assert len(set(step.listed)) == len(step.listed)


def one_may_act_until_the_end(game: PlayedGame, steps: Sequence[PlayedStep]) -> None:
    """Whose turn it is may always go on to its end, the others do nothing, and nobody does after the end."""
    rules = game.rules
    for step in steps:
        assert any(isinstance(action, TurnEnding | UseTransport) for action in step.listed)
        others = set(range(game.seats)) - {step.before.table.turn.seat}
        assert not any(list(rules.legal(rules.view(step.before, seat))) for seat in others)
    last = steps[-1].after
    if last.table.over:
        assert not any(list(rules.legal(rules.view(last, seat))) for seat in range(game.seats))


def the_log_folds_to_the_position(game: PlayedGame, steps: Sequence[PlayedStep]) -> None:
    """After a way through JSON too."""
    log = [game.rules.decode_event(json.loads(json.dumps(encode(event)))) for event in game.log]
    assert log == game.log
    assert fold(game.rules, log, game.start) == steps[-1].after
    for step, following in pairwise(steps):
        assert step.after == following.before


def the_same_draw_decides_the_same(game: PlayedGame, steps: Sequence[PlayedStep], every: int = 1) -> None:
    """Dice depend on nothing but their place in the game."""
    for step in steps[::every]:
        assert game.rules.decide(step.before, step.action, game.draw) == list(step.events)


def actions_and_positions_survive_json(game: PlayedGame, steps: Sequence[PlayedStep]) -> None:
    """In one position of 25."""
    for step in steps[::25]:
        state = game.rules.decode_state(json.loads(json.dumps(encode(step.before))))
        assert state == step.before
        assert game.rules.decide(state, step.action, game.draw) == list(step.events)
        for action in step.listed:
            assert game.rules.decode_action(json.loads(json.dumps(encode(action)))) == action
