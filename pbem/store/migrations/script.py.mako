"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = "${up_revision}"
down_revision = "${down_revision}"


def upgrade() -> None:
    """Go from ${down_revision} to ${up_revision}."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go back, without what ${down_revision} has no place for."""
    ${downgrades if downgrades else "pass"}
