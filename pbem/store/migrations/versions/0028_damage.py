"""Damage: since when a game's log is known to be damaged, and the CRC-32 of what mails say as it was written."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the columns, which are NULL in all rows so far."""
    with op.batch_alter_table("game", recreate="always") as batch:
        batch.add_column(sa.Column("damaged_ms", sa.BigInteger()))
    with op.batch_alter_table("mail", recreate="always") as batch:
        batch.add_column(sa.Column("crc32", sa.BigInteger()))


def downgrade() -> None:
    """Drop the columns: a damaged game stays on hold, and its log says why."""
    with op.batch_alter_table("mail") as batch:
        batch.drop_column("crc32")
    with op.batch_alter_table("game") as batch:
        batch.drop_column("damaged_ms")
