"""Players may choose that the subject of a mail says when it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Go from 0019 to 0020; whoever has chosen anything keeps subjects that are always the same."""
    with op.batch_alter_table("preferences") as preferences:
        preferences.add_column(sa.Column("subjects", sa.String(), nullable=False, server_default="same"))
    with op.batch_alter_table("preferences") as preferences:
        preferences.alter_column("subjects", existing_type=sa.String(), server_default=None)
