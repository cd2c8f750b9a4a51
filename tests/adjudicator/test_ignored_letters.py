"""Letters that were not read: whom that is told, and how they are dealt with after all, once."""

from datetime import timedelta

import pytest
from lobby.kit import Village
from web_kit import Browser, sit_down

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.reports_on_mail import report_on
from adjudicator.robots import limited
from pbem.adjudicator.context import Refused
from pbem.adjudicator.correspondence import ignored_letters
from pbem.clock import to_ms
from pbem.config import Mail
from pbem.i18n import catalogue
from pbem.mail.reading.headers import without_signs
from pbem.store.mail.ignored import IgnoredLetter, list_ignored_letters
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import get_player

DAY = timedelta(days=1)
AUTOMATIC = {"Auto-Submitted": "auto-generated"}
BY_LIST = {"List-Id": "<all.company.test>", "Precedence": "list"}


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(("Anna", "Bert"))


def ignored(world: World) -> list[IgnoredLetter]:
    with world.database.read() as tx:
        return list_ignored_letters(tx, 100)


def listed(game: Game, seat: int) -> list[ignored_letters.ListedLetter]:
    with game.world.database.read() as tx:
        return ignored_letters.list_ignored(tx, game.seats[seat].player_id, catalogue("en"), to_ms(game.world.clock()))


def deal(world: World, letter: LetterRow) -> LetterRow:
    """What becomes of a letter that the operator wants to have dealt with."""
    world.intake.operator.deal_with_letter(letter.id, catalogue("en"))
    world.intake.letters.receive(letter.id)
    return world.letter(letter.id)


def told(world: World) -> list[MailRow]:
    """Mails that tell of letters that were not read, once it is looked for what is due."""
    world.intake.clock.run(to_ms(world.clock()))
    return [mail for mail in world.all_mails() if "did not read" in mail.subject]


def test_every_letter_ignored_is_listed_with_its_reason(game: Game) -> None:
    world, village = game.world, Village(game.world)
    game.send(0, "Hello.", headers=BY_LIST)
    game.send(0, "status", headers=AUTOMATIC)
    game.send(0, "status", headers={"From": "troll@else.test"})
    game.post(0, report_on(game.mails(0)[0], game.address(0), 1), mail_from="")
    village.send("new@else.test", "lobby", "Hello")
    village.send("new@else.test", "lobby", "Hello again")
    assert [row.reason for row in reversed(ignored(world))] == [
        "automatic: precedence",
        "automatic: auto_submitted",
        "not from the seat's player",
        "automatic: report",
        "answered within a day",
    ]
    assert [row.tag for row in reversed(ignored(world))] == ["e1", "e1", "e1", "e1", None]


def test_a_player_is_shown_what_came_from_their_address_to_theirs_and_nothing_of_its_text(game: Game) -> None:
    village = Village(game.world)
    game.send(0, "A secret.", headers=BY_LIST, subject="Another secret")
    game.send(0, "status", headers={"From": "troll@else.test"})
    game.post(0, report_on(game.mails(0)[0], game.address(0), 1), mail_from="")
    village.send(game.seats[0].address, "lobby", "Anyone can write so", headers=AUTOMATIC)
    village.write("Anna", "Away.", headers=AUTOMATIC)
    found = listed(game, 0)
    assert [(letter.tag, letter.can_be_dealt_with) for letter in found] == [(None, True), ("e1", True)]
    assert "secret" not in repr(found)
    assert listed(game, 1) == []


def test_orders_that_looked_automatic_are_carried_out_when_they_are_meant_and_once(game: Game) -> None:
    seat = game.row.active_seat or 0
    letter = game.send(seat, "roll all", headers=AUTOMATIC).letter
    before = game.row.position
    assert (letter.status, before) == ("ignored", game.row.position)
    assert deal(game.world, letter).outcome == "Your orders were carried out."
    after = game.row.position
    assert after > before
    with pytest.raises(Refused, match="Nothing is done twice"):
        deal(game.world, letter)
    assert game.row.position == after
    assert [row.status for row in ignored(game.world)] == ["done"]


@pytest.mark.parametrize("headers", [AUTOMATIC, BY_LIST, {"X-Autoreply": "yes"}, {"X-Auto-Response-Suppress": "All"}])
def test_any_sign_can_be_overruled(game: Game, headers: dict[str, str]) -> None:
    letter = game.send(0, "Just a word.", headers=headers).letter
    assert letter.status == "ignored"
    assert deal(game.world, letter).outcome == "There were no orders in your message. Nothing was changed."


