"""A mailbox watched at a server that says what a test has it say, byte by byte, over a real connection."""

import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from listening_kit import Listening

from pbem.clock import system_clock
from pbem.config import Imap
from pbem.daemon import mailbox_loop
from pbem.daemon.mailbox_loop import MailboxLoop
from pbem.intake import Intake
from pbem.intake.mailbox import MailboxIntake
from pbem.mail.receiving.imap import ImapMailbox
from server.kit import new_place

ONE_MORE = b"* 6 EXISTS\r\n"
TOGETHER = (b"+ idling\r\n" + ONE_MORE,)


class Provider:
    """A mail server with a folder of five letters, none of them new; to an IDLE it says the pieces it was given."""

    def __init__(self, *pieces: bytes, selected: bytes = b"OK") -> None:
        self.logins = 0
        self._pieces = pieces
        self._replies = {
            b"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE\r\n",
            b"SELECT": b"* 5 EXISTS\r\n* OK [UIDVALIDITY 1] \r\n" if selected == b"OK" else b"",
            b"UID": b"* SEARCH\r\n",
        }
        self._selected = selected
        self._listening = Listening(self._serve)
        self.settings = Imap(host="127.0.0.1", port=self._listening.port, user="club", tls="none")

    def close(self) -> None:
        """Take no more connections."""
        self._listening.close()

    def _serve(self, client: socket.socket) -> None:
        with client.makefile("rb") as lines:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.sendall(b"* OK ready\r\n")
            for line in lines:
                tag, command = line.split()[:2]
                self.logins += command == b"LOGIN"
                if command == b"IDLE":
                    self._idle(client)
                    assert lines.readline() == b"DONE\r\n"
                client.sendall(self._replies.get(command, b""))
                client.sendall(tag + b" " + (self._selected if command == b"SELECT" else b"OK") + b" \r\n")

    def _idle(self, client: socket.socket) -> None:
        for number, piece in enumerate(self._pieces):
            time.sleep(0.05 * bool(number))
            client.sendall(piece)


@pytest.fixture
def provider() -> Iterator[Provider]:
    """One that has told of a letter by the time that it idles."""
    with closing(Provider(*TOGETHER)) as opened:
        yield opened


@pytest.mark.parametrize(
    "pieces",
    [TOGETHER, (ONE_MORE + b"+ idling\r\n",), (b"+ idling\r\n* 6 EX", b"ISTS\r\n"), (b"+ idling\r\n", ONE_MORE)],
)
def test_a_letter_that_comes_as_the_watch_begins_is_not_waited_for(pieces: tuple[bytes, ...]) -> None:
    with closing(Provider(*pieces)) as provider, closing(ImapMailbox(provider.settings)) as box:
        for _ in range(2):
            box.open("INBOX")
            began = time.monotonic()
            box.wait(20, lambda: False)
            assert time.monotonic() - began < 10
        assert provider.logins == 1, "and whatever the server says when, the connection is kept"


def test_while_the_database_is_out_of_order_nobody_logs_in_again(
    tmp_path: Path, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox_loop, "FIRST_PAUSE", 0.01)
    with new_place(tmp_path) as place:
        loop = MailboxLoop(Intake(place.database, system_clock, place.settings), provider.settings)
        with monkeypatch.context() as broken:
            broken.setattr(MailboxIntake, "folder", _full)
            for _ in range(3):
                assert loop.round()
        assert loop._pause == 0.08, "twice as long each time"
        assert loop.round()
        assert (loop._pause, provider.logins) == (0.01, 1)
        loop.stop()


def _full(*_arguments: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_folder_that_is_not_there_is_asked_for_with_pauses_that_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox_loop, "FIRST_PAUSE", 0.01)
    with closing(Provider(selected=b"NO")) as provider, new_place(tmp_path) as place:
        loop = MailboxLoop(Intake(place.database, system_clock, place.settings), provider.settings)
        for _ in range(3):
            assert loop.round()
        assert (loop._pause, provider.logins) == (0.08, 1)
        monkeypatch.setattr(mailbox_loop, "LONGEST_PAUSE", 0.08)
        for _ in range(2):
            assert loop.round()
        assert (loop._pause, provider.logins) == (0.08, 2), "in the end the connection may be to blame"
        loop.stop()
