"""A mailbox at a mail server, read by IMAP: the letters in its folders, and their bytes. Nothing in it is deleted.

Letters are named by their UIDs, and read without being marked (`BODY.PEEK`), so that a person may use the mailbox with
a mail program without hiding letters from us. No more bytes are read than are allowed, whatever size the server states.
"""

import imaplib
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from time import monotonic
from typing import Final, TypeAlias

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxFolderSelectError, MailboxLoginError

from pbem.clock import to_ms
from pbem.config import Imap
from pbem.mail.reading.text import MAX_HEADER_BYTES

CONNECT_SECONDS: Final = 15.0
ANSWER_SECONDS: Final = 60.0
"""How long the server may take for an answer, or a part of one."""
SLICE_SECONDS: Final = 2.0
"""How soon a wait for letters notices that it is to end, where nobody cuts it off."""
_AT_ONCE: Final = 50
"""Letters whose headers are asked for in one command."""
_JUNK_NAMES: Final = frozenset({"junk", "spam", "spamverdacht", "junk e-mail", "junk-e-mail", "bulk", "bulk mail"})
_UID: Final = re.compile(rb"\bUID (\d+)")
_SIZE: Final = re.compile(rb"\bRFC822\.SIZE (\d+)")
_FAULTS: Final = (OSError, imaplib.IMAP4.error, ImapToolsError, EOFError)
_Item: TypeAlias = tuple[bytes, bytes]


class MailboxFault(Exception):
    """The mailbox cannot be used now; `str()` is why, as the server or the system says it."""


class LoginRefused(MailboxFault):
    """The server does not let us in: the user or the password is wrong, or programs are not allowed there."""


class NoSuchFolder(MailboxFault):
    """There is no such folder in the mailbox."""


@dataclass(frozen=True)
class Glimpse:
    """A letter by its headers: of those the first `MAX_HEADER_BYTES`, its size in bytes, and when the server got it."""

    uid: int
    size: int
    received_ms: int
    head: bytes = field(repr=False)


