"""Letters read in a process of their own, which is killed when one of them takes too long or too much memory.

Untrusted bytes go into that process and plain values come out, both as MessagePack.
"""

import logging
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from pbem.isolated import IsolatedProcess, NotStarted, allow_processor, isolate
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterFault, read_headers, read_letter

log = logging.getLogger(__name__)


class ReaderUnavailable(Exception):
    """The process that reads letters cannot be started; no letter is to blame, and all can wait."""


@dataclass(frozen=True)
class ReadingLimits:
    """Bounds for the process that reads letters, and for one letter."""

    cpu_seconds: int = 5
    """For one letter, rounded up to the next full second of the process."""
    seconds: float = 30.0
    """For one letter by the clock, on however busy a machine."""
    memory_bytes: int = 512 << 20
    """Address space of the process. The largest letter that is read needs about 200 MiB."""
    letters: int = 200
    """Letters that one process reads: libxml2 remembers every name that it has met."""
    reply_bytes: int = 16 << 20
    """What is taken from the process for one letter."""


class _ReadJob(msgspec.Struct):
    """The arguments of read_letter."""

    raw: bytes
    mail_from: str
    own_domains: tuple[str, ...]


class _Reply(msgspec.Struct):
    """The result of read_letter, in the field of its kind."""

    letter: Letter | None = None
    unreadable: BrokenLetter | None = None
    ignored: Ignored | None = None

    @property
    def result(self) -> Letter | BrokenLetter | Ignored:
        """The one that is there. Raises msgspec.ValidationError where none is."""
        found = self.letter or self.unreadable or self.ignored
        if found is None:
            raise msgspec.ValidationError("an empty reply")
        return found


class IsolatedReader:
    """Reads letters as `read_letter` does, in a process that it starts with the first. Safe to use from any thread.

    A letter over the limits is a BrokenLetter with TOO_COSTLY, or Ignored where its headers show that it is automatic.
    """

    def __init__(self, limits: ReadingLimits | None = None) -> None:
        self._limits = limits or ReadingLimits()
        self._lock = threading.Lock()
        self._child: _Child | None = None

    def __call__(self, raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> Letter | BrokenLetter | Ignored:
        """Read a letter. Raises ReaderUnavailable, and nothing else whatever the bytes."""
        request = msgspec.msgpack.encode(_ReadJob(raw, mail_from, own_domains))
        with self._lock:
            child = self._ready_child()
            result = child.read(request)
            if child.is_spent:
                self._end()
            return result

    def close(self) -> None:
        """End the process, behind the letter that it has in hand; another letter would start the next."""
        with self._lock:
            self._end()

    def _ready_child(self) -> "_Child":
        """The process that reads the next letter, which it has not been given yet."""
        if self._child is not None and not self._child.is_alive:
            self._end()
        if self._child is None:
            self._child = _Child(self._limits)
        return self._child

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child:
    """One process that reads letters."""

    def __init__(self, limits: ReadingLimits) -> None:
        """Start it. Raises ReaderUnavailable."""
        self._limits = limits
        self._left = limits.letters
        try:
            self._process = IsolatedProcess(__name__, (limits.cpu_seconds, limits.memory_bytes))
        except NotStarted as error:
            raise ReaderUnavailable(str(error)) from error

    @property
    def is_alive(self) -> bool:
        """Whether it can be given a letter."""
        return self._process.is_alive

    @property
    def is_spent(self) -> bool:
        """Whether the next letter needs another process."""
        return self._left <= 0

    def read(self, request: bytes) -> Letter | BrokenLetter | Ignored:
        """The letter of a request. The process tells what the headers say first, which holds if it dies of the rest."""
        result: Letter | BrokenLetter | Ignored = BrokenLetter(LetterFault.TOO_COSTLY, "", "", "", "", (), ())
        watchdog = threading.Timer(self._limits.seconds, self._process.kill)
        watchdog.start()
        try:
            self._process.connection.send_bytes(request)
            for _ in ("headers", "letter"):
                reply = self._process.connection.recv_bytes(self._limits.reply_bytes)
                result = msgspec.msgpack.decode(reply, type=_Reply).result
            self._left -= 1
        except (EOFError, OSError, msgspec.DecodeError) as error:
            self._left = 0
            self._process.kill()
            log.warning("A letter was too costly to read (%s)", type(error).__name__)
        finally:
            watchdog.cancel()
        if isinstance(result, BrokenLetter) and result.reason is LetterFault.TOO_COSTLY:
            self._left = 0
        return result

    def end(self) -> None:
        """End it, which has nothing in hand."""
        self._process.end()


def serve(connection: Connection, cpu_seconds: int, memory_bytes: int) -> None:
    """Answer requests until the other end is closed: for each what its headers say, then the whole letter."""
    isolate(connection, memory_bytes)
    while True:
        try:
            request = msgspec.msgpack.decode(connection.recv_bytes(), type=_ReadJob)
        except EOFError:
            return
        allow_processor(cpu_seconds)
        for read in (read_headers, read_letter):
            found = read(request.raw, mail_from=request.mail_from, own_domains=request.own_domains)
            connection.send_bytes(_encoded(found))


def _encoded(found: Letter | BrokenLetter | Ignored) -> bytes:
    """A result as it is sent back."""
    if isinstance(found, Letter):
        return msgspec.msgpack.encode(_Reply(letter=found))
    if isinstance(found, BrokenLetter):
        return msgspec.msgpack.encode(_Reply(unreadable=found))
    return msgspec.msgpack.encode(_Reply(ignored=found))


if __name__ == "__main__":
    descriptor, cpu, memory = map(int, sys.argv[1:])
    serve(Connection(descriptor), cpu, memory)
