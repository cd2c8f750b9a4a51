"""A player's channels: devices and webhooks, added, altered and removed in the transactions of the pages.

Nothing here touches the network: names are looked up, and tests sent, by the notifier.
"""

from collections.abc import Collection, Mapping
from hmac import compare_digest
from typing import Final, get_args

from pbem.adjudicator.context import Refused
from pbem.i18n import N_
from pbem.notifications import moments
from pbem.notifications.messages import decoded, ensure_public_key, is_point
from pbem.notifications.posting import BadAddress, Networks, check_address
from pbem.store import Tx
from pbem.store.accounts.channels import (
    ChannelEvent,
    ChannelKind,
    ChannelRow,
    add_channel,
    clear_failures,
    drop_channel,
    find_channel,
    find_channel_by_endpoint,
    get_own_channel,
    list_channels_of,
    set_channel,
)
from pbem.store.accounts.sessions import WebSessionRow
from pbem.store.tables import NEW

__all__ = [
    "DEFAULT_EVENTS",
    "EVENTS",
    "FAILURES",
    "KINDS",
    "MOST_CHANNELS",
    "ChannelRefused",
    "add_push",
    "add_webhook",
    "alter",
    "begin_test",
    "ensure_public_key",
    "load_channels",
    "remove",
    "renew",
]

KINDS: Final[tuple[ChannelKind, ...]] = get_args(ChannelKind)
EVENTS: Final[tuple[ChannelEvent, ...]] = get_args(ChannelEvent)
DEFAULT_EVENTS: Final = frozenset[ChannelEvent](("turn", "reminder", "over"))
MOST_CHANNELS: Final = 10
"""Devices and webhooks of a player."""
LONGEST_NAME: Final = 40
BETWEEN_TESTS_MS: Final = 60_000
_MOST_DOUBLED: Final = 4
"""How often that is doubled at most while nothing arrives: to 16 minutes."""
_DAY_MINUTES: Final = 24 * 60
_AUTH_BYTES: Final = 16
_BAD_KEYS: Final = N_("The keys that your browser sent cannot be used. Please try again.")

# One sentence for both, else names could be tried until one is known in the operator's own network.
_NOWHERE: Final = N_(
    "The name of its server is not known, or leads into a private network, where this server does not write to."
)

FAILURES: Final[Mapping[str, str]] = {
    "name": _NOWHERE,
    "private": _NOWHERE,
    "connection": N_("Its server could not be reached."),
    "certificate": N_("The certificate of its server is not valid for that name."),
    "timeout": N_("Its server did not answer in time."),
    "redirect": N_("Its server sent us to another address, which we do not follow. Please enter that one."),
    "busy": N_("Its server was too busy."),
    "gone": N_("Its server says that this address no longer exists."),
    "refused": N_("Its server refused the message."),
}
"""The reasons why something could not be sent, as message ids, by their keys in `ChannelRow.failure`."""


class ChannelRefused(Refused):
    """A channel cannot be added or altered so; its text is a message id."""


def add_push(
    tx: Tx,
    player_id: int,
    session: WebSessionRow,
    *,
    endpoint: str,
    p256dh: str,
    auth: str,
    name: str,
    now_ms: int,
    networks: Networks = (),
) -> ChannelRow:
    """Add a device, which is removed when the session ends; a known one gets its new keys.

    Another player's device becomes this player's if it has the same secret, since it is then the same browser. Somebody
    who only knows its address cannot take it. Raises ChannelRefused.
    """
    _check(endpoint, networks)
    _check_keys(p256dh, auth)
    known = find_channel_by_endpoint(tx, endpoint)
    if known is not None and known.player_id == player_id:
        set_channel(tx, known.id, p256dh=p256dh, auth_secret=auth, session_id=session.id, name=_named(name))
        if known.failure:  # of the old keys
            clear_failures(tx, known.id)
            set_channel(tx, known.id, paused_ms=None)
        return get_own_channel(tx, player_id, known.id)
    if known is not None:
        _take_over(tx, known, auth)
    new = ChannelRow(NEW, player_id, "push", _named(name), endpoint, p256dh, auth, session.id, DEFAULT_EVENTS, now_ms)
    return _added(tx, new)


def add_webhook(
    tx: Tx, player_id: int, *, kind: str, address: str, name: str, now_ms: int, networks: Networks = ()
) -> ChannelRow:
    """Add a webhook. Raises ChannelRefused."""
    known = next((one for one in KINDS if one == kind and one != "push"), None)
    if known is None:
        raise ChannelRefused(N_("Please choose where the notices should go."), "kind")
    address = address.strip()
    _check(address, networks)
    if known == "ntfy" and len(check_address(address, networks).target.strip("/").split("?")[0]) == 0:
        raise ChannelRefused(
            N_("The address must end with the name of your topic, as in https://ntfy.sh/topic."), "address"
        )
    if any((one.kind, one.address) == (known, address) for one in list_channels_of(tx, player_id)):
        raise ChannelRefused(N_("You have added this address already."), "address")
    return _added(
        tx, ChannelRow(NEW, player_id, known, _named(name), address, None, None, None, DEFAULT_EVENTS, now_ms)
    )


