"""Letters that cannot be stored now: they wait where they are, in an MTA or a mailbox, and are dealt with once."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import TypeAlias

import pytest
from mailservers_kit import HOST, PASSWORD, Dovecot, Exim
from rows_kit import is_quiet
from server.kit import DOMAIN, FIRST_TURN, await_until, kept, new_place, open_game, serving

from mailservers.kit import Correspondent
from pbem.daemon import mailbox_loop, poll_loop
from pbem.daemon.server import Server
from pbem.store import Database, Tx

Trouble: TypeAlias = Callable[[Database], AbstractContextManager[None]]
NOT_NOW = "451 4.3.0"


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Another process holds the database's lock."""
    database.write(lambda tx: tx.connection.exec_driver_sql("PRAGMA busy_timeout=1").close())
    program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)"
    program += "; c.execute('BEGIN IMMEDIATE'); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, str(database.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None and holder.stdout is not None
        holder.stdout.readline()
        yield
        holder.stdin.close()


@contextmanager
def full(database: Database) -> Iterator[None]:
    """The database can grow no more, as on a full disk."""

    def limit(tx: Tx, spare_pages: int) -> None:
        used = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        tx.connection.exec_driver_sql(f"PRAGMA max_page_count={used + spare_pages}")

    database.write(lambda tx: limit(tx, 0))
    yield
    database.write(lambda tx: limit(tx, 100_000))


ORDERS = (*FIRST_TURN, f"# {'x ' * 20_000}")


@contextmanager
def place_with_report(
    folder: Path, exim: Exim, dovecot: Dovecot, mail: str = ""
) -> Iterator[tuple[Server, Correspondent, EmailMessage]]:
    """A server with a game of two, whose first player has read the first report; behind it one answer came."""
    relay = f'relay = {{host = "{HOST}", port = {exim.port}, tls = "none"}}'
    exim.route("player.test", dovecot.lmtp, "lmtp")
    dovecot.mailbox("bert")
    with new_place(folder, mail=f"{relay}\n{mail}") as place, Correspondent("Anna", exim, dovecot) as anna:
        open_game(place, "Anna", "Bert")
        with serving(place) as server:
            report = anna.await_position("e1", 1)
            await_until(lambda: is_quiet(place.database), "quiet")
            yield server, anna, report
            await_until(lambda: is_quiet(place.database), "quiet")
        assert kept(place).letters == {"done": 1}
        assert len(anna.mails) == 2


@pytest.mark.parametrize("trouble", [locked, pytest.param(full, marks=pytest.mark.soak)])
def test_an_mta_keeps_a_letter_that_cannot_be_stored_now(
    tmp_path: Path, exim: Exim, dovecot: Dovecot, trouble: Trouble
) -> None:
    with place_with_report(tmp_path, exim, dovecot) as (server, anna, report):
        exim.route(DOMAIN, server.listener.port)
        put_off = exim.log_text().count(NOT_NOW)
        with trouble(server.database):
            letter = anna.send(report, *ORDERS)
            await_until(
                lambda: exim.log_text().count(NOT_NOW) > put_off, "the reply that the letter cannot be stored now"
            )
        anna.await_answer(letter)


@pytest.mark.parametrize("trouble", [pytest.param(locked, marks=pytest.mark.soak), full])
def test_a_letter_that_cannot_be_stored_now_stays_in_its_mailbox(
    tmp_path: Path,
    exim: Exim,
    dovecot: Dovecot,
    trouble: Trouble,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(mailbox_loop, "BUSY_PAUSE", 0.05)
    monkeypatch.setattr(poll_loop, "IDLE_SECONDS", 0.05)
    mailbox = dovecot.mailbox("club")
    exim.route("club.test", dovecot.lmtp, "lmtp")
    imap = f'mailbox = "club@club.test"\n[mail.imap]\nhost = "{HOST}"\nport = {dovecot.imap}\ntls = "none"\n'
    imap += f'user = "club@club.test"\npassword = "{PASSWORD}"\nfolders = ["INBOX"]'
    with place_with_report(tmp_path, exim, dovecot, imap) as (server, anna, report):
        failures = list[str]()

        def are_more_than_one_letter_has() -> bool:
            failures.extend(line for line in capsys.readouterr().out.splitlines() if " failed" in line)
            return len(failures) > mailbox_loop.MOST_TRIES

        with trouble(server.database):
            letter = anna.send(report, *ORDERS)
            await_until(are_more_than_one_letter_has, "more failures than a letter that is at fault has")
            with mailbox.open() as box:
                assert [mail.flags for mail in box.fetch(mark_seen=False)] == [()]
        anna.await_answer(letter)
        with mailbox.open() as box:
            assert [mail.flags for mail in box.fetch(mark_seen=False)] == [("\\Seen",)]
