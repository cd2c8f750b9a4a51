"""A server's processes, each made of parts: the whole server in one, or its judging, its pages or its mail alone."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import structlog

from pbem.clock import Clock, system_clock
from pbem.config import Settings
from pbem.daemon.health.liveness import LETTER_SECONDS
from pbem.daemon.health.service import HealthService
from pbem.daemon.health.supervisor import Supervisor
from pbem.daemon.judging import JudgingPart, helpers_for
from pbem.daemon.leading import Leader
from pbem.daemon.lease import Lease
from pbem.daemon.mail_part import MailPart
from pbem.daemon.parts import ServerPart
from pbem.daemon.web_part import WebPart
from pbem.games.renderer import Renderer
from pbem.intake import Intake
from pbem.intake.clock import ClockMonitor
from pbem.mail.reading.letter import IsolatedReader
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store import Database
from pbem.store.service.processes import ProcessKind, drop_all_processes
from pbem.web.server import WebServer

log = structlog.get_logger(__name__)


class Process(ABC):
    """A process of a server, which a subclass gives its parts. Use `start` and `stop`, once each.

    With `ticking` false, time passes only when somebody calls `tick`, by a clock that they move themselves.
    """

    kind: ProcessKind
    readers: int
    """Connections of its database for reading, from which the engine takes how many others there are."""
    is_watched = True
    """Whether programs that watch are answered."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock = system_clock,
        *,
        ticking: bool = True,
        monotonic: Callable[[], float] | None = None,
        renderer: Renderer | None = None,
        supervisor: Supervisor | None = None,
        errors: Callable[[], int] = int,
        config: Path | None = None,
    ) -> None:
        """`supervisor` hears how the process is, `errors` gives how many lines of the log were errors, and `config` is
        the file of the settings, which backups hold. A `renderer` passed in keeps running after `stop`.
        """
        self.settings = settings
        self.database = database
        self.clock = clock
        self.ticking = ticking
        self.health: HealthService | None = None
        self._config = config
        self._errors = errors
        self._supervisor = supervisor or Supervisor({})
        self._renderer = renderer
        self._even = monotonic or (time.monotonic if ticking else lambda: clock().timestamp())
        self._is_serving = False
        self._notified_of_writes = ExitStack()
        self._present = ExitStack()
        self.clock_monitor = ClockMonitor(database, settings, clock, self._even, beaten=ticking)
        self.reader = IsolatedReader()
        self.intake = Intake(database, self.clock_monitor.now, settings, reader=self.reader)
        self.lease = Lease(database, self.kind, written=self._note_renewal)
        self.leader: Leader | None = None
        self.parts = self._make_parts()
        """In the order in which they are started; they are stopped the other way round."""

    @abstractmethod
    def _make_parts(self) -> list[ServerPart]:
        """Make what the process is made of."""

    def start(self) -> None:
        """Start everything; letters left from before are dealt with first.

        Raises AlreadyServing, and OSError where a port is taken; nothing runs then, and nothing was done.
        """
        try:
            is_alone = self._present.enter_context(self.database.presence())
            for part in self.parts:
                part.take()
        except Exception:
            self.stop()
            raise
        self._is_serving = True
        if is_alone:  # whoever is written down does not run any more
            self.database.claim(drop_all_processes)
        self.lease.start()
        for part in self.parts:
            notified = self.database.notifying_of_writes(part.wake, but_of=part.unconcerned)
            self._notified_of_writes.enter_context(notified)
        for part in self.parts:
            part.start()
        if self.is_watched:
            self.health = self._health_service()
            self.health.start()
        ports = {name: port for part in self.parts for name, port in part.ports.items()}
        log.info("serving", process=self.kind, **ports, health=self.health and self.health.port)
        self._supervisor.say_ready()

    def stop(self) -> None:
        """Stop: nothing new is taken, what is in hand is finished, what is left waits for the next start."""
        self._supervisor.say_stopping()
        if self.health is not None:  # which would find the threads ended
            self.health.stop()
        self._notified_of_writes.close()
        for part in reversed(self.parts):
            part.stop()
        self.reader.close()
        if self._is_serving:
            self._is_serving = False
            self._end_lease()
        self._present.close()
        log.info("stopped", process=self.kind)

    @property
    def mailbox_fault(self) -> str:
        """The reason why the mailbox at a provider cannot be used; "" where it can."""
        mailbox = None if self.leader is None else self.leader.mailbox
        return "" if mailbox is None else mailbox.fault

    def lives(self) -> bool:
        """Whether the process lives, as far as is known. Does not wait."""
        return self.health is None or self.health.lives

    def _end_lease(self) -> None:
        try:
            self.lease.stop()
        except Exception:  # such as a full disk; the lease lapses by itself
            log.exception("the end of a process could not be written down")

    def _health_service(self) -> HealthService:
        return HealthService(
            self.database,
            self.clock,
            self.settings,
            parts={name: silent_s for part in self.parts for name, silent_s in part.silences.items()},
            leader=self.leader,
            clock_monitor=self.clock_monitor,
            renderer=self._renderer,
            mailbox_fault=lambda: self.mailbox_fault,
            errors=self._errors,
            supervisor=self._supervisor,
            is_ticking=self.ticking,
        )

    def _note_renewal(self) -> None:
        self.clock_monitor.note_write()
        if self.leader is None or not self.leader.is_leading:
            self.clock_monitor.look()

    def _make_leader(self, *, must_lead: bool) -> Leader:
        self.leader = Leader(
            self.settings,
            self.database,
            self.intake,
            self.clock_monitor,
            self._even,
            config=self._config,
            ticking=self.ticking,
            kind=self.kind,
            must_lead=must_lead,
        )
        return self.leader

    def _make_judging(self, helpers: int = 0) -> JudgingPart:
        return JudgingPart(self.intake, self.database, self.lease, helpers=helpers, config=self._config)

    def _make_mail(self) -> MailPart:
        made = MailPart(self.settings, self.database, self.intake, self.clock, self.lease, self._renderer)
        self._renderer = made.sender.renderer
        return made

    def _make_web(self, letters_port: Callable[[], int] | None = None, *, is_one_of_many: bool = False) -> WebPart:
        return WebPart(
            self.settings,
            self.intake,
            self.clock,
            draw=self._renderer,
            lives=self.lives,
            letters_port=letters_port,
            is_one_of_many=is_one_of_many or not self.database.is_file,
        )


