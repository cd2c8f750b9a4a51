"""Whether the process lives: its threads, its jobs, and the writes by which its clock beats.

Only what a restart may mend counts, since a supervisor may restart on it: a full disk, or a relay that is down, makes a
server unready, not dead. Everything is answered from memory, without waiting for a lock, a disk or the network.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pbem.daemon.ticker import Ticker
from pbem.i18n import N_, Catalogue
from pbem.intake.clock import ClockMonitor
from pbem.reports.notes import span_in_words

UNWRITTEN_SECONDS: Final = 180.0
"""How old the last write of the database may be: a beat comes every minute."""
TURN_SECONDS: Final = 120.0
"""How long a loop that turns within seconds may take for one turn."""
LETTER_SECONDS: Final = 900.0
"""How long the inbox worker may take for one letter; its reading and judging have limits far below."""


@dataclass(frozen=True)
class LivingThread:
    """A thread that must live. `silent_s` gives the seconds since its last sign of life, infinite where it ended."""

    name: str
    """A message id."""
    silent_s: Callable[[], float]
    longest_s: float = math.inf
    """How long it may be silent; a thread that waits for other machines may be so as long as it lives."""


class Liveness:
    """Judges one server. Safe to use from any thread."""

    def __init__(
        self,
        words: Catalogue,
        parts: Sequence[LivingThread] = (),
        ticker: Ticker | None = None,
        clock: ClockMonitor | None = None,
    ) -> None:
        """Without `ticker` and `clock` nobody calls jobs, nor beats."""
        self._words = words
        self._parts = parts
        self._ticker = ticker
        self._clock = clock

    def faults(self) -> list[str]:
        """The reasons why the process should be started again, in whole sentences; none where it lives."""
        return [*self._of_parts(), *self._of_jobs(), *self._of_writing()]

    def _of_parts(self) -> Iterator[str]:
        for part in self._parts:
            silent_s, name = part.silent_s(), self._words.text(part.name)
            if math.isinf(silent_s):
                yield self._words.text("The %(part)s has ended.", part=name)
            elif silent_s > part.longest_s:
                span = self._span(silent_s)
                yield self._words.text("The %(part)s has stood still for %(span)s.", part=name, span=span)

    def _of_jobs(self) -> Iterator[str]:
        if self._ticker is None:
            return
        for name, job in self._ticker.figures.items():
            silent_s = self._ticker.silent_s(name)
            if silent_s > job.longest_s:
                facts = {"job": self._words.text(name), "span": self._span(silent_s)}
                yield self._words.text('The job "%(job)s" has not ended for %(span)s.', **facts)

    def _of_writing(self) -> Iterator[str]:
        if self._clock is None or self._clock.is_refused_by_disk or self._clock.unwritten_s <= UNWRITTEN_SECONDS:
            return
        span = self._span(self._clock.unwritten_s)
        yield self._words.text("Nothing could be written to the database for %(span)s.", span=span)

    def _span(self, seconds: float) -> str:
        return span_in_words(timedelta(seconds=seconds), self._words)


PARTS: Final = {
    "web": N_("thread of the website"),
    "smtp": N_("thread that takes emails"),
    "lmtp": N_("thread that takes emails by LMTP"),
    "worker": N_("thread that reads emails"),
    "sender": N_("thread that sends emails"),
    "notifier": N_("thread that sends notices"),
    "mailbox": N_("thread that looks into the mailbox"),
    "drop": N_("thread that empties the drop"),
    "spooler": N_("thread that keeps emails as files"),
}
"""What the threads are called before the operator."""
_LONGEST: Final = {"web": TURN_SECONDS, "smtp": TURN_SECONDS, "lmtp": TURN_SECONDS, "worker": LETTER_SECONDS}
"""The threads that wait for no other machine, and so may not be silent for ever."""
JOB_NAMES: Final = (N_("deadlines"), N_("public rounds"), N_("what is old"), N_("backups"))
"""The ticker's jobs, by the names under which they are called."""


def living_thread(name: str, silent_s: Callable[[], float]) -> LivingThread:
    """A thread by its name in PARTS, with the silence that it may keep."""
    return LivingThread(PARTS[name], silent_s, _LONGEST.get(name, math.inf))
