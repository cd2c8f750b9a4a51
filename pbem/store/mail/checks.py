"""Checks of letters, mails and pictures: each compared with the checksum that was taken when it was written.

A letter has the SHA-256 by which the same letter is known when it comes twice; for the rest see `packing`. Rows are
read some at a time, each lot on a snapshot of its own, since there may be years of them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Column, Select, bindparam, func, select

from pbem.store.database import Tx
from pbem.store.mail.inbox import LetterRow, digest_of
from pbem.store.mail.outbox import MailBytesRow, MailDocumentRow, MailRow, PictureRow
from pbem.store.mail.packing import crc32_of, is_whole_png, unpack

CheckedTable: TypeAlias = Literal["letter", "mail", "mail_bytes", "picture"]
"""A table whose rows are checked."""
BATCH: Final = 200
"""Rows that are read at a time."""


class CheckedRows(NamedTuple):
    """Rows that were checked: the key of the last, their number, and the keys of those that are damaged."""

    last: int | str
    number: int
    damaged: tuple[int | str, ...]


class _Check(NamedTuple):
    key: Column[Any]
    rows: Select[Any]
    is_whole: Callable[..., bool]
    """Whether a row is as it was written, by what stands in it behind its key."""


def _letter_is_whole(message_id: str, raw: bytes, digest: str) -> bool:
    return digest_of(message_id, raw) == digest


def _mail_is_whole(text: str, document: str | None, crc32: int) -> bool:
    return crc32_of(text, document) == crc32


def _bytes_are_whole(packed: bytes) -> bool:
    return unpack(packed, None) is not None


_OF_MAIL = MailRow.table.outerjoin(MailDocumentRow.table, MailDocumentRow.c.mail_id == MailRow.c.id)
_CHECKS: Final[Mapping[CheckedTable, _Check]] = {
    "letter": _Check(
        LetterRow.c.id,
        select(LetterRow.c.id, LetterRow.c.message_id, LetterRow.c.raw, LetterRow.c.digest).where(
            func.length(LetterRow.c.raw) > 0
        ),
        _letter_is_whole,
    ),
    "mail": _Check(
        MailRow.c.id,
        select(MailRow.c.id, MailRow.c.text, MailDocumentRow.c.document, MailRow.c.crc32)
        .select_from(_OF_MAIL)
        .where(MailRow.c.crc32.is_not(None)),
        _mail_is_whole,
    ),
    "mail_bytes": _Check(
        MailBytesRow.c.mail_id, select(MailBytesRow.c.mail_id, MailBytesRow.c.packed), _bytes_are_whole
    ),
    "picture": _Check(PictureRow.c.digest, select(PictureRow.c.digest, PictureRow.c.png), is_whole_png),
}
"""The rows of each table that have a checksum: letters that are erased have none, nor have mails from before it was
taken."""
CHECKED: Final = tuple(_CHECKS)
_STRETCHES: Final = {
    name: check.rows.where(check.key > bindparam("after")).order_by(check.key).limit(BATCH)
    for name, check in _CHECKS.items()
}
_HOW_MANY: Final = {name: select(func.count()).select_from(check.rows.subquery()) for name, check in _CHECKS.items()}
_LAST: Final = {name: select(check.key).order_by(check.key.desc()).limit(1) for name, check in _CHECKS.items()}


def count_rows_to_check(tx: Tx, name: CheckedTable) -> int:
    """Count the rows of a table that can be checked. Reads all of them."""
    return tx.one(int, "count", _HOW_MANY[name])


def find_last_key(tx: Tx, name: CheckedTable) -> int | str | None:
    """The last key of a table whose rows are checked; None where it has no rows."""
    return tx.first(lambda key: key, _LAST[name])


def check_rows(tx: Tx, name: CheckedTable, after: int | str | None) -> CheckedRows | None:
    """Check the next rows behind a key, None for the first; None where there are no more."""
    first = "" if name == "picture" else 0
    found = tx.all(_whole_row, _STRETCHES[name], after=first if after is None else after)
    if not found:
        return None
    is_whole = _CHECKS[name].is_whole
    return CheckedRows(found[-1][0], len(found), tuple(key for key, *rest in found if not is_whole(*rest)))


def _whole_row(*values: Any) -> tuple[Any, ...]:
    return values
