"""Letters that are looked for in a mailbox, and the local parts that mails came from."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Go from 0014 to 0015."""
    op.create_table(
        "mailbox_folder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("uid_validity", sa.BigInteger(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mailbox_folder")),
        sa.UniqueConstraint(
            "account", "name", "uid_validity", name=op.f("uq_mailbox_folder_account_name_uid_validity")
        ),
    )
    op.create_table(
        "mailbox_letter",
        sa.Column("folder_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.Column("marked", sa.Boolean(), nullable=False),
        sa.Column("looked_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["folder_id"], ["mailbox_folder.id"], name=op.f("fk_mailbox_letter_folder_id_mailbox_folder")
        ),
        sa.PrimaryKeyConstraint("folder_id", "uid", name=op.f("pk_mailbox_letter")),
    )
    op.create_index(
        "ix_mailbox_letter_unmarked",
        "mailbox_letter",
        ["folder_id"],
        sqlite_where=sa.text("taken AND NOT marked"),
        postgresql_where=sa.text("taken AND NOT marked"),
    )
    op.create_table(
        "mail_sender",
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_mail_sender_mail_id_mail")),
        sa.PrimaryKeyConstraint("mail_id", name=op.f("pk_mail_sender")),
    )
