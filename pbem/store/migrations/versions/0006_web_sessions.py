"""Browsers in which players are signed in, as rows that the server can end."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Go from 0005 to 0006; whoever was signed in signs in once more."""
    op.create_table(
        "web_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String, nullable=False),
        sa.Column("token_hash", sa.String, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("agent", sa.String, nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("seen_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_web_session_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_session")),
        sa.UniqueConstraint("mark", name=op.f("uq_web_session_mark")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_web_session_token_hash")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_web_session_player_id"), "web_session", ["player_id"])
    op.create_index(op.f("ix_sign_in_player_id"), "sign_in", ["player_id"])
    with op.batch_alter_table("address_change", recreate="always") as change:
        change.add_column(sa.Column("session_id", sa.Integer()))
