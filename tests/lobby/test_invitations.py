"""Private games are joined by invitation, and an invitation tells its sender nothing about addresses."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from adjudicator.kit import DOMAIN
from adjudicator.letters import flat
from adjudicator.reports_on_mail import report_on

from lobby.kit import LOBBY, Reply, Village, salt_in
from pbem.adjudicator.mails.press import MOST_A_DAY
from pbem.lobby.commands.invitations import MOST, MOST_TO_ONE
from pbem.store.mail.outbox import MailRow

SECRET = 'open germany for 3 private "Only us"'


def told(reply: Reply, line: str) -> str:
    return reply.fate(line)


def test_a_private_list_is_not_there_for_others(village: Village) -> None:
    village.write("Anna", SECRET)
    assert "Only us" not in village.write("Bert", "lists").text
    hidden = village.write("Bert", "join 1").fate("join 1")
    absent = village.write("Bert", "join 2").fate("join 2")
    assert hidden.replace("1", "N") == absent.replace("2", "N") == "REFUSED: There is no open waiting list N."
    assert "Only us" in village.write("Anna", "lists").text
    assert "Only us" not in village.send("zoe@far.test", LOBBY, "lists").text


def test_a_player_is_invited_by_name_and_joins_by_answering(village: Village) -> None:
    village.write("Anna", SECRET)
    reply = village.write("Anna", "invite 1 bert")
    (question,) = reply.others("bert@player.test")
    assert "Anna invites you to play." in question.text
    assert question.sender == village.player("Bert").token
    assert "Only us" in village.write("Bert", "lists").text
    village.answer(question, "join 1")
    assert village.waiting(1) == ["Anna", "Bert"]


def test_an_invitation_can_be_declined(village: Village) -> None:
    village.write("Anna", f"{SECRET}\ninvite 1 bert")
    assert "You have declined the invitation" in village.write("Bert", "decline 1").fate("decline 1")
    assert "Only us" not in village.write("Bert", "lists").text
    assert "REFUSED" in village.write("Bert", "join 1").fate("join 1")
    again = village.write("Anna", "invite 1 bert")
    assert again.fate("invite 1 bert") == "done: bert is invited to waiting list 1, Only us."
    assert again.others("bert@player.test") == [], "who has said no is not asked again"
    assert "REFUSED: You have no invitation" in village.write("Clara", "decline 1").fate("decline 1")


@pytest.mark.both_engines
def test_no_letter_invites_to_a_list_that_it_closes(village: Village) -> None:
    for letter in (f"{SECRET}\ninvite 1 bert\nleave 1", f"{SECRET}\ninvite 1 zoe@far.test\nleave 1"):
        reply = village.write("Anna", letter)
        assert reply.fate("leave 1").startswith("REFUSED: This would close waiting list 1, to which you invite someone")
        assert reply.others("bert@player.test") == reply.others("zoe@far.test") == []
        assert "Only us" not in village.write("Anna", "lists").text
    village.write("Anna", f"{SECRET}\ninvite 1 bert")
    village.write("Bert", "join 1")
    assert "it is now Bert's list" in village.write("Anna", "invite 1 clara\nleave 1").fate("leave 1")


def test_who_has_joined_leaves_rather_than_declines(village: Village) -> None:
    village.write("Anna", f"{SECRET}\ninvite 1 bert")
    village.write("Bert", "join 1")
    assert '"leave 1" takes you off it' in village.write("Bert", "decline 1").fate("decline 1")


def test_a_stranger_is_invited_and_registers_by_answering(village: Village) -> None:
    village.write("Anna", SECRET)
    (question,) = village.write("Anna", "invite 1 zoe@far.test").others("zoe@far.test")
    assert "Anna invites you to a game of Railroad Dice" in question.text
    assert "join 1" in question.text
    assert question.player_id is None
    reply = village.answer(question, "register Zoe\njoin 1")
    assert village.waiting(1) == ["Anna", "Zoe"]
    assert salt_in(reply.answer.text)


def test_an_invitation_to_a_stranger_holds_no_link_of_a_players_making(village: Village) -> None:
    evil = village.register("eve@far.test", "www.evil.test").name
    village.write(evil, 'open germany for 3 "http://evil.test/x e@evil.test"')
    (question,) = village.write(evil, "invite 1 zoe@far.test").others("zoe@far.test")
    assert "evil. test invites you" in flat(question.text)
    assert not re.search(r"evil\.test|//evil|@evil", question.text)


def test_the_hours_invitations_are_the_same_for_players_and_strangers(village: Village) -> None:
    world = village.world
    world.intake.units.settings = world.settings.model_copy(
        update={"mail": world.settings.mail.model_copy(update={"strangers_per_hour": 2})}
    )
    village.write("Anna", SECRET)
    for address in ("zoe@far.test", "clara@player.test"):
        assert "is invited" in village.write("Anna", f"invite 1 {address}").fate(f"invite 1 {address}")
    for address in ("max@far.test", "bert@player.test"):
        text = village.write("Anna", f"invite 1 {address}").fate(f"invite 1 {address}")
        assert text == "REFUSED: Too many people were invited by email in the last hour. Try again in an hour."
    assert "is invited" in village.write("Anna", "invite 1 bert").fate("invite 1 bert"), "by name"
    world.clock.advance(timedelta(hours=1))
    assert "is invited" in village.write("Anna", "invite 1 max@far.test").fate("invite 1 max@far.test")


def test_a_stranger_is_invited_once_a_day_by_whomever(village: Village) -> None:
    village.write("Anna", SECRET)
    village.write("Bert", "open first rails for 2")
    assert len(village.write("Anna", "invite 1 zoe@far.test").others("zoe@far.test")) == 1
    second = village.write("Bert", "invite 2 zoe@far.test")
    assert second.others("zoe@far.test") == []
    assert "is invited" in second.fate("invite 2 zoe@far.test"), "he sees no difference"
    village.register("max@far.test", "Max")
    village.world.clock.advance(timedelta(days=1))
    assert len(village.write("Clara", "open first rails for 2\ninvite 3 zoe@far.test").others("zoe@far.test")) == 1


def test_an_inviter_learns_nothing_about_addresses(village: Village) -> None:
    village.write("Anna", SECRET)
    village.write("Anna", "invite 1 bert")
    village.write("Bert", "join 1")
    for address in ("zoe@far.test", "clara@player.test", "bert@player.test", "zoe@far.test"):
        line = f"invite 1 {address}"
        assert village.write("Anna", line).fate(line) == f"done: {address} is invited to waiting list 1, Only us."


def test_only_ones_own_list_and_only_people_can_be_invited(village: Village) -> None:
    village.world.add_player("Rosa", bot="heuristic")
    village.write("Anna", SECRET)
    village.world.add_player("BERT", address="other@player.test")
    for name, line, why in (
        ("Clara", "invite 1 zoe@far.test", "You have no open waiting list 1 of your own."),
        ("Anna", "invite 1 anna@player.test", "That is you."),
        ("Anna", "invite 1 anna", "That is you."),
        ("Anna", "invite 1 lobby@seats.test", "is not an email address."),
        ("Anna", "invite 1 zoe@", "is not an email address."),
        ("Anna", "invite 1 Nobody", 'There is no player called "Nobody".'),
        ("Anna", "invite 1 Rosa", 'There is no player called "Rosa".'),
        ("Anna", "invite 1 bert", 'Several players are called "bert"; give an email address.'),
    ):
        assert why in village.write(name, line).fate(line)


def test_invitations_are_limited(village: Village) -> None:
    village.write("Anna", SECRET)
    guests = ", ".join(f"g{number}@far.test" for number in range(MOST))
    reply = village.write("Anna", f"invite 1 {guests}")
    assert len(reply.mails) == MOST + 1
    one_more = village.write("Anna", "invite 1 h@far.test")
    assert "REFUSED: You can send 20 invitations" in one_more.fate("invite 1 h@far.test")
    village.write("Anna", "leave 1\nopen first rails for 2")
    others = ", ".join(f"h{number}@far.test" for number in range(MOST_A_DAY - MOST + 1))
    refused = village.write("Anna", f"invite 2 {others}")
    assert "can email others 30 times in 24 hours; this would be one too many." in refused.text, "nor by another list"
    assert len(refused.mails) == 1, "a letter is done whole or not at all"
    village.world.clock.advance(timedelta(days=1))
    assert len(village.write("Anna", f"invite 2 {others}").mails) == MOST_A_DAY - MOST + 2


def test_a_player_is_mailed_a_few_invitations_a_day_of_the_same_inviter_and_sees_the_others(village: Village) -> None:
    mailed = []
    for number in range(1, MOST_TO_ONE + 3):
        village.write("Anna", SECRET)
        if number == MOST_TO_ONE + 2:
            village.world.clock.advance(timedelta(days=1))
        reply = village.write("Anna", f"invite {number} bert")
        mailed.append(len(reply.others("bert@player.test")))
        assert reply.fate(f"invite {number} bert") == f"done: bert is invited to waiting list {number}, Only us."
        if number <= MOST_TO_ONE:
            village.write("Anna", f"leave {number}")
    assert mailed == [1] * MOST_TO_ONE + [0, 1]
    shown = village.write("Bert", "lists").text
    assert shown.count("Only us") >= 2


def test_who_has_muted_the_inviter_in_a_game_finds_the_invitation_and_is_not_mailed(village: Village) -> None:
    game = village.world.open_game(("Anna", "Bert"))
    game.send(1, "mute anna")
    village.write("Anna", SECRET)
    reply = village.write("Anna", "invite 1 bert")
    assert (len(reply.mails), reply.fate("invite 1 bert")) == (1, "done: bert is invited to waiting list 1, Only us.")
    assert "Only us" in village.write("Bert", "lists").text


def returned(village: Village, mail: MailRow, number: int, action: str = "failed") -> list[MailRow]:
    """The mails that are written as a mail is reported to have come back."""
    assert mail.sender is not None
    known = {one.id for one in village.mails()}
    raw = report_on(mail, f"{mail.sender}@{DOMAIN}", number, action=action)
    village.world.intake.letters.receive(village.world.store(raw, mail.sender, ""))
    return [one for one in village.mails() if one.id not in known]


def test_who_invited_is_told_once_that_an_invitation_came_back(village: Village) -> None:
    village.write("Anna", f"{SECRET}\ninvite 1 zoe@far.test\ninvite 1 bert")
    (question,) = (mail for mail in village.mails() if mail.to_address == "zoe@far.test")
    assert returned(village, question, 1, "delayed") == [], "it may arrive yet"
    (sent,) = returned(village, question, 2)
    assert sent.to_address == village.player("Anna").address
    assert "Your invitation to waiting list 1, Only us, came back from zoe@far.test." in flat(sent.text)
    assert "invite 1 ben@example.org" in sent.text
    assert returned(village, question, 3) == []
    (known,) = (mail for mail in village.mails() if mail.to_address == "bert@player.test")
    assert all(mail.to_address != sent.to_address for mail in returned(village, known, 4)), "nobody tries out addresses"


def test_nobody_is_told_of_an_invitation_that_was_not_reported_on(village: Village) -> None:
    village.write("Anna", f"{SECRET}\ninvite 1 zoe@far.test")
    (question,) = (mail for mail in village.mails() if mail.to_address == "zoe@far.test")
    assert returned(village, replace(question, message_id="<made.up@far.test>"), 1) == []
    assert returned(village, replace(question, to_address="yves@far.test"), 2) == []
    village.world.clock.advance(timedelta(days=11))
    assert returned(village, question, 3) == [], "it is too late to be believed"
