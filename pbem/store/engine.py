"""SQLite as this program wants it: durable commits, foreign keys, transactions that begin where we say so."""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import OperationalError

BUSY_TIMEOUT_MS = 10_000
"""How long SQLite waits for a lock that the write lock does not cover, such as a checkpoint's or another tool's."""

_WAIT = f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}"
# WAL with FULL syncs every commit to the disk; deleted text is overwritten, so that what is erased is gone.
_DURABLE = (_WAIT, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON")
_WRITER = (*_DURABLE, "PRAGMA foreign_keys=ON")
# A table that a migration rebuilds is dropped for a moment, which foreign keys would forbid.
_MIGRATOR = (*_DURABLE, "PRAGMA foreign_keys=OFF")
_READER = (_WAIT, "PRAGMA query_only=ON")


def sqlite_path(url_or_path: str | Path) -> Path:
    """The file of a database named by its path or by an SQLAlchemy URL.

    Raises ValueError for the URL of another engine, or of no file.
    """
    if isinstance(url_or_path, str) and "://" in url_or_path:
        url = make_url(url_or_path)
        if url.get_backend_name() != "sqlite" or not url.database:
            raise ValueError(f"only SQLite files can be used as yet, not {url.render_as_string()}")
        return Path(url.database)
    return Path(url_or_path)


def writing_engine(path: Path) -> Engine:
    """An engine whose transactions take the write lock as they begin; for one connection."""
    return _engine(path, _WRITER, "BEGIN IMMEDIATE", pool_size=1)


def migrating_engine(path: Path) -> Engine:
    """A writing engine that leaves foreign keys unchecked, so that migrations may rebuild tables."""
    return _engine(path, _MIGRATOR, "BEGIN IMMEDIATE", pool_size=1)


def reading_engine(path: Path, pool_size: int) -> Engine:
    """An engine whose transactions are snapshots that cannot write; connections are kept and shared by threads."""
    return _engine(path, _READER, "BEGIN", pool_size)


@contextmanager
def room_for(path: Path) -> Iterator[None]:
    """Raise OSError (ENOSPC) where the disk is full, as any file does; other errors come out as they are."""
    try:
        yield
    except (sqlite3.OperationalError, OperationalError) as error:
        cause = error.orig if isinstance(error, OperationalError) else error
        if not isinstance(cause, sqlite3.Error) or cause.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from error


def _engine(path: Path, pragmas: tuple[str, ...], begin: Literal["BEGIN", "BEGIN IMMEDIATE"], pool_size: int) -> Engine:
    url = URL.create("sqlite", database=str(path))
    # Errors are logged, and the parameters of a statement may be secrets.
    engine = create_engine(url, pool_size=pool_size, max_overflow=-1, hide_parameters=True)
    event.listen(engine, "connect", _set_up(pragmas))
    event.listen(engine, "begin", _begin(begin))
    return engine


def _set_up(pragmas: tuple[str, ...]) -> Callable[[SqliteConnection, object], None]:
    def set_up(connection: SqliteConnection, _record: object) -> None:
        # The driver's own guesses at where a transaction begins would leave reads outside it.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(pragma).close()

    return set_up


def _begin(statement: str) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin
