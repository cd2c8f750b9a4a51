"""Whether the server does its work, and what keeps it from it: the process, the disk, what waits, the way out, backups.

A look at the database and the disk is taken by a thread of its own, so that nobody who asks ever waits for either.
"""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from pbem.config import Settings
from pbem.daemon.health.liveness import Liveness
from pbem.daemon.ticker import Ticker
from pbem.i18n import Catalogue
from pbem.intake.clock import ClockMonitor
from pbem.reports.notes import span_in_words
from pbem.store import Database
from pbem.store.across.backlog import Backlog, find_backlog

log = structlog.get_logger(__name__)

FAILED_IN_ROW: Final = 3
"""How often a job may fail one time after the other."""
STALE_SECONDS: Final = 90.0
"""The age from which a look at the database counts as none: it takes milliseconds, and is due twice a minute."""
UNWRITTEN_SECONDS: Final = 100.0
"""How old the last write may be, which is due every minute; for a process to be started again it must be older."""
TASKS: Final = frozenset({"worker", "sender", "leader"})
"""The tasks of a server that a process may have or not: to deal with letters, to send mails, or to lead."""
_DAY_MS: Final = 24 * 3_600_000
_MEGABYTE: Final = 1 << 20


class HealthCheck(NamedTuple):
    """One thing that is looked at, as the doctor tells it."""

    what: str
    is_well: bool
    finding: str
    """Free of names, addresses and secrets."""


@dataclass(frozen=True)
class Snapshot:
    """The findings of one look; None where the disk or the database gave no answer."""

    now_ms: int
    taken_s: float
    """When it was taken, by the even clock."""
    cost_s: float
    free_bytes: int | None
    backlog: Backlog | None


def take_snapshot(database: Database, folder: Path, now_ms: int, passed: Callable[[], float]) -> Snapshot:
    """Look at the database, and at the disk of a folder. Whatever fails, nothing is raised."""
    begun, free, backlog = passed(), None, None
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        log.warning("the disk could not be looked at", reason=error.strerror)
    try:
        with database.read() as tx:
            backlog = find_backlog(tx, now_ms)
    except Exception:  # whatever it is, the next look is taken all the same
        log.exception("the database could not be looked at")
    return Snapshot(now_ms, passed(), passed() - begun, free, backlog)


