"""What comes as time goes by: reminders, and what the terms of a game say when the time for a turn is up."""

import json
import random
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from functools import partial

import pytest
from rules.german_position import german_position

from adjudicator import positions
from adjudicator.kit import Game, World
from adjudicator.letters import flat, section
from pbem.adjudicator import follow_ups
from pbem.adjudicator.seats import vacancies
from pbem.adjudicator.times import bounded_turns
from pbem.clock import from_ms, to_ms
from pbem.store import UnitOfWork
from pbem.store.mail.outbox import MailRow
from pbem.store.players.preferences import REMINDERS, Preferences, put_preferences
from pbem.terms import Late, Terms
from rules_core.kernel.definition import Choose
from rules_core.line.actions import Action, Income
from rules_core.line.table import PlayerView, State

PACE = timedelta(days=3)


def terms(late: Late, pace: str = "3d") -> Terms:
    return Terms(pace=pace, late=late)


def at_deadline(game: Game, more: timedelta = timedelta()) -> None:
    """Set the clock to the game's deadline, or some time behind it."""
    assert game.row.deadline_ms is not None
    game.world.clock.at = from_ms(game.row.deadline_ms) + more


def woken(game: Game, times: int = 1) -> list[MailRow]:
    """The mails that come of looking at a game now, once or more often."""
    known = {mail.id for mail in game.world.all_mails()}
    for _ in range(times):
        game.world.intake.clock.wake(game.id, choose=random.Random(5).randrange)
    return [mail for mail in game.world.all_mails() if mail.id not in known]


def kinds(mails: Iterable[MailRow]) -> list[tuple[int | None, str]]:
    return sorted((mail.seat, mail.kind) for mail in mails)


def notes(game: Game) -> list[tuple[str, int | None]]:
    """What befell a game, and whom."""
    found = [entry for entry in game.entries if entry.kind == "note"]
    return [(json.loads(entry.payload)["about"], entry.actor) for entry in found]


def choose(world: World, name: str, chosen: Preferences) -> None:
    player_id = world.players.get(name) or world.add_player(name)
    world.database.write(partial(put_preferences, player_id=player_id, chosen=chosen))


def vacate(game: Game, seat: int) -> None:
    """Take a seat's player away from it."""
    now_ms = to_ms(game.world.clock())
    settings = game.world.settings
    game.world.database.write(lambda tx: vacancies.vacate(UnitOfWork(tx, settings, now_ms), game.id, seat, "resigned"))


# Reminders.


def test_each_distance_that_was_chosen_brings_one_mail_and_none_says_what_another_said(world: World) -> None:
    choose(world, "Anna", Preferences(reminders=" ".join(map(str, REMINDERS))))
    game = world.open_game(("Anna", "Bert"), terms=terms("wait", "10d"))
    texts = []
    for hours in REMINDERS:
        at_deadline(game, -timedelta(hours=hours))
        (mail,) = [mail for mail in woken(game, times=2) if mail.seat == 0]
        assert mail.kind == "reminder"
        texts.append(flat(mail.text).split(" It's your turn")[0])
    assert len(set(texts)) == len(REMINDERS)
    assert texts[0].startswith("The others are waiting for your orders. You have 7 days left until the")
    assert "but sooner is welcome." in texts[-2]
    assert texts[-1].startswith("Your deadline has passed, and the others are waiting for you.")


def test_distances_that_were_missed_together_bring_one_mail_with_the_time_that_is_left(world: World) -> None:
    choose(world, "Anna", Preferences(reminders="72 48 24 12"))
    game = world.open_game(("Anna", "Bert"), terms=terms("wait", "10d"))
    at_deadline(game, -timedelta(hours=11, minutes=10))
    (mail,) = woken(game, times=3)
    assert "You have 11 hours left" in flat(mail.text)


@pytest.mark.parametrize(("pace", "hours"), [("1d", 12), ("12h", 6), ("2d", 24)])
def test_the_usual_reminder_comes_in_the_midst_of_a_short_turn(world: World, pace: str, hours: int) -> None:
    """At a pace of a day it fell on the turn's beginning, so that nobody was reminded."""
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace=pace))
    assert game.row.deadline_ms is not None and game.row.wake_ms is not None
    assert from_ms(game.row.deadline_ms) - from_ms(game.row.wake_ms) >= timedelta(hours=hours)
    reminded = []
    while from_ms(game.row.deadline_ms) > world.clock():
        world.clock.at = from_ms(game.row.wake_ms or 0)
        if kinds(woken(game)) == [(0, "reminder")]:
            reminded.append(from_ms(game.row.deadline_ms) - world.clock())
    assert reminded[0] == timedelta(hours=hours)


