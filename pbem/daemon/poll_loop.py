"""A thread that does what is due, round after round, and sleeps while nothing is."""

import threading
from abc import ABC, abstractmethod

import structlog

log = structlog.get_logger(__name__)

IDLE_SECONDS = 2.0
"""The seconds that a loop sleeps when nobody wakes it; another process may have put something into the database."""


class PollLoop(ABC):
    """The loop that the inbox worker and the sender have in common. `start` and `stop` are for once each."""

    def __init__(self, name: str) -> None:
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._go, name=name, daemon=True)

    @abstractmethod
    def round(self) -> bool:
        """Do some of what is due; False where nothing was."""

    @property
    def stopping(self) -> bool:
        """Whether what is left is for the next start."""
        return self._stopping.is_set()

    def start(self) -> None:
        """Begin the rounds."""
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

    def _go(self) -> None:
        while not self.stopping:
            self._wake.clear()
            try:
                busy = self.round()
            except Exception:  # such as a full disk; what is due stays due
                log.exception("a round failed", thread=self._thread.name)
                busy = False
            if not busy:
                self._wake.wait(IDLE_SECONDS)
