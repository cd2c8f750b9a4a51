"""Games in progress go on where the database comes from the version before: nobody loses anything, and rolls count."""

import random
import sqlite3
from contextlib import closing
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

from lobby.kit import Village
from moderation.kit import add_moderator
from store_kit import old_database

from adjudicator.kit import Game, World, new_world
from adjudicator.letters import code_in
from adjudicator.seats import is_vacant
from pbem.adjudicator import counts
from pbem.adjudicator.sessions import check_snapshot
from pbem.clock import to_ms
from pbem.store import migrate
from pbem.store import repository as repo
from pbem.store.rows import DraftRow
from pbem.store.rows.tallies import ThrowRow
from pbem.store.schema import SCHEMA, stored_schema
from pbem.terms import Terms

Rows = dict[str, list[tuple[object, ...]]]
Tables = dict[str, list[str]]
BEFORE = "0003"
FACES_BEFORE = {"straight": "straight", "curve": "curve", "share": "share", "?": "wild"}
"""The columns that counted faces up to the twelfth schema."""


def in_progress(world: World) -> list[Game]:
    """Games of both kinds: one that a program has played for a player who did not come, and one whose seat changed."""
    first = world.open_game(terms=Terms(late="bot"))
    for seat in (0, 1):
        assert "carried out" in first.send(seat, "roll 1?\nend").text
    for _turn in range(4):
        deadline_ms = first.row.deadline_ms
        assert deadline_ms is not None
        world.clock.advance(timedelta(milliseconds=deadline_ms - to_ms(world.clock()) + 1))
        world.intake.clock.wake(first.id, choose=random.Random(4).randrange)
    second = world.open_game(kind="germany")
    second.send(0, "roll 1?\nend")
    dora, now_ms = world.add_player("Dora"), to_ms(world.clock())
    world.database.write(lambda tx: repo.occupy_seat(tx, second.id, 1, dora, "t" * 16, "replaced", "late", now_ms))
    second.send(1, "roll 1?")
    second.send(0, "next turn: income; roll 1?")
    return [first, second]


def rows_of(connection: sqlite3.Connection, tables: Tables) -> Rows:
    """What tables hold in some columns."""
    return {
        table: sorted(connection.execute(f"SELECT {', '.join(names)} FROM {table}"), key=repr)
        for table, names in tables.items()
    }


def columns_of(connection: sqlite3.Connection) -> Tables:
    """The columns of all tables, quoted, but for those that the database works out itself."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        table: [f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in tables
        if table != "alembic_version"
    }


def as_before(now: Path, old: Path, schema: str = BEFORE) -> tuple[Tables, Rows]:
    """A database of a version before with all that it can hold of one of this version; gives what that is."""
    old_database(old, schema)
    with closing(sqlite3.connect(old)) as connection, connection:
        tables = columns_of(connection)
        connection.execute("ATTACH ? AS now", [str(now)])
        tables = {table: names for table, names in tables.items() if holds(connection, table, names)}
        for table, names in tables.items():
            listed = ", ".join(names)
            connection.execute(f"INSERT INTO {table} ({listed}) SELECT {listed} FROM now.{table}")
        return tables, rows_of(connection, tables)


def holds(connection: sqlite3.Connection, table: str, names: list[str]) -> bool:
    """Whether a table has these columns in the database of this version."""
    return {row[1] for row in connection.execute(f"PRAGMA now.table_info({table})")} >= {name[1:-1] for name in names}


def throws(world: World, games: list[Game]) -> list[ThrowRow]:
    with world.database.read() as tx:
        return [throw for game in games for throw in repo.throws(tx, game.id)]


def test_games_in_progress_lose_nothing_and_go_on(world: World, tmp_path: Path) -> None:
    games, path = in_progress(world), tmp_path / "migrated.sqlite3"
    world.database.copy_to(tmp_path / "now.sqlite3")
    tables, held = as_before(tmp_path / "now.sqlite3", path)
    assert held["entry"] and held["standing"] and held["tenure"]
    assert migrate(path) is True
    assert stored_schema(path) == SCHEMA
    with closing(sqlite3.connect(path)) as connection:
        assert rows_of(connection, tables) == held
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    (tmp_path / "on").mkdir()
    with new_world(tmp_path / "on", path) as later:
        later.players.update(world.players)
        later.clock.at, later.numbers = world.clock.at, world.numbers
        moved = [Game(later, game.id) for game in games]
        assert throws(later, moved) == throws(world, games)
        assert {throw.player_id for throw in throws(later, moved)} == {None, *world.players.values()}
        with later.database.read() as tx:
            assert counts.miscounted(tx) == []
            for game in repo.games(tx):
                assert check_snapshot(tx, game) == ""
                assert (game.epoch, game.held_ms) == (0, None)
            assert not any(player.moderator for player in repo.players(tx))
        for before, after in zip(games, moved, strict=True):
            assert after.state == before.state
        assert "carried out" in moved[0].send(moved[0].row.active_seat or 0, "end").text


def test_rolls_that_were_counted_by_four_faces_are_counted_still(world: World, tmp_path: Path) -> None:
    games, path = in_progress(world), tmp_path / "migrated.sqlite3"
    world.database.copy_to(tmp_path / "now.sqlite3")
    as_before(tmp_path / "now.sqlite3", path, "0012")
    counted = throws(world, games)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO throw VALUES (:game_id, :epoch, :year, :seat, :player_id, :kind, :straight, :curve, :share, "
            ":wild, :at_ms, '2211')",
            [
                {
                    **{field.name: getattr(throw, field.name) for field in fields(throw)},
                    **{column: throw.fell.get(face, 0) for face, column in FACES_BEFORE.items()},
                }
                for throw in counted
            ],
        )
    assert migrate(path) is True
    (tmp_path / "on").mkdir()
    with new_world(tmp_path / "on", path) as later, later.database.read() as tx:
        assert throws(later, [Game(later, game.id) for game in games]) == counted != []
        assert counts.miscounted(tx) == []


def test_what_waited_for_a_bare_confirm_is_void_or_asked_for_once_more(world: World, tmp_path: Path) -> None:
    mona, game, path = add_moderator(world, "Mona"), world.open_game(), tmp_path / "migrated.sqlite3"
    draft = DraftRow("resign", game.row.position, None, 0)
    world.database.write(lambda tx: repo.put_draft(tx, game.id, 1, draft))
    world.database.copy_to(tmp_path / "now.sqlite3")
    as_before(tmp_path / "now.sqlite3", path, "0004")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO pending_act VALUES (?, 'unseal e1: why', ?, NULL, 0)", [mona, "0" * 16])
    assert migrate(path) is True
    (tmp_path / "on").mkdir()
    with new_world(tmp_path / "on", path) as later:
        later.players.update(world.players)
        later.clock.at, later.numbers = world.clock.at, world.numbers
        moved, village = Game(later, game.id), Village(later)
        told = village.write("Mona", "confirm", answering=None)
        assert told.fate("confirm") == "REFUSED: There is nothing to confirm."
        asked = moved.send(1, "confirm", answering=None)
        assert asked.text.startswith("Nothing was changed yet, because this can't be undone.")
        assert not is_vacant(moved, 1)
        moved.send(1, f"confirm {code_in(asked.answer.text)}", answering=None)
        assert is_vacant(moved, 1)
        with later.database.read() as tx:
            assert repo.secret_accesses(tx, game.id) == []
