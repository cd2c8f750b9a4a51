"""Failures of what is done again and again: one line when they begin, and one when they are over."""

import errno
import threading
import time

import structlog

from pbem.files import FULL
from pbem.store import cause_of, is_out_of_order

log = structlog.get_logger(__name__)


class FailureLog:
    """Logs the failures of a loop, each reason once until a round succeeds. Safe to use from any thread."""

    def __init__(self, event: str, **facts: object) -> None:
        """`event` is the headline of all its lines, such as "a round failed", and `facts` stand in each."""
        self._event = event
        self._facts = facts
        self._lock = threading.Lock()
        self._reasons: set[str] = set()
        self._begun = 0.0
        self._many = 0

    @property
    def many(self) -> int:
        """The failures in a row. Does not wait."""
        return self._many

    def note_failure(self, error: Exception) -> None:
        """Log a failure whose reason is new; with a traceback where it is no trouble of the disk or the database."""
        reason = reason_of(error)
        with self._lock:
            if not self._many:
                self._begun = time.monotonic()
            self._many += 1
            is_known = reason in self._reasons
            self._reasons.add(reason)
        if not is_known:
            log.error(self._event, **self._facts, reason=reason, exc_info=None if is_out_of_order(error) else error)

    def note_success(self) -> None:
        """Log that failures are over, if there were any."""
        with self._lock:
            many, self._many = self._many, 0
            self._reasons.clear()
        if many:
            over, seconds = f"{self._event}, and is over", round(time.monotonic() - self._begun)
            log.warning(over, **self._facts, failures=many, seconds=seconds)


def reason_of(error: Exception) -> str:
    """An error in one line, without the statement that it comes from."""
    cause = cause_of(error)
    number, name = getattr(cause, "errno", None), getattr(cause, "filename", None)
    if isinstance(cause, OSError) and (number in FULL or number == errno.EROFS):
        where = f": {name}" if name else ""
        return f"the disk is {'full' if number in FULL else 'read-only'}{where}"
    return " ".join(f"{type(cause).__name__}: {cause}".split())[:500]
