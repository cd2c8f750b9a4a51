"""An open SQLite file: one writer among the threads of all processes, any number of readers."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from pbem.store.engine import Leadership, StoreEngine, WriteWatch
from pbem.store.errors import AlreadyServing, WouldWait
from pbem.store.sqlite.changes import NumberedChanges
from pbem.store.sqlite.connections import (
    connect_to_read,
    create_autocommit_engine,
    create_reading_engine,
    create_writing_engine,
    settle,
)
from pbem.store.sqlite.locks import InstanceLock, PresenceLock, WriteLock
from pbem.store.sqlite.schema import check

_WAITING: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""What SQLite says where another has what it wants to read, without the bits that say why."""
_LOOK_SECONDS: Final = 0.2
"""How often it is looked whether another process has written."""
_MOST_SKIPPED: Final = 9
"""The looks at the log alone between two at SQLite's number: a file's time may be too coarse for two commits."""


class SqliteEngine(StoreEngine):
    """The connections to one file."""

    writers = 1

    def __init__(self, path: Path, readers: int) -> None:
        """Raises FileNotFoundError, BadDatabase, NotOurs, SchemaTooOld and SchemaTooNew."""
        check(path)
        self.location = self._path = path
        self.name = str(path)
        self.changes = NumberedChanges()
        self._readers = create_reading_engine(path, readers)
        self._writer = create_writing_engine(path)
        self._write_lock = WriteLock(path)
        self._connection = self._writer.connect()
        self._glances = create_autocommit_engine(path)
        self._glance_connection = self._glances.connect()
        self._watch: _DataVersionWatch | None = None
        self.pools = (self._readers, self._writer, self._glances)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a snapshot of a connection that cannot write."""
        with self._readers.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, game_id: int | None, *, alone: bool) -> Iterator[Connection]:
        """Open a transaction behind the write lock: it is alone whatever it deals with."""
        watch = self._watch
        with self._write_lock.passed():
            has_unseen = watch is not None and watch.has_unseen()
            with self._connection.begin():
                yield self._connection
            if watch is not None:
                watch.pass_over()
        if watch is not None and has_unseen:
            watch.tell()

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """Give the connection that waits for no lock."""
        try:
            yield self._glance_connection
        except OperationalError as error:
            if not isinstance(error.orig, sqlite3.Error) or error.orig.sqlite_errorcode & 0xFF not in _WAITING:
                raise
            raise WouldWait from error

    def is_overtaken(self, error: BaseException) -> bool:
        """Nothing overtakes the one writer."""
        return False

    def leadership(self, holder: str = "") -> Leadership:
        """Lead by the lock on the file's service."""
        return _ServingFile(self._path, holder)

    def presence(self) -> AbstractContextManager[bool]:
        """Hold the lock that whoever replaces the file needs alone."""
        assert self.path is not None
        return PresenceLock(self.path)

    def watch_writes(self, tell: Callable[[], None]) -> WriteWatch:
        """Look at the number that SQLite changes with each commit of another connection."""
        self._watch = _DataVersionWatch(self._path, tell)
        return self._watch

    def empty_log(self) -> None:
        """Move what stands in the log into the file, as far as nobody reads there."""
        settle(self._path)

    def close(self) -> None:
        """Close connections and locks; a second time does nothing."""
        self._connection.close()
        self._writer.dispose()
        self._readers.dispose()
        self._glance_connection.close()
        self._glances.dispose()
        self._write_lock.close()


class _ServingFile(Leadership):
    """The lock on a file's service, which is that of `InstanceLock`."""

    def __init__(self, path: Path, holder: str) -> None:
        self._lock = InstanceLock(path, holder)

    def take(self) -> bool:
        """Take the lock, unless it is held. Raises OSError where its file cannot be made."""
        if not self._lock.is_held:
            try:
                self._lock.take()
            except AlreadyServing as error:
                self.leader = error.holder
        return self._lock.is_held

    def holds(self) -> bool:
        """Tell whether it is held: nothing but its release ends that."""
        return self._lock.is_held

    def release(self) -> None:
        """Give it back."""
        self._lock.release()


class _DataVersionWatch(WriteWatch):
    """Looks at SQLite's `data_version`, by which one connection sees that another has committed."""

    def __init__(self, path: Path, tell: Callable[[], None]) -> None:
        self._path = path
        self.tell = tell
        self._looking = threading.Lock()
        self._connection = connect_to_read(path, check_same_thread=False)
        self._log = Path(f"{path}-wal")
        self._log_seen = self._log_state()
        self._skipped = 0
        self._seen = self._version()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-watch", daemon=True)
        self._thread.start()

    def has_unseen(self) -> bool:
        """Tell whether others have written what was not told of yet; to be asked at the turn to write."""
        with self._looking, suppress(sqlite3.Error):
            return not self._ended.is_set() and self._version() != self._seen
        return False

    def pass_over(self) -> None:
        """Take this process's own write for seen, before another can write; others' before it are told of by it."""
        with self._looking:
            if not self._ended.is_set():
                with suppress(sqlite3.Error):  # the write is on the disk; it is then told once too often
                    self._seen = self._version()

    def stop(self) -> None:
        """End the thread."""
        with self._looking:
            self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(self._connection):
            while not self._ended.wait(_LOOK_SECONDS):
                if self._has_changed():
                    self.tell()

    def _has_changed(self) -> bool:
        state = self._log_state()  # which costs a fraction of asking SQLite, and each commit is written there
        if state == self._log_seen and self._skipped < _MOST_SKIPPED:
            self._skipped += 1
            return False
        with self._looking:
            try:
                version = self._version()
            except sqlite3.Error:  # such as a busy file: the next look sees it
                return False
            before, self._seen = self._seen, version
            self._log_seen, self._skipped = state, 0
        return version != before

    def _log_state(self) -> tuple[int, int] | None:
        try:
            state = self._log.stat()
        except OSError:
            return None
        return state.st_mtime_ns, state.st_size

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
