"""Deadlines that are put off: by their players within limits, and by the operator."""

from datetime import UTC, datetime, timedelta

import pytest
from forms_kit import submit_as

from adjudicator.kit import Game, World
from adjudicator.letters import flat, section
from adjudicator.positions import plain
from adjudicator.test_lateness import choose, kinds, notes, woken
from pbem.adjudicator.extensions import NothingToExtend
from pbem.clock import Pace, from_ms
from pbem.store.errors import NotFound
from pbem.store.players.preferences import Preferences
from pbem.terms import Terms

WEEKDAYS = Terms(pace="5d", playing_days="12345", zone="Europe/Berlin")


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))


def deadline(game: Game) -> datetime:
    assert game.row.deadline_ms is not None
    return from_ms(game.row.deadline_ms)


@pytest.mark.parametrize(
    ("language", "order", "more"),
    [
        ("en", "extend", timedelta(days=2)),
        ("en", "extend 5 days", timedelta(days=5)),
        ("de", "verlängere um 12 Stunden", timedelta(hours=12)),
        ("fr", "prolonger de 3 jours", timedelta(days=3)),
    ],
)
def test_the_player_to_move_puts_his_deadline_off_and_everybody_is_told(
    world: World, language: str, order: str, more: timedelta
) -> None:
    world.add_player("Anna", language)
    choose(world, "Clara", Preferences(reports="mine"))
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))
    before = deadline(game)
    reply = game.send(0, order)
    assert deadline(game) == before + more
    assert reply.fate(order).startswith("done: You have ")
    assert "You can do this 2 more times in this game." in reply.text
    assert section(reply.answer.text, "Notices") == [], "he knows already"
    assert reply.others.keys() == {1}
    assert flat(reply.others[1].text).startswith("Anna has more time. It's Anna's turn")
    assert any(line.startswith("- Anna has taken ") for line in section(reply.others[1].text, "Notices"))
    game.send(0, "end # now")
    report = game.send(1, "end").others[2]
    assert any(line.startswith("- Anna has taken ") for line in section(report.text, "Notices")), "hers comes later"


def test_a_reason_is_told_to_the_others_where_players_may_write_to_each_other(world: World) -> None:
    for terms, is_told in ((Terms(pace="5d"), True), (Terms(pace="5d", press="none"), False)):
        game = world.open_game(("Anna", "Bert"), terms=terms)
        before = deadline(game)
        reply = game.send(0, "verlängere um 2 Tage, ich liege mit Grippe im Bett")
        assert deadline(game) == before + timedelta(days=2)
        assert ("ich liege mit Grippe im Bett" in flat(reply.others[1].text)) is is_told
        assert ("The others can't read your reason" in flat(reply.answer.text)) is not is_told


def test_it_counts_playing_time_by_the_players_own_calendar(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=WEEKDAYS)
    assert deadline(game) == datetime(2026, 11, 29, 23, 0, tzinfo=UTC), "from Monday 0:00 in Berlin to Monday 0:00"
    game.send(0, "extend 5 days")
    assert deadline(game) == datetime(2026, 12, 6, 23, 0, tzinfo=UTC)
    game.send(0, "away 2026-12-07 until 2026-12-08")
    game.send(0, "extend 12 hours")
    assert deadline(game) == datetime(2026, 12, 9, 11, 0, tzinfo=UTC)


def test_reminders_come_by_the_new_deadline(game: Game) -> None:
    game.send(0, "extend 1 day")
    for hours, mails in ((48, []), (24, [(0, "reminder")]), (1, [])):
        game.world.clock.at = deadline(game) - timedelta(hours=hours)
        assert kinds(woken(game)) == mails


