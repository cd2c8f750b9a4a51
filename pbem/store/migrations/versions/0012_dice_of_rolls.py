"""Rolls are counted with the dice they were thrown with: an edited box changes what new games are judged by alone."""

import json
from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_FACES = ("straight", "curve", "share", "?")
_BEGUN = "SELECT game_id, payload FROM entry WHERE kind = 'event' AND payload LIKE '%\"GameBegan\"%'"


def upgrade() -> None:
    """Go from 0011 to 0012; how many sides show each face stands in the beginning of every game."""
    connection = op.get_bind()
    with op.batch_alter_table("throw") as throw:
        throw.add_column(sa.Column("sides", sa.String))
    for game_id, payload in connection.execute(sa.text(_BEGUN)).all():
        faces = Counter(json.loads(json.loads(payload)["components"])["die"]["simple"]["faces"])
        sides = "".join(str(faces[face]) for face in _FACES)
        connection.execute(
            sa.text("UPDATE throw SET sides = :sides WHERE game_id = :game_id"), {"sides": sides, "game_id": game_id}
        )
    with op.batch_alter_table("throw") as throw:
        throw.alter_column("sides", existing_type=sa.String, nullable=False)
