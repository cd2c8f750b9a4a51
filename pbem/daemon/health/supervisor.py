"""Words to the supervisor that started this process, as systemd and others understand them: see sd_notify(3).

The unit says `Type=notify`, so that "started" means that letters are taken, and `WatchdogSec=`, so that a process that
hangs is started again.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

_MOST_SECONDS: Final = 60.0
"""The longest pause between two signs of life, however much time the supervisor gives."""


class Supervisor:
    """The supervisor of this process, if it has one. Whatever becomes of a word to it, nothing is raised."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # "@" begins a name in Linux's abstract namespace, which the kernel writes with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._pause_s = _watchdog_pause(environment)

    @property
    def pause_s(self) -> float | None:
        """Seconds between two signs of life, half of what the supervisor waits for one; None where it wants none."""
        return self._pause_s if self._address else None

    def say_ready(self) -> None:
        """Say that the server has started, and takes letters and requests."""
        self._say("READY=1")

    def say_alive(self) -> None:
        """Give a sign of life."""
        self._say("WATCHDOG=1")

    def say_status(self, status: str) -> None:
        """Say in a line how the server is, for `systemctl status`."""
        self._say(f"STATUS={' '.join(status.split())}")

    def say_stopping(self) -> None:
        """Say that the server ends because it was told to."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as speaking:
            speaking.setblocking(False)  # a supervisor that reads nothing must not hold the server up
            speaking.sendto(words.encode(), self._address)


def _watchdog_pause(environment: Mapping[str, str]) -> float | None:
    """Half of WATCHDOG_USEC in seconds, if that is meant for this process."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = environment.get("WATCHDOG_USEC", "")
    if not microseconds.isascii() or not microseconds.isdigit() or not int(microseconds):
        return None
    return min(int(microseconds) / 2_000_000, _MOST_SECONDS)
