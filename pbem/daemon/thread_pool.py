"""Threads that hand over mails beside each other, each a row of mails in order, with slow endpoints apart."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from pbem.daemon.failures import FailureLog

T = TypeVar("T")


class ThreadPool(Generic[T]):
    """A fixed number of threads, each of which takes a row of jobs, does them in order, and takes the next row.

    They are daemons: one that hangs keeps no process from ending.
    """

    def __init__(self, name: str, count: int, work: Callable[[T], bool], left: Callable[[Sequence[T]], None]) -> None:
        """`work` does a job, and returns whether the jobs behind it may follow; `left` is called with rows that are
        over.
        """
        self._work = work
        self._left = left
        self._rows: deque[Sequence[T]] = deque()
        self._busy = 0
        self._is_ending = False
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._go, name=f"{name}-{number}", daemon=True) for number in range(count)
        ]
        self._is_started = False
        self._has_failed = False
        self._failures = FailureLog("a thread of the pool failed", pool=name)

    def put(self, row: Sequence[T]) -> None:
        """Have a row of jobs done."""
        with self._changed:
            if not self._is_started:
                self._is_started = True
                for thread in self._threads:
                    thread.start()
            self._rows.append(row)
            self._changed.notify_all()

    def clear(self) -> None:
        """Leave all rows that nobody has taken."""
        with self._changed:
            rows = list(self._rows)
            self._rows.clear()
            self._changed.notify_all()
        for row in rows:
            self._left(row)

    def failed(self) -> bool:
        """Whether a job has raised an exception since this was last asked."""
        with self._changed:
            has_failed, self._has_failed = self._has_failed, False
        return has_failed

    @property
    def is_alive(self) -> bool:
        """Whether all threads live that were started. Does not wait."""
        return self._is_ending or not self._is_started or all(thread.is_alive() for thread in self._threads)

    def await_free(self) -> None:
        """Wait until a thread has nothing to do, or `end` was called."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_ending or (not self._rows and self._busy < len(self._threads)))

    def await_all(self) -> None:
        """Wait until no thread has anything to do, or `end` was called."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_ending or not (self._rows or self._busy))

    def end(self, seconds: float) -> bool:
        """Begin no more jobs, and wait for those being done; return whether they ended within `seconds`."""
        with self._changed:
            self._is_ending = True
            self._rows.clear()
            self._changed.notify_all()
            return self._changed.wait_for(lambda: not self._busy, seconds)

    def _go(self) -> None:
        while (row := self._taken()) is not None:
            try:
                for job in row:
                    if self._is_ending or not self._work(job):
                        break
                self._failures.note_success()
            except Exception as error:  # such as a full disk; what is due stays due
                self._failures.note_failure(error)
                self._has_failed = True
            finally:
                self._left(row)
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()

    def _taken(self) -> Sequence[T] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_ending or bool(self._rows))
            if self._is_ending:
                return None
            self._busy += 1
            return self._rows.popleft()


SLOW_SECONDS: Final = 2.0
"""A notice that takes longer is slow; push services and chats answer within a tenth of that."""
SLOW_FOR_SECONDS: Final = 3600.0
"""How long a player is sent to apart once an endpoint of theirs was slow, whatever it does meanwhile."""
MOST_KNOWN: Final = 10_000
"""Players and servers that are known to be slow; one more pushes the oldest out."""


class SlowEndpoints:
    """Players and servers that were slow lately, by a monotonic clock. Safe to use from any thread.

    A server is slow until it is quick again, since many use it and it may only have been disturbed. A player counts as
    slow for an hour; otherwise endpoints that are quick and slow by turns would make others wait each time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._players: dict[int, float] = {}
        """Players, with the moment until which they are."""
        self._hosts: dict[str, None] = {}

    def has(self, player_id: int, host: str) -> bool:
        """Whether a player or a server is slow."""
        with self._lock:
            return host in self._hosts or self._players.get(player_id, 0.0) > time.monotonic()

    def note(self, player_id: int, host: str, seconds: float) -> bool:
        """Note how long a notice took, and return whether that is slow."""
        with self._lock:
            self._hosts.pop(host, None)
            if seconds <= SLOW_SECONDS:
                return False
            self._players.pop(player_id, None)
            self._players[player_id] = time.monotonic() + SLOW_FOR_SECONDS
            self._hosts[host] = None
            if len(self._players) > MOST_KNOWN:
                del self._players[next(iter(self._players))]
            if len(self._hosts) > MOST_KNOWN:
                del self._hosts[next(iter(self._hosts))]
            return True
