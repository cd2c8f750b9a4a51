"""Advisory locks of a PostgreSQL database, which end with the session that holds them.

Games are locked by their ids; all else by two numbers, of which the first is this program's.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from pbem.store.engine import Leadership

_OURS: Final = 0x7062656D
_WRITING: Final = f"{_OURS}, 1"
_LEADING: Final = f"{_OURS}, 2"
MAKING: Final = f"{_OURS}, 3"
"""The lock of whoever makes the tables."""


@contextmanager
def turn_to_write(connection: Connection, game_id: int | None, *, alone: bool) -> Iterator[None]:
    """Wait for the turn to write, behind others of the game, or alone; it is over at the end of the block.

    It is waited for outside of a transaction, whose snapshot is then of what those before have left.
    """
    session: Any = connection.connection.dbapi_connection
    of_game = "" if game_id is None else f", pg_advisory_lock({int(game_id)})"
    try:
        _run(session, f"SELECT pg_advisory_lock{'' if alone else '_shared'}({_WRITING}){of_game}")
        yield
    finally:
        try:
            _run(session, "SELECT pg_advisory_unlock_all()")
        except OperationalError:  # they went with the session, or go with it
            connection.invalidate()


def _run(session: Any, statement: str) -> None:
    """Run a statement outside of transactions. Raises OperationalError."""
    try:
        session.autocommit = True
        session.execute(statement)
        session.autocommit = False
    except psycopg.Error as error:
        raise OperationalError(statement, None, error) from error


class AdvisoryLeadership(Leadership):
    """The lock of a connection of its own, without which it is lost."""

    def __init__(self, engine: Engine) -> None:
        """`engine` keeps no connections."""
        self._engine = engine
        self._held: Connection | None = None
        self._taking = threading.Lock()

    def take(self) -> bool:
        """Try to lead; False where another does, or where the database is out of reach."""
        with self._taking:
            if self._still_held():
                return True
            with suppress(SQLAlchemyError):
                self._held = self._tried()
            return self._held is not None

    def holds(self) -> bool:
        """Ask the database whether the connection is there still."""
        with self._taking:
            return self._still_held()

    def release(self) -> None:
        """End the connection, and the lock with it."""
        with self._taking:
            self._let_go()

    def _tried(self) -> Connection | None:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({_LEADING})").scalar_one():
            return connection
        connection.close()
        return None

    def _still_held(self) -> bool:
        if self._held is None:
            return False
        try:
            self._held.exec_driver_sql("SELECT 1").scalar_one()
        except SQLAlchemyError:
            self._let_go()
        return self._held is not None

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with suppress(SQLAlchemyError):
                held.close()
