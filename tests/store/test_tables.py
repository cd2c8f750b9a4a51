"""A table's class is its rows: as cheap as a dataclass, unchangeable, and without the secrets of the table."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import BigInteger, Column, Index, MetaData, Table, UniqueConstraint, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex
from store_kit import open_transaction

from pbem.store import Tx, tables
from pbem.store.rows import add, columns, values
from pbem.store.schema import all_tables
from pbem.store.tables import TableRow, column, hidden, partial_index, table

SECRETS: Final = {"seed", "salt", "token_hash", "calendar_token"}
"""Columns of secrets that only a query of their own fetches."""


def classes() -> list[Any]:
    """The classes of all tables."""
    all_tables()
    return [row for row in TableRow.__subclasses__() if "table" in vars(row) and row.__module__.startswith("pbem.")]


def test_every_table_is_one_class_whose_fields_are_columns_of_it() -> None:
    assert sorted(row.table.name for row in classes()) == sorted(all_tables().tables)
    for row in classes():
        assert [row.c[name] for name in row.__match_args__] == columns(row)
        assert {one.name for one in fields(row)} <= set(row.c.keys())


def test_what_opens_something_or_makes_dice_is_in_no_row() -> None:
    kept = {name: row for row in classes() for name in SECRETS & set(row.c.keys())}
    assert kept.keys() == SECRETS
    for row in classes():
        assert not SECRETS & set(row.__match_args__), row


@pytest.mark.parametrize("dialect", [postgresql, sqlite])
def test_an_index_of_some_rows_is_one_in_every_database(dialect: Any) -> None:
    index = partial_index("ix_thing_waiting", "at_ms", where="NOT passed_on")
    Table("thing", MetaData(), Column("at_ms", BigInteger), index)
    assert str(CreateIndex(index).compile(dialect=dialect.dialect())).endswith("(at_ms) WHERE NOT passed_on")


@pytest.fixture
def tx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tx]:
    """A transaction, while tables are declared that are none of the program's."""
    with open_transaction(tmp_path) as found:
        monkeypatch.setattr(tables, "metadata", MetaData())
        yield found


def test_a_class_declares_its_table_and_gives_rows(tx: Tx) -> None:
    @table("thing", hidden("owner", int, primary_key=True), hidden("secret", str | None), Index(None, "made_ms"))
    class ThingRow(TableRow):
        id: int = column(primary_key=True)
        made_ms: int
        name: str = column(default="", shown=False, unique=True)

    assert [one.name for one in ThingRow.table.primary_key] == ["owner", "id"]
    assert {one.name: (str(one.type), one.nullable) for one in ThingRow.c} == {
        "owner": ("INTEGER", False),
        "id": ("INTEGER", False),
        "made_ms": ("BIGINT", False),
        "name": ("VARCHAR", False),
        "secret": ("VARCHAR", True),
    }
    assert any(isinstance(one, UniqueConstraint) for one in ThingRow.table.constraints) and ThingRow.table.indexes
    row = ThingRow(7, 2, "hush")
    assert "hush" not in repr(row) and values(row) == {"id": 7, "made_ms": 2, "name": "hush"}
    with pytest.raises(FrozenInstanceError):
        setattr(row, row.__match_args__[0], 8)
    ThingRow.table.create(tx.connection)
    assert add(tx, row, owner=1, secret="x") == row
    assert tx.all(ThingRow, select(*columns(ThingRow))) == [row]
