"""Letters in, and mails out."""

from dataclasses import dataclass, field

from pbem.store.rows.kinds import AutoSubmitted, LetterStatus, MailKind, MailStatus


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A letter in the inbox; `raw` is empty once it was erased."""

    id: int
    message_id: str
    recipient_token: str = field(repr=False)
    mail_from: str = field(repr=False)
    digest: str
    received_ms: int
    raw: bytes = field(repr=False)
    status: LetterStatus
    attempts: int
    outcome: str
    game_id: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class NewMail:
    """A mail to be sent; `position` is the log position it tells of, `references` the header's text."""

    message_id: str
    game_id: int | None
    seat: int | None
    player_id: int | None
    to_address: str = field(repr=False)
    kind: MailKind
    subject: str
    text: str = field(repr=False)
    in_reply_to: str | None
    references: str
    auto: AutoSubmitted
    position: int | None
    created_ms: int
    document: str | None = field(default=None, repr=False)
    """The text with its structure, as JSON (see `pbem.reports.document`); None for a mail that is text alone."""
    sender: str | None = field(default=None, repr=False)
    """The local part it comes from, where that is neither its seat's nor the one that takes no letters."""


@dataclass(frozen=True, slots=True)
class MailRow:
    """A mail in the outbox, sent or not; its bytes are fetched apart. `player_id` is None for a stranger's."""

    id: int
    message_id: str
    game_id: int | None
    seat: int | None
    player_id: int | None
    sender: str | None = field(repr=False)
    to_address: str = field(repr=False)
    kind: MailKind
    subject: str
    text: str = field(repr=False)
    in_reply_to: str | None
    references_: str
    auto: AutoSubmitted
    position: int | None
    created_ms: int
    status: MailStatus
    attempts: int
    next_ms: int
    last_reply: str | None
    sent_ms: int | None


@dataclass(frozen=True, slots=True)
class ListedMail:
    """A mail as lists show it, with its game's public name where it is about one."""

    id: int
    kind: MailKind
    subject: str
    text: str = field(repr=False)
    created_ms: int
    status: MailStatus
    sent_ms: int | None
    tag: str | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail that was taken by the next server, with its last reply, and the bytes sent where they are not kept yet."""

    mail_id: int
    reply: str
    raw: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class BounceRow:
    """What came back of a mail of ours; see the model."""

    letter_id: int
    mail_id: int
    failed: bool
    reply: str = field(repr=False)
    stamp: str = field(repr=False)
    at_ms: int


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """A letter of a game without what stands in it."""

    id: int
    received_ms: int
    size: int
    """In bytes; 0 once it was erased."""
    status: LetterStatus
    attempts: int
    outcome: str = field(repr=False)
    seat: int | None
