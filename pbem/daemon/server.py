"""The whole server in one process: listener, inbox worker, sender, ticker and web, started and stopped in order."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Literal

import structlog

from pbem.adjudicator.counts import rate_games
from pbem.clock import Clock, system_clock
from pbem.config import Settings
from pbem.daemon.backups import BackupJob
from pbem.daemon.health.service import HealthService
from pbem.daemon.health.supervisor import Supervisor
from pbem.daemon.inbox_worker import DropLoop, InboxWorker, PollLoop
from pbem.daemon.jobs import MINUTE, BeaconJob, LogCheck, RetentionJob
from pbem.daemon.mailbox_loop import MailboxLoop
from pbem.daemon.notifier import Notifier
from pbem.daemon.sender import Sender
from pbem.daemon.spooler import SpoolLoop
from pbem.daemon.ticker import Ticker
from pbem.games.renderer import Renderer
from pbem.intake import Intake
from pbem.intake.clock import ClockMonitor
from pbem.mail.reading.letter import IsolatedReader
from pbem.mail.receiving.listener import Certificate, Listener
from pbem.mail.receiving.session import Limits
from pbem.mail.sending.sendmail import MaildirTransport, transport_for
from pbem.mail.spool import Spool
from pbem.notifications.messages import ensure_private_key
from pbem.store import Database, Tx
from pbem.store.server import InstanceLock
from pbem.web.app import create_app
from pbem.web.connections import ConnectionLimits
from pbem.web.server import WebServer
from pbem.web.server import serve as serve_web
from pbem.web.warming import warm_up

log = structlog.get_logger(__name__)

BEACON_SECONDS = 3600.0
"""How long the job of public rounds may take: it asks other machines, list by list, each within a time of its own."""


def _prepared(tx: Tx) -> None:
    """Do what an older version may have left: rate games that ended before ratings were kept, make the notices' key."""
    rate_games(tx)
    ensure_private_key(tx)


