"""Letters in, mails out, and press.

A mail of ours is ASCII without NUL, and holds its picture in base64 (RFC 2045, 6.8) with lines of 76 signs. So a NUL
stands where the picture was, and the same bytes come out again whatever the templates and the settings are by then.
"""

import base64
import re
import zlib
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from pbem.store.rows.correspondence import Topic
from pbem.store.rows.games import AutoSubmitted, LetterStatus, MailKind, MailStatus, Way

_HERE: Final = b"\0"
"""What stands in the place of the picture."""
_EFFORT: Final = 9
_TRACE: Final = re.compile(
    rb"\A(?:(?:Return-Path|Received|Delivered-To|X-Original-To|Envelope-To)[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+",
    re.IGNORECASE,
)
"""The headers that each mail system on the way puts before a letter (RFC 5321, 4.4)."""


@dataclass(frozen=True, slots=True)
class NewPress:
    """A new piece of press from a player to others of their game; `readers` are their seats, as in "0 2", or "all".

    It counts from `at_ms` on, and is `passed_on` when its readers were told, or it lies ready for their digests.
    """

    game_id: int
    seat: int = field(repr=False)
    readers: str = field(repr=False)
    anonymous: bool
    text: str = field(repr=False)
    at_ms: int
    passed_on: bool
    letter_id: int | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class PressRow:
    """Press as it is kept. Who wrote it is a secret where it is `anonymous`, and its id always."""

    id: int = field(repr=False)
    game_id: int
    seat: int = field(repr=False)
    readers: str = field(repr=False)
    anonymous: bool
    text: str = field(repr=False)
    at_ms: int

    @property
    def to_all(self) -> bool:
        """Whether it is public."""
        return self.readers == "all"

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats it was written to; none where it is to all."""
        return () if self.to_all else tuple(map(int, self.readers.split()))


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """A player who watches a game without a seat in it; `told` and `reported` as in SeatContact."""

    game_id: int
    player_id: int
    told: int
    reported: int
    name: str
    address: str = field(repr=False)
    language: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DigestReader:
    """A player who wants one mail a day, in their own time zone, and when they last had it or was looked at."""

    player_id: int
    zone: str
    sent_ms: int | None


def pack(raw: bytes, png: bytes | None) -> tuple[bytes, bool]:
    """The bytes as they are kept, and whether the picture was taken out. Raises ValueError for a NUL in them."""
    if _HERE in raw:
        raise ValueError("a mail without NUL was to be packed")
    written = b"" if png is None else _written(png)
    has_picture = bool(written) and raw.count(written) == 1
    return zlib.compress(raw.replace(written, _HERE) if has_picture else raw, _EFFORT), has_picture


def unpack(packed: bytes, png: bytes | None) -> bytes:
    """The bytes again, with the picture where one was taken out."""
    raw = zlib.decompress(packed)
    return raw if png is None else raw.replace(_HERE, _written(png))


def _written(png: bytes) -> bytes:
    """A picture as it stands in a mail."""
    return base64.encodebytes(png).replace(b"\n", b"\r\n")


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
class LetterOrigin:
    """The place that a letter came from, and what proved its sender; empty once the letter was erased."""

    way: Way = "smtp"
    peer: str = field(default="", repr=False)
    """The address of the machine that brought it."""
    helo: str = field(default="", repr=False)
    """What that machine called itself."""
    proof: str = ""
    """What proved its sender, or why nothing did; "" where nothing had to."""
    looks: int = 0
    """How often it was looked for proof in vain, as DNS did not answer."""


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be put into the inbox; its digest is taken when this is made, which a transaction has no time for."""

    recipient_token: str = field(repr=False)
    message_id: str
    mail_from: str = field(repr=False)
    received_ms: int
    raw: bytes = field(repr=False)
    origin: LetterOrigin = field(default_factory=LetterOrigin)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        """Take the digest: a letter with a Message-ID is the same whichever way it came twice."""
        written = _TRACE.sub(b"", self.raw, count=1) if self.message_id else self.raw
        object.__setattr__(self, "digest", sha256(written).hexdigest())


@dataclass(frozen=True, slots=True)
class NewMail:
    """A mail to be sent; `position` is the log position it tells of, `references` the header's text."""

    message_id: str
    to_address: str = field(repr=False)
    kind: MailKind
    subject: str
    text: str = field(repr=False)
    created_ms: int
    game_id: int | None = None
    seat: int | None = None
    player_id: int | None = None
    in_reply_to: str | None = None
    references: str = ""
    auto: AutoSubmitted = "auto-generated"
    position: int | None = None
    document: str | None = field(default=None, repr=False)
    """The text with its structure, as JSON (see `pbem.reports.document`); None for a mail that is text alone."""
    sender: str | None = field(default=None, repr=False)
    """The local part it comes from, where that is neither its seat's nor the one that takes no letters."""
    topic: Topic | None = None
    """What its reader can have less of; None for a mail that nobody can do without."""


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
        """Pack the bytes."""
        object.__setattr__(self, "packing", pack(self.raw, self.picture[1] if self.picture else None))


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail that was taken by the next server, with its last reply."""

    mail_id: int
    reply: str


@dataclass(frozen=True, slots=True)
class BounceRow:
    """A report that came back about a mail of ours; see the model."""

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
