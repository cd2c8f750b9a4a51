"""Numbers and names that tell nobody how much others did: mails are counted per player, letters are named at random."""

import base64
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Go from 0007 to 0008; each player's mails are numbered from 1, in the order in which they were written."""
    _number_mails()
    _name_letters()


def _number_mails() -> None:
    with op.batch_alter_table("mail") as mail:
        mail.add_column(sa.Column("number", sa.Integer))
    op.execute(
        "UPDATE mail SET number = counted.number FROM (SELECT id, row_number() OVER "
        "(PARTITION BY player_id ORDER BY id) AS number FROM mail WHERE player_id IS NOT NULL) AS counted "
        "WHERE counted.id = mail.id"
    )
    with op.batch_alter_table("mail") as mail:
        mail.create_unique_constraint(op.f("uq_mail_player_id_number"), ["player_id", "number"])


def _name_letters() -> None:
    connection = op.get_bind()
    with op.batch_alter_table("letter") as letter:
        letter.add_column(sa.Column("mark", sa.String))
    for letter_id in connection.execute(sa.text("SELECT id FROM letter")).scalars().all():
        mark = base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()[:10]
        connection.execute(sa.text("UPDATE letter SET mark = :mark WHERE id = :id"), {"mark": mark, "id": letter_id})
    with op.batch_alter_table("letter") as letter:
        letter.alter_column("mark", existing_type=sa.String, nullable=False)
        letter.create_unique_constraint(op.f("uq_letter_mark"), ["mark"])
