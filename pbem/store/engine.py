"""SQLite as this program wants it: durable commits, foreign keys, one queue for the writers of all processes, and
the schema's steps to the newest revision.
"""

import errno
import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error, connect
from typing import BinaryIO, Final, Literal

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    ExceptionContext,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError

from pbem.files import find_disk_fault, is_disk_fault, open_private, publish, scratch
from pbem.i18n import N_
from pbem.store.errors import BadDatabase, NotOurs, SchemaForgotten, SchemaTooNew, SchemaTooOld

BUSY_TIMEOUT_MS = 10_000
"""How long SQLite waits for a lock that the write lock does not cover, such as a checkpoint's or another tool's."""

_WAIT = f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}"
# WAL with FULL syncs every commit to the disk; deleted text is overwritten, so that what is erased is gone.
_DURABLE = (_WAIT, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON")
_WRITER = (*_DURABLE, "PRAGMA foreign_keys=ON")
# A table that a migration rebuilds is dropped for a moment, which foreign keys and triggers that read it would forbid.
_MIGRATOR = (*_DURABLE, "PRAGMA foreign_keys=OFF", "PRAGMA legacy_alter_table=ON")
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


def is_out_of_order(error: Exception) -> bool:
    """Tell whether an error says that the database cannot be used now, such as a full or a locked one."""
    return isinstance(error, OSError | OperationalError | sqlite3.OperationalError)


def cause_of(error: Exception) -> BaseException:
    """The database's own error behind one of its library, which also tells the statement; any other as it is."""
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def is_refused_by_disk(error: Exception) -> bool:
    """Tell whether an error says that the disk is full, broken or may not be written to, which no restart mends."""
    cause = cause_of(error)
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, *_MAY_BE_THE_DISK)
    return isinstance(cause, OSError) and (is_disk_fault(cause) or cause.errno == errno.EIO)


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


SCHEMA = "0031"
"""The newest schema, the one this program works with: the last migration's number."""
BASELINE = "0026"
"""The oldest schema that can be migrated: the first migration's number."""

_VERSIONS = "alembic_version"
"""The table in which Alembic keeps the schema's number; other programs have one, too."""
_FIRST_TABLES = frozenset({"player", "game", "seat", "entry", "letter", "mail"})
"""Tables that every schema of this program has had."""
MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = (MIGRATIONS / "versions",)


def create(url_or_path: str | Path) -> None:
    """Make a new database with the newest schema, readable by its owner only; it is there whole or not at all.

    Raises FileExistsError where anything of that name is, and ValueError for the URL of another engine than SQLite.
    """
    path = sqlite_path(url_or_path)
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with scratch(path.parent) as folder:
        new = folder / path.name
        with open_private(new, os.O_WRONLY | os.O_EXCL):
            pass
        _make_tables(new)
        publish(new, path)


def migrate(url_or_path: str | Path) -> bool:
    """Bring a copy of a database to the newest schema, in one transaction; return whether it had to change.

    A database in service is brought there by `upgrades.upgrade`, which keeps a copy of it as it was. Raises what
    `stored_schema` raises, SchemaForgotten, SchemaTooNew, and ValueError for the URL of another engine than SQLite.
    """
    path = sqlite_path(url_or_path)
    if not is_older(path):
        return False
    write_lock = WriteLock(path)
    try:
        with write_lock.passed():
            # Another process may have done it while this one waited.
            if not is_older(path):
                return False
            move_to(path, SCHEMA)
    finally:
        write_lock.close()
    return True


def check(path: Path) -> None:
    """Raise SchemaTooOld, SchemaForgotten or SchemaTooNew where the schema is not the newest.

    Raises what `stored_schema` raises, too.
    """
    if is_older(path):
        raise SchemaTooOld(path, stored_schema(path), SCHEMA)


