"""A listener on the loopback, an inbox behind it, and what clients say to it."""

import smtplib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field

import pytest

from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.listener import Listener
from pbem.mail.receiving.session import Limits

DOMAIN = "play.example.net"
ALICE, BOB = "alice@example.org", "bob@example.org"
LETTER = f"From: Alice <{ALICE}>\r\nMessage-ID: <1@example.org>\r\n\r\nincome\r\nend\r\n".encode()
BOUNCE = b"From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report\r\n\r\nno such user\r\n"
START_OF_LETTER = b"EHLO x\r\nMAIL FROM:<alice@example.org>\r\nRCPT TO:<alicetoken@play.example.net>\r\nDATA\r\nFrom: "


@dataclass(frozen=True)
class Seat:
    """A seat, as far as letters are concerned."""

    registered_address: str
    other_addresses: tuple[str, ...] = ()


SEATS = {"alicetoken": Seat(ALICE), "alicetoken2": Seat("Alice@Example.org"), "bobtoken": Seat(BOB)}


@dataclass
class Inbox:
    """Keeps letters, unless it is told to fail or to wait."""

    letters: list[Envelope] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    may_go_on: threading.Event = field(default_factory=threading.Event)
    entered: threading.Event = field(default_factory=threading.Event)
    spoilt: list[bytes] = field(default_factory=list)
    """Letters with which nothing can be stored."""
    commits: list[int] = field(default_factory=list)
    """The number of letters in each that was tried."""
    writer: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def __post_init__(self) -> None:
        self.may_go_on.set()

    def store(self, envelopes: Sequence[Envelope]) -> Future[None]:
        """As the real one: the letters are kept when the future says so, and only then."""
        return self.writer.submit(self._keep, envelopes)

    def _keep(self, envelopes: Sequence[Envelope]) -> None:
        self.commits.append(len(envelopes))
        self.entered.set()
        assert self.may_go_on.wait(30)
        if self.failures:
            raise self.failures.pop()
        if any(envelope.raw in self.spoilt for envelope in envelopes):
            raise OSError("this letter cannot be stored")
        self.letters += envelopes


Door = Callable[[Limits], Listener]


def connect(door: Listener, source: str = "127.0.0.1") -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", door.port, "client.example.org", timeout=30, source_address=(source, 0))


def code_at(door: Listener, source: str) -> int:
    """The first reply to a connection from an address, which is left at once where it is let in."""
    try:
        with connect(door, source):
            return 220
    except smtplib.SMTPConnectError as refused:
        return refused.smtp_code


@contextmanager
def idling(door: Listener, *sources: str) -> Iterator[list[bytes]]:
    """Connections that say nothing, one from each address in order; what they were greeted with."""
    with ExitStack() as stack:
        greetings = []
        for source in sources:
            idle = socket.create_connection(("127.0.0.1", door.port), timeout=30, source_address=(source, 0))
            greetings.append(stack.enter_context(idle).recv(4096))
        yield greetings


def until_empty(door: Listener) -> None:
    """Wait until no connection is counted any more."""
    for _ in range(3_000):
        if not door._room._taken:
            return
        time.sleep(0.01)
    pytest.fail(f"there are still {door._room._taken}")


def send(door: Listener, letter: bytes = LETTER, *to: str, mail_from: str = ALICE) -> None:
    with connect(door) as client:
        client.sendmail(mail_from, to or (f"alicetoken@{DOMAIN}",), letter)


def reply_to(door: Listener, letter: bytes = LETTER, mail_from: str = ALICE) -> tuple[int, bytes]:
    """What the door says to a letter at its end. It hangs up without QUIT, which a door that stops answers with 421."""
    with closing(connect(door)) as client:
        client.ehlo()
        client.mail(mail_from)
        assert client.rcpt(f"alicetoken@{DOMAIN}")[0] == 250
        return client.data(letter)


def talk(door: Listener, *lines: bytes) -> list[bytes]:
    """Say these lines as they are, QUIT among them; all that the door answered."""
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        client.sendall(b"".join(lines))
        answer = b""
        while chunk := client.recv(4096):
            answer += chunk
    return answer.split(b"\r\n")
