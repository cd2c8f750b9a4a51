"""What PostgreSQL alone can do wrong: many who write at once, connections that are lost, and a server of its own."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from postgresql_kit import SETTINGS, make_cluster, new_postgresql, start, stop, url_of
from rows_kit import table_counts
from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from store_kit import new_entry, new_game, new_player

from pbem.store import BadDatabase, Database, NotOurs, SchemaTooNew, Tx, WouldWait, create, is_out_of_order
from pbem.store.across.live import find_newest_game_id
from pbem.store.games.log import append_entries, find_last_position, list_entries
from pbem.store.players.player import add_player
from pbem.store.postgresql import connections
from pbem.store.service.server import MetaRow, find_meta, put_meta

PATIENCE = 30.0
OTHER = """
import sys, time
from pbem.store import Database
from pbem.store.service.server import find_meta, put_meta

database, todo = Database(sys.argv[1]), sys.argv[2]

def count(tx):
    tally = int(find_meta(tx, "tally"))
    time.sleep(0.001)
    put_meta(tx, "tally", str(tally + 1))

def hang(tx):
    put_meta(tx, "tally", "half")
    print("in the middle", flush=True)
    time.sleep(60)

if todo == "count":
    for _ in range(40):
        database.write(count, game_id=1)
elif todo == "hang":
    database.write(hang, game_id=1)
else:
    database.write(lambda tx: put_meta(tx, "told", "yes"))
