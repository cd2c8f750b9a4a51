"""A PostgreSQL database in use: any number of processes write at the same time, as if one after the other."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from pbem.store import schema
from pbem.store.engine import Leadership, StoreEngine, WriteWatch, shown_url
from pbem.store.errors import SchemaTooNew, WouldWait
from pbem.store.postgresql.connections import (
    create_claiming_engine,
    create_glancing_engine,
    create_lone_engine,
    create_reading_engine,
    create_writing_engine,
)
from pbem.store.postgresql.listening import CHANNEL, NotifyWatch
from pbem.store.postgresql.locks import AdvisoryLeadership, turn_to_write
from pbem.store.postgresql.schema import check
from pbem.store.row_map import Changes

_OTHER_SCHEMA: Final = "PB001"
"""Our own code for a write in a database whose schema has been changed."""
_OVERTAKEN: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for a failure to serialize, and a deadlock."""
_WAITING: Final = frozenset({"55P03", "57014"})
"""PostgreSQL's codes for a lock that was not to be had in time, and a statement that took longer than it may."""


class PostgresqlEngine(StoreEngine):
    """The connections to one database: with 8 readers 18 at most, and with 3 of them 11, as its server has 100.

    Beside those that read and write there are two for claims, and one each to look at once, to lead and to listen.
    """

    def __init__(self, url: URL, readers: int) -> None:
        """Raises FileNotFoundError, BadDatabase, NotOurs, SchemaTooOld and SchemaTooNew."""
        check(url)
        self.location = url
        self.name = shown_url(url)
        self.changes = Changes()
        self._schema = schema.SCHEMA
        self._own = secrets.token_hex(8)
        # Last, since it fails where a statement failed and the work went on: nothing then commits in silence. It fails,
        # too, where the schema is another by now: this process then must not write any more.
        self._last = (
            f"DO $$ BEGIN IF (SELECT version_num FROM {schema.VERSION_TABLE}) IS DISTINCT FROM '{schema.SCHEMA}' THEN "
            f"RAISE EXCEPTION '%', (SELECT version_num FROM {schema.VERSION_TABLE}) USING ERRCODE = '{_OTHER_SCHEMA}'; "
            f"END IF; END $$"
        )
        # Behind the commit: within, it would keep all other commits waiting until this one is on the disk.
        self._then = f"SELECT pg_notify('{CHANNEL}', '{self._own}')"
        self.writers = max(2, readers // 2)
        self._readers = create_reading_engine(url, readers)
        self._writer = create_writing_engine(url, self.writers)
        self._claimer = create_claiming_engine(url)
        self._glances = create_glancing_engine(url)
        self._lone = create_lone_engine(url)
        self.pools = (self._readers, self._writer, self._glances)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a snapshot, which the database lets nobody write in."""
        with self._readers.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, game_id: int | None, *, alone: bool) -> Iterator[Connection]:
        """Open a serializable transaction at its turn; other processes hear of it as it commits."""
        try:
            with (
                self._writer.connect() as connection,
                turn_to_write(connection, game_id, alone=alone, last=self._last, then=self._then),
            ):
                yield connection
        except DBAPIError as error:
            if error.orig is None or getattr(error.orig, "sqlstate", None) != _OTHER_SCHEMA:
                raise
            raise SchemaTooNew(self.name, str(cast(Any, error.orig).diag.message_primary), self._schema) from error

    @contextmanager
    def claiming(self) -> Iterator[Connection]:
        """Open a transaction whose statements pass over what others have locked."""
        with self._claimer.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """Give a connection whose statements end after a moment."""
        try:
            with self._glances.connect() as connection:
                yield connection
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in _WAITING:
                raise
            raise WouldWait from error

    def is_overtaken(self, error: BaseException) -> bool:
        """Look for the database's word, which other errors may have followed."""
        found: BaseException | None = error
        while found is not None:
            if getattr(found, "sqlstate", None) in _OVERTAKEN:
                return True
            found = found.__cause__ or found.__context__
        return False

    def leadership(self, _holder: str = "") -> Leadership:
        """Lead by a lock of a connection of its own."""
        return AdvisoryLeadership(self._lone)

    def watch_writes(self, tell: Callable[[], None]) -> WriteWatch:
        """Listen to what each write says as it commits."""
        return NotifyWatch(self._lone, self._own, tell)

    def empty_log(self) -> None:
        """Leave its log to the database."""

    def close(self) -> None:
        """Close all connections that are not in use."""
        for engine in (*self.pools, self._claimer, self._lone):
            engine.dispose()
