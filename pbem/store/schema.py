"""The schema that this program works with, whatever the engine, and the tables that belong to it."""

import json
import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from sqlalchemy import Column, Connection, MetaData, String, Table, text

from pbem.store.errors import MovedAway, NotOurs, SchemaForgotten, SchemaTooNew, Unfinished

SCHEMA = "0030"
"""The newest schema, the one this program works with: the last migration's number."""
BASELINE = "0026"
"""The oldest schema that can be migrated: the first migration's number."""
MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = (MIGRATIONS / "versions",)
VERSION_TABLE: Final = "alembic_version"
"""The table in which Alembic keeps the schema's number; other programs have one, too."""
MOVED: Final = "moved"
UNFINISHED: Final = "unfinished"
"""Words behind the schema's number of a database that must not be used: it is what every program looks at first, those
too that do not know them.
"""
MOVED_KEY: Final = "moved"
"""The key in the table of small facts under which such a database says more."""
_FIRST_TABLES = frozenset({"player", "game", "seat", "entry", "letter", "mail"})
"""Tables that every schema of this program has had."""


@cache
def all_tables() -> MetaData:
    """The tables of all modules of the store, which are imported for it, since each declares its own."""
    from pbem.store.tables import metadata

    folder = Path(__file__).parent
    engines = {folder / "sqlite", folder / "postgresql", MIGRATIONS}
    rooms = [folder, *(init.parent for init in folder.glob("*/__init__.py") if init.parent not in engines)]
    for room in rooms:
        prefix = ".".join((__package__, *room.relative_to(folder).parts, ""))
        # Not `walk_packages`, which imports what it walks through: the baseline's tables, a tenth of a command's time.
        for module in iter_modules([str(room)], prefix):
            if not module.ispkg:
                import_module(module.name)
    return metadata


def make_tables(connection: Connection, state: str = "") -> None:
    """Make the tables of the models, which are those that the migrations lead to, and note the schema's number."""
    all_tables().create_all(connection)
    version = Table(VERSION_TABLE, MetaData(), Column("version_num", String(32), primary_key=True))
    version.create(connection)
    connection.execute(version.insert().values(version_num=f"{SCHEMA} {state}".strip()))


def put_state(connection: Connection, state: str, fact: str) -> None:
    """Put a word behind the schema's number, or take it away ("").

    `fact` is what the database says of that under its key, "" for nothing.
    """
    suffix = f" {state}" if state else ""
    renewed = f"substr(version_num, 1, 4) || '{suffix}'"
    connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = {renewed}")
    connection.execute(text("DELETE FROM meta WHERE key = :key"), {"key": MOVED_KEY})
    if fact:
        connection.execute(text("INSERT INTO meta VALUES (:key, :fact)"), {"key": MOVED_KEY, "fact": fact})


def take_steps(connection: Connection, stored: str, number: str, versions: Sequence[Path] | None = None) -> None:
    """Bring a database from the stored schema to another one, newer or older, within the transaction of a connection.

    The steps are those in these folders, by default the program's own. What an older schema has no place for is lost.
    """
    from alembic import command
    from alembic.config import Config

    config = Config(MIGRATIONS / "alembic.ini")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, versions or VERSIONS)))
    config.attributes["connection"] = connection
    go = command.downgrade if number < stored else command.upgrade
    go(config, number)


def list_steps(last: str) -> Sequence[str]:
    """The numbers of all schemas to which there are steps, up to a last one, in order."""
    names = (path.name.partition("_")[0] for folder in VERSIONS for path in folder.glob("[0-9]*_*.py"))
    return sorted(number for number in names if number <= last)


def checked_schema(name: Path | str, tables: Collection[str], versions: Sequence[str], fact: Callable[[], str]) -> str:
    """The schema's number of a database with these tables, whose version table has these rows.

    `fact` gives what it says of its state. Raises NotOurs, and MovedAway and Unfinished for what must not be used.
    """
    stored, _space, state = (versions[0] if len(versions) == 1 else "").partition(" ")
    if state == UNFINISHED:
        raise Unfinished(name)
    if state == MOVED:
        raise MovedAway(name, json.loads(fact())["to"])
    is_newer = re.fullmatch(r"\d{4}", stored) is not None and stored > SCHEMA
    if not is_newer and not (stored and _FIRST_TABLES.issubset(tables)):
        raise NotOurs(name, is_empty=not tables)
    return stored


def is_behind(name: Path | str, stored: str) -> bool:
    """Tell whether a schema is older than the newest. Raises SchemaForgotten and SchemaTooNew."""
    # Numbers of one length compare as text; whatever else stands there, this program did not write it.
    if stored > SCHEMA:
        raise SchemaTooNew(name, stored, SCHEMA)
    if stored < BASELINE:
        raise SchemaForgotten(name, stored, SCHEMA)
    return stored != SCHEMA
