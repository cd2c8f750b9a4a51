"""The engine of a database, chosen by how it is named: a path, or a URL of SQLAlchemy's."""

import errno
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from pbem.files import is_disk_fault
from pbem.store.engine import StoreEngine, shown_url
from pbem.store.sqlite import connections, schema
from pbem.store.sqlite.engine import SqliteEngine

if TYPE_CHECKING:
    from pydantic import SecretStr

StoreName: TypeAlias = "str | Path | URL | SecretStr"
"""A database: the path of its file, or its URL, which may hold a password."""
_POSTGRESQL: Final = ("postgresql", "postgres", "postgresql+psycopg")
_DISK_STATES: Final = ("53100", "58030")
"""PostgreSQL's codes for a full disk and one that cannot be read or written."""


def open_engine(name: StoreName, readers: int) -> StoreEngine:
    """Connect to a database that has the newest schema; `readers` connections are kept open for reading.

    Raises FileNotFoundError, BadDatabase, NotOurs, SchemaTooOld, SchemaTooNew, and ValueError for another engine's.
    """
    found = _located(name)
    if isinstance(found, Path):
        return SqliteEngine(found, readers)
    from pbem.store.postgresql.engine import PostgresqlEngine

    return PostgresqlEngine(found, readers)


def create(name: StoreName) -> None:
    """Make a database with the newest schema: a new file, or the tables in a database of PostgreSQL without any.

    It is there whole or not at all. Raises FileExistsError where one is, NotOurs where another program's tables are,
    BadDatabase, and ValueError for another engine's.
    """
    _schema_of(name).create(_located(name))


def stored_schema(name: StoreName) -> str:
    """The number of a database's schema. Raises FileNotFoundError, BadDatabase, NotOurs and ValueError."""
    return str(_schema_of(name).stored_schema(_located(name)))


def is_older(name: StoreName) -> bool:
    """Tell whether a database's schema is older than the newest.

    Raises what `stored_schema` does, SchemaForgotten and SchemaTooNew.
    """
    return bool(_schema_of(name).is_older(_located(name)))


def migrate(name: StoreName) -> bool:
    """Bring a database to the newest schema, in one transaction; return whether it had to change.

    A database in service is brought there by `upgrades.upgrade`, which keeps a copy of it as it was. Raises what
    `is_older` does.
    """
    return bool(_schema_of(name).migrate(_located(name)))


def shown_name(name: StoreName) -> str:
    """A database as people are told of it: without a password. Raises ValueError."""
    found = _located(name)
    return str(found) if isinstance(found, Path) else shown_url(found)


def _schema_of(name: StoreName) -> Any:
    if isinstance(_located(name), Path):
        return schema
    from pbem.store.postgresql import schema as of_postgresql

    return of_postgresql


def _located(name: StoreName) -> Path | URL:
    """The file, or the URL of a PostgreSQL database. Raises ValueError, which tells no password."""
    if isinstance(name, Path | URL):
        return name
    text = name if isinstance(name, str) else name.get_secret_value()
    if "://" not in text:
        return Path(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError("this is not the URL of a database") from None
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite" or not url.database:
        raise ValueError(f"only SQLite files and PostgreSQL can be used, not {url.render_as_string()}")
    return Path(url.database)


def is_out_of_order(error: Exception) -> bool:
    """Tell whether an error says that the database cannot be used now: a full or a locked one, or one out of reach.

    One out of reach is also one that has no connections left.
    """
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OSError | OperationalError | InterfaceError | NoConnection | sqlite3.OperationalError)


def cause_of(error: Exception) -> BaseException:
    """The database's own error behind one of its library, which also tells the statement; any other as it is."""
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def is_refused_by_disk(error: Exception) -> bool:
    """Tell whether an error says that the disk is full, broken or may not be written to, which no restart mends."""
    cause = cause_of(error)
    if isinstance(cause, sqlite3.Error):
        return connections.is_disk_error(cause)
    if isinstance(cause, OSError):
        return is_disk_fault(cause) or cause.errno == errno.EIO
    return getattr(cause, "sqlstate", None) in _DISK_STATES
