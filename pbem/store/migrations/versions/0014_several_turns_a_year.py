"""Turns are counted by their number within the year, in which a seat may have several."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_KEPT = "game_id, year, seat, player_id, kind, seats, began_ms, ended_ms, deadline_ms, late, played_by"
_MOVE = f"""
    INSERT INTO turn_taken (turn, {_KEPT})
    SELECT row_number() OVER (PARTITION BY game_id, year ORDER BY ended_ms, seat), {_KEPT} FROM turn_taken_before
"""


def upgrade() -> None:
    """Go from 0013 to 0014; seats had one turn a year, and turns are numbered in the order in which they ended."""
    op.drop_index("ix_turn_taken_player_id", "turn_taken")
    op.drop_index("ix_turn_taken_kind_player_id_late_played_by", "turn_taken")
    op.drop_index("ix_turn_taken_kind_seats_played_by_took_ms_late_player_id", "turn_taken")
    op.rename_table("turn_taken", "turn_taken_before")
    op.create_table(
        "turn_taken",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("began_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.Column("took_ms", sa.BigInteger(), sa.Computed("ended_ms - began_ms", persisted=True), nullable=True),
        sa.Column("deadline_ms", sa.BigInteger(), nullable=True),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("played_by", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_turn_taken_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_turn_taken_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "year", "turn", name=op.f("pk_turn_taken")),
    )
    op.execute(_MOVE)
    op.drop_table("turn_taken_before")
    op.create_index(op.f("ix_turn_taken_player_id"), "turn_taken", ["player_id"])
    op.create_index(
        op.f("ix_turn_taken_kind_player_id_late_played_by"), "turn_taken", ["kind", "player_id", "late", "played_by"]
    )
    op.create_index(
        op.f("ix_turn_taken_kind_seats_played_by_took_ms_late_player_id"),
        "turn_taken",
        ["kind", "seats", "played_by", "took_ms", "late", "player_id"],
    )
