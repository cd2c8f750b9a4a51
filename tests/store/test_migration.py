"""A server that ran games before they had terms goes on with all it holds."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from store_kit import T0, new_game, new_mail, old_database, upgrade

from pbem.store import Database, migrate, repository
from pbem.store.models import LOG_GUARDS
from pbem.store.rows import Preferences, SeatRow
from pbem.store.rows.tallies import ResultRow, ThrowRow
from pbem.store.schema import SCHEMA, stored_schema
from pbem.terms import Terms

DAY_MS = 86_400_000

PLAYERS: list[dict[str, Any]] = [
    {"id": 1, "name": "Ada", "address": "ada@player.test", "language": "de", "bot": None, "created_ms": 1},
    {"id": 2, "name": "Ben", "address": "ben@player.test", "language": "en", "bot": None, "created_ms": 2},
    {"id": 5, "name": "Bot", "address": "bot@player.test", "language": "en", "bot": "random", "created_ms": 3},
]
OPENED = {
    "kind": "first_rails", "options": "{}", "seed": bytes(32), "commitment": "ab" * 32, "ruleset_version": 1,
    "year": 2, "turn": 1, "active_bot": None,
}  # fmt: skip
GAMES: list[dict[str, Any]] = [
    OPENED | {"id": 1, "tag": "e1", "name": "Begun", "root_message_id": "<1@g>", "status": "playing", "turn_days": 7,
              "created_ms": T0, "active_seat": 0, "deadline_ms": T0 + 9 * DAY_MS, "reminded": 0,
              "position": 4, "final_position": 3},
    OPENED | {"id": 2, "tag": "e2", "name": "Late", "root_message_id": "<2@g>", "status": "playing", "turn_days": 14,
              "created_ms": T0, "active_seat": 1, "deadline_ms": T0 + 20 * DAY_MS, "reminded": 1,
              "position": 2, "final_position": 2},
    OPENED | {"id": 4, "tag": "e4", "name": "Over", "root_message_id": "<4@g>", "status": "over", "turn_days": 3,
              "created_ms": T0 + 5, "active_seat": None, "deadline_ms": None, "reminded": 0,
              "position": 1, "final_position": 1},
]  # fmt: skip
SEATS = [
    {"game_id": game, "seat": seat, "player_id": player, "token": f"token{game}{seat}", "salt": f"salt {game} {seat}",
     "token_revoked_ms": 9 if (game, seat) == (2, 0) else None}
    for game, players in ((1, (1, 2)), (2, (2, 1)), (4, (1, 5)))
    for seat, player in enumerate(players)
]  # fmt: skip
MAIL = {
    "to_address": "ada@player.test", "subject": "e1", "text": "Hello", "references_": "<1@g>", "auto": "auto-generated",
    "created_ms": T0, "attempts": 0, "next_ms": T0, "in_reply_to": None, "last_reply": None, "sent_ms": None,
}  # fmt: skip
ENDED = {
    "kind": "event", "actor": None,
    "payload": '{"type":"GameEnded","reason":"no tile","standings":[{"type":"Standing","seat":1,"place":1,'
    '"passengers":31,"wild":0,"dice":2},{"type":"Standing","seat":0,"place":2,"passengers":8,"wild":1,"dice":4}]}',
}  # fmt: skip
ENTRY: dict[str, Any] = {
    "kind": "action", "payload": "{}", "actor": 0, "letter_id": None, "at_ms": T0, "ruleset_version": 1
}  # fmt: skip
LINK = {"player_id": 1, "created_ms": T0, "expires_ms": T0 + 9, "used_ms": None}
HELD: dict[str, list[dict[str, Any]]] = {
    "player": PLAYERS,
    "game": GAMES,
    "seat": SEATS,
    "letter": [
        {"id": 3, "message_id": "<3@x>", "recipient_token": "token10", "mail_from": "ada@player.test", "digest": "d",
         "received_ms": T0, "raw": b"raw", "status": "done", "attempts": 1, "outcome": "", "game_id": 1, "seat": 0},
    ],
    "entry": [
        ENTRY
        | {"game_id": game["id"], "position": position, "letter_id": 3 if game["id"] == 1 else None}
        | (ENDED if game["status"] == "over" else {})
        for game in GAMES
        for position in range(1, game["position"] + 1)
    ],
    "mail": [
        MAIL | {"id": 1, "message_id": "<a@g>", "game_id": 1, "seat": 0, "player_id": 1, "kind": "report",
                "position": 4, "status": "sent", "raw": b"bytes"},
        MAIL | {"id": 5, "message_id": "<c@g>", "game_id": None, "seat": None, "player_id": 1, "kind": "sign-in",
                "position": None, "status": "due", "raw": None},
        MAIL | {"id": 7, "message_id": "<b@g>", "game_id": None, "seat": None, "player_id": 2, "kind": "sign-in",
                "position": None, "status": "due", "raw": None},
    ],
    "mail_document": [{"mail_id": 1, "document": "[]"}],
    "snapshot": [{"game_id": 1, "position": 3, "schema_number": 2, "state": b"{}"}],
    "draft": [{"game_id": 1, "seat": 0, "text": "end", "position": 4, "letter_id": 3, "created_ms": T0}],
    "applied": [{"game_id": 1, "seat": 0, "year": 2, "turn": 1, "digest": "d"}],
    "preferences": [
        {"player_id": 1, "zone": "Europe/Berlin", "format": "text", "reports": "mine", "reminders": 0,
         "calendar_token": "c" * 40},
        {"player_id": 2, "zone": "", "format": "html", "reports": "all", "reminders": 1, "calendar_token": None},
    ],
    "sign_in": [LINK | {"token_hash": "a" * 64}],
    "address_change": [LINK | {"token_hash": "b" * 64, "address": "new@player.test"}],
    "picture": [{"digest": "e" * 64, "png": b"png", "created_ms": T0}],
    "meta": [{"key": "heartbeat", "value": "7"}],
}  # fmt: skip
"""Something in every table of the second schema."""


REPLACED = {"game": {"turn_days", "reminded"}, "preferences": {"reminders"}}
"""Columns that the third schema has no more, or understands otherwise."""

CACHES = {"picture"}
"""Tables that are emptied: drawings are kept with the mails that show them since the ninth schema."""


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the second schema, with HELD in it, brought to the newest; to be copied."""
    found = filled(tmp_path_factory.mktemp("migrated") / "db")
    assert migrate(found) is True
    assert stored_schema(found) == SCHEMA
    assert not found.with_name("db-wal").exists()
    return found


