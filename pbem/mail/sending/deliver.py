"""The outbox's way out: to an SMTP relay, or into Maildirs on this machine; and when a mail is tried again."""

import hashlib
import os
import smtplib
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias
from urllib.parse import quote

from pbem.config import Relay
from pbem.files import make_folder, open_private, sync, sync_folder
from pbem.mail.sending.outgoing import Outgoing, build

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = [
    "Failed",
    "MaildirTransport",
    "Outgoing",
    "Result",
    "Sent",
    "SmtpTransport",
    "Transport",
    "build",
    "next_attempt",
]


_MINUTE_MS: Final = 60_000
_FIRST_DELAYS: Final = (1 * _MINUTE_MS, 5 * _MINUTE_MS, 15 * _MINUTE_MS)
_LATER_DELAY: Final = 60 * _MINUTE_MS
_PATIENCE: Final = 5 * 24 * 60 * _MINUTE_MS

_MAX_NAME: Final = 150
_LONGEST_IN_TMP: Final = 36 * 3600
"""Seconds after which nobody can still be writing a file in `tmp`, as Maildir's own rules have it."""

_TIMEOUT_SECONDS = 15


class _Attentive(smtplib.SMTP):
    """An SMTP client that remembers the server's last word on a letter, which names it there: smtplib does not tell."""

    said = ""

    def data(self, msg: "ReadableBuffer | str") -> tuple[int, bytes]:
        """Sends a letter's bytes, and returns the server's reply."""
        code, reply = super().data(msg)
        self.said = f"{code} {reply.decode('utf-8', 'replace')}"
        return code, reply


class _Encrypted(_Attentive, smtplib.SMTP_SSL):
    """Encrypted from the first byte on."""


@dataclass(frozen=True)
class Sent:
    """The mail is out: the relay, or the disk, answers for it from now on. `reply` is what it said."""

    reply: str = ""


@dataclass(frozen=True)
class Failed:
    """The mail is not out. `permanent` when trying again cannot help; `reply` says why, for the operator."""

    permanent: bool
    reply: str


Result: TypeAlias = Sent | Failed


class Transport(Protocol):
    """A way out. Implementations may be called from several threads, and raise nothing."""

    repeats_are_one: bool
    """Whether a mail that is handed over twice arrives once, so that what was sent may be noted for many together."""

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand over the mail: the bytes kept from its first sending, or without them those that `build` makes."""

    def close(self) -> None:
        """Let go of connections; a later `send` opens them again."""


def next_attempt(attempts: int, now_ms: int) -> int | None:
    """Schedule the next try of a mail that failed `attempts` times (1 or more): 1, 5, 15 minutes later, then hourly.

    None after five days of trying.
    """
    later = attempts - len(_FIRST_DELAYS)
    if later <= 0:
        return now_ms + _FIRST_DELAYS[max(attempts, 1) - 1]
    if sum(_FIRST_DELAYS) + later * _LATER_DELAY > _PATIENCE:
        return None
    return now_ms + _LATER_DELAY


class SmtpTransport:
    """Sends through a relay over one connection, which is kept and made anew when it is gone.

    `helo_name` is the name this machine gives itself; `tls` replaces the system's own idea of whom to trust.
    """

    repeats_are_one = False

    def __init__(
        self, relay: Relay, *, helo_name: str = "", timeout: float = 30.0, tls: ssl.SSLContext | None = None
    ) -> None:
        self._relay = relay
        self._helo_name = helo_name or None
        self._timeout = timeout
        self._tls = tls
        self._connection: _Attentive | None = None
        self._lock = threading.Lock()

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand the mail to the relay. A kept connection that turns out to be gone is replaced once."""
        try:
            raw = content or build(mail)
        except ValueError as error:
            return Failed(True, f"cannot be built: {error}")
        with self._lock:
            was_kept = self._connection is not None
            result = self._try(mail, raw)
            if was_kept and self._connection is None and isinstance(result, Failed) and not result.permanent:
                result = self._try(mail, raw)
            return result

    def close(self) -> None:
        """Take leave of the relay."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                _hang_up(connection)

    def _try(self, mail: Outgoing, raw: bytes) -> Result:
        """One attempt. The connection is kept after a reply that concerns this mail only."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.sendmail(mail.envelope_from, [mail.to_address], raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()))
            return self._refused(code, reply, permanent=code >= 500)
        except smtplib.SMTPDataError as error:
            return self._refused(error.smtp_code, error.smtp_error, permanent=error.smtp_code >= 500)
        except smtplib.SMTPSenderRefused as error:
            # Our own address is refused: that is for the operator to mend, except that the mail may be too large.
            return self._refused(error.smtp_code, error.smtp_error, permanent=error.smtp_code == 552)
        except (smtplib.SMTPException, OSError) as error:
            self._drop()
            return Failed(False, f"{type(error).__name__}: {error}")
        except ValueError as error:  # an envelope address that would break the protocol
            self._drop()
            return Failed(True, f"cannot be sent: {error}")
        return Sent(self._connection.said)

    def _refused(self, code: int, reply: bytes | str, *, permanent: bool) -> Failed:
        """The relay's refusal; after 421 it hangs up."""
        if code == 421:
            self._drop()
        text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
        return Failed(permanent, f"{code} {text}")

    def _connect(self) -> _Attentive:
        """A connection that is ready for mails. Raises SMTPException or OSError."""
        host, port = self._relay.host, self._relay.port
        tls = self._tls or ssl.create_default_context()
        connection: _Attentive
        if self._relay.tls == "tls":
            connection = _Encrypted(host, port, self._helo_name, timeout=self._timeout, context=tls)
        else:
            connection = _Attentive(host, port, self._helo_name, timeout=self._timeout)
        try:
            if self._relay.tls == "starttls":
                connection.starttls(context=tls)
            if self._relay.user:
                connection.login(self._relay.user, self._relay.password.get_secret_value())
        except Exception:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        """Forget the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _hang_up(connection: smtplib.SMTP) -> None:
    """Say QUIT, if anybody listens."""
    try:
        connection.quit()
    except (smtplib.SMTPException, OSError):
        connection.close()


class MaildirTransport:
    """Lays each mail into the Maildir of the player it is for: `root/player@example.org/`, each readable on its own.

    A mail's file is named after its date and Message-ID, so one that is sent again after a crash is still one file.
    It is written and synced in `tmp`, and only then appears in `new` (which is why `mailbox.Maildir`, that names files
    by time and process and does not sync the folder, is not used to write).
    """

    repeats_are_one = True

    def __init__(self, root: Path) -> None:
        self._root = root

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Write the mail; when it returns Sent, the mail survives a power cut."""
        try:
            raw = (content or build(mail)).replace(b"\r\n", b"\n")
        except ValueError as error:
            return Failed(True, f"cannot be built: {error}")
        try:
            self._write(self.folder(mail.to_address), _file_name(mail), raw)
        except OSError as error:
            return Failed(False, f"{type(error).__name__}: {error}")
        return Sent()

    def close(self) -> None:
        """Nothing is held open."""

    def folder(self, address: str) -> Path:
        """The folder in which the mails to this address lie."""
        return self._root / _folder_name(address)

    def _write(self, folder: Path, name: str, raw: bytes) -> None:
        """Put a file into `new`, whole or not at all. Raises OSError."""
        if not (folder / "new").is_dir():  # the last part that `_create` makes
            _create(folder)
        if any((folder / "cur").glob(f"{name}*")):  # sent before, and read since
            return
        _clear(folder / "tmp", name)
        temporary = folder / "tmp" / f"{name}.{os.getpid()}.{threading.get_ident()}"
        try:
            with open_private(temporary, os.O_WRONLY | os.O_TRUNC) as file:
                file.write(raw)
                sync(file)
            temporary.replace(folder / "new" / name)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(folder / "new")


