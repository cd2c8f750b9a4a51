"""Games, and what becomes of them, as the baseline has them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Computed,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    text,
)

from pbem.store.migrations.baseline.base import metadata

Table(
    "analysis",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("player_id", Integer, ForeignKey("player.id", ondelete="CASCADE"), index=True),
    Column("visitor", String, index=True),
    Column("seat", Integer),
    Column("position", Integer, nullable=False),
    Column("supposed", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("mark", String, nullable=False, unique=True),
    Column("share", String, unique=True),
    Column("given", Integer, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
    Index(None, "used_ms"),
)

Table(
    "analysis_node",
    metadata,
    Column("analysis_id", Integer, ForeignKey("analysis.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("parent", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("log", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("name", String, nullable=False),
)

Table(
    "seat",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("token_revoked_ms", BigInteger),
    Column("token_renewed_ms", BigInteger),
    Column("vacant_ms", BigInteger),
    Column("program_ms", BigInteger),
    Column("notified_position", Integer, nullable=False),
    Column("reported", Integer, nullable=False),
    Column("extensions", Integer, nullable=False),
    Column("token", String, nullable=False, unique=True),
    Column("salt", Text, nullable=False),
    Index(
        "ix_seat_vacant",
        "vacant_ms",
        sqlite_where=text("vacant_ms IS NOT NULL"),
        postgresql_where=text("vacant_ms IS NOT NULL"),
    ),
)

Table(
    "tenure",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("from_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
    Column("came", String, nullable=False),
    Column("left", String),
)

Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tag", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("commitment", String, nullable=False),
    Column("ruleset_version", Integer, nullable=False),
    Column("pace", String, nullable=False),
    Column("playing_days", String, nullable=False),
    Column("zone", String, nullable=False),
    Column("late", String, nullable=False),
    Column("press", String, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("root_message_id", String, nullable=False),
    Column("status", String, nullable=False),
    Column("year", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("active_seat", Integer),
    Column("began_ms", BigInteger, nullable=False),
    Column("deadline_ms", BigInteger),
    Column("wake_ms", BigInteger),
    Column("overdue", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("final_position", Integer, nullable=False),
    Column("held_ms", BigInteger),
    Column("left_ms", BigInteger),
    Column("epoch", Integer, nullable=False),
    Column("beacon", Text),
    Column("purpose", String, nullable=False),
    Column("owner_id", Integer, ForeignKey("player.id")),
    Column("seed", LargeBinary, nullable=False),
    Column("active_bot", String),
    Index(
        "ix_game_bot_due",
        "id",
        sqlite_where=text("active_bot IS NOT NULL"),
        postgresql_where=text("active_bot IS NOT NULL"),
    ),
    Index(None, "kind", "status"),
    Index(
        "ix_game_owner",
        "owner_id",
        sqlite_where=text("owner_id IS NOT NULL"),
        postgresql_where=text("owner_id IS NOT NULL"),
    ),
    Index(None, "status", "wake_ms"),
)

Table(
    "epoch_seed",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("commitment", String, nullable=False),
    Column("seed", LargeBinary, nullable=False),
)

Table(
    "end_vote",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("concedes", Boolean, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)

Table(
    "dispute",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("filed_ms", BigInteger, nullable=False),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Column("remind_ms", BigInteger),
    Column("tell_ms", BigInteger),
    Column("rule_by_ms", BigInteger),
    Column("status", String, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "game_id", "status"),
    Index(None, "status", "filed_ms"),
)

Table(
    "ruling",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dispute_id", Integer, ForeignKey("dispute.id"), nullable=False),
    Column("verdict", String, nullable=False),
    Column("rule", String, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("ruled_by", Integer, ForeignKey("player.id")),
    Column("ruled_ms", BigInteger, nullable=False),
    Column("note_position", Integer, nullable=False),
    Column("superseded_ms", BigInteger),
    Index(None, "dispute_id"),
    Index(None, "rule", "ruled_ms"),
)

Table(
    "statement",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dispute_id", Integer, ForeignKey("dispute.id"), nullable=False),
    Column("seat", Integer),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Index(None, "dispute_id"),
)

Table(
    "draft",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Column("created_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)

Table(
    "applied",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("year", Integer, primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("digest", String, primary_key=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    sqlite_with_rowid=False,
)

Table(
    "standing",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Column("created_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)

Table(
    "entry",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("payload", Text, nullable=False),
    Column("actor", Integer),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Column("at_ms", BigInteger, nullable=False),
    Column("ruleset_version", Integer, nullable=False),
    Index(
        "ix_entry_note",
        "game_id",
        "position",
        sqlite_where=text("kind = 'note'"),
        postgresql_where=text("kind = 'note'"),
    ),
    sqlite_with_rowid=False,
)

Table(
    "snapshot",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("schema_number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

Table(
    "watch",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True, index=True),
    Column("since_ms", BigInteger, nullable=False),
    Column("notified_position", Integer, nullable=False),
    Column("reported", Integer, nullable=False),
)

Table(
    "turn_taken",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("year", Integer, primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("player.id"), index=True),
    Column("kind", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("began_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("deadline_ms", BigInteger),
    Column("late", Boolean, nullable=False),
    Column("played_by", String, nullable=False),
    Column("took_ms", BigInteger, Computed("ended_ms - began_ms", persisted=True)),
    Index(None, "kind", "player_id", "late", "played_by"),
    Index(None, "kind", "seats", "played_by", "took_ms", "late", "player_id"),
)

Table(
    "proposal",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("to_position", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("of_departed", Boolean, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "game_id", "status"),
    Index(None, "status", "expires_ms"),
)

Table(
    "consent",
    metadata,
    Column("proposal_id", Integer, ForeignKey("proposal.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

Table(
    "standby",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    Index(None, "kind", "since_ms"),
)

Table(
    "offer",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("made_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "game_id", "seat"),
    Index(None, "status", "expires_ms"),
)

Table(
    "result",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), index=True),
    Column("kind", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("winners", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Index(None, "kind", "player_id"),
)

Table(
    "rating",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("kind", String, nullable=False),
    Column("place", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "kind", "player_id", "at_ms", "game_id"),
)

Table(
    "sight",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, ForeignKey("game.id"), nullable=False),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False, index=True),
    Column("dispute_id", Integer, ForeignKey("dispute.id")),
    Column("from_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
    Index(None, "game_id", "player_id"),
)

Table(
    "throw",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("year", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("purpose", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("sides", String, primary_key=True),
    Column("face", String, primary_key=True),
    Column("fell", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("player.id")),
    Column("kind", String, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "kind"),
    Index(None, "player_id", "kind"),
)

Table(
    "waiting_list",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("pace", String, nullable=False),
    Column("playing_days", String, nullable=False),
    Column("zone", String, nullable=False),
    Column("late", String, nullable=False),
    Column("press", String, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("commitment", String, nullable=False),
    Column("opened_by", Integer, ForeignKey("player.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("game_id", Integer, ForeignKey("game.id")),
    Column("beacon", Text),
    Column("round", BigInteger),
    Column("full_ms", BigInteger),
    Column("seed", LargeBinary, nullable=False),
    Index(None, "status", "expires_ms"),
)

Table(
    "waiting_player",
    metadata,
    Column("list_id", Integer, ForeignKey("waiting_list.id"), primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True, index=True),
    Column("from_server", Boolean, nullable=False),
    Column("joined_ms", BigInteger, nullable=False),
    Column("salt", Text, nullable=False),
)

Table(
    "invitation",
    metadata,
    Column("list_id", Integer, ForeignKey("waiting_list.id"), primary_key=True),
    Column("address", String, primary_key=True, index=True),
    Column("invited_by", Integer, ForeignKey("player.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("declined_ms", BigInteger),
)
