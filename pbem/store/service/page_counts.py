"""Counts of the forms that were sent lately, kept for all processes that serve pages together."""

from typing import Final, NamedTuple

from sqlalchemy import Index, bindparam, delete, select, update

from pbem.store.database import Tx
from pbem.store.dialects import insert_new
from pbem.store.rows import columns, values
from pbem.store.tables import TableRow, column, table


@table("page_count", Index(None, "until_ms"))
class PageCountRow(TableRow):
    """A count under a key, which is a hash, until the window is over in which it is counted."""

    key: str = column(primary_key=True, shown=False)
    number: int
    until_ms: int


class PageCount(NamedTuple):
    """A count, and the end of its window."""

    number: int
    until_ms: int


_THIS = PageCountRow.c.key == bindparam("of_key")
_FIND = select(*columns(PageCount, PageCountRow)).where(_THIS, PageCountRow.c.until_ms > bindparam("now_ms"))
_COUNT = update(PageCountRow.table).where(_THIS).values(number=PageCountRow.c.number + bindparam("more"))
_ADD = insert_new(PageCountRow.table)
_DROP = delete(PageCountRow.table).where(_THIS)
_DROP_OLD = delete(PageCountRow.table).where(PageCountRow.c.until_ms <= bindparam("now_ms"))
# Of a window that is longer than it can be, the clock has been set back since it was opened.
_DROP_TOO_LONG = delete(PageCountRow.table).where(_THIS, PageCountRow.c.until_ms > bindparam("latest_ms"))
_CONFLICT_MS: Final = 10_000
"""By how much another process may have opened a window later than this one's moment, while this one waited for it."""
_DROP_ALL = delete(PageCountRow.table)


def find_page_count(tx: Tx, key: str, now_ms: int) -> PageCount | None:
    """The count under a key, if its window is not over."""
    return tx.first(PageCount, _FIND, of_key=key, now_ms=now_ms)


def add_page_count(tx: Tx, key: str, more: int, now_ms: int, length_ms: int) -> int:
    """Count up under a key, in a window of this length where none is open, and return the count; old ones go."""
    tx.run(_DROP_OLD, now_ms=now_ms)
    tx.run(_DROP_TOO_LONG, of_key=key, latest_ms=now_ms + length_ms + _CONFLICT_MS)
    if not tx.run(_COUNT, of_key=key, more=more).rowcount:
        new = PageCountRow(key, 0, now_ms + length_ms)
        tx.run(_ADD, **values(new))  # unless another process has just done so
        tx.run(_COUNT, of_key=key, more=more)
    found = find_page_count(tx, key, now_ms)
    return more if found is None else found.number


def drop_page_count(tx: Tx, key: str) -> None:
    """Forget what was counted under a key."""
    tx.run(_DROP, of_key=key)


def drop_page_counts(tx: Tx) -> None:
    """Forget all counts."""
    tx.run(_DROP_ALL)
