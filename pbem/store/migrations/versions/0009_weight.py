"""Bytes of mails kept without the picture that all mails of a position share, and indexes that find what is old."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Go from 0008 to 0009; mails that were sent keep their bytes as they are.

    Drawings were a cache and go: a drawing is kept with the first mail that shows it from now on, and with no other.
    """
    for name, table, column, kept in (
        ("ix_letter_kept", "letter", "received_ms", "length(raw) > 0"),
        ("ix_mail_kept", "mail", "sent_ms", "raw IS NOT NULL"),
    ):
        op.create_index(name, table, [column], sqlite_where=sa.text(kept), postgresql_where=sa.text(kept))
    op.execute("DELETE FROM picture")
    op.drop_index(op.f("ix_picture_created_ms"), "picture")
    op.create_table(
        "mail_bytes",
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.Column("picture", sa.String, nullable=True),
        sa.Column("sent_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_mail_bytes_mail_id_mail")),
        sa.ForeignKeyConstraint(["picture"], ["picture.digest"], name=op.f("fk_mail_bytes_picture_picture")),
        sa.PrimaryKeyConstraint("mail_id", name=op.f("pk_mail_bytes")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_mail_bytes_picture"), "mail_bytes", ["picture"])
    op.create_index(op.f("ix_mail_bytes_sent_ms"), "mail_bytes", ["sent_ms"])
