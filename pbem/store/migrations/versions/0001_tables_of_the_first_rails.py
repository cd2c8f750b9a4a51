"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Go from an empty database to 0001."""
    _create_players_and_games()
    _create_inbox_and_outbox()
    _create_log()
    _create_turns()
    _create_sign_in_and_meta()


def _create_players_and_games() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("bot", sa.String),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.CheckConstraint("address = lower(address)", name=op.f("ck_player_address_lower")),
        sa.UniqueConstraint("address", name=op.f("uq_player_address")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("tag", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("ruleset_version", sa.Integer, nullable=False),
        sa.Column("turn_days", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("root_message_id", sa.String, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("active_seat", sa.Integer),
        sa.Column("active_bot", sa.String),
        sa.Column("deadline_ms", sa.BigInteger),
        sa.Column("reminded", sa.Boolean, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("final_position", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("tag", name=op.f("uq_game_tag")),
    )
    op.create_index(op.f("ix_game_status_deadline_ms"), "game", ["status", "deadline_ms"])
    bot_is_due = sa.text("active_bot IS NOT NULL")
    op.create_index("ix_game_bot_due", "game", ["id"], sqlite_where=bot_is_due, postgresql_where=bot_is_due)
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("token", sa.String, nullable=False),
        sa.Column("token_revoked_ms", sa.BigInteger),
        sa.Column("salt", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
        sa.UniqueConstraint("token", name=op.f("uq_seat_token")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])


def _create_inbox_and_outbox() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("message_id", sa.String, nullable=False),
        sa.Column("recipient_token", sa.String, nullable=False),
        sa.Column("mail_from", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("received_ms", sa.BigInteger, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("game_id", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint(
            "recipient_token", "message_id", "digest", name=op.f("uq_letter_recipient_token_message_id_digest")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_letter_game_id_game")),
    )
    op.create_index(op.f("ix_letter_status_id"), "letter", ["status", "id"])
    op.create_table(
        "mail",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("message_id", sa.String, nullable=False),
        sa.Column("game_id", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("to_address", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("in_reply_to", sa.String),
        sa.Column("references_", sa.Text, nullable=False),
        sa.Column("auto", sa.String, nullable=False),
        sa.Column("position", sa.Integer),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next_ms", sa.BigInteger, nullable=False),
        sa.Column("last_reply", sa.Text),
        sa.Column("sent_ms", sa.BigInteger),
        sa.Column("raw", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail")),
        sa.UniqueConstraint("message_id", name=op.f("uq_mail_message_id")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_mail_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_mail_player_id_player")),
    )
    op.create_index(op.f("ix_mail_status_next_ms"), "mail", ["status", "next_ms"])
    op.create_index(op.f("ix_mail_game_id_seat"), "mail", ["game_id", "seat"])
    op.create_index(op.f("ix_mail_player_id"), "mail", ["player_id"])


def _create_log() -> None:
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("letter_id", sa.Integer),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("ruleset_version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "position", name=op.f("pk_entry")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id_game")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_entry_letter_id_letter")),
        sqlite_with_rowid=False,
    )
    op.execute(
        "CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )
    op.execute(
        "CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )
    op.execute(
        "CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry "
        "WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )
    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("schema_number", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_snapshot")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_snapshot_game_id_game")),
    )


def _create_turns() -> None:
    op.create_table(
        "draft",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("letter_id", sa.Integer),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_draft")),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_draft_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_draft_letter_id_letter")),
    )
    op.create_table(
        "applied",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", "year", "turn", "digest", name=op.f("pk_applied")),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_applied_game_id_seat_seat")
        ),
        sqlite_with_rowid=False,
    )


def _create_sign_in_and_meta() -> None:
    op.create_table(
        "sign_in",
        sa.Column("token_hash", sa.String, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sign_in")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sign_in_player_id_player")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
