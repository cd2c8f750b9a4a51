"""A PostgreSQL database as an end of a copy of rows: a snapshot of it, or a transaction that fills an empty one."""

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import psycopg
from sqlalchemy import URL, Boolean, Connection, Table, inspect
from sqlalchemy.exc import OperationalError

from pbem.store import schema
from pbem.store.engine import shown_url
from pbem.store.errors import AlreadyServing, MovedAway, NotCopied, Unfinished
from pbem.store.postgresql.connections import create_lone_engine
from pbem.store.postgresql.locks import MAKING, AdvisoryLeadership, turn_to_write
from pbem.store.postgresql.schema import checked, connected
from pbem.store.transfer import FETCHED, CopySide, Values, columns_of, key_of

_NUL: Final = "\0"
_INSTEAD: Final = "\ufffd"
_PATIENCE: Final = "30s"
"""How long it is waited for whoever writes."""


class PostgresqlSide(CopySide):
    """A connection within a transaction."""

    def rows(self, table: Table) -> Iterator[Values]:
        """Read by a cursor at the server, which holds the rest."""
        names = ", ".join(_read(column) for column in columns_of(table))
        key = ", ".join(f'"{column.name}"' for column in table.primary_key)
        with self.raw.cursor(name=f"rows_{table.name}") as cursor:
            cursor.itersize = FETCHED
            cursor.execute(f'SELECT {names} FROM "{table.name}" ORDER BY {key}')
            yield from cursor

    def fit(self, rows: Iterator[Values]) -> Iterator[Values]:
        """Give U+FFFD for U+0000, as writing does."""
        for row in rows:
            if any(type(value) is str and _NUL in value for value in row):
                self.replaced += 1
                row = [value.replace(_NUL, _INSTEAD) if type(value) is str else value for value in row]
            yield row

    def insert(self, table: Table, rows: Iterator[Values]) -> None:
        """Send all rows in one stream."""
        names = ", ".join(f'"{column.name}"' for column in columns_of(table))
        try:
            with self.raw.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(row)
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            raise NotCopied(table.name, str(error).partition("\n")[0]) from error

    def last_ids(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """Ask the sequences."""
        found = {}
        for table, sequence in self._sequences(tables):
            last, is_used = self.raw.execute(f"SELECT last_value, is_called FROM {sequence}").fetchone()
            if is_used:
                found[table.name] = last
        return found

    def put_last_ids(self, tables: Sequence[Table], ids: Mapping[str, int]) -> None:
        """Set the sequences."""
        for table, sequence in self._sequences(tables):
            greatest = f'greatest((SELECT max("{key_of(table)}") FROM "{table.name}"), %s::bigint)'
            self.raw.execute(
                f"SELECT setval('{sequence}', coalesce(last, 1), last IS NOT NULL) "
                f"FROM (SELECT {greatest} AS last) AS found",
                (ids.get(table.name),),
            )

    def _sequences(self, tables: Sequence[Table]) -> Iterator[tuple[Table, str]]:
        for table in tables:
            key = key_of(table)
            if key is not None:
                (name,) = self.raw.execute("SELECT pg_get_serial_sequence(%s, %s)", (f'"{table.name}"', key)).fetchone()
                if name is not None:
                    yield table, name


def _read(column: Any) -> str:
    return f'"{column.name}"' + ("::int" if isinstance(column.type, Boolean) else "")


@contextmanager
def held(url: URL) -> Iterator[None]:
    """Keep all others from leading and from writing. Raises AlreadyServing, and BadDatabase."""
    engine = create_lone_engine(url)
    leadership = AdvisoryLeadership(engine)
    try:
        with connected(url):  # which tells why it is out of reach
            pass
        if not leadership.take():
            raise AlreadyServing
        with engine.connect() as connection, ExitStack() as turn:
            connection.exec_driver_sql(f"SET lock_timeout = '{_PATIENCE}'")
            connection.commit()
            try:
                turn.enter_context(turn_to_write(connection, None, alone=True, last="SELECT 1", then="SELECT 1"))
            except OperationalError as error:  # somebody has been writing for as long
                raise AlreadyServing from error
            yield
    finally:
        leadership.release()
        engine.dispose()


@contextmanager
def source(url: URL) -> Iterator[PostgresqlSide]:
    """Open a snapshot of a database."""
    with connected(url) as connection:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield PostgresqlSide(connection)


@contextmanager
def target(url: URL, make: Callable[[Connection], None], *, replacing: bool = False) -> Iterator[PostgresqlSide]:
    """Open a transaction in a database without rows, whose tables `make` makes; they are there if the block succeeds.

    One that was not finished before is emptied, and any other of this program where `replacing`. Raises
    FileExistsError, NotOurs, AlreadyServing where somebody else fills it, and BadDatabase.
    """
    with connected(url) as connection:
        if not connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({MAKING})").scalar_one():
            raise AlreadyServing
        tables = inspect(connection).get_table_names()
        if tables and not _may_be_filled(url, connection, tables, replacing=replacing):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), shown_url(url))
        for name in tables:
            connection.exec_driver_sql(f'DROP TABLE "{name}" CASCADE')
        make(connection)
        yield PostgresqlSide(connection)
    with connected(url) as connection:
        connection.exec_driver_sql("ANALYZE")


def _may_be_filled(url: URL, connection: Connection, tables: Sequence[str], *, replacing: bool) -> bool:
    try:
        checked(url, connection, list(tables))
    except Unfinished:
        return True
    except MovedAway:
        return replacing
    if replacing:
        return True
    filled = (f'EXISTS (SELECT 1 FROM "{name}")' for name in tables if name != schema.VERSION_TABLE)
    return not connection.exec_driver_sql(f"SELECT {' OR '.join(filled)}").scalar_one()


def put_state(url: URL, state: str, fact: str) -> None:
    """Put a word behind the schema's number, as `schema.put_state` does."""
    with connected(url) as connection:
        schema.put_state(connection, state, fact)


def size_of(url: URL) -> int:
    """The bytes that the database takes on its disk."""
    with connected(url) as connection:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())
