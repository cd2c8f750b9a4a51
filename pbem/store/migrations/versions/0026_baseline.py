"""The first schema: all tables as the program began with them.

It has the number of the last migration before the first release, so that databases that had got that far continue from
here.
"""

from alembic import op

from pbem.store.migrations.baseline import LOG_GUARDS, metadata

revision = "0026"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    metadata.create_all(op.get_bind())
    if op.get_bind().dialect.name == "sqlite":
        for guard in LOG_GUARDS:
            op.execute(guard)


def downgrade() -> None:
    """Raise NotImplementedError: what is before this is no database."""
    raise NotImplementedError("there is no schema before the first")
