"""SELECTs compiled once, and run by the database driver directly from the second time on.

SQLAlchemy takes 90 µs to read a row by its key, of which SQLite needs ten: the rest is finding the compiled statement
again, calling listeners and describing the result. Running it directly saves a sixteenth of the time of a letter and a
page. SQLAlchemy still converts types and raises errors.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Dialect, Executable, SelectBase
from sqlalchemy.sql.compiler import SQLCompiler

Processor: TypeAlias = Callable[[Any], Any]
_MOST_STATEMENTS: Final = 4_096
"""Statements that are known at most: most are made at import, and some at each call."""


class Prepared:
    """A SELECT whose parameters have places."""

    __slots__ = ("_defaults", "_names", "_reading", "_writing", "sql")

    def __init__(self, statement: SelectBase, compiled: SQLCompiler, dialect: Dialect) -> None:
        binds = [compiled.binds[name] for name in compiled.positiontup or ()]
        self.sql = str(compiled)
        self._names = [bind.key for bind in binds]
        self._defaults = {bind.key: bind.effective_value for bind in binds if not bind.required}
        self._writing = _few(bind.type.dialect_impl(dialect).bind_processor(dialect) for bind in binds)
        self._reading = _few(
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in statement.selected_columns
        )

    def rows(self, connection: Connection, facts: Mapping[str, Any], *, first: bool) -> Sequence[Sequence[Any]]:
        """The rows found, or the `first` alone. Raises KeyError without a parameter, and what the driver raises."""
        cursor = connection.connection.cursor()
        try:
            cursor.execute(self.sql, self.placed(facts))
            rows = cursor.fetchmany(1) if first else cursor.fetchall()
        finally:
            cursor.close()
        return [_processed(row, self._reading) for row in rows] if self._reading else rows

    def placed(self, facts: Mapping[str, Any]) -> Sequence[Any]:
        """The parameters in their places, as the driver takes them. Raises KeyError where one is missing."""
        given = {**self._defaults, **facts}
        return _processed(tuple(given[name] for name in self._names), self._writing)


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
    if not isinstance(statement, SelectBase) or not dialect.positional:
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
