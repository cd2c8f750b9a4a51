"""Recipients that take a letter once it is there, some of which cannot be judged before, and the replies to those
that do not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pbem.mail.receiving.proof import (
    FOR_NOBODY,
    WRONG_SENDER,
    Busy,
    CameBack,
    OneMailbox,
    Recipient,
    TakesReports,
    may_write,
    rejection_of,
)

ACCEPTED: Final = "250 2.0.0 Your letter is stored"
TOO_LARGE: Final = "552 5.3.4 The letter is too large"
LINE_TOO_LONG: Final = "500 5.6.0 The letter has a line that is too long"
BARE_LINE_ENDS: Final = "550 5.5.2 The letter has a bare CR or LF"
NOT_NOW: Final = "451 4.3.0 The letter cannot be stored now, please try again"
NO_ROOM: Final = "452 4.3.1 There is no room to store the letter, please try again later"
TOO_MANY_RECIPIENTS: Final = "452 4.5.3 Too many recipients, please send the letter again to the others"
BUSY: Final = "451 4.3.2 This address takes no letters now, please try again later"
TOO_MANY_CONNECTIONS: Final = "421 4.3.2 Too many connections, please try again"
TOO_MANY_FROM_ADDRESS: Final = "421 4.7.0 Too many connections from your address, please try again"
NOT_TRUSTED: Final = "554 5.7.1 This port is for mail systems named in trusted_relays"
TOO_LONG_SESSION: Final = "421 4.4.2 The session has lasted too long, please connect again"
TOO_MANY_REFUSALS: Final = "421 4.7.0 Too many refusals, goodbye"
CLOSING: Final = "421 4.3.2 The server is stopping, please try again"


ByContent: TypeAlias = Callable[[str, bytes, str], Mapping[str, Recipient]]
"""Tells by a letter's bytes and envelope sender whom it is for that came to an address, given by its token.

That is nobody where it is private mail. Raises Busy where it cannot be taken now, and CameBack.
"""


def depends_on_content(recipient: Recipient) -> bool:
    """Whether a letter has to be looked into before it is known whether it is taken, and for whom."""
    return isinstance(recipient, OneMailbox | TakesReports)


@dataclass(frozen=True)
class Taken:
    """The fate of a letter as it is received: the tokens of those who take it, and the reply to whoever brings it.

    `others` are those of owners from whom it is not: they are to hear of it, whether or not that can be refused.
    """

    tokens: tuple[str, ...] = ()
    reply: str = ACCEPTED
    others: tuple[str, ...] = ()


def takers(
    recipients: Mapping[str, Recipient], raw: bytes, mail_from: str, written_by: str, by_content: ByContent | None
) -> Taken:
    """Judge which recipients accept a letter, by whatever way it came; none does if one of them cannot.

    `mail_from` is the envelope sender, "" for a bounce, which may come from any mail system; `written_by` is the bare
    address in From.
    """
    tokens: list[str] = []
    others: list[str] = []
    refused = ""
    for token, recipient in recipients.items():
        try:
            found = {token: recipient}
            if by_content is not None and depends_on_content(recipient):
                found = dict(by_content(token, raw, mail_from))
        except Busy:
            return Taken(reply=BUSY)
        except CameBack:
            continue
        allowed = [one for one, its in found.items() if not mail_from or may_write(written_by, its)]
        if not allowed:
            refused = (rejection_of(next(iter(found.values()))) if found else FOR_NOBODY).smtp_text
        tokens += allowed
        others += (one for one, its in found.items() if one not in allowed and rejection_of(its) is WRONG_SENDER)
    taken = () if refused else tuple(dict.fromkeys(tokens))
    return Taken(taken, refused or ACCEPTED, tuple(dict.fromkeys(others)))
