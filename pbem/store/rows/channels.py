"""Rows of channels: devices and webhooks by which notices reach players."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

ChannelKind: TypeAlias = Literal["push", "discord", "slack", "mattermost", "ntfy"]
ChannelEvent: TypeAlias = Literal["turn", "reminder", "over", "move", "press", "notice"]


@dataclass(frozen=True, slots=True)
class NewChannel:
    """A channel to be added; fields as in ChannelRow."""

    player_id: int
    kind: ChannelKind
    name: str
    address: str = field(repr=False)
    p256dh: str | None = field(repr=False)
    auth_secret: str | None = field(repr=False)
    session_id: int | None
    events: frozenset[ChannelEvent]
    created_ms: int


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """A device or webhook of a player, for its owner and for who sends by it."""

    id: int
    player_id: int
    kind: ChannelKind
    name: str
    address: str = field(repr=False)
    p256dh: str | None = field(repr=False)
    """The keys that what is pushed to a device is encrypted with; None for a webhook."""
    auth_secret: str | None = field(repr=False)
    session_id: int | None
    """The session that a device was added in, and goes with."""
    events: frozenset[ChannelEvent]
    quiet_from: int | None
    """From which minute of the player's day nothing is sent; None for no quiet hours."""
    quiet_until: int | None
    created_ms: int
    last_ms: int | None
    """When it last took something."""
    failures: int
    """Tries that failed since then."""
    failure: str
    """The reason of the last of them, as one of a few keys; "" for none."""
    failing_ms: int | None
    """When the first of them failed."""
    retry_ms: int
    """Before which nothing is sent by it."""
    paused_ms: int | None
    """Since when nothing is sent by it: by the server, where there is a failure, else as its owner wished."""
    tested_ms: int | None
    """When its owner last asked for a test."""
    test_waits: bool
    """Whether that test has not been sent yet."""
    hour_ms: int
    """When the hour began in which its notices are counted."""
    hour_count: int


@dataclass(frozen=True, slots=True)
class ChannelGame:
    """The moment of a game that a channel was last told."""

    channel_id: int
    game_id: int
    moment: str
    """The moment that was told, as JSON."""
    sent_ms: int
    """When something was last sent; 0 for never."""
    reminded_ms: int
    """Reminders that were due by then are no news any more."""
    sending: str | None
    """The notice that is on its way, as JSON; None for none."""
