"""One queue of writes in all threads and processes, each durable by itself; reads that stand still meanwhile."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from rows_kit import table_counts
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from store_kit import T0, new_database, new_entry, new_game, new_player, url_in_full

from pbem.store import Database, PositionTaken, Tx, WouldWait
from pbem.store.games.game import get_game
from pbem.store.games.listing import list_games
from pbem.store.games.log import append_entries, find_last_position, list_entries
from pbem.store.players.player import get_player
from pbem.store.service.server import find_meta, put_meta, run_quick_check

pytestmark = pytest.mark.both_engines

WRITERS = 8
WRITES = 50

BUSY_WRITER = """
import sys, time
from pbem.store import Database
from pbem.store.games.log import EntryRow, append_entries, find_last_position

database, game_id, name = Database(sys.argv[1]), int(sys.argv[2]), sys.argv[3]

def append(tx):
    last = find_last_position(tx, game_id)
    append_entries(tx, game_id, last, [EntryRow(0, "event", name, None, None, 0, 1)])
    time.sleep(0.005)  # as a slow disk would

database.write(lambda tx: None)  # the first loads what it takes
print("ready", flush=True)
sys.stdin.readline()
until, written = time.monotonic() + 1, 0
while time.monotonic() < until:
    database.write(append, game_id=game_id)
    written += 1
