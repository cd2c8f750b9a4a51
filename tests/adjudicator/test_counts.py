"""What is counted while games go on: turns, how games end, and the ratings that come of it."""

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from forms_kit import submit_as
from openskill.models import PlackettLuce
from rules.german_position import SPOKE, german_position
from sqlalchemy import select, update

from adjudicator.kit import NAMES, Game, World
from adjudicator.positions import plain
from pbem.adjudicator import counts
from pbem.adjudicator.counts import is_sound, rate_anew, rate_games, recomputed
from pbem.adjudicator.sessions import draw_for, load_game, save
from pbem.clock import to_ms
from pbem.store import Tx
from pbem.store.games.seats import PlayedBy, TurnTakenRow
from pbem.store.games.statistics import (
    RatingRow,
    ResultRow,
    find_newest_rating,
    forget_ratings,
    list_games_of_human_players,
    list_ratings,
    list_results,
)
from pbem.store.games.vacancies import occupy_seat, vacate_seat
from pbem.store.rows import columns
from rules_core.games import bot_named
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import EndTurn

HOUR = 3_600_000


def turns(game: Game) -> list[TurnTakenRow]:
    """The turns that were counted, in the order in which they ended."""
    wanted = select(*columns(TurnTakenRow)).where(TurnTakenRow.c.game_id == game.id)
    with game.world.database.read() as tx:
        return sorted(tx.all(TurnTakenRow, wanted), key=lambda turn: (turn.ended_ms, turn.year, turn.seat))


def results(world: World) -> list[ResultRow]:
    with world.database.read() as tx:
        return list_results(tx)


def ratings(world: World) -> list[RatingRow]:
    with world.database.read() as tx:
        return list_ratings(tx)


def now_ms(world: World) -> int:
    return to_ms(world.clock())


# Turns


def test_a_turn_is_counted_as_it_ends(world: World) -> None:
    game = world.open_game()
    began = game.row
    assert game.send(0, "roll 1?").text.startswith("Your orders were carried out.")
    assert turns(game) == []
    world.clock.advance(timedelta(hours=5))
    game.send(0, "end")
    anna = world.players["Anna"]
    assert turns(game) == [
        TurnTakenRow(
            game_id=game.id,
            year=1,
            turn=1,
            seat=0,
            player_id=anna,
            kind="first_rails",
            seats=2,
            began_ms=began.began_ms,
            ended_ms=now_ms(world),
            deadline_ms=began.deadline_ms,
            late=False,
            played_by="player",
        )
    ]
    assert game.row.began_ms == now_ms(world)
    game.send(1, "end")
    assert [(turn.year, turn.seat, turn.ended_ms - turn.began_ms) for turn in turns(game)][1:] == [(1, 1, 60_000)]
    game.send(1, "end")
    assert [(turn.year, turn.seat) for turn in turns(game)][2:] == [(2, 1)], "years go on"


@pytest.mark.parametrize(("past", "late"), [(timedelta(0), False), (timedelta(milliseconds=1), True)])
def test_a_turn_is_late_that_ends_after_its_latest_date(world: World, past: timedelta, late: bool) -> None:
    game = world.open_game()
    deadline = game.row.deadline_ms
    assert deadline is not None
    world.clock.advance(timedelta(milliseconds=deadline - now_ms(world)) + past)
    submit_as(world.intake, game.id, 0, "end", position=game.row.position)
    (turn,) = turns(game)
    assert (turn.late, turn.deadline_ms, turn.played_by) == (late, deadline, "player")


def end_turns(world: World, game: Game, number: int, played_by: PlayedBy = "player") -> None:
    """End so many turns and save them in one, as where orders waited for a turn."""

    def work(tx: Tx) -> None:
        loaded = load_game(tx, game.id)
        draw = draw_for(tx, loaded.game)
        for _ in range(number):
            outcome = loaded.session.apply(EndTurn(loaded.session.state.table.turn.seat), draw)
            assert not isinstance(outcome, Violations)
        save(world.unit(tx), loaded, None, played_by)

    world.database.write(work)


def test_turns_that_begin_and_end_in_one_save_are_each_counted(world: World) -> None:
    game = world.open_game(NAMES[:3])
    world.clock.advance(timedelta(hours=2))
    end_turns(world, game, 4)
    assert [(turn.year, turn.seat, turn.played_by, turn.ended_ms - turn.began_ms) for turn in turns(game)] == [
        (1, 0, "player", 2 * HOUR),
        (1, 1, "standing", 0),
        (1, 2, "standing", 0),
        (2, 1, "standing", 0),
    ]
    assert [turn.late for turn in turns(game)] == [False] * 4
    assert [turn.player_id for turn in turns(game)] == [
        world.players[name] for name in ("Anna", "Bert", "Clara", "Bert")
    ]


@pytest.mark.parametrize("played_by", ["pass", "bot"])
def test_who_is_played_for_is_late(world: World, played_by: PlayedBy) -> None:
    game = world.open_game()
    end_turns(world, game, 1, played_by)
    (turn,) = turns(game)
    assert (turn.late, turn.played_by, turn.player_id) == (True, played_by, world.players["Anna"])


