"""Players are told what is new in their games, once, of what they chose, and not at night."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from adjudicator.kit import Game, World
from adjudicator.positions import plain
from adjudicator.seats import resigned, take
from each_kit import each
from sqlalchemy import text

from notifications.telling import tell, webhook
from pbem.clock import to_ms
from pbem.notifications.news import BETWEEN_MS, MOST_PER_HOUR, is_quiet
from pbem.store.accounts.channels import ChannelEvent, get_own_channel, list_channel_games
from pbem.store.games.game import hold_game
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.terms import Terms

NOTHING: list[str] = []
HOUR = timedelta(hours=1)


@pytest.fixture
def game(world: World) -> Game:
    """A game of Anna and Bert, in which it is Anna's turn, of which both were told."""
    return world.game_at(plain(), terms=Terms(pace="7d", press="anonymous"))


def kinds(world: World, after: timedelta = timedelta(minutes=1)) -> list[str]:
    return [notice.kind for notice in tell(world, after)]


def chosen(*events: ChannelEvent) -> frozenset[ChannelEvent]:
    return frozenset(events)


def prefer(world: World, player: str, preferences: Preferences) -> None:
    world.database.write(lambda tx: put_preferences(tx, world.players[player], preferences))


def test_a_new_channel_begins_with_the_present(world: World, game: Game) -> None:
    webhook(world, "Anna")
    webhook(world, "Bert")
    assert kinds(world) == NOTHING


def test_a_player_is_told_that_it_is_their_turn_once(world: World, game: Game) -> None:
    webhook(world, "Bert", events=chosen("turn"))
    game.send(0, "end")
    (notice,) = tell(world)
    assert (notice.title, notice.tag, notice.url) == ("Whitsun", "game-e1", "https://games.test/games/e1")
    assert notice.kind == "turn"
    assert notice.body.startswith("It's your turn. Deadline: Sunday 29 November 2026, 17:")
    assert kinds(world) == NOTHING


def test_what_is_not_chosen_is_not_told_and_not_made_up_for_later(world: World, game: Game) -> None:
    row = webhook(world, "Bert", events=chosen("over"))
    game.send(0, "income")
    game.send(0, "end")
    assert kinds(world) == NOTHING
    webhook(world, "Bert", "https://hooks.test/other", events=chosen("turn"))
    assert kinds(world) == NOTHING
    assert row.last_ms is None


def test_the_same_turn_is_news_again_when_it_was_another_players_in_between(world: World, game: Game) -> None:
    webhook(world, "Bert", events=chosen("turn"))
    for _ in range(3):
        while game.row.active_seat == 0:  # who is first changes with the years
            game.send(0, "end")
        assert kinds(world) == ["turn"]
        while game.row.active_seat == 1:
            game.send(1, "end")
        assert kinds(world) == NOTHING


def test_a_turn_that_comes_back_by_a_rollback_is_news_again(world: World, game: Game) -> None:
    webhook(world, "Anna", events=chosen("turn"))
    before = game.row
    game.send(0, "end")
    assert kinds(world) == NOTHING
    again = text("UPDATE game SET year = :year, turn = :turn, active_seat = 0")
    world.database.write(lambda tx: tx.run(again, year=before.year, turn=before.turn))
    assert kinds(world) == ["turn"]


def test_many_moves_in_the_night_become_one_notice(world: World, game: Game) -> None:
    prefer(world, "Bert", Preferences(zone="Europe/Berlin"))
    webhook(world, "Bert", quiet_from=22 * 60, quiet_until=7 * 60)
    world.clock.advance(timedelta(hours=5))  # 23:00 in Berlin
    game.send(0, "income")
    game.send(0, "press all: Good night!\nend")
    game.send(1, "income")
    game.send(1, "end")
    assert kinds(world) == NOTHING
    assert kinds(world, timedelta(hours=7, minutes=40)) == NOTHING
    (notice,) = tell(world, timedelta(minutes=20))
    assert "There is a new message for you." in notice.body
    assert kinds(world) == NOTHING


def test_a_turn_that_was_over_by_the_morning_is_no_news(world: World, game: Game) -> None:
    webhook(world, "Bert", events=chosen("turn"), quiet_from=0, quiet_until=23 * 60)
    game.send(0, "end")
    assert kinds(world) == NOTHING
    while game.row.active_seat == 1:
        game.send(1, "end")
    assert kinds(world, timedelta(hours=6)) == NOTHING