class Server:
    """Everything between the mail coming in and the mail going out. Use `start` and `stop`, once each.

    With `ticking` false, time passes only when somebody calls `tick`, by a clock that they move themselves. A
    `renderer` passed in keeps running after `stop`.
    """

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
        the file of the settings, which backups hold.
        """
        self.settings = settings
        self.database = database
        self.clock = clock
        self.ticking = ticking
        even = monotonic or (time.monotonic if ticking else lambda: clock().timestamp())
        self.clock_monitor = ClockMonitor(database, settings, clock, even, beaten=ticking)
        self.reader = IsolatedReader()
        self.intake = Intake(database, self.clock_monitor.now, settings, changed=self._changed, reader=self.reader)
        self.sender = Sender(database, transport_for(settings), clock, settings, renderer)
        self.notifier = Notifier(database, clock, settings)
        self.beacon = BeaconJob(self.intake, even)
        self.retention = RetentionJob(self.intake, even)
        self.backups = BackupJob(settings, config, database, self.clock_monitor.now)
        self.spooler: SpoolLoop | None = None
        if settings.backup.letters_days:
            self.spooler = SpoolLoop(database, Spool(settings.spool), settings.backup, self.clock_monitor.now)
        self.worker = InboxWorker(self.intake)
        self.listener = self._listener("smtp", settings.mail.listen_host, settings.mail.listen_port)
        port = settings.mail.lmtp_port
        self.lmtp = None if port is None else self._listener("lmtp", settings.mail.lmtp_host, port)
        self.mailbox = None if settings.mail.imap is None else MailboxLoop(self.intake, settings.mail.imap)
        self.drop = None if settings.mail.drop is None else DropLoop(self.intake, settings.mail.drop)
        self.ticker = Ticker()
        self.ticker.every(MINUTE, self.tick, "deadlines")
        self.intake.clock.progress = partial(self.ticker.note_progress, "deadlines")
        self.logs = LogCheck(self.intake, even, self.intake.clock.progress)
        self.ticker.every(MINUTE, self.beacon.run, "public rounds", BEACON_SECONDS)
        self.ticker.every(MINUTE, self.retention.run, "what is old")
        self.ticker.every(MINUTE, self.backups.run, "backups", self.backups.longest_s)
        self.app = create_app(
            self.intake,
            clock,
            letters_port=lambda: self.listener.port,
            draw=self.sender.renderer,
            lives=lambda: self.health is None or self.health.lives,
        )
        self.web: WebServer | None = None
        self.health: HealthService | None = None
        self._supervisor = supervisor or Supervisor({})
        self._errors = errors
        self._alone = InstanceLock(database.path)
        self._is_serving = False

    def _listener(self, protocol: Literal["smtp", "lmtp"], host: str, port: int) -> Listener:
        mail, is_lmtp = self.settings.mail, protocol == "lmtp"
        limits = Limits(
            max_bytes=mail.max_bytes,
            max_per_address=mail.connections_per_address,
            trusted=tuple(map(ip_network, mail.trusted_relays)),
            only_trusted=is_lmtp,
        )
        certificate = None
        if mail.certificate is not None and mail.private_key is not None and not is_lmtp:
            certificate = Certificate(mail.certificate, mail.private_key)
        return Listener(
            host,
            port,
            domain=mail.domain,
            directory=self.intake.letters.recipient,
            store=lambda envelopes: self._waking(self.intake.letters.begin_to_store(envelopes)),
            store_refused=lambda envelopes: self._waking(self.intake.letters.begin_to_store_refused(envelopes)),
            find_at_once=self.intake.letters.find_at_once,
            website=self.settings.page(),
            by_content=self.intake.letters.by_content,
            token_in=mail.token_in,
            certificate=certificate,
            protocol=protocol,
            limits=limits,
        )

    def start(self) -> None:
        """Start everything; letters left from before are dealt with first.

        Raises AlreadyServing, and OSError where a port is taken; nothing runs then, and nothing was done.
        """
        self._alone.take()
        try:
            web = self.settings.web
            self.web = serve_web(self.app, web.host, web.port, ConnectionLimits.of(web))
            for listener in self._listeners:
                listener.start()
        except OSError:
            self.stop()
            raise
        self.clock_monitor.beat()
        self._is_serving = True
        self.database.write(_prepared)
        self.web.start()
        self.sender.start()
        self.worker.start()
        self.notifier.start()
        for loop in self._more_loops:
            loop.start()
        if self.ticking:
            self.ticker.start()
        self.health = self._health_service()
        self.health.start()
        lmtp = None if self.lmtp is None else self.lmtp.port
        log.info("serving", smtp=self.listener.port, lmtp=lmtp, web=self.web.port, health=self.health.port)
        self._supervisor.say_ready()
        warm_up(self.app, self.settings.server.language)

    def stop(self) -> None:
        """Stop: nothing new is taken, what is in hand is finished, what is left waits for the next start."""
        self._supervisor.say_stopping()
        if self.health is not None:  # which would find the threads ended
            self.health.stop()
        self.backups.stop()
        self.ticker.stop()
        for listener in self._listeners:
            listener.stop()
        for loop in self._more_loops:
            loop.stop()
        if self.web is not None:
            self.web.stop()
        self.worker.stop()
        self.reader.close()
        self.sender.stop()
        self.notifier.stop()
        if self._is_serving:
            self._is_serving = False
            self._last_beat()
        self._alone.release()
        log.info("stopped")

    @property
    def _more_loops(self) -> list[PollLoop]:
        return [loop for loop in (self.mailbox, self.drop, self.spooler) if loop is not None]

    @property
    def _listeners(self) -> list[Listener]:
        return [listener for listener in (self.listener, self.lmtp) if listener is not None]

    def _health_service(self) -> HealthService:
        assert self.web is not None, "the website is served by now"
        loops = {"web": self.web, "smtp": self.listener, "lmtp": self.lmtp, "worker": self.worker}
        loops |= {"sender": self.sender, "notifier": self.notifier, "mailbox": self.mailbox, "drop": self.drop}
        loops["spooler"] = self.spooler
        return HealthService(
            self.database,
            self.clock,
            self.settings,
            parts={name: partial(getattr, loop, "silent_s") for name, loop in loops.items() if loop is not None},
            ticker=self.ticker,
            clock_monitor=self.clock_monitor,
            renderer=self.sender.renderer,
            mailbox_fault=lambda: "" if self.mailbox is None else self.mailbox.fault,
            changed=self._changed,
            errors=self._errors,
            supervisor=self._supervisor,
            is_ticking=self.ticking,
        )

    def _last_beat(self) -> None:
        """Write down when the server stopped, so that any backup that was made before is known to be older."""
        try:
            self.clock_monitor.beat()
        except Exception:  # such as a full disk; the last minute's beat serves
            log.exception("the end of service could not be written down")

    def folder_of(self, address: str) -> Path:
        """The folder in which the mails to an address lie, as long as no relay carries them away."""
        return MaildirTransport(self.settings.maildir).folder(address)

    def _changed(self) -> None:
        self.worker.wake()
        self.sender.wake()

    def _waking(self, stored: Future[None]) -> Future[None]:
        stored.add_done_callback(lambda _stored: self.worker.wake())
        return stored

    def tick(self) -> None:
        """Do what has become due as time went by, and look at logs after the start; called again and again.

        Time that was lost is made up for first, so that nothing is due that was not before.
        """
        self.intake.clock.run(self.clock_monitor.beat())
        self.logs.run()
