"""Sending: failures of mails, and the hold of the queue."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

FailureCause: TypeAlias = Literal[
    "recipient", "mail", "size", "later", "greylisted", "doubt", "refused", "lost", "policy", "unreachable"
]
"""Why a mail did not leave: see `pbem.mail.sending.transport.Failed`."""
DialogueStep: TypeAlias = Literal[
    "", "connect", "greeting", "EHLO", "TLS", "login", "MAIL", "RCPT", "DATA", "content", "end of content", "command"
]
"""How far a mail came: "" before any way out was tried, "command" where another program takes the mails."""


@dataclass(frozen=True, slots=True)
class MailFailure:
    """The reason why a mail is not sent yet, or was given up; see the model."""

    mail_id: int
    cause: FailureCause
    step: DialogueStep
    times: int
    waited_ms: int


@dataclass(frozen=True, slots=True)
class MailHold:
    """That no mail leaves before a moment, and why; see the model."""

    cause: FailureCause
    step: DialogueStep
    reply: str = field(repr=False)
    since_ms: int
    next_ms: int
    tries: int
