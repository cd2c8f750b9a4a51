"""The schema of a PostgreSQL database: made in one without tables, and told."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from pbem.store import schema
from pbem.store.engine import shown_url
from pbem.store.errors import BadDatabase, OutOfReach, SchemaTooOld
from pbem.store.postgresql.connections import create_lone_engine
from pbem.store.postgresql.locks import MAKING

_FACT: Final = text("SELECT value FROM meta WHERE key = :key")


def create(url: URL) -> None:
    """Make all tables in a database that has none. Its user needs no more than the right to make tables there.

    Raises FileExistsError where those of this program are, NotOurs where others are, and BadDatabase.
    """
    with connected(url) as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MAKING})")
        tables = inspect(connection).get_table_names()
        if tables:
            checked(url, connection, tables)
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), shown_url(url))
        schema.make_tables(connection)


def check(url: URL) -> None:
    """Raise SchemaTooOld, SchemaForgotten or SchemaTooNew where the schema is not the newest.

    Raises what `stored_schema` raises, too.
    """
    stored = stored_schema(url)
    if schema.is_behind(shown_url(url), stored):
        raise SchemaTooOld(shown_url(url), stored, schema.SCHEMA)


def stored_schema(url: URL) -> str:
    """The number of a database's schema.

    Raises FileNotFoundError where it has no tables yet, BadDatabase where it cannot be reached, and NotOurs.
    """
    with connected(url) as connection:
        tables = inspect(connection).get_table_names()
        if not tables:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), shown_url(url))
        return checked(url, connection, tables)


def migrate(url: URL) -> bool:
    """Bring a database to the newest schema, in one transaction; return whether it had to change.

    Raises what `check` does, but for SchemaTooOld.
    """
    if not is_older(url):
        return False
    move_to(url, schema.SCHEMA)
    return True


def move_to(url: URL, number: str) -> None:
    """Bring a database to another schema, newer or older, in one transaction; nothing where it has that.

    Whoever reads a table for longer than a minute ends it. Raises BadDatabase then.
    """
    with connected(url) as connection:
        connection.exec_driver_sql("SET LOCAL lock_timeout = '60s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MAKING})")
        stored = checked(url, connection, inspect(connection).get_table_names())
        if stored != number:
            schema.take_steps(connection, stored, number)


def is_older(url: URL) -> bool:
    """Tell whether a database's schema is older than the newest. Raises what `check` does."""
    return schema.is_behind(shown_url(url), stored_schema(url))


def checked(url: URL, connection: Connection, tables: list[str]) -> str:
    """The schema's number of a database with these tables. Raises what `schema.checked_schema` does."""
    versions: list[str] = []
    if schema.VERSION_TABLE in tables:
        versions += connection.exec_driver_sql(f"SELECT version_num FROM {schema.VERSION_TABLE}").scalars()

    def fact() -> str:
        return str(connection.execute(_FACT, {"key": schema.MOVED_KEY}).scalar_one())

    return schema.checked_schema(shown_url(url), tables, versions, fact)


@contextmanager
def connected(url: URL) -> Iterator[Connection]:
    """Open a transaction of its own. Raises BadDatabase where it is out of reach, and for what it says."""
    engine = create_lone_engine(url)
    try:
        with engine.begin() as connection:
            yield connection
    except (DBAPIError, psycopg.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        said = str(cause).strip().partition("\n")[0]
        if isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None and not _is_about_password(cause):
            raise OutOfReach(shown_url(url), said) from error
        raise BadDatabase(shown_url(url), said) from error
    finally:
        engine.dispose()


def _is_about_password(error: psycopg.Error) -> bool:
    """Tell whether a server was there, and refused the user."""
    return error.pgconn is not None and (error.pgconn.needs_password or error.pgconn.used_password)
