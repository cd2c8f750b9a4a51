"""Letters in, and mails out."""

from dataclasses import dataclass, field

from pbem.store.packing import pack
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
    mark: str
    """What moderators are shown in place of the id."""


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
    number: int | None
    """Among the player's own mails, from 1."""


@dataclass(frozen=True, slots=True)
class ListedMail:
    """A mail as lists show it, with its game's public name where it is about one."""

    number: int
    kind: MailKind
    subject: str
    text: str = field(repr=False)
    created_ms: int
    status: MailStatus
    sent_ms: int | None
    tag: str | None


@dataclass(frozen=True, slots=True)
class BuiltMail:
    """The bytes of a mail that is to be sent, and the drawn map that they show: its digest, and the PNG.

    They are packed when this is made, which takes time that a transaction has not. Raises ValueError for a NUL in them.
    """

    mail_id: int
    raw: bytes = field(repr=False)
    picture: tuple[str, bytes] | None = field(default=None, repr=False)
    packing: tuple[bytes, bool] = field(init=False, repr=False)
    """The bytes as they are kept, and whether the map was taken out of them."""

    def __post_init__(self) -> None:
        """Packs the bytes."""
        object.__setattr__(self, "packing", pack(self.raw, self.picture[1] if self.picture else None))


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail that was taken by the next server, with its last reply."""

    mail_id: int
    reply: str


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
    mark: str
    """What it is called in place of its id."""
    seat: int | None
