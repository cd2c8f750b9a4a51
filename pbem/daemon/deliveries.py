"""Mails on their way: being handed over, none twice at a time; drawn once; and what came of them, noted at once or
kept until it can be.
"""

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

import structlog

from pbem.adjudicator.correspondence.bounces import count_rejection, refuses_recipient
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.lobby.registering import notify_inviters
from pbem.mail.sending.outgoing import Outgoing
from pbem.mail.sending.transport import Failed, hold_pause_ms, next_failure
from pbem.store import Database, NotFound, Tx, UnitOfWork
from pbem.store.mail.outbox import BuiltMail, Delivery, MailRow, get_mail, mark_failed, mark_sent
from pbem.store.mail.sending import (
    MailHoldRow,
    end_mail_hold,
    find_last_sent_ms,
    find_mail_failure,
    find_mail_hold,
    put_mail_failure,
    put_mail_hold,
    replace_bytes,
    thread_of,
)

log = structlog.get_logger(__name__)
_ADDRESS: Final = re.compile(r"\S+@\S+")
_IN_A_ROW: Final = 2
"""Different mails refused in a row, none taken in between, after which it is all that are refused, and not they."""
Announcement: TypeAlias = Callable[[], None]
"""A line for the log, once what it says is on the disk."""


class Deliveries:
    """The outcomes of mails. Safe to use from several threads."""

    def __init__(self, database: Database, clock: Clock, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._unnoted: dict[int, _Accepted | _Failure] = {}
        self._may_be_held = True
        """False where the hold that this process met or made has ended, so that there is none to end."""
        self._has_others = False
        """Whether others send, too, and may hold the queue at any time."""
        self._refused_in_a_row: dict[int, int] = {}
        """Mails, and when they were refused."""

    @property
    def unnoted(self) -> frozenset[int]:
        """The mails whose outcome is known here alone."""
        with self._lock:
            return frozenset(self._unnoted)

    def look(self, tx: Tx, *, has_others: bool) -> MailHoldRow | None:
        """Take in what other processes have noted, and return the hold of the queue, if it is held."""
        hold = find_mail_hold(tx)
        last_ms = find_last_sent_ms(tx) if has_others and self._refused_in_a_row else None
        with self._lock:
            self._has_others = has_others
            self._may_be_held |= hold is not None
            if last_ms is not None:
                known = self._refused_in_a_row.items()
                self._refused_in_a_row = {mail_id: at_ms for mail_id, at_ms in known if at_ms > last_ms}
        return hold

    def note_sent(self, *sent: Delivery) -> None:
        """Note mails that were taken, which also shows that mails can leave. Raises what the database raises."""
        at_ms = to_ms(self._clock())
        with self._lock:
            self._refused_in_a_row.clear()
            self._unnoted |= dict.fromkeys((one.mail_id for one in sent), _Accepted(sent, at_ms))
        self.write()

    def note_failed(self, mail: MailRow, failed: Failed, smaller: BuiltMail | None = None, sender: str = "") -> bool:
        """Note a mail that was not taken, and the bytes to be sent from now on, where those were too large.

        `sender` is the address that it came from. Returns whether others may be tried. Raises what the database raises.
        """
        now_ms = to_ms(self._clock())
        with self._lock:
            if failed.may_hold_queue:
                self._refused_in_a_row[mail.id] = now_ms
            elif not failed.holds_queue:
                self._refused_in_a_row.clear()
            holds = failed.holds_queue or len(self._refused_in_a_row) >= _IN_A_ROW
            self._unnoted[mail.id] = _Failure(self._settings, mail, sender, failed, holds, now_ms, smaller)
        self.write()
        return not holds

    def write(self) -> None:
        """Write down all that is known here alone, once. Raises what the database raises; it is kept then."""
        with self._writing:  # or two threads would each note, and count, the same outcome
            self._write()

    def _write(self) -> None:
        with self._lock:
            outcomes = dict(self._unnoted)
        if not outcomes:
            return
        work = partial(_note, list(dict.fromkeys(outcomes.values())), self._may_be_held or self._has_others)
        announcements, may_be_held = self._database.write(work)
        with self._lock:
            self._may_be_held = may_be_held
            for mail_id, outcome in outcomes.items():
                if self._unnoted.get(mail_id) is outcome:
                    del self._unnoted[mail_id]
        for announce in announcements:
            announce()


@dataclass(frozen=True, eq=False)
class _Accepted:
    """Mails that were taken, one after the other."""

    deliveries: Sequence[Delivery]
    at_ms: int


def _note(outcomes: Iterable["_Accepted | _Failure"], may_be_held: bool, tx: Tx) -> tuple[list[Announcement], bool]:
    """Note outcomes in their order; return what to announce, and whether the queue may be held then."""
    announcements: list[Announcement] = []
    for one in outcomes:
        if isinstance(one, _Accepted):
            mark_sent(tx, one.deliveries, one.at_ms)
            announcements += _released(tx) if may_be_held else []
        else:
            with suppress(NotFound):  # a mail that is no more needs no note
                announcements += tx.attempt(partial(one.note, tx))
        may_be_held = isinstance(one, _Failure)
    return announcements, may_be_held


def _released(tx: Tx) -> list[Announcement]:
    return [partial(log.info, "mails leave again")] if end_mail_hold(tx) else []


@dataclass(frozen=True, eq=False)
class _Failure:
    """A mail's failure, and whether it holds the queue."""

    settings: Settings
    mail: MailRow
    sender: str
    failed: Failed
    holds: bool
    now_ms: int
    smaller: BuiltMail | None

    def note(self, tx: Tx) -> list[Announcement]:
        """Note the failure: of this mail, of the queue, or of both. Raises NotFound."""
        failed, hold = self.failed, find_mail_hold(tx)
        announcements: list[Announcement] = []
        if self.holds or (hold is not None and failed.may_hold_queue):
            announcements += self._hold(tx, hold)
        elif hold is not None:
            announcements += _released(tx)  # the relay has judged this mail by itself, so that others may pass
        if failed.holds_queue:
            return announcements
        failure, pause_ms = next_failure(self.mail.id, failed, find_mail_failure(tx, self.mail.id))
        if pause_ms is None and failed.may_hold_queue and find_mail_hold(tx) is not None:
            pause_ms = hold_pause_ms(failed, failure.times)  # nothing is given up that may be ours to put right
        if self.smaller is not None:
            replace_bytes(tx, self.smaller)
        put_mail_failure(tx, failure)
        mark_failed(tx, self.mail.id, failed.reply, None if pause_ms is None else self.now_ms + pause_ms)
        if failed.cause == "recipient" and refuses_recipient(failed.reply):
            self._note_rejection(tx)
        facts = {"cause": failed.cause, "reply": self._masked, "given_up": pause_ms is None}
        return [*announcements, partial(log.warning, "mail not sent", mail=self.mail.id, **facts)]

    def _note_rejection(self, tx: Tx) -> None:
        """Count a recipient refused for good; of one who is no player those are told who invited them."""
        mail = get_mail(tx, self.mail.id)
        if mail.player_id is None:
            notify_inviters(UnitOfWork(tx, self.settings, self.now_ms), mail.to_address)
        else:
            count_rejection(UnitOfWork(tx, self.settings, self.now_ms), mail)

    @property
    def _masked(self) -> str:
        """The reply without the addresses that it may repeat, or halves of them: the whole is for the outbox alone."""
        halves = (re.escape(address.partition("@")[0]) for address in (self.mail.to_address, self.sender) if address)
        return re.sub("|".join(halves), "...", _ADDRESS.sub("...", self.failed.reply), flags=re.IGNORECASE)

    def _hold(self, tx: Tx, hold: MailHoldRow | None) -> list[Announcement]:
        """Hold the queue, or hold it on; the operator is told when it begins, and when its cause is another."""
        failed = self.failed
        is_new = hold is None or hold.cause != failed.cause
        if hold is not None and not is_new and hold.next_ms > self.now_ms:
            return []  # it was on its way when the queue was held
        tries = 1 if hold is None or is_new else hold.tries + 1
        since_ms = self.now_ms if hold is None else hold.since_ms
        next_ms = self.now_ms + hold_pause_ms(failed, tries)
        put_mail_hold(tx, MailHoldRow(failed.cause, failed.step, failed.reply, since_ms, next_ms, tries))
        text = "no mail leaves for now; `pbem doctor` says what to do"
        facts = {"cause": failed.cause, "step": failed.step, "reply": self._masked}
        return [partial(log.error, text, **facts)] if is_new else []


@dataclass(frozen=True)
class DueMail:
    """A mail that is due, with all that is sent of it: read once, in the snapshot in which it was found."""

    mail: MailRow
    outgoing: Outgoing
    document: str | None = field(repr=False)
    """Its text with its structure, as JSON; None for one that goes as text alone."""
    raw: bytes = field(repr=False)
    """The bytes that are fixed for it; none before its first send."""

    @property
    def thread(self) -> str:
        """The key of the mails that it keeps its order with."""
        return thread_of(self.mail)


class MailsInFlight:
    """The mails in flight, by their threads. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: dict[str, list[DueMail]] = {}

    @property
    def ids(self) -> frozenset[int]:
        """The mails in flight, and those behind them in their rows."""
        with self._lock:
            return frozenset(one.mail.id for row in self._rows.values() for one in row)

    @property
    def threads(self) -> frozenset[str]:
        """Their threads."""
        with self._lock:
            return frozenset(self._rows)

    def take(self, ready: Iterable[DueMail]) -> list[list[DueMail]]:
        """Take mails, as rows that keep their order; those of a thread of which one is in flight are left out."""
        found: dict[str, list[DueMail]] = {}
        with self._lock:
            for one in sorted(ready, key=lambda one: one.mail.id):
                if one.thread not in self._rows:
                    found.setdefault(one.thread, []).append(one)
            self._rows |= found
        return list(found.values())

    def drop(self, row: Sequence[DueMail]) -> None:
        """Drop a row."""
        with self._lock:
            del self._rows[row[0].thread]
