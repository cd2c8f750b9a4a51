"""The operator is told once when the server turns bad and once when it is good again: by mail, and by a command.

A dead relay carries no mail, and a full disk takes none, so that the command is run first, whatever becomes of the
mail. What was told is written in one transaction with the mail, among the server's small facts: a restart forgets
nothing, and tells nothing twice but by the command, if the process was killed while that ran.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal, TypeAlias

import structlog

from pbem.adjudicator.mails.operator import write_to_operator
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.daemon.health.readiness import HealthCheck, listed
from pbem.daemon.poll_loop import PollLoop
from pbem.i18n import Catalogue
from pbem.programs import Programs
from pbem.reports import document as doc
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.service.server import find_meta, put_meta

log = structlog.get_logger(__name__)

State: TypeAlias = Literal["good", "bad"]
ROUND_SECONDS: Final = 15.0
"""The distance between two looks at how the server is."""
STEADY_SECONDS: Final = 300.0
"""How long the server has to be bad, or good again, until that is told: a blip is no news."""
MOST_A_DAY: Final = 6
"""Messages within a day; what changes beyond that is told when there is room again, if it still holds."""
_WRITING_SECONDS: Final = 5.0
"""How long a write is waited for until the next round."""
_DAY_MS: Final = 24 * 3_600_000
_KEY: Final = "alerts"


@dataclass(frozen=True)
class AlertState:
    """The operator's knowledge of the server, as it is kept from one process to the next."""

    state: State = "good"
    held_s: float = 0.0
    """For how long the server has been otherwise than that."""
    sent_ms: tuple[int, ...] = ()
    """The moments of the last messages."""

    @classmethod
    def loaded(cls, text: str | None) -> "AlertState":
        """Read what was kept; nothing where there is none, or none of this version."""
        try:
            facts = json.loads(text or "{}")
            return cls(**{**facts, "sent_ms": tuple(facts.get("sent_ms", ()))})
        except (ValueError, TypeError, AttributeError):
            return cls()

    def dumped(self) -> str:
        """The text that is kept."""
        return json.dumps(asdict(self))

    def has_room(self, now_ms: int) -> bool:
        """Whether one more message may be sent today; a clock set back by less than a day counts as no day."""
        return sum(abs(now_ms - at_ms) < _DAY_MS for at_ms in self.sent_ms) < MOST_A_DAY

    def turned(self, state: State, now_ms: int) -> "AlertState":
        """The same once another state is told."""
        return AlertState(state, 0.0, (*self.sent_ms, now_ms)[-MOST_A_DAY:])


@dataclass(frozen=True)
class _Message:
    state: State
    checks: Sequence[HealthCheck] = field(repr=False)


class Alerts(PollLoop):
    """Tells the operator, in a thread of its own."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        words: Catalogue,
        look: Callable[[], Sequence[HealthCheck]],
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """`look` gives how the server is, `passed` is the even clock."""
        super().__init__("alerts", ROUND_SECONDS)
        self._database = database
        self._clock = clock
        self._settings = settings
        self._words = words
        self._look = look
        self._passed = passed
        self._known: AlertState | None = None
        self._kept: AlertState | None = None
        """What is in the database, as far as is known."""
        self._messages: list[_Message] = []
        """Those whose mails are not."""
        self._writing: tuple[Future[None], AlertState, int] | None = None
        """A write that was asked for: what it keeps, and how many messages."""
        self._is_failing = False
        self._looked = passed()
        self._programs = Programs()

    def stop(self) -> None:
        """Stop at once: a command that runs is killed, and run again after the next start."""
        self._stopping.set()
        self._programs.abort()
        super().stop()

    def round(self) -> bool:
        """See how the server is, and tell the operator where that is due."""
        known, before = self._known or self._load(), self._looked
        checks, self._looked = self._look(), self._passed()
        state: State = "good" if all(check.is_well for check in checks) else "bad"
        # A process that was stopped for hours has not seen them.
        seen_s = min(self._looked - before, 2 * ROUND_SECONDS)
        known = replace(known, held_s=0.0 if state == known.state else known.held_s + seen_s)
        now_ms = to_ms(self._clock())
        if known.held_s >= STEADY_SECONDS and known.has_room(now_ms):
            if not self._run(state, checks):
                return False
            known = known.turned(state, now_ms)
            self._messages.append(_Message(state, checks))
            self._log(state, checks)
        self._known = known
        self._keep(known, now_ms)
        return False

    def _load(self) -> AlertState:
        with self._database.read() as tx:
            self._kept = AlertState.loaded(find_meta(tx, _KEY))
        return self._kept

    def _keep(self, known: AlertState, now_ms: int) -> None:
        """Keep what is told, with the mails that tell it, in one transaction; what fails is tried in the next round.

        A database that is locked is not waited for: the operator's command has to be run all the same.
        """
        if self._writing is None and (known != self._kept or self._messages):
            messages = tuple(self._messages)

            def work(tx: Tx) -> None:
                put_meta(tx, _KEY, known.dumped())
                for message in messages:
                    self._write_mail(UnitOfWork(tx, self._settings, now_ms), message)

            self._writing = (self._database.begin_to_write(work), known, len(messages))
        if self._writing is not None:
            self._settle(*self._writing)

    def _settle(self, written: Future[None], known: AlertState, messages: int) -> None:
        try:
            written.result(_WRITING_SECONDS)
        except TimeoutError:
            return
        except Exception as error:  # such as a full disk
            if not self._is_failing:
                log.warning("what the operator is told could not be written down", reason=type(error).__name__)
            self._is_failing = True
        else:
            self._kept, self._is_failing = known, False
            del self._messages[:messages]
        self._writing = None

    def _write_mail(self, unit: UnitOfWork, message: _Message) -> None:
        words, facts = self._words, {"name": self._settings.server.name}
        if message.state == "bad":
            subject, lead = words.text("%(name)s needs attention", **facts), words.text("Something is wrong here:")
        else:
            subject, lead = words.text("%(name)s is well again", **facts), words.text("All is well again:")
        how = words.text("`pbem doctor` says more. Nobody reads replies to this email.")
        lines = doc.Lines(tuple(listed(message.checks, words).splitlines()))
        write_to_operator(unit, subject, (doc.Lead((lead,)), lines, doc.Paragraph(how)))

    def _run(self, state: State, checks: Sequence[HealthCheck]) -> bool:
        """Run the operator's command; False where the server stopped meanwhile.

        It gets the state as {state}, and the reasons as its input.
        """
        watch = self._settings.watch
        if not watch.command:
            return True
        try:
            reasons = listed(checks, self._words).encode()
            ended = self._programs.run(watch.command, {"state": state}, reasons, watch.command_seconds)
        except OSError as error:
            log.error("the command of [watch] cannot be run", reason=error.strerror)
            return True
        if ended is None or self.stopping:
            return False
        if ended.is_late or ended.status:
            log.error("the command of [watch] failed", status=ended.status, killed=ended.is_late)
        return True

    def _log(self, state: State, checks: Sequence[HealthCheck]) -> None:
        wrong = "; ".join(f"{check.what}: {check.finding}" for check in checks if not check.is_well)
        if state == "bad":
            log.error("the server is not well", reasons=wrong)
        else:
            log.info("the server is well again")
