"""Running correspondence games: waiting lists, deadlines and absence, press, and what is counted of players."""

import base64
import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Go from 0002 to 0003; games that are in progress go on as they were played, and nobody loses a seat."""
    _create_lobby()
    _create_seats_history()
    _create_counts()
    _create_talk()
    _create_rest()
    _change_players()
    _change_games()
    _change_seats()
    _change_mails()
    _count_results()
    _index_notes()


def _create_lobby() -> None:
    op.create_table(
        "waiting_list",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("playing_days", sa.String, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("late", sa.String, nullable=False),
        sa.Column("press", sa.String, nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("opened_by", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_waiting_list_game_id_game")),
        sa.ForeignKeyConstraint(["opened_by"], ["player.id"], name=op.f("fk_waiting_list_opened_by_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiting_list")),
    )
    op.create_index(op.f("ix_waiting_list_status_expires_ms"), "waiting_list", ["status", "expires_ms"])
    op.create_table(
        "waiting_player",
        sa.Column("list_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("joined_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["waiting_list.id"], name=op.f("fk_waiting_player_list_id_waiting_list")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_waiting_player_player_id_player")),
        sa.PrimaryKeyConstraint("list_id", "player_id", name=op.f("pk_waiting_player")),
    )
    op.create_index(op.f("ix_waiting_player_player_id"), "waiting_player", ["player_id"])
    op.create_table(
        "invitation",
        sa.Column("list_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("invited_by", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("declined_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["invited_by"], ["player.id"], name=op.f("fk_invitation_invited_by_player")),
        sa.ForeignKeyConstraint(["list_id"], ["waiting_list.id"], name=op.f("fk_invitation_list_id_waiting_list")),
        sa.PrimaryKeyConstraint("list_id", "address", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_address"), "invitation", ["address"])
    op.create_table(
        "registration",
        sa.Column("token", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_registration")),
    )
    op.create_index(op.f("ix_registration_address"), "registration", ["address"])
    op.create_table(
        "stranger",
        sa.Column("address_hash", sa.String, nullable=False),
        sa.Column("written_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_stranger")),
    )


def _create_seats_history() -> None:
    op.create_table(
        "tenure",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("from_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.Column("came", sa.String, nullable=False),
        sa.Column("left", sa.String, nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_tenure_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_tenure_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "seat", "number", name=op.f("pk_tenure")),
    )
    op.create_index(op.f("ix_tenure_player_id"), "tenure", ["player_id"])
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.String, nullable=False),
        sa.Column("last_day", sa.String, nullable=False),
        sa.Column("announced_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_absence_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
    )
    op.create_index(op.f("ix_absence_player_id_last_day"), "absence", ["player_id", "last_day"])
    op.create_table(
        "standby",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_standby_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "kind", name=op.f("pk_standby")),
    )
    op.create_index(op.f("ix_standby_kind_since_ms"), "standby", ["kind", "since_ms"])
    op.create_table(
        "offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_offer_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_offer_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offer")),
    )
    op.create_index(op.f("ix_offer_player_id"), "offer", ["player_id"])

    op.create_index(op.f("ix_offer_status_expires_ms"), "offer", ["status", "expires_ms"])
    op.create_index(op.f("ix_offer_game_id_seat"), "offer", ["game_id", "seat"])


def _create_counts() -> None:
    op.create_table(
        "turn_taken",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("began_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.Column("took_ms", sa.BigInteger(), sa.Computed("ended_ms - began_ms", persisted=True), nullable=True),
        sa.Column("deadline_ms", sa.BigInteger(), nullable=True),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("played_by", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_turn_taken_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_turn_taken_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "year", "seat", name=op.f("pk_turn_taken")),
    )
    op.create_index(op.f("ix_turn_taken_player_id"), "turn_taken", ["player_id"])
    op.create_index(
        op.f("ix_turn_taken_kind_player_id_late_played_by"), "turn_taken", ["kind", "player_id", "late", "played_by"]
    )
    op.create_index(
        op.f("ix_turn_taken_kind_seats_played_by_took_ms_late_player_id"),
        "turn_taken",
        ["kind", "seats", "played_by", "took_ms", "late", "player_id"],
    )
    op.create_table(
        "result",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("winners", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("passengers", sa.Integer(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_result_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_result_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_result")),
    )
    op.create_index(op.f("ix_result_player_id"), "result", ["player_id"])
    op.create_index(op.f("ix_result_kind_player_id"), "result", ["kind", "player_id"])
    op.create_table(
        "rating",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_rating_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_rating")),
    )
    op.create_index(op.f("ix_rating_kind_player_id_at_ms_game_id"), "rating", ["kind", "player_id", "at_ms", "game_id"])


def _create_talk() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("readers", sa.String, nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("passed_on", sa.Boolean(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id_game")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_press_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    op.create_index(op.f("ix_press_game_id_at_ms"), "press", ["game_id", "at_ms"])
    op.create_index(
        "ix_press_waiting",
        "press",
        ["at_ms"],
        sqlite_where=sa.text("NOT passed_on"),
        postgresql_where=sa.text("NOT passed_on"),
    )
    op.create_table(
        "press_kept",
        sa.Column("press_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["press_id"], ["press.id"], name=op.f("fk_press_kept_press_id_press")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_press_kept_player_id_player")),
        sa.PrimaryKeyConstraint("press_id", "player_id", name=op.f("pk_press_kept")),
    )
    op.create_index(op.f("ix_press_kept_player_id"), "press_kept", ["player_id"])
    op.create_table(
        "mute",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_mute_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_mute_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "player_id", "seat", name=op.f("pk_mute")),
    )
    op.create_table(
        "watch",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("reported", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_watch_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_watch_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_watch")),
    )
    op.create_index(op.f("ix_watch_player_id"), "watch", ["player_id"])
    op.create_table(
        "digest",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("sent_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_digest_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_digest")),
    )


def _create_rest() -> None:
    op.create_table(
        "standing",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.seat"], name=op.f("fk_standing_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_standing_letter_id_letter")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_standing")),
    )
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("from_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
    )


def _change_players() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("token", sa.String))
    connection = op.get_bind()
    for (player_id,) in connection.execute(sa.text("SELECT id FROM player")).all():
        token = base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()
        connection.execute(
            sa.text("UPDATE player SET token = :token WHERE id = :id"), {"token": token, "id": player_id}
        )
    with op.batch_alter_table("player") as player:
        player.alter_column("token", existing_type=sa.String, nullable=False)
        player.create_unique_constraint(op.f("uq_player_token"), ["token"])
    with op.batch_alter_table("preferences") as preferences:
        preferences.alter_column("reminders", existing_type=sa.Boolean, type_=sa.String, existing_nullable=False)
    op.execute("UPDATE preferences SET reminders = CASE WHEN reminders IN (1, '1') THEN '24 0' ELSE '' END")


def _change_games() -> None:
    texts = ("pace", "playing_days", "zone", "late", "press")
    with op.batch_alter_table("game") as game:
        for name in texts:
            game.add_column(sa.Column(name, sa.String))
        game.add_column(sa.Column("began_ms", sa.BigInteger))
        game.add_column(sa.Column("wake_ms", sa.BigInteger))
        game.add_column(sa.Column("overdue", sa.Integer))
    op.execute(
        "UPDATE game SET pace = turn_days || 'd', playing_days = '1234567', zone = 'UTC', late = 'wait', "
        "press = 'signed', began_ms = COALESCE(deadline_ms - turn_days * 86400000, created_ms), "
        "wake_ms = CASE WHEN reminded THEN NULL ELSE deadline_ms END, overdue = reminded"
    )
    with op.batch_alter_table("game") as game:
        for name in texts:
            game.alter_column(name, existing_type=sa.String, nullable=False)
        game.alter_column("began_ms", existing_type=sa.BigInteger, nullable=False)
        game.alter_column("overdue", existing_type=sa.Integer, nullable=False)
        game.drop_index(op.f("ix_game_status_deadline_ms"))
        game.create_index(op.f("ix_game_status_wake_ms"), ["status", "wake_ms"])
        game.drop_column("turn_days")
        game.drop_column("reminded")


def _change_seats() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("vacant_ms", sa.BigInteger))
        seat.add_column(sa.Column("told", sa.Integer))
        seat.add_column(sa.Column("reported", sa.Integer))
        seat.add_column(sa.Column("extensions", sa.Integer))
    op.execute("UPDATE seat SET told = (SELECT position FROM game WHERE game.id = seat.game_id), extensions = 0")
    op.execute("UPDATE seat SET reported = (SELECT final_position FROM game WHERE game.id = seat.game_id)")
    with op.batch_alter_table("seat") as seat:
        seat.alter_column("told", existing_type=sa.Integer, nullable=False)
        seat.alter_column("reported", existing_type=sa.Integer, nullable=False)
        seat.alter_column("extensions", existing_type=sa.Integer, nullable=False)
    is_vacant = sa.text("vacant_ms IS NOT NULL")
    op.create_index("ix_seat_vacant", "seat", ["vacant_ms"], sqlite_where=is_vacant, postgresql_where=is_vacant)
    op.execute(
        "INSERT INTO tenure (game_id, seat, number, player_id, from_ms, until_ms, came, left) "
        "SELECT seat.game_id, seat.seat, 0, seat.player_id, game.created_ms, NULL, 'began', NULL "
        "FROM seat JOIN game ON game.id = seat.game_id"
    )


def _change_mails() -> None:
    with op.batch_alter_table("mail") as mail:
        mail.add_column(sa.Column("sender", sa.String))
        mail.alter_column("player_id", existing_type=sa.Integer, nullable=True)


def _count_results() -> None:
    """Games that are over count as those to come will; their last line says how they have ended."""
    connection = op.get_bind()
    ended = connection.execute(
        sa.text(
            "SELECT game.id, game.kind, entry.payload, entry.at_ms FROM game JOIN entry ON entry.game_id = game.id "
            "AND entry.position = game.final_position AND entry.kind = 'event' WHERE game.status = 'over'"
        )
    ).all()
    for game_id, kind, payload, at_ms in ended:
        standings = json.loads(payload).get("standings", ())
        winners = sum(standing["place"] == 1 for standing in standings)
        for standing in standings:
            connection.execute(
                sa.text(
                    "INSERT INTO result (game_id, seat, player_id, kind, seats, winners, place, passengers, ended_ms) "
                    "SELECT game_id, seat, player_id, :kind, :seats, :winners, :place, :passengers, :at_ms FROM seat "
                    "WHERE game_id = :game_id AND seat = :seat"
                ),
                {
                    "game_id": game_id,
                    "seat": standing["seat"],
                    "kind": kind,
                    "seats": len(standings),
                    "winners": winners,
                    "place": standing["place"],
                    "passengers": standing["passengers"],
                    "at_ms": at_ms,
                },
            )


def _index_notes() -> None:
    is_note = sa.text("kind = 'note'")
    op.create_index("ix_entry_note", "entry", ["game_id", "position"], sqlite_where=is_note, postgresql_where=is_note)
