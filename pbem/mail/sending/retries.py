"""The times at which a mail is tried again, and when a queue that is held tries one."""

from dataclasses import replace
from typing import Final

from pbem.mail.sending.transport import Failed, FailureCause
from pbem.store.mail.outbox import MailFailureRow

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
