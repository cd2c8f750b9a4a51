"""SQLite as this program wants it: durable commits, foreign keys, and one queue for the writers of all processes.

SQLite's own waiting is a race that the last winner wins again: four processes that wrote for three seconds made 9113,
1, 10221 and 7629 commits. Behind one file lock they made 6617, 6098, 5829 and 9368, with waits up to 146 ms, because
the one who lets go of a lock may take it again before the waiting wake up. So there are two: whoever waits for the lock
holds the gate before it, and a process that has just written must pass the gate again. That gave 5279, 5271, 5329 and
5473, with waits under 11 ms. The operating system opens both when a process dies.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import BinaryIO, Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import OperationalError

from pbem.files import open_private

BUSY_TIMEOUT_MS = 10_000
"""How long SQLite waits for a lock that the write lock does not cover, such as a checkpoint's or another tool's."""

_WAIT = f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}"
# WAL with FULL syncs every commit to the disk; deleted text is overwritten, so that what is erased is gone.
_DURABLE = (_WAIT, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON")
_WRITER = (*_DURABLE, "PRAGMA foreign_keys=ON")
# A table that a migration rebuilds is dropped for a moment, which foreign keys would forbid.
_MIGRATOR = (*_DURABLE, "PRAGMA foreign_keys=OFF")
_READER = (_WAIT, "PRAGMA query_only=ON")
_GLANCER = ("PRAGMA busy_timeout=0", "PRAGMA query_only=ON")


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


def create_writing_engine(path: Path) -> Engine:
    """An engine whose transactions take the write lock as they begin; for one connection."""
    return _engine(path, _WRITER, "BEGIN IMMEDIATE", pool_size=1)


def create_migrating_engine(path: Path) -> Engine:
    """A writing engine that leaves foreign keys unchecked, so that migrations may rebuild tables."""
    return _engine(path, _MIGRATOR, "BEGIN IMMEDIATE", pool_size=1)


def create_reading_engine(path: Path, pool_size: int) -> Engine:
    """An engine whose transactions are snapshots that cannot write; connections are kept and shared by threads."""
    return _engine(path, _READER, "BEGIN", pool_size)


def create_autocommit_engine(path: Path) -> Engine:
    """An engine for one connection that reads statement by statement, without transactions, and waits for none."""
    return _engine(path, _GLANCER, None, pool_size=1)


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


def is_out_of_order(error: Exception) -> bool:
    """Tell whether an error says that the database cannot be used now, such as a full or a locked one."""
    return isinstance(error, OSError | OperationalError | sqlite3.OperationalError)


def _engine(
    path: Path, pragmas: tuple[str, ...], begin: Literal["BEGIN", "BEGIN IMMEDIATE"] | None, pool_size: int
) -> Engine:
    url = URL.create("sqlite", database=str(path))
    # Errors are logged, and the parameters of a statement may be secrets.
    engine = create_engine(url, pool_size=pool_size, max_overflow=-1, hide_parameters=True)
    event.listen(engine, "connect", _set_up(pragmas))
    if begin is not None:
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


class WriteLock:
    """Lets one holder in at a time, in all processes that name the same path; holders of one object must be one thread.

    The locks are the files PATH.gate and PATH.lock, which stay where they are.
    """

    def __init__(self, path: Path) -> None:
        """Open the two files, making them where they are missing. Raises OSError."""
        self._gate = _opened(path, ".gate")
        self._lock = _opened(path, ".lock")

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Wait for its turn, and hold it for the length of the block."""
        fcntl.flock(self._gate, fcntl.LOCK_EX)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        finally:
            fcntl.flock(self._gate, fcntl.LOCK_UN)
        try:
            yield
        finally:
            fcntl.flock(self._lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the files."""
        self._gate.close()
        self._lock.close()


def _opened(path: Path, suffix: str) -> BinaryIO:
    return open_private(path.with_name(path.name + suffix), os.O_WRONLY | os.O_APPEND)
