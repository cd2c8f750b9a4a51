"""Databases are made, recognised and migrated; the migrations lead exactly to the models' schema."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from pbem.store import Database, SchemaTooNew, SchemaTooOld, create, migrate
from pbem.store.models import metadata
from pbem.store.schema import MIGRATIONS, SCHEMA, stored_schema


def definitions(path: Path) -> dict[str, set[str]]:
    """Each table's, index's and trigger's definition as the set of its lines: the order of columns may differ."""
    connection = sqlite3.connect(path)
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'"
    )
    # A table that a migration has rebuilt bears its name in quotes.
    plain = [(name, re.sub(r'[ \t"]+', " ", sql)) for name, sql in found]
    lines = {name: {line.strip(" ,") for line in sql.splitlines()} for name, sql in plain}
    connection.close()
    return lines


def test_migrations_lead_to_the_schema_of_the_models(tmp_path: Path) -> None:
    migrated, modelled = tmp_path / "migrated", tmp_path / "modelled"
    create(migrated)
    engine = create_engine(f"sqlite:///{modelled}")
    metadata.create_all(engine)
    engine.dispose()

    assert definitions(migrated) == definitions(modelled)
    assert len(definitions(migrated)) > 20


def test_alembic_finds_nothing_left_to_draft(tmp_path: Path, checkout: Path) -> None:
    create(tmp_path / "db")
    ini = str(MIGRATIONS / "alembic.ini")
    alembic = [sys.executable, "-m", "alembic", "-c", ini, "-x", f"database={tmp_path}/db"]
    done = subprocess.run([*alembic, "check"], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_known_is_the_last_migration() -> None:
    numbers = sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    assert numbers[-1] == SCHEMA
    assert numbers == [f"{n:04}" for n in range(1, len(numbers) + 1)]


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    create(tmp_path / "db")
    assert {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {
        "db": 0,
        "db.gate": 0,
        "db.lock": 0,
    }


def test_create_does_not_touch_a_file_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "db").write_text("mine")
    with pytest.raises(FileExistsError):
        create(tmp_path / "db")
    assert (tmp_path / "db").read_text() == "mine"


def test_an_empty_file_is_too_old_until_migrated(tmp_path: Path) -> None:
    path = tmp_path / "db"
    path.touch()
    with pytest.raises(SchemaTooOld):
        Database(path)
    assert migrate(path) is True
    assert stored_schema(path) == SCHEMA
    assert migrate(path) is False
    Database(path).close()


@pytest.mark.parametrize("newer", ["0005", "9999", "a1b2c3"])
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


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE sign_in (in_the_way)")
    connection.close()

    with pytest.raises(OperationalError, match="sign_in"):
        migrate(path)
    assert set(definitions(path)) == {"sign_in"}


def test_a_missing_database_is_not_made_by_opening_it(tmp_path: Path) -> None:
    for attempt in (Database, migrate):
        with pytest.raises(FileNotFoundError):
            attempt(tmp_path / "db")
    assert list(tmp_path.iterdir()) == []


def test_a_database_may_be_named_by_url(tmp_path: Path) -> None:
    create(f"sqlite:///{tmp_path}/db")
    with Database(f"sqlite:///{tmp_path}/db") as database:
        assert database.path == tmp_path / "db"


@pytest.mark.parametrize("url", ["postgresql+psycopg://user:secret@host/pbem", "sqlite://"])
def test_other_engines_are_refused_without_telling_the_password(url: str) -> None:
    with pytest.raises(ValueError, match="only SQLite files") as refused:
        Database(url)
    assert "secret" not in str(refused.value)


def test_opening_a_current_database_does_not_import_alembic(tmp_path: Path) -> None:
    create(tmp_path / "db")
    program = (
        "import sys; from pbem.store import Database, migrate;"
        "migrate(sys.argv[1]); Database(sys.argv[1]).close();"
        "sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program, tmp_path / "db"], check=False).returncode == 0
