"""A loop on a thread of its own that does what is due, round after round, and sleeps while nothing is."""

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from pbem.daemon.failures import FailureLog

IDLE_SECONDS = 2.0
"""The seconds that a loop sleeps when nobody wakes it; another process may have put something into the database."""

LONGEST_PAUSE_SECONDS: Final = 30.0
"""The longest sleep of a loop whose rounds fail; each is twice as long as the one before."""


class PollLoop(ABC):
    """The loop that the inbox worker, the sender and others have in common.

    It can be started again once it was stopped.
    """

    def __init__(self, name: str, idle_s: float = IDLE_SECONDS) -> None:
        """`idle_s` is how long it sleeps when nobody wakes it."""
        self._name = name
        self._idle_s = idle_s
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread = self._made()
        self._begun = time.monotonic()
        self._failures = FailureLog("a round failed", thread=name)
        self.may_work: Callable[[], bool] = lambda: True
        """Whether rounds may be done now, as when another process may do the same."""

    @abstractmethod
    def round(self) -> bool:
        """Do some of what is due; False where nothing was."""

    @property
    def stopping(self) -> bool:
        """Whether what is left is for the next start."""
        return self._stopping.is_set()

    @property
    def silent_s(self) -> float:
        """Seconds since the last round began; infinite where the loop, or a thread that works for it, has ended."""
        return time.monotonic() - self._begun if self._thread.is_alive() else math.inf

    def start(self) -> None:
        """Begin the rounds."""
        if self._thread.ident is not None:
            self._thread = self._made()
        self._stopping.clear()
        self._begun = time.monotonic()
        self._thread.start()

    def wake(self) -> None:
        """Wake the loop, as there may be something to do."""
        self._wake.set()

    def stop(self) -> None:
        """Stop after what is in hand."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _made(self) -> threading.Thread:
        return threading.Thread(target=self._go, name=self._name, daemon=True)

    def _go(self) -> None:
        while not self.stopping:
            self._wake.clear()
            self._begun = time.monotonic()
            try:
                busy = self.may_work() and self.round()
                self._failures.note_success()
            except Exception as error:  # such as a full disk; what is due stays due
                self._failures.note_failure(error)
                busy = False
            if not busy:
                pause_s = self._idle_s * 2 ** min(self._failures.many, 10)
                self._wake.wait(min(pause_s, max(self._idle_s, LONGEST_PAUSE_SECONDS)))
