"""State that processes on PostgreSQL share, where they meet in it, and where the clocks of their machines differ."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime, timedelta
from functools import partial

import pytest
from postgresql_kit import new_postgresql

from pbem.clock import system_clock
from pbem.daemon.lease import Lease
from pbem.store import Database, Tx
from pbem.web.form_counts import SHARED, SharedStorage
from pbem.web.sent_forms import FormUnderWay, SentBefore

OTHERS = 4
MINUTES = timedelta(minutes=5)


@pytest.fixture
def databases() -> Iterator[list[Database]]:
    """What several processes have open."""
    with new_postgresql() as url, ExitStack() as stack:
        yield [stack.enter_context(Database(url)) for _ in range(OTHERS)]


def test_forms_are_counted_together_from_the_first_on(databases: list[Database]) -> None:
    storages = [SharedStorage(f"{SHARED}://", database=database) for database in databases]
    with ThreadPoolExecutor(OTHERS) as pool:
        for number in range(5):
            counts = pool.map(lambda storage, key=f"key {number}": storage.incr(key, 60), storages)
            assert sorted(counts) == [1, 2, 3, 4]


def _told(late: timedelta) -> datetime:
    return system_clock() + late


def test_one_process_has_a_thread_though_the_clocks_of_machines_differ(databases: list[Database]) -> None:
    clocks = [timedelta(0), MINUTES, -MINUTES]
    leases = [Lease(database, "mail", partial(_told, late)) for database, late in zip(databases, clocks, strict=False)]
    for _ in range(2):  # the second time each would think the others dead, by its own clock
        for lease in leases:
            lease.renew()
    held = [lease.share("mails", ["mail"], ["thread"]) for lease in leases]
    assert held == [{"thread"}, frozenset(), frozenset()]
    with databases[-1].read() as tx:
        assert all(lease.has_others(tx, ["mail"]) for lease in leases)


def test_threads_of_a_process_that_was_forgotten_enter_it_again_at_once(databases: list[Database]) -> None:
    lease = Lease(databases[0], "mail")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(10):
            lease.renew()
            lease.stop()
            assert list(pool.map(lambda _: lease.renew(), range(2))) == [None, None]


class Overtaken(Exception):
    """The word of PostgreSQL that a transaction has to begin again."""

    sqlstate = "40001"


def test_a_form_that_another_process_did_while_this_one_began_again_is_not_done_twice(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note of the first beginning was undone with it: what it noted then must not pass for this one's own."""
    here, there = (Sending(database) for database in databases[:2])

    def do_there(_seconds: float) -> None:
        there.send()

    def undone(_tx: Tx) -> None:
        monkeypatch.setattr("pbem.store.database.time.sleep", do_there)  # the rest before it begins again
        raise Overtaken

    with pytest.raises(SentBefore):
        here.send(undone, lambda _tx: None)
    assert (here.done, there.done) == (0, 1)
    here.send(digest="another")
    assert here.done == 1


class Sending:
    """A process of the website, to which one form is sent."""

    def __init__(self, database: Database) -> None:
        self._database, self.done = database, 0

    def send(self, *runs: Callable[[Tx], None], digest: str = "the form") -> None:
        """Send the form; what it does is done in these ways, one after the other, if the transaction begins again."""
        sending, left = FormUnderWay(digest, None, 0), iter(runs)

        def work(tx: Tx) -> None:
            next(left, lambda _tx: None)(tx)

        with self._database.begin_writes_with(sending.note, sending.committed):
            self._database.write(work)
        self.done += 1
