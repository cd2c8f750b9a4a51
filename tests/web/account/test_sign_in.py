"""A mailed link signs in its owner, once and for a while; nobody learns who plays here."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_kit import World, new_world

from pbem.store.accounts.sessions import WebSessionRow, list_sessions
from pbem.store.mail.outbox import count_mails_by_status
from pbem.web.account.sign_in import FREELY, GOOD_FOR
from pbem.web.form_counts import BoundedStorage


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def ask(world: World, address: str) -> str:
    """What the page says to whoever asks for a link."""
    browser = world.browser()
    browser.open("/sign-in")
    browser.press("Email me a link", address=address)
    assert browser.response.status_code == 200
    return browser.text


def test_a_mailed_link_signs_in_by_a_button(world: World) -> None:
    browser = world.browser()
    browser.open("/")
    browser.press("Email me a link", address="anna@player.test")
    assert "Check your inbox" in browser.text
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
    world.signed_in_by_link("Anna")
    second = world.browser()
    assert second.open(world.link("Anna")).status_code == 404
    assert "This link no longer works It was already used, and each link works once." in second.text
    assert second.form("Email me a link")[0] == "/sign-in"
    assert second.open("/my").request.path == "/sign-in"


def test_a_link_that_two_have_open_signs_in_one(world: World) -> None:
    ask(world, "anna@player.test")
    first, second = world.browser(), world.browser()
    for browser in (first, second):
        assert browser.open(world.link("Anna")).status_code == 200
    assert first.press("Sign in", form="/sign-in/").request.path == "/my"
    assert second.press("Sign in", form="/sign-in/").status_code == 403
    assert "This link no longer works" in second.text


def test_a_used_link_leads_whom_it_signed_in_on(world: World) -> None:
    anna, bert = world.signed_in_by_link("Anna"), world.signed_in_by_link("Bert")
    assert anna.open(world.link("Anna")).request.path == "/my"
    assert bert.open(world.link("Anna")).status_code == 404


def test_a_link_that_is_pressed_twice_signs_in(world: World) -> None:
    browser = world.browser()
    browser.open("/sign-in")
    browser.press("Email me a link", address="anna@player.test")
    browser.open(world.link("Anna"))
    path, fields = browser.form("Sign in", "/sign-in/")
    cookie = browser.client.get_cookie("session", domain="games.test")
    assert cookie is not None
    for _time in range(2):  # the browser drops the answer to the first, and its cookie with it
        browser.client.set_cookie("session", cookie.value, domain="games.test")
        browser.post(path, fields)
        assert browser.response.request.path == "/my"
        assert "You are signed in as Anna." in browser.text
    assert len(sessions(world, "Anna")) == 1
    browser.press("Sign out")
    browser.client.set_cookie("session", cookie.value, domain="games.test")
    assert browser.post(path, fields).status_code == 403, "it is no key to come back by"
    assert sessions(world, "Anna") == []


def sessions(world: World, name: str) -> list[WebSessionRow]:
    with world.database.read() as tx:
        return list_sessions(tx, world.players[name], 0)


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
    for left, status in ((timedelta(seconds=1), 200), (timedelta(0), 403)):
        ask(world, "anna@player.test")
        world.clock.advance(GOOD_FOR - timedelta(seconds=2))
        browser = world.browser()
        browser.open(world.link("Anna"))
        world.clock.advance(timedelta(seconds=2) - left)
        assert browser.press("Sign in", form="/sign-in/").status_code == status
    assert world.browser().open(world.link("Anna")).status_code == 404


def test_an_invented_or_shortened_link_says_so_at_once(world: World) -> None:
    ask(world, "anna@player.test")
    for path in ("/sign-in/" + "x" * 43, world.link("Anna")[:-1]):
        browser = world.browser()
        assert browser.open(path).status_code == 404
        assert "only part of it was copied: a link works for 2 hours." in browser.text
        token = browser.form("Email me a link")[1]["csrf_token"]
        assert browser.post(path, {"csrf_token": token}).status_code == 403


def test_the_page_that_a_link_names_comes_after_signing_in(world: World) -> None:
    game = world.open_game()
    for path in (f"/games/{game.tag}", f"/games/{game.tag}/press?page=1", "/my/mail", "/my/settings"):
        stranger, phone = world.browser(), world.browser()
        stranger.open(path)
        if stranger.response.request.path == path.partition("?")[0]:
            stranger.open(stranger.page.xpath("//nav//a[text()='Sign in']/@href")[0])
        stranger.press("Email me a link", address="anna@player.test")
        phone.open(world.link("Anna"))  # where the mail is read is another browser
        phone.press("Sign in", form="/sign-in/")
        request = phone.response.request
        assert (request.full_path if "?" in path else request.path) == path
        assert phone.response.status_code == 200


def test_a_mistyped_address_and_a_link_too_old_keep_the_page(world: World) -> None:
    browser = world.browser()
    browser.open("/my/mail")
    browser.press("Email me a link", address="anna at player.test")
    browser.press("Email me a link", address="anna@player.test")
    world.clock.advance(GOOD_FOR)
    assert browser.open(world.link("Anna")).status_code == 404
    browser.press("Email me a link", address="anna@player.test")
    browser.open(world.link("Anna"))
    assert browser.press("Sign in", form="/sign-in/").request.path == "/my/mail"


@pytest.mark.parametrize(
    "named",
    [
        *("//evil.test", "///evil.test/x", "https://evil.test/games/e1", "/\\evil.test", "\\\\evil.test", "/my/../.."),
        *("http:///games/e1", "//[", "/%2f%2fevil.test", "/games/e1\r\nLocation: //evil.test", "games/e1", "/nowhere"),
        *("/sign-in", "/sign-in/x", "/sign-out", "/address/x", "/static/style.css", "javascript:alert(1)"),
        "/games/e1?" + "x" * 500,
    ],
)
def test_no_link_leads_elsewhere(world: World, named: str) -> None:
    browser = world.browser()
    browser.open("/sign-in")
    browser.press("Email me a link", address="anna@player.test", next=named)
    browser.open(world.link("Anna"))
    path, fields = browser.form("Sign in", "/sign-in/")
    answer = browser.client.post(path, data=fields, base_url="https://games.test")
    assert answer.status_code == 303
    goal = answer.headers["Location"]
    assert goal == "/my" or goal.startswith("/games/e1"), goal
    assert "\n" not in goal


def test_strangers_and_programs_get_the_same_answer_and_no_mail(world: World) -> None:
    world.add_player("Robo", bot="random")
    known = ask(world, "anna@player.test")
    for address in ("stranger@elsewhere.test", "robo@player.test"):
        assert ask(world, address) == known
    with world.database.read() as tx:
        assert count_mails_by_status(tx) == {"due": 1}


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
    _path, before = browser.form("Email me a link")
    ask(world, "anna@player.test")
    browser.open(world.link("Anna"))
    browser.press("Sign in", form="/sign-in/")
    assert browser.post("/sign-out", {"csrf_token": before["csrf_token"]}).status_code == 400
    assert "Anna" in browser.open("/my").get_data(as_text=True)


def test_signing_out_has_the_browser_forget_what_was_typed(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    path, fields = browser.form("Sign out")
    answer = browser.client.post(path, data=fields, base_url="https://games.test")
    assert (answer.headers["Clear-Site-Data"], answer.headers["Location"]) == ('"storage"', "/#signed-out")


def test_signing_out_ends_the_session(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    browser.press("Sign out")
    assert "Anna" not in browser.text
    assert browser.open("/my").request.path == "/sign-in"


def test_a_player_who_is_gone_or_a_program_now_is_signed_out(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    with browser.client.session_transaction(base_url="https://games.test") as session:
        session["_user_id"] = "999"
    assert browser.open("/my").request.path == "/sign-in"


def test_what_is_no_address_is_told_so_and_nothing_is_counted(world: World) -> None:
    browser = world.browser()
    browser.open("/sign-in")
    path, fields = browser.form("Email me a link")
    for address in (
        "not an address",
        "",
        "a" * 60_000 + "@player.test",
        "\x00@player.test",
        "anna@player.test\nbcc: x",
    ):
        for _ in range(7):
            browser.post(path, {**fields, "address": address})
            assert browser.response.status_code == 422
            assert "This is not an email address" in browser.text
    (limiter,) = world.app.extensions["limiter"]
    assert isinstance(limiter.storage, BoundedStorage)
    assert not limiter.storage.storage
    browser.press("Email me a link", address="anna@player.test")
    assert browser.response.status_code == 200


def test_five_links_are_mailed_at_once_and_then_one_an_hour_with_the_same_answer(world: World) -> None:
    texts = {ask(world, "anna@player.test") for _ in range(FREELY)}
    assert len(world.mails("Anna")) == FREELY
    texts |= {ask(world, address) for address in ("Anna@Player.test", "stranger@elsewhere.test")}
    assert len(world.mails("Anna")) == FREELY
    world.clock.advance(timedelta(minutes=59))
    texts |= {ask(world, "anna@player.test")}
    assert len(world.mails("Anna")) == FREELY
    world.clock.advance(timedelta(minutes=1))
    texts |= {ask(world, "anna@player.test") for _ in range(2)}
    assert len(world.mails("Anna")) == FREELY + 1
    assert len(texts) == 1
    ask(world, "bert@player.test")
    assert len(world.mails("Bert")) == 1


def test_whoever_names_an_address_all_day_neither_keeps_its_owner_out_nor_fills_the_mailbox(world: World) -> None:
    """The attacker has as many client addresses as they like; the owner asks behind the same NAT as nobody."""
    attacker, signed_in = world.browser(), 0
    attacker.open("/sign-in")
    path, fields = attacker.form("Email me a link")
    for minute in range(0, 24 * 60, 10):
        attacker.client.environ_base["REMOTE_ADDR"] = f"198.51.{minute % 7}.{minute // 10}"
        attacker.post(path, {**fields, "address": "anna@player.test"})
        assert attacker.response.status_code == 200
        world.clock.advance(timedelta(minutes=10))
        if minute % 130 == 0:  # at all times of an hour
            ask(world, "anna@player.test")
            if minute % 260 == 0:
                world.clock.advance(timedelta(minutes=30))  # reads mail later; the attacker goes on
                attacker.post(path, {**fields, "address": "anna@player.test"})
            browser = world.browser()
            browser.open(world.link("Anna"))
            assert browser.press("Sign in", form="/sign-in/").request.path == "/my", minute
            signed_in += 1
    assert signed_in == 12
    assert len(world.mails("Anna")) <= FREELY + 24 + signed_in * 2


def test_one_visitor_asks_thirty_times_an_hour_at_most(world: World) -> None:
    browser = world.browser()
    browser.open("/sign-in")
    path, fields = browser.form("Email me a link")
    for number in range(30):
        assert browser.post(path, {**fields, "address": f"{number}@elsewhere.test"}).status_code == 200
    sent = {**fields, "address": "anna@player.test"}
    assert browser.post(path, sent).status_code == 429
    forwarded = {"X-Forwarded-For": "192.0.2.7", "Forwarded": "for=192.0.2.7"}
    assert browser.post(path, sent, headers=forwarded).status_code == 429, "no proxy's word is taken for who is asking"
    assert world.mails("Anna") == []
