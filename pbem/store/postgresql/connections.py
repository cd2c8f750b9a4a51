"""Connections to a PostgreSQL database as this program wants them: nothing that hangs for ever."""

import select
from collections.abc import Callable
from typing import Any, Final

import psycopg
from psycopg.types.string import StrDumper
from sqlalchemy import URL, Column, Engine, NullPool, create_engine, event
from sqlalchemy.dialects.postgresql.base import PGDDLCompiler
from sqlalchemy.dialects.postgresql.psycopg import PGCompiler_psycopg
from sqlalchemy.exc import DisconnectionError

_CONNECT_SECONDS: Final = 10
_POOL_SECONDS: Final = 15
"""How long a thread waits for a connection that another one uses."""
_ALIVE: Final = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3, "tcp_user_timeout": 30_000}
"""A server that is gone is noticed within a minute."""
_NOTICED: Final = (
    "tcp_keepalives_idle = 10",
    "tcp_keepalives_interval = 5",
    "tcp_keepalives_count = 4",
    "tcp_user_timeout = '30s'",
)
"""A machine of ours that is gone is noticed by the server within half a minute, not hours: it may have led."""
_READER: Final = (
    "default_transaction_isolation = 'repeatable read'",
    "default_transaction_read_only = on",
    "idle_in_transaction_session_timeout = '10min'",
)
# Index scans lock the pages that they read against others' writes, and a scan of a table locks all of it. A writer that
# stops in the middle is thrown out, as others wait for what it holds.
_WRITER: Final = (
    "default_transaction_isolation = 'serializable'",
    "enable_seqscan = off",
    "lock_timeout = '30s'",
    "idle_in_transaction_session_timeout = '60s'",
)
_CLAIMER: Final = (
    "default_transaction_isolation = 'read committed'",
    "lock_timeout = '10s'",
    "idle_in_transaction_session_timeout = '30s'",
)
_GLANCER: Final = ("default_transaction_read_only = on", "lock_timeout = '50ms'", "statement_timeout = '250ms'")


def create_reading_engine(url: URL, pool_size: int) -> Engine:
    """An engine whose transactions are snapshots that cannot write."""
    return _engine(url, _READER, pool_size=pool_size, max_overflow=1)


def create_writing_engine(url: URL, pool_size: int) -> Engine:
    """An engine whose transactions are as if one ran after the other, or fail."""
    return _engine(url, _WRITER, pool_size=pool_size, max_overflow=0)


def create_claiming_engine(url: URL) -> Engine:
    """An engine whose statements see what was committed before each; its transactions are short."""
    return _engine(url, _CLAIMER, pool_size=1, max_overflow=1)


def create_glancing_engine(url: URL) -> Engine:
    """An engine for one connection that reads statement by statement, and waits for none."""
    return _engine(url, _GLANCER, pool_size=1, max_overflow=0, isolation_level="AUTOCOMMIT")


def create_lone_engine(url: URL) -> Engine:
    """An engine that keeps no connection, for what holds one of its own, and for making tables."""
    return _engine(url, (), poolclass=NullPool)


def _engine(url: URL, settings: tuple[str, ...], **options: Any) -> Engine:
    waits = {"connect_timeout": _CONNECT_SECONDS, **_ALIVE}
    given = {key: value for key, value in waits.items() if key not in url.query}
    # Errors are logged, and the parameters of a statement may be secrets.
    waiting = {} if "poolclass" in options else {"pool_timeout": _POOL_SECONDS}
    engine = create_engine(url, hide_parameters=True, connect_args=given, **waiting, **options)
    engine.dialect.statement_compiler, engine.dialect.ddl_compiler = _Compiler, _DdlCompiler
    event.listen(engine, "connect", _set_up(settings))
    event.listen(engine, "checkout", _refuse_lost)
    return engine


def _refuse_lost(session: psycopg.Connection[Any], _record: object, _pooled: object) -> None:
    """Have the pool replace a connection on which the server said something unasked, such as that it ends.

    To ask the server whether it is there would be a round trip before each transaction.
    """
    looking = select.poll()
    looking.register(session.fileno(), select.POLLIN)
    if looking.poll(0):
        raise DisconnectionError


class _Compiler(PGCompiler_psycopg):
    """Writes an empty list so that one parameter can stand behind IN and NOT IN, as it can on SQLite."""

    def visit_empty_set_op_expr(self, type_: Any, expand_op: Any, **kw: Any) -> Any:
        write: Callable[..., str] = self.visit_empty_set_expr
        return write(type_, **kw)


class _DdlCompiler(PGDDLCompiler):
    """Makes columns whose texts are ordered by their code points, as SQLite does, whatever the database's language."""

    def get_column_specification(self, column: Column[Any], **options: Any) -> str:
        specify: Callable[..., str] = super().get_column_specification
        made = specify(column, **options)
        kind = self.dialect.type_compiler_instance.process(column.type, type_expression=column)
        return made.replace(f" {kind}", f' {kind} COLLATE "C"', 1) if kind.startswith(("VARCHAR", "TEXT")) else made


class _WithoutNul(StrDumper):
    """Puts U+FFFD in place of U+0000, which no text of PostgreSQL can hold, and strangers can write."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


def _set_up(settings: tuple[str, ...]) -> Callable[[psycopg.Connection[Any], object], None]:
    statement = "; ".join(f"SET {setting}" for setting in (*_NOTICED, *settings))

    def set_up(connection: psycopg.Connection[Any], _record: object) -> None:
        connection.adapters.register_dumper(str, _WithoutNul)
        before, connection.autocommit = connection.autocommit, True
        connection.execute(statement)
        connection.autocommit = before

    return set_up
