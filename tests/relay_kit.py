"""A relay over bare sockets that does what relays should not do: hangs up, falls silent, refuses."""

import socket
import threading
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from listening_kit import Listening

from pbem.config import Relay
from pbem.mail.sending.dialogue import Timeouts

DROP: Final = "drop"
HANG: Final = "hang"
PATIENT: Final = Timeouts(60, 60, 60, 60, 60, 60)
"""What a busy machine may need for any step: a send that must succeed waits so long."""
SHORT_SECONDS: Final = 1.0
STEP_TIMEOUTS: Final = {
    **dict.fromkeys(("greeting", "EHLO", "AUTH"), "greeting"),
    "MAIL": "mail",
    "RCPT": "rcpt",
    "DATA": "data",
    "content": "block",
    "end": "end",
}
"""The timeout that ends each step."""
OK: Final = {"greeting": "220 relay.test", "DATA": "354 go on", "AUTH": "235 2.7.0 welcome", "end": "250 2.0.0 queued"}


def short_at(step: str) -> Timeouts:
    """Wait patiently at all steps but this one, at which the relay falls silent."""
    return replace(PATIENT, **{STEP_TIMEOUTS[step]: SHORT_SECONDS})


@dataclass
class RudeRelay:
    """A relay at a port of this machine. Use it in a `with` statement.

    `script` says what it does at a step, the first time, the second, ...: a reply, DROP or HANG; then it does what is
    usual. Steps are "greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "content" (its first line is there), and "end".
    `always` does the same each time. Of a mail that is dropped at its end it has all.
    """

    script: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    always: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    """Replies to recipients."""
    features: tuple[str, ...] = ("SIZE 9000000", "AUTH PLAIN")
    heard: list[str] = field(default_factory=list)
    taken: list[tuple[str, bytes]] = field(default_factory=list)
    """Recipients and mails that it has the whole of, whatever it said then."""

    def __post_init__(self) -> None:
        """Listens."""
        self._ended = threading.Event()
        self.hung = threading.Event()
        self._listening = Listening(self._serve)

    def __enter__(self) -> "RudeRelay":
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._listening.close()

    @property
    def port(self) -> int:
        """Where it is."""
        return self._listening.port

    def settings(self, **changes: Any) -> Relay:
        """What a client needs to know."""
        return Relay(**{"host": "127.0.0.1", "port": self.port, "tls": "none", **changes})

    def count(self, verb: str) -> int:
        """How often it was told something."""
        return sum(line.upper().startswith(verb) for line in self.heard)

    def _serve(self, connection: socket.socket) -> None:
        with suppress(EOFError), connection.makefile("rb") as lines:
            self._say(connection, "greeting")
            recipient = ""
            while line := lines.readline():
                text = line.decode().strip()
                self.heard.append(text)
                verb = text.split(" ", 1)[0].split(":")[0].upper()
                if verb == "RCPT":
                    recipient = text.partition("<")[2].rstrip(">")
                self._say(connection, verb, recipient)
                if verb == "DATA" and not self.heard[-1].startswith("refused"):
                    self._take(connection, lines, recipient)

    def _take(self, connection: socket.socket, lines: Any, recipient: str) -> None:
        content = [lines.readline()]
        action = self._action("content")
        if action is not None:
            self._obey(connection, action)
        while (line := lines.readline()) != b".\r\n":
            if not line:
                raise EOFError
            content.append(line)
        self.taken.append((recipient, b"".join(content)))
        self._say(connection, "end")

    def _say(self, connection: socket.socket, step: str, recipient: str = "") -> None:
        action = self._action(step)
        if step == "RCPT" and action is None:
            action = self.refused.get(recipient)
        if action is None:
            lines = ["relay.test", *self.features] if step == "EHLO" else []
            text = "\r\n".join(f"250{' ' if line == lines[-1] else '-'}{line}" for line in lines)
            action = text or OK.get(step, "250 ok")
        self._obey(connection, action)
        if step == "DATA" and not action.startswith("354"):
            self.heard.append("refused")

    def _action(self, step: str) -> str | None:
        return self.script[step].pop(0) if self.script.get(step) else self.always.get(step)

    def _obey(self, connection: socket.socket, action: str) -> None:
        if action == HANG:
            self.hung.set()
            self._ended.wait()
        if action in (HANG, DROP):
            raise EOFError
        connection.sendall(f"{action}\r\n".encode())
