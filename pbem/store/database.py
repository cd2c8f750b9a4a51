"""The database as the program holds it: one queue of writes, any number of reads."""

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, CursorResult, Executable, Insert, Row, Table

from pbem.files import copy_private, sync_folder, take_after
from pbem.store import schema
from pbem.store.engine import Leadership, WriteWatch
from pbem.store.engines import StoreName, copy_whole, open_engine
from pbem.store.errors import BadDatabase, NotFound, WouldWait
from pbem.store.prepared import Unprepared, prepared_for
from pbem.store.row_map import MOST_BEGINNINGS, Computed, NotComputed
from pbem.store.sqlite.connections import settle

T = TypeVar("T")
_OVERTAKEN: Final = 3
"""How often a write is overtaken by others before they wait for it."""
_MOST_OVERTAKEN: Final = 10
"""How often it begins again at most; alone it is overtaken by nobody but claims."""
_PAUSE: Final = 0.01
"""Seconds that it rests at most, before it begins again the first time."""


class Tx:
    """A transaction, as the queries take it. Statements name their parameters; what is read in it is read once."""

    __slots__ = ("_computed", "_defers", "_rows", "connection")

    def __init__(self, connection: Connection, computed: Computed | None = None, *, defers: bool = False) -> None:
        """`computed` is what the request knows already; `defers` leaves to others to compute what is costly."""
        self.connection = connection
        self._computed = computed or Computed()
        self._rows = self._computed.rows
        self._defers = defers

    def join(self, other: "Tx") -> None:
        """Become another name of a transaction."""
        self.connection = other.connection
        self._computed = other._computed
        self._rows = other._rows
        self._defers = other._defers

    def run(self, statement: Executable, /, **facts: Any) -> CursorResult[Any]:
        """Execute a statement that writes. Raises sqlalchemy.exc.IntegrityError where it breaks a constraint."""
        self._rows.drop_written_by(statement)
        return self.connection.execute(statement, facts)

    def run_many(self, statement: Executable, rows: list[dict[str, Any]]) -> int:
        """Execute a statement once for each row of parameters; return how many rows it has written."""
        if not rows:
            return 0
        self._rows.drop_written_by(statement)
        return self.connection.execute(statement, rows).rowcount

    def add(self, statement: Insert, /, **row: Any) -> int:
        """Insert a row, and return the id it got."""
        self._rows.drop_written_by(statement)
        key = self.connection.execute(statement, row).inserted_primary_key
        return int(cast(Row[Any], key)[0])

    def update(self, statement: Executable, read: Executable, key: Mapping[str, Any], /, **facts: Any) -> bool:
        """Execute an update that returns the row which `read` reads by its key; False where there is none."""
        self._rows.drop_written_by(statement)
        row = self.connection.execute(statement, facts).first()
        if row is not None:
            self._rows.put(read, key, row)
        return row is not None

    def put(self, read: Executable, row: Sequence[Any] | None, /, **key: Any) -> None:
        """Note what a statement would read first now, as it follows from what was written or read; None for nothing."""
        self._rows.put(read, key, row)

    def put_all(self, read: Executable, rows: Sequence[Sequence[Any]], /, **key: Any) -> None:
        """Note all rows that a statement would read now."""
        self._rows.put_all(read, key, rows)

    def rows_read(self, read: Executable, /, **key: Any) -> Sequence[Sequence[Any]] | None:
        """All rows that a statement would read now, if that is known."""
        return self._rows.get(read, key)

    def has_read(self, read: Executable, /, **key: Any) -> bool:
        """Tell whether it is known what a statement would read first now."""
        return self._rows.has(read, key)

    def attempt(self, work: Callable[[], T]) -> T:
        """Do part of the transaction's work; an exception in it undoes that part alone, and comes out here."""
        before = self._rows.snapshot()
        try:
            with self.connection.begin_nested():
                result = work()
        except BaseException:
            self._rows.undo(before)
            raise
        self._rows.settle(before)
        return result

    def trial(self, work: Callable[[], T]) -> T:
        """Do part of the transaction's work, undo it, and return the result that it would have."""
        before, savepoint = self._rows.snapshot(), self.connection.begin_nested()
        try:
            return work()
        finally:
            savepoint.rollback()
            self._rows.undo(before)

    def compute(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a costly function of its arguments alone, computed once, and not while this writes.

        Arguments are compared, so that a result counts for what there is now alone. Raises NotComputed where this
        writes and there is no result, to be undone and to begin again with one; but in its last beginning it computes.
        """
        return self._computed.get(function, arguments) if self._defers else self.recall(function, *arguments)

    def recall(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a function of its arguments alone, as it was computed before, or else computed here and now."""
        try:
            return self._computed.get(function, arguments)
        except NotComputed as missing:
            return cast(T, self._computed.compute(missing))

    def keep(self, result: T, function: Callable[..., T], *arguments: Any) -> None:
        """Keep a result that another computation has come by, so that `compute` has it."""
        self._computed.keep(function, arguments, result)

    def all(self, shape: Callable[..., T], statement: Executable, /, **facts: Any) -> list[T]:
        """Every row found, each made by giving its columns to `shape`."""
        rows = self._rows.read(statement, facts, lambda: self._read(statement, facts, first=False), first=False)
        return [shape(*row) for row in rows]

    def first(self, shape: Callable[..., T], statement: Executable, /, **facts: Any) -> T | None:
        """The first row found, or None."""
        rows = self._rows.read(statement, facts, lambda: self._read(statement, facts, first=True), first=True)
        return shape(*rows[0]) if rows else None

    def one(self, shape: Callable[..., T], table: str, statement: Executable, /, **key: Any) -> T:
        """The row with this key. Raises NotFound, which names the table and the key."""
        found = self.first(shape, statement, **key)
        if found is None:
            raise NotFound(table, key)
        return found

    def _read(self, statement: Executable, facts: Mapping[str, Any], *, first: bool) -> Sequence[Sequence[Any]]:
        prepared = prepared_for(statement, self.connection)
        if prepared is not None:
            with suppress(Unprepared):
                return prepared.rows(self.connection, facts, first=first)
        found = self.connection.execute(statement, facts)
        if not first:
            return found.all()
        row = found.first()
        return [] if row is None else [row]


class _Notified(NamedTuple):
    """Somebody who is told of writes, but for those of some tables alone."""

    tell: Callable[[], None]
    but_of: frozenset[str]


class _OfThread(threading.local):
    """The ties between the reads and writes of one thread."""

    step: tuple[Callable[[Tx], None], Callable[[], None]] | None = None
    """What each of its writes begins with, if there is something, and what is called once one is committed."""
    known: Computed | None = None
    """What the request knows with which it deals, if it deals with one."""
    keeps_snapshot = False
    snapshot: tuple[ExitStack, Tx] | None = None
    """The snapshot that the request reads, once it does."""
    is_writing = False


class Database:
    """An open database. Safe to use from any thread; close it when done, or use it in a `with` statement."""

    def __init__(self, name: StoreName, *, readers: int = 8) -> None:
        """Open a database that has the newest schema; `readers` connections are kept open for reading.

        Raises FileNotFoundError, BadDatabase, NotOurs, SchemaTooOld, SchemaTooNew, and ValueError for what names no
        database of SQLite or PostgreSQL.
        """
        self.engine = open_engine(name, readers)
        self._queue = ThreadPoolExecutor(max_workers=self.engine.writers, thread_name_prefix="store-writer")
        self._thread = _OfThread()
        self._notified_of_writes: tuple[_Notified, ...] = ()
        self._notifying = threading.Lock()
        self._watch: WriteWatch | None = None
        self._glancing = threading.Lock()
        self._counting = threading.Lock()
        self._begun_again: Counter[int] = Counter()

    @property
    def begun_again(self) -> Mapping[int, int]:
        """Times that a write or claim of this process was begun for the second time, the third and so on."""
        with self._counting:
            return dict(self._begun_again)

    @property
    def is_file(self) -> bool:
        """Whether it is a file, which processes of one machine use."""
        return self.engine.path is not None

    @property
    def path(self) -> Path:
        """The file of a database that is one. Raises ValueError for others."""
        if self.engine.path is None:
            raise ValueError(f"{self.engine.name} is not a file")
        return self.engine.path

    def write(self, work: Callable[[Tx], T], *, game_id: int | None = None) -> T:
        """Run `work` in a transaction of its own, and return its result.

        `game_id` names the game that it deals with, if it is known: writes that name one and the same run one after the
        other, on every engine. On SQLite all do, in the order in which they were asked for.
        The transaction is on the disk when this returns. An exception in `work` undoes all of it and is raised here.
        `work` runs on a writer's thread while others wait, so it must be short, and may use neither network nor
        pictures. It may run more than once: where others change what it reads meanwhile, it is undone and begins again
        (PostgreSQL); and it gets costly results by `Tx.compute`, which computes them on the caller's thread and then
        runs `work` again. Where others change each time what it is computed for, the last run computes within, so that
        nobody can keep a request from its end.
        Raises RuntimeError when called by such work itself, or after `close`, and OSError on a full disk.
        """
        if self._thread.is_writing:
            raise RuntimeError("a write within a write would wait for itself")
        known = self._thread.known or Computed()
        self.end_snapshot()
        for _ in range(MOST_BEGINNINGS - 1):
            try:
                return self._begin(work, known, game_id, defers=True).result()
            except NotComputed as missing:
                known.compute(missing)
        return self._begin(work, known, game_id).result()

    def claim(self, work: Callable[[Tx], T]) -> T:
        """Run `work` in a short transaction that claims rows for this process, and return its result.

        On PostgreSQL it is READ COMMITTED, so that rows locked by others can be passed over (`FOR UPDATE SKIP LOCKED`),
        tells nobody, and may run again after a deadlock; on SQLite it is a write like all.
        """
        if self.engine.writers == 1:
            return self.write(work)
        self.end_snapshot()

        def claimed(_alone: bool) -> T:
            with self.engine.claiming() as connection:
                return work(Tx(connection))

        return self._unless_overtaken(claimed)

    def leadership(self, holder: str = "") -> Leadership:
        """Give this process a leadership among those on this database, which it takes by `Leadership.take`.

        On PostgreSQL it is a lock of its connection there; on SQLite that on the file's service, where others see the
        `holder`.
        """
        return self.engine.leadership(holder)

    def presence(self) -> AbstractContextManager[bool]:
        """Keep others from putting another database in this one's place meanwhile. Raises AlreadyServing.

        It gives whether no other process is present, as far as that can be told.
        """
        return self.engine.presence()

    def empty_log(self) -> None:
        """Move what was written into the database's file, and empty the log beside it, as far as nobody reads there.

        PostgreSQL keeps its own log, which nobody else can empty. Raises BadDatabase.
        """
        self.end_snapshot()
        self.engine.empty_log()

    def begin_to_write(self, work: Callable[[Tx], T]) -> Future[T]:
        """Ask for a write, and do not wait for it: the future has what `write` returns, or raises.

        Raises RuntimeError after `close`.
        """
        return self._begin(work, Computed(), None, defers=True)

    def _begin(
        self, work: Callable[[Tx], T], computed: Computed, game_id: int | None, *, defers: bool = False
    ) -> Future[T]:
        schema.all_tables()  # by which it is told what a write changes; here, so that who only reads loads fewer
        if self._thread.step is None:
            return self._queue.submit(self._write, work, computed, game_id, defers)
        step, committed = self._thread.step
        return self._queue.submit(self._write, _begun_by(step, work), computed, game_id, defers, committed)

    @contextmanager
    def begin_writes_with(
        self, step: Callable[[Tx], None], committed: Callable[[], None] = lambda: None
    ) -> Iterator[None]:
        """Have each write that this thread asks for in the meantime begin with a step, in the same transaction.

        An exception in the step undoes the write and comes out of it. `committed` is called once a write is on the
        disk, before its caller hears of that: whatever the step has done until then may have been undone and run again.
        """
        before, self._thread.step = self._thread.step, (step, committed)
        try:
            yield
        finally:
            self._thread.step = before

    @contextmanager
    def notifying_of_writes(self, tell: Callable[[], None], but_of: Collection[str] = ()) -> Iterator[None]:
        """Have `tell` called after each write of this process in the meantime, and soon after those of others.

        `but_of` names tables: writes of this process that changed no others are not told. `tell` must return at once,
        and may not raise; it is called by a writer's thread, or the one that watches others. A call may tell of several
        writes, and, after a connection was lost, of none.
        """
        notified = _Notified(tell, frozenset(but_of))
        with self._notifying:
            self._notified_of_writes = (*self._notified_of_writes, notified)
            if self._watch is None:
                self._watch = self.engine.watch_writes(self._notify)
        try:
            yield
        finally:
            with self._notifying:
                self._notified_of_writes = tuple(one for one in self._notified_of_writes if one is not notified)
                if not self._notified_of_writes:
                    self._stop_watching()

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.stop()
            self._watch = None

    def _notify(self, written: Set[Table] | None = None) -> None:
        names = None if written is None else {table.name for table in written}
        for one in self._notified_of_writes:
            if names is None or not names <= one.but_of:
                one.tell()

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A snapshot, as consistent as if nobody wrote meanwhile; writing through it is refused.

        What is computed in it is kept in `computed`, for a transaction that writes.
        """
        if self._thread.snapshot is not None:
            yield self._thread.snapshot[1]
            return
        with ExitStack() as stack:
            known = self._thread.known or Computed()
            if self._thread.keeps_snapshot:
                known.rows.forget()
            if known.rows.since is None:
                known.rows.since = self.engine.changes.number
            tx = Tx(stack.enter_context(self.engine.reading()), known)
            if self._thread.keeps_snapshot:
                self._thread.snapshot = stack.pop_all(), tx
            yield tx

    @contextmanager
    def reading_once(self, *, keeps_snapshot: bool = False) -> Iterator[None]:
        """Deal with one request in this thread: what it reads is read once, and checked by the write that follows.

        A request that `keeps_snapshot` reads one and the same until it writes or ends; it must not wait meanwhile.
        """
        thread = self._thread
        if thread.known is not None:  # a part of a request
            yield
            return
        thread.known, thread.keeps_snapshot = Computed(), keeps_snapshot
        try:
            yield
        finally:
            self.end_snapshot()
            thread.known, thread.keeps_snapshot = None, False

    def end_snapshot(self) -> None:
        """End this thread's snapshot: its request reads the present rows from now on."""
        if self._thread.snapshot is not None:
            stack, _tx = self._thread.snapshot
            self._thread.snapshot = None
            stack.close()

    @contextmanager
    def read_at_once(self) -> Iterator[Tx]:
        """Open a reading transaction for callers that must not wait. Its reads give the present rows.

        Raises WouldWait where a read would have to wait.
        """
        if not self._glancing.acquire(blocking=False):
            raise WouldWait
        try:
            with self.engine.glancing() as connection:
                yield Tx(connection, Computed(remembers=False))
        finally:
            self._glancing.release()

    def copy_to(self, path: Path) -> None:
        """Write the whole database, as it is at one moment, into a new SQLite file, as `engines.copy_whole` does."""
        copy_whole(self.engine.location, path)

    def close(self) -> None:
        """Wait for the writes already asked for, then closes everything; a second time does nothing."""
        self._queue.shutdown(wait=True)
        with self._notifying:
            self._stop_watching()
        self.engine.close()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _write(
        self,
        work: Callable[[Tx], T],
        computed: Computed,
        game_id: int | None,
        defers: bool,
        committed: Callable[[], None] = lambda: None,
    ) -> T:
        self._thread.is_writing = True
        result = self._unless_overtaken(lambda alone: self._write_once(work, computed, game_id, defers, alone=alone))
        committed()
        self._notify(computed.rows.written)
        return result

    def _write_once(
        self, work: Callable[[Tx], T], computed: Computed, game_id: int | None, defers: bool, *, alone: bool
    ) -> T:
        rows, before = computed.rows, None
        try:
            with self.engine.writing(game_id, alone=alone) as connection:
                rows.drop(self.engine.changes.since(rows.since, connection))
                rows.written = frozenset()
                before = rows.snapshot()
                result = work(Tx(connection, computed, defers=defers))
        except BaseException:  # that of a commit, too
            if before is not None:
                rows.undo(before)
            raise
        rows.since = self.engine.changes.add(rows.written)
        return result

    def _unless_overtaken(self, begin: Callable[[bool], T]) -> T:
        """Begin again what met others, after a while alone."""
        for attempt in count(1):
            try:
                return begin(attempt > _OVERTAKEN)
            except Exception as error:
                if attempt >= _MOST_OVERTAKEN or not self.engine.is_overtaken(error):
                    raise
            with self._counting:
                self._begun_again[attempt + 1] += 1
            time.sleep(random.uniform(0, _PAUSE * attempt))
        raise AssertionError


def _begun_by(step: Callable[[Tx], None], work: Callable[[Tx], T]) -> Callable[[Tx], T]:
    def both(tx: Tx) -> T:
        step(tx)
        return work(tx)

    return both


def put_in_place(path: Path, new: Path) -> None:
    """Put a database file, which nobody has open, in the place of another one, which is kept as PATH.old.

    It gets the mode of that, and by root its owner.
    Whenever the process is killed, a database is in place, and the last kept one is not lost before there is a new one
    to keep. Raises OSError.
    """
    logs = ("-wal", "-shm")
    if path.exists():
        take_after(path, new)
        with suppress(BadDatabase):  # one too damaged is kept as it is
            settle(path)
        for suffix in logs:
            path.with_name(f"{path.name}.old{suffix}").unlink(missing_ok=True)
        spare = new.with_name(f"{new.name}.spare")
        try:
            os.link(path, spare)
        except OSError:  # not every file system can
            copy_private(path, spare)
        spare.replace(path.with_name(f"{path.name}.old"))
    for suffix in logs:
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).replace(path.with_name(f"{path.name}.old{suffix}"))
    new.replace(path)
    sync_folder(path.parent)
