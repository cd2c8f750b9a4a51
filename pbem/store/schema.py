"""The number of a database's schema, and the steps by which it gets the newest one.

Schemas are numbered by their migrations: "0001", "0002". Alembic is imported only where a database has to change, since
a server starts faster without it.
"""

import errno
import os
import re
from contextlib import closing
from pathlib import Path
from sqlite3 import Error, connect

from sqlalchemy import Column, MetaData, String, Table

from pbem.files import open_private, publish, scratch
from pbem.i18n import N_
from pbem.store.engine import BUSY_TIMEOUT_MS, WriteLock, migrating_engine, room_for, sqlite_path
from pbem.store.errors import BadDatabase, NotOurs, SchemaTooNew, SchemaTooOld
from pbem.store.models import metadata

SCHEMA = "0026"
"""The newest schema, the one this program works with: the last migration's number."""

_VERSIONS = "alembic_version"
"""The table in which Alembic keeps the schema's number; other programs have one, too."""
_FIRST_TABLES = frozenset({"player", "game", "seat", "entry", "letter", "mail"})
"""Tables that every schema of this program has had."""
MIGRATIONS = Path(__file__).parent / "migrations"


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

    Raises what `stored_schema` raises, SchemaTooNew, and ValueError for the URL of another engine than SQLite.
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
            _upgrade(path)
    finally:
        write_lock.close()
    return True


def check(path: Path) -> None:
    """Raise SchemaTooOld or SchemaTooNew unless the schema is the newest, and what `stored_schema` raises."""
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


def _is_older(path: Path) -> bool:
    stored = stored_schema(path)
    # Numbers of one length compare as text; whatever else stands there, this program did not write it.
    if stored > SCHEMA:
        raise SchemaTooNew(path, stored, SCHEMA)
    return stored != SCHEMA


def _make_tables(path: Path) -> None:
    """Make the tables of the models, which are those that the migrations lead to, and note the schema's number."""
    engine = migrating_engine(path)
    try:
        with room_for(path), engine.begin() as connection:
            metadata.create_all(connection)
            version = Table(_VERSIONS, MetaData(), Column("version_num", String(32), primary_key=True))
            version.create(connection)
            connection.execute(version.insert().values(version_num=SCHEMA))
    finally:
        engine.dispose()


def _upgrade(path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(MIGRATIONS / "alembic.ini")
    engine = migrating_engine(path)
    try:
        with room_for(path), engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
