"""Letters, mails and press, as the baseline has them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from pbem.store.migrations.baseline.base import metadata

Table(
    "mail",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message_id", String, nullable=False, unique=True),
    Column("game_id", Integer, ForeignKey("game.id")),
    Column("seat", Integer),
    Column("player_id", Integer, ForeignKey("player.id"), index=True),
    Column("sender", String),
    Column("to_address", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("in_reply_to", String),
    Column("references_", Text, nullable=False),
    Column("auto", String, nullable=False),
    Column("position", Integer),
    Column("created_ms", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_ms", BigInteger, nullable=False),
    Column("last_reply", Text),
    Column("sent_ms", BigInteger),
    Column("number", Integer),
    Column("raw", LargeBinary),
    UniqueConstraint("player_id", "number"),
    Index(None, "game_id", "seat"),
    Index("ix_mail_kept", "sent_ms", sqlite_where=text("raw IS NOT NULL"), postgresql_where=text("raw IS NOT NULL")),
    Index(None, "status", "next_ms"),
)

Table(
    "mail_document",
    metadata,
    Column("mail_id", Integer, ForeignKey("mail.id"), primary_key=True),
    Column("document", Text, nullable=False),
)

Table(
    "mail_bytes",
    metadata,
    Column("mail_id", Integer, ForeignKey("mail.id"), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
    Column("picture", String, ForeignKey("picture.digest"), index=True),
    Column("sent_ms", BigInteger, index=True),
)

Table(
    "mail_failure",
    metadata,
    Column("mail_id", Integer, ForeignKey("mail.id"), primary_key=True),
    Column("cause", String, nullable=False),
    Column("step", String, nullable=False),
    Column("times", Integer, nullable=False),
    Column("waited_ms", BigInteger, nullable=False),
)

Table(
    "optional_mail",
    metadata,
    Column("mail_id", Integer, ForeignKey("mail.id"), primary_key=True),
    Column("topic", String, nullable=False),
    Column("tag", String, nullable=False),
)

Table(
    "picture",
    metadata,
    Column("digest", String, primary_key=True),
    Column("png", LargeBinary, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

Table(
    "letter",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message_id", String, nullable=False),
    Column("recipient_token", String, nullable=False),
    Column("mail_from", String, nullable=False),
    Column("digest", String, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("game_id", Integer, ForeignKey("game.id")),
    Column("seat", Integer),
    Column("mark", String, nullable=False, unique=True),
    UniqueConstraint("recipient_token", "message_id", "digest"),
    Index(None, "game_id", "id"),
    Index(
        "ix_letter_kept", "received_ms", sqlite_where=text("length(raw) > 0"), postgresql_where=text("length(raw) > 0")
    ),
    Index(None, "status", "id"),
)

Table(
    "bounce",
    metadata,
    Column("letter_id", Integer, ForeignKey("letter.id"), primary_key=True),
    Column("mail_id", Integer, ForeignKey("mail.id"), nullable=False, index=True),
    Column("failed", Boolean, nullable=False),
    Column("reply", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

Table(
    "letter_origin",
    metadata,
    Column("letter_id", Integer, ForeignKey("letter.id"), primary_key=True),
    Column("way", String, nullable=False),
    Column("peer", String, nullable=False),
    Column("helo", String, nullable=False),
    Column("proof", Text, nullable=False),
    Column("looks", Integer, nullable=False),
    Column("look_ms", BigInteger),
)

Table(
    "press",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, ForeignKey("game.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("readers", String, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("passed_on", Boolean, nullable=False),
    Column("letter_id", Integer, ForeignKey("letter.id")),
    Index(None, "game_id", "at_ms"),
    Index("ix_press_waiting", "at_ms", sqlite_where=text("NOT passed_on"), postgresql_where=text("NOT passed_on")),
)

Table(
    "press_kept",
    metadata,
    Column("press_id", Integer, ForeignKey("press.id"), primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True, index=True),
)

Table(
    "mute",
    metadata,
    Column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
)

Table(
    "reach",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("address", String, nullable=False),
    Column("halves", Integer, nullable=False),
    Column("day", String, nullable=False),
    Column("day_halves", Integer, nullable=False),
    Column("last_ms", BigInteger, nullable=False),
    Column("probe_id", String, nullable=False, index=True),
    Column("probe_ms", BigInteger),
    Column("suspended_ms", BigInteger, index=True),
    Column("first_day", String, nullable=False),
    Column("last_day", String, nullable=False),
)

Table(
    "answer_count",
    metadata,
    Column("who", String, primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("digest", String, nullable=False),
    Column("same", Integer, nullable=False),
    Column("idle", Integer, nullable=False),
    Column("last_ms", BigInteger, nullable=False),
    Column("answered_ms", BigInteger, nullable=False),
    Column("unanswered", Integer, nullable=False),
    Column("is_announced", Boolean, nullable=False),
    Index(None, "last_ms"),
)

Table(
    "caused_mail",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id", ondelete="CASCADE"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "player_id", "at_ms"),
)

Table(
    "digest",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("sent_ms", BigInteger, nullable=False),
)

Table(
    "ending",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("mark", String, primary_key=True),
    Column("text", Text, nullable=False),
    Column("letters", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("orders", String, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
)

Table(
    "ignored_letter",
    metadata,
    Column("letter_id", Integer, ForeignKey("letter.id"), primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id")),
    Column("reason", String, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("requested_ms", BigInteger),
    Column("notified_ms", BigInteger),
    Index(None, "at_ms"),
    Index(None, "player_id", "at_ms"),
)

Table(
    "mailbox_folder",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    Column("account", String, nullable=False),
    Column("name", String, nullable=False),
    Column("uid_validity", BigInteger, nullable=False),
    UniqueConstraint("account", "name", "uid_validity"),
)

Table(
    "mailbox_letter",
    metadata,
    Column("folder_id", Integer, ForeignKey("mailbox_folder.id"), primary_key=True),
    Column("uid", BigInteger, primary_key=True),
    Column("taken", Boolean, nullable=False),
    Column("marked", Boolean, nullable=False),
    Column("looked_ms", BigInteger, nullable=False),
    Index(
        "ix_mailbox_letter_unmarked",
        "folder_id",
        sqlite_where=text("taken AND NOT marked"),
        postgresql_where=text("taken AND NOT marked"),
    ),
)

Table(
    "mail_sender",
    metadata,
    Column("mail_id", Integer, ForeignKey("mail.id"), primary_key=True),
    Column("token", String, nullable=False),
)

Table(
    "mail_hold",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("cause", String, nullable=False),
    Column("step", String, nullable=False),
    Column("reply", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("next_ms", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
)

Table(
    "unproved",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("notified_ms", BigInteger, nullable=False),
    Column("since", Integer, nullable=False),
)

Table(
    "unsubscription",
    metadata,
    Column("token", String, primary_key=True),
    Column("player_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("topic", String, nullable=False),
    Column("tag", String, nullable=False),
    Column("ended_ms", BigInteger),
    Column("before", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    UniqueConstraint("player_id", "topic", "tag"),
)

Table(
    "unwanted",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("topic", String, primary_key=True),
)
