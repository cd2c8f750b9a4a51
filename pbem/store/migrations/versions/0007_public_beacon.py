"""Public randomness: the round that a list names and a game's dice are drawn with, and whose words the server chose."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_BY_SERVER = re.compile("[0-9a-f]{16}")
"""The words that the server chooses for who names none."""


def upgrade() -> None:
    """Go from 0006 to 0007; the lists and games that are there name no round."""
    with op.batch_alter_table("game", recreate="always") as game:
        game.add_column(sa.Column("beacon", sa.Text))
    with op.batch_alter_table("waiting_list", recreate="always") as waiting:
        waiting.add_column(sa.Column("beacon", sa.Text))
        waiting.add_column(sa.Column("round", sa.BigInteger))
        waiting.add_column(sa.Column("full_ms", sa.BigInteger))
    _mark_words_of_server()


def _mark_words_of_server() -> None:
    with op.batch_alter_table("waiting_player") as waiting:
        waiting.add_column(sa.Column("from_server", sa.Boolean))
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT list_id, player_id, salt FROM waiting_player")).all()
    for list_id, player_id, salt in rows:
        connection.execute(
            sa.text("UPDATE waiting_player SET from_server = :by WHERE list_id = :list AND player_id = :player"),
            {"by": _BY_SERVER.fullmatch(salt) is not None, "list": list_id, "player": player_id},
        )
    with op.batch_alter_table("waiting_player") as waiting:
        waiting.alter_column("from_server", existing_type=sa.Boolean, nullable=False)