def settle(path: Path) -> None:
    """Move what stands in a database's log beside it into the database, if nobody has it open. Raises BadDatabase."""
    try:
        with closing(connect(path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    except Error as error:
        raise BadDatabase(path, str(error)) from error


def connect_to_read(path: Path) -> SqliteConnection:
    """A connection to a database, whatever its schema, that can only read. Raises sqlite3.Error.

    On a read-only disk, where nobody can write, it needs none of the files that SQLite would make beside the database.
    """
    way = "mode=rw"
    if is_read_only := find_disk_fault(path) == errno.EROFS:
        log = path.with_name(f"{path.name}-wal")
        # What stands in a log is read without locks, and its index is kept in memory; "immutable" would pass it over.
        way = "mode=ro&vfs=unix-none" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    connection = connect(f"{path.absolute().as_uri()}?{way}", uri=True, timeout=BUSY_TIMEOUT_MS / 1000)
    if is_read_only:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").close()
    connection.execute("PRAGMA query_only=ON").close()
    return connection


def stored_schema(path: Path) -> str:
    """The number of a database's schema. Raises FileNotFoundError, BadDatabase and NotOurs; the file stays as it is.

    Raises OSError, too, where the disk keeps it from being opened.
    """
    if path.is_symlink() and not path.exists():
        raise BadDatabase(path, N_("it is a link to a file that is not there"))
    if not path.exists():
        raise FileNotFoundError(path)
    if not path.is_file():
        raise BadDatabase(path, N_("it is not a file"))
    try:
        with room_for(path), closing(connect_to_read(path)) as connection:
            tables = {
                str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            rows = (
                connection.execute("SELECT version_num FROM alembic_version").fetchall() if _VERSIONS in tables else []
            )
    except Error as error:
        raise BadDatabase(path, str(error)) from error
    if not tables:
        raise NotOurs(path, is_empty=True)
    stored = str(rows[0][0]) if len(rows) == 1 else ""
    is_newer = re.fullmatch(r"\d{4}", stored) is not None and stored > SCHEMA
    if not is_newer and not (stored and tables >= _FIRST_TABLES):
        raise NotOurs(path, is_empty=False)
    return stored


@cache
def all_tables() -> MetaData:
    """The tables of all modules of the store, which are imported for it, since each declares its own."""
    from pbem.store.tables import metadata

    folder = Path(__file__).parent
    rooms = [folder, *(init.parent for init in folder.glob("*/__init__.py") if init.parent != MIGRATIONS)]
    for room in rooms:
        prefix = ".".join((__package__, *room.relative_to(folder).parts, ""))
        # Not `walk_packages`, which imports what it walks through: the baseline's tables, a tenth of a command's time.
        for module in iter_modules([str(room)], prefix):
            if not module.ispkg:
                import_module(module.name)
    return metadata


def is_older(path: Path) -> bool:
    """Tell whether a database's schema is older than the newest. Raises what `migrate` does."""
    stored = stored_schema(path)
    # Numbers of one length compare as text; whatever else stands there, this program did not write it.
    if stored > SCHEMA:
        raise SchemaTooNew(path, stored, SCHEMA)
    if stored < BASELINE:
        raise SchemaForgotten(path, stored, SCHEMA)
    return stored != SCHEMA


def _make_tables(path: Path) -> None:
    """Make the tables of the models, which are those that the migrations lead to, and note the schema's number."""
    engine = create_migrating_engine(path)
    try:
        with engine.begin() as connection:
            all_tables().create_all(connection)
            version = Table(_VERSIONS, MetaData(), Column("version_num", String(32), primary_key=True))
            version.create(connection)
            connection.execute(version.insert().values(version_num=SCHEMA))
    finally:
        engine.dispose()


def move_to(path: Path, schema: str, versions: Sequence[Path] | None = None) -> None:
    """Bring a database to another schema, newer or older, by the steps in these folders, in one transaction.

    By default the steps are the program's own. What an older schema has no place for is lost. Nobody else may write
    meanwhile.
    """
    from alembic import command
    from alembic.config import Config

    config = Config(MIGRATIONS / "alembic.ini")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, versions or VERSIONS)))
    engine = create_migrating_engine(path)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            go = command.downgrade if schema < stored_schema(path) else command.upgrade
            with _without_triggers(connection):
                go(config, schema)
    finally:
        engine.dispose()


@contextmanager
def _without_triggers(connection: Connection) -> Iterator[None]:
    """Put triggers aside, since a table that is rebuilt loses its own, and may not be named by those of others.

    Those of a table that is gone afterwards go with it.
    """
    found = text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
    tables = text("SELECT name FROM sqlite_master WHERE type = 'table'")
    triggers = {str(name): (str(on), str(sql)) for name, on, sql in connection.execute(found)}
    for name in triggers:
        connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
    yield
    kept = {str(row.name) for row in connection.execute(tables)}
    for name in triggers.keys() - {str(row.name) for row in connection.execute(found)}:
        on, sql = triggers[name]
        if on in kept:
            connection.exec_driver_sql(sql)
