"""Letters a second that the listener accepts durably, as a fraction of what its library takes and forgets.

Each server is a process of its own; one client speaks to both in turn, in short rounds, so that what else the machine
does slows both alike. The letters count once they were answered with 250.
"""

import asyncio
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.cli.demo import free_port, settings_for
from pbem.clock import system_clock, to_ms
from pbem.daemon.server import Server
from pbem.store import Database, create
from pbem.store.games.seats import list_seat_contacts
from pbem.store.players.player import add_player

from .figures import Figure

TITLE: Final = "letters accepted"
DOMAIN: Final = "localhost"
WRITER: Final = "anna@players.example"
CONNECTIONS: Final = (20, 1)
ROUNDS: Final = 15
LETTERS: Final = 400
"""In one round on many connections; on one it is a quarter of them."""
_numbers: Final = count()


def measure() -> Iterator[Figure]:
    """The fraction on many connections and on one."""
    with tempfile.TemporaryDirectory() as folder, _apart(bare) as to_bare, _apart(durable, folder) as to_durable:
        for connections in CONNECTIONS:
            letters = LETTERS if connections > 1 else LETTERS // 4
            rates = [
                tuple(asyncio.run(_rate(*where, connections, letters)) for where in (to_bare, to_durable))
                for _ in range(ROUNDS + 1)
            ][1:]  # the first warms both
            ceiling, rate = (statistics.median(side) for side in zip(*rates, strict=True))
            among = "one connection" if connections == 1 else f"{connections} connections"
            yield Figure(f"letters accepted durably, {among}", rate, "/s", ceiling=ceiling)
            ratio = statistics.median(ours / its for its, ours in rates)
            # One who waits for each reply waits for a commit and two threads, too.
            mark = 0.7 if connections > 1 else None
            yield Figure("as a fraction of those that are forgotten", ratio, "", at_least=mark)


class _Nothing:
    """A listener's handler that takes every letter and forgets it."""

    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:
        return "250 OK"


@contextmanager
def bare() -> Iterator[tuple[int, str]]:
    """Run the library's own listener; its port, and an address."""
    controller = Controller(_Nothing(), hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port, f"token@{DOMAIN}"
    controller.stop()


@contextmanager
def durable(folder: str) -> Iterator[tuple[int, str]]:
    """Run our listener before a database; its port, and the address of a seat, whose letters nobody reads."""
    settings = settings_for(Path(folder))
    create(settings.database)
    with Database(settings.database) as database:
        now_ms = to_ms(system_clock())
        people = [("Anna", WRITER), ("Bert", "bert@players.example")]
        ids = database.write(lambda tx: [add_player(tx, *person, "en", now_ms) for person in people])
        server = Server(settings, database)
        game_id = server.intake.operator.open_game("Whitsun", ids, {}, salts=["a", "b"])
        with database.read() as tx:
            token = list_seat_contacts(tx, game_id)[0].token
        server.listener.start()
        yield server.listener.port, settings.mail.address_of(token)
        server.stop()


@contextmanager
def _apart(listener: Callable[..., AbstractContextManager[tuple[int, str]]], *facts: str) -> Iterator[tuple[int, str]]:
    """Run a listener in a process of its own; where it listens."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, listener, *facts), daemon=True)
    process.start()
    try:
        yield here.recv()
    finally:
        here.send(None)
        process.join()


def _serve(pipe: Connection, listener: Callable[..., AbstractContextManager[tuple[int, str]]], *facts: str) -> None:
    with listener(*facts) as where:
        pipe.send(where)
        pipe.recv()


async def _rate(port: int, address: str, connections: int, letters: int) -> float:
    """Bring letters on so many connections; how many were accepted a second."""
    clients = [await _client(port) for _ in range(connections)]
    start = time.perf_counter()
    await asyncio.gather(*(_bring(*client, address, letters // connections) for client in clients))
    taken = time.perf_counter() - start
    for _reader, writer in clients:
        writer.close()
        await writer.wait_closed()
    return letters / taken


async def _client(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await _said(reader, b"220")
    writer.write(b"EHLO client.players.example\r\n")
    await _said(reader, b"250")
    return reader, writer


async def _bring(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str, letters: int) -> None:
    """Bring letters one after the other, each command behind the reply to the one before, as most systems do."""
    for _ in range(letters):
        for said, reply in (
            (f"MAIL FROM:<{WRITER}> SIZE=1400\r\n".encode(), b"250"),
            (f"RCPT TO:<{address}>\r\n".encode(), b"250"),
            (b"DATA\r\n", b"354"),
            (_letter(address), b"250"),
        ):
            writer.write(said)
            await _said(reader, reply)


def _letter(address: str) -> bytes:
    """A letter of the usual size, unlike any before."""
    head = (
        f"Received: from mx.players.example by relay.example; Mon, 23 Nov 2026 12:00:00 +0000\r\n"
        f"From: Anna <{WRITER}>\r\nTo: <{address}>\r\nSubject: Re: [First Rails e1] Whitsun\r\n"
        f"Message-ID: <{next(_numbers)}.{time.time_ns()}@players.example>\r\nMIME-Version: 1.0\r\n"
        "Date: Mon, 23 Nov 2026 12:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    return (head + "roll 4?\r\nbuy weiden\r\n" + "> a line of the mail that is answered\r\n" * 22 + ".\r\n").encode()


async def _said(reader: asyncio.StreamReader, code: bytes) -> None:
    """Read a reply. Raises RuntimeError where it is not this one."""
    while True:
        line = await reader.readline()
        if line[:3] != code:
            raise RuntimeError(f"the listener said {line.decode()!r}")
        if line[3:4] == b" ":
            return
