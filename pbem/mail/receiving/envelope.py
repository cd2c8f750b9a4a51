"""A letter as it came in, whatever the way."""

from dataclasses import dataclass, field

from pbem.store.mail.inbox import Way


@dataclass(frozen=True)
class Envelope:
    """A letter for one address, as it came.

    `mail_from` is the envelope sender, "" for bounces; `recipient_local_part` the address's token, in lower case and
    without a tag; `raw` the bytes after SMTP's own escapes; `peer` the address of the machine that brought it.
    """

    mail_from: str = field(repr=False)
    recipient_local_part: str = field(repr=False)
    raw: bytes = field(repr=False)
    peer: str
    way: Way = "smtp"
    """The way by which it came; "local" where somebody at this machine's command line brought it."""
    helo: str = field(default="", repr=False, compare=False)
    """The name that the machine gave itself, which can be anything."""
    message_id: str | None = field(default=None, compare=False)
    """Empty where the letter has none; None where nobody has looked."""
