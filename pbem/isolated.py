"""Functions called in a process of their own: a fresh interpreter within limits, at the end of a pipe.

What is risky or heavy for the server is done there: untrusted letters are read, maps are drawn. Bytes go in and bytes
come out. Such a process has none of the server's files, sockets and settings, is killed when a call takes too long or
too much memory, and ends by itself when the server does, as its connection is closed then.
"""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, LifoQueue
from time import monotonic
from typing import Final, TypeAlias

_READY: Final = b"ready"
_DONE: Final = b"+"
_FAILED: Final = b"-"
_START_SECONDS: Final = 60.0
_SECRETS: Final = "PBEM_"
"""How the names of environment variables begin that hold settings, a relay's password among them."""
_PACKAGES: Final = Path(__file__).parents[1]

Work: TypeAlias = Callable[[bytes], bytes]
"""A function of a module, by whose name it is found in the process."""


class ProcessUnavailable(Exception):
    """No process can be started at present; what it was to do is not to blame, and can wait or be done without."""


class Pausing(ProcessUnavailable):
    """None could be started a while ago, which was told then."""


class CallFailed(Exception):
    """A call that raised, or that its process died of or was killed for; the message says which."""


@dataclass(frozen=True)
class ProcessLimits:
    """Bounds for a process, and for one call."""

    cpu_seconds: int
    """For one call, rounded up to the next full second of the process."""
    seconds: float
    """For one call by the clock, on however busy a machine."""
    memory_bytes: int
    """Address space of the process."""
    calls: int
    """The calls after which a process is replaced, so that what a library keeps is freed."""
    reply_bytes: int
    """What is taken from the process for one call."""
    nice: int = 0
    """How much others go before it where the processor is wanted by several; 19 is the most."""
    pause_seconds: float = 0.0
    """How long none is started where one could not be."""
    idle_seconds: float | None = None
    """How long a process is kept that nobody calls; None: for good."""


class IsolatedFunction:
    """A function whose calls are made in processes, each started when it is wanted. Safe to use from any thread.

    As many calls are made beside each other as there may be processes; others wait.
    """

    def __init__(
        self, work: Work, limits: ProcessLimits, passed: Callable[[], float] = monotonic, processes: int = 1
    ) -> None:
        """`passed` gives seconds that run evenly."""
        self.processes: Final = processes
        self._idle_seconds = limits.idle_seconds
        self._free: LifoQueue[_Slot] = LifoQueue()  # the one used last is used first, so that others can become idle
        for _ in range(processes):
            self._free.put(_Slot(work, limits, passed))
        self._watching = threading.Lock()
        self._watch: threading.Timer | None = None

    def __call__(self, task: bytes) -> bytes:
        """Call the function with a task. Raises CallFailed, and ProcessUnavailable."""
        slot = self._free.get()
        try:
            return slot.call(task)
        finally:
            self._free.put(slot)
            self._watch_idle()

    def close(self) -> None:
        """End the processes, behind the calls that they have in hand; another call would start the next."""
        with self._watching:
            if self._watch is not None:
                self._watch.cancel()
                self._watch = None
        slots = [self._free.get() for _ in range(self.processes)]
        for slot in slots:
            slot.end()
            self._free.put(slot)

    def _watch_idle(self) -> None:
        """Have somebody look later at who is idle by then."""
        if self._idle_seconds is None:
            return
        with self._watching:
            if self._watch is None:
                self._watch = threading.Timer(self._idle_seconds, self._end_idle, (self._idle_seconds,))
                self._watch.daemon = True
                self._watch.start()

    def _end_idle(self, seconds: float) -> None:
        with self._watching:
            self._watch = None
        slots: list[_Slot] = []
        with suppress(Empty):
            while True:
                slots.append(self._free.get_nowait())
        for slot in reversed(slots):
            if slot.process is not None and monotonic() - slot.used_s >= seconds:
                slot.end()
            self._free.put(slot)
        if len(slots) < self.processes or any(slot.process is not None for slot in slots):
            self._watch_idle()