def test_bounds_in_turns_are_bounds_in_days_at_a_slow_pace() -> None:
    weekends = Terms(pace="10d", playing_days="67")
    assert [bounded_turns(Terms(pace=pace), 26, 365) for pace in ("1d", "7d", "14d", "30d", "60d", "36h")] == [
        *(26, 26, 26, 12, 6, 26)
    ]
    assert bounded_turns(weekends, 26, 365) == 10, "ten days of weekends are five weeks"
    assert bounded_turns(Terms(pace="60d"), 2, 30) == 1, "a turn is the least"


def test_a_new_deadline_has_reminders_of_its_own(world: World) -> None:
    choose(world, "Anna", Preferences(reminders="24"))
    game = world.open_game(("Anna", "Bert"), terms=terms("wait"))
    at_deadline(game, -timedelta(hours=24))
    assert kinds(woken(game)) == [(0, "reminder")]
    game.send(0, "end")
    game.send(1, "end # now")
    game.send(1, "end")
    at_deadline(game, -timedelta(hours=24))
    assert kinds(woken(game)) == [(0, "reminder")]


# The game waits.


def test_while_a_game_waits_all_are_told_in_steps_and_then_ever_more_seldom(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"), terms=terms("wait"))
    deadline = from_ms(game.row.deadline_ms or 0)
    at_deadline(game)
    came = woken(game, times=3)
    assert kinds(came) == [(0, "reminder"), (1, "notice"), (2, "notice")]
    text = flat(came[1].text)
    assert text.startswith("The game is waiting for Anna.")
    assert "- Anna missed the deadline (Wednesday 25 November 2026, 17:00 UTC) and has not ended the turn yet." in text
    assert notes(game) == [("late", 0)]
    told_after = []
    for times in range(1, 24):
        assert woken(game) == []
        world.clock.at = deadline + times * PACE
        came = woken(game, times=2)
        if came:
            told_after.append(times)
            assert kinds(came) == [(0, "reminder"), (1, "notice"), (2, "notice")]
            assert f"Your orders are {3 * times} days late" in flat(came[-1 if came[0].seat else 0].text)
    assert told_after == [1, 2, 4, 8, 16]
    assert notes(game) == [("late", 0)]
    assert game.send(0, "end").others.keys() == {1, 2}
    assert (game.row.active_seat, game.row.overdue) == (1, 0)


def test_who_wants_fewer_mails_hears_of_the_delay_in_his_next_one(world: World) -> None:
    choose(world, "Bert", Preferences(reports="mine"))
    choose(world, "Clara", Preferences(reports="daily"))
    game = world.open_game(("Anna", "Bert", "Clara"), terms=terms("wait"))
    at_deadline(game)
    assert kinds(woken(game)) == [(0, "reminder")]
    report = game.send(0, "end").others[1]
    assert any("Anna missed the deadline" in line for line in section(report.text, "Notices"))
    assert "missed the deadline" not in game.send(1, "status").text, "nobody is told twice"


def test_who_wants_no_reminder_of_the_end_gets_none_though_the_others_are_told(world: World) -> None:
    choose(world, "Anna", Preferences(reminders="24"))
    game = world.open_game(("Anna", "Bert"), terms=terms("wait"))
    at_deadline(game)
    assert kinds(woken(game)) == [(1, "notice")]
    world.clock.advance(PACE)
    assert kinds(woken(game)) == [(1, "notice")]


# The server ends the turn.


def test_a_turn_is_passed_with_what_its_player_had_done_and_everybody_is_told(world: World) -> None:
    choose(world, "Anna", Preferences(reports="mine"))
    game = world.game_at(positions.plain(seats=3, front="ssc$??"), terms=terms("pass"))
    game.send(0, "buy weiden")
    at_deadline(game)
    came = woken(game, times=2)
    assert kinds(came) == [(0, "report"), (1, "report"), (2, "report")]
    assert notes(game) == [("passed", 0)]
    for mail in came:
        assert "- Anna missed the deadline (Wednesday 25 November 2026, 17:" in flat(mail.text)
        assert section(mail.text, "What happened") == [
            "- Anna buys a share of Weiden Express from the bank.",
            "- Anna takes income: 4 dice behind the screen.",
            "- Anna ends the turn.",
        ]
    table = game.state.table
    assert (table.turn.seat, table.players[0].shares[table.box.company_index("weiden")]) == (1, 1)
    assert game.row.deadline_ms == to_ms(world.clock() + PACE)
    assert "It's Bert's turn" in flat(came[0].text)
    assert game.send(1, "end").text.startswith("Your orders were carried out.")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (positions.plain(bank=2), ["- Anna ends the turn."]),
        (
            positions.plain(front="sssscc?", bank=2),
            ["- Anna gives back 2 straights and ends the turn."],
        ),
        (
            german_position(front="$s", hidden=1, seats=2, waiting={"weiden": 2, "eisberg": 1}),
            ["Anna takes income", "Anna uses a transport", "Anna ends the turn."],
        ),
    ],
)
def test_passing_decides_by_its_rules_and_spares_the_bank(world: World, state: State, told: list[str]) -> None:
    game = world.game_at(state, terms=terms("pass"))
    at_deadline(game)
    report = next(mail for mail in woken(game) if mail.seat == 1)
    happened = section(report.text, "What happened")
    assert len(happened) >= len(told)
    assert all(any(part in line for line in happened) for part in told), happened
    assert game.row.status == "playing"


