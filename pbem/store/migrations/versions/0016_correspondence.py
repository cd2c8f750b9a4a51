"""Mail between the server and people: answers counted, mails that come back, letters not read, and mails not wanted."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Go from 0015 to 0016; nobody has been counted, and every address is taken to be good."""
    op.create_table(
        "answer_count",
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("same", sa.Integer(), nullable=False),
        sa.Column("idle", sa.Integer(), nullable=False),
        sa.Column("last_ms", sa.BigInteger(), nullable=False),
        sa.Column("answered_ms", sa.BigInteger(), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("who", name=op.f("pk_answer_count")),
    )
    op.create_index(op.f("ix_answer_count_last_ms"), "answer_count", ["last_ms"])
    op.create_table(
        "reach",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("halves", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("day_halves", sa.Integer(), nullable=False),
        sa.Column("last_ms", sa.BigInteger(), nullable=False),
        sa.Column("probe_id", sa.String(), nullable=False),
        sa.Column("probe_ms", sa.BigInteger(), nullable=True),
        sa.Column("suspended_ms", sa.BigInteger(), nullable=True),
        sa.Column("first_day", sa.String(), nullable=False),
        sa.Column("last_day", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_reach_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_reach")),
    )
    op.create_index(op.f("ix_reach_probe_id"), "reach", ["probe_id"])
    op.create_index(op.f("ix_reach_suspended_ms"), "reach", ["suspended_ms"])
    op.create_table(
        "ignored_letter",
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("asked_ms", sa.BigInteger(), nullable=True),
        sa.Column("told_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_ignored_letter_letter_id_letter")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_ignored_letter_player_id_player")),
        sa.PrimaryKeyConstraint("letter_id", name=op.f("pk_ignored_letter")),
    )
    op.create_index(op.f("ix_ignored_letter_player_id_at_ms"), "ignored_letter", ["player_id", "at_ms"])
    op.create_index(op.f("ix_ignored_letter_at_ms"), "ignored_letter", ["at_ms"])
    _create_choices()


def _create_choices() -> None:
    op.create_table(
        "unsubscription",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("before", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_unsubscription_player_id_player")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_unsubscription")),
        sa.UniqueConstraint("player_id", "topic", "tag", name=op.f("uq_unsubscription_player_id_topic_tag")),
    )
    op.create_table(
        "optional_mail",
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_optional_mail_mail_id_mail")),
        sa.PrimaryKeyConstraint("mail_id", name=op.f("pk_optional_mail")),
    )
    op.create_table(
        "unwanted",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_unwanted_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "topic", name=op.f("pk_unwanted")),
    )
