"""The server's figures as Prometheus reads them: each scrape is one look at the database and the counters in memory.

Labels are kinds and states out of this program: no name, address or secret, and as many as there are words for them.
"""

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from pbem.daemon.health.readiness import Readiness, Snapshot
from pbem.daemon.ticker import Ticker
from pbem.games.renderer import Renderer
from pbem.store.across.backlog import Backlog


class Metrics(Collector):
    """The figures of one server. Safe to use from any thread."""

    def __init__(
        self,
        look: Callable[[], Snapshot | None],
        readiness: Readiness,
        ticker: Ticker,
        renderer: Renderer | None,
        errors: Callable[[], int],
        begun_again: Callable[[], Mapping[int, int]] = dict,
    ) -> None:
        """`look` gives what the database holds, `errors` how many lines of the log were errors, `begun_again` what
        `Database.begun_again` does; none may wait long.
        """
        self._look = look
        self._readiness = readiness
        self._ticker = ticker
        self._renderer = renderer
        self._errors = errors
        self._begun_again = begun_again
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """All figures in Prometheus's text format."""
        return generate_latest(self._registry)

    def describe(self) -> Iterator[Metric]:
        """Describe nothing beforehand: the registry would take a look for that."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """All figures, from one look."""
        snapshot = self._look()
        checks = self._readiness.checks(snapshot)
        is_ready = all(check.is_well for check in checks)
        yield GaugeMetricFamily("pbem_ready", "Whether /readyz says that the server is ready.", float(is_ready))
        yield CounterMetricFamily("pbem_log_errors", "Errors written to the log.", float(self._errors()))
        yield from self._of_jobs()
        yield from self._of_drawing()
        yield from self._of_writes()
        if snapshot is None:
            return
        yield GaugeMetricFamily("pbem_look_seconds", "What the last look at the database took.", snapshot.cost_s)
        if snapshot.free_bytes is not None:
            yield GaugeMetricFamily("pbem_disk_free_bytes", "Room on the disk.", float(snapshot.free_bytes))
        if snapshot.backlog is not None:
            yield from _of_backlog(snapshot.backlog, snapshot.now_ms)

    def _of_jobs(self) -> Iterator[Metric]:
        took = SummaryMetricFamily(
            "pbem_job_seconds", "Runs of scheduled jobs, and how long they took.", labels=["job"]
        )
        failed = CounterMetricFamily("pbem_job_failures", "Runs of scheduled jobs that failed.", labels=["job"])
        silent = GaugeMetricFamily("pbem_job_age_seconds", "Since a scheduled job last ended.", labels=["job"])
        for name, job in self._ticker.figures.items():
            took.add_metric([name], job.runs, job.seconds)
            failed.add_metric([name], job.failures)
            silent.add_metric([name], self._ticker.silent_s(name))
        yield from (took, failed, silent)

    def _of_drawing(self) -> Iterator[Metric]:
        if self._renderer is None:
            return
        figures = self._renderer.figures
        took = SummaryMetricFamily("pbem_drawing_seconds", "Maps that were to be drawn, and how long that took.")
        took.add_metric([], figures.drawn + figures.failed, figures.seconds)
        yield took
        yield CounterMetricFamily("pbem_drawing_failures", "Maps that could not be drawn.", float(figures.failed))

    def _of_writes(self) -> Iterator[Metric]:
        text = "Writes begun for the second time, the third and so on, as others had changed what they had read."
        again = CounterMetricFamily("pbem_writes_begun_again", text, labels=["time"])
        for attempt, number in sorted(self._begun_again().items()):
            again.add_metric([str(attempt)], number)
        yield again


def _of_backlog(backlog: Backlog, now_ms: int) -> Iterator[Metric]:
    letters, mails = backlog.letters, backlog.mails
    held_ms = None if backlog.hold is None else backlog.hold.since_ms

    def age(name: str, text: str, since_ms: int | None) -> Metric:
        return GaugeMetricFamily(name, text, 0.0 if since_ms is None else max(0, now_ms - since_ms) / 1000)

    yield CounterMetricFamily("pbem_letters_taken", "Letters that came.", backlog.letters_taken)
    processed = backlog.letters_taken - sum(letters.values())
    yield CounterMetricFamily("pbem_letters_processed", "Letters that were dealt with.", processed)
    yield GaugeMetricFamily("pbem_letters_waiting", "Letters that wait.", letters.get("new", 0))
    yield GaugeMetricFamily("pbem_letters_failed", "Letters put aside for the operator.", letters.get("shunted", 0))
    yield age("pbem_letters_oldest_seconds", "Wait of the oldest letter that could be read.", backlog.oldest_letter_ms)
    sent = backlog.mails_written - sum(mails.values())
    yield CounterMetricFamily("pbem_mails_sent", "Mails that were sent.", sent)
    yield GaugeMetricFamily("pbem_mails_waiting", "Mails that wait to be sent.", mails.get("due", 0))
    yield GaugeMetricFamily("pbem_mails_failed", "Mails that were given up.", mails.get("failed", 0))
    yield age("pbem_mails_oldest_seconds", "Wait of the oldest mail that was not tried yet.", backlog.oldest_mail_ms)
    yield age("pbem_mails_held_seconds", "For how long no mail leaves; 0 while mails do.", held_ms)
    games = GaugeMetricFamily("pbem_games", "Games by kind and status.", labels=["kind", "status"])
    for (kind, status), number in sorted(backlog.games.items()):
        games.add_metric([kind, status], number)
    yield games
    yield GaugeMetricFamily("pbem_deadlines_due", "Games to be looked at by the next tick.", backlog.deadlines_due)
    if backlog.backup.good_ms is not None:
        yield age("pbem_backup_age_seconds", "Age of the last good backup.", backlog.backup.good_ms)
