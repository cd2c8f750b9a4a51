"""The notifier in its thread: what is committed is sent at once, encrypted, once, and whoever fails holds up nobody."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from adjudicator.kit import Game, World
from adjudicator.positions import plain
from server.kit import await_until

from notifications.kit import HANGING_SECONDS, Device, Endpoint, endpoint, poster, word_of
from notifications.telling import webhook
from pbem.clock import to_ms
from pbem.daemon import notifier as loop
from pbem.daemon.notifier import Notifier
from pbem.daemon.thread_pool import SLOW_FOR_SECONDS, SLOW_SECONDS, SlowEndpoints
from pbem.notifications import channels
from pbem.notifications.news import FIRST_PAUSE_MS, PAUSED_AFTER
from pbem.notifications.posting import IpAddress, PinnedPoster
from pbem.store import Tx
from pbem.store.accounts.channels import ChannelRow, find_channel, get_own_channel, list_channel_games, set_channel
from pbem.store.accounts.sessions import add_session, find_player_by_session

HOUR = timedelta(hours=1)


@pytest.fixture
def site() -> Iterator[Endpoint]:
    with endpoint() as found:
        yield found


@pytest.fixture
def game(world: World) -> Game:
    """A game of Anna and Bert, in which it is Anna's turn."""
    return world.game_at(plain())


@contextmanager
def notifying(world: World, by: PinnedPoster | None = None) -> Iterator[Notifier]:
    found = Notifier(world.database, world.clock, world.settings, by or poster())
    found.start()
    try:
        yield found
    finally:
        found.stop()


def device(world: World, player: str, site: Endpoint, keys: Device, path: str = "/send/1") -> ChannelRow:
    """A device of a player, by which all events are told."""
    now_ms, player_id = to_ms(world.clock()), world.players[player]

    def work(tx: Tx) -> ChannelRow:
        add_session(tx, f"token {path}", player_id, "Firefox", now_ms)
        signed_in = find_player_by_session(tx, f"token {path}", 0)
        assert signed_in is not None
        given: dict[str, Any] = {"endpoint": site.address(path), **keys.keys, "name": "Phone", "now_ms": now_ms}
        return channels.add_push(tx, player_id, signed_in[1], **given)

    return world.database.write(work)


def fate(world: World, row: ChannelRow) -> ChannelRow:
    """A channel as it is now."""
    with world.database.read() as tx:
        return get_own_channel(tx, row.player_id, row.id)


def await_fate(world: World, row: ChannelRow, **facts: Any) -> ChannelRow:
    """Wait until a channel has these facts."""
    await_until(lambda: all(getattr(fate(world, row), name) == value for name, value in facts.items()), f"{facts}")
    return fate(world, row)


def test_a_device_gets_what_only_it_can_read_under_the_servers_signed_name(
    world: World, site: Endpoint, game: Game
) -> None:
    phone = Device()
    row = device(world, "Bert", site, phone)
    with notifying(world):
        game.send(0, "end")
        (posted,) = site.await_posted(1)
        await_fate(world, row, last_ms=to_ms(world.clock()))
    assert phone.read(posted) == {
        "title": "Whitsun",
        "body": "It's your turn. Deadline: Sunday 29 November 2026, 17:01 UTC.",
        "tag": "game-e1",
        "url": "https://games.test/games/e1",
        "kind": "turn",
    }
    with world.database.read() as tx:
        claims = word_of(posted, channels.ensure_public_key(tx))
    now_s = to_ms(world.clock()) // 1000
    assert claims["aud"] == site.address("") and claims["sub"] == "https://games.test"
    assert now_s < claims["exp"] <= now_s + 24 * 3600
    assert (posted.path, posted.headers["Topic"], posted.headers["Urgency"]) == ("/send/1", "game-e1", "high")
    assert abs(int(posted.headers["TTL"]) - 7 * 24 * 3600) <= 60
    assert b"Whitsun" not in posted.body


def test_a_webhook_gets_its_notice_and_nothing_twice(world: World, site: Endpoint, game: Game) -> None:
    row = webhook(world, "Bert", site.address("/services/secret"), kind="discord")
    with notifying(world):
        game.send(0, "end")
        (posted,) = site.await_posted(1)
        await_fate(world, row, last_ms=to_ms(world.clock()))
        world.clock.advance(HOUR)
        time.sleep(2 * loop.REST_SECONDS)
    assert len(site.posted) == 1
    assert posted.json["content"].startswith("Whitsun (Bert): It's your turn.")


def test_a_device_that_is_gone_is_removed(world: World, site: Endpoint, game: Game) -> None:
    for number, status in enumerate((404, 410)):
        row = device(world, "Bert", site, Device(), f"/send/{number}")
        site.answers.append((status, {}))
        with notifying(world):
            channels_test(world, row)
            await_until(lambda: not channels_of(world, "Bert"), "the device is gone")


