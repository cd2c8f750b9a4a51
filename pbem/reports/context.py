"""What a report is about and what comes of it, as values."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from pbem.reports.document import Document
from rules_core.kernel.events import Event
from rules_core.kernel.record import Claim

Outcome: TypeAlias = Literal["done", "understood", "skipped", "refused", "unread", "not reached", "prose", "undone"]
"""What became of a line: `understood` in a preview, `undone` where it was done first and taken back with the letter.

It was `skipped` where its condition does not hold.
"""


@dataclass(frozen=True)
class GameContext:
    """What a report says of a game beyond its position: what is public, and what its reader alone is told."""

    tag: str
    """The game's short name in subjects: "e7"."""
    name: str
    kind: str
    """Which game is played, as its definition names it."""
    server_name: str
    seats: tuple[str, ...]
    """The players' public names, by seat."""
    position: int
    """The number of the last entry in the game's log, printed as "Y3.2 #118"."""
    deadline: datetime | None
    """Until when the player to move has time; aware."""
    zone: str
    """The time zone in which the reader is told the time: "Europe/Berlin"."""
    page_url: str | None
    commitment: str
    """SHA-256 of the dice seed, in hexadecimal."""
    seed_revealed: str | None
    """The dice seed in hexadecimal, once the game is over; None before."""
    is_overdue: bool = False
    """Whether the deadline has passed."""
    is_held: bool = False
    """Whether a moderator holds the game, so that no time runs."""
    by_mail: bool = True
    """Whether this is read in a mail, which can be answered, or on a page, which has a form."""
    notices: Sequence[str] = ()
    """What befell the game from outside and the reader was not told yet, in sentences."""
    waiting: Sequence[str] = field(default=(), repr=False)
    """The orders that the reader has given for his next turn, line by line; he alone is told."""
    standing: "StandingResult | None" = field(default=None, repr=False)
    """What has become of them, where they wait no longer and he was not told yet."""
    latest: Sequence[Event] = field(default=(), repr=False)
    """What happened last, which the map marks: in the turn being played, or in the one before it."""
    claims: Sequence[Claim] = ()
    """What the dice prove and against whom, where the report tells it: the first one, and `status`."""


@dataclass(frozen=True)
class AnsweredLine:
    """A line of a letter and what became of it.

    `message` says what was done or why not; `nearest` is the nearest legal order, where one is known.
    """

    number: int
    text: str
    outcome: Outcome
    message: str
    nearest: str | None = None


@dataclass(frozen=True)
class StandingResult:
    """Orders that a player had given for a turn, and what became of them: in sentences, and line by line."""

    told: tuple[str, ...]
    lines: tuple[AnsweredLine, ...] = field(repr=False)


@dataclass(frozen=True)
class Message:
    """A mail's subject, its plain text, lines ending with a line feed, and the document that is the text of."""

    subject: str
    text: str = field(repr=False)
    document: Document = field(repr=False)
