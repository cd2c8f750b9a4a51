"""Plays the script and writes down the database that comes of it."""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from scenarios.scenario import played, read_script

from . import FOLDER, LEFT_OUT, path_of

with tempfile.TemporaryDirectory() as folder:
    told = played(read_script((FOLDER / "script.txt").read_text(encoding="utf-8")), Path(folder))
    with closing(sqlite3.connect(next(Path(folder).glob("*.sqlite3")))) as connection:
        for statement in LEFT_OUT:
            connection.execute(statement)
        connection.commit()
        path_of().write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
sys.stdout.write(told)
