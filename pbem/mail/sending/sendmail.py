"""The ways out of this machine's own: a program that takes mails as sendmail does, and Maildirs; and the one that is
set.
"""

import errno
import hashlib
import os
import shlex
import shutil
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pbem.config import Sendmail, Settings
from pbem.files import make_folder, open_private, sync, sync_folder
from pbem.mail.sending.dialogue import Observer, Timeouts
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.transport import Failed, FailureCause, Result, Sent, Transport
from pbem.mail.sending.wire import CannotSign
from pbem.programs import Programs

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
        self._command = sendmail.command
        self._timeout = timeout
        self._signed = signed
        self._programs = Programs()

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand over the mail, its lines ending as this system's do."""
        program = shlex.split(self._command)[0]
        addresses = {"sender": mail.envelope_from, "recipient": mail.to_address}
        try:
            raw = self._signed(content or build(mail)).replace(b"\r\n", b"\n")
            if any(address.startswith("-") for address in addresses.values()):
                raise ValueError("an address that could be taken for an option, as it begins with a hyphen")
            ended = self._programs.run(self._command, addresses, raw, self._timeout)
        except CannotSign as error:
            return Failed("policy", str(error))
        except ValueError as error:
            return Failed("mail", f"cannot be built: {error}")
        except OSError as error:
            return Failed("policy", f"{program}: {error.strerror or error}", "command")
        if ended is None:
            return Failed("lost", "ended from here", "command")
        if ended.is_late:
            return Failed("doubt", f"{program} had not ended after {self._timeout:g} seconds", "command")
        return _result(ended.status, ended.output)

    def close(self) -> None:
        """Do nothing, as nothing is held open."""

    def abort(self) -> None:
        """End the process that runs, and begin no other."""
        self._programs.abort()


def _result(status: int, output: bytes) -> Result:
    reply = f"{status} {output.decode('utf-8', 'replace').strip()[:_LONGEST_REPLY]}".strip()
    if status == os.EX_OK:
        return Sent(reply)
    if status < 0:  # it was killed, perhaps when it had taken the mail
        return Failed("doubt", f"signal {-status}", "command")
    return Failed(_CAUSES.get(status, "later"), reply, "command")


_MAX_NAME: Final = 150
_LONGEST_IN_TMP: Final = 36 * 3600
"""Seconds after which nobody can still be writing a file in `tmp`, as Maildir's own rules have it."""


class MaildirTransport:
    """Lays each mail into the Maildir of the player it is for: `root/player@example.org/`, each readable on its own.

    A mail's file is named after its date and Message-ID, so one that is sent again after a crash is still one file.
    It is written and synced in `tmp`, and only then appears in `new` (which is why `mailbox.Maildir`, that names files
    by time and process and does not sync the folder, is not used to write).
    """

    repeats_are_one = True
    connections = 0

    def __init__(self, root: Path) -> None:
        self._root = root

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Write the mail; when it returns Sent, the mail survives a power cut."""
        try:
            raw = (content or build(mail)).replace(b"\r\n", b"\n")
        except ValueError as error:
            return Failed("mail", f"cannot be built: {error}")
        try:
            self._write(self.folder(mail.to_address), _file_name(mail), raw)
        except OSError as error:
            return Failed(_cause(error), f"{type(error).__name__}: {error}")
        return Sent()

    def close(self) -> None:
        """Do nothing, as nothing is held open."""

    def abort(self) -> None:
        """Do nothing, as nothing here takes long."""

    def folder(self, address: str) -> Path:
        """The folder in which the mails to this address lie."""
        return self._root / _folder_name(address)

    def digest(self, address: str) -> str:
        """The SHA-256 of the name of an address's folder."""
        return _digest(_folder_name(address))

    def remove(self, digests: Collection[str]) -> None:
        """Remove the folders whose names have these digests, with all mails in them. Raises OSError."""
        if self._root.is_dir():
            for folder in self._root.iterdir():
                if _digest(folder.name) in digests and not folder.is_symlink():
                    shutil.rmtree(folder)

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


def _cause(error: OSError) -> FailureCause:
    return "unreachable" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO) else "later"


def _folder_name(address: str) -> str:
    """A folder's name for an address: itself, in lower case, with unusual signs escaped as in URLs."""
    name = quote(address.lower(), safe="@+").lstrip(".") or "_"
    return name if len(name) <= _MAX_NAME else f"{name[:_MAX_NAME]}~{_digest(name)[:16]}"


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _file_name(mail: Outgoing) -> str:
    """The one name of this mail in any Maildir: sorted by date, told apart by Message-ID."""
    return f"{mail.date_ms // 1000}.{_digest(mail.message_id)[:32]}.pbem"


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


HOME: Final = "[127.0.0.1]"
"""The name of a machine without one (RFC 5321, 4.1.4): a provider's own is not ours to give."""


def transport_for(
    settings: Settings, *, timeouts: Timeouts | None = None, observer: Observer | None = None
) -> Transport:
    """Choose the transport for mails: the relay, the command, or the Maildir where there is neither.

    `timeouts` and `observer` are for a relay.
    """
    mail = settings.mail
    signed: Callable[[bytes], bytes] = bytes
    # A mailbox's domain is its provider's, who signs for it and names machines by it.
    if mail.dkim is not None and not mail.mailbox:
        from pbem.mail.sending.signing import DkimSigner  # with its library, which asks DNS, too

        signed = DkimSigner(mail.dkim, mail.domain)
    if mail.relay is not None:
        helo_name = HOME if mail.mailbox else mail.domain
        return RelayTransport(mail.relay, helo_name=helo_name, timeouts=timeouts, signed=signed, observer=observer)
    if mail.sendmail is not None:
        return SendmailTransport(mail.sendmail, signed=signed)
    return MaildirTransport(settings.maildir)
