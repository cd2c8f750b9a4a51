"""Players are away within their budget, the others are told, and no playing time is lost or won by it."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from pbem.adjudicator.context import Refused
from pbem.adjudicator.seats import absences
from pbem.clock import from_ms, to_ms
from pbem.store import UnitOfWork
from pbem.store.players.preferences import AbsenceRow, Preferences, list_absences, put_preferences
from pbem.terms import Terms

NOW = datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
"""A Sunday: the moment at which every world begins."""


def opened(world: World, terms: Terms | None = None, *, name: str = "Whitsun") -> Game:
    """A game in which Anna is to move, Bert is next, and Clara waits."""
    return world.open_game(("Anna", "Bert", "Clara"), terms=terms or Terms(pace="7d"), name=name)


def deadline(game: Game) -> datetime:
    """Until when there is time."""
    assert game.row.deadline_ms is not None
    return from_ms(game.row.deadline_ms)


def rows(world: World, name: str = "Anna") -> list[AbsenceRow]:
    """A player's absences that stand."""
    with world.database.read() as tx:
        return list_absences(tx, world.players[name], "2026-01-01")


def announce(world: World, first: str, last: str, name: str = "Anna") -> list[str]:
    """Say that a player is away, as a page or a letter to his own address does."""
    days = (date.fromisoformat(first), date.fromisoformat(last))
    return world.database.write(lambda tx: absences.announce(world.unit(tx), world.players[name], *days))


def take_back(world: World, name: str = "Anna") -> list[str]:
    """Say that a player is back."""
    now_ms = to_ms(world.clock())
    return world.database.write(
        lambda tx: absences.take_back(UnitOfWork(tx, world.settings, now_ms), world.players[name])
    )


# Announcing.


def test_an_absence_is_noted_told_to_the_writer_and_to_the_others_in_their_next_mail(world: World) -> None:
    game, other = opened(world), opened(world, name="Easter")
    reply = game.send(1, "away 2026-12-20 2027-01-05")
    assert reply.fate("away 2026-12-20 2027-01-05") == (
        "done: You're away: 20 December 2026 to 5 January 2027. The others will be told. "
        "You can be away for 18 more days in 2026. You can be away for 25 more days in 2027."
    )
    assert "Notices" not in reply.text, "he knows"
    assert reply.others == {}, "nobody is written to for that alone"
    assert [(row.first_day, row.last_day) for row in rows(world, "Bert")] == [("2026-12-20", "2027-01-05")]
    for one, letter in ((game, "status"), (other, "buy weiden with ?\nend")):
        text = flat(one.send(0, letter).answer.text)
        assert "Bert is away from 20 December 2026 to 5 January 2027." in text
        assert "Bert is away" not in flat(one.send(0, "status").answer.text), "once is enough"
    assert "Bert is away from" in flat(other.last_mail(2).text)
    assert "Bert is away" not in flat(other.last_mail(1).text)


def test_one_day_alone_and_days_without_a_year(world: World) -> None:
    game = opened(world)
    game.send(0, "away 24.12.")
    game.send(0, "away 28 December to 2 January")
    assert [(row.first_day, row.last_day) for row in rows(world)] == [
        ("2026-12-24", "2026-12-24"),
        ("2026-12-28", "2027-01-02"),
    ]
    assert "Anna is away on 24 December 2026." in flat(game.send(1, "status").answer.text)


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("away 2026-11-20 2026-11-25", "20 November 2026 is past; today is 22 November 2026."),
        ("away 20.11. 25.11.", "20 November 2026 is past; today is 22 November 2026."),
        ("away 2026-12-20 2026-12-19", "That ends before it begins. Write the first day first."),
        ("away 2026-12-09 2026-12-12", "You have already said that you're away: 10 December 2026 to 13 December 2026."),
        ("away 2026-12-20 2027-01-16", None),
        ("away 2026-12-01 2026-12-31", "You have already said"),
        ("away 2027-02-01 2027-03-03", "That is 31 days of 2027, and you have 30 days left."),
        ("away 2027-11-01 2027-11-24", "You can enter days away up to a year ahead."),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(world: World, letter: str, why: str | None) -> None:
    game = opened(world)
    announce(world, "2026-12-10", "2026-12-13")
    before = rows(world), game.row
    reply = game.send(0, letter)
    if why is None:
        assert len(rows(world)) == 2
        return
    assert reply.fate(letter).startswith("REFUSED: ")
    assert why in flat(reply.fate(letter))
    assert reply.text.startswith("Nothing was changed: line 1 is not possible.")
    assert (rows(world), game.row) == before