print(written)
"""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with new_database(tmp_path) as database:
        yield database


def one_game(database: Database) -> int:
    return database.write(lambda tx: new_game(tx, [new_player(tx)]))


def append_one(tx: Tx, game_id: int, payload: str) -> None:
    append_entries(tx, game_id, find_last_position(tx, game_id), [new_entry(payload)])


def payloads(database: Database, game_id: int) -> list[str]:
    with database.read() as tx:
        return [entry.payload for entry in list_entries(tx, game_id)]


def test_a_write_returns_what_its_work_returns(database: Database) -> None:
    player_id = database.write(new_player)
    with database.read() as tx:
        assert get_player(tx, player_id).name == "Ada"


def test_an_exception_undoes_the_whole_write_and_comes_out(database: Database) -> None:
    game_id = one_game(database)

    def half(tx: Tx) -> None:
        append_one(tx, game_id, "one")
        put_meta(tx, "k", "v")
        raise ZeroDivisionError("on purpose")

    with pytest.raises(ZeroDivisionError, match="on purpose"):
        database.write(half)
    assert payloads(database, game_id) == []
    with database.read() as tx:
        assert find_meta(tx, "k") is None
    database.write(lambda tx: append_one(tx, game_id, "two"))
    assert payloads(database, game_id) == ["two"]


def test_what_a_threads_writes_begin_with_is_done_with_them_or_not_at_all(database: Database) -> None:
    begun: list[str] = []

    def step(tx: Tx) -> None:
        begun.append(threading.current_thread().name)
        put_meta(tx, "begun", str(len(begun)))

    def fail(_tx: Tx) -> None:
        raise ValueError("no")

    with ThreadPoolExecutor(1) as other, database.begin_writes_with(step):
        other.submit(database.write, lambda tx: new_player(tx, "Other")).result()
        assert begun == [], "another thread's writes are its own"
        database.write(lambda tx: new_player(tx, "Ada"))
        with pytest.raises(ValueError, match="no"):
            database.write(fail)
    database.write(lambda tx: new_player(tx, "Ben"))
    assert len(begun) == 2
    with database.read() as tx:
        assert find_meta(tx, "begun") == "1"


def test_a_statement_that_breaks_a_constraint_undoes_the_whole_write(database: Database) -> None:
    game_id = one_game(database)

    def broken(tx: Tx) -> None:
        append_one(tx, game_id, "one")
        append_one(tx, game_id + 1, "for a game that is not there")

    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        database.write(broken)
    assert payloads(database, game_id) == []


def test_a_write_within_a_write_is_refused_instead_of_waiting_for_itself(database: Database) -> None:
    with pytest.raises(RuntimeError, match="a write within a write"):
        database.write(lambda _tx: database.write(lambda tx: put_meta(tx, "k", "v")))


def test_closing_finishes_what_was_asked_for_and_takes_nothing_more(database: Database) -> None:
    game_id = one_game(database)
    first_runs, may_end = threading.Event(), threading.Event()

    def slow(tx: Tx) -> None:
        first_runs.set()
        may_end.wait(60)
        append_one(tx, game_id, "slow")

    with ThreadPoolExecutor() as threads:
        slow_write = threads.submit(database.write, slow)
        first_runs.wait(60)
        closing = threads.submit(database.close)
        may_end.set()
        slow_write.result(10)
        closing.result(10)
    with pytest.raises(RuntimeError):
        database.write(lambda tx: append_one(tx, game_id, "late"))
    with Database(database.engine.location) as again:
        assert payloads(again, game_id) == ["slow"]


def test_what_another_writes_is_told_soon_and_ones_own_once(database: Database) -> None:
    told: list[float] = []
    with (
        Database(database.engine.location) as other,
        database.notifying_of_writes(lambda: told.append(time.monotonic())),
    ):
        database.write(lambda tx: put_meta(tx, "own", "yes"))
        assert len(told) == 1
        time.sleep(0.5)
        assert len(told) == 1, "nor as another's, a moment later"
        other.write(lambda tx: put_meta(tx, "other", "yes"))
        until = time.monotonic() + 30
        while len(told) == 1 and time.monotonic() < until:
            time.sleep(0.01)
        assert len(told) == 2
    other_told = len(told)
    database.write(lambda tx: put_meta(tx, "own", "again"))
    assert len(told) == other_told


def test_writes_of_tables_that_do_not_concern_somebody_are_not_told(database: Database) -> None:
    told: list[str] = []
    with database.notifying_of_writes(lambda: told.append("but of meta"), but_of={"meta"}):
        database.write(lambda tx: put_meta(tx, "own", "yes"))
        assert told == []
        one_game(database)
        assert told


@pytest.mark.sqlite("on PostgreSQL each write tells by itself")
def test_ones_own_write_hides_no_write_of_others(database: Database) -> None:
    told: list[str] = []
    with database.notifying_of_writes(lambda: told.append("but of meta"), but_of={"meta"}):
        with Database(database.path) as other:
            other.write(lambda tx: put_meta(tx, "another's", "yes"))
        database.write(lambda tx: put_meta(tx, "own", "yes"))
        assert told, "before it was looked for"


def test_one_leads_at_a_time(database: Database) -> None:
    with Database(database.engine.location) as other:
        first, second = database.leadership(), other.leadership()
        assert first.take() and first.take() and first.holds()
        assert not second.take() and not second.holds()
        first.release()
        assert not first.holds() and second.take()
        second.release()


def test_reading_stands_still_while_others_write(database: Database) -> None:
    game_id = one_game(database)
    with database.read() as tx:
        assert list_entries(tx, game_id) == []
        database.write(lambda writing: append_one(writing, game_id, "meanwhile"))
        assert list_entries(tx, game_id) == []
        assert table_counts(tx)["entry"] == 0
    assert payloads(database, game_id) == ["meanwhile"]


def test_reading_goes_on_while_a_write_is_open(database: Database) -> None:
    game_id = one_game(database)

    def writing(tx: Tx) -> list[str]:
        append_one(tx, game_id, "not yet")
        return payloads(database, game_id)

    assert database.write(writing) == []


def test_a_glance_sees_what_is_there_at_its_moment_and_keeps_no_snapshot(database: Database) -> None:
    game_id = one_game(database)
    with database.read_at_once() as tx:
        assert list_entries(tx, game_id) == []
        database.write(lambda writing: append_one(writing, game_id, "meanwhile"))
        assert [entry.payload for entry in list_entries(tx, game_id)] == ["meanwhile"]
        with pytest.raises(DBAPIError, match=r"read-?only"):
            put_meta(tx, "k", "v")
    if database.engine.path is None:
        return
    tool = sqlite3.connect(database.path)
    assert tool.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0), "no reader holds the log"
    tool.close()


def test_a_glance_waits_for_nobody(database: Database) -> None:
    with database.read_at_once(), pytest.raises(WouldWait), database.read_at_once():
        pass
    with database.read_at_once() as tx:
        assert list_games(tx) == []


def test_writing_through_a_read_is_refused(database: Database) -> None:
    with database.read() as tx, pytest.raises(DBAPIError, match=r"read-?only"):
        put_meta(tx, "k", "v")


@pytest.mark.sqlite("connections to PostgreSQL are bounded")
def test_more_threads_read_at_once_than_connections_are_kept(tmp_path: Path) -> None:
    threads = 12
    all_inside = threading.Barrier(threads)

    def read_together(database: Database) -> str:
        with database.read() as tx:
            tag = get_game(tx, game_id).tag
            all_inside.wait(60)
            return tag

    with (
        new_database(tmp_path) as database,
        Database(database.engine.location, readers=4) as few,
        ThreadPoolExecutor(threads) as pool,
    ):
        game_id = one_game(database)
        assert set(pool.map(read_together, [few] * threads)) == {"e1"}


@pytest.mark.sqlite("its pragmas")
def test_commits_are_synced_to_the_disk_and_erased_text_is_overwritten(database: Database) -> None:
    def pragma(name: str) -> object:
        return database.write(lambda tx: tx.connection.execute(text(f"PRAGMA {name}")).scalar_one())

    full = 2
    settings = {name: pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")}
    assert settings == {"journal_mode": "wal", "synchronous": full, "foreign_keys": 1, "secure_delete": 1}


@pytest.mark.sqlite("a full disk of PostgreSQL is its own server's")
def test_a_full_disk_fails_one_write_and_not_the_next(database: Database) -> None:
    def set_limit(tx: Tx, spare_pages: int) -> None:
        used = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        tx.connection.exec_driver_sql(f"PRAGMA max_page_count={used + spare_pages}")

    game_id = one_game(database)
    database.write(lambda tx: set_limit(tx, 5))
    with pytest.raises(OSError, match="No space left on device"):
        database.write(lambda tx: append_entries(tx, game_id, 0, [new_entry("x" * 1000)] * 100))
    assert payloads(database, game_id) == []

    database.write(lambda tx: set_limit(tx, 1000))
    database.write(lambda tx: append_one(tx, game_id, "there is room again"))
    assert payloads(database, game_id) == ["there is room again"]


@pytest.mark.sqlite("PostgreSQL has no lock on all of it")
def test_a_tool_that_holds_the_file_fails_one_write_and_not_the_next(database: Database) -> None:
    game_id = one_game(database)
    database.write(lambda tx: tx.connection.exec_driver_sql("PRAGMA busy_timeout=1").close())
    tool = sqlite3.connect(database.path, isolation_level=None)
    tool.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        database.write(lambda tx: append_one(tx, game_id, "too early"))
    tool.execute("ROLLBACK")
    tool.close()

    database.write(lambda tx: append_one(tx, game_id, "in time"))
    assert payloads(database, game_id) == ["in time"]


def test_eight_threads_write_and_nothing_is_lost_or_mixed(database: Database) -> None:
    game_id = one_game(database)

    def write_all(writer: int) -> None:
        for number in range(WRITES):
            database.write(partial(append_one, game_id=game_id, payload=f"{writer}:{number}"))

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write_all, range(WRITERS)))

    log = payloads(database, game_id)
    assert len(log) == WRITERS * WRITES
    for writer in range(WRITERS):
        assert [line for line in log if line.startswith(f"{writer}:")] == [f"{writer}:{n}" for n in range(WRITES)]


def test_of_two_who_read_the_same_log_one_appends_and_one_is_told(database: Database) -> None:
    game_id = one_game(database)
    both_have_read = threading.Barrier(2)

    def read_then_append(name: str) -> str:
        with database.read() as tx:
            seen = find_last_position(tx, game_id)
        both_have_read.wait(60)
        try:
            database.write(lambda tx: append_entries(tx, game_id, seen, [new_entry(name)]))
        except PositionTaken as taken:
            assert (taken.expected, taken.found) == (0, 1)
            return "told"
        return name

    with ThreadPoolExecutor(2) as pool:
        results = set(pool.map(read_then_append, ["a", "b"]))
    assert results == {"told", *payloads(database, game_id)}


def test_processes_that_write_at_once_all_get_their_turn(database: Database) -> None:
    game_id = one_game(database)
    names = ["a", "b", "c"]
    program = [sys.executable, "-c", BUSY_WRITER, url_in_full(database), str(game_id)]
    with ExitStack() as all_ended:
        processes = {}
        for name in names:
            process = subprocess.Popen([*program, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            processes[name] = all_ended.enter_context(process)
            all_ended.callback(process.kill)
        for process in processes.values():
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes.values():
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        written = {name: int(process.communicate(timeout=120)[0]) for name, process in processes.items()}

    log = payloads(database, game_id)
    assert {name: log.count(name) for name in names} == written
    assert min(written.values()) > sum(written.values()) / 6
    with database.read() as tx:
        assert run_quick_check(tx) == []
        assert get_game(tx, game_id).created_ms == T0
