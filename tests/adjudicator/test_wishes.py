"""Players are mailed what they have chosen to be mailed, in the time zone they have chosen."""

from datetime import timedelta
from functools import partial

import pytest

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.positions import plain
from pbem.clock import to_ms
from pbem.store.players.preferences import REMINDERS, Preferences, put_preferences

MINE = Preferences(reports="mine")


def choose(world: World, name: str, chosen: Preferences) -> None:
    """Have a player choose."""
    player_id = world.players.get(name) or world.add_player(name)
    world.database.write(partial(put_preferences, player_id=player_id, chosen=chosen))


def reported(game: Game, seat: int) -> int:
    """How many reports a seat was mailed."""
    return sum(mail.kind == "report" for mail in game.mails(seat))


def test_who_wants_his_own_turns_only_hears_of_the_beginning_and_his_turns(world: World) -> None:
    choose(world, "Clara", MINE)
    game = world.open_game(("Anna", "Bert", "Clara"))
    assert [reported(game, seat) for seat in range(3)] == [1, 1, 1], "the game has begun"
    game.send(0, "end")
    assert [reported(game, seat) for seat in range(3)] == [1, 2, 1]
    game.send(1, "end")
    assert [reported(game, seat) for seat in range(3)] == [2, 2, 2], "it is her turn"
    assert "Bert" in game.last_mail(2).text


def test_who_wants_his_own_turns_only_is_told_of_the_end(world: World) -> None:
    choose(world, "Anna", MINE)
    game = world.game_at(plain(seats=3, seat=2, last_year="no tile"))
    before = reported(game, 0)
    game.send(2, "end")
    assert game.row.status == "over"
    assert reported(game, 0) == before + 1


def test_a_letter_is_answered_whatever_its_sender_wants_to_hear(world: World) -> None:
    choose(world, "Bert", Preferences(reports="mine", reminders=""))
    game = world.open_game(("Anna", "Bert"))
    for letter in ("status", "buy weiden", "nonsense"):
        assert game.send(1, letter).answer.kind == "answer"


@pytest.mark.parametrize("wanted", ["24 0", "72 6", "0", ""])
def test_a_reminder_reaches_who_wants_it_when_he_wants_it(world: World, wanted: str) -> None:
    choose(world, "Anna", Preferences(reminders=wanted))
    game = world.open_game(("Anna", "Bert"))
    reminded = []
    deadline = world.clock() + timedelta(days=7)
    for hours in (*REMINDERS, -24, -48, -167):
        world.clock.at = deadline - timedelta(hours=hours)
        before = len(game.mails(0))
        world.intake.clock.wake(game.id)
        reminded += [hours] * (len(game.mails(0)) - before)
    assert " ".join(map(str, reminded)) == wanted
    assert game.row.wake_ms == to_ms(deadline + timedelta(days=7)), "the next look is due when as much time has passed"


def test_the_subject_says_whose_turn_it_is_to_who_wants_that_and_the_thread_stays(world: World) -> None:
    choose(world, "Anna", Preferences(subjects="turn"))
    game = world.open_game(("Anna", "Bert"))
    same = "[First Rails e1] Whitsun"
    assert [mail.subject for seat in range(2) for mail in game.mails(seat)] == [f"{same}: your turn", same]
    world.clock.advance(timedelta(days=6, hours=1))
    world.intake.clock.wake(game.id)
    assert (game.last_mail(0).kind, game.last_mail(0).subject) == ("reminder", f"{same}: your turn")
    game.send(0, "end")
    game.send(1, "end")
    assert (game.last_mail(1).kind, game.last_mail(1).subject) == ("answer", same)
    assert {mail.subject for mail in game.mails(0) if mail.kind == "answer"} == {same}, "it is the letter's thread"
    assert {mail.subject for mail in game.mails(1)} == {same}
    threads = {mail.references_.split()[0] for seat in range(2) for mail in game.mails(seat)}
    assert threads == {game.row.root_message_id}


def test_reminders_that_fell_due_at_once_are_one_mail(world: World) -> None:
    choose(world, "Anna", Preferences(reminders="48 24 0"))
    game = world.open_game(("Anna", "Bert"))
    world.clock.advance(timedelta(days=6, hours=1))
    world.intake.clock.wake(game.id)
    world.clock.advance(timedelta(days=3))
    for _ in range(2):
        world.intake.clock.wake(game.id)
    assert [mail.kind for mail in game.mails(0)].count("reminder") == 2


def test_each_player_is_told_the_time_in_his_own_zone(world: World) -> None:
    choose(world, "Anna", Preferences(zone="Asia/Tokyo"))
    game = world.open_game(("Anna", "Bert"))
    assert "Monday 30 November 2026, 02:00" in flat(game.last_mail(0).text)
    assert "Sunday 29 November 2026, 17:00 UTC" in flat(game.last_mail(1).text)
    assert "17:00 UTC" in flat(world.intake.forms.report(game.id, None, "en").text)
    assert "02:00" in flat(world.intake.forms.report(game.id, 0, "en").text)


def test_a_zone_that_this_machine_lacks_gives_the_servers_time(world: World) -> None:
    for zone in ("Mars/Olympus", "../etc/passwd", "Europe"):
        choose(world, "Anna", Preferences(zone=zone))
        assert "17:00 UTC" in world.open_game(("Anna", "Bert")).last_mail(0).text
