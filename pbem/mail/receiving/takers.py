"""Recipients that take a letter, once it is there: some cannot be judged, or are not known, before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pbem.mail.receiving.replies import ACCEPTED, BUSY
from pbem.mail.receiving.sender_check import (
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
    """Judge which recipients take a letter, by whatever way it came; none does where one of them cannot.

    `mail_from` is the envelope sender, "" for a bounce, which comes from a mail system that nobody registered;
    `written_by` is the bare address in From.
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
