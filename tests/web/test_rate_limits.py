"""Who is counted, behind proxies and without; and that counts take little room, whoever sends what."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from each_kit import each
from structlog.testing import capture_logs
from web_kit import World, new_world

from pbem.config import Web
from pbem.intake import Intake
from pbem.networks import SITE_SHARE, site_of, subscriber
from pbem.web import form_counts
from pbem.web.app import create_app
from pbem.web.form_counts import BoundedStorage, SharedStorage
from pbem.web.protection import LIMITS, TrustedProxies

PROXY = "10.0.0.1"
PROXIES = TrustedProxies(["10.0.0.0/8", "::1/128"])


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def trust(world: World, *proxies: str) -> None:
    """Have the server trust proxies."""
    web = Web(base_url=world.settings.web.base_url, trusted_proxies=proxies)
    world.settings = world.settings.model_copy(update={"web": web})
    world.app = create_app(Intake(world.database, world.clock, world.settings), world.clock)


def storage(world: World) -> BoundedStorage:
    """Where the counts lie."""
    (limiter,) = world.app.extensions["limiter"]
    assert isinstance(limiter.storage, BoundedStorage)
    return limiter.storage


class Visitor:
    """Somebody at the sign-in form, who comes from an address."""

    def __init__(self, world: World, neighbour: str) -> None:
        self.browser = world.browser()
        self.browser.client.environ_base["REMOTE_ADDR"] = neighbour
        self.browser.open("/sign-in")
        self.path, self.fields = self.browser.form("Email me a link")

    def ask(self, forwarded: str = "", address: str = "stranger@elsewhere.test") -> int:
        """Ask for a link, and tell the status of the answer."""
        headers = {"X-Forwarded-For": forwarded, "Forwarded": f"for={forwarded}"} if forwarded else {}
        client, fields = self.browser.client, {**self.fields, "address": address}
        return client.post(self.path, data=fields, base_url="https://games.test", headers=headers).status_code


@each(
    ("neighbour", "header", "client"),
    [
        ("192.0.2.7", "", "192.0.2.7"),
        ("192.0.2.7", "203.0.113.9", "192.0.2.7"),
        (PROXY, "", PROXY),
        (PROXY, "203.0.113.9", "203.0.113.9"),
        (PROXY, "1.1.1.1, 203.0.113.9", "203.0.113.9"),
        (PROXY, "1.1.1.1,203.0.113.9 , 10.9.9.9", "203.0.113.9"),
        (PROXY, "10.1.1.1, 10.2.2.2", "10.1.1.1"),
        (PROXY, "203.0.113.9:4711", "203.0.113.9"),
        (PROXY, '"[2001:db8::7]:4711"', "2001:db8::7"),
        (PROXY, "2001:db8::7", "2001:db8::7"),
        (PROXY, "::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("::1", "203.0.113.9", "203.0.113.9"),
        (PROXY, "unknown", PROXY),
        (PROXY, "203.0.113.9, unknown", PROXY),
        (PROXY, "203.0.113.9, nonsense, 10.9.9.9", "10.9.9.9"),
        (PROXY, "1.1.1.1," * 99_999 + "203.0.113.9", "203.0.113.9"),
        (PROXY, "9" * 99_999, PROXY),
        (PROXY, ",,,", PROXY),
        ("", "203.0.113.9", ""),
    ],
)
def test_the_client_is_the_right_most_hop_that_is_no_trusted_proxy(neighbour: str, header: str, client: str) -> None:
    assert PROXIES.client(neighbour, header) == client


@each(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1%eth0", "2001:db8:1:2::/64"),
        ("not an address", "not an address"),
    ],
)
def test_an_ipv6_subscriber_counts_as_one(address: str, counted: str) -> None:
    assert subscriber(address) == counted


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("not an address", "not an address"),
    ],
)
def test_a_site_is_known_by_an_address_or_a_subscriber(address: str, counted: str) -> None:
    assert site_of(address) == counted


def test_all_subscribers_of_an_ipv6_site_share_a_limit_too(world: World) -> None:
    statuses = [Visitor(world, f"2001:db8:1:{number % 60:x}::1").ask() for number in range(30 * SITE_SHARE + 1)]
    assert statuses == [303] * 30 * SITE_SHARE + [429]
    assert Visitor(world, "2001:db8:2::1").ask() == 303


def test_behind_a_trusted_proxy_one_visitor_uses_up_nobody_elses_sign_ins(world: World) -> None:
    trust(world, "10.0.0.0/8")
    browser = Visitor(world, PROXY)
    statuses = [browser.ask("203.0.113.9") for _ in range(31)]
    assert statuses == [303] * 30 + [429]
    assert browser.ask("1.1.1.1, 203.0.113.9") == 429, "what the client itself claims is not believed"
    assert browser.ask("203.0.113.10") == 303
    assert browser.ask("203.0.113.9, 203.0.113.11") == 303


def test_who_is_no_trusted_proxy_is_believed_nothing(world: World) -> None:
    trust(world, "10.0.0.0/8")
    browser = Visitor(world, "192.0.2.7")
    statuses = [browser.ask(f"203.0.113.{number}") for number in range(31)]
    assert statuses == [303] * 30 + [429]


def test_a_proxy_that_nobody_named_is_told_of_once(world: World) -> None:
    with capture_logs() as logs:
        Visitor(world, "192.88.99.1").ask("203.0.113.9")
        Visitor(world, "2a00::1").ask("203.0.113.9")
        assert logs == [], "somebody on the internet who makes a header up"
        for _ in range(3):
            Visitor(world, "127.0.0.1").ask("203.0.113.9")
    assert [(line["log_level"], line["address"]) for line in logs] == [("warning", "127.0.0.1")]
    assert "trusted_proxies" in logs[0]["event"]


def test_clients_of_one_ipv6_subscriber_share_a_limit(world: World) -> None:
    for number in range(30):
        assert Visitor(world, f"2001:db8:1:2::{number:x}").ask() == 303
    assert Visitor(world, "2001:db8:1:2:ffff::1").ask() == 429
    assert Visitor(world, "2001:db8:1:3::1").ask() == 303


def test_counts_have_short_keys_and_a_bounded_number(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_counts, "MOST_KEYS", 20)
    for number in range(60):
        visitor = Visitor(world, f"198.51.100.{number}")
        assert visitor.ask(address=f"{'a' * 50}{number}@elsewhere.test") == 303
        assert visitor.ask(address="a" * 60_000) == 422
    kept = storage(world)
    assert len(kept.storage) == len(kept.expirations) == 20
    assert len(kept.locks) <= 21
    assert max(map(len, kept.storage)) < 100
    assert not [key for key in kept.storage if "198.51" in key or "elsewhere" in key]


def test_no_count_lasts_longer_because_the_clock_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, even = [10_000.0], [50.0]
    monkeypatch.setattr("limits.storage.memory.time.time", lambda: wall[0])
    monkeypatch.setattr("pbem.web.form_counts.time.monotonic", lambda: even[0])
    counts = BoundedStorage()
    assert [counts.incr("key", 60) for _ in range(2)] == [1, 2]
    wall[0] -= 7200
    even[0] += 59
    assert counts.get("key") == 2
    even[0] += 1
    assert counts.get("key") == 0
    assert [counts.incr("key", 60) for _ in range(2)] == [1, 2]


def test_two_processes_share_one_limit_and_a_clock_set_back_makes_no_count_last(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps = [create_app(world.intake, world.clock, shares_limits=True) for _process in range(2)]
    for number in range(30):
        world.app = apps[number % 2]
        assert Visitor(world, "198.51.100.7").ask() == 303
    for world.app in apps:
        assert Visitor(world, "198.51.100.7").ask() == 429
        assert Visitor(world, "198.51.100.8").ask() == 303
    counts, now = SharedStorage("shared://", database=world.database), [10_000_000]
    monkeypatch.setattr(form_counts, "_now_ms", lambda _tx: now[0])
    assert [counts.incr("key", 60) for _ in range(2)] == [1, 2]
    now[0] += 59_000
    assert (counts.get("key"), counts.get_expiry("key")) == (2, 10_060)
    now[0] += 1_000
    assert counts.get("key") == 0
    assert [counts.incr("key", 60) for _ in range(2)] == [1, 2]
    now[0] -= 7_200_000
    assert counts.incr("key", 60) == 1


def test_what_is_refused_uses_up_nothing_that_others_share(world: World) -> None:
    visitor = Visitor(world, "198.51.100.7")
    for _ in range(40):
        visitor.ask()
    counted = [count for key, count in storage(world).storage.items() if "everybody" in key]
    assert counted == [30]


def test_every_form_has_a_limit(world: World) -> None:
    forms = {rule.endpoint for rule in world.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert {form for form in forms if not form.startswith("moderate")} - {"auth.sign_out"} == set(LIMITS)


def test_guests_of_one_place_are_counted_by_themselves_as_they_play(world: World) -> None:
    for _guest in range(2):
        browser = world.browser()
        browser.open("/")
        browser.press("Play now", seats="2")
        for _press in range(2):
            assert browser.press("Preview", orders="end").status_code == 200
    counts = [count for key, count in storage(world).storage.items() if "/120/" in key]
    assert counts == [2, 2]
