"""Forms that were sent, so that none is dealt with twice; and the pages that links to sign in lead to."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Go from 0010 to 0011; links that were mailed before lead where they led."""
    op.create_table(
        "sent_form",
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("sent_ms", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sent_form_player_id_player")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sent_form")),
    )
    op.create_index(op.f("ix_sent_form_sent_ms"), "sent_form", ["sent_ms"])
    with op.batch_alter_table("sign_in", recreate="always") as link:
        link.add_column(sa.Column("onward", sa.Text()))
