"""The way out by a program on this machine that takes mails as sendmail does: Postfix's, Exim's, msmtp's, and so on."""

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pbem.config import Sendmail
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.mail.sending.signing import CannotSign
from pbem.mail.sending.transport import Failed, FailureCause, Result, Sent

_TIMEOUT_SECONDS: Final = 120.0
_LONGEST_REPLY: Final = 500
_CAUSES: Final[dict[int, FailureCause]] = {
    os.EX_DATAERR: "recipient",  # an address that is none
    os.EX_NOUSER: "recipient",
    os.EX_NOHOST: "recipient",
    os.EX_UNAVAILABLE: "refused",
    os.EX_SOFTWARE: "refused",
    os.EX_USAGE: "policy",
    os.EX_OSFILE: "policy",
    os.EX_NOPERM: "policy",
    os.EX_CONFIG: "policy",
    126: "policy",
    127: "policy",
}
"""What statuses mean (sysexits.h, and the shell's); all others are for now."""


class SendmailTransport:
    """Hands each mail to a new process of a command, which takes it when it ends with status 0."""

    repeats_are_one = False
    connections = 1

    def __init__(
        self, sendmail: Sendmail, *, timeout: float = _TIMEOUT_SECONDS, signed: Callable[[bytes], bytes] = bytes
    ) -> None:
        self._words = shlex.split(sendmail.command)
        self._timeout = timeout
        self._signed = signed
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._aborted = False

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand over the mail, its lines ending as this system's do."""
        try:
            raw = self._signed(content or build(mail)).replace(b"\r\n", b"\n")
            words = self._filled(mail)
        except CannotSign as error:
            return Failed("policy", str(error))
        except ValueError as error:
            return Failed("mail", f"cannot be built: {error}")
        try:
            process = self._started(words)
        except OSError as error:
            return Failed("policy", f"{words[0]}: {error.strerror or error}", "command")
        if process is None:
            return Failed("lost", "ended from here", "command")
        try:
            said, _none = process.communicate(raw, timeout=self._timeout)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.communicate()
            return Failed("doubt", f"{words[0]} had not ended after {self._timeout:g} seconds", "command")
        finally:
            with self._lock:
                self._running = None
        return _result(process.returncode, said)

    def close(self) -> None:
        """Do nothing, as nothing is held open."""

    def abort(self) -> None:
        """End the process that runs, and begin no other."""
        with self._lock:
            self._aborted = True
            if self._running is not None:
                _kill(self._running)

    def _filled(self, mail: Outgoing) -> list[str]:
        """The command's words for a mail. Raises ValueError for an address that could be taken for an option."""
        if mail.to_address.startswith("-") or mail.envelope_from.startswith("-"):
            raise ValueError("an address that begins with a hyphen")
        addresses = {"{sender}": mail.envelope_from, "{recipient}": mail.to_address}
        return [_replaced(word, addresses) for word in self._words]

    def _started(self, words: list[str]) -> "subprocess.Popen[bytes] | None":
        """The process; None after `abort`. Raises OSError."""
        with self._lock:
            if self._aborted:
                return None
            self._running = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd="/",
                start_new_session=True,
            )
            return self._running


def _replaced(word: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(name, value)
    return word


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and those it has begun."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _result(status: int, said: bytes) -> Result:
    reply = f"{status} {said.decode('utf-8', 'replace').strip()[:_LONGEST_REPLY]}".strip()
    if status == os.EX_OK:
        return Sent(reply)
    if status < 0:  # it was killed, perhaps when it had taken the mail
        return Failed("doubt", f"signal {-status}", "command")
    return Failed(_CAUSES.get(status, "later"), reply, "command")
