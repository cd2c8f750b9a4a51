"""Players, and what they have chosen."""

from dataclasses import dataclass, field

from pbem.store.rows.kinds import Bot, MailFormat, Reports


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
    moderator: bool = False
    """Whether he moderates the games in which he has no seat."""
    token_renewed_ms: int | None = None
    """When its owner last asked for another token."""


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
class SignInRow:
    """A link that was mailed to a player to sign in by."""

    player_id: int
    expires_ms: int
    used_ms: int | None
    onward: str | None
    """The path of the page that it leads to; None for the player's games."""


@dataclass(frozen=True, slots=True)
class AddressChangeRow:
    """A new address that a player has asked for."""

    player_id: int
    address: str = field(repr=False)
    session_id: int | None = None
    """The session that asked for it."""


@dataclass(frozen=True, slots=True)
class WebSessionRow:
    """A browser in which a player is signed in."""

    id: int
    mark: str
    """Names it to its player."""
    agent: str
    """A short label of the browser, such as "Firefox, Linux"; "" for one that is not known."""
    created_ms: int
    seen_ms: int
    """When it was last used, to about a day."""


@dataclass(frozen=True, slots=True)
class NewConfirmation:
    """A request to be kept until it is confirmed, of a seat or, without one, of a player's account; see the model."""

    player_id: int
    game_id: int | None
    seat: int | None
    text: str = field(repr=False)
    state: str
    message_id: str = field(repr=False)
    code_hash: str = field(repr=False)
    letter_id: int | None
    created_ms: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class ConfirmationRow:
    """A request that waits to be confirmed."""

    id: int
    text: str = field(repr=False)
    state: str
    message_id: str = field(repr=False)
    code_hash: str = field(repr=False)
    tries: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """Days on which a player is away, the first and the last of them as ISO dates."""

    id: int
    player_id: int
    first_day: str
    last_day: str
    announced_ms: int
