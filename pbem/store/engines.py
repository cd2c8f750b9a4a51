"""The engine of a database, chosen by how it is named: a path, or a URL of SQLAlchemy's."""

import errno
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from pbem.files import is_disk_fault
from pbem.store import copying
from pbem.store.engine import StoreEngine, shown_url
from pbem.store.sqlite import connections, copies, schema, transfer
from pbem.store.sqlite.engine import SqliteEngine
from pbem.store.transfer import OpenCopySide

if TYPE_CHECKING:
    from pydantic import SecretStr

    from pbem.store.postgresql.facts import ServerFacts

StoreName: TypeAlias = "str | Path | URL | SecretStr"
"""A database: the path of its file, or its URL, which may hold a password."""
_POSTGRESQL: Final = ("postgresql", "postgres", "postgresql+psycopg")
_OF_THE_SERVICE: Final = ("08", "40", "53", "55", "57")
"""Classes of PostgreSQL's codes: connections, rollbacks, resources, locks, and an operator's doing."""
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


def copy_whole(name: StoreName, path: Path, *, replacing: bool = False) -> None:
    """Write a whole database, as it is at one moment, into a new SQLite file, which is there whole or not at all.

    It may be in use meanwhile. Raises as `sqlite.copies.copy_whole` does.
    """
    found = _located(name)
    if isinstance(found, Path):
        copies.copy_whole(found, path, replacing=replacing)
    else:
        stored = stored_schema(name)
        with source(name) as side:
            copying.copy_into_file(side, stored, path, replacing=replacing)


def copy_into(name: StoreName, new: Path, called: Path) -> None:
    """Copy a whole database, as it is at one moment, into a file of a scratch folder, and check it.

    It may be in use meanwhile; `called` is what errors call the file. Raises as `sqlite.copies.copy_whole` does.
    """
    found = _located(name)
    if isinstance(found, Path):
        copies.copy_into(found, new, called)
    else:
        copy_whole(name, new)


def size_of(name: StoreName) -> int:
    """The bytes that a copy of a database takes, about. Raises sqlite3.Error and BadDatabase."""
    found = _located(name)
    return copies.size_of(found) if isinstance(found, Path) else int(_transfer_of(name).size_of(found))


def held(name: StoreName) -> AbstractContextManager[None]:
    """Keep all others from serving a database and from writing to it. Raises AlreadyServing and BadDatabase."""
    return cast(AbstractContextManager[None], _transfer_of(name).held(_located(name)))


def source(name: StoreName) -> OpenCopySide:
    """Open a snapshot of a database, of whatever schema, as the source of a copy."""
    return cast(OpenCopySide, _transfer_of(name).source(_located(name)))


def target(name: StoreName, make: Callable[[Connection], None], *, replacing: bool = False) -> OpenCopySide:
    """Open a transaction in a database without rows, whose tables `make` makes; both are there if the block succeeds.

    A copy that was not finished is replaced, and where `replacing` any database of this program. Raises
    FileExistsError, NotOurs, AlreadyServing where somebody else fills it, BadDatabase and OSError.
    """
    return cast(OpenCopySide, _transfer_of(name).target(_located(name), make, replacing=replacing))


def put_state(name: StoreName, state: str, fact: str) -> None:
    """Put a word behind the schema's number, as `schema.put_state` does; nobody else may write meanwhile."""
    _transfer_of(name).put_state(_located(name), state, fact)


def _transfer_of(name: StoreName) -> Any:
    if isinstance(_located(name), Path):
        return transfer
    from pbem.store.postgresql import transfer as of_postgresql

    return of_postgresql


def move_to(name: StoreName, number: str) -> None:
    """Bring a database to another schema, newer or older, in one transaction; nobody else may write meanwhile.

    What an older schema has no place for is lost.
    """
    _schema_of(name).move_to(_located(name), number)


def find_server_facts(name: StoreName) -> "ServerFacts":
    """Ask the server of a PostgreSQL database for its facts. Raises BadDatabase, and ValueError for a file."""
    from pbem.store.postgresql.facts import find_server_facts

    found = _located(name)
    if isinstance(found, Path):
        raise ValueError(f"{found} is a file")
    return find_server_facts(found)


def shown_name(name: StoreName) -> str:
    """A database as people are told of it: without a password. Raises ValueError."""
    found = _located(name)
    return str(found) if isinstance(found, Path) else shown_url(found)


def has_password(name: StoreName) -> bool:
    """Tell whether a database is named together with a password. Raises ValueError."""
    found = _located(name)
    return not isinstance(found, Path) and (found.password is not None or "password" in found.query)


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


def is_passing(error: Exception) -> bool:
    """Tell whether an error is of the database's service and not of what was asked: the same may succeed later.

    Such are lost connections, a server that ends or begins, and a lock or connection that was not to be had in time.
    """
    if isinstance(error, NoConnection) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return True
    code = getattr(cause_of(error), "sqlstate", None) or ""
    return isinstance(error, OperationalError) and code[:2] in _OF_THE_SERVICE


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