@pytest.fixture
def path(migrated: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(migrated, tmp_path / "db"))


def filled(found: Path) -> Path:
    """A database of the second schema, with HELD in it."""
    old_database(found, "0002")
    with closing(sqlite3.connect(found)) as connection, connection:
        for table, rows in HELD.items():
            for row in rows:
                marks = ", ".join("?" * len(row))
                connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()])
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {*HELD, "alembic_version"}
    return found


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    """The migrated database, without the program between."""
    with closing(sqlite3.connect(path)) as connection:
        yield connection


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    """The migrated database, as the program has it."""
    with Database(path) as database:
        yield database


def test_nothing_is_lost_or_changed(connection: sqlite3.Connection) -> None:
    for table, rows in HELD.items():
        kept = [column for column in HELD[table][0] if column not in REPLACED.get(table, set())]
        found = connection.execute(f"SELECT {', '.join(kept)} FROM {table}").fetchall()
        expected = [tuple(row[column] for column in kept) for row in rows if table not in CACHES]
        assert sorted(found, key=repr) == sorted(expected, key=repr), table


def test_mails_that_were_sent_keep_their_bytes(database: Database) -> None:
    with database.read() as tx:
        assert repository.mail_bytes(tx, 1) == b"bytes"
        assert repository.mail_bytes(tx, 5) is None


def test_every_row_leads_where_it_led_and_the_log_is_guarded_still(connection: sqlite3.Connection) -> None:
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    triggers = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")}
    assert triggers == set(LOG_GUARDS)
    left = connection.execute("SELECT name FROM sqlite_master WHERE name LIKE '\\_alembic%' ESCAPE '\\'").fetchall()
    assert left == []


def test_games_go_on_with_the_time_they_were_opened_with(database: Database) -> None:
    with database.read() as tx:
        begun, late, over = repository.games(tx)
    assert [game.terms for game in (begun, late, over)] == [Terms("7d"), Terms("14d"), Terms("3d")]
    assert (begun.began_ms, late.began_ms, over.began_ms) == (T0 + 2 * DAY_MS, T0 + 6 * DAY_MS, T0 + 5)
    assert (begun.wake_ms, begun.overdue) == (begun.deadline_ms, 0)
    assert (late.wake_ms, late.overdue) == (None, 1), "who was told that his time is up is not told again"
    assert (over.wake_ms, over.overdue) == (None, 0)


