"""Which schema a database has, and how it gets the newest one.

Schemas are numbered by their migrations: "0001", "0002". Alembic is imported only where a database has to change, since
a server starts faster without it.
"""

import os
from contextlib import closing
from pathlib import Path
from sqlite3 import Error, connect

from pbem.store.engine import BUSY_TIMEOUT_MS, migrating_engine, sqlite_path
from pbem.store.errors import SchemaTooNew, SchemaTooOld, Unreadable
from pbem.store.turnstile import Turnstile

SCHEMA = "0004"
"""The newest schema, the one this program works with: the last migration's number."""

MIGRATIONS = Path(__file__).parent / "migrations"


def create(url_or_path: str | Path) -> None:
    """Makes a new database with the newest schema, readable by its owner only.

    Raises FileExistsError where a file of that name is, and ValueError for the URL of another engine than SQLite.
    """
    path = sqlite_path(url_or_path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    migrate(path)


def migrate(url_or_path: str | Path) -> bool:
    """Brings a database to the newest schema, in one transaction; returns whether it had to change.

    Raises FileNotFoundError, Unreadable, SchemaTooNew, and ValueError for the URL of another engine than SQLite.
    """
    path = sqlite_path(url_or_path)
    if not _is_older(path):
        return False
    turnstile = Turnstile(path)
    try:
        with turnstile.passed():
            # Another process may have done it while this one waited.
            if not _is_older(path):
                return False
            _upgrade(path)
    finally:
        turnstile.close()
    return True


def check(path: Path) -> None:
    """Raises SchemaTooOld or SchemaTooNew unless the schema is the newest, and FileNotFoundError and Unreadable."""
    if _is_older(path):
        raise SchemaTooOld(path, stored_schema(path), SCHEMA)


def stored_schema(path: Path) -> str | None:
    """The number of a database's schema; None for an empty one. Raises FileNotFoundError and Unreadable."""
    if not path.is_file():
        raise FileNotFoundError(path)
    try:
        with closing(connect(path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except Error as error:
        if "no such table" not in str(error):
            raise Unreadable(path, str(error)) from error
        row = None
    return None if row is None else str(row[0])


def _is_older(path: Path) -> bool:
    stored = stored_schema(path)
    # Numbers of one length compare as text; whatever else stands there, this program did not write it.
    if stored is not None and stored > SCHEMA:
        raise SchemaTooNew(path, stored, SCHEMA)
    return stored != SCHEMA


def _upgrade(path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(MIGRATIONS / "alembic.ini")
    engine = migrating_engine(path)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
