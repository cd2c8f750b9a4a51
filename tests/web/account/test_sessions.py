"""Signing out ends a session on the server, here, elsewhere and everywhere; nobody learns of anyone else's sessions."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from each_kit import each
from rows_kit import mails_after
from statements_kit import statements_of
from web_kit import Browser, World, new_world, sit_down

from pbem.clock import to_ms
from pbem.intake import Intake
from pbem.lobby import registering
from pbem.store.accounts.sessions import (
    MOST_SESSIONS,
    WebSessionRow,
    add_session,
    end_all_sessions,
    forget_sign_ins,
    list_sessions,
)
from pbem.store.players.player import get_player
from pbem.store.players.preferences import renew_calendar
from pbem.web.app import create_app
from pbem.web.visitor import SESSION, agent_label

BASE = "https://games.test"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def sessions(world: World, name: str = "Anna") -> list[WebSessionRow]:
    """Where a player is signed in."""
    with world.database.read() as tx:
        return list_sessions(tx, world.players[name], 0)


def stolen(world: World, browser: Browser) -> Browser:
    """Somebody who has a copy of a browser's cookie."""
    cookie = browser.client.get_cookie("session", domain="games.test")
    assert cookie is not None
    thief = world.browser()
    thief.client.set_cookie("session", cookie.value, domain="games.test", secure=True)
    return thief


def is_in(browser: Browser) -> bool:
    """Whether a browser gets to see a player's own page."""
    return browser.open("/my").request.path == "/my"


def mail_link(world: World, name: str = "Anna") -> str:
    """A fresh link that was mailed to a player."""
    browser = world.browser()
    browser.open("/sign-in")
    browser.press("Email me a link", address=f"{name.lower()}@player.test")
    return world.link(name)


def enter(world: World, link: str, button: str = "Sign in") -> Browser:
    """Somebody who follows a link and presses its button."""
    browser = world.browser()
    browser.follow(link, button)
    return browser


