"""Games, who sits at them, their logs, what a turn in progress keeps, and the words that columns hold."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from pbem.terms import Late, PressRule, Terms

Bot: TypeAlias = Literal["heuristic", "random"]
GameStatus: TypeAlias = Literal["playing", "over"]
Purpose: TypeAlias = Literal["match", "practice", "hotseat", "lesson"]
"""What a game is played for: a match is what players agree on, and the only kind that is listed, counted, rated and
published. Any other belongs to one player or visitor, who alone sees it, and is removed some time after its last turn:
practice against programs, several people at one screen, and the guided first game."""
LetterStatus: TypeAlias = Literal["new", "done", "ignored", "shunted"]
MailKind: TypeAlias = Literal[
    "report", "answer", "sign-in", "reminder", "notice", "address", "press", "digest", "lobby", "moderation"
]
"""A mail of kind "address" is about its player's address itself, and goes nowhere but where it was written to."""
MailStatus: TypeAlias = Literal["due", "sent", "failed", "withheld"]
"""A mail is withheld where mails did not arrive for long, and newer ones took its place."""
MailFormat: TypeAlias = Literal["html", "text"]
Reports: TypeAlias = Literal["all", "mine", "daily"]
"""Which reports a player is mailed: all; those when a game begins, when it is their turn, and its end; or one mail a
day with what happened in all of their games."""
Subjects: TypeAlias = Literal["same", "turn"]
"""What the subject of a player's mails of a game is: always the same, or with "your turn" when it is."""
Came: TypeAlias = Literal["began", "replaced", "returned"]
Left: TypeAlias = Literal["resigned", "late", "missing", "removed"]
"""How a player leaves a seat; who is "missing" was given up on by those who waited for them."""
PlayedBy: TypeAlias = Literal["player", "standing", "pass", "bot"]
"""Who ended a turn: the player, their standing orders, the server, or a bot."""
ListStatus: TypeAlias = Literal["open", "full", "started", "expired", "closed"]
"""A list that is full, and has not started, waits for a public round that its dice are drawn with."""
OfferStatus: TypeAlias = Literal["open", "taken", "declined", "lapsed"]
DisputeStatus: TypeAlias = Literal["open", "ruled", "withdrawn", "lapsed"]
"""A dispute that nobody rules on in time lapses: what was played stands."""
Verdict: TypeAlias = Literal["uphold", "amend", "rollback"]
"""What a ruling does: what was played stands, is corrected, or is taken back."""
ProposalStatus: TypeAlias = Literal["open", "agreed", "refused", "withdrawn", "lapsed"]
REMINDERS: Final = (168, 72, 48, 24, 12, 6, 2, 0)
"""The distances from a deadline, in hours, at which a player may choose to be reminded."""
Way: TypeAlias = Literal["smtp", "lmtp", "imap", "pipe", "drop", "local"]
"""The way by which a letter came; "local" is the operator's own hand."""
AutoSubmitted: TypeAlias = Literal["auto-generated", "auto-replied"]
"""The value of a mail's Auto-Submitted header (RFC 3834)."""


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
    beacon: str | None = None
    purpose: Purpose = "match"
    owner_id: int | None = None


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A player's place in a game to be opened."""

    player_id: int
    token: str = field(repr=False)
    salt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts of a game that the adjudicator keeps beside the log, in the log's own transaction.

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
    held_ms: int | None
    """Since when a moderator holds it; while they do it has no deadline."""
    left_ms: int | None
    """The deadline that a game that is held had."""
    epoch: int
    """The epoch of its dice."""
    beacon: str | None = None
    """The public round that its dice were to be drawn with, as JSON."""
    purpose: Purpose = "match"
    owner_id: int | None = None
    """Whose it is where it is not a match."""

    @property
    def is_match(self) -> bool:
        """Whether it is a game that is listed, counted and published."""
        return self.purpose == "match"

    @property
    def terms(self) -> Terms:
        """The terms on which the game is run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)

    @property
    def latest_ms(self) -> int | None:
        """The deadline, also that which a game that is held had, by the time of the game."""
        return self.deadline_ms if self.held_ms is None else self.left_ms

    def time_ms(self, now_ms: int) -> int:
        """The moment by which the game's time counts: it stands still while the game is held."""
        return now_ms if self.held_ms is None else self.held_ms


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot that is to move."""

    game_id: int
    seat: int
    bot: Bot


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who sits there, as everybody may know it."""

    game_id: int
    seat: int
    player_id: int
    name: str
    bot: Bot | None
    vacant_ms: int | None
    """Since when nobody plays it; the player is the last who did."""


@dataclass(frozen=True, slots=True)
class SeatContact:
    """A seat with its owner's address, language and token: for mails to the owner, and letters from them."""

    game_id: int
    seat: int
    player_id: int
    name: str
    bot: Bot | None
    address: str = field(repr=False)
    language: str
    token: str = field(repr=False)
    token_revoked_ms: int | None
    token_renewed_ms: int | None
    """When its player last asked for another token."""
    vacant_ms: int | None
    program_ms: int | None
    """Since when a program plays it as long as it is vacant, if it does."""
    told: int
    """Up to which position of the log they were told of notes."""
    reported: int
    """Up to which position they were told what was played."""
    extensions: int
    """How often they had a deadline put off."""
    guest: bool = False

    @property
    def reads(self) -> bool:
        """Whether anybody reads mails to this seat: no bot, no guest, and not where it is vacant."""
        return self.bot is None and not self.guest and self.vacant_ms is None


@dataclass(frozen=True, slots=True)
class EndVoteRow:
    """A seat that waits for a late player agrees that the game ends as it stands, or concedes it."""

    seat: int
    concedes: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class TenureRow:
    """The tenure of a seat: who had it, from when until when; how they came to it, and how they left."""

    player_id: int
    from_ms: int
    until_ms: int | None
    came: Came
    left: Left | None


@dataclass(frozen=True, slots=True)
class OfferRow:
    """A seat that a player was offered, and until when they may take it."""

    id: int
    game_id: int
    seat: int
    player_id: int
    made_ms: int
    expires_ms: int
    status: OfferStatus


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
