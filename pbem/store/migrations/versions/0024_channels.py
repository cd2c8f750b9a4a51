"""Devices and webhooks by which notices reach players, and what each was last told of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Go from 0023 to 0024; nobody has a channel."""
    player, session = op.f("fk_channel_player_id_player"), op.f("fk_channel_session_id_web_session")
    channel, game = op.f("fk_channel_game_channel_id_channel"), op.f("fk_channel_game_game_id_game")
    op.create_table(
        "channel",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=True),
        sa.Column("auth_secret", sa.String(), nullable=True),
        sa.Column("session_id", sa.Integer(), nullable=True),
        sa.Column("events", sa.String(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("last_ms", sa.BigInteger(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failure", sa.String(), nullable=False),
        sa.Column("failing_ms", sa.BigInteger(), nullable=True),
        sa.Column("retry_ms", sa.BigInteger(), nullable=False),
        sa.Column("paused_ms", sa.BigInteger(), nullable=True),
        sa.Column("tested_ms", sa.BigInteger(), nullable=True),
        sa.Column("test_waits", sa.Boolean(), nullable=False),
        sa.Column("hour_ms", sa.BigInteger(), nullable=False),
        sa.Column("hour_count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=player, ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["web_session.id"], name=session, ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
        sqlite_autoincrement=True,
    )
    for column in ("address", "player_id", "session_id"):
        op.create_index(op.f(f"ix_channel_{column}"), "channel", [column])
    op.create_table(
        "channel_game",
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("moment", sa.Text(), nullable=False),
        sa.Column("sent_ms", sa.BigInteger(), nullable=False),
        sa.Column("reminded_ms", sa.BigInteger(), nullable=False),
        sa.Column("sending", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=channel, ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=game, ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("channel_id", "game_id", name=op.f("pk_channel_game")),
    )
    op.create_index(op.f("ix_channel_game_game_id"), "channel_game", ["game_id"])
