"""Endings that letters of a player have had, so that what always stands there is known to be no order."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Go from 0017 to 0018; nothing has been learned before."""
    op.create_table(
        "ending",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("orders", sa.String(), nullable=False),
        sa.Column("seen_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_ending_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "mark", name=op.f("pk_ending")),
    )