def test_a_copy_of_the_cookie_is_worth_nothing_after_signing_out(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    thief = stolen(world, browser)
    assert is_in(thief)
    browser.press("Sign out")
    assert not is_in(thief)
    assert sessions(world) == []


def test_cookies_that_name_a_player_as_older_versions_did_sign_nobody_in(world: World) -> None:
    browser = world.browser()
    for name in ("1", str(world.players["Anna"]), "", "None"):
        with browser.client.session_transaction(base_url=BASE) as session:
            session["_user_id"], session["_fresh"] = name, True
        assert not is_in(browser)


def test_only_a_hash_of_the_sessions_token_is_stored(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    with browser.client.session_transaction(base_url=BASE) as session:
        token = session["_user_id"]
    assert len(token) >= 43, "32 random bytes"
    for path in world.settings.server.data_dir.glob("pbem.sqlite3*"):
        assert token.encode() not in path.read_bytes()


def test_another_browser_is_signed_out_from_the_settings(world: World) -> None:
    lost, mine = world.signed_in_by_link("Anna"), world.signed_in_by_link("Anna")
    mine.open("/my/settings")
    old = min(sessions(world), key=lambda row: row.id)
    mine.press("Sign out", form=f"/sessions/{old.mark}/end")
    assert "That browser is signed out." in mine.text
    assert (is_in(mine), is_in(lost)) == (True, False)


def test_this_browser_is_signed_out_from_the_settings_too(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    thief = stolen(world, browser)
    browser.open("/my/settings")
    browser.press("Sign out", form="/my/settings/sessions/")
    assert not is_in(browser)
    assert not is_in(thief)


def test_signing_out_everywhere_ends_all_sessions_and_voids_all_links(world: World) -> None:
    browser, other, bert = (
        world.signed_in_by_link("Anna"),
        world.signed_in_by_link("Anna"),
        world.signed_in_by_link("Bert"),
    )
    browser.open("/my/settings")
    browser.press("Email a link there", address="thief@player.test")
    move = next(line for line in world.mails("Anna")[-1].text.splitlines() if "/address/" in line)
    link = mail_link(world)
    ask = partial(registering.ask, address="anna@player.test", name="Ann", language="en")
    world.database.write(lambda tx: ask(world.unit(tx)))
    with world.database.read() as tx:
        register = next(line for line in mails_after(tx, 0)[-1].text.splitlines() if "/register/" in line)
    calendar = world.database.write(lambda tx: renew_calendar(tx, world.players["Anna"]))

    browser.open("/my/settings")
    browser.press("Sign out everywhere")
    assert "No browser is signed in to your account any more" in browser.text
    assert browser.response.headers["Clear-Site-Data"] == '"storage"', "what was typed and not sent"
    assert "You are signed in" not in browser.text
    assert not any(map(is_in, (browser, other)))
    assert is_in(bert)
    assert enter(world, link).response.status_code == 403
    assert enter(world, move.removeprefix(BASE), "This is my address").response.status_code == 403
    late = enter(world, register.removeprefix(BASE), "Create my account")
    assert late.response.status_code == 403
    assert not is_in(late)
    with world.database.read() as tx:
        assert get_player(tx, world.players["Anna"]).address == "anna@player.test"
    assert world.browser().open(f"/calendar/{calendar}.ics").status_code == 200, "it signs nobody in, and stays"
    assert is_in(enter(world, mail_link(world)))


def test_a_new_address_ends_all_sessions_but_the_one_that_asked_for_it(world: World) -> None:
    browser, other, bert = (
        world.signed_in_by_link("Anna"),
        world.signed_in_by_link("Anna"),
        world.signed_in_by_link("Bert"),
    )
    browser.open("/my/settings")
    browser.press("Email a link there", address="anna@new.test")
    move = next(line for line in world.mails("Anna")[-1].text.splitlines() if "/address/" in line)
    enter(world, move.removeprefix(BASE), "This is my address")
    assert [is_in(one) for one in (browser, other, bert)] == [True, False, True]


def test_a_session_that_asked_for_an_address_and_ended_is_not_mistaken_for_a_later_one(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    browser.open("/my/settings")
    browser.press("Email a link there", address="anna@new.test")
    move = next(line for line in world.mails("Anna")[-1].text.splitlines() if "/address/" in line)
    browser.press("Sign out")
    later = world.signed_in_by_link("Anna")
    enter(world, move.removeprefix(BASE), "This is my address")
    assert not is_in(later)


def test_who_signs_in_as_somebody_else_leaves_the_session_before(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    thief = stolen(world, browser)
    link = mail_link(world, "Bert")
    browser.open(link)
    browser.press("Sign in", form=link)
    assert "You are signed in as Bert." in browser.text
    assert not is_in(thief)
    assert sessions(world) == []


def test_a_session_ends_when_it_was_not_used_for_long_and_is_noted_once_a_day(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    (began,) = sessions(world)
    world.clock.advance(timedelta(hours=23))
    assert is_in(browser)
    assert sessions(world) == [began]
    world.clock.advance(timedelta(hours=1))
    assert is_in(browser)
    (later,) = sessions(world)
    assert later.seen_ms - began.seen_ms == 86_400_000
    world.clock.advance(SESSION - timedelta(seconds=1))
    assert is_in(browser)
    world.clock.advance(SESSION)
    assert not is_in(browser)
    with world.database.read() as tx:
        assert list_sessions(tx, world.players["Anna"], later.seen_ms + 1), "it is kept until what is old is removed"
    now_ms = began.seen_ms + 200 * 86_400_000
    world.database.write(lambda tx: forget_sign_ins(tx, now_ms, now_ms))
    assert sessions(world) == []


def test_an_answer_that_comes_late_takes_back_nothing_that_another_put_into_the_cookie(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    for path in ("/my", "/my/settings", "/live.json"):
        assert "Set-Cookie" not in browser.open(path).headers
    world.clock.advance(timedelta(days=1))
    assert ["Set-Cookie" in browser.open("/my").headers for _ in range(3)] == [True, False, False], "it lasts from then"


def test_a_player_has_a_bounded_number_of_sessions_and_keeps_those_in_use(world: World) -> None:
    browsers = []
    anna, now_ms = world.players["Anna"], to_ms(world.clock())
    for _ in range(MOST_SESSIONS + 1):
        browsers.append(world.browser())
        token = f"token {len(browsers)}"
        world.database.write(partial(add_session, token=token, player_id=anna, agent="", now_ms=now_ms))
        with browsers[-1].client.session_transaction(base_url=BASE) as session:
            session["_user_id"] = token
    assert len(sessions(world)) == MOST_SESSIONS
    assert [is_in(browser) for browser in browsers] == [False] + [True] * MOST_SESSIONS


def test_a_signed_in_visit_reads_its_session_by_an_index_and_writes_nothing(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    before = sessions(world)
    with statements_of(world.database) as statements:
        browser.open("/sign-in/sent")
    requested = [sql for sql, _facts in statements.run if "web_session" in sql]
    assert len(requested) == 1 and requested[0].startswith("SELECT")
    with world.database.read() as tx:
        plan = str(tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {requested[0]}", ("x", 0)).all())
    assert "SCAN" not in plan
    assert sessions(world) == before


def test_the_settings_name_the_players_own_browsers_and_nobody_elses(world: World) -> None:
    for name, agent in (("Anna", FIREFOX), ("Bert", CHROME)):
        browser = world.browser()
        browser.client.environ_base["HTTP_USER_AGENT"] = f"{agent} canary-{name}"
        link = mail_link(world, name)
        browser.open(link)
        browser.press("Sign in", form=link)
    anna = world.browser()
    sit_down(anna.client, world.players["Anna"], BASE)
    anna.open("/my/settings")
    assert "This browser Firefox, Linux Signed in on 22 November 2026" in anna.text
    assert "Chrome, Android" not in anna.text
    assert "canary" not in anna.text
    (other,) = sessions(world, "Bert")
    token = anna.form("Sign out")[1]["csrf_token"]
    anna.post(f"/my/settings/sessions/{other.mark}/end", {"csrf_token": token})
    assert sessions(world, "Bert") == [other], "nobody ends another's session"


@each(
    ("user_agent", "label"),
    [
        (FIREFOX, "Firefox, Linux"),
        (CHROME, "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari, macOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome, iPhone"),
        ("curl/8.5.0", ""),
        ("", ""),
        ("<script>alert(1)</script>" * 9999, ""),
    ],
)
def test_browsers_are_named_in_words_of_ours(user_agent: str, label: str) -> None:
    assert agent_label(user_agent) == label


def test_sessions_outlive_the_server_but_not_a_restored_backup(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    world.app = create_app(Intake(world.database, world.clock, world.settings), world.clock)
    assert is_in(stolen(world, browser))
    link = mail_link(world)
    world.database.write(end_all_sessions)
    assert not is_in(stolen(world, browser))
    assert enter(world, link).response.status_code == 403
