"""The point up to which a reader that follows a table's ids has all of its rows.

An id is given when a row is added, and the row is seen when its transaction ends, so that with several writers
(PostgreSQL) a row may come behind others with greater ids. Whoever asks for what is new asks for all behind the id up
to which nothing is missing.
"""

from typing import Final

from sqlalchemy import text

from pbem.store.database import Tx

IN_THE_MAKING: Final = 200
"""Ids before the newest that may still be without their rows when a reader begins."""
_TRANSACTIONS: Final = text(
    "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT),"
    " CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)"
)
"""The oldest transaction that runs, and the first that is to come."""


class CompleteIds:
    """The id of a table up to which no row appears any more. Used by one thread at a time."""

    def __init__(self) -> None:
        self.last: int | None = None
        """All rows up to this id are there; None before the first look."""
        self._next = 0
        self._after: int | None = None

    def look(self, tx: Tx, newest: int) -> int:
        """Take note of the newest id that a snapshot shows; return the one up to which all rows were there before.

        What was the newest in an earlier look counts once all transactions are over that had begun by the look after:
        a transaction has its number a moment after the ids of its rows.
        """
        one_writes = tx.connection.dialect.name == "sqlite"
        before = self.last if self.last is not None else newest if one_writes else max(newest - IN_THE_MAKING, 0)
        self.last = before
        if one_writes:
            self.last = self._next = newest
        elif newest != before:
            self._look(tx, newest)
        return before

    def _look(self, tx: Tx, newest: int) -> None:
        oldest, coming = tx.one(_pair, "transaction", _TRANSACTIONS)
        if self._next <= (self.last or 0):
            self._next, self._after = newest, None
        elif self._after is None:
            self._after = coming
        elif oldest >= self._after:
            self.last, self._next, self._after = self._next, newest, None


def _pair(oldest: int, coming: int) -> tuple[int, int]:
    return oldest, coming
