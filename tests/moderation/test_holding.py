"""Games that are held: nothing comes of orders or of time, all else goes on, and what was left of a turn is left."""

import json
import random
from datetime import datetime, timedelta

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import flat
from lobby.kit import Village

from moderation.kit import add_moderator, notices, ruled, signed_in
from pbem.adjudicator.context import Refused
from pbem.adjudicator.disputes import holds
from pbem.adjudicator.history.restored import lose_time
from pbem.clock import Pace, from_ms, to_ms
from pbem.moderation.commands.holding import Hold, PutOff, Release
from pbem.moderation.commands.positions import RollBack
from pbem.store import Tx, UnitOfWork
from pbem.store.games.listing import list_bot_turns, list_games_to_wake
from pbem.terms import Terms
from rules_core.kernel.log import Note

WHY = "I look into Bert's last turn."
ORDERS = "A w"
"""Orders that Anna may give in her first turn."""


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, at the beginning of Anna's turn, and a moderator beside it."""
    add_moderator(world, "Mona")
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))


def hold(game: Game) -> None:
    ruled(game, "Mona", Hold(game.row.tag, WHY))


def release(game: Game) -> None:
    ruled(game, "Mona", Release(game.row.tag, "All is well."))


def deadline(game: Game) -> datetime:
    assert game.row.deadline_ms is not None
    return from_ms(game.row.deadline_ms)


def abouts(game: Game) -> list[str]:
    """What befell a game."""
    return [json.loads(entry.payload)["about"] for entry in game.entries if entry.kind == "note"]


def test_everybody_is_told_at_once_that_a_game_is_held_and_why(game: Game) -> None:
    world = game.world
    Village(world).write("Mona", f"watch {game.row.tag}")
    texts, mails = ruled(game, "Mona", Hold(game.row.tag, WHY))
    assert texts == ("e1 is on hold. Everyone in it will be told.",)
    assert mails.keys() == {0, 1, 2}
    for mail in mails.values():
        assert mail.kind == "notice"
        assert notices(mail.text) == [f"The game was put on hold by the moderator Mona: {WHY}"]
        assert "The game is on hold: no deadline runs" in flat(mail.text)
        assert "latest" not in mail.text
        assert "== The line ==" not in mail.text
    (watchers,) = [mail for mail in world.all_mails() if mail.kind == "notice" and mail.seat is None]
    assert notices(watchers.text) == [f"The game was put on hold by the moderator Mona: {WHY}"]
    assert "unwatch e1" in watchers.text


def test_orders_to_a_game_that_is_held_are_previewed_and_kept(game: Game) -> None:
    hold(game)
    before = game.written
    reply = game.send(0, ORDERS)
    assert reply.text.startswith("Nothing was changed: the game is on hold. ")
    assert f"put on hold by the moderator Mona: {WHY}" in reply.text
    assert reply.fate("A w").startswith("understood: ")
    assert "The game after these orders" in reply.text
    assert game.written == before
    kept = game.draft(0)
    assert kept is not None
    assert kept.text == ORDERS


def test_nothing_is_confirmed_while_a_game_is_held_and_afterwards_it_is(game: Game) -> None:
    hold(game)
    game.send(0, ORDERS)
    before = game.written
    assert game.send(0, "confirm").text.startswith("Nothing was changed: the game is on hold. ")
    assert game.written == before
    assert game.draft(0) is not None
    release(game)
    report = game.last_mail(0)
    assert report.kind == "report"
    assert "Orders you sent while the game was on hold are waiting for you: reply `confirm`" in flat(report.text)
    confirmed = game.send(0, "confirm")
    assert "PieceLaid" in game.events()
    assert confirmed.text.startswith("Your orders were carried out.")


def test_a_preview_that_is_insisted_on_tells_that_the_game_is_held(game: Game) -> None:
    hold(game)
    assert game.send(0, f"check\n{ORDERS}").text.startswith("Nothing was changed: the game is on hold. ")
    assert game.draft(0) is not None


def test_what_does_not_play_goes_on_in_a_game_that_is_held(game: Game) -> None:
    hold(game)
    before = game.row
    assert game.send(1, "press all: What is this about?").fate("press all: What is this about?").startswith("done")
    assert game.send(1, "next turn: end").fate("next turn: end").startswith("done")
    assert game.send(0, "mute bert").fate("mute bert").startswith("done")
    assert game.send(0, "away 2026-12-20").fate("away 2026-12-20").startswith("done")
    assert game.send(0, "extend 1 day").fate("extend 1 day") == ("REFUSED: the game is on hold, so no deadline runs")
    assert game.send(2, "resign").text.startswith("Nothing was changed yet")
    game.send(2, "confirm")
    assert game.seats[2].vacant_ms is not None
    assert game.row == before