def test_who_is_late_already_has_the_time_from_now(game: Game) -> None:
    game.world.clock.at = deadline(game) + timedelta(days=3)
    woken(game)
    reply = game.send(0, "extend 1 day\nbuy weiden with ?")
    assert deadline(game) == game.world.clock() + timedelta(days=1)
    assert reply.text.startswith("Your orders were carried out.")
    game.world.clock.at = deadline(game)
    assert kinds(woken(game)) == [(0, "reminder"), (1, "notice"), (2, "notice")], "and is late anew after that"
    assert notes(game) == [("late", 0), ("extended", 0), ("late", 0)]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("extend 6 days", "a deadline can be extended by at most 5 days at once"),
        ("extend 121 hours", "a deadline can be extended by at most 5 days at once"),
        ("extend 1 day\nextend 1 day", "a deadline can be extended only once per message"),
    ],
)
def test_no_deadline_is_put_off_by_more_than_a_turn_has(game: Game, order: str, why: str) -> None:
    before = game.written
    assert why in game.send(0, order).text
    assert game.written == before


def test_a_deadline_is_put_off_a_few_times_in_a_game_and_no_more(game: Game) -> None:
    for left in ("2 more times", "1 more time", "0 more times"):
        assert f"You can do this {left} in this game." in game.send(0, "extend 1 hour").text
    before = game.written
    assert "3 times per game, and you have used them all" in game.send(0, "extend 1 hour").text
    assert game.written == before
    assert [contact.extensions for contact in game.seats] == [3, 0, 0]


def test_only_the_player_to_move_has_a_deadline(game: Game) -> None:
    before = game.written
    assert "it is not your turn" in game.send(1, "extend").text
    assert game.written == before
    over = game.world.game_at(plain(seats=2, seat=1, last_year="no tile"))
    over.send(1, "end")
    assert "it is not your turn" in over.send(1, "extend").text


def test_a_preview_puts_nothing_off_and_confirming_it_does(game: Game) -> None:
    before = game.written
    reply = game.send(0, "check\nextend 1 day")
    assert reply.fate("extend 1 day").startswith("understood: You have 1 day more")
    assert game.written == before
    game.send(0, "confirm")
    assert notes(game) == [("extended", 0)]


def test_a_letter_that_ends_the_turn_puts_nothing_off(game: Game) -> None:
    game.send(0, "extend 5 days\nend")
    assert (game.row.active_seat, notes(game), game.seats[0].extensions) == (1, [], 0)
    assert deadline(game) == game.world.clock() + timedelta(days=5)


def test_a_letter_that_stops_before_a_roll_puts_nothing_off(game: Game) -> None:
    before = game.written
    assert game.send(0, "extend 1 day\nbuy nonsuch").letter.status == "done"
    assert "not done" in game.send(0, "extend 1 day\nroll 99h").fate("extend 1 day")
    assert game.written == before


def test_an_extension_on_the_page_says_the_same_and_does_the_same(game: Game) -> None:
    before = deadline(game)
    answer = submit_as(game.world.intake, game.id, 0, "extend 2 days", position=game.row.position)
    assert answer.applied
    assert answer.lines[0].message.startswith("You have 2 days more. Your deadline is now Sunday 29 November 2026")
    assert deadline(game) == before + timedelta(days=2)


def test_the_operator_puts_a_deadline_off_without_limits(game: Game) -> None:
    choose(game.world, "Anna", Preferences(reports="mine"))
    before, known = deadline(game), len(game.world.all_mails())
    new = game.world.intake.operator.extend(game.id, Pace(30, "d"), "the flu goes round")
    assert from_ms(new) == deadline(game) == before + timedelta(days=30)
    came = game.world.all_mails()[known:]
    assert kinds(came) == [(0, "notice"), (1, "notice"), (2, "notice")]
    for mail in came:
        assert "The operator has given Anna 30 days more, until " in flat(mail.text)
        assert ": the flu goes round" in flat(mail.text)
    game.world.intake.operator.extend(game.id, Pace(1, "h"), "")
    assert notes(game) == [("extended with reason", 0), ("extended by operator", 0)]
    assert game.seats[0].extensions == 0


def test_no_deadline_is_put_off_when_the_game_is_over_or_not_there(world: World) -> None:
    game = world.game_at(plain(seats=2, seat=1, last_year="no tile"))
    game.send(1, "end")
    with pytest.raises(NothingToExtend):
        world.intake.operator.extend(game.id, Pace(1, "d"), "")
    with pytest.raises(NotFound):
        world.intake.operator.extend(99, Pace(1, "d"), "")