class ImapMailbox:
    """An open mailbox, for one thread but for `abandon`. All raise MailboxFault, and it is of no use after that."""

    def __init__(self, settings: Imap) -> None:
        """Connect and log in."""
        self.is_waiting = False
        try:
            self._box = _connected(settings)
        except (*_FAULTS, ValueError) as error:
            raise MailboxFault(_reason(error)) from error
        try:
            self._box.client.sock.settimeout(ANSWER_SECONDS)
            self._box.client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            _log_in(self._box, settings)
            self.can_idle = b"IDLE" in _capabilities(self._box)
        except MailboxLoginError as error:
            self.close()
            raise LoginRefused(_reason(error)) from error
        except _FAULTS as error:
            self.close()
            raise MailboxFault(_reason(error)) from error

    def open(self, folder: str) -> int:
        """Turn to a folder; returns its UIDVALIDITY. Raises NoSuchFolder."""
        try:
            self._box.folder.set(folder)
            _, (validity, *_rest) = self._box.client.response("UIDVALIDITY")
            return int(validity)
        except MailboxFolderSelectError as error:
            raise NoSuchFolder(_reason(error)) from error
        except (*_FAULTS, TypeError, ValueError) as error:
            raise MailboxFault(_reason(error)) from error

    def junk_folders(self) -> list[str]:
        """The folders for junk: those with the server's attribute for it (RFC 6154), else those named like one."""
        try:
            folders = [folder for folder in self._box.folder.list() if "\\Noselect" not in folder.flags]
        except _FAULTS as error:
            raise MailboxFault(_reason(error)) from error
        called = [folder.name for folder in folders if "\\junk" in map(str.lower, folder.flags)]
        named = [one.name for one in folders if one.name.rpartition(one.delim)[2].casefold() in _JUNK_NAMES]
        return called or named

    def uids_from(self, first: int) -> list[int]:
        """The numbers of the folder's letters from one on, in order: that in which they came."""
        return [uid for uid in self._search(f"UID {first}:*") if uid >= first]  # "7:*" names the last one, if it is 5

    def uids_since(self, day: date) -> list[int]:
        """The numbers of the letters that came to the folder on a day or later, in order."""
        return self._search(f"SINCE {day.day}-{_MONTHS[day.month - 1]}-{day.year}")

    def glimpses(self, uids: Sequence[int]) -> Iterator[Glimpse]:
        """Look at the headers of letters; those that are there no more are left out."""
        wanted = f"(UID RFC822.SIZE INTERNALDATE BODY.PEEK[HEADER]<0.{MAX_HEADER_BYTES}>)"
        for start in range(0, len(uids), _AT_ONCE):
            batch = uids[start : start + _AT_ONCE]
            for envelope, head in self._fetch(",".join(map(str, batch)), wanted):
                uid, size = _UID.search(envelope), _SIZE.search(envelope)
                if uid is not None and size is not None and int(uid[1]) in batch:
                    yield Glimpse(int(uid[1]), int(size[1]), _received_ms(envelope), head)

    def letter(self, uid: int, most: int) -> bytes | None:
        """Read a letter, as far as one byte more than `most`; None where it is there no more."""
        found = self._fetch(str(uid), f"(UID BODY.PEEK[]<0.{most + 1}>)")
        return next(
            (raw for envelope, raw in found if (number := _UID.search(envelope)) and int(number[1]) == uid), None
        )

    def mark_read(self, uids: Sequence[int]) -> None:
        """Mark letters as read."""
        for start in range(0, len(uids), _AT_ONCE):
            self._uid("STORE", ",".join(map(str, uids[start : start + _AT_ONCE])), "+FLAGS.SILENT", r"(\Seen)")

    def wait(self, seconds: float, is_over: Callable[[], bool]) -> None:
        """Wait by IDLE (RFC 2177) until something comes to the folder, the time is up, or `is_over` says so.

        Returns at once where something has come since the folder was opened: the server may have said so by the way.
        """
        end = monotonic() + seconds
        self.is_waiting = True
        try:
            self._box.client.noop()
            if not self._has_changed():
                tag, responses = self._begin_to_idle()
                if not self._has_changed() and not _announces_letters(responses):
                    self._idle(end, is_over)
                self._box.client.send(b"DONE\r\n")
                self._box.consume_until_tagged_response(tag)
        except _FAULTS as error:
            raise MailboxFault(_reason(error)) from error
        finally:
            self.is_waiting = False

    def _has_changed(self) -> bool:
        """Whether the server has said, since the folder was opened, that other letters lie in it."""
        responses = self._box.client.untagged_responses
        return len(set(responses.get("EXISTS", []))) > 1 or "EXPUNGE" in responses

    def _begin_to_idle(self) -> tuple[bytes, list[bytes]]:
        """Begin to idle; return the command's tag, and what the server has sent behind its continuation.

        The library's own function takes a response before the continuation for an error, and leaves one that arrives
        together with it in its buffer, where no wait for the socket sees it.
        """
        client = self._box.client
        tag = client._command("IDLE")
        while client._get_response() is not None:
            if client.tagged_commands[tag]:
                raise MailboxFault(_reason(client.tagged_commands.pop(tag)))
        return tag, self._lines_received()

    def _lines_received(self) -> list[bytes]:
        lines, client = list[bytes](), self._box.client
        try:
            client.sock.settimeout(0)
            while line := client.readline():
                client.sock.settimeout(ANSWER_SECONDS)  # of a line that has begun to come the rest is waited for
                lines.append(line if line.endswith(b"\n") else line + client.readline())
                client.sock.settimeout(0)
        except ssl.SSLWantReadError:
            pass
        finally:
            client.sock.settimeout(ANSWER_SECONDS)
        return lines

    def _idle(self, end: float, is_over: Callable[[], bool]) -> None:
        """Wait until the server tells of letters, the time is up, or `is_over` says so."""
        while not is_over() and (left := end - monotonic()) > 0:
            began, slice_seconds = monotonic(), min(left, SLICE_SECONDS)
            responses = self._box.idle.poll(timeout=slice_seconds)
            if _announces_letters(responses):
                return
            if not responses and monotonic() - began < slice_seconds / 2:
                return  # the connection has ended, which the library does not say; the next command will

    def close(self) -> None:
        """Log out, and let go of the connection whether the server answers or not."""
        with suppress(*_FAULTS):
            self._box.client.sock.settimeout(2.0)
            self._box.client.logout()
        with suppress(*_FAULTS):
            self._box.client.shutdown()

    def abandon(self) -> None:
        """Cut the connection, so that whatever waits for the server ends now. Safe to call from any thread."""
        with suppress(OSError):
            self._box.client.sock.shutdown(socket.SHUT_RDWR)

    def _search(self, criteria: str) -> list[int]:
        found = b" ".join(line for line in self._uid("SEARCH", criteria) if isinstance(line, bytes))
        return sorted({int(number) for number in found.split() if number.isdigit()})

    def _fetch(self, uids: str, wanted: str) -> Iterator[_Item]:
        """Ask for letters; gives for each the words that stand around its bytes, and those."""
        response = self._uid("FETCH", uids, wanted)
        for number, item in enumerate(response):
            if isinstance(item, tuple):
                behind = response[number + 1] if number + 1 < len(response) else b""
                yield item[0] + b" " + (behind if isinstance(behind, bytes) else b""), item[1]

    def _uid(self, command: str, *arguments: str) -> Sequence[bytes | _Item]:
        try:
            status, data = self._box.client.uid(command, *arguments)
        except _FAULTS as error:
            raise MailboxFault(_reason(error)) from error
        if status != "OK":
            raise MailboxFault(_reason(data))
        return [part for part in data if part is not None]


