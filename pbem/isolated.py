"""Processes that do one risky or heavy thing for the server: fresh interpreters within limits, at the end of a pipe.

Such a process has none of the server's files, sockets and settings, and ends by itself when the server does, as its
connection is closed then. It is started with `-m` by its module's name, and the numbers that its module wants.
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

READY: Final = b"ready"
_START_SECONDS: Final = 60.0
_SECRETS: Final = "PBEM_"
"""How the names of environment variables begin that hold settings, a relay's password among them."""
_PACKAGES: Final = Path(__file__).parents[1]


class NotStarted(Exception):
    """A process cannot be started; what it was to do can wait, or be done without."""


class IsolatedProcess:
    """The server's end: the connection to a process that has said that it is ready."""

    def __init__(self, module: str, numbers: Sequence[int]) -> None:
        """Start it; its module is given the descriptor of its connection, then the numbers. Raises NotStarted."""
        ours, theirs = Pipe()
        environment = {name: value for name, value in os.environ.items() if not name.startswith(_SECRETS)}
        path = os.pathsep.join(filter(None, (str(_PACKAGES), environment.get("PYTHONPATH"))))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *map(str, (theirs.fileno(), *numbers))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**environment, "PYTHONPATH": path},
                process_group=0,  # Ctrl+C at the terminal is for the server alone
            )
        except OSError as error:
            ours.close()
            raise NotStarted(str(error)) from error
        finally:
            theirs.close()
        self.connection = ours
        try:
            is_ready = ours.poll(_START_SECONDS) and ours.recv_bytes(len(READY)) == READY
        except (EOFError, OSError):
            is_ready = False
        if not is_ready:
            self.end()
            raise NotStarted(f"{module} ended with {self._process.returncode}")

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked for something."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill it, whatever it has in hand."""
        self._process.kill()

    def end(self) -> None:
        """End it, which has nothing in hand."""
        self.connection.close()
        self._process.kill()
        self._process.wait()


def isolate(connection: Connection, memory_bytes: int) -> None:
    """Limit this process, which was started so, and say that it is ready; `memory_bytes` of address space at most."""
    for number in (signal.SIGINT, signal.SIGTERM):  # those end the server, which may wait for something from here
        signal.signal(number, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    connection.send_bytes(READY)


def allow_processor(seconds: int) -> None:
    """Have this process killed when it has used so many more seconds of the processor, rounded up to a full one."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))
