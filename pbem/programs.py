"""Programs of this machine that the operator has named: run without a shell, within a time, and killed with the server.

Each is in a session of its own, so that all it has begun can be ended with it, and Ctrl+C at the terminal is for the
server alone. None is given the settings that stand in the environment, such as a relay's password.
"""

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

_SETTINGS: Final = "PBEM_"
"""How the names of environment variables begin that hold settings."""


class ProgramEnd(NamedTuple):
    """The end of a program: its status, negative for a signal, and all it said; `is_late` where its time was over."""

    status: int
    output: bytes
    is_late: bool = False


class Programs:
    """Runs programs, one at a time, until `abort`. Only `abort` may be called from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._is_aborted = False

    @property
    def is_aborted(self) -> bool:
        """Whether no other program is begun."""
        return self._is_aborted

    def run(self, command: str, values: Mapping[str, str], given: bytes, seconds: float) -> ProgramEnd | None:
        """Run a command with an input, and wait for its end; None after `abort`.

        In each of its words "{name}" becomes the value of that name, whatever that holds. Raises OSError where it
        cannot be begun, and ValueError for a command that is none.
        """
        process = self._begun([_filled(word, values) for word in shlex.split(command)])
        if process is None:
            return None
        try:
            output, _none = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            output, _none = process.communicate()
            return ProgramEnd(process.returncode, output, is_late=True)
        finally:
            with self._lock:
                self._running = None
        return ProgramEnd(process.returncode, output)

    def abort(self) -> None:
        """End the program that runs, and begin no other."""
        with self._lock:
            self._is_aborted = True
            if self._running is not None:
                _kill(self._running)

    def _begun(self, words: list[str]) -> "subprocess.Popen[bytes] | None":
        environment = {name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
        with self._lock:
            if self._is_aborted:
                return None
            self._running = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd="/",
                env=environment,
                start_new_session=True,
            )
            return self._running


def _filled(word: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(f"{{{name}}}", value)
    return word


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and those it has begun."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
