"""An upgrade and the way back: a checked copy comes first, and whoever is killed leaves the one schema or the other."""

import fcntl
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from disk_kit import disk
from step_kit import NEXT, NOW, STEP, next_version
from store_kit import new_database, new_entry, new_game, new_player

from pbem.files import PARTIAL
from pbem.store import BadDatabase, Database, upgrades
from pbem.store.errors import AlreadyServing, SchemaForgotten
from pbem.store.games.log import append_entries, list_entries
from pbem.store.schema import BASELINE
from pbem.store.sqlite import copies
from pbem.store.sqlite.copies import quick_check
from pbem.store.sqlite.locks import InstanceLock, WriteLock
from pbem.store.sqlite.schema import move_to, stored_schema
from pbem.store.upgrades import Lost, copies_before, find_way_back, go_back, preview_way_back, upgrade

pytestmark = pytest.mark.sqlite("copies of files; tests/server/test_postgresql_upkeep.py is about PostgreSQL")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of this version with a game of one entry."""
    with new_database(tmp_path) as database:
        game_id = database.write(lambda tx: new_game(tx, [new_player(tx)]))
        database.write(lambda tx: append_entries(tx, game_id, 0, [new_entry("first")]))
        return database.path


def entries(path: Path) -> list[str]:
    """What was played, by any schema."""
    with closing(sqlite3.connect(path)) as connection:
        return [str(payload) for (payload,) in connection.execute("SELECT payload FROM entry ORDER BY position")]


def play(path: Path, payload: str) -> None:
    with Database(path) as database:
        with database.read() as tx:
            position = len(list_entries(tx, 1))
        database.write(lambda tx: append_entries(tx, 1, position, [new_entry(payload)]))


def test_an_upgrade_keeps_what_was_there_as_it_was(path: Path, tmp_path: Path) -> None:
    with next_version(tmp_path / "steps"):
        copy = upgrade(path)
        assert copy is not None and [copy] == copies_before(path, NEXT)
        assert copy.stat().st_mode & 0o777 == 0o600
        assert (stored_schema(copy), stored_schema(path), find_way_back(path)) == (NOW, NEXT, NOW)
        assert entries(copy) == entries(path) == ["first"]
        assert upgrade(path) is None
    with Database(copy) as database, database.read() as tx:
        assert len(list_entries(tx, 1)) == 1, "the version before uses it as it is"


def test_the_way_back_keeps_what_was_played_and_tells_what_is_lost(path: Path, tmp_path: Path) -> None:
    with next_version(tmp_path / "steps"):
        upgrade(path)
        play(path, "second")
        assert preview_way_back(path, NOW) == []
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO medal VALUES (1)")
            connection.execute("UPDATE game SET motto = 'On time'")
        lost = [Lost("game", "motto", 1), Lost("medal", "", 1)]
        assert sorted(preview_way_back(path, NOW)) == lost
        assert (stored_schema(path), entries(path)) == (NEXT, ["first", "second"]), "looking changes nothing"
        copy = go_back(path, NOW)
        assert [copy] == copies_before(path, NOW) and stored_schema(copy) == NEXT
    assert stored_schema(path) == NOW
    play(path, "third")
    assert entries(path) == ["first", "second", "third"]
    assert not list(path.parent.glob(f"{PARTIAL}*"))


def test_no_copy_is_written_over_another(path: Path, tmp_path: Path) -> None:
    with next_version(tmp_path / "steps"):
        first = upgrade(path)
        go_back(path, NOW)
    play(path, "second")
    with next_version(tmp_path / "steps"):
        second = upgrade(path)
    assert first is not None and second is not None
    assert copies_before(path, NEXT) == [first, second] and second.name.endswith(f".before-{NEXT}-2")
    assert (entries(first), entries(second)) == (["first"], ["first", "second"])


def test_values_that_an_upgrade_fills_in_again_are_not_lost(path: Path) -> None:
    assert preview_way_back(path, BASELINE) == []
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE player SET list_keeper = 1")
    assert preview_way_back(path, BASELINE) == [Lost("player", "list_keeper", 1)]


@pytest.mark.parametrize(
    "step",
    [
        STEP.replace('op.drop_table("medal")', "raise ZeroDivisionError"),
        STEP.replace('op.drop_table("medal")', 'op.drop_table("medal"); op.execute("DELETE FROM player")'),
    ],
    ids=["fails", "breaks references"],
)
def test_a_way_back_that_would_not_be_well_is_not_gone(path: Path, tmp_path: Path, step: str) -> None:
    with next_version(tmp_path / "steps", step):
        upgrade(path)
        with pytest.raises((ZeroDivisionError, BadDatabase)):
            preview_way_back(path, NOW)
        assert (stored_schema(path), entries(path)) == (NEXT, ["first"])
        with pytest.raises(SchemaForgotten):
            preview_way_back(path, "0001")


def test_nothing_moves_while_a_server_runs_or_where_the_step_fails(path: Path, tmp_path: Path) -> None:
    with next_version(
        tmp_path / "steps", STEP.replace("def downgrade", "    raise ZeroDivisionError\n\n\ndef downgrade")
    ):
        with InstanceLock(path), pytest.raises(AlreadyServing):
            upgrade(path)
        with pytest.raises(ZeroDivisionError):
            upgrade(path)
    assert stored_schema(path) == NOW
    assert not copies_before(path, NEXT)


def test_nobody_writes_between_the_copy_and_the_migration(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looking(database: Path, schema: str) -> None:
        with path.with_name(f"{path.name}.lock").open("ab") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        move_to(database, schema)

    monkeypatch.setattr(upgrades, "move_to", looking)
    with next_version(tmp_path / "steps"):
        assert upgrade(path) is not None and stored_schema(path) == NEXT


def test_without_room_for_the_copy_nothing_is_migrated(path: Path, tmp_path: Path) -> None:
    size = path.stat().st_size
    with disk(tmp_path / "small", size + size // 2) as small, next_version(tmp_path / "steps"):
        full = small / path.name
        full.write_bytes(path.read_bytes())
        with pytest.raises(OSError, match="No space"):
            upgrade(full)
        assert stored_schema(full) == NOW
        assert not copies_before(full, NEXT) and not list(small.glob(f"{PARTIAL}*"))


def test_a_damaged_database_is_not_upgraded(path: Path, tmp_path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[-8192:] = b"\xa5" * 8192
    path.write_bytes(raw)
    with next_version(tmp_path / "steps"), pytest.raises((BadDatabase, OSError)):
        upgrade(path)
    assert path.read_bytes() == raw


def die(*_arguments: object, **_named: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed(work: Callable[[], object]) -> bool:
    """Whether a process of its own was killed as it did this."""
    pid = os.fork()
    if not pid:
        work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


WINDOWS: dict[str, tuple[object, str]] = {
    "copying": (copies, "quick_check"),
    "copied": (upgrades, "move_to"),
    "migrated": (WriteLock, "close"),
}


@pytest.mark.parametrize("window", [*WINDOWS, "migrating"])
@pytest.mark.parametrize("way", ["up", "back"])
def test_whoever_is_killed_leaves_the_one_schema_or_the_other(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: str, way: str
) -> None:
    step = STEP
    if window == "migrating":
        at = "def downgrade" if way == "up" else '    op.drop_table("medal")'
        body = "    import os; os.path.exists('kill') and os.kill(os.getpid(), 9)\n"
        step = STEP.replace(at, f"{body}\n\n{at}" if way == "up" else f"{body}{at}")
    monkeypatch.chdir(tmp_path)
    with next_version(tmp_path / "steps", step):
        before, after = (NOW, NEXT) if way == "up" else (NEXT, NOW)
        if way == "back":
            upgrade(path)

        def move() -> object:
            return upgrade(path) if way == "up" else go_back(path, NOW)

        with monkeypatch.context() as patched:
            (tmp_path / "kill").touch()
            if window in WINDOWS:
                patched.setattr(*WINDOWS[window], die)
            assert killed(move)
            (tmp_path / "kill").unlink()
        assert stored_schema(path) == (after if window == "migrated" else before)
        assert (quick_check(path), entries(path)) == ([], ["first"])
        assert len(copies_before(path, after)) == (window != "copying")
        if window != "migrated":
            move()
        assert (stored_schema(path), stored_schema(copies_before(path, after)[-1])) == (after, before)
        assert not list(path.parent.glob(f"{PARTIAL}*"))