def test_no_reminder_no_program_and_no_deadline_come_in_a_game_that_is_held(world: World) -> None:
    add_moderator(world, "Mona")
    world.add_player("Robert", bot="heuristic")
    game = world.open_game(("Anna", "Robert"), terms=Terms(pace="2d", late="bot"), start=1)
    with world.database.read() as tx:
        assert [turn.game_id for turn in list_bot_turns(tx)] == [game.id]
    hold(game)
    with world.database.read() as tx:
        assert list_bot_turns(tx) == []
    before, mails = game.written, len(world.all_mails())
    assert not world.intake.clock.play_bot(game.id, random.Random(1).randrange)
    world.clock.advance(timedelta(days=27))
    with world.database.read() as tx:
        assert list_games_to_wake(tx, to_ms(world.clock())) == []
    world.intake.clock.wake(game.id)
    assert (game.written, len(world.all_mails())) == (before, mails)


def test_a_game_that_nobody_releases_continues_by_itself(game: Game) -> None:
    left = deadline(game) - game.world.clock()
    _told, held = ruled(game, "Mona", Hold(game.row.tag, WHY))
    assert "If nobody releases it, it continues by itself on Sunday 20 December 2026, 17:01 UTC." in flat(held[0].text)
    assert "If nobody releases it, it continues by itself on" in flat(game.send(0, ORDERS).text)
    game.world.clock.advance(timedelta(days=28))
    known = len(game.world.all_mails())
    for _again in range(2):
        game.world.intake.clock.wake(game.id)
    assert deadline(game) - game.world.clock() == left - timedelta(minutes=1)
    assert abouts(game) == ["held", "hold ended"]
    facts = {mail.to_address: mail for mail in game.world.all_mails()[known:]}
    assert len(facts) == len(game.world.all_mails()) - known == 4
    assert {mail.kind for mail in facts.values()} == {"report", "notice", "moderation"}
    (mona,) = [mail for mail in facts.values() if mail.kind == "moderation"]
    assert flat(mona.text).startswith(
        'e1 Whitsun was on hold for 28 days and now continues by itself. "hold e1: ..." puts'
    )
    assert "Orders you sent while the game was on hold are waiting for you" in flat(game.last_mail(0).text)


def test_a_hold_that_a_release_has_ended_ends_nothing_later(game: Game) -> None:
    hold(game)
    game.world.clock.advance(timedelta(days=20))
    release(game)
    hold(game)
    game.world.clock.advance(timedelta(days=20))
    game.world.intake.clock.wake(game.id)
    assert game.row.held_ms is not None


def test_the_time_that_was_left_is_left_after_a_release(game: Game) -> None:
    left = deadline(game) - game.world.clock()
    hold(game)
    game.world.clock.advance(timedelta(days=20))
    texts, mails = ruled(game, "Mona", Release(game.row.tag, "All is well."))
    held_later = timedelta(minutes=1)  # the kit's clock goes on by it before each act
    assert deadline(game) - game.world.clock() == left - held_later
    assert (mails[0].kind, mails[1].kind) == ("report", "notice")
    assert texts[0] == "e1 continues. Everyone in it will be told."
    assert "The game continues. The deadline for Anna is" in notices(mails[2].text)[-1]
    assert game.row.wake_ms is not None
    assert game.row.held_ms is None


def test_who_was_late_has_a_day_after_a_release(game: Game) -> None:
    game.world.clock.at = deadline(game) + timedelta(hours=1)
    game.world.intake.clock.wake(game.id)
    assert game.row.overdue == 1
    hold(game)
    release(game)
    assert deadline(game) == game.world.clock() + timedelta(days=1)
    assert game.row.overdue == 0


def test_only_playing_days_count_as_time_that_was_left(world: World) -> None:
    add_moderator(world, "Mona")
    game = world.open_game(terms=Terms(pace="48h", playing_days="12345", zone="UTC"))  # it begins on a Sunday
    hold(game)
    world.clock.at = datetime(2026, 11, 28, 12, 0, tzinfo=world.clock().tzinfo)  # a Saturday
    release(game)
    assert deadline(game) == datetime(2026, 12, 2, 0, 0, tzinfo=world.clock().tzinfo)