def test_those_whose_time_comes_are_found(database: Database) -> None:
    with database.read() as tx:
        assert repository.games_to_wake(tx, T0 + 9 * DAY_MS - 1) == []
        assert repository.games_to_wake(tx, T0 + 99 * DAY_MS) == [1]


def test_everybody_has_an_address_of_his_own_at_the_server(database: Database) -> None:
    with database.read() as tx:
        players = repository.players(tx)
        assert [repository.player_by_token(tx, player.token) for player in players] == players
    tokens = {player.token for player in players}
    assert len(tokens) == len(PLAYERS)
    assert all(re.fullmatch("[a-z2-7]{16}", token) for token in tokens)


def test_who_sat_anywhere_sits_there_still_and_has_since_the_beginning(
    database: Database, connection: sqlite3.Connection
) -> None:
    with database.read() as tx:
        assert repository.seats(tx, 4) == [SeatRow(4, 0, 1, "Ada", None, None), SeatRow(4, 1, 5, "Bot", "random", None)]
        contacts = repository.seat_contacts(tx, 1)
    assert [(contact.told, contact.extensions) for contact in contacts] == [(4, 0), (4, 0)], (
        "notes are told from now on"
    )
    tenures = connection.execute(
        'SELECT game_id, seat, number, player_id, from_ms, until_ms, came, "left" FROM tenure ORDER BY game_id, seat'
    ).fetchall()
    assert tenures == [
        (seat["game_id"], seat["seat"], 0, seat["player_id"], T0 + 5 * (seat["game_id"] == 4), None, "began", None)
        for seat in SEATS
    ]


def test_who_wanted_reminders_has_them_at_the_usual_distances(database: Database) -> None:
    with database.read() as tx:
        chosen = [repository.preferences(tx, player["id"]) for player in PLAYERS]
    assert chosen == [Preferences("Europe/Berlin", "text", "mine", ""), Preferences(), Preferences()]


def test_what_the_program_adds_finds_its_place(database: Database) -> None:
    """Numbers go on where they were, and a mail may go to somebody who is not registered."""
    stranger = replace(new_mail("<e@g>", 1), player_id=None, sender="register")
    assert database.write(lambda tx: new_game(tx, [5, 1])) == 5
    assert database.write(lambda tx: repository.enqueue_mail(tx, stranger)) == 8
    with database.read() as tx:
        assert repository.mail(tx, 8).sender == "register"


def test_each_players_mails_are_numbered_from_one_in_their_order(database: Database) -> None:
    with database.read() as tx:
        assert [repository.mail(tx, mail_id).number for mail_id in (1, 5, 7)] == [1, 2, 1]
        assert [mail.number for mail in repository.newest_mails(tx, 1, limit=9)] == [2, 1]
        own = repository.own_mail(tx, 1, 2)
    assert own is not None
    assert own.message_id == "<c@g>"
    later = database.write(lambda tx: repository.enqueue_mail(tx, new_mail("<d@g>", 1)))
    with database.read() as tx:
        assert repository.mail(tx, later).number == 3


def test_letters_have_marks_that_do_not_count_them(database: Database) -> None:
    with database.read() as tx:
        mark = repository.letter(tx, 3).mark
        assert repository.letter_marked(tx, mark) == repository.letter(tx, 3)
        assert repository.marks_of_letters(tx, [3, 4]) == {3: mark}
    assert re.fullmatch("[a-z2-7]{10}", mark)


def test_games_that_are_over_count(database: Database) -> None:
    with database.read() as tx:
        assert repository.results(tx) == [
            ResultRow(4, 0, 1, "first_rails", 2, winners=1, place=2, score=8, ended_ms=T0),
            ResultRow(4, 1, 5, "first_rails", 2, winners=1, place=1, score=31, ended_ms=T0),
        ]
        assert repository.games_of_human_players(tx) == [], "a program had a seat"