def _announces_letters(lines: Sequence[bytes]) -> bool:
    return any(b"EXISTS" in line or b"BYE" in line for line in lines)


_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""As IMAP has them, in whatever language the server speaks (RFC 9051, 9)."""


def _connected(settings: Imap) -> BaseMailBox:
    where = {"host": settings.host, "port": settings.port, "timeout": CONNECT_SECONDS}
    if settings.tls == "none":
        return MailBoxUnencrypted(**where)
    context = ssl.create_default_context(cafile=settings.ca_file)
    kind = MailBoxStartTls if settings.tls == "starttls" else MailBox
    return kind(**where, ssl_context=context)


def _log_in(box: BaseMailBox, settings: Imap) -> None:
    """Log in, by the way that can say signs beyond ASCII where there are any. Raises MailboxLoginError."""
    user, password = settings.user, settings.password.get_secret_value()
    try:
        if (user + password).isascii():
            box.login(user, password, initial_folder=None)
        else:
            box.login_utf8(user, password, initial_folder=None)
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise MailboxLoginError(command_result=("NO", [str(error).encode()]), expected="OK") from error


def _capabilities(box: BaseMailBox) -> set[bytes]:
    """The words for all that the server can do; some tell of IDLE only after the login."""
    _, names = box.client.capability()
    return {word.upper() for line in names if line for word in line.split()}


def _received_ms(envelope: bytes) -> int:
    """The moment at which the server got a letter (INTERNALDATE); now where it does not say so."""
    found = imaplib.Internaldate2tuple(envelope)
    moment = datetime.now(UTC) if found is None else datetime(*found[:6]).astimezone(UTC)
    return to_ms(moment)


def _reason(error: object) -> str:
    if isinstance(error, ImapToolsError):
        error = getattr(error, "command_result", error)
    if isinstance(error, tuple) and len(error) == 2:
        error = error[1]
    if isinstance(error, list):
        error = b" ".join(part for part in error if isinstance(part, bytes)).decode("utf-8", "replace")
    reason = " ".join(str(error).split())[:300]
    return reason or type(error).__name__
