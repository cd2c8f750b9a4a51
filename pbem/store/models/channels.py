"""Channels: devices and webhooks by which notices reach players, and what each was last told of a game."""

from typing import ClassVar

from sqlalchemy import BigInteger, Text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class ChannelTable(Base, table=True):
    """A device (Web Push) or a webhook of a player; its address and its keys are for its owner only.

    A device's row goes with the session that it was added in. `events` are those that are told by it, as in
    "turn reminder over"; `quiet_from` and `quiet_until` are minutes of the player's day.
    """

    __tablename__: ClassVar[str] = "channel"
    # What is being sent names a channel by its id, which must not become another one's.
    __table_args__: ClassVar[TableArgs] = ({"sqlite_autoincrement": True},)

    id: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    kind: str
    name: str
    address: str = Field(sa_type=Text, index=True)
    p256dh: str | None
    auth_secret: str | None
    session_id: int | None = Field(foreign_key="web_session.id", ondelete="CASCADE", index=True)
    events: str
    quiet_from: int | None
    quiet_until: int | None
    created_ms: int = Field(sa_type=BigInteger)
    last_ms: int | None = Field(sa_type=BigInteger)
    """When it last took something."""
    failures: int
    """Tries that failed since then."""
    failure: str
    """The reason of the last of them, as one of a few keys; "" for none."""
    failing_ms: int | None = Field(sa_type=BigInteger)
    """When the first of them failed."""
    retry_ms: int = Field(sa_type=BigInteger)
    """Before which nothing is sent by it."""
    paused_ms: int | None = Field(sa_type=BigInteger)
    tested_ms: int | None = Field(sa_type=BigInteger)
    """When its owner last asked for a test."""
    test_waits: bool
    hour_ms: int = Field(sa_type=BigInteger)
    """When the hour began in which its notices are counted."""
    hour_count: int


class ChannelGameTable(Base, table=True):
    """The moment of a game that a channel was last told of, as JSON.

    `sending` is the notice that is on its way, as JSON with the moment that it tells of; where a process was killed, it
    may have arrived or not. Reminders that were due by `reminded_ms` are no news any more.
    """

    __tablename__: ClassVar[str] = "channel_game"

    channel_id: int = Field(primary_key=True, foreign_key="channel.id", ondelete="CASCADE")
    game_id: int = Field(primary_key=True, foreign_key="game.id", ondelete="CASCADE", index=True)
    moment: str = Field(sa_type=Text)
    sent_ms: int = Field(sa_type=BigInteger)
    reminded_ms: int = Field(sa_type=BigInteger)
    sending: str | None = Field(sa_type=Text)
