"""Room at an address: how much anybody can have it keep, so that strangers do not fill what others need."""

import re
from datetime import timedelta
from typing import Final

from pbem.intake.addresses import (
    Destination,
    LobbyDestination,
    OperatorDestination,
    ReportsDestination,
    find_destination,
)
from pbem.mail.receiving.sender_check import Busy
from pbem.mail.thread_marks import meant
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.inbox import count_kept_of_time, count_waiting, list_bounces_of
from pbem.store.mail.inbox import is_full as stored_is_full
from pbem.store.mail.outbox import find_mail_by_message_id

MOST_WAITING: Final = 100
"""Letters to the lobby that may wait; what is refused for now is sent again by whoever means it."""
MOST_KEPT: Final = 2000
"""Letters to an address that takes anything, with which somebody may want to fill a disk."""
MOST_AN_HOUR: Final = 60
"""Letters to the operator that are taken in an hour."""
MOST_STRANGE_KEPT: Final = 500
MOST_STRANGE_AN_HOUR: Final = 20
"""Reports that name no mail of ours, which nobody can use, that are taken in an hour: the others always find room."""
_MOST_OF_ONE_MAIL: Final = 5
"""Reports on one mail: more are strange."""
_MOST_IDS: Final = 20
_OUR_ID: Final = re.compile(rb"<[0-9a-f]{32}@[^<>@\s]{1,255}>")
"""Message-IDs as those of our mails are, and their marks."""
_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)


def open_destination(unit: UnitOfWork, token: str) -> Destination | None:
    """Find what is behind an address, as far as can be told without a letter. Raises Busy while it takes none."""
    found = find_destination(unit, token)
    if isinstance(found, LobbyDestination) and count_waiting(unit, token, MOST_WAITING) >= MOST_WAITING:
        raise Busy
    if isinstance(found, ReportsDestination | OperatorDestination) and stored_is_full(unit, token, MOST_KEPT):
        raise Busy
    if isinstance(found, OperatorDestination) and _came_lately(unit, token, MOST_AN_HOUR):
        raise Busy
    return found


def has_room_for_report(unit: UnitOfWork, token: str, raw: bytes) -> bool:
    """Whether a report is taken: it names a mail of ours, or few came that do not."""
    if _names_mail_of_ours(unit, raw):
        return True
    is_full = stored_is_full(unit, token, MOST_STRANGE_KEPT)
    return not (is_full or _came_lately(unit, token, MOST_STRANGE_AN_HOUR))


def _came_lately(unit: UnitOfWork, token: str, most: int) -> bool:
    """Whether an hour's allowance of letters to an address has come, and is kept."""
    return count_kept_of_time(unit, token, unit.now_ms - _HOUR_MS, unit.now_ms, most) >= most


def _names_mail_of_ours(tx: Tx, raw: bytes) -> bool:
    ids = dict.fromkeys(meant(found[0].decode("ascii", "replace") for found in _OUR_ID.finditer(raw)))
    mails = (find_mail_by_message_id(tx, message_id) for message_id in list(ids)[:_MOST_IDS])
    return any(len(list_bounces_of(tx, [mail.id])) < _MOST_OF_ONE_MAIL for mail in mails if mail is not None)
