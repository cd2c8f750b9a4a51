"""Analyses: moments of games that somebody plays on for themselves, and what they tried from there."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Go from 0021 to 0022; nobody has tried anything."""
    game = op.f("fk_analysis_game_id_game")
    player = op.f("fk_analysis_player_id_player")
    analysis = op.f("fk_analysis_node_analysis_id_analysis")
    op.create_table(
        "analysis",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("visitor", sa.String(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("supposed", sa.Text(), nullable=False),
        sa.Column("share", sa.String(), nullable=True),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=game, ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=player, ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analysis")),
        sa.UniqueConstraint("mark", name=op.f("uq_analysis_mark")),
        sa.UniqueConstraint("share", name=op.f("uq_analysis_share")),
    )
    for column in ("game_id", "player_id", "used_ms", "visitor"):
        op.create_index(op.f(f"ix_analysis_{column}"), "analysis", [column])
    op.create_table(
        "analysis_node",
        sa.Column("analysis_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["analysis_id"], ["analysis.id"], name=analysis, ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("analysis_id", "number", name=op.f("pk_analysis_node")),
    )
