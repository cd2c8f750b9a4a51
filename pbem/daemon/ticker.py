"""A few fixed jobs that look for due work in the database; no job is ever made for one game, letter or mail.

APScheduler only ticks here, in memory: what is due, and that it is done once, stands in the tables.
"""

from collections.abc import Callable
from datetime import UTC

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

JOBS = 3
"""As many threads as there are jobs, so that one that waits for another machine keeps none from its time."""
MINUTE = 60


class Ticker:
    """Calls jobs at fixed distances, one at a time each, from threads of its own."""

    def __init__(self) -> None:
        self._scheduler = BackgroundScheduler(
            executors={"default": ThreadPoolExecutor(JOBS)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
            timezone=UTC,
        )

    def every(self, seconds: int, job: Callable[[], None], name: str) -> None:
        """Calls a job again and again, first when the time has passed once."""
        self._scheduler.add_job(job, "interval", seconds=seconds, id=name, name=name)

    def start(self) -> None:
        """Begins to tick."""
        self._scheduler.start()

    def stop(self) -> None:
        """Stops, after the jobs that are running."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)
