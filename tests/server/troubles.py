"""Troubles of a database that pass: another program's lock, and a full disk."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from pbem.store import Database, Tx

Trouble: TypeAlias = Callable[[Database], AbstractContextManager[None]]


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Another process holds the database's lock."""
    database.write(lambda tx: tx.connection.exec_driver_sql("PRAGMA busy_timeout=1").close())
    program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)"
    program += "; c.execute('BEGIN IMMEDIATE'); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, str(database.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None and holder.stdout is not None
        holder.stdout.readline()
        yield
        holder.stdin.close()


@contextmanager
def full(database: Database) -> Iterator[None]:
    """The database can grow no more, as on a full disk."""

    def limit(tx: Tx, spare_pages: int) -> None:
        used = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        tx.connection.exec_driver_sql(f"PRAGMA max_page_count={used + spare_pages}")

    database.write(lambda tx: limit(tx, 0))
    yield
    database.write(lambda tx: limit(tx, 100_000))
