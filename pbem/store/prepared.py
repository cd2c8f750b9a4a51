"""SELECTs compiled once, and run by the database driver directly from the second time on.

SQLAlchemy takes 90 µs to read a row by its key, of which SQLite needs ten: the rest is finding the compiled statement
again, calling listeners and describing the result. Running it directly saves a sixteenth of the time of a letter and a
page on SQLite, and more on PostgreSQL, whose driver prepares it at the server. SQLAlchemy still converts types and
names errors.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Dialect, Executable, SelectBase
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

Processor: TypeAlias = Callable[[Any], Any]
_MOST_STATEMENTS: Final = 4_096
"""Statements that are known at most: most are made at import, and some at each call."""


class Unprepared(Exception):
    """A statement is to be run by SQLAlchemy, whose error, if there is one, is the one that others know."""


class Prepared:
    """A SELECT with its parameters as the driver takes them: by their places, or by names."""

    __slots__ = ("_defaults", "_keys", "_names", "_reading", "_types", "_writing", "sql")

    def __init__(self, statement: SelectBase, compiled: SQLCompiler, dialect: Dialect) -> None:
        names = list(compiled.bind_names.values()) if compiled.positiontup is None else compiled.positiontup
        binds = [compiled.binds[name] for name in names]
        self.sql = str(compiled)
        self._names = None if dialect.positional else [compiled.escaped_bind_names.get(name, name) for name in names]
        self._keys = [bind.key for bind in binds]
        self._defaults = {bind.key: bind.effective_value for bind in binds if not bind.required}
        self._writing = _few(bind.type.dialect_impl(dialect).bind_processor(dialect) for bind in binds)
        self._types = [column.type.dialect_impl(dialect) for column in statement.selected_columns]
        self._reading: list[tuple[int, Processor]] | None = None

    def rows(self, connection: Connection, facts: Mapping[str, Any], *, first: bool) -> Sequence[Sequence[Any]]:
        """The rows found, or the `first` alone.

        Raises Unprepared without a parameter and on SQLite's errors, and on PostgreSQL, whose transaction is over then,
        what SQLAlchemy would raise.
        """
        given = self.placed(facts)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(self.sql, given)
            rows = cursor.fetchmany(1) if first else cursor.fetchall()
            if self._reading is None:
                self._reading = self._processors(connection.dialect, cursor.description)
        except connection.dialect.loaded_dbapi.Error as error:
            raise library_error(connection, self.sql, error) from error
        finally:
            cursor.close()
        return [_processed(row, self._reading) for row in rows] if self._reading else rows

    def placed(self, facts: Mapping[str, Any]) -> Sequence[Any] | Mapping[str, Any]:
        """The parameters as the driver takes them. Raises Unprepared where one is missing."""
        given = {**self._defaults, **facts}
        try:
            values = _processed(tuple(given[key] for key in self._keys), self._writing)
        except KeyError as missing:
            raise Unprepared from missing
        return values if self._names is None else dict(zip(self._names, values, strict=True))

    def _processors(self, dialect: Dialect, described: Sequence[Sequence[Any]]) -> list[tuple[int, Processor]]:
        return _few(
            kind.result_processor(dialect, column[1]) for kind, column in zip(self._types, described, strict=True)
        )


def library_error(connection: Connection, statement: str, error: Any) -> Exception:
    """The error for one of the driver's: Unprepared on SQLite, else SQLAlchemy's; a lost connection is given up."""
    if isinstance(error, sqlite3.Error):
        return Unprepared()
    dialect = connection.dialect
    is_lost = dialect.is_disconnect(error, connection.connection.dbapi_connection, None)
    if is_lost:
        connection.invalidate(error)
    known = dialect.loaded_dbapi.Error
    named: Exception = DBAPIError.instance(
        statement, None, error, known, hide_parameters=True, connection_invalidated=is_lost, dialect=dialect
    )
    return named


class _Use:
    """The use of a statement: not compiled while it is used once, and never where the driver cannot run it."""

    __slots__ = ("is_compiled", "is_known", "prepared")

    def __init__(self) -> None:
        self.is_known = self.is_compiled = False
        self.prepared: Prepared | None = None


def prepared_for(statement: Executable, connection: Connection) -> Prepared | None:
    """The statement as the driver runs it; None the first time, and where SQLAlchemy alone can run it."""
    dialect = connection.dialect
    use = _use(statement, dialect.name)
    if use.is_known and not use.is_compiled:
        use.prepared, use.is_compiled = _prepare(statement, dialect), True
    use.is_known = True
    return use.prepared


@lru_cache(_MOST_STATEMENTS)
def _use(_statement: Executable, _dialect: str) -> _Use:
    return _Use()


def _prepare(statement: Executable, dialect: Dialect) -> Prepared | None:
    """Compile a SELECT; None for what is none, and for one whose text depends on its parameters."""
    if not isinstance(statement, SelectBase):
        return None
    compiled = statement.compile(dialect=dialect)
    is_fixed = not any(bind.expanding or bind.literal_execute for bind in compiled.binds.values())
    return Prepared(statement, compiled, dialect) if is_fixed else None


def _few(processors: Iterable[Processor | None]) -> list[tuple[int, Processor]]:
    """The processors that there are, with their places."""
    return [(place, process) for place, process in enumerate(processors) if process is not None]


def _processed(row: Sequence[Any], processors: list[tuple[int, Processor]]) -> Sequence[Any]:
    """A row with the values of some types converted."""
    if not processors:
        return row
    found = list(row)
    for place, process in processors:
        found[place] = process(found[place])
    return tuple(found)
