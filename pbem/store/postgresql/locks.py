"""Advisory locks of a PostgreSQL database, which end with the session that holds them.

Games are locked by their ids; all else by two numbers, of which the first is this program's.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from pbem.store.engine import Leadership
from pbem.store.prepared import library_error

_OURS: Final = 0x7062656D
_WRITING: Final = f"{_OURS}, 1"
_LEADING: Final = f"{_OURS}, 2"
_NO_TURN: Final = "SELECT pg_advisory_unlock_all()"
MAKING: Final = f"{_OURS}, 3"
"""The lock of whoever makes the tables."""


@contextmanager
def turn_to_write(connection: Connection, game_id: int | None, *, alone: bool, last: str, then: str) -> Iterator[None]:
    """Wait for the turn to write, behind others of the game, or alone; then open a transaction for the block.

    The turn is waited for outside of that transaction, whose snapshot is then of what those before have left. It is
    over once the transaction is, whose `last` statement goes to the server with the commit and what is done `then`.
    Raises DBAPIError.
    """
    session: Any = connection.connection.dbapi_connection
    of_game = "" if game_id is None else f", pg_advisory_lock({int(game_id)})"
    turn = f"SELECT pg_advisory_lock{'' if alone else '_shared'}({_WRITING}){of_game}"
    try:
        session.autocommit = True  # as the driver must not begin a transaction around these
        _run(connection, f"BEGIN; {turn}; COMMIT; BEGIN")
        with connection.begin():
            yield
            _run(connection, f"{last}; COMMIT; {then}; {_NO_TURN}")
    except BaseException:
        if not connection.invalidated:
            _give_up(connection, session)
        raise
    session.autocommit = False


def _give_up(connection: Connection, session: Any) -> None:
    try:
        session.rollback()
        session.execute(_NO_TURN)
        session.autocommit = False
    except psycopg.Error:  # the locks went with the session, or go with it
        connection.invalidate()


def _run(connection: Connection, statements: str) -> None:
    """Run statements in one go, as they stand. Raises DBAPIError."""
    session: Any = connection.connection.dbapi_connection
    try:
        session.execute(statements, prepare=False)
    except psycopg.Error as error:
        raise library_error(connection, statements, error) from error


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
