"""Connections to an SQLite file as this program wants them: durable commits, foreign keys, and snapshots."""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error, connect
from typing import Final, Literal

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    ExceptionContext,
    create_engine,
    event,
)

from pbem.files import find_disk_fault
from pbem.store.errors import BadDatabase

BUSY_TIMEOUT_MS = 10_000
"""How long SQLite waits for a lock that the write lock does not cover, such as a checkpoint's or another tool's."""

_WAIT = f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}"
# WAL with FULL syncs every commit to the disk; deleted text is overwritten, so that what is erased is gone.
_DURABLE = (_WAIT, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON")
_WRITER = (*_DURABLE, "PRAGMA foreign_keys=ON")
# A table that a migration rebuilds is dropped for a moment, which foreign keys and triggers that read it would forbid.
_REBUILDING = ("PRAGMA foreign_keys=OFF", "PRAGMA legacy_alter_table=ON")
_MIGRATOR = (*_DURABLE, *_REBUILDING)
_LOADER = (_WAIT, "PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", *_REBUILDING)
_READER = (_WAIT, "PRAGMA query_only=ON")
_GLANCER = ("PRAGMA busy_timeout=0", "PRAGMA query_only=ON")


def create_writing_engine(path: Path) -> Engine:
    """An engine whose transactions take the write lock as they begin; for one connection."""
    return _engine(path, _WRITER, "BEGIN IMMEDIATE", pool_size=1)


def create_migrating_engine(path: Path) -> Engine:
    """A writing engine that leaves foreign keys unchecked, so that migrations may rebuild tables."""
    return _engine(path, _MIGRATOR, "BEGIN IMMEDIATE", pool_size=1)


def create_loading_engine(path: Path) -> Engine:
    """An engine that fills a new file, which is thrown away unless it becomes whole: without a log, nor syncing."""
    return _engine(path, _LOADER, "BEGIN IMMEDIATE", pool_size=1)


def create_reading_engine(path: Path, pool_size: int) -> Engine:
    """An engine whose transactions are snapshots that cannot write; connections are kept and shared by threads."""
    return _engine(path, _READER, "BEGIN", pool_size)


def create_autocommit_engine(path: Path) -> Engine:
    """An engine for one connection that reads statement by statement, without transactions, and waits for none."""
    return _engine(path, _GLANCER, None, pool_size=1)


@contextmanager
def room_for(path: Path) -> Iterator[None]:
    """Raise OSError where the disk is full (ENOSPC), read-only (EROFS) or not this user's (EACCES), as any file does.

    Other errors come out as they are. Engines do so by themselves.
    """
    try:
        yield
    except sqlite3.Error as error:
        fault = _disk_fault(error, path)
        if not fault:
            raise
        raise OSError(fault, os.strerror(fault), str(path)) from error


_MAY_BE_THE_DISK: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite says where its log cannot grow or be made, without the bits that say which step it was."""


def _disk_fault(error: sqlite3.Error, path: Path) -> int:
    """The error number of what keeps a file from being used, 0 for none: SQLite has few words for it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return errno.ENOSPC
    if code not in _MAY_BE_THE_DISK:
        return 0
    is_refused = path.exists() and not (os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK))
    return find_disk_fault(path) or (errno.EACCES if is_refused else 0)


def is_disk_error(error: sqlite3.Error) -> bool:
    """Tell whether SQLite says that the disk is full, broken or may not be written to."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, *_MAY_BE_THE_DISK)


def _engine(
    path: Path, pragmas: tuple[str, ...], begin: Literal["BEGIN", "BEGIN IMMEDIATE"] | None, pool_size: int
) -> Engine:
    url = URL.create("sqlite", database=str(path))
    # Errors are logged, and the parameters of a statement may be secrets.
    engine = create_engine(url, pool_size=pool_size, max_overflow=-1, hide_parameters=True)
    event.listen(engine, "handle_error", _named_by_disk(path), retval=True)
    event.listen(engine, "connect", _set_up(pragmas))
    if begin is not None:
        event.listen(engine, "begin", _begin(begin))
    return engine


def _named_by_disk(path: Path) -> Callable[[ExceptionContext], BaseException | None]:
    def named(context: ExceptionContext) -> BaseException | None:
        cause = context.original_exception
        fault = _disk_fault(cause, path) if isinstance(cause, sqlite3.Error) else 0
        return OSError(fault, os.strerror(fault), str(path)) if fault else None

    return named


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


def settle(path: Path) -> None:
    """Move what stands in a database's log beside it into the database, if nobody has it open. Raises BadDatabase."""
    try:
        with closing(connect(path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    except Error as error:
        raise BadDatabase(path, str(error)) from error


def connect_to_read(path: Path, *, check_same_thread: bool = True) -> SqliteConnection:
    """A connection to a database, whatever its schema, that can only read. Raises sqlite3.Error.

    On a read-only disk, where nobody can write, it needs none of the files that SQLite would make beside the database.
    """
    way = "mode=rw"
    if is_read_only := find_disk_fault(path) == errno.EROFS:
        log = path.with_name(f"{path.name}-wal")
        # What stands in a log is read without locks, and its index is kept in memory; "immutable" would pass it over.
        way = "mode=ro&vfs=unix-none" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    uri = f"{path.absolute().as_uri()}?{way}"
    connection = connect(uri, uri=True, timeout=BUSY_TIMEOUT_MS / 1000, check_same_thread=check_same_thread)
    if is_read_only:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").close()
    connection.execute("PRAGMA query_only=ON").close()
    return connection
