"""Mail between the server and people: answers counted, mails that come back, letters not read, and mails not wanted."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pbem.store.rows.games import LetterStatus

Topic: TypeAlias = Literal["reminders", "press", "digest", "reports", "announcements", "watched"]
"""What a player can have less of: all mails of a kind; those about a game that they watch, of that game."""


@dataclass(frozen=True, slots=True)
class AnswerCountRow:
    """A count of answers, and of letters in a row that came to nothing; see the model."""

    who: str = field(repr=False)
    since_ms: int
    answers: int = 0
    digest: str = field(default="", repr=False)
    same: int = 0
    idle: int = 0
    last_ms: int = 0
    answered_ms: int = 0
    unanswered: int = 0
    told: bool = False


@dataclass(frozen=True, slots=True)
class ReachRow:
    """Whether mails reach a player at an address; see the model. Points are counted in halves."""

    player_id: int
    address: str = field(repr=False)
    halves: int = 0
    day: str = ""
    day_halves: int = 0
    last_ms: int = 0
    probe_id: str = field(default="", repr=False)
    probe_ms: int | None = None
    suspended_ms: int | None = None
    first_day: str = ""
    last_day: str = ""


@dataclass(frozen=True, slots=True)
class IgnoredRow:
    """A letter that was not read, or not answered, as it is listed; see the model."""

    letter_id: int
    player_id: int | None
    reason: str
    at_ms: int
    asked_ms: int | None
    received_ms: int
    status: LetterStatus
    outcome: str
    tag: str | None
    """That of the game it was for, if it was for one."""
    mark: str
    """What its player is shown in place of the id, which would count the letters of others."""
    is_kept: bool
    """Whether its bytes are still kept."""
    mail_from: str = field(repr=False)
    """The envelope's sender, for the operator alone."""


@dataclass(frozen=True, slots=True)
class UnsubscriptionRow:
    """The link by which a player ends one kind of mail; see the model."""

    token: str = field(repr=False)
    player_id: int
    topic: Topic
    tag: str
    ended_ms: int | None
    before: str
