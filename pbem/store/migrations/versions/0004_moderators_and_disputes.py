"""Moderators, disputes and rulings, games that are held or taken back, mails that come back, and the faces of rolls."""

import json
from bisect import bisect_right
from collections import Counter, defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go from 0003 to 0004; games in progress go on, none is held, and all throw the dice of their first epoch."""
    _create_disputes()
    _create_proposals()
    _create_moderation()
    _create_throws()
    _create_bounces()
    _change_players()
    _change_games()
    _count_throws()


def _create_disputes() -> None:
    op.create_table(
        "dispute",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("filed_ms", sa.BigInteger(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("verdict", sa.String, nullable=True),
        sa.Column("rule", sa.String, nullable=True),
        sa.Column("ruling", sa.Text(), nullable=True),
        sa.Column("ruled_by", sa.Integer(), nullable=True),
        sa.Column("ruled_ms", sa.BigInteger(), nullable=True),
        sa.Column("note_position", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_dispute_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_dispute_player_id_player")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_dispute_letter_id_letter")),
        sa.ForeignKeyConstraint(["ruled_by"], ["player.id"], name=op.f("fk_dispute_ruled_by_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dispute")),
    )
    op.create_index(op.f("ix_dispute_game_id_status"), "dispute", ["game_id", "status"])
    op.create_index(op.f("ix_dispute_status_filed_ms"), "dispute", ["status", "filed_ms"])
    op.create_index(op.f("ix_dispute_rule_ruled_ms"), "dispute", ["rule", "ruled_ms"])
    op.create_table(
        "statement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("fk_statement_dispute_id_dispute")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_statement_player_id_player")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_statement_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statement")),
    )
    op.create_index(op.f("ix_statement_dispute_id"), "statement", ["dispute_id"])


def _create_proposals() -> None:
    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("to_position", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_proposal_game_id_seat_seat")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal")),
    )
    op.create_index(op.f("ix_proposal_game_id_status"), "proposal", ["game_id", "status"])
    op.create_index(op.f("ix_proposal_status_expires_ms"), "proposal", ["status", "expires_ms"])
    op.create_table(
        "consent",
        sa.Column("proposal_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["proposal_id"], ["proposal.id"], name=op.f("fk_consent_proposal_id_proposal")),
        sa.PrimaryKeyConstraint("proposal_id", "seat", name=op.f("pk_consent")),
    )


def _create_moderation() -> None:
    op.create_table(
        "sight",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("dispute_id", sa.Integer(), nullable=True),
        sa.Column("from_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_sight_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sight_player_id_player")),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name=op.f("fk_sight_dispute_id_dispute")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sight")),
    )
    op.create_index(op.f("ix_sight_game_id_player_id"), "sight", ["game_id", "player_id"])
    op.create_index(op.f("ix_sight_player_id"), "sight", ["player_id"])
    op.create_table(
        "pending_act",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_pending_act_player_id_player")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_pending_act_letter_id_letter")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_pending_act")),
    )
    op.create_table(
        "epoch_seed",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_epoch_seed_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "epoch", name=op.f("pk_epoch_seed")),
    )


def _create_throws() -> None:
    op.create_table(
        "throw",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("straight", sa.Integer(), nullable=False),
        sa.Column("curve", sa.Integer(), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.Column("wild", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_throw_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_throw_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "epoch", "year", "seat", name=op.f("pk_throw")),
    )
    op.create_index(op.f("ix_throw_player_id_kind"), "throw", ["player_id", "kind"])
    op.create_index(op.f("ix_throw_kind"), "throw", ["kind"])


def _create_bounces() -> None:
    op.create_table(
        "bounce",
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_bounce_letter_id_letter")),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_bounce_mail_id_mail")),
        sa.PrimaryKeyConstraint("letter_id", name=op.f("pk_bounce")),
    )
    op.create_index(op.f("ix_bounce_mail_id"), "bounce", ["mail_id"])
    op.create_index(op.f("ix_letter_game_id_id"), "letter", ["game_id", "id"])


def _change_players() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("moderator", sa.Boolean))
    op.execute(sa.text("UPDATE player SET moderator = :no").bindparams(no=False))
    with op.batch_alter_table("player") as player:
        player.alter_column("moderator", existing_type=sa.Boolean, nullable=False)


def _change_games() -> None:
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("held_ms", sa.BigInteger))
        game.add_column(sa.Column("left_ms", sa.BigInteger))
        game.add_column(sa.Column("epoch", sa.Integer))
    op.execute("UPDATE game SET epoch = 0")
    with op.batch_alter_table("game") as game:
        game.alter_column("epoch", existing_type=sa.Integer, nullable=False)


def _count_throws() -> None:
    """Rolls count that were thrown before: whose they were, seats and notes of the time tell. All are of one epoch."""
    connection = op.get_bind()
    kinds = dict(map(tuple, connection.execute(sa.text("SELECT id, kind FROM game"))))
    tenures = _tenures(connection)
    game, year, is_program = 0, 0, False
    for game_id, kind, text, at_ms in connection.execute(sa.text(_TELLING)).all():
        if game_id != game:
            game, year, is_program = game_id, 0, False
        payload = json.loads(text)
        told = payload.get("about") if kind == "note" else payload.get("type")
        if told == "YearBegan":
            year = payload["year"]
        elif told == "TurnBegan":
            is_program = False
        elif told in _BY_PROGRAM:
            is_program = True
        elif told == "Rolled":
            faces = Counter(payload["faces"])
            player_id = None if is_program else _holder(tenures[game_id, payload["seat"]], at_ms)
            row = {
                "game_id": game_id, "year": year, "seat": payload["seat"], "player_id": player_id,
                "kind": kinds[game_id], "at_ms": at_ms,
                **{name: faces[face] for face, name in _FACES.items()},
            }  # fmt: skip
            connection.execute(sa.text(_PUT_THROW), row)


def _tenures(connection: sa.Connection) -> dict[tuple[int, int], list[tuple[int, int | None, int]]]:
    """The players who had each seat: from when, until when, and which player, in order."""
    found: dict[tuple[int, int], list[tuple[int, int | None, int]]] = defaultdict(list)
    rows = connection.execute(
        sa.text("SELECT game_id, seat, from_ms, until_ms, player_id FROM tenure ORDER BY game_id, seat, number")
    ).all()
    for game_id, seat, from_ms, until_ms, player_id in rows:
        found[game_id, seat].append((from_ms, until_ms, player_id))
    return found


def _holder(tenures: list[tuple[int, int | None, int]], at_ms: int) -> int | None:
    held = bisect_right([from_ms for from_ms, _until, _player in tenures], at_ms) - 1
    _from_ms, until_ms, player_id = tenures[held] if held >= 0 else (0, 0, None)
    return player_id if until_ms is None or at_ms < until_ms else None


_BY_PROGRAM = ("passed", "bot played", "vacant passed", "vacant bot played")
"""What notes are about behind which a program plays a turn to its end."""
_FACES = {"straight": "straight", "curve": "curve", "share": "share", "?": "wild"}
_TELLING = (
    "SELECT game_id, kind, payload, at_ms FROM entry WHERE kind = 'note' OR kind = 'event' AND (payload LIKE "
    "'%\"Rolled\"%' OR payload LIKE '%\"TurnBegan\"%' OR payload LIKE '%\"YearBegan\"%') ORDER BY game_id, position"
)
"""What is read of all logs: rolls, and what tells in which year and whose they were."""
_PUT_THROW = (
    "INSERT INTO throw (game_id, epoch, year, seat, player_id, kind, straight, curve, share, wild, at_ms) "
    "VALUES (:game_id, 0, :year, :seat, :player_id, :kind, :straight, :curve, :share, :wild, :at_ms)"
)