def test_a_bot_of_the_servers_own_is_never_late(world: World) -> None:
    world.add_player("Robo", bot="heuristic")
    game = world.open_game(["Robo", "Anna"])
    world.clock.advance(timedelta(days=99))
    assert world.intake.clock.play_bot(game.id, lambda _n: 0)
    (turn,) = turns(game)
    assert (turn.late, turn.played_by, turn.player_id) == (False, "bot", world.players["Robo"])


def test_a_turn_of_a_vacant_seat_is_nobodys(world: World) -> None:
    game = world.open_game()
    world.database.write(lambda tx: vacate_seat(tx, game.id, 0, "t" * 16, "resigned", now_ms(world)))
    end_turns(world, game, 1, "pass")
    (turn,) = turns(game)
    assert (turn.player_id, turn.late, turn.played_by) == (None, False, "pass")


def test_who_takes_a_seat_over_has_his_turn_from_then_on(world: World) -> None:
    game = world.open_game()
    dora = world.add_player("Dora")
    world.clock.advance(timedelta(hours=30))
    taken_ms = now_ms(world)
    world.database.write(lambda tx: occupy_seat(tx, game.id, 0, dora, "t" * 16, "replaced", "late", taken_ms))
    world.clock.advance(timedelta(hours=3))
    end_turns(world, game, 1)
    (turn,) = turns(game)
    assert (turn.player_id, turn.began_ms) == (dora, taken_ms)


def test_a_turn_that_is_not_saved_is_not_counted(world: World) -> None:
    game = world.open_game()

    def work(tx: Tx) -> None:
        loaded = load_game(tx, game.id)
        loaded.session.apply(EndTurn(0), draw_for(tx, loaded.game))
        save(world.unit(tx), loaded, None)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        world.database.write(work)
    assert turns(game) == []
    assert game.row.active_seat == 0


# Ends


def test_a_game_that_ends_within_a_turn_ends_the_turn_and_is_kept_as_a_draw(world: World) -> None:
    position = german_position(
        SPOKE, a="S14 c2 w", b="S14 d4 s", front="s$$", hidden=[6, 2], waiting={"bergtal": 2}, bank=3
    )
    game = world.game_at(position)
    assert game.send(0, "income break the bank").text.startswith("Your orders were carried out.")
    (turn,) = turns(game)
    assert (turn.seat, turn.played_by) == (0, "player")
    kept = results(world)
    assert [(row.seat, row.place, row.winners, row.ended_ms) for row in kept] == [
        (0, 0, 0, now_ms(world)),
        (1, 0, 0, now_ms(world)),
    ]
    assert [rating.mu for rating in ratings(world)] == [25.0, 25.0], "a draw moves nobody who stood alike"


def last_turn(world: World, players: Sequence[str], passengers: Sequence[int]) -> Game:
    """A game in its last turn of all, that of the last seat, in which the players have carried so many."""
    seats = len(players)
    position = plain(
        seats=seats,
        seat=seats - 1,
        last_year="no tile",
        front=("s",) * seats,
        hidden=(0,) * seats,
        passengers=passengers,
    )
    return world.game_at(position, players=players)


def finish(world: World, players: Sequence[str], passengers: Sequence[int]) -> Game:
    """A game that was played to its end."""
    game = last_turn(world, players, passengers)
    game.send(len(players) - 1, "end")
    assert game.row.status == "over"
    return game


def test_the_end_of_a_game_is_kept_for_each_seat(world: World) -> None:
    game = finish(world, NAMES[:3], (20, 30, 20))
    kept = results(world)
    assert [(row.seat, row.player_id, row.place, row.score) for row in kept] == [
        (0, world.players["Anna"], 2, 20),
        (1, world.players["Bert"], 1, 30),
        (2, world.players["Clara"], 2, 20),
    ]
    assert {(row.game_id, row.kind, row.seats, row.winners, row.ended_ms) for row in kept} == {
        (game.id, "first_rails", 3, 1, now_ms(world))
    }
    assert len(turns(game)) == 1


def test_a_shared_victory_is_known_as_such(world: World) -> None:
    finish(world, NAMES[:2], (30, 30))
    assert [(row.place, row.winners) for row in results(world)] == [(1, 2), (1, 2)]


# Ratings


def test_a_game_rates_those_who_began_it_once(world: World) -> None:
    game = finish(world, NAMES[:4], (10, 40, 20, 20))
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(4)], ranks=[4, 1, 2, 2])
    kept = ratings(world)
    assert [(row.mu, row.sigma) for row in kept] == [(one.mu, one.sigma) for (one,) in expected]
    assert [row.player_id for row in kept] == [world.players[name] for name in NAMES]
    assert {(row.game_id, row.kind, row.games, row.at_ms) for row in kept} == {
        (game.id, "first_rails", 1, now_ms(world))
    }
    assert kept[2].mu == kept[3].mu, "who shares a place is rated alike"
    world.database.write(rate_games)
    assert ratings(world) == kept