@each(
    ("at", "first", "last", "quiet"),
    [
        ("2026-11-22 21:59", 1320, 420, False),
        ("2026-11-22 22:00", 1320, 420, True),
        ("2026-11-23 00:00", 1320, 420, True),
        ("2026-11-23 06:59", 1320, 420, True),
        ("2026-11-23 07:00", 1320, 420, False),
        ("2026-11-23 12:59", 720, 780, True),
        ("2026-11-23 13:00", 720, 780, False),
        ("2026-11-23 12:30", None, None, False),
        # Clocks in Berlin go from 2:00 to 3:00 on 28 March 2027, and from 3:00 back to 2:00 on 31 October 2027.
        ("2027-03-28 01:59", 120, 180, False),
        ("2027-03-28 03:00", 120, 180, False),
        ("2027-03-28 06:59", 1320, 420, True),
        ("2027-03-28 07:00", 1320, 420, False),
        ("2027-10-31 02:30", 120, 180, True),
        ("2027-10-31 02:30 again", 120, 180, True),
        ("2027-10-31 03:00", 120, 180, False),
        ("2027-10-31 06:59", 1320, 420, True),
        ("2027-10-31 07:00", 1320, 420, False),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(
    at: str, first: int | None, last: int | None, quiet: bool
) -> None:
    day, clock, *again = at.split()
    here = datetime.fromisoformat(f"{day} {clock}").replace(tzinfo=ZoneInfo("Europe/Berlin"), fold=len(again))
    assert is_quiet(here.astimezone(UTC), "Europe/Berlin", first, last) is quiet


def test_moves_of_others_are_told_and_not_ones_own(world: World, game: Game) -> None:
    webhook(world, "Anna", events=chosen("move"))
    game.send(0, "income")
    assert kinds(world) == NOTHING
    game.send(0, "end")
    assert kinds(world) == NOTHING
    game.send(1, "end")
    (notice,) = tell(world)
    assert notice.kind == "move" and notice.body.startswith("There are new moves, and it's ")


def test_press_is_told_to_its_readers_without_a_word_of_it(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(press="anonymous"))
    rows = {name: webhook(world, name, events=chosen("press")) for name in ("Anna", "Bert", "Clara")}
    game.send(1, "press anna: The secret of the lake.")
    (notice,) = tell(world)
    assert notice.body == "There is a new message for you."
    with world.database.read() as tx:
        last = {name: get_own_channel(tx, row.player_id, row.id).last_ms for name, row in rows.items()}
    assert last["Anna"] is not None and last["Bert"] is None and last["Clara"] is None


def test_a_muted_writer_brings_no_notice(world: World, game: Game) -> None:
    webhook(world, "Anna", events=chosen("press"))
    game.send(0, "mute bert")
    game.send(1, "press all: Hello?")
    assert kinds(world) == NOTHING
    game.send(0, "unmute bert")
    game.send(1, "press all: Hello again.")
    assert kinds(world) == ["press"]


def test_a_hold_and_its_end_are_notices(world: World, game: Game) -> None:
    webhook(world, "Bert", events=chosen("notice"))
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: hold_game(tx, game.id, now_ms))
    assert [notice.body for notice in tell(world)] == ["The game is on hold."]
    world.database.write(lambda tx: tx.run(text("UPDATE game SET held_ms = NULL")))
    assert [notice.body for notice in tell(world)] == ["The game continues."]


def test_the_end_of_a_game_is_told_and_then_it_is_left_alone(world: World, game: Game) -> None:
    row, silent = webhook(world, "Bert"), webhook(world, "Anna", events=chosen("press"))
    world.database.write(lambda tx: tx.run(text("UPDATE game SET status = 'over', deadline_ms = NULL")))
    (notice,) = tell(world)
    assert (notice.kind, notice.body) == ("over", "The game is over.")
    assert kinds(world) == NOTHING
    with world.database.read() as tx:
        assert list_channel_games(tx, [row.id, silent.id]) == []


def test_a_game_that_begins_is_told_to_who_chose_it_and_their_turn_to_all(world: World, game: Game) -> None:
    webhook(world, "Anna", events=chosen("turn"))
    webhook(world, "Bert", events=chosen("turn"))
    webhook(world, "Bert", "https://hooks.test/notices", events=chosen("notice"))
    world.open_game(name="Advent")
    assert sorted((one.title, one.kind, one.body[:19]) for one in tell(world)) == [
        ("Advent", "begun", "The game has begun."),
        ("Advent", "turn", "It's your turn. Dea"),
    ]
    assert kinds(world) == NOTHING


def test_reminders_come_when_those_by_mail_do_and_each_once(world: World, game: Game) -> None:
    prefer(world, "Anna", Preferences(reminders="48 2 0"))
    webhook(world, "Anna", events=chosen("reminder"))
    assert kinds(world, timedelta(days=4, hours=23)) == NOTHING
    (notice,) = tell(world, HOUR)
    assert notice.body == ("The others are waiting for your orders. You have 2 days left until the deadline."), (
        "within the minute that telling takes"
    )
    assert kinds(world, timedelta(hours=45)) == NOTHING
    assert kinds(world, HOUR) == ["reminder"]
    assert kinds(world, HOUR) == NOTHING
    (notice,) = tell(world, HOUR)
    assert notice.body == "Your deadline has passed, and the others are waiting for you."
    assert kinds(world, timedelta(days=1)) == NOTHING


def test_a_turn_that_begins_late_is_not_reminded_of_at_once(world: World) -> None:
    """A distance that is longer than the turn counts as half of it."""
    game = world.game_at(plain(), terms=Terms(pace="12h"))
    webhook(world, "Bert", events=chosen("reminder"))
    webhook(world, "Bert", "https://hooks.test/both", events=chosen("turn", "reminder"))
    game.send(0, "end")
    (notice,) = tell(world)
    assert notice.kind == "turn" and "waiting" not in notice.body
    assert kinds(world, timedelta(hours=5)) == NOTHING
    assert kinds(world, HOUR) == ["reminder", "reminder"]
    assert kinds(world, timedelta(hours=5)) == NOTHING
    assert kinds(world, HOUR) == ["reminder", "reminder"]


def test_who_wants_no_reminders_by_mail_and_who_is_not_to_move_get_none(world: World, game: Game) -> None:
    prefer(world, "Anna", Preferences(reminders=""))
    for name in ("Anna", "Bert"):
        webhook(world, name, events=chosen("reminder"))
    assert [kinds(world, timedelta(days=1)) for _ in range(8)] == [NOTHING] * 8


def test_a_deadline_that_was_put_off_is_reminded_of_again(world: World, game: Game) -> None:
    webhook(world, "Anna", events=chosen("reminder"))
    assert kinds(world, timedelta(days=6, hours=1)) == ["reminder"]
    later = text("UPDATE game SET deadline_ms = deadline_ms + 172800000")
    world.database.write(lambda tx: tx.run(later))
    assert kinds(world, timedelta(days=1)) == NOTHING
    assert kinds(world, timedelta(days=1)) == ["reminder"]


def test_who_has_left_a_game_is_told_no_more_of_it(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"))
    row = webhook(world, "Bert")
    resigned(game, 1)
    game.send(0, "end")
    assert kinds(world) == NOTHING
    with world.database.read() as tx:
        assert list_channel_games(tx, [row.id]) == []


def test_who_takes_a_seat_is_told_so(world: World) -> None:
    game = world.game_at(plain(), players=("Anna", "Bert"))
    world.add_player("Carl")
    webhook(world, "Carl", events=chosen("notice"))
    resigned(game, 1)
    take(game, "Carl", 1)
    assert [notice.body for notice in tell(world)] == ["You have a seat in this game now."]
    assert kinds(world) == NOTHING


@pytest.mark.parametrize("purpose", ["practice", "hotseat", "lesson"])
def test_games_that_are_no_matches_are_not_told_of(world: World, purpose: str) -> None:
    world.add_player("Anna")
    world.add_player("Bert")
    for name in ("Anna", "Bert"):
        webhook(world, name)
    game = world.open_game()
    world.database.write(lambda tx: tx.run(text("UPDATE game SET purpose = :purpose"), purpose=purpose))
    game.send(0, "income")
    assert kinds(world) == NOTHING


def test_a_channel_is_told_little_at_a_time(world: World, game: Game) -> None:
    webhook(world, "Bert")
    step = timedelta(milliseconds=BETWEEN_MS) // 3
    number = 0
    for _ in range(6):
        world.database.write(lambda tx: tx.run(text("UPDATE game SET held_ms = 1 - coalesce(held_ms, 0) WHERE true")))
        number += len(tell(world, step))
    assert number == 2


def test_a_channel_is_told_only_so_much_in_an_hour(world: World, game: Game) -> None:
    row = webhook(world, "Bert", hour_ms=to_ms(world.clock()), hour_count=MOST_PER_HOUR)
    game.send(0, "end")
    assert kinds(world) == NOTHING
    assert kinds(world, HOUR) == ["turn"]
    with world.database.read() as tx:
        assert get_own_channel(tx, row.player_id, row.id).hour_count == 1


def test_paused_and_resting_channels_are_told_nothing(world: World, game: Game) -> None:
    webhook(world, "Bert", paused_ms=1)
    webhook(world, "Bert", "https://hooks.test/other", retry_ms=to_ms(world.clock()) + 3_600_000)
    game.send(0, "end")
    assert kinds(world) == NOTHING
    assert kinds(world, HOUR) == ["turn"]


def test_a_notice_is_in_its_readers_language(world: World) -> None:
    world.add_player("Anna")
    world.add_player("Bert", language="xx")
    game = world.game_at(plain())
    webhook(world, "Bert")
    game.send(0, "end")
    (notice,) = tell(world)
    assert notice.body.startswith("⟦It's your turn.")


def test_moments_of_another_version_are_taken_as_told(world: World, game: Game) -> None:
    row = webhook(world, "Bert")
    game.send(0, "end")
    world.database.write(lambda tx: tx.run(text("UPDATE channel_game SET moment = '{\"older\": 1}'")))
    assert kinds(world) == NOTHING
    with world.database.read() as tx:
        (known,) = list_channel_games(tx, [row.id])
    assert '"is_own_turn":true' in known.moment
