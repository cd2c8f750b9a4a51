"""The contract of every way out, the meaning of a relay's reply (RFC 5321, RFC 3463), and when a mail is tried
again.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

from pbem.mail.sending.outgoing import Outgoing
from pbem.mail.status_codes import statuses_in
from pbem.store.mail.outbox import DialogueStep, FailureCause, MailFailureRow

__all__ = ["DialogueStep", "Failed", "FailureCause", "Result", "Sent", "Transport"]


@dataclass(frozen=True)
class Sent:
    """The mail is out: the relay, or the disk, answers for it from now on. `reply` is what it said."""

    reply: str = ""


@dataclass(frozen=True)
class Failed:
    """The mail was not sent, or it is not known whether it was.

    - `recipient`: nobody can be mailed at this address. `mail`: this mail cannot be sent as it is. Given up.
    - `size`: too large; it may go without its picture.
    - `later`, `greylisted`: not now; this mail is tried again.
    - `doubt`: all of it was handed over and no reply came: it may have been taken.
    - `refused`: for a policy, which may be meant for this mail or for all.
    - `lost`: the connection broke, or no reply came in time, before all was handed over.
    - `policy`, `unreachable`: no mail can leave, as a setting, a login or a certificate is refused, or nobody answers.
    """

    cause: FailureCause
    reply: str
    """Why, for the operator."""
    step: DialogueStep = ""
    pause_s: int | None = None
    """Seconds until it should be tried again, where the other side said so."""

    @property
    def is_final(self) -> bool:
        """Whether trying again cannot help."""
        return self.cause in ("recipient", "mail")

    @property
    def holds_queue(self) -> bool:
        """Whether any other mail would fail for the same cause."""
        return self.cause in ("policy", "unreachable")

    @property
    def may_hold_queue(self) -> bool:
        """Whether other mails may fail for the same cause, which the next one shows."""
        return self.cause in ("refused", "lost", "doubt")


Result: TypeAlias = Sent | Failed


class Transport(Protocol):
    """A way out. Implementations may be called from several threads, and raise nothing."""

    repeats_are_one: bool
    """Whether a mail that is handed over twice arrives once, so that what was sent may be noted for many together."""
    connections: int
    """How many mails can be handed over at a time; 0 where that takes no time."""

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand over the mail: the bytes kept from its first sending, or without them those that `build` makes."""

    def close(self) -> None:
        """Close connections; a later `send` opens them again."""

    def abort(self) -> None:
        """End what other threads are sending, at once and for good."""


BEFORE_MAILS: Final = frozenset({"connect", "greeting", "EHLO", "TLS", "login"})
"""Steps that are taken once for all mails of a connection."""
_LOGIN_WANTED: Final = frozenset({523, 525, 530, 534, 535, 538})
_NO_SUCH_RECIPIENT: Final = frozenset({501, 504, 510, 511, 550, 551, 552, 553, 556})
_GREYLISTED: Final = re.compile(r"gr[ea]y[ -]?list", re.IGNORECASE)
_OF_POLICY: Final = re.compile(
    r"\b(?:relay|authenti|log ?in|sender|blocked|black ?list|block ?list|spam|policy|reputation)", re.IGNORECASE
)
_WISHES: Final = (
    (re.compile(r"\b(\d{1,2}):(\d\d):(\d\d)\b"), (3600, 60, 1)),
    (re.compile(r"\b(\d{1,5}) ?(?:seconds?|secs?|s)\b", re.IGNORECASE), (1,)),
    (re.compile(r"\b(\d{1,3}) ?(?:minutes?|mins?)\b", re.IGNORECASE), (60,)),
)
_LEAST_WISH_S: Final = 60
_GREATEST_WISH_S: Final = 3600


def sorted_reply(code: int, text: bytes | str, step: DialogueStep) -> Failed:
    """The failure that a reply of 400 or more stands for."""
    line = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    cause = _cause(code, line, step)
    return Failed(cause, f"{code} {line}".strip(), step, _wish(line) if cause == "greylisted" else None)


def _cause(code: int, text: str, step: DialogueStep) -> FailureCause:
    if step in BEFORE_MAILS:
        return "policy" if code >= 500 else "unreachable"
    status = _status(code, text)
    if code < 500:
        return "greylisted" if _GREYLISTED.search(text) or status == (7, 1) else "later"
    if code in _LOGIN_WANTED:
        return "policy"
    if status in ((3, 4), (2, 3)) or (code == 552 and status is None and step != "RCPT"):
        return "size"
    if step == "MAIL":
        return "refused"
    return _by_number(code, text, step) if status is None else _by_status(code, status, step)