class Server(Process):
    """The whole server in one process: everything between the mail coming in and the mail going out."""

    kind = "serve"
    readers = 8

    def _make_parts(self) -> list[ServerPart]:
        self.leading, self.mail = self._make_leader(must_lead=self.database.is_file), self._make_mail()
        self.judging = self._make_judging(helpers_for(self.settings))
        self.website = self._make_web(lambda: self.mail.listener.port)
        self.app, self.tick = self.website.app, self.leading.tick
        self.worker, self.sender, self.notifier = self.judging.worker, self.mail.sender, self.mail.notifier
        self.listener, self.lmtp, self.drop = self.mail.listener, self.mail.lmtp, self.mail.drop
        self.mailbox, self.retention = self.leading.mailbox, self.leading.retention
        self.ticker = self.leading.ticker
        return [self.leading, self.website, self.judging, self.mail]

    @property
    def web(self) -> WebServer | None:
        """The website, once it is served."""
        return self.website.server

    def folder_of(self, address: str) -> Path:
        """The folder in which the mails to an address lie, as long as no relay carries them away."""
        return MaildirTransport(self.settings.maildir).folder(address)


class WorkerProcess(Process):
    """A process that deals with letters and plays for bots; it leads where no other does."""

    kind = "worker"
    readers = 3

    def _make_parts(self) -> list[ServerPart]:
        return [self._make_leader(must_lead=False), self._make_judging()]


class HelperProcess(Process):
    """A process that a server starts to deal with letters beside it, and that ends when there are none."""

    kind = "worker"
    readers = 3
    is_watched = False

    def _make_parts(self) -> list[ServerPart]:
        self.judging = self._make_judging()
        return [self.judging]

    def is_needed(self, rest_s: float) -> bool:
        """Whether it has had something to do lately, and does not hang."""
        return self.judging.worker.idle_s < rest_s and self.judging.worker.silent_s < LETTER_SECONDS


class WebProcess(Process):
    """A process that serves pages."""

    kind = "web"
    readers = 6

    def _make_parts(self) -> list[ServerPart]:
        return [self._make_web(is_one_of_many=True)]


class MailProcess(Process):
    """A process that takes letters and sends mails; it leads where no other does."""

    kind = "mail"
    readers = 3

    def _make_parts(self) -> list[ServerPart]:
        self.mail = self._make_mail()
        return [self._make_leader(must_lead=False), self.mail]
