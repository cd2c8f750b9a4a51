"""The purpose of a game, whose it is where it is not a match, and players who are guests."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Go from 0020 to 0021; all games are matches, whose logs cannot be removed, and no player is a guest."""
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("purpose", sa.String(), nullable=False, server_default="match"))
        game.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        game.create_foreign_key(op.f("fk_game_owner_id_player"), "player", ["owner_id"], ["id"])
    with op.batch_alter_table("game") as game:
        game.alter_column("purpose", existing_type=sa.String(), server_default=None)
    op.create_index(
        "ix_game_owner",
        "game",
        ["owner_id"],
        sqlite_where=sa.text("owner_id IS NOT NULL"),
        postgresql_where=sa.text("owner_id IS NOT NULL"),
    )
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("guest", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("player") as player:
        player.alter_column("guest", existing_type=sa.Boolean(), server_default=None)
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER entry_never_goes")
        op.execute(
            "CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry "
            "WHEN (SELECT purpose FROM game WHERE id = OLD.game_id) = 'match' "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )
