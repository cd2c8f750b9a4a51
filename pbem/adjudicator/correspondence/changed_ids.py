"""Message-IDs that are changed on the way: answers name mails of ours by ids that we did not give them.

Relays, exchanges and list servers do so. It is told the operator, as more then hangs on what an answer quotes.
"""

from datetime import timedelta
from typing import Final

import msgspec

from pbem.store import Tx, UnitOfWork
from pbem.store.server import find_meta, put_meta

REMEMBERED_FOR: Final = timedelta(days=30)
"""How long it is known after the newest such answer."""
_MS: Final = REMEMBERED_FOR // timedelta(milliseconds=1)
_FACT: Final = "ids changed on the way"
_LONGEST_NAME: Final = 100


class ChangedIds(msgspec.Struct, frozen=True):
    """The number of answers that named a mail of ours by another id, when the newest came, and that id's domain."""

    count: int
    last_ms: int
    domain: str


def find_changed_ids(tx: Tx, now_ms: int) -> ChangedIds | None:
    """Facts about ids that were changed lately; None where there were none."""
    kept = find_meta(tx, _FACT)
    found = None if kept is None else msgspec.json.decode(kept, type=ChangedIds)
    return found if found is not None and now_ms - found.last_ms < _MS else None


def note_changed_id(unit: UnitOfWork, message_id: str) -> None:
    """Note that an answer named a mail of ours by an id that we did not give it."""
    before = find_changed_ids(unit, unit.now_ms)
    domain = message_id.strip("<>").rpartition("@")[2][:_LONGEST_NAME]
    found = ChangedIds(1 if before is None else before.count + 1, unit.now_ms, domain)
    put_meta(unit, _FACT, msgspec.json.encode(found).decode())