def test_a_bot_plays_a_turn_and_the_seat_stays_his(world: World) -> None:
    game = world.game_at(positions.plain(seats=2), terms=terms("bot"))
    at_deadline(game)
    came = woken(game, times=2)
    assert kinds(came) == [(0, "report"), (1, "report")]
    assert notes(game) == [("bot played", 0)]
    assert "Anna rolls" in flat(came[0].text)
    assert "A bot played the turn; Anna keeps the seat." in flat(came[0].text)
    for _ in range(2):
        game.send(1, "end # now")
        world.clock.advance(timedelta(minutes=1))
    assert game.row.active_seat == 0
    assert game.send(0, "income").text.startswith("Your orders were carried out.")


def _broken(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    raise ZeroDivisionError


def _breaking(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    return Income(view.table.turn.seat, break_bank=True)


@pytest.mark.parametrize("bot", [_broken, _breaking])
def test_where_a_bot_fails_the_turn_is_passed(world: World, monkeypatch: pytest.MonkeyPatch, bot: object) -> None:
    monkeypatch.setattr(follow_ups, "bot_named", lambda _name: bot)
    game = world.game_at(positions.plain(bank=2), terms=terms("bot"))
    at_deadline(game)
    woken(game)
    assert notes(game) == [("passed", 0)]
    assert (game.row.active_seat, game.row.status) == (1, "playing")


def test_where_nothing_can_be_done_the_game_waits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_ups, "passing_player", _broken)
    game = world.game_at(positions.plain(), terms=terms("pass"))
    before = game.state
    at_deadline(game)
    assert kinds(woken(game)) == [(0, "reminder"), (1, "notice")]
    assert (notes(game), game.state) == ([("late", 0)], before)


# Vacant seats.


@pytest.mark.parametrize(("late", "about"), [("pass", "vacant passed"), ("bot", "vacant bot played")])
def test_the_turn_of_a_vacant_seat_is_played_when_it_comes(world: World, late: Late, about: str) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"), terms=terms(late))
    vacate(game, 1)
    game.send(0, "end")
    assert game.row.wake_ms == to_ms(world.clock())
    assert Counter(kinds(woken(game, times=2))) == {(0, "report"): 1, (2, "report"): 1}
    assert notes(game)[-1] == (about, 1)
    assert game.row.active_seat == 2


def test_a_game_that_everybody_has_left_is_not_played_on(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=terms("pass"))
    for seat in (0, 1):
        vacate(game, seat)
    for _ in range(5):
        at_deadline(game)
        assert woken(game, times=3) == []
    assert game.row.active_seat == 0


@pytest.mark.parametrize("late", ["wait", "standby"])
def test_a_vacant_seat_is_waited_for_without_reminders(world: World, late: Late) -> None:
    game = world.open_game(("Anna", "Bert"), terms=terms(late))
    vacate(game, 0)
    at_deadline(game)
    assert woken(game) == []
    assert game.row.wake_ms == to_ms(world.clock() + PACE)