def test_faces_that_fell_are_counted_by_any_dice(tmp_path: Path) -> None:
    """A row for each face, known by its roll's first die; what was carried is the score."""
    found = filled(tmp_path / "db")
    upgrade(found, "0012")
    rolls = [
        (1, 0, 1, 0, 1, "first_rails", 2, 0, 1, 3, T0, "2211"),
        (1, 0, 2, 1, None, "first_rails", 0, 4, 0, 0, T0 + 1, "1401"),
        (1, 1, 1, 0, 2, "first_rails", 1, 0, 0, 0, T0 + 2, "2211"),
    ]
    with closing(sqlite3.connect(found)) as connection, connection:
        connection.executemany(f"INSERT INTO throw VALUES ({', '.join('?' * 12)})", rolls)
    assert migrate(found) is True
    usual, edited = ("?", "curve", "curve", "share", "straight", "straight"), ("?", *["curve"] * 4, "straight")
    with Database(found) as database, database.read() as tx:
        assert repository.throws(tx, 1) == [
            ThrowRow(1, 0, 1, 0, "roll", 0, usual, 1, "first_rails", {"straight": 2, "share": 1, "?": 3}, T0),
            ThrowRow(1, 0, 2, 1, "roll", 0, edited, None, "first_rails", {"curve": 4}, T0 + 1),
            ThrowRow(1, 1, 1, 0, "roll", 0, usual, 2, "first_rails", {"straight": 1}, T0 + 2),
        ]
        assert [result.score for result in repository.results(tx)] == [8, 31]
        assert repository.count_throwers(tx, "first_rails", usual) == 2


def test_whose_words_the_server_chose_is_told_by_their_form(tmp_path: Path) -> None:
    found = tmp_path / "db"
    old_database(found, "0004")
    said = {1: "00112233aabbccdd", 2: "seven green bottles", 5: "00112233AABBCCDD"}
    with closing(sqlite3.connect(found)) as connection, connection:
        for player_id, salt in said.items():
            connection.execute("INSERT INTO waiting_player VALUES (1, ?, ?, ?)", (player_id, salt, T0))
    assert migrate(found) is True
    with closing(sqlite3.connect(found)) as connection:
        rows = connection.execute(
            "SELECT player_id, salt, from_server FROM waiting_player ORDER BY player_id"
        ).fetchall()
    assert rows == [(1, said[1], 1), (2, said[2], 0), (5, said[5], 0)]


def test_rulings_stand_and_open_disputes_get_time_to_be_ruled_on(tmp_path: Path) -> None:
    found = tmp_path / "disputed"
    old_database(found, "0008")
    filed = {"game_id": 1, "seat": 0, "player_id": 1, "position": 2, "filed_ms": T0, "letter_id": None}
    ruled = {
        "verdict": "uphold",
        "rule": "FR-31",
        "ruling": "So.",
        "ruled_by": 2,
        "ruled_ms": T0 + 5,
        "note_position": 4,
    }
    with closing(sqlite3.connect(found)) as connection, connection:
        for row in (
            filed | ruled | {"id": 3, "text": "A", "status": "ruled"},
            filed | {"id": 4, "text": "B", "status": "open"},
        ):
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO dispute ({', '.join(row)}) VALUES ({marks})", [*row.values()])
    migrate(found)
    with Database(found) as database, database.read() as tx:
        first, second = repository.disputes_of_game(tx, 1)
        assert (first.verdict, first.rule, first.ruling, first.ruled_by, first.ruled_ms) == (
            "uphold",
            "FR-31",
            "So.",
            2,
            T0 + 5,
        )
        assert (first.note_position, first.superseded_ms, first.opened_ms) == (4, None, T0)
        assert (second.verdict, second.opened_ms) == (None, T0)
        assert second.rule_by_ms is not None and second.rule_by_ms > T0 + 13 * DAY_MS
        assert repository.due_disputes(tx, second.rule_by_ms - 1) == [4]


@pytest.mark.parametrize(("status", "is_looked_at"), [("withdrawn", True), ("open", False)])
def test_what_a_moderator_holds_continues_by_itself_some_time(tmp_path: Path, status: str, is_looked_at: bool) -> None:
    found = filled(tmp_path / "held")
    upgrade(found, "0008")
    with closing(sqlite3.connect(found)) as connection, connection:
        connection.execute(
            "UPDATE game SET held_ms = ?, left_ms = deadline_ms, deadline_ms = NULL, wake_ms = NULL", [T0]
        )
        connection.execute(
            "INSERT INTO dispute (game_id, seat, player_id, position, text, filed_ms, status) "
            "VALUES (1, 0, 1, 2, '', ?, ?)",
            [T0, status],
        )
    migrate(found)
    with Database(found) as database, database.read() as tx:
        wake_ms = repository.game(tx, 1).wake_ms
    assert (wake_ms is not None and wake_ms > T0 + 27 * DAY_MS) == is_looked_at