def _folder_name(address: str) -> str:
    """A folder's name for an address: itself, in lower case, with unusual signs escaped as in URLs."""
    name = quote(address.lower(), safe="@+").lstrip(".") or "_"
    return name if len(name) <= _MAX_NAME else f"{name[:_MAX_NAME]}~{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _file_name(mail: Outgoing) -> str:
    """The one name of this mail in any Maildir: sorted by date, told apart by Message-ID."""
    return f"{mail.date_ms // 1000}.{hashlib.sha256(mail.message_id.encode()).hexdigest()[:32]}.pbem"


def _clear(folder: Path, name: str) -> None:
    """Remove what processes that were killed left in a Maildir's `tmp` of this mail, and of any since days ago."""
    old = time.time() - _LONGEST_IN_TMP
    for fragment in folder.glob("*.pbem.*"):
        writer = fragment.name.split(".")[-2]
        with suppress(FileNotFoundError):
            is_of_mail = fragment.name.startswith(f"{name}.") and writer != str(os.getpid())
            if is_of_mail or fragment.stat().st_mtime < old:
                fragment.unlink()


def _create(folder: Path) -> None:
    """Make a Maildir that survives a power cut, for its owner alone. Raises OSError."""
    for part in ("tmp", "cur", "new"):
        make_folder(folder / part)
    for changed in (folder, folder.parent):
        sync_folder(changed)


@dataclass(frozen=True)
class Reply:
    """The server's last word on a letter: its code (RFC 5321), 0 where it said none, and its text."""

    code: int
    text: str

    @property
    def is_taken(self) -> bool:
        """Whether the server answers for the letter from now on."""
        return 200 <= self.code < 300

    def __str__(self) -> str:
        return f"{self.code} {self.text}" if self.code else self.text


def submit(letter: bytes, sender: str, recipient: str, host: str, port: int) -> Reply:
    """Brings a letter, with CRLF, to a server. Raises nothing: what goes wrong is in the reply."""
    try:
        with smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS) as server:
            server.ehlo_or_helo_if_needed()
            reply = _reply(*server.mail(sender))
            if reply.is_taken:
                reply = _reply(*server.rcpt(recipient))
            return _reply(*server.data(letter)) if reply.is_taken else reply
    except smtplib.SMTPResponseException as error:
        return _reply(error.smtp_code, error.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        return Reply(0, f"{type(error).__name__}: {error}")


def _reply(code: int, text: bytes | str) -> Reply:
    return Reply(code, text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
