"""Links in reports that sign in for one game, and the sessions that they begin."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Go from 0022 to 0023; sessions that there are hold for all games."""
    op.create_table(
        "report_link",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_report_link_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_report_link_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_report_link")),
    )
    for columns in (["player_id"], ["game_id"], ["created_ms"]):
        op.create_index(op.f(f"ix_report_link_{columns[0]}"), "report_link", columns)
    with op.batch_alter_table("web_session", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as session:
        session.add_column(sa.Column("game_tag", sa.String(), nullable=True))
