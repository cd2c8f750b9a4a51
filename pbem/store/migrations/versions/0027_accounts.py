"""Roles and standing of people, and the log of who did what."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

GUARDS = (
    "CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit "
    "BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    "CREATE TRIGGER audit_never_goes BEFORE DELETE ON audit "
    "BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    "CREATE TRIGGER audit_never_replaced BEFORE INSERT ON audit "
    "WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id) "
    "BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
)


def upgrade() -> None:
    """Give everybody no new role and an open account, and begin the log."""
    _add("operator", sa.Boolean(), "0")
    _add("list_keeper", sa.Boolean(), "0")
    _add("standing", sa.String(), "'open'")
    _add("word_salt", sa.String(), "''", "waiting_player")
    with op.batch_alter_table("registration") as batch:
        batch.add_column(sa.Column("invited_by", sa.Integer()))
        batch.create_foreign_key(op.f("fk_registration_invited_by_player"), "player", ["invited_by"], ["id"])
    op.create_table(
        "block",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("is_told", sa.Boolean(), nullable=False),
        sa.Column("answered_ms", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_block_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_block")),
    )
    op.create_table(
        "erasure",
        sa.Column("token_hash", sa.String()),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("asked_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("due_ms", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_erasure_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_erasure")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_erasure_token_hash")),
    )
    op.create_index(op.f("ix_erasure_due_ms"), "erasure", ["due_ms"])
    op.create_table(
        "blocked_mailbox",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_blocked_mailbox_player_id_player")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_blocked_mailbox")),
    )
    op.create_index(op.f("ix_blocked_mailbox_player_id"), "blocked_mailbox", ["player_id"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.Integer()),
        sa.Column("by_user", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer()),
        sa.Column("game_id", sa.Integer()),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["player.id"], name=op.f("fk_audit_by_id_player")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_audit_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_by_id_id"), "audit", ["by_id", "id"])
    op.create_index(op.f("ix_audit_player_id_id"), "audit", ["player_id", "id"])
    op.create_index(op.f("ix_audit_game_id_id"), "audit", ["game_id", "id"])
    if op.get_bind().dialect.name == "sqlite":
        for guard in GUARDS:
            op.execute(guard)


def downgrade() -> None:
    """Drop the log, with the triggers that guard it, and the roles."""
    for table in ("audit", "blocked_mailbox", "erasure", "block"):
        op.drop_table(table)
    with op.batch_alter_table("registration") as batch:
        batch.drop_column("invited_by")
    with op.batch_alter_table("waiting_player") as batch:
        batch.drop_column("word_salt")
    with op.batch_alter_table("player") as batch:
        for name in ("standing", "list_keeper", "operator"):
            batch.drop_column(name)


def _add(column: str, type_: sa.types.TypeEngine[Any], value: str, table: str = "player") -> None:
    """Add a column to a table that has a value in each row that is there, and no default for those to come."""
    with op.batch_alter_table(table) as batch:
        batch.add_column(sa.Column(column, type_, nullable=False, server_default=sa.text(value)))
    with op.batch_alter_table(table) as batch:
        batch.alter_column(column, existing_type=type_, existing_nullable=False, server_default=None)