def channels_test(world: World, row: ChannelRow) -> None:
    """Ask for a test."""
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: channels.begin_test(tx, row.player_id, row.id, now_ms))


def channels_of(world: World, player: str) -> tuple[ChannelRow, ...]:
    with world.database.read() as tx:
        return channels.load_channels(tx, world.players[player])


def test_a_webhook_that_is_gone_is_paused_with_the_reason(world: World, site: Endpoint, game: Game) -> None:
    row = webhook(world, "Bert", site.address())
    site.answers.append((404, {}))
    with notifying(world):
        game.send(0, "end")
        after = await_fate(world, row, failure="gone")
    assert after.paused_ms == to_ms(world.clock()) and after.failures == 1


def test_who_is_too_busy_is_asked_again_when_they_said(world: World, site: Endpoint, game: Game) -> None:
    row = webhook(world, "Bert", site.address())
    site.answers.append((429, {"Retry-After": "600"}))
    with notifying(world):
        game.send(0, "end")
        after = await_fate(world, row, failure="busy")
        assert after.retry_ms == to_ms(world.clock()) + 600_000
        world.clock.advance(timedelta(seconds=601))
        site.await_posted(2)
        after = await_fate(world, row, failure="")
    assert (after.failures, after.failing_ms, after.retry_ms) == (0, None, 0)
    assert site.posted[0].json == site.posted[1].json


def test_who_fails_for_days_is_asked_ever_less_and_then_paused(world: World, site: Endpoint, game: Game) -> None:
    row = webhook(world, "Bert", site.address())
    site.answers.extend([(503, {})] * 100)
    pauses, tries = [], 0
    with notifying(world):
        game.send(0, "end")
        while fate(world, row).paused_ms is None:
            tries += 1
            after = await_fate(world, row, failures=tries)
            pauses.append(after.retry_ms - to_ms(world.clock()))
            world.clock.advance(timedelta(milliseconds=after.retry_ms - to_ms(world.clock()), seconds=1))
    assert pauses[:4] == [FIRST_PAUSE_MS, 2 * FIRST_PAUSE_MS, 4 * FIRST_PAUSE_MS, 8 * FIRST_PAUSE_MS]
    assert PAUSED_AFTER < tries < 40 and max(pauses) == 6 * 3_600_000
    assert fate(world, row).failure == "busy"


@pytest.mark.parametrize(
    ("status", "reason"), [(301, "redirect"), (307, "redirect"), (400, "refused"), (403, "refused"), (500, "busy")]
)
def test_an_answer_that_is_none_of_success_is_told_to_the_owner(
    world: World, site: Endpoint, game: Game, status: int, reason: str
) -> None:
    row = webhook(world, "Bert", site.address())
    site.answers.append((status, {"Location": site.address("/elsewhere")}))
    with notifying(world):
        game.send(0, "end")
        await_fate(world, row, failure=reason)
    assert [one.path for one in site.posted] == ["/hook"] and reason in channels.FAILURES


def test_a_private_address_is_told_to_the_owner_and_never_connected_to(
    world: World, site: Endpoint, game: Game
) -> None:
    row = webhook(world, "Bert", site.address(host="localhost"))
    with notifying(world, PinnedPoster()):
        channels_test(world, row)
        await_fate(world, row, failure="private", test_waits=False)
    assert site.posted == []
    unknown = channels.FAILURES["name"]
    assert channels.FAILURES["private"] == unknown, "nobody can try which names a private network knows"


def test_a_test_is_sent_at_once_in_quiet_hours_and_pauses_too(world: World, site: Endpoint, game: Game) -> None:
    phone = Device()
    row = device(world, "Bert", site, phone)
    world.database.write(
        lambda tx: set_channel(tx, row.id, quiet_from=0, quiet_until=1439, paused_ms=1, failure="busy")
    )
    with notifying(world):
        channels_test(world, row)
        (posted,) = site.await_posted(1)
        after = await_fate(world, row, failure="", test_waits=False)
    assert phone.read(posted)["kind"] == "test" and posted.headers["Urgency"] == "high"
    assert after.paused_ms == 1 and after.last_ms == to_ms(world.clock())


def test_what_nobody_foresaw_is_a_failure_after_which_a_device_rests(world: World, site: Endpoint, game: Game) -> None:
    requested: list[str] = []

    def failing(host: str, _port: int) -> Sequence[IpAddress]:
        requested.append(host)
        raise RuntimeError("a fault of ours")

    row = device(world, "Bert", site, Device())
    with notifying(world, poster(failing)):
        game.send(0, "end")
        await_fate(world, row, failures=1, failure="connection")
        time.sleep(3 * loop.REST_SECONDS)
    assert len(requested) == 1


