"""The work of the one process of a server that leads: ticks and beats, retention, backups, public rounds, files of
letters, and the mailbox at a provider. When it dies, another that runs takes over within seconds.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from pbem.adjudicator.counts import rate_games
from pbem.config import Settings
from pbem.daemon.backups import BackupJob
from pbem.daemon.jobs import MINUTE, BeaconJob, LogCheck, RetentionJob
from pbem.daemon.mailbox_loop import MailboxLoop
from pbem.daemon.parts import ServerPart, Silences
from pbem.daemon.poll_loop import PollLoop
from pbem.daemon.spooler import SpoolLoop
from pbem.daemon.ticker import Ticker
from pbem.intake import Intake
from pbem.intake.clock import ClockMonitor
from pbem.mail.spool import Spool
from pbem.notifications.messages import ensure_private_key
from pbem.store import AlreadyServing, Database, Tx
from pbem.store.service.processes import ProcessKind

log = structlog.get_logger(__name__)

BEACON_SECONDS: Final = 3600.0
"""How long the job of public rounds may take: it asks other machines, list by list, each within a time of its own."""
TAKE_OVER_SECONDS: Final = 1.0
"""The distance between two tries to lead, and two looks whether this process still does."""


def _prepared(tx: Tx) -> None:
    """Do what an older version may have left: rate games that ended before ratings were kept, make the notices' key."""
    rate_games(tx)
    ensure_private_key(tx)


class Leader(ServerPart):
    """Does the leader's work while this process leads."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        intake: Intake,
        monitor: ClockMonitor,
        even: Callable[[], float] = time.monotonic,
        *,
        config: Path | None = None,
        ticking: bool = True,
        kind: ProcessKind = "serve",
        must_lead: bool = True,
    ) -> None:
        """`even` gives seconds that run evenly, `config` is the file of the settings, which backups hold.

        Whoever `must_lead` does so from the start, unless a process that is no whole server leads; like all others it
        waits then until nobody does.
        """
        self._intake = intake
        self._database = database
        self._monitor = monitor
        self._ticking = ticking
        self._must_lead = must_lead
        self._leadership = database.leadership(f"{kind} {os.getpid()}")
        self._election = _Election(self._elect)
        self.is_leading = False
        self.beacon = BeaconJob(intake, even)
        self.retention = RetentionJob(intake, even)
        self.backups = BackupJob(settings, config, database, monitor.now)
        self.spooler: SpoolLoop | None = None
        if settings.backup.letters_days:
            self.spooler = SpoolLoop(database, Spool(settings.spool), settings.backup, monitor.now)
        self.mailbox = None if settings.mail.imap is None else MailboxLoop(intake, settings.mail.imap)
        self.ticker = Ticker()
        self.ticker.every(MINUTE, self.tick, "deadlines")
        intake.clock.progress = partial(self.ticker.note_progress, "deadlines")
        self._logs = LogCheck(intake, even, intake.clock.progress)
        self.ticker.every(MINUTE, self.beacon.run, "public rounds", BEACON_SECONDS)
        self.ticker.every(MINUTE, self.retention.run, "what is old")
        self.ticker.every(MINUTE, self.backups.run, "backups", self.backups.longest_s)

    def take(self) -> None:
        """Lead from the start, where that must be. Raises AlreadyServing where another server does, and OSError."""
        if not self._must_lead or self._leadership.take():
            return
        if self.other.partition(" ")[0] not in ("worker", "mail"):
            raise AlreadyServing(self.other)
        log.warning("another process leads as long as it runs", process=self.other)
        self._must_lead = False

    @property
    def other(self) -> str:
        """The process that led when this one last tried to, as far as that is known: its kind and its number."""
        return self._leadership.leader

    def start(self) -> None:
        """Begin to lead, or to wait for it."""
        if self._must_lead:
            self._begin()
        else:
            self.ticker.stop()
            self._election.start()

    def stop(self) -> None:
        """Lead no more."""
        if not self._must_lead:
            self._election.stop()
        self._end()
        self._leadership.release()

    def wake(self) -> None:
        """Nothing here waits for what is written."""

    @property
    def silences(self) -> Silences:
        """The loops, which need not live while another process leads."""
        return {name: partial(self._silent_s, loop) for name, loop in self._loops.items()}

    @property
    def _loops(self) -> dict[str, PollLoop]:
        found = {"mailbox": self.mailbox, "spooler": self.spooler}
        return {name: loop for name, loop in found.items() if loop is not None}

    def _silent_s(self, loop: PollLoop) -> float:
        return loop.silent_s if self.is_leading else 0.0

    def tick(self) -> None:
        """Do what has become due as time went by, and look at logs after the start; called again and again.

        Time that was lost is made up for first, so that nothing is due that was not before.
        """
        self._intake.clock.run(self._monitor.beat())
        self._logs.run()

    def _elect(self) -> None:
        if self.is_leading:
            if not self._leadership.holds():
                log.warning("this process leads no more, as it lost the database")
                self._end()
        elif self._leadership.take():
            log.info("this process leads now")
            self._begin()

    def _begin(self) -> None:
        self._monitor.beat()
        self._database.write(_prepared)
        self.backups.start()
        for loop in self._loops.values():
            loop.start()
        if self._ticking:
            self.ticker.start()
        self.is_leading = True

    def _end(self) -> None:
        self.backups.stop()
        self.ticker.stop()
        for loop in self._loops.values():
            loop.stop()
        if self.is_leading:
            self.is_leading = False
            self._last_beat()

    def _last_beat(self) -> None:
        """Write down when the server stopped, so that any backup that was made before is known to be older."""
        try:
            self._monitor.beat()
        except Exception:  # such as a full disk; the last minute's beat serves
            log.exception("the end of service could not be written down")


class _Election(PollLoop):
    """Tries to lead, again and again."""

    def __init__(self, elect: Callable[[], None]) -> None:
        super().__init__("leader", TAKE_OVER_SECONDS)
        self._elect = elect

    def round(self) -> bool:
        self._elect()
        return False
