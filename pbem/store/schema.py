"""The number of a database's schema, and the steps by which it gets the newest one.

Schemas are numbered by their migrations: "0026", "0027". Alembic is imported only where a database has to change, since
a server starts faster without it.
"""

import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from sqlite3 import Error, connect

from sqlalchemy import Column, Connection, MetaData, String, Table, text

from pbem.files import open_private, publish, scratch
from pbem.i18n import N_
from pbem.store.engine import BUSY_TIMEOUT_MS, WriteLock, create_migrating_engine, room_for, sqlite_path
from pbem.store.errors import BadDatabase, NotOurs, SchemaForgotten, SchemaTooNew, SchemaTooOld

SCHEMA = "0026"
"""The newest schema, the one this program works with: the last migration's number."""
BASELINE = "0026"
"""The oldest schema that can be migrated: the first migration's number."""

_VERSIONS = "alembic_version"
"""The table in which Alembic keeps the schema's number; other programs have one, too."""
_FIRST_TABLES = frozenset({"player", "game", "seat", "entry", "letter", "mail"})
"""Tables that every schema of this program has had."""
MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = (MIGRATIONS / "versions",)


def create(url_or_path: str | Path) -> None:
    """Make a new database with the newest schema, readable by its owner only; it is there whole or not at all.

    Raises FileExistsError where anything of that name is, and ValueError for the URL of another engine than SQLite.
    """
    path = sqlite_path(url_or_path)
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with scratch(path.parent) as folder:
        new = folder / path.name
        with open_private(new, os.O_WRONLY | os.O_EXCL):
            pass
        _make_tables(new)
        publish(new, path)


def migrate(url_or_path: str | Path) -> bool:
    """Bring a database to the newest schema, in one transaction; return whether it had to change.

    Raises what `stored_schema` raises, SchemaForgotten, SchemaTooNew, and ValueError for the URL of another engine than
    SQLite.
    """
    path = sqlite_path(url_or_path)
    if not _is_older(path):
        return False
    write_lock = WriteLock(path)
    try:
        with write_lock.passed():
            # Another process may have done it while this one waited.
            if not _is_older(path):
                return False
            move_to(path, SCHEMA)
    finally:
        write_lock.close()
    return True


def check(path: Path) -> None:
    """Raise SchemaTooOld, SchemaForgotten or SchemaTooNew where the schema is not the newest.

    Raises what `stored_schema` raises, too.
    """
    if _is_older(path):
        raise SchemaTooOld(path, stored_schema(path), SCHEMA)


def settle(path: Path) -> None:
    """Move what stands in a database's log beside it into the database, if nobody has it open. Raises BadDatabase."""
    try:
        with closing(connect(path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    except Error as error:
        raise BadDatabase(path, str(error)) from error


def stored_schema(path: Path) -> str:
    """The number of a database's schema. Raises FileNotFoundError, BadDatabase and NotOurs; the file stays as it is."""
    if path.is_symlink() and not path.exists():
        raise BadDatabase(path, N_("it is a link to a file that is not there"))
    if not path.exists():
        raise FileNotFoundError(path)
    if not path.is_file():
        raise BadDatabase(path, N_("it is not a file"))
    try:
        with closing(connect(path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            tables = {
                str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            rows = (
                connection.execute("SELECT version_num FROM alembic_version").fetchall() if _VERSIONS in tables else []
            )
    except Error as error:
        raise BadDatabase(path, str(error)) from error
    if not tables:
        raise NotOurs(path, is_empty=True)
    stored = str(rows[0][0]) if len(rows) == 1 else ""
    is_newer = re.fullmatch(r"\d{4}", stored) is not None and stored > SCHEMA
    if not is_newer and not (stored and tables >= _FIRST_TABLES):
        raise NotOurs(path, is_empty=False)
    return stored


@cache
def all_tables() -> MetaData:
    """The tables of all modules of the store, which are imported for it, since each declares its own."""
    from pbem.store.tables import metadata

    for module in walk_packages([str(Path(__file__).parent)], f"{__package__}."):
        if "migrations" not in module.name:
            import_module(module.name)
    return metadata


def _is_older(path: Path) -> bool:
    stored = stored_schema(path)
    # Numbers of one length compare as text; whatever else stands there, this program did not write it.
    if stored > SCHEMA:
        raise SchemaTooNew(path, stored, SCHEMA)
    if stored < BASELINE:
        raise SchemaForgotten(path, stored, SCHEMA)
    return stored != SCHEMA


def _make_tables(path: Path) -> None:
    """Make the tables of the models, which are those that the migrations lead to, and note the schema's number."""
    engine = create_migrating_engine(path)
    try:
        with room_for(path), engine.begin() as connection:
            all_tables().create_all(connection)
            version = Table(_VERSIONS, MetaData(), Column("version_num", String(32), primary_key=True))
            version.create(connection)
            connection.execute(version.insert().values(version_num=SCHEMA))
    finally:
        engine.dispose()


def move_to(path: Path, schema: str, versions: Sequence[Path] = VERSIONS) -> None:
    """Bring a database to another schema, newer or older, by the steps in these folders, in one transaction.

    What an older schema has no place for is lost. Nobody else may write meanwhile.
    """
    from alembic import command
    from alembic.config import Config

    config = Config(MIGRATIONS / "alembic.ini")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, versions)))
    engine = create_migrating_engine(path)
    try:
        with room_for(path), engine.begin() as connection:
            config.attributes["connection"] = connection
            go = command.downgrade if schema < stored_schema(path) else command.upgrade
            with _without_triggers(connection):
                go(config, schema)
    finally:
        engine.dispose()


@contextmanager
def _without_triggers(connection: Connection) -> Iterator[None]:
    """Put triggers aside, since a table that is rebuilt loses its own, and may not be named by those of others."""
    found = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    kept = {str(name): str(sql) for name, sql in connection.execute(found)}
    for name in kept:
        connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
    yield
    for name in kept.keys() - {str(row.name) for row in connection.execute(found)}:
        connection.exec_driver_sql(kept[name])
