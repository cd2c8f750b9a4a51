"""The database as the program holds it: one queue of writes, any number of reads."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, CursorResult, Executable, Insert, Row

from pbem.store import schema
from pbem.store.engine import reading_engine, sqlite_path, writing_engine
from pbem.store.errors import NotFound
from pbem.store.turnstile import Turnstile

T = TypeVar("T")


class Tx:
    """A transaction, as the repository's functions take it. Statements name their parameters."""

    __slots__ = ("connection",)

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def run(self, statement: Executable, /, **facts: Any) -> CursorResult[Any]:
        """Executes a statement. Raises sqlalchemy.exc.IntegrityError where it breaks a constraint."""
        return self.connection.execute(statement, facts)

    def run_many(self, statement: Executable, rows: list[dict[str, Any]]) -> None:
        """Executes a statement once for each row of parameters; does nothing where there are none."""
        if rows:
            self.connection.execute(statement, rows)

    def add(self, statement: Insert, /, **row: Any) -> int:
        """Inserts a row, and returns the id it got."""
        key = self.connection.execute(statement, row).inserted_primary_key
        return int(cast(Row[Any], key)[0])

    def attempt(self, work: Callable[[], T]) -> T:
        """Does part of the transaction's work; an exception in it undoes that part alone, and comes out here."""
        with self.connection.begin_nested():
            return work()

    def all(self, shape: Callable[..., T], statement: Executable, /, **facts: Any) -> list[T]:
        """Every row found, each made by giving its columns to `shape`."""
        return [shape(*row) for row in self.connection.execute(statement, facts)]

    def first(self, shape: Callable[..., T], statement: Executable, /, **facts: Any) -> T | None:
        """The first row found, or None."""
        row: Row[Any] | None = self.connection.execute(statement, facts).first()
        return None if row is None else shape(*row)

    def one(self, shape: Callable[..., T], table: str, statement: Executable, /, **key: Any) -> T:
        """The row with this key. Raises NotFound, which names the table and the key."""
        found = self.first(shape, statement, **key)
        if found is None:
            raise NotFound(table, key)
        return found


class Database:
    """An open database. Safe to use from any thread; close it when done, or use it in a `with` statement."""

    def __init__(self, url_or_path: str | Path, *, readers: int = 8) -> None:
        """Opens a database that has the newest schema; `readers` connections are kept open for reading.

        Raises FileNotFoundError, SchemaTooOld, SchemaTooNew, and ValueError for the URL of another engine than SQLite.
        """
        self.path = sqlite_path(url_or_path)
        schema.check(self.path)
        self._readers = reading_engine(self.path, readers)
        self._writer = writing_engine(self.path)
        self._turnstile = Turnstile(self.path)
        self._queue = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-writer")
        self._writing_thread: int | None = None
        self._connection = self._writer.connect()

    def write(self, work: Callable[[Tx], T]) -> T:
        """Runs `work` in a transaction of its own, after all writes asked for before, and returns what it returns.

        The transaction is on the disk when this returns. An exception in `work` undoes all of it and comes out here.
        `work` runs on the writer's thread while everybody waits, so it must be short, and may touch neither network nor
        pictures. Raises RuntimeError when called by such work itself, or after `close`.
        """
        if threading.get_ident() == self._writing_thread:
            raise RuntimeError("a write within a write would wait for itself")
        return self._queue.submit(self._write, work).result()

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A snapshot, as consistent as if nobody wrote meanwhile; writing through it is refused."""
        with self._readers.connect() as connection, connection.begin():
            yield Tx(connection)

    def copy_to(self, path: Path) -> None:
        """Writes the whole database, as it is at one moment, into a new file that only its owner may read.

        The server may go on meanwhile. Raises FileExistsError.
        """
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with self._readers.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            target = sqlite3.connect(path)
            try:
                raw.backup(target)
            finally:
                target.close()

    def close(self) -> None:
        """Waits for the writes already asked for, then closes everything; a second time does nothing."""
        self._queue.shutdown(wait=True)
        self._connection.close()
        self._writer.dispose()
        self._readers.dispose()
        self._turnstile.close()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _write(self, work: Callable[[Tx], T]) -> T:
        self._writing_thread = threading.get_ident()
        with self._turnstile.passed(), self._connection.begin():
            return work(Tx(self._connection))
