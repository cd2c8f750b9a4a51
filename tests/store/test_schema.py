"""Databases are made and recognised."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.files import PARTIAL
from pbem.store import BadDatabase, Database, NotOurs, SchemaTooNew, StoreError, create, migrate
from pbem.store.engines import stored_schema
from pbem.store.schema import SCHEMA


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    create(tmp_path / "db")
    assert [(path.name, path.stat().st_mode & 0o077) for path in tmp_path.iterdir()] == [("db", 0)]
    with Database(tmp_path / "db"):
        assert {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == dict.fromkeys(
            ("db", "db-shm", "db-wal", "db.gate", "db.lock"), 0
        )


def test_create_does_not_touch_a_file_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "db").write_text("mine")
    with pytest.raises(FileExistsError):
        create(tmp_path / "db")
    assert (tmp_path / "db").read_text() == "mine"


def foreign(path: Path, statements: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(statements)
    connection.close()


def cut_off(path: Path, length: int) -> None:
    create(path)
    path.write_bytes(path.read_bytes()[:length])


OTHERS: dict[str, tuple[Callable[[Path], object], type[StoreError]]] = {
    "empty": (Path.touch, NotOurs),
    "without tables": (lambda path: foreign(path, "PRAGMA journal_mode=WAL; PRAGMA user_version=1"), NotOurs),
    "another program's": (lambda path: foreign(path, "CREATE TABLE player (id)"), NotOurs),
    "another program's with Alembic": (
        lambda path: foreign(
            path, "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('0002')"
        ),
        NotOurs,
    ),
    "with Alembic's own numbers": (
        lambda path: foreign(
            path, "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('ae1027a6acf')"
        ),
        NotOurs,
    ),
    "a text": (lambda path: path.write_text("Dear server, roll all."), BadDatabase),
    "a folder": (Path.mkdir, BadDatabase),
    "a link to nothing": (lambda path: path.symlink_to(path.parent / "nothing"), BadDatabase),
    "cut off in its head": (lambda path: cut_off(path, 60), BadDatabase),
    "cut off in its first page": (lambda path: cut_off(path, 1000), BadDatabase),
    "cut off later": (lambda path: cut_off(path, 40_960), BadDatabase),
    "cut off in a page": (lambda path: cut_off(path, 50_000), BadDatabase),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_no_database_of_ours_is_refused_and_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "db"
    make, error = OTHERS[kind]
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    for attempt in (Database, migrate, stored_schema):
        with pytest.raises(error):
            attempt(path)
    with pytest.raises(FileExistsError):
        create(path)
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert [found.name for found in tmp_path.iterdir()] == ["db"]


@pytest.mark.parametrize("newer", [f"{int(SCHEMA) + 1:04}", "9999", "a1b2c3"])
def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path, newer: str) -> None:
    path = tmp_path / "db"
    create(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = ?", [newer])
    connection.commit()
    connection.close()

    for attempt in (Database, migrate):
        with pytest.raises(SchemaTooNew) as refused:
            attempt(path)
        assert (refused.value.stored, refused.value.known) == (newer, SCHEMA)
    assert stored_schema(path) == newer


def test_a_database_that_was_being_made_when_its_maker_was_killed_is_no_database(tmp_path: Path) -> None:
    kill = (
        "import os, sys; from pathlib import Path; from pbem.store.sqlite import schema;"
        "schema.publish = lambda *_: os.kill(os.getpid(), 9); schema.create(Path(sys.argv[1]))"
    )
    assert subprocess.run([sys.executable, "-c", kill, tmp_path / "db"], check=False).returncode == -9
    assert [path.name.startswith(PARTIAL) for path in tmp_path.iterdir()] == [True]
    create(tmp_path / "db")
    assert [path.name for path in tmp_path.iterdir()] == ["db"]


def test_a_missing_database_is_not_made_by_opening_it(tmp_path: Path) -> None:
    for attempt in (Database, migrate):
        with pytest.raises(FileNotFoundError):
            attempt(tmp_path / "db")
    assert list(tmp_path.iterdir()) == []


def test_a_database_may_be_named_by_url(tmp_path: Path) -> None:
    create(f"sqlite:///{tmp_path}/db")
    with Database(f"sqlite:///{tmp_path}/db") as database:
        assert database.path == tmp_path / "db"


@pytest.mark.parametrize("url", ["mysql://user:secret@host/pbem", "sqlite://"])
def test_other_engines_are_refused_without_telling_the_password(url: str) -> None:
    with pytest.raises(ValueError, match="only SQLite files") as refused:
        Database(url)
    assert "secret" not in str(refused.value)


def test_opening_a_current_database_imports_nothing_of_migrations_or_another_engine(tmp_path: Path) -> None:
    create(tmp_path / "db")
    unwanted = ("alembic", "pbem.store.migrations.baseline", "sqlalchemy.dialects.postgresql", "psycopg")
    program = (
        "import sys; from pbem.store import Database, migrate;"
        "migrate(sys.argv[1]); Database(sys.argv[1]).close();"
        f"sys.exit(any(name in sys.modules for name in {unwanted}))"
    )
    assert subprocess.run([sys.executable, "-c", program, tmp_path / "db"], check=False).returncode == 0
