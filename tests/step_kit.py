"""A version of the program to come, whose schema has one step more; what is lost on the way back from it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.store import schema

NOW = schema.SCHEMA
NEXT = f"{int(NOW) + 1:04}"
STEP = f'''"""A step that is made up."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{NOW}"


def upgrade() -> None:
    op.create_table("medal", sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True))
    with op.batch_alter_table("game") as batch:
        batch.add_column(sa.Column("motto", sa.Text()))


def downgrade() -> None:
    with op.batch_alter_table("game") as batch:
        batch.drop_column("motto")
    op.drop_table("medal")
'''


@contextmanager
def next_version(folder: Path, step: str = STEP) -> Iterator[None]:
    """Be the version to come for the length of the block; its step is written into a folder."""
    folder.mkdir(exist_ok=True)
    (folder / f"{NEXT}_made_up.py").write_text(step)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "SCHEMA", NEXT)
        patch.setattr(schema, "VERSIONS", (*schema.VERSIONS, folder))
        yield
