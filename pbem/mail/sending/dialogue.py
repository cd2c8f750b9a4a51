"""One connection to a relay, from the greeting to the end of each mail, step by step (RFC 5321).

smtplib does the talking. This limits the time of each step, and always knows how far it came, which smtplib does not
say: whether a mail may have been taken. Another thread can end a step that hangs.
"""

import re
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.config import Relay
from pbem.mail.sending.transport import BEFORE_MAILS, DialogueStep, Failed, Result, Sent, sorted_reply

_BLOCK_BYTES: Final = 16_384
_LEADING_DOT: Final = re.compile(rb"^\.", re.MULTILINE)
_GOODBYE_SECONDS: Final = 2.0
_CUT_OFF: Final = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError)
"""What a line that breaks during encryption raises; other faults of encryption are of settings or certificates."""

Observer: TypeAlias = Callable[[DialogueStep, str], None]
"""Is told of each step that was taken, with what the relay said; never a password."""


@dataclass(frozen=True)
class Timeouts:
    """Seconds for each step (RFC 5321, 4.5.3.2)."""

    greeting: float = 300.0
    """For a connection, its encryption, the greeting, and each command that the RFC does not name."""
    mail: float = 300.0
    rcpt: float = 300.0
    data: float = 120.0
    block: float = 180.0
    """For each 16 KiB of content."""
    end: float = 600.0
    """From the end of the content to the reply that it is taken."""


class Aborted(Exception):
    """The dialogue was ended by another thread before anything was handed over."""


