"""A player's page of devices and webhooks: added, tried and removed by their owner, and seen by nobody else."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from web_kit import Browser, World, new_world
from werkzeug.test import TestResponse

from pbem.clock import to_ms
from pbem.notifications.messages import KEY, encoded
from pbem.store.accounts.channels import ChannelRow, list_channels_of, set_channel
from pbem.store.accounts.sessions import list_sessions
from pbem.store.service.server import find_meta

HOOK: Final = "https://chat.example/services/T0/B0/canary"
ENDPOINT: Final = "https://push.example/send/canary"
POINT: Final = encoded(
    ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
AUTH: Final = encoded(b"canary in a key.")
DEVICE: Final = {"endpoint": ENDPOINT, "p256dh": POINT, "auth": AUTH}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def channels_of(world: World, name: str = "Anna") -> list[ChannelRow]:
    with world.database.read() as tx:
        return list_channels_of(tx, world.players[name])


def page(browser: Browser) -> Browser:
    browser.open("/my/notifications")
    return browser


def add_webhook(browser: Browser, address: str = HOOK, kind: str = "slack", name: str = "Club") -> TestResponse:
    return page(browser).press("Add", kind=kind, address=address, name=name)


def add_device(browser: Browser, **fields: str) -> TestResponse:
    return page(browser).press("Notify this device", **DEVICE | fields)


def renewed(world: World, **fields: str) -> int:
    """The status of the answer to what a browser sends by itself, without any cookie."""
    return world.app.test_client().post("/service-worker/renew", data=fields, base_url="https://games.test").status_code


def test_a_webhook_is_added_and_its_address_is_not_shown_again(world: World) -> None:
    anna = world.signed_in("Anna")
    add_webhook(anna)
    assert "The webhook is added" in anna.text and "Club · Slack · chat.example" in anna.text
    assert "canary" not in anna.response.get_data(as_text=True)
    (row,) = channels_of(world)
    assert (row.kind, row.address, sorted(row.events)) == ("slack", HOOK, ["over", "reminder", "turn"])


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://chat.example/x", "must begin with https://"),
        ("https://anna:secret@chat.example/x", "no user name"),
        ("https://10.0.0.7/hook", "private network"),
        ("https://[::ffff:127.0.0.1]/hook", "private network"),
        ("nonsense", "not a web address"),
    ],
)
def test_an_address_that_cannot_be_written_to_comes_back_with_the_reason(
    world: World, address: str, reason: str
) -> None:
    anna = world.signed_in("Anna")
    assert add_webhook(anna, address).status_code == 422
    assert reason in anna.text and channels_of(world) == []
    box = anna.page.get_element_by_id("webhook-address")
    assert (box.value, box.get("aria-invalid")) == (address, "true")


def test_what_is_told_and_when_is_the_players_choice(world: World) -> None:
    anna = world.signed_in("Anna")
    add_webhook(anna)
    anna.press("Save", events=["turn", "press"], **{"from": "22:00", "until": "07:30"}, name=" The   club ")
    assert "Your choice is saved" in anna.text
    (row,) = channels_of(world)
    assert (sorted(row.events), row.name) == (["press", "turn"], "The club")
    assert (row.quiet_from, row.quiet_until) == (22 * 60, 7 * 60 + 30)
    assert [box.get("value") for box in anna.page.xpath("//input[@type='checkbox'][@checked]")] == ["turn", "press"]
    assert [box.get("value") for box in anna.page.xpath("//input[@type='time']")] == ["22:00", "07:30"]
    for times in ({"from": "25:00", "until": "7:00"}, {"from": "22:00", "until": ""}):
        assert anna.press("Save", **times).status_code == 422
        assert channels_of(world) == [row]
        page(anna)
    anna.press("Pause")
    assert "Paused." in anna.text and channels_of(world)[0].paused_ms is not None
    anna.press("Resume")
    assert channels_of(world)[0].paused_ms is None


def test_a_test_is_begun_once_a_minute_and_wakes_the_server(world: World) -> None:
    anna = world.signed_in("Anna")
    add_webhook(anna)
    before = len(world.changes)
    anna.press("Send a test")
    assert "A test is being sent." in anna.text and channels_of(world)[0].test_waits
    assert len(world.changes) > before
    page(anna)
    assert anna.press("Send a test").status_code == 422
    assert "less than a minute ago" in anna.text
    world.clock.advance(timedelta(minutes=1))
    assert page(anna).press("Send a test").status_code == 200


def test_a_device_is_added_once_and_named_after_its_browser(world: World) -> None:
    anna = world.signed_in("Anna")
    for _ in range(2):
        add_device(anna)
    assert "This device will be told" in anna.text
    (row,) = channels_of(world)
    assert (row.kind, row.address, row.p256dh, row.auth_secret) == ("push", ENDPOINT, POINT, AUTH)
    shown = anna.response.get_data(as_text=True)
    assert not any(secret in shown for secret in (ENDPOINT, POINT, AUTH))
    assert add_device(anna, p256dh="nonsense").status_code == 422


def test_the_same_form_sent_twice_adds_one(world: World) -> None:
    anna = page(world.signed_in("Anna"))
    path, fields = anna.form("Add")
    for _ in range(2):
        anna.post(path, {**fields, "kind": "ntfy", "address": "https://ntfy.example/canary", "name": ""})
        assert anna.response.status_code == 200
    assert len(channels_of(world)) == 1


@pytest.mark.parametrize("way", ["Sign out", "Sign out everywhere", "elsewhere"])
def test_a_device_is_forgotten_with_the_session_it_was_added_in_and_a_webhook_stays(world: World, way: str) -> None:
    anna, other = world.signed_in("Anna"), world.signed_in("Anna")
    add_device(anna)
    add_webhook(anna)
    if way == "elsewhere":
        (mine,) = channels_of(world)[:1]
        with world.database.read() as tx:
            marks = {row.id: row.mark for row in list_sessions(tx, world.players["Anna"], 0)}
        assert mine.session_id is not None
        other.open("/my/settings")
        other.press("Sign out", form=f"/sessions/{marks[mine.session_id]}/")
    else:
        anna.open("/my/settings")
        anna.press(way)
    assert [row.kind for row in channels_of(world)] == ["slack"]


def test_a_device_stays_when_its_player_signs_in_anew(world: World) -> None:
    anna = world.signed_in("Anna")
    add_device(anna)
    before = channels_of(world)[0].session_id
    anna.open("/sign-in")
    anna.press("Email me a link", address="anna@player.test")
    anna.open(world.link("Anna"))
    anna.press("Sign in", form="/sign-in/")
    (row,) = channels_of(world)
    assert row.session_id is not None and row.session_id != before
    anna.open("/my/settings")
    anna.press("Sign out everywhere")
    assert channels_of(world) == []


def test_a_browser_that_another_player_signs_in_with_tells_them_alone(world: World) -> None:
    add_device(world.signed_in("Anna"))
    add_device(world.signed_in("Bert"))
    assert (channels_of(world), [row.address for row in channels_of(world, "Bert")]) == ([], [ENDPOINT])


def test_nobody_alters_or_sees_anothers(world: World) -> None:
    anna, bert = world.signed_in("Anna"), world.signed_in("Bert")
    add_webhook(anna)
    path, fields = anna.form("Remove")
    page(bert)
    bert.post(path, {**fields, **{name: bert.form("Add")[1][name] for name in ("csrf_token", "form_key")}})
    assert "that one was removed before" in bert.text and len(channels_of(world)) == 1
    for browser in (bert, world.browser()):
        for address in ("/my/notifications", "/my/settings", "/my", "/", f"/players/{world.players['Anna']}"):
            found = browser.open(address).get_data(as_text=True)
            assert not any(secret in found for secret in ("canary", "chat.example", AUTH))
    anna.press("Remove")
    assert "Nothing is sent there any more" in anna.text and channels_of(world) == []
    anna.post(path, fields | {"form_key": "another"})
    assert "that one was removed before" in anna.text


def test_ten_are_the_most(world: World) -> None:
    anna = world.signed_in("Anna")
    for number in range(10):
        add_webhook(anna, f"{HOOK}/{number}")
    assert "You have as many" in anna.text and not anna.page.xpath("//*[@id='webhook-address']")
    assert add_device(anna).status_code == 422
    assert len(channels_of(world)) == 10


def test_a_browser_renews_its_own_address_and_nobody_can_without_the_old_secret(world: World) -> None:
    add_device(world.signed_in("Anna"))
    new = {"endpoint": f"{ENDPOINT}/new", "p256dh": POINT, "auth": AUTH}
    assert renewed(world, old="https://push.example/send/guessed", old_auth=AUTH, **new) == 204
    assert renewed(world, old=ENDPOINT, **new) == renewed(world, old=ENDPOINT, old_auth="?", **new) == 204
    assert [row.address for row in channels_of(world)] == [ENDPOINT]
    assert renewed(world, old=ENDPOINT, old_auth=AUTH, **new) == 204
    assert [row.address for row in channels_of(world)] == [f"{ENDPOINT}/new"]
    for old in (f"{ENDPOINT}/new", "https://push.example/send/guessed"):
        for bad in ({}, {**new, "p256dh": "?"}):
            assert renewed(world, old=old, old_auth=AUTH, **bad) == 400, "whether the old address is known or not"
    assert renewed(world, **new) == 204, "as for any old address that is not known"
    assert [row.p256dh for row in channels_of(world)] == [POINT]


def test_the_worker_is_the_same_for_all_and_is_asked_for_anew(world: World) -> None:
    response = world.browser().open("/service-worker.js")
    assert response.status_code == 200 and response.mimetype in ("text/javascript", "application/javascript")
    assert response.headers["Cache-Control"] == "no-cache" and "Set-Cookie" not in response.headers
    assert "worker-src 'self'" in response.headers["Content-Security-Policy"]
    again = world.browser().open("/service-worker.js", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_the_servers_key_is_made_once_and_its_secret_half_shown_to_nobody(world: World) -> None:
    keys = set()
    for name in ("Anna", "Bert"):
        browser = page(world.signed_in(name))
        keys.add(browser.page.get_element_by_id("this-device").get("data-key"))
        with world.database.read() as tx:
            secret = find_meta(tx, KEY)
        assert secret is not None and secret not in browser.response.get_data(as_text=True)
    assert len(keys) == 1 and len(keys.pop()) == 87


def test_failures_are_told_in_words(world: World) -> None:
    anna = world.signed_in("Anna")
    add_webhook(anna)
    (row,) = channels_of(world)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: set_channel(tx, row.id, failure="certificate", failures=3))
    assert "did not arrive: The certificate of its server is not valid" in page(anna).text
    world.database.write(lambda tx: set_channel(tx, row.id, paused_ms=now_ms))
    assert "Paused, because nothing arrived for days:" in page(anna).text
