"""Keys of players' names, so that no new name can be taken for another."""

import sqlalchemy as sa
from alembic import op

from pbem.naming import keys_of

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Go from 0025 to 0026; everybody keeps their name, and of names that are alike the older one has the keys."""
    name_key = op.create_table(
        "name_key",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_name_key_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_name_key")),
    )
    op.create_index(op.f("ix_name_key_player_id"), "name_key", ["player_id"])
    player = sa.table("player", sa.column("id"), sa.column("name"), sa.column("guest"))
    names = op.get_bind().execute(sa.select(player.c.id, player.c.name).where(~player.c.guest).order_by(player.c.id))
    owners: dict[str, int] = {}
    for player_id, name in names:
        for key in keys_of(name):
            owners.setdefault(key, player_id)
    op.bulk_insert(name_key, [{"key": key, "player_id": player_id} for key, player_id in owners.items()])
