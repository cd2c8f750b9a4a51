"""What the store gives and takes: frozen rows, whose fields name the columns they are read from.

A row holds what its readers may see and no more. `GameRow` and `SeatRow` are public facts; the seed, the salts, tokens
and addresses have functions and rows of their own. Secrets are left out of every `repr`, since logs are made of those.
Fields ending in `_ms` are milliseconds since the epoch, UTC.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Bot: TypeAlias = Literal["heuristic", "random"]
GameStatus: TypeAlias = Literal["playing", "over"]
LetterStatus: TypeAlias = Literal["new", "done", "ignored", "shunted"]
MailKind: TypeAlias = Literal["report", "answer", "sign-in", "reminder", "notice", "address"]
"""A mail of kind "address" is about its player's address itself, and goes nowhere but where it was written to."""
MailStatus: TypeAlias = Literal["due", "sent", "failed"]
MailFormat: TypeAlias = Literal["html", "text"]
Reports: TypeAlias = Literal["all", "mine"]
"""Which reports of turns a player is mailed: all, or those when the game begins, when it is his turn, and its end."""
AutoSubmitted: TypeAlias = Literal["auto-generated", "auto-replied"]
"""The value of a mail's Auto-Submitted header (RFC 3834)."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player, as he and the operator may see him."""

    id: int
    name: str
    address: str = field(repr=False)
    language: str
    bot: Bot | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen; what stands here holds for who has chosen nothing."""

    zone: str = ""
    """The time zone he is told the time in, such as "Europe/Berlin"; "" for the server's own."""
    format: MailFormat = "html"
    """Whether his mails bring HTML beside the text."""
    reports: Reports = "all"
    reminders: bool = True
    """Whether he is reminded when the time for his orders is up."""


@dataclass(frozen=True, slots=True)
class AddressChangeRow:
    """A new address that a player has asked for."""

    player_id: int
    address: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be opened; `options` is JSON, `seed` the 32 secret bytes that `commitment` is the SHA-256 of."""

    tag: str
    name: str
    kind: str
    options: str
    seed: bytes = field(repr=False)
    commitment: str
    ruleset_version: int
    turn_days: int
    created_ms: int
    root_message_id: str


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A player's place in a game to be opened."""

    player_id: int
    token: str = field(repr=False)
    salt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the adjudicator keeps beside the log, in the log's own transaction.

    `turn` is counted from 1 in its year; `active_seat` and `deadline_ms` are None when the game is over; `position` is
    the last of the log, `final_position` the last that others than the active seat may see.
    """

    status: GameStatus
    year: int
    turn: int
    active_seat: int | None
    deadline_ms: int | None
    reminded: bool
    position: int
    final_position: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game's public facts: what it was opened with, without the seed, and its GameFacts."""

    id: int
    tag: str
    name: str
    kind: str
    status: GameStatus
    options: str
    commitment: str
    ruleset_version: int
    turn_days: int
    created_ms: int
    root_message_id: str
    year: int
    turn: int
    active_seat: int | None
    deadline_ms: int | None
    reminded: bool
    position: int
    final_position: int


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot that is to move."""

    game_id: int
    seat: int
    bot: Bot


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where, as everybody may know it."""

    game_id: int
    seat: int
    player_id: int
    name: str
    bot: Bot | None


@dataclass(frozen=True, slots=True)
class SeatContact:
    """A seat with its owner's address, language and token: for mails to the owner, and letters from him."""

    game_id: int
    seat: int
    player_id: int
    name: str
    bot: Bot | None
    address: str = field(repr=False)
    language: str
    token: str = field(repr=False)
    token_revoked_ms: int | None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A line to append to a log: `payload` is JSON, `actor` the seat that acted, if one did."""

    kind: str
    payload: str
    actor: int | None
    letter_id: int | None
    at_ms: int
    ruleset_version: int


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line of a log."""

    position: int
    kind: str
    payload: str
    actor: int | None
    letter_id: int | None
    at_ms: int
    ruleset_version: int


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A game's state after the log's line at `position`, written as `schema_number` says; secrets included."""

    position: int
    schema_number: int
    state: bytes = field(repr=False)


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
    player_id: int
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


@dataclass(frozen=True, slots=True)
class MailRow:
    """A mail in the outbox, sent or not; its bytes are fetched apart."""

    id: int
    message_id: str
    game_id: int | None
    seat: int | None
    player_id: int
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
class DraftRow:
    """Orders that wait for the seat's `confirm`, previewed at a log position."""

    text: str = field(repr=False)
    position: int
    letter_id: int | None
    created_ms: int
