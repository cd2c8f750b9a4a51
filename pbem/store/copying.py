"""Copies of a database of whatever engine and schema, as SQLite files: those that a backup and an upgrade keep."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, MetaData, Table

from pbem.store import schema
from pbem.store.sqlite.schema import without_triggers
from pbem.store.sqlite.transfer import target
from pbem.store.tables import PASSING
from pbem.store.transfer import CopySide, copy_rows


def copy_into_file(source: CopySide, stored: str, new: Path, *, replacing: bool = False) -> None:
    """Copy a database of a schema into a new file, which is there whole or not at all. Raises as `target` does."""
    with target(new, partial(_make_stored, stored), replacing=replacing) as other:
        copy_rows(source, other, _tables_in(other))


def lasting_tables(tables: MetaData) -> Sequence[Table]:
    """The tables whose rows mean something in a copy, in the order of their foreign keys."""
    passing = {name for name, table in schema.all_tables().tables.items() if table.info == PASSING}
    return [table for table in tables.sorted_tables if table.name not in passing]


def _make_stored(stored: str, connection: Connection) -> None:
    """Make the tables of a schema in an SQLite file by the steps to it, as its database may be from before."""
    before = ""
    for number in schema.list_steps(stored):
        with without_triggers(connection):
            schema.take_steps(connection, before, number)
        before = number


def _tables_in(side: CopySide) -> Sequence[Table]:
    found = MetaData()
    found.reflect(side.connection)
    return [table for table in lasting_tables(found) if table.name != schema.VERSION_TABLE]
