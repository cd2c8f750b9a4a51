"""An SQLite file's schema: made, told, and brought to another one."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Error

from sqlalchemy import Connection, text

from pbem.files import open_private, publish, scratch
from pbem.i18n import N_
from pbem.store import schema
from pbem.store.errors import BadDatabase, SchemaTooOld
from pbem.store.sqlite.connections import connect_to_read, create_migrating_engine, room_for
from pbem.store.sqlite.locks import WriteLock


def create(path: Path) -> None:
    """Make a new database with the newest schema, readable by its owner only; it is there whole or not at all.

    Raises FileExistsError where anything of that name is.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with scratch(path.parent) as folder:
        new = folder / path.name
        with open_private(new, os.O_WRONLY | os.O_EXCL):
            pass
        _make_tables(new)
        publish(new, path)


def migrate(path: Path) -> bool:
    """Bring a copy of a database to the newest schema, in one transaction; return whether it had to change.

    A database in service is brought there by `upgrades.upgrade`, which keeps a copy of it as it was. Raises what
    `stored_schema` raises, SchemaForgotten, SchemaTooNew.
    """
    if not is_older(path):
        return False
    write_lock = WriteLock(path)
    try:
        with write_lock.passed():
            # Another process may have done it while this one waited.
            if not is_older(path):
                return False
            move_to(path, schema.SCHEMA)
    finally:
        write_lock.close()
    return True


def check(path: Path) -> None:
    """Raise SchemaTooOld, SchemaForgotten or SchemaTooNew where the schema is not the newest.

    Raises what `stored_schema` raises, too.
    """
    if is_older(path):
        raise SchemaTooOld(path, stored_schema(path), schema.SCHEMA)


def stored_schema(path: Path) -> str:
    """The number of a database's schema. Raises FileNotFoundError, BadDatabase and NotOurs; the file stays as it is.

    Raises OSError, too, where the disk keeps it from being opened.
    """
    if path.is_symlink() and not path.exists():
        raise BadDatabase(path, N_("it is a link to a file that is not there"))
    if not path.exists():
        raise FileNotFoundError(path)
    if not path.is_file():
        raise BadDatabase(path, N_("it is not a file"))
    try:
        with room_for(path), closing(connect_to_read(path)) as connection:
            tables = {
                str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            is_marked = schema.VERSION_TABLE in tables
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall() if is_marked else []
            found = "SELECT value FROM meta WHERE key = ?"

            def fact() -> str:
                return str(connection.execute(found, (schema.MOVED_KEY,)).fetchone()[0])

            return schema.checked_schema(path, tables, [str(number) for (number,) in rows], fact)
    except Error as error:
        raise BadDatabase(path, str(error)) from error


def is_older(path: Path) -> bool:
    """Tell whether a database's schema is older than the newest. Raises what `migrate` does."""
    return schema.is_behind(path, stored_schema(path))


def _make_tables(path: Path) -> None:
    engine = create_migrating_engine(path)
    try:
        with engine.begin() as connection:
            schema.make_tables(connection)
    finally:
        engine.dispose()


def move_to(path: Path, number: str, versions: Sequence[Path] | None = None) -> None:
    """Bring a database to another schema, newer or older, by the steps in these folders, in one transaction.

    By default the steps are the program's own. What an older schema has no place for is lost. Nobody else may write
    meanwhile.
    """
    engine = create_migrating_engine(path)
    try:
        with engine.begin() as connection, without_triggers(connection):
            schema.take_steps(connection, stored_schema(path), number, versions)
    finally:
        engine.dispose()


@contextmanager
def without_triggers(connection: Connection) -> Iterator[None]:
    """Put triggers aside, since a table that is rebuilt loses its own, and may not be named by those of others.

    Those of a table that is gone afterwards go with it.
    """
    found = text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
    tables = text("SELECT name FROM sqlite_master WHERE type = 'table'")
    triggers = {str(name): (str(on), str(sql)) for name, on, sql in connection.execute(found)}
    for name in triggers:
        connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
    yield
    kept = {str(row.name) for row in connection.execute(tables)}
    for name in triggers.keys() - {str(row.name) for row in connection.execute(found)}:
        on, sql = triggers[name]
        if on in kept:
            connection.exec_driver_sql(sql)