class Readiness:
    """Judges one server. Safe to use from any thread; nothing here waits."""

    def __init__(
        self,
        words: Catalogue,
        settings: Settings,
        liveness: Liveness,
        ticker: Ticker,
        clock: ClockMonitor,
        mailbox_fault: Callable[[], str] = str,
        passed: Callable[[], float] = time.monotonic,
        tasks: Set[str] = TASKS,
    ) -> None:
        """`mailbox_fault` gives why the mailbox cannot be used, "" where it can; `passed` is the even clock.

        `tasks` are those of TASKS that the process has.
        """
        self._words = words
        self._limits = settings.watch
        self._liveness = liveness
        self._ticker = ticker
        self._clock = clock
        self._passed = passed
        self._begun = passed()
        self._mailbox_fault = mailbox_fault
        self._tasks = tasks

    def checks(self, snapshot: Snapshot | None, *, of_all: bool = False) -> list[HealthCheck]:
        """All checks, well or not: of what the process has to do, or of its whole server."""
        text, tasks = self._words.text, TASKS if of_all else self._tasks
        faults = self._liveness.faults()
        found = [HealthCheck(text("process"), not faults, " ".join(faults) or text("runs"))]
        if "leader" in tasks:
            found.append(self._jobs())
        if self._mailbox_fault():
            found.append(HealthCheck(text("mailbox"), False, text("cannot be used; `pbem doctor` says why")))
        return [*found, self._database(snapshot), *self._of_snapshot(snapshot, tasks)]

    def _jobs(self) -> HealthCheck:
        failing = [
            self._words.text(name) for name, job in self._ticker.figures.items() if job.failed_in_row >= FAILED_IN_ROW
        ]
        if not failing:
            return HealthCheck(self._words.text("jobs"), True, self._words.text("done"))
        facts = {"jobs": ", ".join(failing)}
        return HealthCheck(
            self._words.text("jobs"), False, self._words.text("failing: %(jobs)s; the log says why", **facts)
        )

    def _database(self, snapshot: Snapshot | None) -> HealthCheck:
        what, text = self._words.text("database"), self._words.text
        if snapshot is None:
            return HealthCheck(what, False, text("not looked at yet"))
        age_s = self._passed() - snapshot.taken_s
        if age_s > STALE_SECONDS:
            return HealthCheck(what, False, text("gives no answer for %(span)s", span=self._span(age_s)))
        if self._clock.is_refused_by_disk:
            return HealthCheck(what, False, text("the disk is full, broken, or may not be written to"))
        if snapshot.backlog is None:
            return HealthCheck(what, False, text("cannot be read"))
        if self._clock.unwritten_s > UNWRITTEN_SECONDS:
            finding = text("could not be written for %(span)s", span=self._span(self._clock.unwritten_s))
            return HealthCheck(what, False, finding)
        return HealthCheck(what, True, text("last written %(span)s ago", span=self._span(self._clock.unwritten_s)))

    def _of_snapshot(self, snapshot: Snapshot | None, tasks: Set[str]) -> Iterator[HealthCheck]:
        text = self._words.text
        if snapshot is None:
            return
        if snapshot.free_bytes is not None:
            free = snapshot.free_bytes // _MEGABYTE
            yield HealthCheck(
                text("disk"),
                free >= self._limits.free_megabytes,
                text("%(count)s MB free", count=self._words.number(free)),
            )
        if snapshot.backlog is not None:
            yield from self._of_backlog(snapshot.backlog, snapshot.now_ms, tasks)

    def _of_backlog(self, backlog: Backlog, now_ms: int, tasks: Set[str]) -> Iterator[HealthCheck]:
        text, limits = self._words.text, self._limits
        if "worker" in tasks:
            most = timedelta(minutes=limits.unread_minutes)
            yield self._waiting(text("emails in"), backlog.oldest_letter_ms, now_ms, most)
        if "sender" in tasks:
            most = timedelta(hours=limits.unsent_hours)
            yield self._waiting(text("emails out"), backlog.oldest_mail_ms, now_ms, most)
            yield self._relay(backlog, now_ms)
        if "leader" in tasks:
            yield self._backup(backlog, now_ms)

    def _relay(self, backlog: Backlog, now_ms: int) -> HealthCheck:
        text = self._words.text
        if backlog.hold is None:
            return HealthCheck(text("relay"), True, text("takes emails, as far as is known"))
        span = self._span((now_ms - backlog.hold.since_ms) / 1000)
        finding = text("no email leaves for %(span)s; `pbem doctor` says why", span=span)
        return HealthCheck(text("relay"), False, finding)

    def _waiting(self, what: str, oldest_ms: int | None, now_ms: int, most: timedelta) -> HealthCheck:
        if oldest_ms is None:
            return HealthCheck(what, True, self._words.text("none waits"))
        age = timedelta(milliseconds=max(0, now_ms - oldest_ms))
        finding = self._words.text("the oldest has waited for %(span)s", span=span_in_words(age, self._words))
        return HealthCheck(what, age <= most, finding)

    def _backup(self, backlog: Backlog, now_ms: int) -> HealthCheck:
        text, days = self._words.text, self._limits.backup_days
        age_ms, has_failed = backlog.backup.age_ms(now_ms), bool(backlog.backup.problem)
        # Where there is none, one has been missed for as long as this process could have made one.
        missed_ms = (self._passed() - self._begun) * 1000 if age_ms is None else age_ms
        is_new = not days or missed_ms <= days * _DAY_MS
        if age_ms is None:
            finding = text("there is none yet")
        else:
            finding = text("the last good one is %(span)s old", span=self._span(age_ms / 1000))
        if has_failed:
            finding = f"{finding}; " + text("the last try failed, and `pbem doctor` says why")
        return HealthCheck(text("backup"), is_new and not has_failed, finding)

    def _span(self, seconds: float) -> str:
        return span_in_words(timedelta(seconds=seconds), self._words)


def listed(checks: Sequence[HealthCheck], words: Catalogue) -> str:
    """The checks as lines of text, what is wrong first."""
    marks = {True: words.text("ok"), False: words.text("WRONG")}
    ordered = sorted(checks, key=lambda check: check.is_well)
    return "".join(f"{marks[check.is_well]:<6} {check.what}: {check.finding}\n" for check in ordered)
