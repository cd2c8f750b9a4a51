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
class AbsenceRow:
    """Days on which a player is away, the first and the last of them as ISO dates."""

    id: int
    player_id: int
    first_day: str
    last_day: str
    announced_ms: int
