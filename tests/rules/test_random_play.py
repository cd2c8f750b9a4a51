"""What holds in whole games played at random.

Every action listed is taken from the engine's own list and must be accepted; dice, shares, stations and tiles are
counted after every event while the games are played.
"""

from collections import Counter
from typing import get_args

import pytest
from each_kit import each

from rules import whole_games
from rules.playing import check_counts
from rules.random_play import GAMES, Game, played
from rules_core.kernel.codec import BadRecord, decode
from rules_core.line import events as ev
from rules_core.line.actions import CORRECTIONS, Action, UseTransport
from rules_core.line.table import State

ALL = range(len(GAMES))
GERMAN_EVENTS = {ev.TransportUsed, ev.PassengersTaken, ev.DirectorChanged, ev.PassengersCame, ev.EndsPlaced}
every_game = pytest.mark.parametrize("number", ALL)


@every_game
def test_whatever_is_listed_is_accepted(number: int) -> None:
    whole_games.all_listed_is_accepted(GAMES[number], played(number))


@every_game
def test_nothing_is_listed_twice(number: int) -> None:
    whole_games.nothing_is_listed_twice(played(number))


@every_game
def test_somebody_has_a_legal_action_until_the_game_is_over(number: int) -> None:
    whole_games.one_may_act_until_the_end(GAMES[number], played(number))
    assert played(number)[-1].after.table.over


@every_game
def test_the_position_is_the_fold_of_the_log(number: int) -> None:
    whole_games.the_log_folds_to_the_position(GAMES[number], played(number))


@every_game
def test_the_same_draw_decides_the_same(number: int) -> None:
    whole_games.the_same_draw_decides_the_same(GAMES[number], played(number))


@every_game
def test_actions_and_positions_survive_json(number: int) -> None:
    whole_games.actions_and_positions_survive_json(GAMES[number], played(number))


@every_game
def test_the_box_is_complete_from_the_first_event_to_the_last(number: int) -> None:
    game, steps = GAMES[number], played(number)
    if game.start is None:
        for state in (steps[0].before, steps[-1].after):
            check_counts(state, tiles=35)
            built = sum(len(tile.stations) for tile in state.table.landscape.tiles.values())
            assert built + sum(company.stations_left for company in state.table.companies.values()) == 44


def test_the_sample_holds_every_event_and_every_end() -> None:
    """Were the sample poor, all of the above would say little."""
    log = [event for number in ALL for step in played(number) for event in (*step.events, *GAMES[number].log[:3])]
    counts = Counter(type(event) for event in log)
    assert set(counts) == set(get_args(ev.Event)) - GERMAN_EVENTS - {*CORRECTIONS}
    assert {event.clause for event in log if isinstance(event, ev.IncomeTaken)} == set("abcd")
    ended = {event.reason for event in log if isinstance(event, ev.GameEnded)}
    assert ended == set(get_args(ev.EndReason)) - {"bank", "cancelled", "agreed", "abandoned"}
    assert {event.reason for event in log if isinstance(event, ev.LastYearBegan)} == set(get_args(ev.LastYearReason))
    assert {event.due for event in log if isinstance(event, ev.DuePaid)} == {"mountain", "lake"}
    assert {event.terrain for event in log if isinstance(event, ev.StationBuilt)} == {"mountain", "lake", "grassland"}
    assert any(isinstance(event, ev.ShareBought) and event.seller is not None for event in log)
    for event in (ev.TileLeft, ev.DuePaid, ev.BankBroken, ev.StationBuilt):
        assert counts[event] > 1
    assert {type(step.action) for number in ALL for step in played(number)} == set(get_args(Action)) - {UseTransport}


@each("data", [None, 3, [], {}, {"type": "Nonsense"}, {"type": "Income"}, {"type": "Roll", "seat": "0"}])
def test_what_is_no_action_or_event_is_refused_by_name(data: object) -> None:
    for kind in (Action, ev.Event, State):
        with pytest.raises(BadRecord):
            decode(kind, data)


@pytest.mark.soak
@pytest.mark.parametrize("temper", ["even", "builder", "explorer", "surveyor", "spender"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_games(temper: str, seats: int) -> None:
    for seed in range(100, 108):
        options = {"extended": "yes" if seed % 2 else "no", "director_tie": "printed" if seed % 3 else "faq"}
        for step in Game(seed, seats, options, temper, most=1500).steps():
            assert step.listed