def test_letters_of_others_are_not_dealt_with(game: Game) -> None:
    forged = game.send(0, "status", headers={"From": "troll@else.test"}).letter
    report = game.post(0, report_on(game.mails(0)[0], game.address(0), 1), mail_from="").letter
    for letter in (forged, report):
        with pytest.raises(Refused, match="did not come from the player"):
            deal(game.world, letter)
    with pytest.raises(Refused, match="no such email"):
        game.world.intake.operator.deal_with_letter(4711, catalogue("en"))


def test_what_was_meant_is_still_judged_as_it_stands_now(game: Game) -> None:
    seat = game.row.active_seat or 0
    letter = game.send(seat, "roll all", headers=AUTOMATIC).letter
    game.send(seat, "roll all")
    position = game.row.position
    dealt = deal(game.world, letter)
    assert dealt.outcome.startswith("Nothing was changed")
    assert game.row.position == position


def test_the_page_tells_why_and_has_a_button_that_works_once(game: Game) -> None:
    world = game.world
    letter = game.send(0, "Just a word.", headers=BY_LIST).letter
    browser = Browser(world.app)
    sit_down(browser.client, game.seats[0].player_id, "https://games.test")
    for path in ("/my", "/my/settings", "/postbox"):
        assert "1 of your emails was not read: see why" in browser.open(path).text
    assert "It is marked as bulk mail" in browser.open("/my/letters").text
    browser.press("I wrote it: process it")
    assert "It is about to be processed." in browser.text
    world.intake.letters.receive(letter.id)
    assert "There were no orders in your message" in browser.open("/my/letters").text
    assert "was not read: see why" not in browser.open("/my").text
    other = Browser(world.app)
    sit_down(other.client, game.seats[1].player_id, "https://games.test")
    assert letter.mark not in other.open("/my/letters").text
    with pytest.raises(Refused, match="no such email"), world.database.read() as tx:
        player = get_player(tx, game.seats[1].player_id)
        world.intake.forms.deal_with_letter(player, letter.mark, catalogue("en"))


def test_once_a_week_at_most_a_mail_tells_of_what_may_have_been_meant(game: Game) -> None:
    world = game.world
    game.send(0, "Just a word.", headers=BY_LIST, subject="A secret subject")
    game.send(0, "I am away.", headers=AUTOMATIC)
    assert told(world) == []
    world.clock.advance(DAY)
    game.send(0, "Another word.", headers=BY_LIST)
    (mail,) = told(world)
    assert "2 emails of yours were not read." in flat(mail.text)
    assert "for e1: It is marked as bulk mail, and holds no orders." in flat(mail.text)
    assert "secret" not in mail.text
    for _day in range(6):
        game.send(0, "Just a word.", headers=BY_LIST)
        world.clock.advance(DAY)
        assert len(told(world)) == 1
    world.clock.advance(2 * DAY)
    assert len(told(world)) == 2
    world.clock.advance(30 * DAY)
    assert len(told(world)) == 2


def test_letters_that_were_not_answered_are_listed_too(game: Game) -> None:
    limited(game.world, Mail().answers_per_hour)
    for _ in range(8):
        game.send(0, "Thank you for your message.")
    assert [letter.reason for letter in listed(game, 0)] == [
        "It was processed but not answered, because you had already had many answers."
    ] * 2
    assert not any(letter.can_be_dealt_with for letter in listed(game, 0))


def test_a_letter_without_its_signs_is_otherwise_the_same() -> None:
    raw = (
        b"Return-Path: <>\r\nList-Id: <a.b>,\r\n <c.d>\r\nFrom: a@b.c\r\nPRECEDENCE: bulk\r\n"
        b"X-Auto-Response-Suppress: All\r\nSubject: Auto-Submitted: yes\r\n\r\nList-Id: stays\r\n"
    )
    assert without_signs(raw) == b"From: a@b.c\r\nSubject: Auto-Submitted: yes\r\n\r\nList-Id: stays\r\n"
    assert without_signs(b"List-Id: x\n" * 10 + b"\nbody") == b"\nbody"
    assert without_signs(b"") == b""
