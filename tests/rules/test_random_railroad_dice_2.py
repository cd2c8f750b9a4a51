"""What holds in whole games of Railroad Dice 2 played at random, with options at random.

Every action taken comes from the engine's own list; with every event everything is counted, the whole board is looked
at, and what happened is held against the rules (`network_board.check`).
"""

import json
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Final, get_args

import pytest
from soak import few

from rules import whole_games
from rules.network_board import bare_tiles, check, closing_causes, ended_reasons, joined_stations
from rules.network_candidates import candidates, refusal
from rules.network_play import TEMPERS, NetworkGame, NetworkStep, network_game
from rules_core.games.railroad_dice_2 import actions as ac
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.table import OPTIONS
from rules_core.kernel.events import GameCancelled

BY_HAND: Final = {ev.UnitsMoved, ev.LocomotiveMoved, ev.RollMarked, GameCancelled}
SAMPLE: Final = ((2, 7), (2, 21), (3, 13), (3, 28), (4, 29))
"""Games, as seats and seed, that are played again to see how rich they are."""


def check_step(step: NetworkStep) -> None:
    """Fail where an action leaves something undone that follows from it at once (R2-32)."""
    table = step.after
    for seat, player in enumerate(table.players):
        assert joined_stations(table, seat) <= set(player.connected)
    if table.phase == "play":
        assert len(bare_tiles(table)) < 3
        assert closing_causes(table) == []
    if table.phase == "closing":
        assert table.over == bool(ended_reasons(table))
        assert table.ended == (ended_reasons(table)[0] if table.over else None)
    if step.before.phase == "closing":
        assert {type(action) for action in step.listed} <= {ac.BuyLocomotive, ac.CarryPassengers, ac.FinishTurn}


def check_list(step: NetworkStep) -> None:
    """Fail where what is listed is not just what is accepted, or something is refused by no rule."""
    accepted, broken = set(), {}
    for action in candidates(step.before):
        refused = refusal(step.before, action)
        if refused is None:
            accepted.add(action)
        else:
            broken.update({(found.rule, found.code): found for found in refused.violations})
    assert accepted == set(step.listed)
    for found in broken.values():
        assert found.rule in railroad_dice_2.rules and found.code.isidentifier(), found
        json.dumps(dict(found.facts))


def check_game(game: NetworkGame, every: int) -> NetworkStep:
    """Play a game to its end, and fail where anything is not as it should be; give its last action.

    What could be asked for is tried in one position of so many.
    """
    game.check = check
    steps = list(game.steps())
    for number, step in enumerate(steps):
        check_step(step)
        if number % every == game.seed % every:
            check_list(step)
    whole_games.all_listed_is_accepted(game, steps)
    whole_games.nothing_is_listed_twice(steps)
    whole_games.one_may_act_until_the_end(game, steps)
    whole_games.the_log_folds_to_the_position(game, steps)
    whole_games.the_same_draw_decides_the_same(game, steps, every=4)
    whole_games.actions_and_positions_survive_json(game, steps)
    assert steps[-1].after.over
    assert Counter(map(type, game.log))[ev.ClosingBegan] == 1
    return steps[-1]


@pytest.mark.parametrize(("seats", "part"), few(product((2, 3, 4), range(6)), 3, several=True))
def test_games_are_played_by_the_rules_to_their_end(seats: int, part: int) -> None:
    """30 games of each number of players, in six parts."""
    for seed in range(5 * part, 5 * part + 5):
        check_game(network_game(seed, seats), every=140)


def test_the_sample_holds_every_event_and_every_end() -> None:
    """Were the sample poor, all of the above would say little."""
    games = [network_game(seed, seats) for seats, seed in SAMPLE]
    steps = [step for game in games for step in game.steps()]
    log = [event for game in games for event in game.log]
    assert set(map(type, log)) == {*ev.EVENTS} - BY_HAND
    assert {type(step.action) for step in steps} == {*ac.ACTIONS}
    assert {event.cause for event in log if isinstance(event, ev.ClosingBegan)} == {*get_args(ev.ClosingCause)}
    assert {event.cause for event in log if isinstance(event, ev.PassengersArrived)} == {*get_args(ev.ArrivalCause)}
    ends = {event.reason for event in log if isinstance(event, ev.NetworkEnded)}
    assert ends == {"no passengers", "nobody able", "no transport"}
    assert {event.face for event in log if isinstance(event, ev.TrackLaid)} == {"straight", "curve", "?"}
    assert {event.cost for event in log if isinstance(event, ev.TrackLaid)} == {0, 1, 2}
    complex_ = {*railroad_dice_2.read_components(railroad_dice_2.components).complex}
    assert {event.face for event in log if isinstance(event, ev.TrackExpanded)} == complex_
    assert {event.number for event in log if isinstance(event, ev.LocomotiveBought)} == {2, 3, 4, 5, 6}
    assert {option for game in games for option in game.options.items()} == {
        (key, value) for key, values in OPTIONS.items() for value in values
    }
    assert {game.temper for game in games} == {*TEMPERS}


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "part"), list(product((2, 3, 4), range(10))))
def test_many_games(seats: int, part: int, record_property: Callable[[str, object], None]) -> None:
    """500 games of each number of players, in ten parts; how they ended is printed behind the tests."""
    sentences = []
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        table = check_game(network_game(seed, seats), every=90).after
        sentences.append((f"railroad_dice_2, {seats} players at random", table.closing, table.ended, table.year))
    record_property("ended", sentences)