"""


@pytest.fixture
def url() -> Iterator[str]:
    with new_postgresql() as url:
        yield url


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with Database(url) as database:
        database.write(lambda tx: put_meta(tx, "tally", "0"))
        yield database


def tally(database: Database) -> str | None:
    with database.read() as tx:
        return find_meta(tx, "tally")


def count_up(tx: Tx) -> None:
    put_meta(tx, "tally", str(int(find_meta(tx, "tally") or 0) + 1))


@contextmanager
def other_process(url: str, todo: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, "-c", OTHER, url, todo], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_two_processes_write_one_game_and_no_write_is_lost(database: Database, url: str) -> None:
    with other_process(url, "count") as other:
        for _ in range(40):
            database.write(count_up, game_id=1)
        assert other.wait(PATIENCE) == 0
    assert tally(database) == "80"


def test_what_others_overtake_is_undone_and_begins_again(database: Database) -> None:
    """Both have read before either writes, so that one of them has judged what is there no more."""
    both_have_read, runs = threading.Barrier(2, timeout=PATIENCE), list[str]()

    def spend(tx: Tx, name: str) -> str:
        left = int(find_meta(tx, "tally") or 0)
        runs.append(name)
        if runs.count(name) == 1:
            both_have_read.wait()
        put_meta(tx, "tally", str(left + 10))
        new_player(tx, name)
        return name

    with ThreadPoolExecutor() as threads:
        done = {threads.submit(database.write, partial(spend, name=name)) for name in ("Ada", "Bob")}
        assert {one.result(PATIENCE) for one in done} == {"Ada", "Bob"}
    assert tally(database) == "20", "nothing is spent twice"
    assert len(runs) == 3, "one of them ran again"
    with database.read() as tx:
        assert table_counts(tx)["player"] == 2


def test_two_that_are_numbered_at_the_same_time_get_a_number_each(database: Database) -> None:
    both_have_read, met = threading.Barrier(2, timeout=PATIENCE), threading.local()
    player_id = database.write(new_player)

    def opened(tx: Tx) -> int:
        find_newest_game_id(tx)
        if not hasattr(met, "before"):
            met.before = both_have_read.wait()
        return new_game(tx, [player_id])

    with ThreadPoolExecutor() as threads:
        games = [threads.submit(database.write, opened) for _ in range(2)]
        assert {one.result(PATIENCE) for one in games} == {1, 2}


def test_a_write_that_is_overtaken_each_time_gets_through(database: Database) -> None:
    """As long as the others are not kept waiting, somebody writes what it has read."""
    runs = list[int]()
    hurried = threading.Event()

    def overtake() -> None:
        while not hurried.is_set():
            database.write(count_up)

    def judged(tx: Tx) -> None:
        find_meta(tx, "tally")
        runs.append(1)
        time.sleep(0.05)
        count_up(tx)

    with ThreadPoolExecutor() as pool:
        busy = [pool.submit(overtake) for _ in range(2)]
        database.write(judged)
        hurried.set()
        for one in busy:
            one.result(PATIENCE)
    assert len(runs) == 4, "the fourth time, all others wait"


def test_a_killed_writer_leaves_nothing_and_holds_nobody_up(database: Database, url: str) -> None:
    with other_process(url, "hang") as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "in the middle\n"
        other.kill()
        other.wait(PATIENCE)
        database.write(count_up, game_id=1)
    assert tally(database) == "1"


def test_others_are_told_of_a_write_and_the_writer_at_once(database: Database, url: str) -> None:
    told = threading.Event()
    with database.notifying_of_writes(told.set):
        database.write(lambda tx: put_meta(tx, "own", "yes"))
        assert told.is_set()
        time.sleep(0.05)
        told.clear()
        with other_process(url, "tell") as other:
            assert told.wait(PATIENCE)
            assert other.wait(PATIENCE) == 0


def test_a_claim_passes_over_what_another_holds_and_tells_nobody(database: Database, url: str) -> None:
    for name in ("one", "two"):
        database.write(partial(put_meta, key=name, value=""))
    free = "SELECT key FROM meta WHERE value = '' ORDER BY key LIMIT 1 FOR UPDATE SKIP LOCKED"

    def take(tx: Tx) -> str:
        return str(tx.connection.exec_driver_sql(free).scalar_one())

    with Database(url) as other:
        assert database.claim(lambda tx: (take(tx), other.claim(take))) == ("one", "two")


def test_one_leads_until_its_connection_is_lost(database: Database, url: str) -> None:
    with Database(url) as other:
        first, second = database.leadership(), other.leadership()
        assert first.take() and first.take() and first.holds()
        assert not second.take()
        assert not second.holds()
        with closing(psycopg.connect(url, autocommit=True)) as admin:
            of_this_one = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            admin.execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND {of_this_one}"
            )
        assert not first.holds()
        assert second.take()
        assert not first.take()
        second.release()
        assert first.take()
        first.release()


def test_a_process_takes_a_known_number_of_connections_and_waits_for_one_a_while(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_POOL_SECONDS", 0.1)
    with Database(url, readers=3) as database, ExitStack() as stack:
        engine = database.engine
        opened = [stack.enter_context(engine.reading()) for _ in range(4)]
        with pytest.raises(NoConnection) as none_left, engine.reading():
            pass
        assert is_out_of_order(none_left.value)
        for _ in range(2):
            stack.enter_context(engine.writing(None, alone=False))
            stack.enter_context(engine.claiming())
        stack.enter_context(engine.glancing())
        stack.enter_context(database.notifying_of_writes(lambda: None))
        leading = database.leadership()
        assert leading.take()
        count = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        assert opened[0].exec_driver_sql(count).scalar_one() == 11
        leading.release()


def test_what_cannot_be_kept_as_text_is_kept_as_a_sign_for_it(database: Database) -> None:
    database.write(lambda tx: put_meta(tx, "name\0less", "a\0b"))
    with database.read() as tx:
        assert find_meta(tx, "name\0less") == "a\ufffdb" == find_meta(tx, "name\ufffdless")


def test_work_that_goes_on_after_an_error_commits_nothing_in_silence(database: Database) -> None:
    def careless(tx: Tx) -> None:
        put_meta(tx, "tally", "7")
        with pytest.raises(DBAPIError):
            tx.run(insert(MetaRow.table).values(key="tally", value=""))

    with pytest.raises(DBAPIError):
        database.write(careless)
    assert tally(database) == "0"


def test_a_glance_does_not_wait_for_a_lock(database: Database, url: str) -> None:
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE meta")
        with pytest.raises(WouldWait), database.read_at_once() as tx:
            find_meta(tx, "tally")
    with database.read_at_once() as tx:
        assert find_meta(tx, "tally") == "0"


def test_ids_and_times_have_64_bits_and_names_are_sorted_by_their_code_points(database: Database) -> None:
    def work(tx: Tx) -> list[str]:
        tx.connection.exec_driver_sql("SELECT setval('player_id_seq', 5000000000)")
        for name in ("ab", "Ba", "äb", "Zz"):
            add_player(tx, name, f"{name}@player.test", "en", 0, None)
        return list(tx.connection.exec_driver_sql("SELECT name FROM player ORDER BY name").scalars())

    assert database.write(work) == ["Ba", "Zz", "ab", "äb"]


def test_databases_of_others_are_refused_and_one_without_tables_is_made_once(url: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as admin:
        admin.execute("DROP SCHEMA public CASCADE")
        admin.execute("CREATE SCHEMA public")
        with pytest.raises(FileNotFoundError):
            Database(url)
        create(url)
        with pytest.raises(FileExistsError):
            create(url)
        admin.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(SchemaTooNew):
            Database(url)
        admin.execute("DROP TABLE alembic_version")
        for attempt in (Database, create):
            with pytest.raises(NotOurs):
                attempt(url)


def test_a_database_out_of_reach_is_told_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase) as refused:
        Database(f"postgresql://pbem:secret@/pbem?host={tmp_path}")
    assert "secret" not in f"{refused.value} {refused.value.__cause__!r}"


def test_a_server_that_restarts_fails_what_was_asked_and_not_what_comes(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as name:
        folder, settings = Path(name), [one for one in SETTINGS if not one.startswith("fsync")]
        make_cluster(folder)
        start(folder, *settings)
        try:
            _outlives_restart(folder, settings)
        finally:
            stop(folder)


def _outlives_restart(folder: Path, settings: list[str]) -> None:
    url, told = url_of(folder, "postgres"), threading.Event()
    create(url)
    with Database(url) as database, database.notifying_of_writes(told.set):
        game_id = database.write(lambda tx: new_game(tx, [new_player(tx)]))

        def append(tx: Tx) -> None:
            append_entries(tx, game_id, find_last_position(tx, game_id), [new_entry()])

        def interrupted(tx: Tx) -> None:
            append(tx)
            stop(folder)
            append(tx)

        leading = database.leadership()
        assert leading.take()
        database.write(append, game_id=game_id)
        with pytest.raises(DBAPIError) as lost:
            database.write(interrupted, game_id=game_id)
        assert is_out_of_order(lost.value)
        with pytest.raises(DBAPIError) as gone, database.read() as tx:
            list_entries(tx, game_id)
        assert is_out_of_order(gone.value)
        assert not leading.holds() and not leading.take()
        told.clear()
        start(folder, *settings)
        database.write(append, game_id=game_id)
        with database.read() as tx, database.read_at_once() as glance:
            assert len(list_entries(tx, game_id)) == len(list_entries(glance, game_id)) == 2
        assert leading.take()
        told.clear()
        with Database(url) as other:
            until = time.monotonic() + PATIENCE
            while not told.wait(0.1) and time.monotonic() < until:  # it listens again a moment later
                other.write(append, game_id=game_id)
        assert told.is_set()
        leading.release()