def test_days_are_counted_in_the_year_in_which_they_lie(world: World) -> None:
    opened(world)
    announce(world, "2026-12-05", "2027-01-02")
    with pytest.raises(Refused, match=r"That is 4 days of 2026, and you have 3 days left."):
        announce(world, "2026-12-01", "2026-12-04")
    announce(world, "2026-12-01", "2026-12-03")
    with pytest.raises(Refused, match=r"That is 1 day of 2026, and you have 0 days left."):
        announce(world, "2026-12-04", "2026-12-04")
    assert announce(world, "2027-01-03", "2027-01-30")[1] == "You can be away for 0 more days in 2027."


def test_today_is_what_it_is_where_the_player_lives(world: World) -> None:
    opened(world)
    chosen = Preferences(zone="Pacific/Auckland")
    world.database.write(partial(put_preferences, player_id=world.players["Anna"], chosen=chosen))
    with pytest.raises(Refused, match=r"22 November 2026 is past; today is 23 November 2026."):
        announce(world, "2026-11-22", "2026-11-22")
    announce(world, "2026-11-22", "2026-11-22", "Bert")


def test_a_letter_says_it_once_and_nothing_is_done_by_halves(world: World) -> None:
    game = opened(world)
    reply = game.send(0, "away 2026-12-01\naway 2026-12-05")
    assert "One message can say only once when you're away" in reply.fate("away 2026-12-05")
    assert rows(world) == []
    game.send(0, "check\naway 2026-12-01")
    assert rows(world) == []
    game.send(0, "away 2026-12-01\nincome")
    assert rows(world) == []
    game.send(0, "buy weiden with ?\naway 2026-12-01")
    assert len(rows(world)) == 1


# Deadlines.


def test_playing_time_that_is_left_is_neither_lost_nor_won(world: World) -> None:
    game = opened(world)
    assert deadline(game) == NOW + timedelta(days=7)
    world.clock.advance(timedelta(days=2))
    texts = announce(world, "2026-11-26", "2026-12-02")
    assert deadline(game) == NOW + timedelta(days=14), "seven days stand still"
    assert texts[-1] == "e1 Whitsun: the deadline is now Sunday 6 December 2026, 17:00 UTC."
    assert game.row.wake_ms is not None
    assert from_ms(game.row.wake_ms) == deadline(game) - timedelta(days=7) / 2, "a week is no less than a turn"


def test_a_letter_tells_of_the_deadlines_in_other_games(world: World) -> None:
    game, other = opened(world), opened(world, name="Easter")
    text = game.send(0, "away 2026-11-24").fate("away 2026-11-24")
    assert text.endswith("more days in 2026. e2 Easter: the deadline is now Monday 30 November 2026, 17:00 UTC.")
    assert deadline(game) == deadline(other) == NOW + timedelta(days=8)
    text = game.send(0, "back").fate("back")
    assert text.endswith("24 November 2026. e2 Easter: the deadline is now Sunday 29 November 2026, 17:00 UTC.")


def test_an_absence_behind_the_deadline_or_of_another_moves_nothing(world: World) -> None:
    game = opened(world)
    announce(world, "2026-12-01", "2026-12-08")
    announce(world, "2026-11-23", "2026-11-28", "Bert")
    assert deadline(game) == NOW + timedelta(days=7)


def test_an_absence_on_days_that_are_not_played_moves_nothing(world: World) -> None:
    game = opened(world, Terms(pace="5d", playing_days="12345"))
    before = deadline(game)
    announce(world, "2026-11-28", "2026-11-29")
    assert deadline(game) == before


def test_who_is_late_already_wins_nothing_by_leaving(world: World) -> None:
    game = opened(world)
    world.clock.advance(timedelta(days=8))
    before = deadline(game)
    announce(world, "2026-11-30", "2026-12-10")
    assert deadline(game) == before


def test_a_turn_that_begins_meanwhile_has_its_time_when_he_is_back(world: World) -> None:
    game = opened(world)
    announce(world, "2026-11-22", "2026-11-29", "Bert")
    game.send(0, "end")
    assert deadline(game).date() == date(2026, 12, 7), "seven days from the 30th, which is the first he is there"