def test_ratings_follow_each_other_and_come_out_the_same_when_worked_out_anew(world: World) -> None:
    chance = random.Random(7)
    for number in range(6):
        players = chance.sample(NAMES, 2 + number % 3)
        finish(world, players, [chance.randrange(9) for _ in players])
    kept = ratings(world)
    per_player = {id_: [row for row in kept if row.player_id == id_] for id_ in world.players.values()}
    for rows in per_player.values():
        assert [row.games for row in rows] == list(range(1, len(rows) + 1))
        assert [row.sigma for row in rows] == sorted((row.sigma for row in rows), reverse=True), (
            "more is known each time"
        )
    with world.database.read() as tx:
        assert sorted(recomputed(list_games_of_human_players(tx)), key=_order) == kept
        assert is_sound(tx)
    world.database.write(rate_anew)
    assert ratings(world) == kept
    world.database.write(forget_ratings)
    world.database.write(rate_games)
    assert ratings(world) == kept, "those that wait are rated in the order of their ends"


def _order(row: RatingRow) -> tuple[int, int, int]:
    return row.at_ms, row.game_id, row.player_id


def test_kinds_are_rated_apart(world: World) -> None:
    finish(world, NAMES[:2], (9, 1))
    position = german_position(
        SPOKE, a="S14 c2 w", b="S14 d4 s", front="s$$", hidden=[6, 2], waiting={"bergtal": 2}, bank=3
    )
    game = world.game_at(position)
    game.send(0, "income break the bank")
    with world.database.read() as tx:
        found = {kind: find_newest_rating(tx, kind, world.players["Anna"]) for kind in ("first_rails", "germany")}
    assert {kind: row and row.games for kind, row in found.items()} == {"first_rails": 1, "germany": 1}
    assert found["germany"] is not None and found["germany"].mu == 25.0


def test_a_game_with_a_program_counts_for_nobodys_rating(world: World) -> None:
    world.add_player("Robo", bot="heuristic")
    finish(world, ["Robo", "Anna"], (9, 1))
    assert len(results(world)) == 2
    assert ratings(world) == []


def test_leaving_a_game_saves_nobodys_rating_and_taking_over_risks_none(world: World) -> None:
    game = last_turn(world, NAMES[:2], (1, 9))
    dora = world.add_player("Dora")
    world.database.write(lambda tx: occupy_seat(tx, game.id, 0, dora, "t" * 16, "replaced", "resigned", now_ms(world)))
    game.send(1, "end")
    assert [row.player_id for row in results(world)] == [dora, world.players["Bert"]], "who finished it"
    assert [row.player_id for row in ratings(world)] == [world.players["Anna"], world.players["Bert"]], "who began it"
    assert ratings(world)[0].mu < 25 < ratings(world)[1].mu


def test_nobody_is_rated_against_himself(world: World) -> None:
    finish(world, ["Anna", "Anna"], (9, 1))
    assert ratings(world) == []
    with world.database.read() as tx:
        assert is_sound(tx)


# Counting anew


def test_what_was_counted_agrees_with_the_logs_of_whole_games(world: World) -> None:
    game = world.open_game()
    chance = random.Random(3)

    def play(tx: Tx) -> None:
        loaded = load_game(tx, game.id)
        session, draw, seat = loaded.session, draw_for(tx, loaded.game), loaded.session.state.table.turn.seat
        year = session.state.table.year
        while not session.state.table.over and (session.state.table.turn.seat, session.state.table.year) == (
            seat,
            year,
        ):
            view = session.ruleset.view(session.state, seat)
            session.apply(bot_named("heuristic")(view, session.ruleset.legal(view), chance.randrange), draw)
        save(world.unit(tx), loaded, None)

    while game.row.status == "playing":
        world.clock.advance(timedelta(hours=1))
        world.database.write(play)
    taken = [(turn.year, turn.seat) for turn in turns(game)]
    assert len(set(taken)) == len(taken) >= 2 * (game.row.year - 1)
    with world.database.read() as tx:
        assert counts.read_results_from_log(tx, game.row) != []
        assert counts.list_miscounted(tx) == []


def spoil(tx: Tx) -> None:
    tx.run(update(ResultRow.table).where(ResultRow.c.seat == 0).values(score=99))


def lose(tx: Tx) -> None:
    tx.run(ResultRow.table.delete())


def rate_wrong(tx: Tx) -> None:
    tx.run(update(RatingRow.table).values(mu=RatingRow.c.mu + 1e-6))


@pytest.mark.parametrize("harm", [spoil, lose, rate_wrong])
def test_counting_anew_mends_what_is_wrong(world: World, harm: Callable[[Tx], None]) -> None:
    finish(world, NAMES[:2], (3, 4))
    finish(world, NAMES[:2], (5, 4))
    kept = results(world), ratings(world)
    world.database.write(harm)
    with world.database.read() as tx:
        assert bool(counts.list_miscounted(tx)) != (harm is rate_wrong)
        assert is_sound(tx) == (harm is spoil), "a rating depends on places alone"
    world.database.write(counts.recount)
    assert (results(world), ratings(world)) == kept


def test_the_library_of_ratings_is_loaded_only_where_a_game_is_rated() -> None:
    program = "import sys, pbem.cli; sys.exit('openskill' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
