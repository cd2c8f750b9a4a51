"""The part of a server that deals with letters and plays for bots, in this process and in more that it starts.

More are started when letters queue up, each a `pbem worker` of its own, and end when there is nothing to do. They hang
on a pipe that this process holds open: whatever way it ends, the pipe is closed, and they end too.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from pbem.config import Settings
from pbem.daemon.inbox_worker import InboxWorker
from pbem.daemon.lease import Lease
from pbem.daemon.parts import ServerPart, Silences
from pbem.daemon.poll_loop import PollLoop
from pbem.intake import Intake
from pbem.store import Database, Tx
from pbem.store.mail.queues import count_new
from pbem.store.service.processes import drop_process_of_pid

log = structlog.get_logger(__name__)

CROWD: Final = 8
"""Letters that may wait without another process being started for them."""
CROWDED_SECONDS: Final = 5.0
"""How long more than that have to wait for it: in less time one process deals with all, as starting another takes two
seconds of a core.
"""
LOOK_SECONDS: Final = 2.0
"""The distance between two looks at how many wait."""
REST_SECONDS: Final = 60.0
"""How long a process that has nothing to do goes on."""
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 300.0
"""Seconds until another is started in place of one that failed; twice as long each time."""
ENDING_SECONDS: Final = 5.0
"""How long those that were told to end are waited for; then they are killed, and their letters wait for the next."""


class JudgingPart(ServerPart):
    """Deals with letters; `helpers` is how many more processes may do so at a time."""

    unconcerned = frozenset({"mail", "mail_bytes", "mail_failure", "picture"})
    """Each mail that is built and sent writes these, several for a letter."""

    def __init__(
        self,
        intake: Intake,
        database: Database,
        lease: Lease,
        *,
        helpers: int = 0,
        config: Path | None = None,
    ) -> None:
        """Helpers read the settings from the file `config`, and from the environment of this process."""
        self.worker = InboxWorker(intake, lease)
        self.helpers = None
        if helpers and config is not None:
            self.helpers = Helpers(database, helpers, config, intake.units.now_ms)

    def take(self) -> None:
        """Take nothing: letters are claimed one after the other."""

    def start(self) -> None:
        """Begin with the letters that were left from before."""
        self.worker.start()
        if self.helpers is not None:
            self.helpers.start()

    def stop(self) -> None:
        """Finish the letters in hand."""
        if self.helpers is not None:
            self.helpers.stop()
        self.worker.stop()

    def wake(self) -> None:
        """Look for letters."""
        self.worker.wake()

    @property
    def silences(self) -> Silences:
        """The thread of the worker."""
        return {"worker": partial(getattr, self.worker, "silent_s")}


def helpers_for(settings: Settings) -> int:
    """The number of helpers that there may be: as it is set, or one for each core beyond the first."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores - 1 if settings.server.workers is None else settings.server.workers


class Helpers(PollLoop):
    """Starts processes that deal with letters while many wait, and sees to those that fail."""

    def __init__(self, database: Database, most: int, config: Path, now_ms: Callable[[], int]) -> None:
        super().__init__("helpers", LOOK_SECONDS)
        self._database = database
        self._most = most
        self._now_ms = now_ms
        self._command = [sys.executable, "-m", "pbem", "--config", str(config), "worker", "--child"]
        self._running: list[subprocess.Popen[bytes]] = []
        self._pause_s = FIRST_PAUSE
        self._not_before = 0.0
        self._calm = time.monotonic()
        """When there was no crowd for the last time."""

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [one.pid for one in self._running]

    def round(self) -> bool:
        """Start another process where one is wanted."""
        self._reap()
        if len(self._running) >= self._most or time.monotonic() < self._not_before:
            return False
        now_ms = self._now_ms()
        with self._database.read() as tx:
            waiting = count_new(tx, CROWD + 1, now_ms)
        now = time.monotonic()
        if waiting <= CROWD:
            self._calm = now
        elif now - self._calm >= CROWDED_SECONDS and not self.stopping:
            self._calm = now
            self._start()
        return False

    def stop(self) -> None:
        """Start no more, and have those that run end: each by itself once its letter is done, or killed."""
        super().stop()
        for one in self._running:
            self._close_pipe(one)
        until = time.monotonic() + ENDING_SECONDS
        for one in self._running:
            try:
                one.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()
        self._running.clear()

    def _start(self) -> None:
        try:
            started = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                process_group=0,  # Ctrl+C at the terminal is for the server, which then has them end
            )
        except OSError as error:
            log.error("no further process can be started for letters", reason=error.strerror)
            self._rest()
        else:
            log.info("a further process deals with letters", pid=started.pid)
            self._running.append(started)

    def _reap(self) -> None:
        """See which have ended; what one that failed was at is free again at once."""
        for one in [one for one in self._running if one.poll() is not None]:
            self._running.remove(one)
            self._close_pipe(one)
            if one.returncode == 0:
                self._pause_s = FIRST_PAUSE
                continue
            reason = signal.Signals(-one.returncode).name if one.returncode < 0 else str(one.returncode)
            log.error("a process that dealt with letters has ended", pid=one.pid, status=reason)
            self._database.claim(partial(_forget, one.pid))
            self._rest()

    def _rest(self) -> None:
        self._not_before = time.monotonic() + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE)

    @staticmethod
    def _close_pipe(one: subprocess.Popen[bytes]) -> None:
        if one.stdin is not None:
            with suppress(OSError):
                one.stdin.close()


def _forget(pid: int, tx: Tx) -> None:
    drop_process_of_pid(tx, socket.gethostname(), pid)
