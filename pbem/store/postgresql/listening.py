"""Word of what other processes have written, by PostgreSQL's LISTEN and NOTIFY."""

import select
import socket
import threading
from collections.abc import Callable
from typing import Any, Final

import psycopg
import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from pbem.store.engine import WriteWatch

log = structlog.get_logger(__name__)
CHANNEL: Final = "pbem_writes"
_PAUSE_SECONDS: Final = 2.0
"""The rest before a lost connection is made again."""


class NotifyWatch(WriteWatch):
    """Listens on a connection of its own, which it makes again where it is lost."""

    def __init__(self, engine: Engine, sender: str, tell: Callable[[], None]) -> None:
        """`engine` keeps no connections; `sender` is what this process's writes say, of which is not told."""
        self._engine = engine
        self._sender = sender
        self._tell = tell
        self._hearing, self._ending = socket.socketpair()
        self._ended = threading.Event()
        self._listens = threading.Event()
        self._is_late = False
        self._thread = threading.Thread(target=self._run, name="store-watch", daemon=True)
        self._thread.start()
        self._is_late = not self._listens.wait(
            _PAUSE_SECONDS
        )  # so that what is written from now on is told of, if the database is there

    def stop(self) -> None:
        """End the thread."""
        self._ended.set()
        self._ending.send(b".")
        self._thread.join()
        self._hearing.close()
        self._ending.close()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen()
            except (SQLAlchemyError, psycopg.Error, OSError) as error:
                log.warning("the database does not tell of what others write", reason=type(error).__name__)
                self._ended.wait(_PAUSE_SECONDS)

    def _listen(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            if self._listens.is_set() or self._is_late:
                self._tell()  # of what was written while nobody listened
            self._listens.set()
            session: Any = connection.connection.dbapi_connection
            while not self._ended.is_set():
                select.select([session.fileno(), self._hearing], [], [])
                if [note for note in session.notifies(timeout=0) if note.payload != self._sender]:
                    self._tell()
