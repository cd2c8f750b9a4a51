"""Changes of an SQLite file by this process, so that a transaction need not read again what stands."""

from collections.abc import Set

from sqlalchemy import Connection, Table

from pbem.store.row_map import Changes


class NumberedChanges(Changes):
    """The commits of one file, numbered. Written by the writer's thread alone; `number` is read by any."""

    def __init__(self) -> None:
        self.number = 0
        self._changed: dict[Table, int] = {}
        self._version: int | None = None
        self._any_before = 0
        """What was read after a commit before this one may have changed in any table."""

    def since(self, number: int | None, writer: Connection) -> Set[Table] | None:
        """The tables that were changed after a commit; None where that may be any, as another process has written.

        To be asked within the writer's transaction, so that nobody writes meanwhile.
        """
        # The number is another as soon as any other connection has committed (SQLite: PRAGMA data_version).
        version = writer.exec_driver_sql("PRAGMA data_version").scalar_one()
        if version != self._version:  # and so for all requests that have read until now, not for the first to ask alone
            self._version, self._any_before = version, self.number + 1
        if number is None or number < self._any_before:
            return None
        return {table for table, changed in self._changed.items() if changed > number}

    def add(self, written: Set[Table] | None) -> int:
        """Note a commit, which has changed these tables (None: any); return its number."""
        self.number += 1
        if written is None:
            self._any_before = self.number
            return self.number
        self._changed |= dict.fromkeys(written, self.number)
        return self.number
