"""The public past of games: what is final, moment by moment, and nothing else."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from line_kit import line_events, line_view
from past_kit import bots, past_of, play, submit
from web_kit import World, new_world

from pbem.adjudicator.history.archive import MOST_KEPT, Archive, load_endings, present
from pbem.adjudicator.sessions import load_game
from pbem.store import NotFound
from pbem.store.games.game import get_game
from pbem.store.games.log import list_entries
from rules_core.games import ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.log import decode_entry
from rules_core.line import events as ev


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def test_every_event_of_a_game_stands_in_one_moment(world: World) -> None:
    game = play(world, bots(world))
    past = past_of(world, game)
    with world.database.read() as tx:
        rows = [row for row in list_entries(tx, game.id) if row.kind == "event"]
        actions = [row for row in list_entries(tx, game.id) if row.kind == "action"]
    assert [moment.first + n for moment in past.moments for n in range(len(moment.events))] == [
        row.position for row in rows
    ]
    assert len(past.moments) == len(actions) + 1
    assert isinstance(past.moments[0].events[0], ev.GameBegan)
    assert isinstance(past.last.events[-1], ev.GameEnded)
    assert past.last.position == game.position


def test_a_moment_knows_its_turn_and_its_time(world: World) -> None:
    game = play(world, bots(world), 5)
    moments = past_of(world, game).moments
    turns = list(dict.fromkeys((moment.year, moment.turn) for moment in moments))
    assert turns == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    for moment in moments:
        seats = {event.seat for event in moment.events if isinstance(event, ev.Rolled | ev.TurnEnded)}
        assert seats <= {moment.seat}
    with world.database.read() as tx:
        times = {row.position: row.at_ms for row in list_entries(tx, game.id)}
    assert all(moment.at_ms == times[moment.position] for moment in moments)


def test_the_position_after_each_event_is_what_the_log_folds_to(world: World) -> None:
    game = play(world, bots(world))
    past, state = past_of(world, game), None
    with world.database.read() as tx:
        last = load_game(tx, game.id).session.state
    for moment in past.moments:
        for position, event in enumerate(line_events(moment.events), moment.first):
            state = fold(first_rails, [event], state)
            assert past.view_at(position) == first_rails.view(state, None)
    assert state == last
    with world.database.read() as tx:
        assert present(tx, game.id) == past.view_at(game.position)


def test_screens_are_seen_where_the_rules_lift_them(world: World) -> None:
    for options, hidden in (({}, True), ({"open": "yes"}, False)):
        game = play(world, bots(world, options))
        past = past_of(world, game)
        for moment in past.moments[:-1]:
            screens = line_view(past.view_at(moment.position)).screens
            assert (screens == (None, None)) == hidden
        assert None not in line_view(past.view_at(past.last.position)).screens, "at the end the screens are lifted"


def test_what_is_not_final_is_not_there(world: World) -> None:
    game = world.open_game()
    before = past_of(world, game)
    submit(world, game, "B n?")
    assert world.game(game.id).position > world.game(game.id).final_position
    now = past_of(world, game)
    assert now.moments == before.moments
    for position in range(world.game(game.id).final_position + 1, world.game(game.id).position + 2):
        with pytest.raises(NotFound):
            now.view_at(position)
    submit(world, game, "end")
    assert len(past_of(world, game).moments) > len(before.moments)


def test_what_was_taken_back_is_never_there(world: World) -> None:
    game = world.open_game()
    submit(world, game, "B n?")
    taken_back = world.game(game.id).position
    submit(world, game, "undo")
    submit(world, game, "A s?\nend")
    past = past_of(world, game)
    with pytest.raises(NotFound):
        past.view_at(taken_back)
    pieces = [event for moment in past.moments for event in moment.events if isinstance(event, ev.PieceLaid)]
    assert [piece.end for piece in pieces] == ["A"]
    with world.database.read() as tx:
        assert past.view_at(past.last.position).table == load_game(tx, game.id).session.state.table


def test_an_entry_that_is_no_event_is_no_moment(world: World) -> None:
    game = play(world, bots(world), 2)
    past = past_of(world, game)
    with world.database.read() as tx:
        others = [row.position for row in list_entries(tx, game.id) if row.kind != "event"]
    assert len(others) > 3
    for position in (*others, 0, -1, game.position + 1, 1 << 70):
        for look in (past.view_at, past.index_at, past.events_up_to, past.news_at):
            with pytest.raises(NotFound):
                look(position)


def test_news_are_those_of_the_turn_so_far(world: World) -> None:
    past = past_of(world, play(world, bots(world), 4))
    for index, moment in enumerate(past.moments):
        same = [other for other in past.moments[1:index] if (other.year, other.turn) == (moment.year, moment.turn)]
        for position in range(moment.first, moment.position + 1):
            events = moment.events[: position - moment.first + 1]
            assert past.events_up_to(position) == events
            before = [event for other in same for event in other.events] if index else []
            assert past.news_at(position) == (*before, *events)
    assert past.news_at(past.moments[0].position) == past.moments[0].events


def test_a_past_is_read_once_and_again_when_more_is_final(world: World) -> None:
    game, archive = bots(world), Archive()
    first = past_of(world, game, archive)
    assert past_of(world, game, archive) is first
    play(world, game, 1)
    second = past_of(world, game, archive)
    assert second is not first
    assert second.moments[: len(first.moments)] == first.moments


def test_an_archive_keeps_so_many_pasts_and_lets_the_oldest_go(world: World) -> None:
    game, archive = bots(world), Archive()
    with world.database.read() as tx:
        row = get_game(tx, game.id)
        first = archive.past(tx, row)
        for number in range(MOST_KEPT):
            assert archive.past(tx, row) is first, "what is asked for stays"
            archive.past(tx, replace(row, final_position=row.final_position + 1 + number))
        assert archive.past(tx, row) is first
        second = archive.past(tx, replace(row, final_position=row.final_position + 1))
        assert second.moments == first.moments
        for number in range(MOST_KEPT):
            archive.past(tx, replace(row, final_position=row.final_position + 100 + number))
        assert archive.past(tx, row) is not first


def test_endings_are_told_by_the_last_line(world: World) -> None:
    over = [play(world, bots(world))]
    running = bots(world)
    with world.database.read() as tx:
        found = load_endings(tx, [*over, running])
        assert found.keys() == {game.id for game in over}
        for game in over:
            line = list_entries(tx, game.id)[-1]
            event = decode_entry(ruleset_for(game.kind), 1, "event", None, json.loads(line.payload)).payload
            assert found[game.id] == event
