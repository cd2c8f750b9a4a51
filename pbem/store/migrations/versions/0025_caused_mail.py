"""Acts by which players have others mailed, and rollbacks that took back what somebody who had left had played."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Go from 0024 to 0025; nobody has had others mailed, and what was taken back before counts as it did."""
    op.create_table(
        "caused_mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_caused_mail_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_caused_mail")),
    )
    op.create_index(op.f("ix_caused_mail_player_id_at_ms"), "caused_mail", ["player_id", "at_ms"])
    with op.batch_alter_table("proposal") as proposal:
        proposal.add_column(sa.Column("of_departed", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("proposal") as proposal:
        proposal.alter_column("of_departed", existing_type=sa.Boolean(), server_default=None)
