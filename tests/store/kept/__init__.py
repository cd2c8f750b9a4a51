"""Databases as a version of the program left them, kept as SQL: newer versions must read all that they hold.

`PYTHONPATH=tests .venv/bin/python -m store.kept` plays `script.txt` and writes the database of today's schema. That is
called for with each migration; the files of earlier schemas stay as they are.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from pbem.store.schema import SCHEMA

FOLDER: Final = Path(__file__).parent
_KEPT: Final = "SELECT min(id) FROM mail GROUP BY kind, game_id"
LEFT_OUT: Final = (
    "DELETE FROM mail_bytes",
    "DELETE FROM picture",
    f"DELETE FROM mail_document WHERE mail_id NOT IN ({_KEPT})",
    f"DELETE FROM mail WHERE id NOT IN ({_KEPT})",
    "UPDATE mail SET text = ''",
    "UPDATE letter SET raw = x''",
)
"""What is not kept: bytes and texts that are made of the rest, and all mails but the first of a kind."""


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
