"""Letters that are packed some time after they were dealt with, so that neither intake nor answer waits for it."""

from typing import Final

from sqlalchemy import LargeBinary, bindparam, func, select, text, update

from pbem.store.database import Tx
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.packing import pack_bytes

_ARE_WHOLE: Final = (text("unpacked_size IS NULL"), text("length(raw) > 0"))  # as the index has it
_IS_CLOSED: Final = func.coalesce(LetterRow.c.status, "").in_(("done", "ignored"))  # not by the index of statuses
_WHOLE = (
    select(LetterRow.c.id, LetterRow.c.raw)
    .where(*_ARE_WHOLE, LetterRow.c.received_ms < bindparam("before_ms"), _IS_CLOSED)
    .order_by(LetterRow.c.received_ms)
    .limit(bindparam("limit"))
)
_PACK = (
    update(LetterRow.table)
    .where(LetterRow.c.id == bindparam("letter"), *_ARE_WHOLE)
    .values(raw=bindparam("packed", type_=LargeBinary()), unpacked_size=bindparam("size"))
)


def pack_old_letters(tx: Tx, before_ms: int, limit: int) -> list[tuple[int, int, bytes]]:
    """Pack at most `limit` letters received before a moment and dealt with; return ids, sizes, and packed bytes.

    Nothing is written yet.
    """
    found = tx.all(lambda letter_id, raw: (letter_id, raw), _WHOLE, before_ms=before_ms, limit=limit)
    return [(letter_id, len(raw), pack_bytes(raw)) for letter_id, raw in found]


def keep_packed(tx: Tx, packed: list[tuple[int, int, bytes]]) -> None:
    """Keep the packed bytes of letters in place of the whole ones, but for letters that were erased meanwhile."""
    tx.run_many(_PACK, [{"letter": one, "size": size, "packed": raw} for one, size, raw in packed])
