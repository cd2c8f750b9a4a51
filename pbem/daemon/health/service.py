"""All that watches one server, put together: started when the server serves, stopped when it ends."""

from collections.abc import Callable, Mapping

from pbem.clock import Clock
from pbem.config import Settings
from pbem.daemon.health.alerts import Alerts
from pbem.daemon.health.answers import answers_of
from pbem.daemon.health.liveness import Liveness, living_thread
from pbem.daemon.health.metrics import Metrics
from pbem.daemon.health.readiness import TASKS, HealthCheck, Readiness
from pbem.daemon.health.supervisor import Supervisor
from pbem.daemon.health.watch import PulseLoop, SnapshotLoop
from pbem.daemon.leading import Leader
from pbem.daemon.poll_loop import PollLoop
from pbem.daemon.ticker import Ticker
from pbem.games.renderer import Renderer
from pbem.i18n import catalogue
from pbem.intake.clock import ClockMonitor
from pbem.store import Database
from pbem.web.server import WebServer, serve_health


class HealthService:
    """Answers programs that watch, tells the operator and the supervisor, and keeps the ticker ticking."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        *,
        parts: Mapping[str, Callable[[], float]],
        leader: Leader | None,
        clock_monitor: ClockMonitor,
        renderer: Renderer | None,
        mailbox_fault: Callable[[], str],
        errors: Callable[[], int],
        supervisor: Supervisor,
        is_ticking: bool,
    ) -> None:
        """`parts` are the threads that must live, by their names in `liveness.PARTS`, each with its silence in seconds.

        Where the server is not ticking nobody calls jobs, nor beats. Without a `leader` the process never does, and
        tells the operator nothing.
        """
        ticker = Ticker() if leader is None else leader.ticker
        words = catalogue(settings.server.language)
        living = [living_thread(name, silent_s) for name, silent_s in parts.items()]
        liveness = Liveness(words, living, *((ticker, clock_monitor) if is_ticking else ()))
        self._liveness = liveness
        self._watch = SnapshotLoop(database, settings.server.data_dir, clock)
        tasks = TASKS.intersection({*parts, *(() if leader is None else ("leader",))})
        self._readiness = Readiness(words, settings, liveness, ticker, clock_monitor, mailbox_fault, tasks=tasks)
        metrics = Metrics(
            self._watch.fresh, self._readiness, ticker, renderer, errors, begun_again=lambda: database.begun_again
        )
        self._answers = answers_of(liveness, self._readiness, self._watch.fresh, metrics.text, words)
        alerts = Alerts(database, clock, settings, words, self._checks)
        self._loops: list[PollLoop] = [self._watch, PulseLoop(liveness, ticker, supervisor)]
        if is_ticking and leader is not None:  # nobody waits for mails of simulated time
            alerts.may_work = lambda: leader.is_leading
            self._loops.append(alerts)
        self._settings = settings
        self._server: WebServer | None = None

    @property
    def lives(self) -> bool:
        """Whether the process lives. Does not wait."""
        return not self._liveness.faults()

    @property
    def port(self) -> int | None:
        """The port at which programs that watch are answered; None where nobody listens."""
        return None if self._server is None else self._server.port

    def start(self) -> None:
        """Begin to watch. A port that is taken is logged, and games go on without it."""
        web = self._settings.web
        self._server = serve_health(self._answers, web.health_host, web.health_port)
        for loop in self._loops:
            loop.start()
        if self._server is not None:
            self._server.start()

    def stop(self) -> None:
        """Watch no more."""
        for loop in reversed(self._loops):
            loop.stop()
        if self._server is not None:
            self._server.stop()

    def _checks(self) -> list[HealthCheck]:
        """All that the operator is told of, by the one process that leads: of the whole server."""
        return self._readiness.checks(self._watch.fresh(), of_all=True)