def test_days_away_that_are_announced_while_a_game_is_held_cost_no_time(game: Game) -> None:
    hold(game)
    left = deadline_of_hold(game) - game.world.clock()
    game.send(0, "away 2026-11-24 until 2026-11-26")
    game.world.clock.advance(timedelta(days=10))
    release(game)
    assert deadline(game) - game.world.clock() == left


def deadline_of_hold(game: Game) -> datetime:
    assert game.row.left_ms is not None
    return from_ms(game.row.left_ms)


def test_a_seat_that_is_taken_over_keeps_the_game_held_with_a_whole_turn_left(game: Game) -> None:
    world = game.world
    world.add_player("Dora")
    game.send(0, "resign")
    game.send(0, "confirm")
    hold(game)
    world.clock.advance(timedelta(days=3))
    assert Village(world).write("Dora", f"take {game.row.tag}").fate(f"take {game.row.tag}").startswith("done")
    assert game.row.held_ms is not None
    assert game.row.deadline_ms is None
    world.clock.advance(timedelta(days=3))
    release(game)
    assert deadline(game) == world.clock() + timedelta(days=5)


def test_a_game_that_goes_back_stays_held_with_a_whole_turn_left(game: Game) -> None:
    place = game.row.final_position
    game.send(0, "end")
    hold(game)
    game.world.clock.advance(timedelta(days=9))
    _told, mails = ruled(game, "Mona", RollBack(game.row.tag, place, "A fault of ours."))
    assert "The game is on hold" in flat(mails[0].text)
    assert (game.row.active_seat, game.row.deadline_ms) == (0, None)
    assert game.send(0, ORDERS).text.startswith("Nothing was changed: the game is on hold. ")
    game.world.clock.advance(timedelta(days=9))
    release(game)
    assert deadline(game) == game.world.clock() + timedelta(days=5)


def test_more_time_may_be_given_while_a_game_is_held(game: Game) -> None:
    left = deadline(game) - game.world.clock()
    hold(game)
    texts, mails = ruled(game, "Mona", PutOff(game.row.tag, Pace(2, "d"), "As asked."))
    assert texts == ("Anna has more time, once it continues.",)
    assert notices(mails[0].text) == [
        "Anna was given 2 days more by the moderator Mona, once the game continues: As asked."
    ]
    release(game)
    assert deadline(game) - game.world.clock() == left + timedelta(days=2) - timedelta(minutes=1)


def test_an_outage_breaks_no_game_that_is_held(game: Game) -> None:
    hold(game)
    before = game.row
    now_ms = to_ms(game.world.clock())
    for since_ms, until_ms in ((now_ms, now_ms + 7_200_000), (now_ms + 7_200_000, now_ms)):

        def lose(tx: Tx, since_ms: int = since_ms, until_ms: int = until_ms) -> None:
            lose_time(game.world.unit(tx, until_ms), since_ms)

        game.world.database.write(lose)
    assert game.row == before
    assert abouts(game) == ["held"]
    release(game)
    assert game.row.deadline_ms is not None


def test_what_cannot_be_held_or_let_go_is_declined(game: Game) -> None:
    service = game.world.intake.moderators
    for act, why in ((Release("e1", "x"), "e1 is not on hold."), (Hold("e9", "x"), "There is no game e9.")):
        with pytest.raises(Refused) as declined:
            service.carry_out(game.world.players["Mona"], act, None)
        assert declined.value.message == why
    hold(game)
    with pytest.raises(Refused, match="e1 is already on hold"):
        service.preview(game.world.players["Mona"], Hold("e1", "x"))
    before = game.written
    game.world.database.write(
        lambda tx: holds.hold(UnitOfWork(tx, game.world.settings, to_ms(game.world.clock())), game.id, Note("held"))
    )
    assert game.written == before


def test_the_page_of_a_game_says_that_it_is_held_and_keeps_what_is_sent(game: Game) -> None:
    hold(game)
    browser = signed_in(game.world, "Anna")
    browser.open("/games/e1")
    assert "What you send is kept until it continues." in browser.text
    assert "Extend deadline" not in browser.text
    browser.press("Send", form="orders", orders=ORDERS)
    assert "Your orders are kept" in browser.text
    browser.open("/games/e1")
    assert "They are kept until the game continues." in browser.text
    release(game)
    browser.open("/games/e1")
    browser.press("Confirm")
    assert "Your orders were carried out." in browser.text
    assert "PieceLaid" in game.events()
