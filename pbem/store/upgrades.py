"""Upgrades with a way back: a database goes to another schema only once a checked copy of it lies beside it.

The copy is the file PATH.before-NUMBER: the database as it was before it got the schema of that number; the next ones
are PATH.before-NUMBER-2 and so on, since none is written over another. A process that
is killed leaves the database at one schema or the other, never between, since a migration is one transaction.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from pbem.clock import system_clock, to_ms
from pbem.files import copy_private, scratch
from pbem.store import schema as schemas
from pbem.store.engines import (
    StoreName,
    copy_into,
    copy_whole,
    held,
    is_older,
    move_to,
    shown_name,
    source,
    stored_schema,
)
from pbem.store.errors import BadDatabase, SchemaForgotten
from pbem.store.moving import check_nobody_runs
from pbem.store.sqlite.connections import connect_to_read, settle
from pbem.store.sqlite.copies import quick_check

_BEFORE: Final = ".before-"


class Lost(NamedTuple):
    """Rows, or values of a column, that an older schema has no place for. `column` is "" for whole rows."""

    table: str
    column: str
    many: int

    @property
    def name(self) -> str:
        """The column with its table, such as "game.motto"."""
        return f"{self.table}.{self.column}"


def copies_before(database: Path, schema: str) -> Sequence[Path]:
    """The files that hold a database as it was each time before it got a schema, the oldest first."""
    found: list[Path] = []
    while os.path.lexists(path := _numbered(database, schema, len(found) + 1)):
        found.append(path)
    return found


def _numbered(database: Path, schema: str, number: int) -> Path:
    return database.with_name(f"{database.name}{_BEFORE}{schema}{'' if number == 1 else f'-{number}'}")


def upgrade(database: StoreName, beside: Path | None = None) -> Path | None:
    """Bring a database to the newest schema, once a copy of it is kept; return the copy, None where it has that schema.

    Copies of one that is no file are kept like those of the file `beside`.

    Raises what `migrate` does, AlreadyServing where a server runs on it, BadDatabase where it is damaged, and
    OSError (ENOSPC) where there is no room for the copy; the database is then as it was.
    """
    if not is_older(database):
        return None
    with _held(database):
        # Another process may have done it while this one waited.
        return _moved(database, schemas.SCHEMA, beside) if is_older(database) else None


def upgrade_without_copy(database: StoreName) -> bool:
    """Bring a database to the newest schema; return whether it had to change. Raises as `upgrade` does."""
    if not is_older(database):
        return False
    with _held(database):
        if is_older(database):
            move_to(database, schemas.SCHEMA)
    return True


def list_older_schemas(database: StoreName) -> Sequence[str]:
    """The schemas from before that of a database to which there are steps. Raises what `stored_schema` does."""
    stored = stored_schema(database)
    return [number for number in schemas.list_steps(stored) if number != stored]


def find_way_back(database: StoreName, beside: Path | None = None) -> str | None:
    """The schema that a database had before it was brought to that which it has; None where there is none.

    The last copy from before tells; without one it is the schema before in the list of steps.
    """
    copies = copies_before(_file_of(database, beside), stored_schema(database))
    with suppress(FileNotFoundError, BadDatabase, IndexError):
        return stored_schema(copies[-1])
    return max(list_older_schemas(database), default=None)


def preview_way_back(database: StoreName, schema: str, beside: Path | None = None) -> list[Lost]:
    """Try on a copy to take a database back to an older schema; return what would be lost.

    Raises SchemaForgotten where there is no such way, BadDatabase for what would not be well, and OSError.
    """
    if not schemas.BASELINE <= schema < stored_schema(database):
        raise SchemaForgotten(shown_name(database), schema, schemas.SCHEMA)
    file = _file_of(database, beside)
    with scratch(file.parent) as folder:
        tried, was = folder / file.name, folder / f"{file.name}.was"
        copy_into(database, was, file)
        copy_private(was, tried)
        before = _contents(tried)
        move_to(tried, schema)
        settle(tried)
        problems = quick_check(tried) or _unmet_references(tried)
        if problems:
            raise BadDatabase(shown_name(database), problems[0])
        after = _contents(tried)
        fewer = [
            (table, column)
            for (table, column), count in before.items()
            if count > after.get((table, column), 0) and (not column or (table, "") in after)
        ]
        # What an upgrade fills in again by itself, such as a new column's default, is not lost.
        move_to(tried, stored_schema(database))
        settle(tried)
        found = [Lost(table, column, _count_differing(was, tried, table, column)) for table, column in fewer]
    return [one for one in found if one.many]


def go_back(database: StoreName, schema: str, beside: Path | None = None) -> Path:
    """Take a database back to an older schema, once a copy of it is kept, with all that was played; return the copy.

    `preview_way_back` should have tried it. Raises as that does, and AlreadyServing where a server runs on it.
    """
    with _held(database):
        return _moved(database, schema, beside)


def _moved(database: StoreName, schema: str, beside: Path | None) -> Path:
    file = _file_of(database, beside)
    copy = _numbered(file, schema, len(copies_before(file, schema)) + 1)
    copy_whole(database, copy)
    try:
        move_to(database, schema)
    except Exception:
        copy.unlink()  # of a database that is as it was, perhaps for want of the room
        raise
    return copy


@contextmanager
def _held(database: StoreName) -> Iterator[None]:
    """Keep all others from writing between the copy and the migration: what they wrote would not be in the copy.

    Raises AlreadyServing.
    """
    with held(database):
        if not isinstance(database, Path):
            with source(database) as side:
                check_nobody_runs(side, stored_schema(database), to_ms(system_clock()))
        yield


def _file_of(database: StoreName, beside: Path | None) -> Path:
    """The file beside which the copies of a database are kept."""
    if beside is None:
        assert isinstance(database, Path), "a database that is no file has its copies beside one"
        return database
    return beside


def _contents(path: Path) -> dict[tuple[str, str], int]:
    """The number of rows of each table (column ""), and of values in each of its columns."""
    found: dict[tuple[str, str], int] = {}
    with closing(connect_to_read(path)) as connection:
        for table in _names(connection, "SELECT name FROM sqlite_master WHERE type = 'table'"):
            columns = _names(connection, f"SELECT name FROM pragma_table_info('{table}')")
            counts = ", ".join(["count(*)", *(f'count("{name}")' for name in columns)])
            row = connection.execute(f'SELECT {counts} FROM "{table}"').fetchone()
            found |= {(table, column): int(count) for column, count in zip(["", *columns], row, strict=True)}
    return found


def _count_differing(database: Path, again: Path, table: str, column: str) -> int:
    """The rows (column "") that another file of the same schema has not, or the values that are others there."""
    with closing(connect_to_read(database)) as connection:
        connection.execute("ATTACH ? AS again", (str(again),))
        keys = _names(connection, f"SELECT name FROM pragma_table_info('{table}') WHERE pk")
        same = " AND ".join(f'old."{key}" IS new."{key}"' for key in keys or ["rowid"])
        differs = f'AND old."{column}" IS new."{column}"' if column else ""
        query = (
            f'SELECT count(*) FROM main."{table}" AS old WHERE NOT EXISTS '
            f'(SELECT 1 FROM again."{table}" AS new WHERE {same} {differs})'
        )
        return int(connection.execute(query).fetchone()[0])


def _names(connection: sqlite3.Connection, query: str) -> Sequence[str]:
    return [str(name) for (name,) in connection.execute(query)]


def _unmet_references(path: Path) -> Sequence[str]:
    with closing(connect_to_read(path)) as connection:
        return [f"{table}: {parent}" for table, _row, parent, _key in connection.execute("PRAGMA foreign_key_check")]
