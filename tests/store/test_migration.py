"""Migrations lead exactly to the models' schema; a step goes up and back, and nothing that both know is lost."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, MetaData, Text
from store_kit import new_entry, new_game, new_player

from pbem.store import Database, SchemaForgotten, create, migrate
from pbem.store.audit import AuditRow, add_audit
from pbem.store.games.log import append_entries
from pbem.store.players.player import set_role
from pbem.store.schema import BASELINE, MIGRATIONS, SCHEMA, VERSIONS, all_tables
from pbem.store.sqlite import schema
from pbem.store.sqlite.connections import create_migrating_engine
from pbem.store.sqlite.schema import move_to, stored_schema
from pbem.store.tables import NEW

NEXT = f"{int(SCHEMA) + 1:04}"
STEP = f'''"""A step that is made up."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{SCHEMA}"


def upgrade() -> None:
    op.create_table("medal", sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True))
    with op.batch_alter_table("game") as batch:
        batch.add_column(sa.Column("motto", sa.Text()))
        batch.drop_column("beacon")


def downgrade() -> None:
    with op.batch_alter_table("game") as batch:
        batch.add_column(sa.Column("beacon", sa.Text()))
        batch.drop_column("motto")
    op.drop_table("medal")
'''


def definitions(path: Path) -> dict[str, set[str]]:
    """Each table's, index's and trigger's definition as the set of its lines: the order of columns may differ."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'"
        ).fetchall()
    # A table that a migration has rebuilt bears its name in quotes.
    plain = [(name, re.sub(r'[ \t"]+', " ", sql)) for name, sql in found]
    return {name: {line.strip(" ,") for line in sql.splitlines()} for name, sql in plain}


def undrafted(path: Path, models: MetaData) -> list[Any]:
    """What Alembic would draft to bring a database to these models."""
    engine = create_migrating_engine(path)
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), models)
    engine.dispose()
    return list(found)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that was made by all migrations, from nothing."""
    path = tmp_path_factory.mktemp("migrated") / "db"
    path.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "stored_schema", lambda _path: "")
        move_to(path, SCHEMA)
    return path


def test_migrations_lead_to_the_schema_of_the_models(migrated: Path, tmp_path: Path) -> None:
    create(tmp_path / "created")
    assert definitions(migrated) == definitions(tmp_path / "created")
    assert len(definitions(migrated)) > 20
    assert stored_schema(migrated) == stored_schema(tmp_path / "created") == SCHEMA


def test_a_model_that_changes_without_a_migration_is_found(migrated: Path) -> None:
    assert undrafted(migrated, all_tables()) == []
    models = MetaData()
    for table in all_tables().sorted_tables:
        table.to_metadata(models)
    models.tables["game"].append_column(Column("motto", Text))
    ((change, _schema, name, column),) = undrafted(migrated, models)
    assert (change, name, column.name) == ("add_column", "game", "motto")


def test_a_step_is_drafted_from_what_changed(tmp_path: Path, checkout: Path) -> None:
    """As `env.py` says; there is nothing to draft as yet."""
    create(tmp_path / "db")
    ini = str(MIGRATIONS / "alembic.ini")
    alembic = [sys.executable, "-m", "alembic", "-c", ini, "-x", f"database={tmp_path}/db"]
    done = subprocess.run([*alembic, "check"], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_known_is_the_last_migration() -> None:
    numbers = sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    assert numbers == [f"{n:04}" for n in range(int(BASELINE), int(SCHEMA) + 1)]


def test_a_step_goes_up_and_back_and_loses_nothing_that_both_know(tmp_path: Path) -> None:
    path, steps = tmp_path / "db", tmp_path / "versions"
    steps.mkdir()
    (steps / f"{NEXT}_made_up.py").write_text(STEP)
    create(path)
    with Database(path) as database:
        game_id = database.write(lambda tx: new_game(tx, [new_player(tx)], to_move=0))
        database.write(lambda tx: append_entries(tx, game_id, 0, [new_entry("first"), new_entry("last")]))
    before, held = definitions(path), rows(path)

    move_to(path, NEXT, [*VERSIONS, steps])
    after = definitions(path)
    assert after.keys() - before.keys() == {"medal"} and after["game"] - before["game"] == {"motto TEXT"}
    assert stored_schema(path) == NEXT
    assert rows(path) == held

    move_to(path, SCHEMA, [*VERSIONS, steps])
    assert definitions(path) == before
    assert rows(path) == held
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute("DELETE FROM entry")


def test_all_steps_go_back_to_the_first_and_up_again(tmp_path: Path) -> None:
    path = tmp_path / "db"
    create(path)
    with Database(path) as database:
        game_id = database.write(lambda tx: new_game(tx, [new_player(tx)], to_move=0))
        database.write(lambda tx: append_entries(tx, game_id, 0, [new_entry("first"), new_entry("last")]))
    before = definitions(path)
    with closing(sqlite3.connect(path)) as connection:
        held = connection.execute("SELECT id, tag, name, position FROM game").fetchall()
    move_to(path, BASELINE)
    assert definitions(path) != before
    move_to(path, SCHEMA)
    assert definitions(path) == before
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT id, tag, name, position FROM game").fetchall() == held
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute("DELETE FROM entry")


def rows(path: Path) -> dict[str, set[tuple[object, ...]]]:
    """What the tables hold in the columns that the step leaves alone."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table.name: set(
                connection.execute(
                    f"SELECT {', '.join(f'{chr(34)}{c.name}{chr(34)}' for c in table.c if c.name != 'beacon')} "
                    f'FROM "{table.name}"'
                )
            )
            for table in all_tables().sorted_tables
        }


@pytest.mark.parametrize("old", ["0001", f"{int(BASELINE) - 1:04}"])
def test_what_was_made_before_the_first_version_is_refused_and_left_alone(tmp_path: Path, old: str) -> None:
    path = tmp_path / "db"
    create(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [old])
    before = path.read_bytes()
    for attempt in (Database, migrate):
        with pytest.raises(SchemaForgotten):
            attempt(path)
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path, steps = tmp_path / "db", tmp_path / "versions"
    steps.mkdir()
    (steps / f"{NEXT}_made_up.py").write_text(STEP.replace('batch.drop_column("beacon")', "raise ZeroDivisionError"))
    create(path)
    before = definitions(path)
    with pytest.raises(ZeroDivisionError):
        move_to(path, NEXT, [*VERSIONS, steps])
    assert definitions(path) == before
    assert stored_schema(path) == SCHEMA


def test_the_first_step_is_not_taken_back(tmp_path: Path) -> None:
    create(tmp_path / "db")
    move_to(tmp_path / "db", BASELINE)
    with pytest.raises(NotImplementedError):
        move_to(tmp_path / "db", "-1")
    assert stored_schema(tmp_path / "db") == BASELINE


def test_the_step_to_roles_and_the_audit_log_goes_back_and_keeps_players_lists_and_logs(tmp_path: Path) -> None:
    path = tmp_path / "db"
    create(path)
    with Database(path) as database:
        ada = database.write(new_player)
        database.write(lambda tx: set_role(tx, ada, "moderator", on=True))
        database.write(lambda tx: add_audit(tx, AuditRow(NEW, 0, ada, "", "join", None, None, "{}", "done")))
        game_id = database.write(lambda tx: new_game(tx, [ada], to_move=0))
        database.write(lambda tx: append_entries(tx, game_id, 0, [new_entry("first")]))
    move_to(path, "0027")
    before = definitions(path)
    move_to(path, "0026")
    assert before.keys() - definitions(path).keys() >= {"audit", "block", "blocked_mailbox", "erasure"}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT moderator FROM player").fetchall() == [(1,)]
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute("UPDATE entry SET payload = ''")
    move_to(path, "0027")
    assert definitions(path) == before
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT moderator, operator, list_keeper, standing FROM player").fetchall()
        assert found == [(1, 0, 0, "open")]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
