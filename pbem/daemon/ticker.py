"""The ticker: calls jobs at fixed distances, whatever becomes of the machine's clock, and knows how they went.

APScheduler only ticks here, in memory. It waits by the machine's clock: set back by two hours, it would call nothing
for two hours; set forward by years, it would count each call that was missed.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

from pbem.clock import Clock, system_clock
from pbem.daemon.failures import FailureLog

JOBS: Final = 4
"""The jobs, each with a thread of its own, so that one that waits for another machine delays no other."""
PATIENCE_SECONDS: Final = 300.0
"""How long a job may take, or not be called, until it counts as standing still."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class JobFigures:
    """The runs of a job in this process. `ended_s` is by the even clock: its last end or progress."""

    longest_s: float
    ended_s: float
    runs: int = 0
    failures: int = 0
    failed_in_row: int = 0
    seconds: float = 0.0
    """All runs together."""


class _FromNow(IntervalTrigger):
    """An interval from one call to the next: of calls that were missed one is made, not counted or made up for."""

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None:
        """The moment of the next call."""
        interval: timedelta = self.interval
        due: datetime = (now if previous_fire_time is None else previous_fire_time) + interval
        return due if due > now else now + interval


def _scheduler() -> BackgroundScheduler:
    return BackgroundScheduler(
        executors={"default": ThreadPoolExecutor(JOBS)},
        job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        timezone=UTC,
    )


class Ticker:
    """Calls jobs at fixed distances, one at a time each, from threads of its own."""

    def __init__(self, clock: Clock = system_clock, passed: Callable[[], float] = time.monotonic) -> None:
        """`clock` is the machine's, by which APScheduler waits; `passed` gives seconds that run evenly."""
        self._clock = clock
        self._passed = passed
        self._lock = threading.Lock()
        self._figures: dict[str, JobFigures] = {}
        self._failures: dict[str, FailureLog] = {}
        self._jobs: dict[str, tuple[float, Callable[[], None]]] = {}
        self._scheduler = _scheduler()
        self._rests = False

    @property
    def figures(self) -> Mapping[str, JobFigures]:
        """The runs of all jobs, by their names; none once it was stopped. Does not wait."""
        return {} if self._rests else self._figures

    def silent_s(self, name: str) -> float:
        """Seconds since a job last ended or told of progress, or since the ticker was started. Does not wait."""
        return self._passed() - self._figures[name].ended_s

    def note_progress(self, name: str) -> None:
        """Note that a job goes on: what it does is much, and it does not hang."""
        self._note(name, replace(self._figures[name], ended_s=self._passed()))

    def every(self, seconds: float, job: Callable[[], None], name: str, longest_s: float = PATIENCE_SECONDS) -> None:
        """Call a job again and again, first when the time has passed once; it may take `longest_s`."""
        self._figures[name] = JobFigures(longest_s, self._passed())
        self._failures[name] = FailureLog("a job failed", job=name)
        self._jobs[name] = (seconds, job)
        self._add(name)

    def _add(self, name: str) -> None:
        seconds, job = self._jobs[name]
        trigger = _FromNow(seconds=seconds, timezone=UTC)
        self._scheduler.add_job(self._run, trigger, (name, job), id=name, name=name)

    def start(self) -> None:
        """Begin to tick, for the first time or again."""
        if self._rests:
            self._scheduler, self._rests = _scheduler(), False
            for name in self._jobs:
                self._add(name)
        for name, figures in self._figures.items():
            self._note(name, replace(figures, ended_s=self._passed()))
        self._scheduler.start()

    def stop(self) -> None:
        """Stop, after the jobs that are running."""
        self._rests = True
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def catch_up(self) -> None:
        """Call at once what waits for longer than its interval, as it does once the machine's clock was set back."""
        now = self._clock()
        for job in self._scheduler.get_jobs() if self._scheduler.running else ():
            if job.next_run_time > now + job.trigger.interval:
                log.warning("the clock was set back; a job is called at once", job=job.name)
                self._scheduler.modify_job(job.id, next_run_time=now)

    def _run(self, name: str, job: Callable[[], None]) -> None:
        begun, has_failed = self._passed(), True
        try:
            job()
            has_failed = False
            self._failures[name].note_success()
        except Exception as error:  # it is called again
            self._failures[name].note_failure(error)
        finally:
            ended, before = self._passed(), self._figures[name]
            after = replace(
                before,
                ended_s=ended,
                runs=before.runs + 1,
                failures=before.failures + has_failed,
                failed_in_row=before.failed_in_row + 1 if has_failed else 0,
                seconds=before.seconds + ended - begun,
            )
            self._note(name, after)

    def _note(self, name: str, figures: JobFigures) -> None:
        with self._lock:
            self._figures = {**self._figures, name: figures}
