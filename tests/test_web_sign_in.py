"""A mailed link signs in its owner, once and for a while; nobody learns who plays here."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_kit import World, new_world

from pbem.store import repository as repo
from pbem.web.auth import GOOD_FOR


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def ask(world: World, address: str) -> str:
    """What the page says to whoever asks for a link."""
    browser = world.browser()
    browser.open("/sign-in")
    browser.press("Send me a link", address=address)
    assert browser.response.status_code == 200
    return browser.text


def test_a_mailed_link_signs_in_by_a_button(world: World) -> None:
    browser = world.browser()
    browser.open("/")
    browser.press("Send me a link", address="anna@player.test")
    assert "Look into your mailbox" in browser.text
    mail = world.mails("Anna")[-1]
    assert (mail.kind, mail.status, mail.to_address) == ("sign-in", "due", "anna@player.test")
    assert world.changes, "whoever sends the mails is told that there is one"
    browser.open(world.link("Anna"))
    browser.press("Sign in", form="/sign-in/")
    assert browser.response.request.path == "/my"
    assert "You are signed in as Anna." in browser.text


def test_an_address_is_known_however_it_is_written(world: World) -> None:
    ask(world, "  Anna@PLAYER.test ")
    assert [mail.kind for mail in world.mails("Anna")] == ["sign-in"]


def test_the_link_is_used_up_by_the_button(world: World) -> None:
    world.signed_in("Anna")
    second = world.browser()
    second.open(world.link("Anna"))
    second.press("Sign in", form="/sign-in/")
    assert second.response.status_code == 403
    assert "This link does not work" in second.text
    assert second.open("/my").request.path == "/sign-in"


def test_a_scanner_that_follows_the_link_uses_nothing_up(world: World) -> None:
    ask(world, "anna@player.test")
    scanner = world.browser()
    for _ in range(3):
        assert scanner.open(world.link("Anna")).status_code == 200
        assert scanner.client.head(world.link("Anna")).status_code == 200
    assert scanner.open("/my").request.path == "/sign-in"
    browser = world.browser()
    browser.open(world.link("Anna"))
    assert browser.press("Sign in", form="/sign-in/").request.path == "/my"


def test_a_link_grows_too_old(world: World) -> None:
    for age, status in ((GOOD_FOR - timedelta(seconds=1), 200), (GOOD_FOR, 403)):
        ask(world, "anna@player.test")
        world.clock.advance(age)
        browser = world.browser()
        browser.open(world.link("Anna"))
        assert browser.press("Sign in", form="/sign-in/").status_code == status


def test_an_invented_link_signs_nobody_in(world: World) -> None:
    browser = world.browser()
    browser.open("/sign-in/" + "x" * 43)
    assert browser.press("Sign in", form="/sign-in/").status_code == 403


def test_strangers_and_programs_get_the_same_answer_and_no_mail(world: World) -> None:
    world.add_player("Robo", bot="random")
    known = ask(world, "anna@player.test")
    for address in ("stranger@elsewhere.test", "robo@player.test", "not an address", ""):
        assert ask(world, address) == known
    with world.database.read() as tx:
        assert repo.mail_counts(tx) == {"due": 1}


def test_whoever_asks_one_commit_is_made(world: World) -> None:
    for address in ("anna@player.test", "stranger@elsewhere.test"):
        world.clock.advance(timedelta(seconds=1))
        before = world.database.path.with_name("pbem.sqlite3-wal").stat().st_mtime_ns
        ask(world, address)
        assert world.database.path.with_name("pbem.sqlite3-wal").stat().st_mtime_ns > before


def test_only_a_hash_of_the_token_is_kept_for_signing_in(world: World) -> None:
    ask(world, "anna@player.test")
    token = world.link("Anna").removeprefix("/sign-in/")
    assert len(token) >= 43, "32 random bytes"
    ask(world, "anna@player.test")
    assert world.link("Anna") != f"/sign-in/{token}"


def test_signing_in_begins_a_fresh_session(world: World) -> None:
    browser = world.browser()
    browser.open("/")
    _path, before = browser.form("Send me a link")
    ask(world, "anna@player.test")
    browser.open(world.link("Anna"))
    browser.press("Sign in", form="/sign-in/")
    assert browser.post("/sign-out", {"csrf_token": before["csrf_token"]}).status_code == 400
    assert "Anna" in browser.open("/my").get_data(as_text=True)


def test_signing_out_ends_the_session(world: World) -> None:
    browser = world.signed_in("Anna")
    browser.press("Sign out")
    assert "Anna" not in browser.text
    assert browser.open("/my").request.path == "/sign-in"


def test_a_player_who_is_gone_or_a_program_now_is_signed_out(world: World) -> None:
    browser = world.signed_in("Anna")
    with browser.client.session_transaction(base_url="https://games.test") as session:
        session["_user_id"] = "999"
    assert browser.open("/my").request.path == "/sign-in"


def test_an_address_is_mailed_five_times_an_hour_at_most(world: World) -> None:
    for address in ("anna@player.test", "stranger@elsewhere.test"):
        for _ in range(5):
            ask(world, address)
        browser = world.browser()
        browser.open("/sign-in")
        browser.press("Send me a link", address=address.upper())
        assert browser.response.status_code == 429
        assert int(browser.response.headers["Retry-After"]) > 0
    assert len(world.mails("Anna")) == 5
    ask(world, "bert@player.test")


def test_one_visitor_asks_thirty_times_an_hour_at_most(world: World) -> None:
    browser = world.browser()
    browser.open("/sign-in")
    path, fields = browser.form("Send me a link")
    for number in range(30):
        assert browser.post(path, {**fields, "address": f"{number}@elsewhere.test"}).status_code == 200
    sent = {**fields, "address": "anna@player.test"}
    assert browser.post(path, sent).status_code == 429
    forwarded = {"X-Forwarded-For": "192.0.2.7", "Forwarded": "for=192.0.2.7"}
    assert browser.post(path, sent, headers=forwarded).status_code == 429, "no proxy's word is taken for who is asking"
    assert world.mails("Anna") == []
