"""What waits for a player, with how long it has, and his mails a page at a time with what became of each."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.clock import to_ms
from pbem.store import Tx
from pbem.store.accounts.addresses import change_address
from pbem.store.accounts.sessions import list_sessions
from pbem.store.games.game import GameFacts, GameRow, get_game, update_game_facts
from pbem.store.mail.outbox import MailRow, enqueue_mail, mark_failed
from pbem.store.tables import NEW


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def change(world: World, game: GameRow, **facts: object) -> None:
    """Have a game stand otherwise."""

    def work(tx: Tx) -> None:
        row = get_game(tx, game.id)
        before = {name: getattr(row, name) for name in GameFacts._fields}
        update_game_facts(tx, game.id, GameFacts(**{**before, **facts}))

    world.database.write(work)


def write_mail(world: World, name: str, number: int, game: GameRow | None = None) -> int:
    """A mail to a player, about a game or about none."""
    mail = MailRow(
        id=NEW,
        message_id=f"<{number}@games.test>",
        game_id=game.id if game else None,
        seat=0 if game else None,
        player_id=world.players[name],
        to_address=f"{name.lower()}@player.test",
        kind="report" if game else "notice",
        subject=f"Number {number}",
        text=f"The text of number {number}.\n",
        created_ms=to_ms(world.clock()),
    )
    return world.database.write(lambda tx: enqueue_mail(tx, mail))


def listed(browser: Browser) -> list[str]:
    """The first line of each entry of the first list on the page."""
    return [item.findtext("a") or item.find("a").text_content() for item in browser.page.find_class("games")[0]]


def test_what_waits_comes_by_deadline_with_how_long_it_has_or_how_late_it_is(world: World) -> None:
    games = [world.open_game(f"Game {number}", ("Anna", "Bert")) for number in range(3)]
    now = to_ms(world.clock())
    for game, days in zip(games, (3, -2, 0), strict=True):
        change(world, game, active_seat=0, deadline_ms=now + days * 86_400_000 + 1)
    browser = world.signed_in("Anna")
    browser.open("/my")
    order = [browser.text.index(f"Game {number}") for number in (1, 2, 0)]
    assert order == sorted(order)
    assert "2 days late" in browser.text
    assert "3 days left" in browser.text
    browser = world.signed_in("Bert")
    browser.open("/my")
    assert "You're up to date: nobody is waiting for you." in browser.text
    assert "Anna to play · year 1, turn 1" in browser.text


def test_the_newest_complete_games_are_shown_with_the_way_to_all(world: World) -> None:
    for number in range(12):
        game = world.open_game(f"Game {number:02}", ("Anna", "Bert"))
        change(world, game, status="over", active_seat=None, deadline_ms=None)
    browser = world.signed_in("Anna")
    browser.open("/my")
    assert "Finished 12" in browser.text
    assert [f"Game {number:02}" in browser.text for number in (0, 1, 2, 11)] == [False, False, True, True]
    (link,) = browser.page.xpath("//a[text()='All finished games and their results']")
    browser.open(link.get("href"))
    assert "Game 00" in browser.text


def test_mails_come_a_page_at_a_time_and_by_game(world: World) -> None:
    first, second = (world.open_game(name, ("Anna", "Bert")) for name in ("First", "Second"))
    numbers = [write_mail(world, "Anna", number, first) for number in range(60)]
    browser = world.signed_in_by_link("Anna")
    browser.open("/my/mail")
    assert "My emails 63" in browser.text
    assert listed(browser)[:2] == ["Your sign-in link for Railroad Dice by mail", "Number 59"]
    assert len(listed(browser)) == 50
    browser.open("/my/mail?game=e1&page=2")
    assert "My emails 61" in browser.text
    assert "about e1 First." in browser.text
    assert listed(browser) == [*[f"Number {number}" for number in range(9, -1, -1)], "[First Rails e1] First"]
    (newer,) = browser.page.xpath("//a[@rel='prev']")
    browser.open(newer.get("href"))
    assert listed(browser)[0] == "Number 59"
    browser.open("/my/mail?game=e2")
    assert listed(browser) == [f"[First Rails e2] {second.name}"]
    for nothing in ("e99", "", "x" * 999, "\x00"):
        browser.open("/my/mail", query_string={"game": nothing})
        assert "My emails 63" in browser.text, nothing
    assert len(numbers) == 60


def test_the_mails_of_others_in_a_game_are_not_among_mine(world: World) -> None:
    game = world.open_game("First", ("Anna", "Bert"))
    write_mail(world, "Anna", 1, game)
    for name in ("Bert", "Clara"):
        browser = world.signed_in_by_link(name)
        for path in ("/my", "/my/mail", "/my/mail?game=e1"):
            browser.open(path)
            assert "Number 1" not in browser.text


def test_a_mail_tells_what_became_of_it(world: World) -> None:
    mail_id = write_mail(world, "Anna", 1)
    browser = world.signed_in_by_link("Anna")
    browser.open(f"/my/mail/{mail_id}")
    assert "not sent yet" in browser.text and "to anna@player.test" in browser.text
    again_ms = to_ms(world.clock() + timedelta(minutes=5))
    fail = partial(mark_failed, mail_id=mail_id)
    world.database.write(lambda tx: fail(tx, reply="451 4.7.1 <Greylisted>", next_ms=again_ms))
    browser.open(f"/my/mail/{mail_id}")
    assert "tried 1 time · next attempt Sunday 22 November 2026, 17:05 UTC" in browser.text
    assert "The mail server's reply: 451 4.7.1 <Greylisted>" in browser.text
    world.database.write(lambda tx: fail(tx, reply="550 no such user", next_ms=None))
    browser.open(f"/my/mail/{mail_id}")
    assert "could not be sent" in browser.text and "tried 2 times" in browser.text
    assert "next attempt" not in browser.text
    anna = world.players["Anna"]
    with world.database.read() as tx:
        (here,) = list_sessions(tx, anna, 0)
    world.database.write(lambda tx: change_address(tx, anna, "anna@new.test", session_id=here.id))
    browser.press("Send it to me again")
    assert "not sent yet" in browser.text and "to anna@new.test" in browser.text
