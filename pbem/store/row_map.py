"""The rows that one request has read, so that none of its statements runs twice with the same parameters; with what
it has changed, and what is computed outside of the writer.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from sqlalchemy import Connection, Executable, Insert, SelectBase, Table
from sqlalchemy.sql import visitors
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.visitors import ExternallyTraversible

from pbem.store.errors import StoreError

Key: TypeAlias = tuple[Executable, bool, tuple[tuple[str, Any], ...]]
Rows: TypeAlias = Sequence[Sequence[Any]]
SETTLED: Final = "settled"
"""The execution option of statements whose rows no row can join that is added later, such as a log's beginning."""
MOST_KEPT: Final = 2_000
"""The most statements whose rows are kept: a request runs some dozens, a pass over all games more."""
_MOST_STATEMENTS: Final = 4_096
"""Statements whose tables are known at most: most are made at import, and some at each call."""


class MapSnapshot(NamedTuple):
    """The rows read, and the tables written, before a stretch of a transaction."""

    rows: dict[Key, Rows]
    written: frozenset[Table] | None


class RowMap:
    """The rows of a request, by the statement that read them and its parameters. Used by one transaction at a time."""

    def __init__(self, *, remembers: bool = True) -> None:
        self._remembers = remembers
        self._rows: dict[Key, Rows] = {}
        self.since: int | None = None
        """The number of the commit after which the first of them was read; None before."""
        self.written: frozenset[Table] | None = frozenset()
        """The tables that the present transaction has written so far; None where that cannot be told."""

    def read(self, statement: Executable, facts: Mapping[str, Any], run: Callable[[], Rows], *, first: bool) -> Rows:
        """The rows of a statement, or the `first` alone, for which it is `run` where that was not done before."""
        key = _key(statement, facts, first=first)
        found = self._rows.get(key)
        if found is None:
            found = run()
            if self._remembers and len(self._rows) < MOST_KEPT and _tables(statement):
                self._rows[key] = found
        return found

    def drop_written_by(self, statement: Executable) -> None:
        """Forget the rows that a statement may change, before it runs."""
        tables = _written(statement)
        self.written = None if tables is None or self.written is None else self.written | tables
        self.drop(tables, only_adds=isinstance(statement, Insert))

    def put(self, statement: Executable, facts: Mapping[str, Any], row: Sequence[Any] | None) -> None:
        """Put the first row that a statement would read now; None where there is none."""
        if self._remembers:
            self._rows[_key(statement, facts, first=True)] = () if row is None else (row,)

    def get(self, statement: Executable, facts: Mapping[str, Any]) -> Rows | None:
        """All rows that a statement would read now, if that is known."""
        return self._rows.get(_key(statement, facts, first=False))

    def put_all(self, statement: Executable, facts: Mapping[str, Any], rows: Rows) -> None:
        """Put all rows that a statement would read now."""
        if self._remembers:
            self._rows[_key(statement, facts, first=False)] = rows

    def has(self, statement: Executable, facts: Mapping[str, Any]) -> bool:
        """Tell whether it is known what a statement would read first now."""
        return _key(statement, facts, first=True) in self._rows

    def drop(self, tables: Set[Table] | None, *, only_adds: bool = False) -> None:
        """Forget the rows that were read from any of these tables; from all where they are not known (None).

        `only_adds`: rows were added to them, none changed, so that those of the `SETTLED` stand.
        """
        if tables is None:
            self._rows = {}
        elif tables:
            self._rows = {
                key: rows
                for key, rows in self._rows.items()
                if _tables(key[0]).isdisjoint(tables) or (only_adds and key[0].get_execution_options().get(SETTLED))
            }

    def forget(self) -> None:
        """Forget all rows."""
        self._rows, self.since = {}, None

    def snapshot(self) -> MapSnapshot:
        """The state of the map before a savepoint, for `undo`."""
        before, self.written = MapSnapshot(dict(self._rows), self.written), frozenset()
        return before

    def settle(self, before: MapSnapshot) -> None:
        """Go on behind a stretch that stands."""
        self.written = None if self.written is None or before.written is None else self.written | before.written

    def undo(self, before: MapSnapshot) -> None:
        """Bring back the rows from before a stretch that is undone, and those read in it of what it did not write."""
        written, self.written = self.written, before.written
        self.drop(written)
        self._rows = {**self._rows, **before.rows}


def _key(statement: Executable, facts: Mapping[str, Any], *, first: bool) -> Key:
    bound = ((name, tuple(fact) if isinstance(fact, Set | list) else fact) for name, fact in facts.items())
    return statement, first, tuple(bound)


@lru_cache(_MOST_STATEMENTS)
def _tables(statement: Executable) -> frozenset[Table]:
    return frozenset(
        part for part in visitors.iterate(cast(ExternallyTraversible, statement)) if isinstance(part, Table)
    )


@lru_cache(_MOST_STATEMENTS)
def _written(statement: Executable) -> frozenset[Table] | None:
    """The tables whose rows a statement may change, those that follow by a foreign key included; None for any."""
    if isinstance(statement, SelectBase):
        return frozenset()
    if not isinstance(statement, UpdateBase) or not isinstance(statement.table, Table):
        return None
    found = {statement.table}
    while more := {table for table in statement.table.metadata.tables.values() if _follows(table, found)} - found:
        found |= more
    return frozenset(found)


def _follows(table: Table, gone: set[Table]) -> bool:
    return any(key.ondelete is not None and key.column.table in gone for key in table.foreign_keys)


T = TypeVar("T")
MOST_BEGINNINGS: Final = 60
"""How often a transaction begins at most. What is known beforehand is computed beforehand, so most begin once; a few
begin once for each seat whose orders waited. One that others overtake each time keeps them waiting in its last."""


class NotComputed(StoreError):
    """A transaction that writes needs a result that is not there."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        super().__init__(f"{getattr(function, '__qualname__', function)} was not computed for what there is now")
        self.function = function
        self.arguments = arguments


class Computed:
    """The results that one request has asked for, and the rows that it has read. Used by one transaction at a time."""

    def __init__(self, *, remembers: bool = True) -> None:
        """Unless it `remembers` rows they are read anew each time."""
        self.rows = RowMap(remembers=remembers)
        self._results: list[tuple[Callable[..., Any], tuple[Any, ...], Any]] = []

    def get(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        """The result of a function for these arguments. Raises NotComputed."""
        for computed, known, result in self._results:
            if computed is function and known == arguments:
                return cast(T, result)
        raise NotComputed(function, arguments)

    def compute(self, missing: NotComputed) -> Any:
        """Compute what is missing, keep it, and return it; it raises what the function raises."""
        result = missing.function(*missing.arguments)
        self.keep(missing.function, missing.arguments, result)
        return result

    def keep(self, function: Callable[..., T], arguments: tuple[Any, ...], result: T) -> None:
        """Keep the result of a function for these arguments."""
        self._results.append((function, arguments, result))


class Changes:
    """The commits of one database, where it is not told what they changed: others write at the same time."""

    number = 0
    """That of the last commit."""

    def since(self, _number: int | None, _writer: Connection) -> Set[Table] | None:
        """The tables that were changed after a commit; None where that may be any."""
        return None

    def add(self, _written: Set[Table] | None) -> int:
        """Note a commit, which has changed these tables (None: any); return its number."""
        return self.number
