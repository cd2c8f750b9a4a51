"""Size: texts of mails and documents are kept deflated, and what was read whole is found by an index."""

import zlib
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

TEXTS = (("mail", "id", "text"), ("mail_document", "mail_id", "document"))
"""What is packed: table, key and column."""
INDEXES_OF_GAMES = (
    ("ix_game_match", ["kind", "status", "id"], "purpose = 'match'"),
    ("ix_game_late", ["deadline_ms"], "deadline_ms IS NOT NULL"),
    ("ix_game_held", ["held_ms"], "held_ms IS NOT NULL"),
    ("ix_game_damaged", ["damaged_ms"], "damaged_ms IS NOT NULL"),
)
AT_ONCE = 50


def upgrade() -> None:
    """Pack the texts, some at a time."""
    for table, key, column in TEXTS:
        _retype(table, column, sa.Text(), sa.LargeBinary(), "convert_to")
        _change(table, key, column, lambda text: zlib.compress(_bytes(text), 6))
    is_rebuilt = op.get_bind().dialect.name == "sqlite"  # so that it is written as a new one is
    with op.batch_alter_table("letter", recreate="always" if is_rebuilt else "never") as batch:
        batch.add_column(sa.Column("unpacked_size", sa.Integer(), nullable=True))
    op.create_index(
        "ix_letter_unpacked", "letter", ["received_ms"],
        sqlite_where=sa.text("unpacked_size IS NULL AND length(raw) > 0"),
    )  # fmt: skip
    op.create_index(op.f("ix_bounce_at_ms"), "bounce", ["at_ms"])
    op.create_index(op.f("ix_registration_expires_ms"), "registration", ["expires_ms"])
    op.drop_index(op.f("ix_game_kind_status"), "game")
    for name, columns, where in INDEXES_OF_GAMES:
        op.create_index(name, "game", columns, sqlite_where=sa.text(where))


def downgrade() -> None:
    """Unpack the texts."""
    op.drop_index("ix_letter_unpacked", "letter")
    _change("letter", "id", "raw", lambda raw: zlib.decompress(raw[6:]) if raw.startswith(b"\0zlib\0") else raw)
    with op.batch_alter_table("letter") as batch:
        batch.drop_column("unpacked_size")
    for name, _columns, _where in INDEXES_OF_GAMES:
        op.drop_index(name, "game")
    op.create_index(op.f("ix_game_kind_status"), "game", ["kind", "status"])
    op.drop_index(op.f("ix_registration_expires_ms"), "registration")
    op.drop_index(op.f("ix_bounce_at_ms"), "bounce")
    for table, key, column in TEXTS:
        _change(table, key, column, zlib.decompress)
        _retype(table, column, sa.LargeBinary(), sa.Text(), "convert_from")


def _retype(
    table: str, column: str, before: sa.Text | sa.LargeBinary, after: sa.Text | sa.LargeBinary, by: str
) -> None:
    """Change a column's type; PostgreSQL converts its values by a function, and SQLite casts them."""
    with op.batch_alter_table(table) as batch:
        batch.alter_column(
            column,
            existing_type=before,
            type_=after,
            existing_nullable=False,
            postgresql_using=f"{by}({column}, 'UTF8')",
        )


def _bytes(value: str | bytes) -> bytes:
    """A value as bytes: SQLite keeps what was written as text as such, whatever its column is."""
    return value.encode() if isinstance(value, str) else value


def _change(table: str, key: str, column: str, change: Callable[[Any], bytes]) -> None:
    """Change all values of a column."""
    rows = sa.table(table, sa.column(key, sa.Integer), sa.column(column, sa.LargeBinary))
    connection, last = op.get_bind(), 0
    after = sa.select(rows.c[key], rows.c[column]).where(rows.c[key] > sa.bindparam("last")).order_by(rows.c[key])
    put = sa.update(rows).where(rows.c[key] == sa.bindparam("row")).values({column: sa.bindparam("changed")})
    while found := connection.execute(after.limit(AT_ONCE), {"last": last}).all():
        connection.execute(put, [{"row": row, "changed": change(value)} for row, value in found])
        last = found[-1][0]
