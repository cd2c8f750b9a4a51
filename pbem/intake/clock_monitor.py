"""The server's sense of time: it notices when it was out, when the machine slept, and when its clock jumped.

A beat is written down every minute. Whatever lies between two beats and was not lived through is lost time: by the wall
clock as between the runs of a server, and within one run as far as it differs from a clock that never jumps. If it is
more than an hour, all deadlines move by as much before anything is done, in the transaction that writes the beat.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

import structlog

from pbem.adjudicator.history.restored import lose_time
from pbem.clock import Clock, from_ms, to_ms
from pbem.config import Settings
from pbem.store import Database, UnitOfWork
from pbem.store.server import Beat, find_last_beat, put_beat
from pbem.store.serving import ServiceMark

log = structlog.get_logger(__name__)

UNNOTICED_MS: Final = 3_600_000
"""Time up to this is no loss: nobody's deadline hangs on it."""


class ClockMonitor:
    """Keeps time for one server. Safe to use from any thread, but not within a transaction that writes.

    `monotonic` gives seconds that run evenly for as long as the process does. It is taken to be `beaten` each minute;
    where it is not, as in simulated time, a long silence between two beats is no loss.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        clock: Clock,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        beaten: bool = True,
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._monotonic = monotonic
        self._beaten = beaten
        self._mark = ServiceMark(database.path)
        self._lock = threading.Lock()
        self._last: tuple[int, int] | None = None
        """The wall clock and the even one at the last beat of this process, in milliseconds."""

    def beat(self) -> int:
        """Write down that the server is there, and put off what ends if time was lost; return the present, in ms."""
        with self._lock:
            return self._beat(*self._read())

    def now(self) -> datetime:
        """The present, as a Clock: what is done by it is never done between a jump and its being noticed."""
        with self._lock:
            wall_ms, even_ms = self._read()
            if self._last is None or abs(wall_ms - self._last[0] - self._seen(even_ms)) > UNNOTICED_MS:
                self._beat(wall_ms, even_ms)
            return from_ms(wall_ms)

    def _read(self) -> tuple[int, int]:
        return to_ms(self._clock()), round(self._monotonic() * 1000)

    def _seen(self, even_ms: int) -> int:
        """The time, in ms, that this process has lived through since its last beat."""
        if self._last is None:
            return 0
        passed = even_ms - self._last[1]
        return 0 if self._beaten and passed > UNNOTICED_MS else passed

    def _beat(self, wall_ms: int, even_ms: int) -> int:
        seen_ms = self._seen(even_ms)
        beat = self._database.write(lambda tx: _settle(UnitOfWork(tx, self._settings, wall_ms), seen_ms))
        with suppress(OSError):  # such as a full disk; the mark of an earlier beat serves
            self._mark.write(beat)
        self._last = (wall_ms, even_ms)
        return wall_ms


def _settle(unit: UnitOfWork, seen_ms: int) -> Beat:
    """Write the beat down, and make up for the time lost since the one before."""
    last = find_last_beat(unit)
    beat = put_beat(unit, unit.now_ms)
    lost_ms = 0 if last is None else unit.now_ms - last.at_ms - seen_ms
    if abs(lost_ms) > UNNOTICED_MS:
        log.warning("time was lost", lost_ms=lost_ms)
        lose_time(unit, unit.now_ms - lost_ms)
    return beat