def _status(code: int, text: str) -> tuple[int, int] | None:
    found = next(statuses_in(text), None)
    return None if found is None or found.kind != code // 100 else (found.subject, found.detail)


def _by_status(code: int, status: tuple[int, int], step: DialogueStep) -> FailureCause:
    """The cause that an enhanced status names, once the sender was taken."""
    match status:
        case (1, 7 | 8):  # the sender's address, of which some relays speak only now
            return "refused"
        case (1 | 2 | 4, _):
            return "recipient"
        case (6, _):
            return "mail"
        case (5, 2 | 4) if step == "RCPT" and code in _NO_SUCH_RECIPIENT:
            return "recipient"
        case _:
            return "refused"


def _by_number(code: int, text: str, step: DialogueStep) -> FailureCause:
    if step == "RCPT" and code in _NO_SUCH_RECIPIENT and not _OF_POLICY.search(text):
        return "recipient"
    return "refused"


def _wish(text: str) -> int | None:
    """Seconds after which a relay wants to see a mail again, as far as it says so."""
    for pattern, units in _WISHES:
        if found := pattern.search(text):
            seconds = sum(int(part) * unit for part, unit in zip(found.groups(), units, strict=True))
            return min(max(seconds, _LEAST_WISH_S), _GREATEST_WISH_S)
    return None


_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 60 * _MINUTE_MS
PATIENCE_MS: Final = 5 * 24 * _HOUR_MS
"""For how long a mail waits, all its pauses together, before it is given up (RFC 5321, 4.5.4.1: four to five days)."""

_PAUSES_MS: Final[dict[FailureCause, tuple[int, ...]]] = {
    "later": (_MINUTE_MS, 5 * _MINUTE_MS, 15 * _MINUTE_MS, _HOUR_MS),
    "lost": (_MINUTE_MS, 5 * _MINUTE_MS, 15 * _MINUTE_MS, _HOUR_MS),
    "size": (0,),
    "greylisted": (6 * _MINUTE_MS, 15 * _MINUTE_MS, _HOUR_MS),
    "doubt": (30 * _MINUTE_MS, 2 * _HOUR_MS, 6 * _HOUR_MS, 24 * _HOUR_MS),
    "refused": (5 * _MINUTE_MS, 30 * _MINUTE_MS, 2 * _HOUR_MS, 6 * _HOUR_MS, 24 * _HOUR_MS),
}
"""Pauses after the first, second, ... failure of a cause; the last one holds for all further.

A mail in doubt waits for as long as RFC 5321 (4.5.4.1) wants a sender to wait at least, since every try may be a second
copy. Greylists take nothing for five minutes as a rule.
"""
_HOLD_PAUSES_MS: Final = (_MINUTE_MS, 2 * _MINUTE_MS, 5 * _MINUTE_MS, 10 * _MINUTE_MS, 15 * _MINUTE_MS)
_REFUSED_PAUSES_MS: Final = (5 * _MINUTE_MS, 15 * _MINUTE_MS, 30 * _MINUTE_MS, _HOUR_MS)
"""The pauses where a login or a policy is refused: those who try too often are locked out."""
LONGEST_HOLD_PAUSE_MS: Final = max(*_HOLD_PAUSES_MS, *_REFUSED_PAUSES_MS)


def next_failure(mail_id: int, failed: Failed, before: MailFailureRow | None) -> tuple[MailFailureRow, int | None]:
    """A mail's failure after this one, and the milliseconds until it is tried again; None when it is given up."""
    pauses = _PAUSES_MS.get(failed.cause, _PAUSES_MS["later"])
    times = before.times + 1 if before is not None and before.cause == failed.cause else 1
    waited = before.waited_ms if before is not None else 0
    failure = MailFailureRow(mail_id, failed.cause, failed.step, times, waited)
    pause = max(pauses[min(times, len(pauses)) - 1], (failed.pause_s or 0) * 1000)
    if failed.is_final or waited + pause > PATIENCE_MS:
        return failure, None
    return replace(failure, waited_ms=waited + pause), pause


def hold_pause_ms(failed: Failed, tries: int) -> int:
    """Milliseconds until a held queue tries a mail, after a number of failed tries (1 or more)."""
    is_refused = failed.cause in ("policy", "refused") or failed.step == "login"
    pauses = _REFUSED_PAUSES_MS if is_refused else _HOLD_PAUSES_MS
    return pauses[min(tries, len(pauses)) - 1]
