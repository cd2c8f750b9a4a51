"""Loops and bombs: how often somebody is answered, and what becomes of letters that are not."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from lobby.kit import Village

from adjudicator.kit import DOMAIN, Game, Reply, World, new_world
from adjudicator.letters import flat
from adjudicator.robots import IN_ROW, Robot, as_sent, came_in, limited, reply_token
from pbem.clock import to_ms
from pbem.config import Mail
from pbem.intake import Intake
from pbem.store.mail.outbox import MailRow, list_unsent_mail
from pbem.store.mail.postbox import find_answer_count

OUT_OF_OFFICE = "Thank you for your message.\nI am out of the office until Monday."


@pytest.fixture
def game(world: World) -> Game:
    limited(world, Mail().answers_per_hour)
    return world.open_game(("Anna", "Bert"))


def test_a_robot_that_says_the_same_gets_few_mails(game: Game) -> None:
    robot = Robot(game, 0, lambda _mail, _number: OUT_OF_OFFICE)
    mails = robot.run()
    assert len(mails) < 20
    answers = [mail for mail in mails if mail.auto == "auto-replied"]
    assert len(answers) == IN_ROW // 2 + 1, "six answers, and one that says that no more come"
    assert "looked like automatic replies to ours" in flat(answers[-1].text)
    assert "No more answers for now" in answers[-1].subject


@pytest.mark.parametrize("quoting", [True, False])
def test_a_help_desk_that_numbers_each_letter_gets_few_mails(game: Game, quoting: bool) -> None:
    text = "Your request has been received.\nTicket {} was opened."
    mails = Robot(game, 0, lambda _mail, number: text.format(4000 + number), quoting).run()
    assert len(mails) < 20


def test_a_robot_whose_words_change_each_time_gets_fewer_than_twenty(game: Game) -> None:
    def chatter(mail: object, number: int) -> str:
        word = "".join(chr(ord("a") + (number * step) % 26) for step in range(1, 9))
        return f"Hello, {word} is what I think of this.\nAll the {word} to you."

    mails = Robot(game, 0, chatter).run()
    answers = [mail for mail in mails if mail.auto == "auto-replied"]
    assert (len(mails) < 20, len(answers)) == (True, IN_ROW + 1)


def test_a_robot_that_sends_back_what_it_got_without_marks_gets_few_mails(game: Game) -> None:
    assert len(Robot(game, 0, lambda mail, _number: mail.text, quoting=False).run()) < 20


def test_a_robot_that_asks_for_the_status_each_time_gets_few_mails(game: Game) -> None:
    assert len(Robot(game, 0, lambda _mail, _number: "status").run()) < 20


def test_a_robot_gets_one_answer_a_day_at_most_while_the_game_goes_on(game: Game) -> None:
    robot = Robot(game, 0, lambda _mail, _number: OUT_OF_OFFICE)
    robot.run()
    for _day in range(3):
        game.world.clock.advance(timedelta(days=1))
        last = game.world.all_mails()[-1].id
        game.send(1, "press all:\nHello!")
        fresh = [mail for mail in robot.run(after=last) if mail.auto == "auto-replied"]
        assert len(fresh) <= 1


def test_orders_are_carried_out_and_answered_whatever_came_before(game: Game) -> None:
    Robot(game, game.row.active_seat or 0, lambda _mail, _number: OUT_OF_OFFICE).run()
    reply = game.send(game.row.active_seat or 0, "roll all")
    assert "Your orders were carried out." in reply.text
    seat = game.row.active_seat or 0
    assert "changed nothing" not in game.send(seat, "what now?").text, "and all is counted anew"


def answers(reply: Reply) -> list[MailRow]:
    return [mail for mail in reply.mails if mail.auto == "auto-replied"]


def test_beyond_the_hours_answers_letters_are_dealt_with_and_told_of_when_it_is_over(game: Game) -> None:
    world, seat = game.world, game.row.active_seat or 0
    limited(world, 3)
    assert all(game.send(seat, text).text for text in ("status", "help", "check\nroll all"))
    (sent,) = answers(game.send(seat, "roll 99"))
    assert "We have answered 3 emails of yours within an hour." in flat(sent.text)
    assert "This email was processed, too: Nothing was changed" in flat(sent.text)
    assert "https://games.test/my/letters" in sent.text
    silent = game.send(seat, "roll 98")
    assert (silent.letter.status, answers(silent)) == ("done", [])
    before = game.row.position
    assert "Your orders were carried out." in answers(game.send(seat, "roll all"))[0].text, "whoever plays hears of it"
    assert game.row.position > before
    assert answers(game.send(seat, "games")) == []
    last = world.all_mails()[-1].id
    world.intake.clock.run(to_ms(world.clock()))
    assert not [mail for mail in world.all_mails(after=last) if mail.kind == "notice"]
    world.clock.advance(timedelta(hours=1))
    for _time in range(2):
        world.intake.clock.run(to_ms(world.clock()))
    (summary,) = [mail for mail in world.all_mails(after=last) if "did not answer" in mail.subject]
    assert "3 emails of yours were processed, but not answered." in flat(summary.text)
    assert "for e1: Nothing was changed" in flat(summary.text)
    assert game.send(seat, "status").text


def test_an_evening_of_small_steps_uses_up_no_answers(game: Game) -> None:
    limited(game.world, 3)
    for hour in range(1, 10):
        assert answers(game.send(0, f"press all:\nI am back at {hour}.")), hour
    assert answers(game.send(0, "roll 99")), "and a fault is answered"


def test_a_program_that_goes_on_changing_the_same_thing_gets_no_more_than_the_hours_answers(game: Game) -> None:
    limited(game.world, 3)
    robot = Robot(game, 0, lambda _mail, _number: "away 2026-12-01 to 2026-12-03")
    assert len([mail for mail in robot.run() if mail.auto == "auto-replied"]) <= 5


def test_what_an_answer_withdrawn_would_have_told_comes_with_the_next(game: Game) -> None:
    world = game.world
    limited(world, 1)
    game.send(0, "status")
    game.send(1, "away 2026-12-01 to 2026-12-03")
    game.send(0, "status")
    game.send(0, "status")
    world.clock.advance(timedelta(hours=1))
    assert "Bert is away from" in game.send(0, "status").text


def test_the_limit_is_each_players_own_for_all_their_addresses_here(game: Game) -> None:
    world = game.world
    limited(world, 2)
    village = Village(world)
    assert village.write("Anna", "games").text
    assert game.send(0, "status").text
    (mail,) = village.write("Anna", "games").mails
    assert "No more answers for now" in mail.subject
    assert village.write("Anna", "games").mails == ()
    assert game.send(1, "status").text, "Bert's are his"


def test_a_newcomer_is_limited_too(world: World) -> None:
    village = Village(world)
    mail = village.send("new@else.test", "lobby", "Hello, how do I play?").answer
    limited(world, 3)
    replies = [village.answer(mail, f"What is {word}?") for word in ("this", "that", "it", "who", "where")]
    assert [len(reply.mails) for reply in replies] == [1, 1, 1, 1, 0]
    assert "No more answers" in replies[3].mails[0].subject


def test_a_clock_that_was_wrong_silences_nobody(game: Game) -> None:
    world = game.world
    limited(world, 1)
    world.clock.advance(timedelta(days=400))
    game.send(0, "status")
    game.send(0, "status")
    world.clock.advance(timedelta(days=-400))
    assert game.send(0, "status").text


def test_a_mail_of_ours_that_a_forwarder_sends_back_is_known(game: Game) -> None:
    world = game.world
    for mail in game.mails(0):
        raw = as_sent(world, mail)
        back = raw.replace(b"\r\nSubject:", b"\r\nResent-From: <anna@player.test>\r\nSubject:", 1)
        assert came_in(world, back, reply_token(world, mail), "anna@player.test") == "automatic: loop"


def test_two_servers_of_ours_do_not_write_to_each_other(game: Game, tmp_path: Path) -> None:
    """The other's lobby is registered here as a player's address, by a troll."""
    here = game.world
    (tmp_path / "there").mkdir()
    with new_world(tmp_path / "there") as there:
        mail = there.settings.mail.model_copy(update={"domain": "there.test"})
        there.settings = there.settings.model_copy(update={"mail": mail})
        there.intake = Intake(there.database, there.clock, there.settings)
        here.add_player("Lobby", address="lobby@there.test")
        second = here.open_game(("Lobby", "Anna"))
        for mail_row in second.mails(0):
            raw = as_sent(here, mail_row)
            assert came_in(there, raw, "lobby", f"x@{DOMAIN}") == "automatic: auto_submitted"
            bare = re.sub(rb"(Auto-Submitted|X-Auto-Response-Suppress|List-[A-Za-z-]+): [^\r]*\r\n", b"", raw)
            came_in(there, bare.replace(b"Message-ID: <", b"Message-ID: <0"), "lobby", f"x@{DOMAIN}")
        with there.database.read() as tx:
            answers = list_unsent_mail(tx)
        assert len(answers) <= 1, "strangers are answered once a day"


def test_counts_are_forgotten(game: Game) -> None:
    world = game.world
    game.send(0, "status")
    world.clock.advance(timedelta(days=8))
    world.intake.clock.forget()
    with world.database.read() as tx:
        assert find_answer_count(tx, f"player {world.players['Anna']}") is None
