"""What holds in whole games of Germany played at random.

Every action taken comes from the engine's own list; after every event everything is counted, and the whole board is
looked at (`german_board.check_board`).
"""

from collections import Counter
from itertools import product
from typing import get_args

import pytest
from soak import few

from rules import whole_games
from rules.german_board import check_offices
from rules.german_play import GERMAN_GAMES, german_game, german_played
from rules_core.games.germany import game as germany
from rules_core.line import events as ev
from rules_core.line.actions import CORRECTIONS, Action, BuyShare

ALL = range(len(GERMAN_GAMES))
every_game = pytest.mark.parametrize("number", few(ALL, 9))
NOT_IN_GERMANY = {ev.ShareBought, ev.TileLaid, ev.LastYearBegan, ev.PassengersCarried, ev.DirectorsAssigned}


@every_game
def test_directors_are_those_who_carried_most(number: int) -> None:
    for step in german_played(number):
        check_offices(step.after.table)


@every_game
def test_whatever_is_listed_is_accepted(number: int) -> None:
    whole_games.all_listed_is_accepted(GERMAN_GAMES[number], german_played(number))
    whole_games.nothing_is_listed_twice(german_played(number))


@every_game
def test_somebody_has_a_legal_action_until_the_game_is_over(number: int) -> None:
    whole_games.one_may_act_until_the_end(GERMAN_GAMES[number], german_played(number))


@every_game
def test_the_position_is_the_fold_of_the_log(number: int) -> None:
    whole_games.the_log_folds_to_the_position(GERMAN_GAMES[number], german_played(number))


@every_game
def test_the_same_draw_decides_the_same(number: int) -> None:
    whole_games.the_same_draw_decides_the_same(GERMAN_GAMES[number], german_played(number), every=4)


@every_game
def test_actions_and_positions_survive_json(number: int) -> None:
    whole_games.actions_and_positions_survive_json(GERMAN_GAMES[number], german_played(number))


@every_game
def test_others_never_see_hidden_dice(number: int) -> None:
    for step in german_played(number)[::10]:
        for seat in (*range(GERMAN_GAMES[number].seats), None):
            seen = germany.view(step.before, seat)
            assert seen.table == step.before.table
            assert [screen is not None for screen in seen.screens] == [
                other == seat for other in range(GERMAN_GAMES[number].seats)
            ]


@pytest.mark.soak
def test_the_sample_holds_every_event_and_every_end() -> None:
    """Were the sample poor, all of the above would say little."""
    steps = [step for number in ALL for step in german_played(number)]
    log = [event for game in GERMAN_GAMES for event in game.log]
    counts = Counter(type(event) for event in log)
    assert set(counts) == set(get_args(ev.Event)) - NOT_IN_GERMANY - {*CORRECTIONS}
    assert {event.clause for event in log if isinstance(event, ev.IncomeTaken)} == {"stations", "no office"}
    ended = [event for event in log if isinstance(event, ev.GameEnded)]
    assert len(ended) > 12
    assert {event.reason for event in ended} == {"last station", "dead ends", "bank"}
    assert {event.standings[0].place for event in ended} == {0, 1}
    assert {event.due for event in log if isinstance(event, ev.DuePaid)} == {"mountain", "lake", "river"}
    assert {type(step.action) for step in steps} == set(get_args(Action)) - {BuyShare}
    chart = steps[0].before.table.box.chart
    assert chart is not None
    built = Counter(event.square in chart.countries for event in log if isinstance(event, ev.StationBuilt))
    assert built[True] > 20 and built[False] > 200
    assert sum(event.previous is not None for event in log if isinstance(event, ev.DirectorChanged)) > 20


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "part"), list(product((2, 3, 4), range(10))))
def test_many_games(seats: int, part: int) -> None:
    """500 games of each number of seats, in ten parts."""
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        game = german_game(seed, seats, most=800)
        steps = list(game.steps())
        for step in steps:
            check_offices(step.after.table)
        whole_games.one_may_act_until_the_end(game, steps)
        whole_games.the_log_folds_to_the_position(game, steps)
        whole_games.actions_and_positions_survive_json(game, steps)
