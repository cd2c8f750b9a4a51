"""Processes of a server that run beside each other, and what each of them claims to be at."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make the tables, in which nothing stands while no server runs."""
    op.create_table(
        "process",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_process")),
    )
    op.create_table(
        "claim",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("process_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["process_id"], ["process.id"], name=op.f("fk_claim_process_id_process"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("kind", "key", name=op.f("pk_claim")),
    )
    op.create_index(op.f("ix_claim_process_id"), "claim", ["process_id"])
    op.create_table(
        "page_count",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_page_count")),
    )
    op.create_index(op.f("ix_page_count_until_ms"), "page_count", ["until_ms"])


def downgrade() -> None:
    """Drop the tables: limits of pages begin anew, as they did with each start."""
    for table in ("page_count", "claim", "process"):
        op.drop_table(table)
