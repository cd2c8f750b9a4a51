"""Statements and functions that SQLite and PostgreSQL write differently, declared once as SQLite has them.

To name PostgreSQL's own constructs imports its dialect, with asyncio, in every process: 40 ms.
"""

from typing import Any, cast

from sqlalchemy import BigInteger, Integer, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite.dml import OnConflictDoNothing, OnConflictDoUpdate
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import TypeEngine


def portable(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """A column's type that means the same on both: whole numbers have 64 bits, which PostgreSQL must be told."""
    return kind.with_variant(BigInteger(), "postgresql") if isinstance(kind, Integer) else kind


class _DoNothing(OnConflictDoNothing):
    inherit_cache = True
    constraint_target = None  # which PostgreSQL's compiler looks for


class _DoUpdate(OnConflictDoUpdate):
    inherit_cache = True
    constraint_target = None


def insert_new(table: Table) -> sqlite.Insert:
    """An INSERT that leaves out rows with a key that is there."""
    return sqlite.insert(table).ext(_DoNothing())


def insert_or_replace(table: Table, names: tuple[str, ...]) -> sqlite.Insert:
    """An INSERT that puts these columns into the row with the same primary key, if there is one."""
    adding = sqlite.insert(table)
    values = {name: adding.excluded[name] for name in names}
    return adding.ext(_DoUpdate(index_elements=list(table.primary_key), set_=values))


class _Instr(GenericFunction[int]):
    """The place of a text in another, from 1 on; 0 where it is not there: `func.instr`."""

    name = identifier = "instr"
    type = Integer()
    inherit_cache = True


class _JsonNumber(GenericFunction[Any]):
    """A number in a JSON object: `func.json_extract(column, "$.name")`."""

    name = identifier = "json_extract"
    inherit_cache = True


@compiles(_Instr, "postgresql")
def _instr(called: _Instr, compiler: Any, **options: Any) -> str:
    return f"strpos({compiler.process(called.clauses, **options)})"


@compiles(_JsonNumber, "postgresql")
def _json_extract(called: _JsonNumber, compiler: Any, **options: Any) -> str:
    document, path = called.clauses
    name = cast(Any, path).value.removeprefix("$.")
    return f"(({compiler.process(document, **options)})::json ->> '{name}')::bigint"


@compiles(CreateIndex, "postgresql")
def _create_index(statement: CreateIndex, compiler: Any, **options: Any) -> str:
    found = statement.element.dialect_options
    found["postgresql"]["where"] = found["sqlite"]["where"]
    return cast(str, compiler.visit_create_index(statement, **options))
