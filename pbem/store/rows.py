"""What the store gives and takes: frozen rows, whose fields name the columns they are read from.

A row holds what its readers may see and no more. `GameRow` and `SeatRow` are public facts; the seed, the salts, tokens
and addresses have functions and rows of their own. Secrets are left out of every `repr`, since logs are made of those.
Fields ending in `_ms` are milliseconds since the epoch, UTC.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from pbem.terms import Late, PressRule, Terms

Bot: TypeAlias = Literal["heuristic", "random"]
GameStatus: TypeAlias = Literal["playing", "over"]
LetterStatus: TypeAlias = Literal["new", "done", "ignored", "shunted"]
MailKind: TypeAlias = Literal[
    "report", "answer", "sign-in", "reminder", "notice", "address", "press", "digest", "lobby"
]
"""A mail of kind "address" is about its player's address itself, and goes nowhere but where it was written to."""
MailStatus: TypeAlias = Literal["due", "sent", "failed"]
MailFormat: TypeAlias = Literal["html", "text"]
Reports: TypeAlias = Literal["all", "mine", "daily"]
"""Which reports a player is mailed: all; those when a game begins, when it is his turn, and its end; or one mail a day
with what happened in all of his games."""
Came: TypeAlias = Literal["began", "replaced", "returned"]
Left: TypeAlias = Literal["resigned", "late", "removed"]
PlayedBy: TypeAlias = Literal["player", "standing", "pass", "bot"]
"""Who ended a turn: the player, his standing orders, the server, or a bot."""
ListStatus: TypeAlias = Literal["open", "started", "expired", "closed"]
OfferStatus: TypeAlias = Literal["open", "taken", "declined", "lapsed"]
REMINDERS: Final = (168, 72, 48, 24, 12, 6, 2, 0)
"""The distances from a deadline, in hours, at which a player may choose to be reminded."""
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
    token: str = field(repr=False)
    """The local part of his own address at this server."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen; what stands here holds for who has chosen nothing."""

    zone: str = ""
    """The time zone he is told the time in, such as "Europe/Berlin"; "" for the server's own."""
    format: MailFormat = "html"
    """Whether his mails bring HTML beside the text."""
    reports: Reports = "all"
    reminders: str = "24 0"
    """At which of REMINDERS' distances from a deadline he is reminded, as in "24 0"; "" for never."""


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
    terms: Terms
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

    `turn` is counted from 1 in its year; `active_seat`, `deadline_ms` and `wake_ms` are None when the game is over;
    `position` is the last of the log at which something was played, `final_position` the last that others than the
    active seat may see.
    """

    status: GameStatus
    year: int
    turn: int
    active_seat: int | None
    began_ms: int
    """When the turn began."""
    deadline_ms: int | None
    wake_ms: int | None
    """When the game has to be looked at next: a reminder is due, or the deadline comes."""
    overdue: int
    """How often in this turn the deadline has come."""
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
    pace: str
    playing_days: str
    zone: str
    late: Late
    press: PressRule
    created_ms: int
    root_message_id: str
    year: int
    turn: int
    active_seat: int | None
    began_ms: int
    deadline_ms: int | None
    wake_ms: int | None
    overdue: int
    position: int
    final_position: int

    @property
    def terms(self) -> Terms:
        """How the game is run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)


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
    vacant_ms: int | None
    """Since when nobody plays it; the player is the last who did."""


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
    vacant_ms: int | None
    told: int
    """Up to which position of the log he was told of notes."""
    reported: int
    """Up to which position he was told what was played."""
    extensions: int
    """How often he had a deadline put off."""

    @property
    def reads(self) -> bool:
        """Whether anybody reads mails to this seat: no bot, and not where it is vacant."""
        return self.bot is None and self.vacant_ms is None


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
class StandingRow:
    """Orders that a seat has given for its next turn, when the log stood at `position`."""

    seat: int
    text: str = field(repr=False)
    position: int
    letter_id: int | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class DraftRow:
    """Orders that wait for the seat's `confirm`, previewed at a log position."""

    text: str = field(repr=False)
    position: int
    letter_id: int | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class OutageRow:
    """A time that nobody saw; it ends before it begins where the clock was set back."""

    id: int
    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """Days on which a player is away, the first and the last of them as ISO dates."""

    id: int
    player_id: int
    first_day: str
    last_day: str
    announced_ms: int


@dataclass(frozen=True, slots=True)
class TenureRow:
    """Who had a seat, from when until when; how he came to it, and how he left."""

    player_id: int
    from_ms: int
    until_ms: int | None
    came: Came
    left: Left | None


@dataclass(frozen=True, slots=True)
class OfferRow:
    """A seat that a player was offered, and until when he may take it."""

    id: int
    game_id: int
    seat: int
    player_id: int
    made_ms: int
    expires_ms: int
    status: OfferStatus


@dataclass(frozen=True, slots=True)
class NewList:
    """A waiting list to be opened; fields as in NewGame."""

    name: str
    kind: str
    options: str
    seats: int
    terms: Terms
    private: bool
    seed: bytes = field(repr=False)
    commitment: str
    opened_by: int
    created_ms: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class ListRow:
    """A waiting list, as those may see it who may see it at all; `game_id` is that of the game that came of it."""

    id: int
    name: str
    kind: str
    options: str
    seats: int
    pace: str
    playing_days: str
    zone: str
    late: Late
    press: PressRule
    private: bool
    commitment: str
    opened_by: int
    created_ms: int
    expires_ms: int
    status: ListStatus
    game_id: int | None

    @property
    def terms(self) -> Terms:
        """How its game is to be run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Who waits on a list."""

    player_id: int
    name: str
    joined_ms: int


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """Somebody asked to join a list."""

    list_id: int
    address: str = field(repr=False)
    invited_by: int
    created_ms: int
    declined_ms: int | None


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """Somebody who may become a player; `name` is "" where he has not said it yet."""

    token: str = field(repr=False)
    address: str = field(repr=False)
    name: str
    language: str
    created_ms: int
    expires_ms: int
    used_ms: int | None


@dataclass(frozen=True, slots=True)
class NewPress:
    """What a player writes to others of his game; `readers` are their seats, as in "0 2", or "all".

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
    """A player who wants one mail a day, in his own time zone, and when he last had it or was looked at."""

    player_id: int
    zone: str
    sent_ms: int | None
