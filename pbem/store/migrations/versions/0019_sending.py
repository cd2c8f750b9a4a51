"""Reasons why mails are not sent yet, or were given up, and the hold of all mails."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Go from 0018 to 0019; mails that failed before have no cause."""
    op.create_table(
        "mail_failure",
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("waited_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_mail_failure_mail_id_mail")),
        sa.PrimaryKeyConstraint("mail_id", name=op.f("pk_mail_failure")),
    )
    op.create_table(
        "mail_hold",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("next_ms", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_hold")),
    )
