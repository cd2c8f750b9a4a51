"""The rows of a whole database, copied into another one on whatever engine, and compared there.

Rows go as plain values from one snapshot into one transaction, table by table in the order of their foreign keys, each
in the order of its primary key. No more than a few hundred are held at a time.
"""

import marshal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Column, Connection, Table, func, select

from pbem.i18n import N_
from pbem.store.errors import NotCopied

Values: TypeAlias = Sequence[Any]
"""A row's values: numbers, texts, bytes and None; what is true or false is 1 or 0."""
FETCHED: Final = 200
"""Rows that are fetched at a time."""
_PLAIN: Final = 2
"""The form of `marshal` in which equal values are equal bytes, wherever they came from."""


class CopyProgress(NamedTuple):
    """Callbacks that follow a copy: how many rows there are to read, each twice, and how many more were read."""

    begin: Callable[[int], None] = lambda _rows: None
    advance: Callable[[int], None] = lambda _rows: None


UNSEEN: Final = CopyProgress()
"""Nobody who follows."""


class Fingerprint:
    """The number of rows that were looked at, in their order, and the digest of all of them."""

    def __init__(self) -> None:
        self.number = 0
        self._digest = blake2b()

    def of(self, rows: Iterator[Values], advance: Callable[[int], None]) -> Iterator[Values]:
        """Yield rows, having looked at them."""
        for row in rows:
            self._digest.update(marshal.dumps(tuple(row), _PLAIN))
            self.number += 1
            if not self.number % FETCHED:
                advance(FETCHED)
            yield row
        advance(self.number % FETCHED)

    def __eq__(self, other: object) -> bool:
        """Whether both looked at the same rows."""
        return isinstance(other, Fingerprint) and self._facts == other._facts

    def __hash__(self) -> int:
        """A hash of what was looked at so far."""
        return hash(self._facts)

    @property
    def _facts(self) -> tuple[int, bytes]:
        return self.number, self._digest.digest()


class CopySide(ABC):
    """A connection within a transaction, from which rows are read, and into which they are put, as plain values."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.raw: Any = connection.connection.dbapi_connection
        self.replaced = 0
        """The texts of which the engine could not keep a character."""

    def count(self, tables: Sequence[Table]) -> int:
        """The number of rows of these tables."""
        return sum(self.connection.execute(select(func.count()).select_from(one)).scalar_one() for one in tables)

    @abstractmethod
    def rows(self, table: Table) -> Iterator[Values]:
        """Yield all rows of a table in the order of its primary key."""

    @abstractmethod
    def fit(self, rows: Iterator[Values]) -> Iterator[Values]:
        """Yield rows as this engine can keep them."""

    @abstractmethod
    def insert(self, table: Table, rows: Iterator[Values]) -> None:
        """Put rows into a table."""

    @abstractmethod
    def last_ids(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """The greatest ids that tables have given out, as far as the engine knows, whether their rows are there."""

    @abstractmethod
    def put_last_ids(self, tables: Sequence[Table], ids: Mapping[str, int]) -> None:
        """Have new rows of the tables get greater ids than these, and than those that are there."""


OpenCopySide: TypeAlias = AbstractContextManager[CopySide]


def copy_rows(source: CopySide, target: CopySide, tables: Sequence[Table], progress: CopyProgress = UNSEEN) -> None:
    """Copy all rows of these tables, in their order, into empty ones. Raises NotCopied.

    Each table is read again there, and must be what was read here.
    """
    progress.begin(2 * source.count(tables))
    for table in tables:
        wanted, found = Fingerprint(), Fingerprint()
        target.insert(table, wanted.of(target.fit(source.rows(table)), progress.advance))
        for _row in found.of(target.rows(table), progress.advance):
            pass
        if found != wanted:
            raise NotCopied(table.name, N_("its rows are others than those that were read"))
    target.put_last_ids(tables, source.last_ids(tables))


def columns_of(table: Table) -> Sequence[Column[Any]]:
    """The columns of a table, but for those that the database computes from others."""
    return [column for column in table.columns if column.computed is None]


def key_of(table: Table) -> str | None:
    """The column of a table whose numbers the database gives out, if there is one."""
    column = table.autoincrement_column
    return None if column is None or column.foreign_keys else column.name
