"""Channels are added, altered and removed by their owner only, and what cannot be is refused with a reason."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from each_kit import each
from sqlalchemy import text
from store_kit import T0, new_game, new_player, open_transaction

from pbem.notifications import channels, moments
from pbem.notifications.channels import ChannelRefused
from pbem.notifications.messages import decoded, encoded
from pbem.notifications.news import note_failed, note_sent
from pbem.notifications.posting import NotSent
from pbem.store import NotFound, Tx
from pbem.store.accounts.channels import (
    ChannelRow,
    get_own_channel,
    list_channel_games,
    list_channels_to_test,
    set_channel,
)
from pbem.store.accounts.sessions import WebSessionRow, add_session, find_player_by_session
from pbem.store.service.server import find_meta

ENDPOINT = "https://push.example/send/abc"
HOOK = "https://hooks.example/services/T0/B0/secret"


def p256dh() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return encoded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


KEYS: Final[dict[str, Any]] = {"p256dh": p256dh(), "auth": encoded(bytes(16))}


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def session_of(tx: Tx, player: int, token: str = "token") -> WebSessionRow:
    add_session(tx, token, player, "Firefox, Linux", T0)
    found = find_player_by_session(tx, token, T0 - 1)
    assert found is not None
    return found[1]


def device(tx: Tx, player: int, session: WebSessionRow, **facts: Any) -> ChannelRow:
    given: dict[str, Any] = {"endpoint": ENDPOINT, **KEYS, "name": "Firefox", "now_ms": T0} | facts
    return channels.add_push(tx, player, session, **given)


def webhook(tx: Tx, player: int, **facts: Any) -> ChannelRow:
    given: dict[str, Any] = {"kind": "slack", "address": HOOK, "name": "Club", "now_ms": T0}
    return channels.add_webhook(tx, player, **given | facts)


def altered(tx: Tx, player: int, channel: int, **facts: Any) -> ChannelRow:
    given = {"name": "Club", "events": ["turn"], "quiet_from": None, "quiet_until": None, "paused": False}
    return channels.alter(tx, player, channel, **given | {"now_ms": T0 + 9} | facts)


def test_a_device_that_is_added_again_gets_its_new_keys_and_keeps_what_was_chosen(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    first = device(tx, ada, session_of(tx, ada))
    altered(tx, ada, first.id, events=["press"])
    keys, session = p256dh(), session_of(tx, ada, "another")
    again = device(tx, ada, session, p256dh=keys)
    assert (again.id, again.p256dh, again.session_id) == (first.id, keys, session.id)
    assert again.events == {"press"}
    assert channels.load_channels(tx, ada) == (again,)


def test_a_device_that_failed_and_is_allowed_anew_goes_on(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    session = session_of(tx, ada)
    row = device(tx, ada, session)
    set_channel(tx, row.id, failures=9, failure="refused", failing_ms=T0, retry_ms=T0 + 9, paused_ms=T0)
    again = device(tx, ada, session, p256dh=p256dh())
    assert (again.failures, again.failure, again.failing_ms, again.retry_ms, again.paused_ms) == (0, "", None, 0, None)
    altered(tx, ada, row.id, paused=True)
    assert device(tx, ada, session, p256dh=p256dh()).paused_ms == T0 + 9, "what its owner paused stays paused"


def test_a_device_in_which_somebody_else_signs_in_is_theirs_and_as_new(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    first = device(tx, ada, session_of(tx, ada))
    altered(tx, ada, first.id, events=["press"])
    moved = device(tx, ben, session_of(tx, ben, "ben's"))
    assert channels.load_channels(tx, ada) == () and channels.load_channels(tx, ben) == (moved,)
    assert moved.events == channels.DEFAULT_EVENTS


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"address": "http://hooks.example/x"}, "must begin with https"),
        ({"address": "ftp://hooks.example/x"}, "must begin with https"),
        ({"address": "hooks.example/x"}, "not a web address"),
        ({"address": "https://"}, "not a web address"),
        ({"address": "https://./x"}, "not a web address"),
        ({"address": "https://hooks.example:0/"}, "not a web address"),
        ({"address": "https://hooks.example:99999/"}, "not a web address"),
        ({"address": "https://[::1/"}, "not a web address"),
        ({"address": "https://hooks.example/a b"}, "not a web address"),
        ({"address": "https://hooks.example/a\r\nHost: b"}, "not a web address"),
        ({"address": "https://hooks.example\\@127.0.0.1/"}, "not a web address"),
        ({"address": "https://[fe80::1%25eth0]/"}, "not a web address"),
        ({"address": "https://münchen.example/"}, "not a web address"),
        ({"address": "https://hooks.example/" + "x" * 2000}, "not a web address"),
        ({"address": ""}, "not a web address"),
        ({"address": "https://ada:secret@hooks.example/"}, "no user name"),
        ({"address": "https://127.0.0.1/"}, "private network"),
        ({"address": "https://[::ffff:10.0.0.1]/"}, "private network"),
        ({"kind": "push"}, "where the notices should go"),
        ({"kind": "pigeon"}, "where the notices should go"),
        ({"kind": "ntfy", "address": "https://ntfy.example/"}, "name of your topic"),
        ({"kind": "ntfy", "address": "https://ntfy.example/?auth=x"}, "name of your topic"),
    ],
)
def test_what_is_no_webhook_is_refused_with_a_reason(tx: Tx, facts: dict[str, Any], reason: str) -> None:
    ada = new_player(tx, "Ada")
    with pytest.raises(ChannelRefused, match=reason):
        webhook(tx, ada, **facts)
    assert channels.load_channels(tx, ada) == ()


@pytest.mark.parametrize(
    "facts",
    [
        {"p256dh": ""},
        {"p256dh": "!"},
        {"p256dh": encoded(bytes(65))},
        {"p256dh": encoded(b"\4" + bytes(64))},
        {"auth": ""},
        {"auth": "a"},
        {"auth": encoded(bytes(15))},
        {"auth": "ä" * 22},
        {"endpoint": "http://push.example/"},
        {"endpoint": "https://10.1.2.3/"},
    ],
)
def test_what_is_no_device_is_refused_when_added_and_when_renewed(tx: Tx, facts: dict[str, Any]) -> None:
    ada = new_player(tx, "Ada")
    session = session_of(tx, ada)
    with pytest.raises(ChannelRefused):
        device(tx, ada, session, **facts)
    row = device(tx, ada, session)
    with pytest.raises(ChannelRefused):
        channels.renew(tx, ENDPOINT, KEYS["auth"], **{"endpoint": f"{ENDPOINT}2", **KEYS} | facts)
    assert channels.load_channels(tx, ada) == (row,)


def test_who_knows_a_devices_address_and_not_its_secret_cannot_take_it_away(tx: Tx) -> None:
    """Neither by adding it as their own, nor as the new address of one of theirs."""
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    row, stranger = device(tx, ada, session_of(tx, ada)), session_of(tx, ben, "ben's")
    other = encoded(bytes(range(16)))
    with pytest.raises(ChannelRefused, match="keys"):
        device(tx, ben, stranger, auth=other)
    own = device(tx, ben, stranger, endpoint=f"{ENDPOINT}/ben")
    with pytest.raises(ChannelRefused, match="keys"):
        channels.renew(tx, own.address, KEYS["auth"], endpoint=ENDPOINT, **KEYS | {"auth": other})
    assert channels.load_channels(tx, ada) == (row,) and channels.load_channels(tx, ben) == (own,)


def test_a_device_is_renewed_by_its_old_address_and_secret_only(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row = device(tx, ada, session_of(tx, ada))
    set_channel(tx, row.id, failures=3, failure="busy", failing_ms=T0, retry_ms=T0 + 9)
    new, keys = "https://push.example/new", KEYS | {"auth": encoded(bytes(range(16)))}
    assert channels.renew(tx, "https://push.example/never", KEYS["auth"], endpoint=new, **keys) is None
    for wrong in ("", keys["auth"], "ä"):
        assert channels.renew(tx, ENDPOINT, wrong, endpoint=new, **keys) is None
    assert channels.load_channels(tx, ada)[0].address == ENDPOINT
    renewed = channels.renew(tx, ENDPOINT, KEYS["auth"], endpoint=new, **keys)
    assert renewed is not None and renewed.id == row.id
    assert (renewed.address, renewed.failure, renewed.retry_ms) == ("https://push.example/new", "", 0)


def test_nobody_has_more_channels_than_the_limit_nor_one_webhook_twice(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    for number in range(channels.MOST_CHANNELS - 1):
        webhook(tx, ada, address=f"{HOOK}{number}")
    with pytest.raises(ChannelRefused, match="already"):
        webhook(tx, ada, address=f"{HOOK}3")
    webhook(tx, ada)
    with pytest.raises(ChannelRefused, match="Remove one first"):
        webhook(tx, ada, address=f"{HOOK}more")
    assert len(channels.load_channels(tx, ada)) == channels.MOST_CHANNELS
    webhook(tx, new_player(tx, "Ben"))  # a club's webhook may be several players'


def test_a_name_is_one_short_line(tx: Tx) -> None:
    row = webhook(tx, new_player(tx, "Ada"), name="  Our\r\n\x1b[1m club " + "x" * 60)
    assert row.name.startswith("Our [1m club xxx") and len(row.name) == channels.LONGEST_NAME


def test_another_players_channel_is_not_found_as_one_that_never_was(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    row = webhook(tx, ada)
    for channel_id in (row.id, 99):
        for attempt in (
            lambda key: altered(tx, ben, key),
            lambda key: channels.remove(tx, ben, key),
            lambda key: channels.begin_test(tx, ben, key, T0),
        ):
            with pytest.raises(NotFound) as refused:
                attempt(channel_id)
            assert refused.value.key == {"player": ben, "channel": channel_id}
    assert channels.load_channels(tx, ada) == (row,)
    channels.remove(tx, ada, row.id)
    assert channels.load_channels(tx, ada) == ()


def test_choices_are_kept_or_refused_whole(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row = webhook(tx, ada)
    changed = altered(tx, ada, row.id, name="Night", events=["over", "move"], quiet_from=1320, quiet_until=420)
    assert (changed.name, changed.quiet_from, changed.quiet_until) == ("Night", 1320, 420)
    assert changed.events == {"over", "move"}
    for facts in ({"events": ["dice"]}, {"quiet_from": -1, "quiet_until": 5}, {"quiet_from": 5, "quiet_until": 1440}):
        with pytest.raises(ChannelRefused):
            altered(tx, ada, row.id, **facts)
    assert altered(tx, ada, row.id, quiet_from=60, quiet_until=60).quiet_from is None


def test_a_pause_has_its_time_and_its_end_forgets_failures_and_begins_with_the_present(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    game = new_game(tx, [ada], to_move=0)
    row = webhook(tx, ada)
    (begun,) = list_channel_games(tx, [row.id])
    moment = moments.loaded(begun.moment)
    assert moment is not None and moment.is_own_turn and begun.game_id == game
    assert altered(tx, ada, row.id, paused=True).paused_ms == T0 + 9
    assert altered(tx, ada, row.id, paused=True, now_ms=T0 + 10).paused_ms == T0 + 9
    tx.run(text("UPDATE game SET final_position = 12, position = 12"))
    set_channel(tx, row.id, failures=3, failure="busy", failing_ms=T0, retry_ms=T0 + 9)
    resumed = altered(tx, ada, row.id)
    assert (resumed.paused_ms, resumed.failures, resumed.failure, resumed.retry_ms) == (None, 0, "", 0)
    (present,) = list_channel_games(tx, [row.id])
    after = moments.loaded(present.moment)
    assert after is not None and after.position == 12 > moment.position


@each("kept_text", ["", "{}", "[]", "null", '{"turn": [1, 2]}', '{"turn": 1, "press": 2}', "no JSON"])
def test_a_moment_in_a_form_that_is_not_known_is_none(kept_text: str) -> None:
    assert moments.loaded(kept_text) is None


def test_a_test_is_asked_for_once_a_minute(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row = webhook(tx, ada)
    channels.begin_test(tx, ada, row.id, T0)
    with pytest.raises(ChannelRefused, match="wait a moment"):
        channels.begin_test(tx, ada, row.id, T0 + 59_999)
    assert [one.id for one in list_channels_to_test(tx)] == [row.id]
    channels.begin_test(tx, ada, row.id, T0 + 60_000)


def test_tests_that_fail_are_asked_for_ever_less_until_one_arrives(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row, at = webhook(tx, ada), T0
    for minutes in (2, 4, 8, 16, 16):
        channels.begin_test(tx, ada, row.id, at)
        note_failed(tx, row.id, None, NotSent("busy"), at)
        with pytest.raises(ChannelRefused):
            channels.begin_test(tx, ada, row.id, at + minutes * 60_000 - 1)
        at += minutes * 60_000
    known = get_own_channel(tx, ada, row.id)
    assert (known.retry_ms, known.failing_ms) == (0, None), "notices are tried as ever"
    note_sent(tx, row.id, None, at)
    channels.begin_test(tx, ada, row.id, at)
    channels.begin_test(tx, ada, row.id, at + 60_000)


def test_the_key_pair_is_made_once_and_only_its_public_half_is_given(tx: Tx) -> None:
    public = channels.ensure_public_key(tx)
    assert channels.ensure_public_key(tx) == public
    assert len(decoded(public)) == 65 and decoded(public)[0] == 4
    secret = find_meta(tx, "vapid key")
    assert secret is not None and len(decoded(secret)) == 32 and secret not in public


def test_every_reason_has_its_words() -> None:
    assert all(text.endswith(".") for text in channels.FAILURES.values())
