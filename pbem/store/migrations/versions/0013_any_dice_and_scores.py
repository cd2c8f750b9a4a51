"""Rolls are counted with dice of any faces, and results with whatever a game counts to place its players."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_FACES = {"straight": "straight", "curve": "curve", "share": "share", "?": "wild"}
"""The faces that dice could have, in the order of the digits in `sides`, with the columns that counted them."""
_MOVE = """
    INSERT INTO throw (game_id, epoch, year, seat, purpose, number, sides, face, fell, player_id, kind, at_ms)
    SELECT game_id, epoch, year, seat, 'roll', 0, :sides, :face, {column}, player_id, kind, at_ms
    FROM throw_before WHERE sides = :digits AND {column} > 0
"""


def upgrade() -> None:
    """Go from 0012 to 0013; a roll of a year was the only one of its seat, and began with its first die."""
    with op.batch_alter_table("result") as result:
        result.alter_column("passengers", new_column_name="score", existing_type=sa.Integer())
    op.drop_index("ix_throw_player_id_kind", "throw")
    op.drop_index("ix_throw_kind", "throw")
    op.rename_table("throw", "throw_before")
    op.create_table(
        "throw",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sides", sa.String(), nullable=False),
        sa.Column("face", sa.String(), nullable=False),
        sa.Column("fell", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_throw_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_throw_player_id_player")),
        sa.PrimaryKeyConstraint(
            "game_id", "epoch", "year", "seat", "purpose", "number", "sides", "face", name=op.f("pk_throw")
        ),
    )
    _move()
    op.drop_table("throw_before")
    op.create_index(op.f("ix_throw_player_id_kind"), "throw", ["player_id", "kind"])
    op.create_index(op.f("ix_throw_kind"), "throw", ["kind"])


def _move() -> None:
    """Copy what fell, a row for each face of a roll; a die's sides are a JSON list in the order of their texts."""
    connection = op.get_bind()
    for (digits,) in connection.execute(sa.text("SELECT DISTINCT sides FROM throw_before")).all():
        faces = [face for face, number in zip(_FACES, digits, strict=True) for _ in range(int(number))]
        sides = json.dumps(sorted(faces), ensure_ascii=False, separators=(",", ":"))
        for face, column in _FACES.items():
            move = sa.text(_MOVE.format(column=column))
            connection.execute(move, {"sides": sides, "face": face, "digits": digits})
