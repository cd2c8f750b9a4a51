"""Players, how they come in and are reached, and the server's own facts, as the baseline has them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from pbem.store.migrations.baseline.base import metadata

Table(
    "confirmation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("game_id", Integer),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("message_id", String, nullable=False),
    Column("code_hash", String, nullable=False),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "expires_ms"),
    Index(None, "game_id", "seat"),
    Index(None, "player_id"),
)

Table(
    "player",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("address", String, nullable=False, unique=True),
    Column("language", String, nullable=False),
    Column("bot", String),
    Column("created_ms", BigInteger, nullable=False),
    Column("token", String, nullable=False, unique=True),
    Column("moderator", Boolean, nullable=False),
    Column("token_renewed_ms", BigInteger),
    Column("guest", Boolean, nullable=False),
    CheckConstraint("address = lower(address)", name="address_lower"),
)

Table(
    "name_key",
    metadata,
    Column("key", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id", ondelete="CASCADE"), nullable=False, index=True),
)

Table(
    "player_address",
    metadata,
    Column("address", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("confirmed_ms", BigInteger, nullable=False),
    CheckConstraint("address = lower(address)", name="address_lower"),
)

Table(
    "report_link",
    metadata,
    Column("token_hash", String, primary_key=True),
    Column("game_id", Integer, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False, index=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)

Table(
    "sign_in",
    metadata,
    Column("token_hash", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("expires_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
    Column("onward", Text),
    Column("created_ms", BigInteger, nullable=False),
)

Table(
    "web_session",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("mark", String, nullable=False, unique=True),
    Column("agent", String, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("game_tag", String),
    Column("token_hash", String, nullable=False, unique=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    sqlite_autoincrement=True,
)

Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
)

Table(
    "sent_form",
    metadata,
    Column("digest", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id")),
    Column("sent_ms", BigInteger, nullable=False),
    Column("answer", Text),
    Index(None, "sent_ms"),
)

Table(
    "preferences",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("zone", String, nullable=False),
    Column("format", String, nullable=False),
    Column("reports", String, nullable=False),
    Column("reminders", String, nullable=False),
    Column("subjects", String, nullable=False),
    Column("calendar_token", String, unique=True),
)

Table(
    "proof_choice",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("proof", String, nullable=False),
)

Table(
    "registration",
    metadata,
    Column("token", String, primary_key=True),
    Column("address", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("language", String, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
)

Table(
    "stranger",
    metadata,
    Column("address_hash", String, primary_key=True),
    Column("written_ms", BigInteger, nullable=False),
)

Table(
    "outage",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("from_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)

Table(
    "absence",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("first_day", String, nullable=False),
    Column("last_day", String, nullable=False),
    Column("announced_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Index(None, "player_id", "last_day"),
)

Table(
    "address_change",
    metadata,
    Column("token_hash", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("address", String, nullable=False),
    Column("session_id", Integer),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
)

Table(
    "address_claim",
    metadata,
    Column("token_hash", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("address", String, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)

Table(
    "channel",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("address", Text, nullable=False, index=True),
    Column("p256dh", String),
    Column("auth_secret", String),
    Column("session_id", Integer, ForeignKey("web_session.id", ondelete="CASCADE"), index=True),
    Column("events", String, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("last_ms", BigInteger),
    Column("failures", Integer, nullable=False),
    Column("failure", String, nullable=False),
    Column("failing_ms", BigInteger),
    Column("retry_ms", BigInteger, nullable=False),
    Column("paused_ms", BigInteger),
    Column("tested_ms", BigInteger),
    Column("test_waits", Boolean, nullable=False),
    Column("hour_ms", BigInteger, nullable=False),
    Column("hour_count", Integer, nullable=False),
    sqlite_autoincrement=True,
)

Table(
    "channel_game",
    metadata,
    Column("channel_id", Integer, ForeignKey("channel.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", Integer, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("moment", Text, nullable=False),
    Column("sent_ms", BigInteger, nullable=False),
    Column("reminded_ms", BigInteger, nullable=False),
    Column("sending", Text),
)
