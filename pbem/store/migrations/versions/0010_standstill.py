"""Games that cannot stand still: times of disputes, rulings that supersede others, and what those who wait can do."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_DAY_MS = 86_400_000
_RULED_IN_DAYS = 14
"""Days in which open disputes have to be ruled on from now on, so that none lapses before anybody was told."""
_HELD_FOR_DAYS = 28
"""Days after which games that moderators hold continue, from now on."""


def upgrade() -> None:
    """Go from 0009 to 0010; open disputes are reminded of at once, and every ruling stands."""
    _create_rulings()
    _time_disputes()
    _let_games_end()
    _end_holds()


def _create_rulings() -> None:
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String, nullable=False),
        sa.Column("rule", sa.String, nullable=False),
        sa.Column("ruling", sa.Text(), nullable=False),
        sa.Column("ruled_by", sa.Integer(), nullable=True),
        sa.Column("ruled_ms", sa.BigInteger(), nullable=False),
        sa.Column("note_position", sa.Integer(), nullable=False),
        sa.Column("superseded_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("fk_ruling_dispute_id_dispute")),
        sa.ForeignKeyConstraint(["ruled_by"], ["player.id"], name=op.f("fk_ruling_ruled_by_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling")),
    )
    op.create_index(op.f("ix_ruling_dispute_id"), "ruling", ["dispute_id"])
    op.create_index(op.f("ix_ruling_rule_ruled_ms"), "ruling", ["rule", "ruled_ms"])
    op.execute(
        "INSERT INTO ruling (dispute_id, verdict, rule, ruling, ruled_by, ruled_ms, note_position) "
        "SELECT id, verdict, rule, ruling, ruled_by, ruled_ms, note_position FROM dispute "
        "WHERE status = 'ruled' ORDER BY ruled_ms, id"
    )


def _time_disputes() -> None:
    op.drop_index(op.f("ix_dispute_rule_ruled_ms"), "dispute")
    with op.batch_alter_table("dispute") as dispute:
        for name in ("opened_ms", "remind_ms", "tell_ms", "rule_by_ms"):
            dispute.add_column(sa.Column(name, sa.BigInteger))
    now_ms = round(time.time() * 1000)
    opened = sa.text(
        "UPDATE dispute SET opened_ms = filed_ms, remind_ms = :now_ms, tell_ms = :now_ms, rule_by_ms = :until_ms"
    )
    op.get_bind().execute(opened, {"now_ms": now_ms, "until_ms": now_ms + _RULED_IN_DAYS * _DAY_MS})
    with op.batch_alter_table("dispute") as dispute:
        dispute.drop_constraint(op.f("fk_dispute_ruled_by_player"), type_="foreignkey")
        for name in ("verdict", "rule", "ruling", "ruled_by", "ruled_ms", "note_position"):
            dispute.drop_column(name)
        dispute.alter_column("opened_ms", existing_type=sa.BigInteger, nullable=False)


def _let_games_end() -> None:
    with op.batch_alter_table("seat", recreate="always") as seat:
        seat.add_column(sa.Column("program_ms", sa.BigInteger))
    op.create_table(
        "end_vote",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("concedes", sa.Boolean(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_end_vote_game_id_seat_seat")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_end_vote")),
    )


def _end_holds() -> None:
    """Those that are held for a dispute continue when it is ruled on or lapses."""
    held = sa.text(
        "UPDATE game SET wake_ms = :until_ms WHERE held_ms IS NOT NULL AND status = 'playing' AND NOT EXISTS "
        "(SELECT 1 FROM dispute WHERE dispute.game_id = game.id AND dispute.status = 'open')"
    )
    until_ms = round(time.time() * 1000) + _HELD_FOR_DAYS * _DAY_MS
    op.get_bind().execute(held, {"until_ms": until_ms})
