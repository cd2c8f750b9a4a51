"""Databases as a version of the program left them, kept as SQL: newer versions must read all that they hold.

`PYTHONPATH=tests .venv/bin/python -m store.kept` plays `script.txt` and writes the database of today's schema. That is
called for when what is stored changes on purpose; the files of earlier schemas stay as they are.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from pbem.store.schema import SCHEMA

FOLDER: Final = Path(__file__).parent


def kept() -> list[str]:
    """The schemas of which a database is kept."""
    return sorted(path.stem for path in FOLDER.glob("*.sql"))


def path_of(schema: str = SCHEMA) -> Path:
    """The file of a schema's database."""
    return FOLDER / f"{schema}.sql"


def restored(schema: str, path: Path) -> Path:
    """A database as it was kept, in a new file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(path_of(schema).read_text(encoding="utf-8"))
    return path
