"""The meaning of a relay's reply for a mail: by its code (RFC 5321), enhanced status (RFC 3463), and when it came.

Relays differ in what they say: where nothing tells whether a refusal is for this mail or for all, it is `refused`, and
the sender finds out by the next mail.
"""

import re
from typing import Final

from pbem.mail.sending.transport import DialogueStep, Failed, FailureCause

_ENHANCED: Final = re.compile(r"(?m)(?:^\s*|#)([245])\.(\d{1,3})\.(\d{1,3})(?![^\s)])")
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
    found = _ENHANCED.search(text)
    return (int(found[2]), int(found[3])) if found is not None and int(found[1]) == code // 100 else None


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