class _Slot:
    """A place for a process, in which one follows the other. For one thread at a time."""

    def __init__(self, work: Work, limits: ProcessLimits, passed: Callable[[], float]) -> None:
        self._work = work
        self._limits = limits
        self._passed = passed
        self._pauses_until = 0.0
        self.used_s = 0.0
        """When its last call ended, by the monotonic clock."""
        self.process: _Process | None = None

    def call(self, task: bytes) -> bytes:
        """Make a call. A process that dies of it, or that has made enough, is ended."""
        process = self._ready()
        try:
            reply = process.call(task)
        except (EOFError, OSError) as error:
            self.end()
            raise CallFailed(f"its process died of it ({type(error).__name__})") from error
        finally:
            self.used_s = monotonic()
        if process.is_spent:
            self.end()
        if not reply.startswith(_DONE):
            raise CallFailed(reply[1:].decode("utf-8", "replace"))
        return reply[1:]

    def end(self) -> None:
        if self.process is not None:
            self.process.end()
            self.process = None

    def _ready(self) -> "_Process":
        """The process for the next call, which knows nothing of that yet. Raises ProcessUnavailable."""
        if self.process is not None and not self.process.is_alive:
            self.end()
        if self.process is None:
            if self._passed() < self._pauses_until:
                raise Pausing("none is started again for a while")
            try:
                self.process = _Process(self._work, self._limits)
            except ProcessUnavailable:
                self._pauses_until = self._passed() + self._limits.pause_seconds
                raise
        return self.process


class _Process:
    """The server's end: the connection to a process that has said that it is ready."""

    def __init__(self, work: Work, limits: ProcessLimits) -> None:
        """Start it. Raises ProcessUnavailable."""
        self._limits = limits
        self._left = limits.calls
        self._connection, theirs = Pipe()
        environment = {name: value for name, value in os.environ.items() if not name.startswith(_SECRETS)}
        path = os.pathsep.join(filter(None, (str(_PACKAGES), environment.get("PYTHONPATH"))))
        numbers = (theirs.fileno(), limits.cpu_seconds, limits.memory_bytes, limits.nice)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, work.__module__, work.__qualname__, *map(str, numbers)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**environment, "PYTHONPATH": path},
                process_group=0,  # Ctrl+C at the terminal is for the server alone
            )
        except OSError as error:
            self._connection.close()
            raise ProcessUnavailable(str(error)) from error
        finally:
            theirs.close()
        try:
            is_ready = self._connection.poll(_START_SECONDS) and self._connection.recv_bytes(len(_READY)) == _READY
        except (EOFError, OSError):
            is_ready = False
        if not is_ready:
            self.end()
            raise ProcessUnavailable(f"a process for {work.__module__} ended with {self._process.returncode}")

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def is_spent(self) -> bool:
        """Whether the next call needs another process."""
        return self._left <= 0

    def call(self, task: bytes) -> bytes:
        """Its reply to a task. Raises EOFError or OSError where it dies of that; it is killed when its time is over."""
        self._left -= 1
        watchdog = threading.Timer(self._limits.seconds, self._kill)
        watchdog.start()
        try:
            self._connection.send_bytes(task)
            return self._connection.recv_bytes(self._limits.reply_bytes)
        finally:
            watchdog.cancel()

    def _kill(self) -> None:
        self._left = 0  # if its reply came in this moment, it is given no other call
        self._process.kill()

    def end(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.wait()


def _serve(connection: Connection, work: Work, cpu_seconds: int) -> None:
    """Make calls until the other end is closed, or memory is short: what a library is left with then is not known."""
    connection.send_bytes(_READY)
    with suppress(EOFError, ConnectionError, MemoryError):
        while True:
            task = connection.recv_bytes()
            _allow_processor(cpu_seconds)
            connection.send_bytes(_reply(work, task))


def _reply(work: Work, task: bytes) -> bytes:
    """Do a task, and give the reply; whatever is wrong with it, the next can be done. Raises MemoryError."""
    try:
        return _DONE + work(task)
    except MemoryError:
        raise
    except Exception as error:
        return _FAILED + f"{type(error).__name__}: {error}".encode("utf-8", "replace")


def _allow_processor(seconds: int) -> None:
    """Have this process killed once it has used `seconds` more of processor time, rounded up."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))


def _main(module: str, function: str, descriptor: int, cpu_seconds: int, memory_bytes: int, nice: int) -> None:
    """Limit this process, and serve a function."""
    os.nice(nice)
    for number in (signal.SIGINT, signal.SIGTERM):  # those end the server, which may wait for something from here
        signal.signal(number, signal.SIG_IGN)
    work = getattr(import_module(module), function)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    _serve(Connection(descriptor), work, cpu_seconds)


if __name__ == "__main__":
    _module, _function, *_numbers = sys.argv[1:]
    _main(_module, _function, *map(int, _numbers))
