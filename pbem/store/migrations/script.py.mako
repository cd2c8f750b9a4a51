"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = "${up_revision}"
down_revision = "${down_revision}"


def upgrade() -> None:
    """Goes from ${down_revision} to ${up_revision}. There is no way back but a backup."""
    ${upgrades if upgrades else "pass"}
