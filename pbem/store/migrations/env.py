"""The script that Alembic runs: it applies the migrations, on the connection that it is given.

A new migration is drafted from the difference between the models and a migrated database, then read and corrected:

    cd pbem/store/migrations
    alembic -x database=PATH revision --autogenerate --rev-id 0027 -m "Say what changes"

and `pbem.store.engine.SCHEMA` is raised to its number.
"""

from pathlib import Path

from alembic import context
from sqlalchemy import Connection

from pbem.store.engine import all_tables, create_migrating_engine


def _run_on(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=all_tables(), render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


def _run_on_named_database() -> None:
    engine = create_migrating_engine(Path(context.get_x_argument(as_dictionary=True)["database"]))
    with engine.begin() as connection:
        _run_on(connection)
    engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    _run_on_named_database()
else:
    _run_on(given)