def test_who_ends_his_turn_and_leaves_in_one_letter_is_told_of_no_deadline_of_his(world: World) -> None:
    game = opened(world)
    reply = game.send(0, "away 2026-11-24\nend")
    assert "the deadline is now" not in reply.fate("away 2026-11-24")
    assert game.row.active_seat == 1
    assert deadline(game) == NOW + timedelta(days=7, minutes=1)


# Coming back.


def test_what_has_not_begun_is_given_back_whole(world: World) -> None:
    game = opened(world)
    announce(world, "2026-11-25", "2026-12-01")
    game.send(1, "status")
    assert deadline(game) == NOW + timedelta(days=14)
    reply = game.send(0, "back")
    assert reply.fate("back") == "done: You will not be away: 25 November 2026 to 1 December 2026."
    assert rows(world) == []
    assert deadline(game) == NOW + timedelta(days=7)
    text = flat(game.send(1, "status").answer.text)
    assert "Anna will not be away from 25 November 2026 to 1 December 2026 after all." in text
    assert announce(world, "2026-12-01", "2026-12-30")[1] == "You can be away for 0 more days in 2026."


def test_who_is_back_early_keeps_days_and_time_but_has_a_full_day(world: World) -> None:
    game = opened(world)
    announce(world, "2026-11-24", "2026-12-05")
    assert deadline(game) == NOW + timedelta(days=19)
    world.clock.at = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
    reply = game.send(0, "back")
    assert reply.fate("back") == "done: You're back. The days you did not use are yours again."
    assert [(row.first_day, row.last_day) for row in rows(world)] == [("2026-11-24", "2026-11-26")]
    # Seven days, of which a day and seven hours had passed before he left; now it is nine o'clock.
    assert deadline(game) == world.clock() + timedelta(days=5, hours=17)
    assert "Anna is back." in flat(game.send(1, "status").answer.text)
    assert announce(world, "2026-12-01", "2026-12-27")[1] == "You can be away for 0 more days in 2026."


def test_a_deadline_never_comes_nearer_than_a_day_nor_moves_away(world: World) -> None:
    game = opened(world, Terms(pace="20h"))
    announce(world, "2026-11-23", "2026-11-30")
    assert deadline(game) == datetime(2026, 12, 1, 13, 0, tzinfo=UTC)
    world.clock.at = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)
    take_back(world)
    assert deadline(game) == world.clock() + timedelta(days=1)
    short = opened(world, Terms(pace="2h"), name="Quick")
    before = deadline(short)
    announce(world, "2026-12-10", "2026-12-11")
    take_back(world)
    assert deadline(short) == before


def test_who_is_not_away_may_say_that_he_is_back_and_his_orders_are_done(world: World) -> None:
    game = opened(world)
    reply = game.send(0, "back\nbuy weiden with ?")
    assert reply.fate("back") == "done: You have no days away, so there is nothing to cancel."
    assert game.events(0)[-1] == "ShareBought"


def test_one_absence_of_several_is_taken_back_alone(world: World) -> None:
    opened(world)
    announce(world, "2026-12-01", "2026-12-02")
    announce(world, "2026-12-10", "2026-12-11")
    first, _second = rows(world)
    now_ms, player = to_ms(world.clock()), world.players["Anna"]
    world.database.write(lambda tx: absences.take_back(UnitOfWork(tx, world.settings, now_ms), player, first.first_day))
    assert [row.first_day for row in rows(world)] == ["2026-12-10"]
    bert = world.players["Bert"]
    texts = world.database.write(
        lambda tx: absences.take_back(UnitOfWork(tx, world.settings, now_ms), bert, rows(world)[0].first_day)
    )
    assert texts == ["You have no days away, so there is nothing to cancel."]
    assert len(rows(world)) == 1, "another's is none of his business"


def test_all_of_it_goes_through_the_catalogue(world: World) -> None:
    world.add_player("Anna", "xx")
    game = opened(world)
    for texts in (announce(world, "2026-11-25", "2026-12-01"), take_back(world)):
        assert all(sentence.startswith("⟦") and sentence.endswith("⟧") for sentence in texts), texts
    assert deadline(game) == NOW + timedelta(days=7)
