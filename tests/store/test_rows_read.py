"""What a request has read: once, checked by the write that follows, and never older than what it wrote itself."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from empty_kit import new_database_file
from sqlalchemy import bindparam, select, text
from statements_kit import statements_of

from pbem.store import Database, Tx
from pbem.store.players.player import PlayerRow, add_player, get_player, rename_player
from pbem.store.row_map import MOST_KEPT

pytestmark = pytest.mark.both_engines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    new_database_file(tmp_path / "pbem.sqlite3")
    return tmp_path / "pbem.sqlite3"


SEEK = select(PlayerRow.c.id).where(PlayerRow.c.id == bindparam("number"), PlayerRow.c.name == "")


def name_of(tx: Tx) -> str:
    return get_player(tx, 1).name


def add_anna(tx: Tx) -> None:
    add_player(tx, "Anna", "anna@player.test", "en", 0)


def test_a_row_is_read_once_and_the_write_goes_on_with_it(path: Path) -> None:
    with Database(path) as database:
        database.write(add_anna)
        database.write(lambda tx: None)
        with statements_of(database) as found, database.reading_once():
            with database.read() as tx:
                assert (name_of(tx), name_of(tx)) == ("Anna", "Anna")
            with database.read() as tx:
                assert name_of(tx) == "Anna"
            assert database.write(name_of) == "Anna"
        assert len(found) == 1
        with statements_of(database) as found, database.read() as tx:
            name_of(tx)
        assert len(found) == 1, "another request reads it anew"


def test_what_another_has_written_meanwhile_is_read_anew(path: Path) -> None:
    with Database(path) as database, ThreadPoolExecutor(1) as another:
        database.write(add_anna)
        with database.reading_once():
            with database.read() as tx:
                assert name_of(tx) == "Anna"
            another.submit(database.write, lambda tx: rename_player(tx, 1, "Bert")).result()
            assert database.write(name_of) == "Bert"


def test_what_another_process_has_written_meanwhile_is_read_anew(path: Path) -> None:
    with Database(path) as database, Database(path) as of_another:
        database.write(add_anna)
        with database.reading_once():
            with database.read() as tx:
                assert name_of(tx) == "Anna"
            of_another.write(lambda tx: rename_player(tx, 1, "Bert"))
            assert database.write(name_of) == "Bert"


def test_a_write_of_another_request_hides_no_write_of_another_process(path: Path) -> None:
    with Database(path) as database, Database(path) as of_another, ThreadPoolExecutor(1) as another:
        database.write(add_anna)
        with database.reading_once():
            with database.read() as tx:
                assert name_of(tx) == "Anna"
            of_another.write(lambda tx: rename_player(tx, 1, "Bert"))
            another.submit(database.write, lambda tx: None).result()
            assert database.write(name_of) == "Bert"


def test_a_write_of_another_request_that_names_no_tables_hides_nothing(path: Path) -> None:
    with Database(path) as database, ThreadPoolExecutor(1) as another:
        database.write(add_anna)
        database.write(lambda tx: None)
        with database.reading_once():
            with database.read() as tx:
                assert name_of(tx) == "Anna"
            another.submit(database.write, lambda tx: tx.run(text("UPDATE player SET name = 'Bert'"))).result()
            another.submit(database.write, lambda tx: None).result()
            assert database.write(name_of) == "Bert"


def test_no_request_keeps_more_rows_than_it_may(path: Path) -> None:
    with Database(path) as database, statements_of(database) as found, database.read() as tx:
        for number in range(MOST_KEPT + 2):
            assert tx.first(int, SEEK, number=number) is None
        assert tx.first(int, SEEK, number=0) is None
        assert tx.first(int, SEEK, number=MOST_KEPT + 1) is None
    assert len(found) == MOST_KEPT + 3, "the last was not kept"


def test_what_it_writes_itself_is_read_anew_and_what_it_undoes_is_as_before(path: Path) -> None:
    def work(tx: Tx) -> list[str]:
        add_anna(tx)
        found = [name_of(tx)]

        def renamed() -> None:
            rename_player(tx, 1, "Bert")
            found.append(name_of(tx))

        tx.trial(renamed)
        found.append(name_of(tx))
        tx.attempt(renamed)
        tx.run(text("UPDATE player SET name = 'Clara'"))
        return [*found, name_of(tx)]

    with Database(path) as database:
        assert database.write(work) == ["Anna", "Bert", "Anna", "Bert", "Clara"]


def test_a_write_that_failed_leaves_nothing_of_what_it_read(path: Path) -> None:
    def fail(tx: Tx) -> None:
        rename_player(tx, 1, "Bert")
        assert name_of(tx) == "Bert"
        raise ZeroDivisionError

    with Database(path) as database:
        database.write(add_anna)
        with database.reading_once():
            with pytest.raises(ZeroDivisionError):
                database.write(fail)
            assert database.write(name_of) == "Anna"


def test_a_page_reads_one_snapshot_until_it_writes(path: Path) -> None:
    with Database(path) as database, ThreadPoolExecutor(1) as another:
        database.write(add_anna)
        with database.reading_once(keeps_snapshot=True):
            with database.read() as tx:
                assert name_of(tx) == "Anna"
            another.submit(database.write, lambda tx: rename_player(tx, 1, "Bert")).result()
            with database.read() as tx:
                assert tx.first(str, text("SELECT name FROM player")) == "Anna"
            database.write(lambda tx: None)
            with database.read() as tx:
                assert name_of(tx) == "Bert"
