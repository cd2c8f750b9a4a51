"""An SQLite file as an end of a copy of rows: a snapshot of it, or a new file that is there whole or not at all."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table

from pbem.files import open_private, publish, scratch, sync, sync_folder
from pbem.store import schema
from pbem.store.errors import BadDatabase, NotCopied, StoreError, Unfinished
from pbem.store.sqlite.connections import (
    create_loading_engine,
    create_migrating_engine,
    create_reading_engine,
    room_for,
    settle,
)
from pbem.store.sqlite.copies import quick_check
from pbem.store.sqlite.locks import InstanceLock, WriteLock
from pbem.store.sqlite.schema import stored_schema
from pbem.store.transfer import FETCHED, CopySide, Values, columns_of


class SqliteSide(CopySide):
    """A connection to a file."""

    def rows(self, table: Table) -> Iterator[Values]:
        """Read as the file is read."""
        names, key = (_listed(columns) for columns in (columns_of(table), table.primary_key))
        with closing(self.raw.execute(f'SELECT {names} FROM "{table.name}" ORDER BY {key}')) as cursor:
            while rows := cursor.fetchmany(FETCHED):
                yield from rows

    def fit(self, rows: Iterator[Values]) -> Iterator[Values]:
        """Give all as it is."""
        return rows

    def insert(self, table: Table, rows: Iterator[Values]) -> None:
        """Insert row by row."""
        columns = columns_of(table)
        marks = ", ".join("?" * len(columns))
        statement = f'INSERT INTO "{table.name}" ({_listed(columns)}) VALUES ({marks})'
        try:
            self.raw.executemany(statement, rows).close()
        except sqlite3.IntegrityError as error:
            raise NotCopied(table.name, str(error)) from error

    def last_ids(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """Look where the file keeps them: for tables alone that never give an id twice."""
        if not self._keeps_ids():
            return {}
        return dict(self.raw.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def put_last_ids(self, tables: Sequence[Table], ids: Mapping[str, int]) -> None:
        """Write them down for such tables; the others give the next behind the greatest that is there."""
        if self._keeps_ids():
            for table in tables:
                if table.name in ids and table.dialect_options["sqlite"]["autoincrement"]:
                    self.raw.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
                    self.raw.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table.name, ids[table.name]))

    def _keeps_ids(self) -> bool:
        found = self.raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'")
        return found.fetchone() is not None


def _listed(columns: Any) -> str:
    return ", ".join(f'"{column.name}"' for column in columns)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep all others from serving a database and from writing to it. Raises AlreadyServing and OSError."""
    with InstanceLock(path, alone=True), closing(WriteLock(path)) as write_lock, write_lock.passed():
        yield


@contextmanager
def source(path: Path) -> Iterator[SqliteSide]:
    """Open a snapshot of a database."""
    engine = create_reading_engine(path, 1)
    try:
        with engine.connect() as connection, connection.begin():
            yield SqliteSide(connection)
    finally:
        engine.dispose()


@contextmanager
def target(path: Path, make: Callable[[Connection], None], *, replacing: bool = False) -> Iterator[SqliteSide]:
    """Open a transaction in a new database, whose tables `make` makes; the file is there if the block succeeds.

    One that was not finished before is replaced, and any other where `replacing`. Raises FileExistsError, BadDatabase,
    and OSError (ENOSPC) where there is no room.
    """
    if os.path.lexists(path) and not replacing and not is_unfinished(path):
        raise FileExistsError(path)
    with scratch(path.parent) as folder:
        new = folder / path.name
        with open_private(new, os.O_WRONLY | os.O_EXCL):
            pass
        engine = create_loading_engine(new)
        try:
            with room_for(path), engine.begin() as connection:
                make(connection)
                yield SqliteSide(connection)
        finally:
            engine.dispose()
        settle(new)
        problems = quick_check(new)
        if problems:
            raise BadDatabase(path, problems[0])
        with open_private(new, os.O_WRONLY | os.O_APPEND) as file:
            sync(file)
        if os.path.lexists(path):
            for suffix in ("-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            new.replace(path)
            sync_folder(path.parent)
        else:
            publish(new, path)


def is_unfinished(path: Path) -> bool:
    """Tell whether a file is a copy that does not count yet."""
    try:
        stored_schema(path)
    except Unfinished:
        return True
    except (StoreError, OSError):
        return False
    return False


def put_state(path: Path, state: str, fact: str) -> None:
    """Put a word behind the schema's number, as `schema.put_state` does; nobody else may write meanwhile."""
    engine = create_migrating_engine(path)
    try:
        with engine.begin() as connection:
            schema.put_state(connection, state, fact)
    finally:
        engine.dispose()
    settle(path)
