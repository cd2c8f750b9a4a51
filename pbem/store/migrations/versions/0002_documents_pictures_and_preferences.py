"""Mails with their structure, drawn maps, and what players choose."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go from 0001 to 0002: new tables, and an index that lists of games need; no row is written again."""
    _create_preferences()
    _create_documents_and_pictures()
    op.create_index(op.f("ix_game_kind_status"), "game", ["kind", "status"])


def _create_preferences() -> None:
    op.create_table(
        "preferences",
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("format", sa.String, nullable=False),
        sa.Column("reports", sa.String, nullable=False),
        sa.Column("reminders", sa.Boolean, nullable=False),
        sa.Column("calendar_token", sa.String),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_preferences")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_preferences_player_id_player")),
        sa.UniqueConstraint("calendar_token", name=op.f("uq_preferences_calendar_token")),
    )
    op.create_table(
        "address_change",
        sa.Column("token_hash", sa.String, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_address_change")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_address_change_player_id_player")),
    )


def _create_documents_and_pictures() -> None:
    op.create_table(
        "mail_document",
        sa.Column("mail_id", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("mail_id", name=op.f("pk_mail_document")),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_mail_document_mail_id_mail")),
    )
    op.create_table(
        "picture",
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("png", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_picture")),
    )
    op.create_index(op.f("ix_picture_created_ms"), "picture", ["created_ms"])
