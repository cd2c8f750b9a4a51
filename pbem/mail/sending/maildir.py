"""The way out into Maildirs on this machine."""

import errno
import hashlib
import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pbem.files import make_folder, open_private, sync, sync_folder
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.mail.sending.transport import Failed, FailureCause, Result, Sent

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