def alter(
    tx: Tx,
    player_id: int,
    channel_id: int,
    *,
    name: str,
    events: Collection[str],
    quiet_from: int | None,
    quiet_until: int | None,
    paused: bool,
    now_ms: int,
) -> ChannelRow:
    """Give a channel another name, other events and quiet hours, pause it, or have it go on with the present.

    Raises NotFound and ChannelRefused.
    """
    before = get_own_channel(tx, player_id, channel_id)
    chosen = frozenset[ChannelEvent](one for one in EVENTS if one in events)
    if len(chosen) != len(set(events)):
        raise ChannelRefused(N_("Please choose from these events."))
    quiet = _quiet(quiet_from, quiet_until)
    set_channel(tx, channel_id, name=_named(name), events=chosen, quiet_from=quiet[0], quiet_until=quiet[1])
    if paused and before.paused_ms is None:
        clear_failures(tx, channel_id)
        set_channel(tx, channel_id, paused_ms=now_ms)
    elif before.paused_ms is not None and not paused:
        clear_failures(tx, channel_id)
        set_channel(tx, channel_id, paused_ms=None)
    after = get_own_channel(tx, player_id, channel_id)
    if before.events != chosen or (before.paused_ms is not None and not paused):
        moments.begin_with_present(tx, after, now_ms)
    return after


def remove(tx: Tx, player_id: int, channel_id: int) -> None:
    """Remove a channel. Raises NotFound."""
    drop_channel(tx, get_own_channel(tx, player_id, channel_id).id)


def renew(
    tx: Tx, old_endpoint: str, old_auth: str, *, endpoint: str, p256dh: str, auth: str, networks: Networks = ()
) -> ChannelRow | None:
    """Give a device the new address and keys that its browser got; None where it cannot prove that it is the device.

    The proof is the old secret, which only the browser and this server know. The address would not do: the push service
    knows it, and may log it. Raises ChannelRefused.
    """
    _check(endpoint, networks)
    _check_keys(p256dh, auth)
    known = find_channel_by_endpoint(tx, old_endpoint)
    if known is None or not _has_secret(known, old_auth):
        return None
    other = find_channel_by_endpoint(tx, endpoint)
    if other is not None and other.id != known.id:
        _take_over(tx, other, auth)
    set_channel(tx, known.id, address=endpoint, p256dh=p256dh, auth_secret=auth)
    clear_failures(tx, known.id)
    return find_channel(tx, known.id)


def begin_test(tx: Tx, player_id: int, channel_id: int, now_ms: int) -> None:
    """Have the notifier send a test at once; one a minute, and ever fewer while they fail.

    Raises NotFound and ChannelRefused.
    """
    row = get_own_channel(tx, player_id, channel_id)
    since_ms = None if row.tested_ms is None else now_ms - row.tested_ms
    if since_ms is not None and 0 <= since_ms < BETWEEN_TESTS_MS:
        raise ChannelRefused(N_("A test was sent less than a minute ago. Please wait a moment."))
    if since_ms is not None and 0 <= since_ms < BETWEEN_TESTS_MS << min(row.failures, _MOST_DOUBLED):
        raise ChannelRefused(N_("The last ones did not arrive. Please wait a quarter of an hour, then test it again."))
    failure = row.failure if row.paused_ms is not None else ""  # else what failed before would pass for its outcome
    set_channel(tx, channel_id, tested_ms=now_ms, test_waits=True, failure=failure)


def load_channels(tx: Tx, player_id: int) -> tuple[ChannelRow, ...]:
    """A player's channels, the oldest first."""
    return tuple(list_channels_of(tx, player_id))


def _added(tx: Tx, new: ChannelRow) -> ChannelRow:
    if len(list_channels_of(tx, new.player_id)) >= MOST_CHANNELS:
        raise ChannelRefused(N_("You have as many devices and webhooks as you can have. Remove one first."))
    row = add_channel(tx, new)
    moments.begin_with_present(tx, row, new.created_ms)
    return row


def _take_over(tx: Tx, known: ChannelRow, auth: str) -> None:
    """Forget a device for which another row comes that has its secret. Raises ChannelRefused where it has not."""
    if not _has_secret(known, auth):
        raise ChannelRefused(_BAD_KEYS)
    drop_channel(tx, known.id)


def _has_secret(known: ChannelRow, auth: str) -> bool:
    return compare_digest((known.auth_secret or "").encode(), auth.encode())


def _check(address: str, networks: Networks) -> None:
    try:
        check_address(address, networks)
    except BadAddress as error:
        raise ChannelRefused(str(error), "address") from error


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        is_good = is_point(p256dh) and len(decoded(auth)) == _AUTH_BYTES
    except ValueError:
        is_good = False
    if not is_good:
        raise ChannelRefused(_BAD_KEYS)


def _named(name: str) -> str:
    """A name as it is kept: one line, not too long."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())[:LONGEST_NAME].strip()


def _quiet(first: int | None, last: int | None) -> tuple[int | None, int | None]:
    if first is None or last is None or first == last:
        return None, None
    if not (0 <= first < _DAY_MINUTES and 0 <= last < _DAY_MINUTES):
        raise ChannelRefused(N_("Please enter quiet hours as times of the day, such as 22:00 and 7:00."))
    return first, last
