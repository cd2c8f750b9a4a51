"""The outcomes of what was sent: noted at the channel, which rests after failures and is paused after days of them."""

from dataclasses import replace
from typing import Any, Final

from pbem.notifications.news import DueNotice, settled
from pbem.notifications.posting import HttpAnswer, NotSent
from pbem.store import Tx
from pbem.store.accounts.channels import (
    ChannelRow,
    clear_failures,
    drop_channel,
    find_channel,
    forget_channel_games,
    list_channel_games,
    put_channel_game,
    set_channel,
)

FIRST_PAUSE_MS: Final = 30_000
LONGEST_PAUSE_MS: Final = 6 * 3_600_000
"""Pauses between tries; each is twice the one before."""
PAUSED_AFTER_MS: Final = 3 * 24 * 3_600_000
"""For how long everything may fail before a channel is paused, until its owner has it go on."""
PAUSED_AFTER: Final = 5
"""Tries in that time at least."""

_REDIRECTS: Final = range(300, 400)
_GONE: Final = (404, 410)
_BUSY: Final = (408, 425, 429)
_BROKEN_FROM: Final = 500


def checked(answer: HttpAnswer) -> None:
    """Raise NotSent unless an answer says that the message was taken."""
    if 200 <= answer.status < 300:
        return
    if answer.status in _REDIRECTS:
        raise NotSent("redirect")
    if answer.status in _GONE:
        raise NotSent("gone")
    raise NotSent("busy" if answer.status in _BUSY or answer.status >= _BROKEN_FROM else "refused")


def note_sent(tx: Tx, channel_id: int, due: DueNotice | None, now_ms: int) -> None:
    """Note that a channel took a notice, or, without one, a test."""
    row = find_channel(tx, channel_id)
    if row is None:
        return
    if due is not None and due.moment.status == "over":
        forget_channel_games(tx, channel_id, due.game_id)
    elif due is not None:
        put_channel_game(tx, due.sent)
    clear_failures(tx, channel_id)
    set_channel(tx, channel_id, last_ms=now_ms)


def note_failed(
    tx: Tx, channel_id: int, due: DueNotice | None, error: NotSent, now_ms: int, wait_s: int | None = None
) -> None:
    """Note that a notice or a test was not taken; a device that is gone is removed.

    What a webhook may have taken counts as told. `wait_s` is how long the other side asks us to wait.
    """
    row = find_channel(tx, channel_id)
    if row is None:
        return
    if error.reason == "gone" and row.kind == "push":
        drop_channel(tx, channel_id)
        return
    if due is not None:
        _take_back(tx, row, due, error)
    set_channel(tx, channel_id, **_failed(row, error, now_ms, wait_s, is_test=due is None))


def _take_back(tx: Tx, row: ChannelRow, due: DueNotice, error: NotSent) -> None:
    for known in list_channel_games(tx, [row.id]):
        if known.game_id == due.game_id:
            stands = settled(known, row) if error.may_have_arrived else known
            put_channel_game(tx, replace(stands, sending=None))


def _failed(row: ChannelRow, error: NotSent, now_ms: int, wait_s: int | None, *, is_test: bool) -> dict[str, Any]:
    """The facts of a channel after one more failure; a test that fails keeps only more tests from being tried."""
    if is_test:
        return {"failure": error.reason, "failures": row.failures + 1}
    failures, since_ms = row.failures + 1, row.failing_ms if row.failing_ms is not None else now_ms
    pause_ms = min(FIRST_PAUSE_MS * 2 ** min(failures - 1, 20), LONGEST_PAUSE_MS)
    facts: dict[str, Any] = {"failures": failures, "failure": error.reason, "failing_ms": since_ms}
    facts["retry_ms"] = now_ms + max(pause_ms, (wait_s or 0) * 1000)
    is_hopeless = error.reason == "gone" or (failures >= PAUSED_AFTER and now_ms - since_ms >= PAUSED_AFTER_MS)
    if is_hopeless and row.paused_ms is None:
        facts["paused_ms"] = now_ms
    return facts