def test_a_hanging_endpoint_holds_up_nobody_else(
    world: World, site: Endpoint, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bound in ("STEP_SECONDS", "WHOLE_SECONDS"):
        monkeypatch.setattr(f"pbem.notifications.posting.{bound}", 2 * HANGING_SECONDS)
    with endpoint() as hanging:
        hanging.release.clear()
        webhook(world, "Bert", hanging.address())
        row = webhook(world, "Anna", site.address())
        with notifying(world):
            game.send(0, "end")
            hanging.await_posted(1)
            channels_test(world, row)
            site.await_posted(1)
            begun = time.monotonic()
        assert time.monotonic() - begun < HANGING_SECONDS / 2, "it ends though one hangs"


def test_nine_accounts_with_slow_endpoints_hold_up_nobody_else(
    world: World, site: Endpoint, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bound in ("STEP_SECONDS", "WHOLE_SECONDS"):
        monkeypatch.setattr(f"pbem.notifications.posting.{bound}", 2 * HANGING_SECONDS)
    row = webhook(world, "Anna", site.address())
    with endpoint() as hanging:
        hanging.release.clear()
        slow = []
        for number in range(9):
            world.add_player(f"Slow{number}")
            slow.append(webhook(world, f"Slow{number}", hanging.address()))
        with notifying(world):
            for one in slow:
                channels_test(world, one)
            hanging.await_posted(9)
            channels_test(world, row)
            site.await_posted(1)


def test_who_was_slow_is_sent_to_apart_and_one_at_a_time(
    world: World, site: Endpoint, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bound in ("STEP_SECONDS", "WHOLE_SECONDS"):
        monkeypatch.setattr(f"pbem.notifications.posting.{bound}", 2 * HANGING_SECONDS)
    for lanes in ("THREADS", "SLOW_THREADS"):
        monkeypatch.setattr(loop, lanes, 1)
    with endpoint() as hanging:
        row = webhook(world, "Anna", site.address())
        slow = [webhook(world, "Bert", hanging.address(f"/{number}")) for number in range(3)]
        with notifying(world) as notifier:
            notifier._slow.note(slow[0].player_id, "elsewhere.test:443", SLOW_SECONDS + 1)
            hanging.release.clear()
            for one in slow:
                channels_test(world, one)
            hanging.await_posted(1)
            channels_test(world, row)
            site.await_posted(1)
            assert len(hanging.posted) == 1


def test_who_is_slow_is_so_for_an_hour_and_a_server_until_it_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr("pbem.daemon.thread_pool.time.monotonic", lambda: now[0])
    slow = SlowEndpoints()
    assert not slow.note(1, "a", SLOW_SECONDS)
    assert slow.note(1, "a", SLOW_SECONDS + 0.1)
    assert slow.has(1, "b") and slow.has(2, "a") and not slow.has(2, "b")
    assert not slow.note(2, "a", 0.1)
    assert slow.has(1, "a"), "by turns quick and slow is slow"
    assert not slow.has(2, "a")
    now[0] += SLOW_FOR_SECONDS
    assert not slow.has(1, "a")


def test_no_transaction_is_open_while_something_is_sent(world: World, site: Endpoint, game: Game) -> None:
    site.release.clear()
    row = webhook(world, "Bert", site.address())
    with notifying(world):
        game.send(0, "end")
        site.await_posted(1)
        assert world.database.write(lambda tx: find_channel(tx, row.id)) is not None
        with world.database.read() as tx:
            (known,) = list_channel_games(tx, [row.id])
        assert known.sending is not None
        site.release.set()
        await_fate(world, row, last_ms=to_ms(world.clock()))
    with world.database.read() as tx:
        (known,) = list_channel_games(tx, [row.id])
    assert known.sending is None


def test_a_channel_that_is_removed_while_it_is_sent_to_stays_removed(world: World, site: Endpoint, game: Game) -> None:
    site.release.clear()
    row = webhook(world, "Bert", site.address())
    with notifying(world):
        game.send(0, "end")
        site.await_posted(1)
        world.database.write(lambda tx: channels.remove(tx, row.player_id, row.id))
        site.release.set()
    assert channels_of(world, "Bert") == ()


def test_what_a_webhook_may_have_taken_is_not_said_twice(
    world: World, site: Endpoint, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.notifications.posting.STEP_SECONDS", 1.0)
    row = webhook(world, "Bert", site.address())
    site.release.clear()
    with notifying(world):
        game.send(0, "end")
        await_fate(world, row, failure="timeout")
        site.release.set()
        world.clock.advance(HOUR)
        time.sleep(2 * loop.REST_SECONDS)
        channels_test(world, row)
        site.await_posted(2)
    assert [one.json["text"].partition(":")[0] for one in site.posted] == ["Whitsun (Bert)", "A test (Bert)"]
