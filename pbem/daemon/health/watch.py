"""The threads of a server that watches itself: one that no lock or disk can hold up, and one that looks at both."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pbem.clock import Clock, to_ms
from pbem.daemon.health.liveness import Liveness
from pbem.daemon.health.readiness import Snapshot, take_snapshot
from pbem.daemon.health.supervisor import Supervisor
from pbem.daemon.poll_loop import IDLE_SECONDS, PollLoop
from pbem.daemon.ticker import Ticker
from pbem.store import Database

LOOK_SECONDS: Final = 30.0
"""The distance between two looks at the database where nobody asks for one."""
REST_SECONDS: Final = 1.0
"""The shortest distance between two looks, however often somebody asks."""
REST_FACTOR: Final = 20.0
"""That distance as a multiple of what the last look cost, so that no more than a twentieth of a processor is used."""
PATIENCE_SECONDS: Final = 0.5
"""How long somebody who asks waits for a new look, until they are given the last one."""


class PulseLoop(PollLoop):
    """Notices within seconds that the machine's clock was set back, and gives signs of life to the supervisor.

    A process with a fault gives none, so that it is started again.
    """

    def __init__(self, liveness: Liveness, ticker: Ticker, supervisor: Supervisor) -> None:
        super().__init__("pulse", min(IDLE_SECONDS, supervisor.pause_s or IDLE_SECONDS))
        self._liveness = liveness
        self._ticker = ticker
        self._supervisor = supervisor
        self._next_sign = 0.0
        self._status = ""

    def round(self) -> bool:
        """Look at the clock, and give a sign of life where one is due."""
        self._ticker.catch_up()
        pause_s = self._supervisor.pause_s
        if pause_s is not None and time.monotonic() >= self._next_sign:
            self._next_sign = time.monotonic() + pause_s
            self._give_sign()
        return False

    def _give_sign(self) -> None:
        faults = self._liveness.faults()
        if not faults:
            self._supervisor.say_alive()
        if " ".join(faults) != self._status:
            self._status = " ".join(faults)
            self._supervisor.say_status(self._status or "ok")


class SnapshotLoop(PollLoop):
    """Looks at the database and the disk now and then, and when somebody asks."""

    def __init__(
        self, database: Database, folder: Path, clock: Clock, passed: Callable[[], float] = time.monotonic
    ) -> None:
        """`passed` gives seconds that run evenly."""
        super().__init__("watch")
        self._database = database
        self._folder = folder
        self._clock = clock
        self._passed = passed
        self._changed = threading.Condition()
        self._last: Snapshot | None = None
        self._is_wanted = True

    @property
    def last(self) -> Snapshot | None:
        """The findings of the last look; None before the first. Does not wait."""
        return self._last

    def fresh(self) -> Snapshot | None:
        """Look now; where the last look was a moment ago, or the next takes too long, the findings of the last."""
        with self._changed:
            before = self._last
            if before is not None and self._passed() - before.taken_s < self._rest(before):
                return before
            self._is_wanted = True
            self.wake()
            self._changed.wait_for(lambda: self._last is not before, PATIENCE_SECONDS)
            return self._last

    def round(self) -> bool:
        """Look, where that is due or wanted."""
        last = self._last
        age_s = LOOK_SECONDS if last is None else self._passed() - last.taken_s
        if age_s < LOOK_SECONDS and not (self._is_wanted and last is not None and age_s >= self._rest(last)):
            return False
        snapshot = take_snapshot(self._database, self._folder, to_ms(self._clock()), self._passed)
        with self._changed:
            self._last, self._is_wanted = snapshot, False
            self._changed.notify_all()
        return False

    @staticmethod
    def _rest(last: Snapshot) -> float:
        return max(REST_SECONDS, REST_FACTOR * last.cost_s)
