"""Costly results: computed by transactions that read, found by those that write, which else begin again."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_kit import new_database, new_player

from pbem.store import Database, Tx
from pbem.store.players.player import list_players
from pbem.store.row_map import MOST_BEGINNINGS

pytestmark = pytest.mark.both_engines


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with new_database(tmp_path) as database:
        yield database


class Costly:
    """A function that notes in which threads it was called."""

    def __init__(self) -> None:
        self.threads: list[str] = []

    def double(self, value: int) -> int:
        """Twice a number."""
        self.threads.append(threading.current_thread().name)
        return 2 * value


def test_a_transaction_that_reads_computes_a_result_once(database: Database) -> None:
    double = Costly()
    function = double.double
    with database.read() as tx:
        assert [tx.compute(function, 2), tx.compute(function, 2), tx.compute(function, 3)] == [4, 4, 6]
    assert len(double.threads) == 2


def test_a_transaction_that_writes_finds_what_was_computed_before(database: Database) -> None:
    costly, begun = Costly(), list[int]()
    function = costly.double

    def work(tx: Tx) -> int:
        begun.append(1)
        return tx.compute(function, 2)

    with database.reading_once():
        with database.read() as tx:
            tx.compute(function, 2)
        assert database.write(work) == 4
    assert (len(begun), costly.threads) == (1, [threading.current_thread().name])


def test_without_a_result_it_is_undone_and_begins_again_with_one(database: Database) -> None:
    costly, begun = Costly(), list[int]()
    function = costly.double

    def work(tx: Tx) -> int:
        begun.append(1)
        new_player(tx)
        return tx.compute(function, len(list_players(tx)))

    assert database.write(work) == 2
    assert len(begun) == 2
    assert costly.threads == [threading.current_thread().name], "not the writer's"
    with database.read() as tx:
        assert len(list_players(tx)) == 1, "the first beginning left nothing"


def test_what_a_function_raises_comes_out_and_nothing_is_written(database: Database) -> None:
    def fail(_value: int) -> int:
        raise ValueError("no")

    def work(tx: Tx) -> int:
        new_player(tx)
        return tx.compute(fail, 1)

    with pytest.raises(ValueError, match="no"):
        database.write(work)
    with database.read() as tx:
        assert not list_players(tx)


def test_work_that_asks_for_another_result_each_time_computes_the_last_while_it_writes(database: Database) -> None:
    costly, begun = Costly(), list[int]()
    function = costly.double

    def work(tx: Tx) -> int:
        begun.append(1)
        new_player(tx)
        return tx.compute(function, len(begun))

    assert database.write(work) == 2 * MOST_BEGINNINGS
    assert len(begun) == MOST_BEGINNINGS
    here = threading.current_thread().name
    assert costly.threads[:-1] == [here] * (MOST_BEGINNINGS - 1) and costly.threads[-1] != here
    with database.read() as tx:
        assert len(list_players(tx)) == 1, "only the last left something"
