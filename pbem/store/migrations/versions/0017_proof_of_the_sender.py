"""Origins of letters, the proof of their senders that players want, and addresses that players write from too."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Go from 0016 to 0017; where letters came from before is not known."""
    op.create_table(
        "letter_origin",
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("peer", sa.String(), nullable=False),
        sa.Column("helo", sa.String(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.Column("looks", sa.Integer(), nullable=False),
        sa.Column("look_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_letter_origin_letter_id_letter")),
        sa.PrimaryKeyConstraint("letter_id", name=op.f("pk_letter_origin")),
    )
    op.create_table(
        "player_address",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("confirmed_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("address = lower(address)", name=op.f("ck_player_address_address_lower")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_address_player_id_player")),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_player_address")),
    )
    op.create_index(op.f("ix_player_address_player_id"), "player_address", ["player_id"])
    op.create_table(
        "address_claim",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_address_claim_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_address_claim")),
    )
    op.create_index(op.f("ix_address_claim_player_id"), "address_claim", ["player_id"])
    op.create_table(
        "proof_choice",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("proof", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_proof_choice_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_proof_choice")),
    )
    op.create_table(
        "unproved",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("told_ms", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_unproved_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_unproved")),
    )
