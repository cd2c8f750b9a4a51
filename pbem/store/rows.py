"""Between rows and statements: what a row's fields select, and how rows are kept.

A row's fields, or a named tuple's, name what is read, so that a query fetches nothing that is not told.
"""

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar, cast

from sqlalchemy import Column, Select, Table, func, select
from sqlalchemy.dialects.sqlite import Insert

from pbem.store.database import Tx
from pbem.store.dialects import insert_or_replace
from pbem.store.tables import NEW, TableRow

R = TypeVar("R", bound=TableRow)


def columns(shape: type[Any], *tables: type[TableRow]) -> list[Column[Any]]:
    """The columns that a row or named tuple is made of, in its order, each from the first of the tables that has it.

    Without tables it is a row's own.
    """
    found = tables or (shape,)
    return [next(one.c[name] for one in found if name in one.c) for name in shape.__match_args__]


def values(row: Any) -> dict[str, Any]:
    """The fields of a row or named tuple by name, as a statement's parameters; `asdict` would copy each value first."""
    return {name: getattr(row, name) for name in row.__match_args__}


def add(tx: Tx, row: R, /, **others: Any) -> R:
    """Keep a new row, with the columns that are hidden, and return it; what is NEW gets its id."""
    facts = values(row) | others
    if facts.get("id") != NEW:
        tx.run(row.inserting, **facts)
        return row
    del facts["id"]
    return cast(R, replace(cast(Any, row), id=tx.add(row.inserting, **facts)))


def add_numbered(tx: Tx, row: R, /, **others: Any) -> R:
    """Keep a new row under the number behind the greatest, where people name it by that, and return it.

    PostgreSQL would leave out the numbers of what was tried and undone: a letter that opens list 3 and is refused would
    open list 4 when it is mended.
    """
    last = tx.one(int, row.table.name, _last_id(row.table))
    return add(tx, cast(R, replace(cast(Any, row), id=last + 1)), **others)


@lru_cache
def _last_id(of: Table) -> Select[Any]:
    return select(func.coalesce(func.max(of.c.id), 0))


def putting(row: type[TableRow]) -> Insert:
    """Make the statement that keeps a row in place of the one with the same key, if there is one."""
    others = (name for name in row.__match_args__ if not row.c[name].primary_key)
    return insert_or_replace(row.table, tuple(others))


def shown(row: tuple[Any, ...], *, but: tuple[str, ...]) -> str:
    """A named tuple as it is logged, without the secrets that it holds."""
    pairs = (f"{name}={value!r}" for name, value in values(row).items() if name not in but)
    return f"{type(row).__name__}({', '.join(pairs)})"


def hash_token(token: str) -> str:
    """The SHA-256 of a token that opens something: what is kept of it, so that reading the database does not give it
    away.
    """
    return sha256(token.encode()).hexdigest()
