"""Requests that wait to be confirmed by a code or by an answer, and addresses that their owners renew."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Go from 0004 to 0005; acts that waited for a bare `confirm` are void, since nobody was mailed a code."""
    op.drop_table("pending_act")
    op.create_table(
        "confirmation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("message_id", sa.String, nullable=False),
        sa.Column("code_hash", sa.String, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_confirmation_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_confirmation_player_id_player")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_confirmation_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_confirmation")),
    )
    op.create_index(op.f("ix_confirmation_player_id"), "confirmation", ["player_id"])
    op.create_index(op.f("ix_confirmation_game_id_seat"), "confirmation", ["game_id", "seat"])
    op.create_index(op.f("ix_confirmation_expires_ms"), "confirmation", ["expires_ms"])
    for table in ("player", "seat"):
        with op.batch_alter_table(table, recreate="always") as changed:
            changed.add_column(sa.Column("token_renewed_ms", sa.BigInteger))
