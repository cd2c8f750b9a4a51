"""A process that is killed leaves whole transactions: nothing half done, nothing lost that was reported done."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rows_kit import mails_after
from store_kit import new_database, new_entry, new_game, new_player

from pbem.store import Database, Tx
from pbem.store.games.log import append_entries, list_entries
from pbem.store.mail.outbox import (
    BuiltMail,
    Delivery,
    MailRow,
    enqueue_mail,
    erase_mail_bytes,
    find_mail_bytes,
    keep_bytes,
    mark_sent,
    resend_mail,
)
from pbem.store.mail.queues import find_next_new_letter
from pbem.store.service.server import find_meta, run_quick_check
from pbem.store.tables import NEW

pytestmark = pytest.mark.sqlite("it looks into a file that a killed process has left")

PREAMBLE = """
import sys, time
from pbem.store import Database, Tx
from pbem.store.games.log import EntryRow, append_entries
from pbem.store.mail.inbox import store_letter
from pbem.store.service.server import put_meta

database, game_id = Database(sys.argv[1]), int(sys.argv[2])

def append(tx, number):
    append_entries(tx, game_id, number - 1, [EntryRow(0, "event", str(number), None, None, 0, 1)])

def tell(word):
    print(word, flush=True)
"""

KILLED_IN_THE_MIDDLE = """
def work(tx):
    append(tx, 1)
    store_letter(tx, "token", "<1@x>", "a@player.test", 0, b"raw")
    put_meta(tx, "k", "v" * 3_000_000)
    tell("in the middle")
    time.sleep(60)
database.write(work)
"""

KILLED_AFTER = """
database.write(lambda tx: append(tx, 1))
tell("written")
time.sleep(60)
"""

KILLED_ANYWHERE = """
number = 0
while True:
    number += 1
    database.write(lambda tx: append(tx, number))
    tell(number)
"""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with new_database(tmp_path) as database:
        yield database


@contextmanager
def running(program: str, database: Database, game_id: int) -> Iterator[subprocess.Popen[str]]:
    """A process that runs the program on the database, killed with -9 at the end of the block."""
    arguments = [sys.executable, "-c", PREAMBLE + program, str(database.path), str(game_id)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        assert process.wait() == -signal.SIGKILL


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def one_game(database: Database) -> int:
    return database.write(lambda tx: new_game(tx, [new_player(tx)]))


def test_killed_in_the_middle_of_a_write_it_has_done_nothing(database: Database) -> None:
    game_id = one_game(database)
    with running(KILLED_IN_THE_MIDDLE, database, game_id) as process:
        assert heard(process) == "in the middle"

    with database.read() as tx:
        assert list_entries(tx, game_id) == []
        assert find_next_new_letter(tx) is None
        assert find_meta(tx, "k") is None
        assert run_quick_check(tx) == []
    # Its locks died with it: the next writer does not wait.
    assert database.write(lambda tx: append_entries(tx, game_id, 0, [new_entry()])) == 1


def test_killed_after_a_write_it_has_done_all_of_it(database: Database) -> None:
    game_id = one_game(database)
    with running(KILLED_AFTER, database, game_id) as process:
        assert heard(process) == "written"

    with database.read() as tx:
        assert [entry.payload for entry in list_entries(tx, game_id)] == ["1"]


@pytest.mark.parametrize("chance", range(3))
def test_killed_anywhere_it_has_done_what_it_told_of(database: Database, chance: int) -> None:
    game_id = one_game(database)
    told = random.Random(chance).randrange(1, 60)
    with running(KILLED_ANYWHERE, database, game_id) as process:
        for number in range(1, told + 1):
            assert heard(process) == str(number)
    assert process.stdout is not None
    told = max([told, *map(int, process.stdout.read().split())])

    with database.read() as tx:
        log = [int(entry.payload) for entry in list_entries(tx, game_id)]
        assert run_quick_check(tx) == []
    assert log == list(range(1, len(log) + 1))
    assert told <= len(log) <= told + 1


KILLED_LETTING_GO = """
from pbem.store.mail.outbox import erase_mail_bytes, resend_mail

def work(tx):
    erase_mail_bytes(tx, [1, 2], 2**62)
    resend_mail(tx, 1, 0, "<again@g>")
    put_meta(tx, "k", "v" * 3_000_000)
    tell("in the middle")
    time.sleep(60)
database.write(work)
"""


def test_killed_while_bytes_go_and_a_mail_is_sent_anew_all_is_as_before_and_is_done_once(database: Database) -> None:
    def fill(tx: Tx) -> None:
        ada = new_player(tx)
        for number in (1, 2):
            mail_id = enqueue_mail(tx, MailRow(NEW, f"<{number}@g>", "a@x", "notice", "", "text", 0, player_id=ada))
            keep_bytes(tx, [BuiltMail(mail_id, b"bytes")], 0)
        mark_sent(tx, [Delivery(1, "250"), Delivery(2, "250")], 0)

    def state() -> tuple[list[tuple[int, str]], list[bytes | None]]:
        with database.read() as tx:
            mails = mails_after(tx, 0)
            return [(mail.id, mail.status) for mail in mails], [find_mail_bytes(tx, mail.id) for mail in mails]

    database.write(fill)
    before = state()
    with running(KILLED_LETTING_GO, database, 0) as process:
        assert heard(process) == "in the middle"
    assert state() == before == ([(1, "sent"), (2, "sent")], [b"bytes", b"bytes"])
    database.write(lambda tx: erase_mail_bytes(tx, [1, 2], 2**62))
    assert database.write(lambda tx: resend_mail(tx, 1, 0, "<again@g>")) == 3
    assert state() == ([(1, "sent"), (2, "sent"), (3, "due")], [None, None, None])