class _NotSent(Exception):
    """A step failed: the relay's refusal, or what is wrong with the line."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed)
        self.failed = failed


class _Client(smtplib.SMTP):
    def __init__(
        self, host: str, port: int, helo: str | None, timeout: float, connected: Callable[[], socket.socket]
    ) -> None:
        self._connected = connected
        super().__init__(host, port, helo, timeout=timeout)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """Take the socket; smtplib calls this where it would connect."""
        return self._connected()


class Dialogue:
    """A connection to a relay; `open` it, then `send` mails, then `close` it. For one thread, save `abort`."""

    def __init__(
        self, relay: Relay, helo: str | None, tls: ssl.SSLContext, timeouts: Timeouts, observer: Observer | None = None
    ) -> None:
        self._relay = relay
        self._helo = helo
        self._tls = tls
        self._timeouts = timeouts
        self._observer = observer
        self._step: DialogueStep = "connect"
        self._lock = threading.Lock()
        self._handle: socket.socket | None = None
        self._aborted = False
        self._client: _Client | None = None

    @property
    def is_open(self) -> bool:
        """Whether mails can be sent."""
        return self._client is not None

    def open(self) -> Failed | None:
        """Connect, encrypt, say who we are, log in; None when that is done. Raises Aborted."""
        try:
            with self._guarded():
                self._client = self._greeted()
                self._introduce()
                if self._relay.tls == "starttls":
                    self._encrypt()
                if self._relay.user:
                    self._log_in()
        except _NotSent as error:
            return error.failed
        return None

    def send(self, sender: str, recipient: str, raw: bytes) -> Result:
        """Hand over a mail with CRLF. A reply about this mail alone leaves the connection open. Raises Aborted."""
        assert self._client is not None, "it was opened"
        try:
            with self._guarded():
                return self._sent(self._client, sender, recipient, raw)
        except _NotSent as error:
            return error.failed

    def close(self) -> None:
        """Say QUIT, if anybody listens, and hang up."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._within(client, _GOODBYE_SECONDS)
                client.quit()
            client.close()
        self._let_go()

    def abort(self) -> None:
        """Hang up at once, from any thread: a step that waits fails."""
        with self._lock:
            self._aborted = True
            if self._handle is not None:
                with suppress(OSError):
                    self._handle.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Make failures of what raises; the connection is gone after any but a reply. Raises _NotSent and Aborted."""
        try:
            yield
        except Aborted:
            self._drop()
            raise
        except smtplib.SMTPResponseException as error:
            self._drop()
            raise _NotSent(sorted_reply(error.smtp_code, error.smtp_error, self._step)) from error
        except smtplib.SMTPNotSupportedError as error:
            self._drop()
            raise _NotSent(Failed("policy", f"{self._step}: {error}", self._step)) from error
        except OSError as error:  # of which smtplib's and ssl's exceptions are some
            self._drop()
            raise _NotSent(self._broken(error)) from error
        except ValueError as error:  # an address that would break the protocol
            self._drop()
            raise _NotSent(Failed("mail", f"cannot be sent: {error}", self._step)) from error

    def _broken(self, error: OSError) -> Failed:
        """The failure of a line that broke, or over which nothing came in time. Raises Aborted."""
        failed = Failed("lost", f"{type(error).__name__}: {error}", self._step)
        if self._step == "end of content":
            return replace(failed, cause="doubt")
        if self._aborted:
            raise Aborted from error
        if self._step not in BEFORE_MAILS:
            return failed
        is_ours = type(error) is smtplib.SMTPException or isinstance(error, ssl.SSLError)
        return replace(failed, cause="policy" if is_ours and not isinstance(error, _CUT_OFF) else "unreachable")

    def _greeted(self) -> _Client:
        """A client that was greeted. Raises SMTPException and OSError."""
        relay = self._relay
        return _Client(relay.host, relay.port, self._helo, self._timeouts.greeting, self._connected)

    def _connected(self) -> socket.socket:
        """A connection to the relay, encrypted where that comes first. Raises OSError."""
        self._step = "connect"
        last: OSError = OSError("the relay's name has no address")
        for family, kind, protocol, _name, address in socket.getaddrinfo(
            self._relay.host, self._relay.port, type=socket.SOCK_STREAM
        ):
            plain = socket.socket(family, kind, protocol)
            plain.settimeout(self._timeouts.greeting)
            # The final dot goes apart; otherwise it would wait for the relay's delayed acknowledgement, 40 ms a mail.
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._keep_handle(plain)
            try:
                plain.connect(address)
                self._note(f"{address[0]}, port {self._relay.port}")
                return self._wrapped(plain) if self._relay.tls == "tls" else self._awaiting_greeting(plain)
            except ssl.SSLError:
                plain.close()
                raise
            except OSError as error:
                plain.close()
                last = error
        raise last

    def _wrapped(self, plain: socket.socket) -> socket.socket:
        self._step = "TLS"
        encrypted = self._tls.wrap_socket(plain, server_hostname=self._relay.host)
        self._note(_described(encrypted))
        return self._awaiting_greeting(encrypted)

    def _awaiting_greeting(self, connected: socket.socket) -> socket.socket:
        self._step = "greeting"
        return connected

    def _introduce(self) -> None:
        self._step, client = "EHLO", self._ready()
        code, reply = client.ehlo()
        if not 200 <= code < 300:
            code, reply = client.helo()
        if not 200 <= code < 300:
            raise smtplib.SMTPHeloError(code, reply.decode("utf-8", "replace"))
        self._note(f"{code} {', '.join(sorted(client.esmtp_features)).upper()}")

    def _encrypt(self) -> None:
        self._step, client = "TLS", self._ready()
        client.starttls(context=self._tls)
        assert client.sock is not None
        self._note(_described(client.sock))
        self._introduce()

    def _log_in(self) -> None:
        self._step, client = "login", self._ready()
        self._note(_shown(*client.login(self._relay.user, self._relay.password.get_secret_value())))

    def _sent(self, client: _Client, sender: str, recipient: str, raw: bytes) -> Result:
        """The dialogue of one mail. Raises _NotSent for refusals, and what smtplib raises."""
        options = []
        if client.has_extn("size"):
            most = client.esmtp_features["size"].strip()
            if most.isdecimal() and 0 < int(most) < len(raw):
                return Failed("size", f"{len(raw)} bytes, and the relay takes {most}", "MAIL")
            options = [f"SIZE={len(raw)}"]
        self._command("MAIL", self._timeouts.mail, lambda: client.mail(sender, options))
        self._command("RCPT", self._timeouts.rcpt, lambda: client.rcpt(recipient))
        self._command("DATA", self._timeouts.data, lambda: client.docmd("DATA"), least=300)
        self._step = "content"
        stuffed = _LEADING_DOT.sub(b"..", raw)
        if not stuffed.endswith(b"\r\n"):
            stuffed += b"\r\n"
        for start in range(0, len(stuffed), _BLOCK_BYTES):
            self._within(client, self._timeouts.block)
            client.send(stuffed[start : start + _BLOCK_BYTES])
        return self._ended(client)

    def _ended(self, client: _Client) -> Result:
        """Say that the content is complete; from then on the relay may have taken it, whatever happens to the line."""
        self._within(client, self._timeouts.end)
        if self._aborted:
            raise Aborted
        self._step = "end of content"
        client.send(b".\r\n")
        return Sent(self._accepted(*client.getreply(), least=200))

    def _command(
        self, step: DialogueStep, seconds: float, command: Callable[[], tuple[int, bytes]], least: int = 200
    ) -> None:
        """Take a step of a mail. Raises _NotSent where the relay refuses it."""
        self._step, client = step, self._ready()
        self._within(client, seconds)
        self._accepted(*command(), least=least)

    def _accepted(self, code: int, reply: bytes, *, least: int) -> str:
        """The reply by which the relay takes a step, its code of the hundred from `least` on. Raises _NotSent."""
        self._note(_shown(code, reply))
        if code == -1:  # what smtplib gives for no code at all
            raise smtplib.SMTPServerDisconnected("the reply was none")
        if not least <= code < least + 100:
            self._refuse(code, reply)
        return _shown(code, reply)

    def _refuse(self, code: int, reply: bytes) -> None:
        """Leave the mail and, unless the relay hangs up, keep the connection. Raises _NotSent."""
        failed = sorted_reply(code, reply, self._step)
        if code == 421:
            self._drop()
        else:
            self._forget_mail()
        raise _NotSent(failed)

    def _forget_mail(self) -> None:
        """RSET; a relay that does not take it is left."""
        client = self._ready()
        self._within(client, self._timeouts.greeting)
        try:
            is_done = client.rset()[0] == 250
        except (smtplib.SMTPException, OSError):
            is_done = False
        if not is_done:
            self._drop()

    def _ready(self) -> _Client:
        assert self._client is not None, "there is a connection"
        if self._aborted:
            raise Aborted
        return self._client

    def _within(self, client: _Client, seconds: float) -> None:
        """Limit the next step to `seconds`."""
        if client.sock is not None:
            client.sock.settimeout(seconds)

    def _note(self, line: str) -> None:
        if self._observer is not None:
            self._observer(self._step, line)

    def _keep_handle(self, connecting: socket.socket) -> None:
        """Keep another handle of the same connection, which `abort` can use whatever becomes of the first.

        Raises Aborted where it came before.
        """
        with self._lock:
            if self._handle is not None:
                self._handle.close()
            self._handle = connecting.dup()
            if self._aborted:
                raise Aborted

    def _let_go(self) -> None:
        with self._lock:
            if self._handle is not None:
                self._handle.close()
            self._handle = None

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()
        self._let_go()


def _shown(code: int, reply: bytes) -> str:
    return f"{code} {reply.decode('utf-8', 'replace')}"


def _described(encrypted: socket.socket) -> str:
    assert isinstance(encrypted, ssl.SSLSocket)
    certificate = encrypted.getpeercert() or {}
    names = [str(entry[1]) for entry in certificate.get("subjectAltName", ()) if len(entry) == 2]
    return f"{encrypted.version()}, {', '.join(names)}, {certificate.get('notAfter', '')}"
