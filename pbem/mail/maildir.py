"""A player's Maildir, read as the mail program on their machine would read it.

A mail's key is its file's name without the flags, and stays when the mail is marked as read.
"""

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from pbem.mail.reading.headers import read_head
from pbem.mail.reading.text import MAX_HEADER_BYTES, decode
from pbem.naming import is_address

LONGEST_OPENING: Final = 160
"""Signs of a mail's beginning that a list shows."""
_SEEN: Final = "S"
_CONTENT_ID: Final = re.compile(r"\bcid:([^\s\"'<>()]+)")
_PICTURES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp")


@dataclass(frozen=True)
class MailHeading:
    """A mail as a list shows it."""

    key: str
    is_seen: bool
    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    subject: str
    sender: str = field(repr=False)
    """Name and address, as the header From has them."""
    answers_to: str = field(repr=False)
    """The bare address that an answer goes to; "" where the mail names none."""
    date: datetime | None
    """Aware; None where the header is missing or none."""
    opening: str = field(default="", repr=False)
    """How the text begins, since the mails of a game all have one subject."""


@dataclass(frozen=True)
class Opened:
    """A mail to be read. `page` is its HTML with the pictures within it, or ""."""

    heading: MailHeading
    text: str = field(repr=False)
    page: str = field(repr=False)


class Maildir:
    """A folder of mails, which need not be there yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self) -> dict[str, Path]:
        """All mails by their keys, the oldest first."""
        found = []
        for path in self._paths():
            with suppress(FileNotFoundError):  # another program has just moved it
                found.append((path.stat().st_mtime_ns, path.name, path))
        return {_key(path): path for _when, _name, path in sorted(found)}

    def keys(self) -> set[str]:
        """The keys of all mails, for callers which only look for new ones."""
        return {_key(path) for path in self._paths()}

    def headings(self, keys: Sequence[str]) -> list[MailHeading]:
        """The headings of these mails for a list; those that are gone are left out."""
        files, found = self.files(), []
        for key in keys:
            with suppress(FileNotFoundError, KeyError), files[key].open("rb") as file:
                raw = file.read(MAX_HEADER_BYTES)  # in a mail of ours the text comes first, far within that
                found.append(replace(_heading(key, files[key], raw), opening=opening_of(_text_in(raw))))
        return found

    def open(self, key: str) -> Opened | None:
        """A mail, which counts as read from now on; None where there is none with this key."""
        path = self.files().get(key)
        if path is None:
            return None
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return None
        self._mark_seen(path)
        message = message_from_bytes(raw)
        return Opened(_heading(key, path, raw), _text(message, "text/plain"), _with_pictures(message))

    def _paths(self) -> Iterator[Path]:
        for part in (self.folder / "new", self.folder / "cur"):
            if part.is_dir():
                yield from part.iterdir()

    def _mark_seen(self, path: Path) -> None:
        name, _, flags = path.name.partition(":2,")
        if _SEEN not in flags:
            with suppress(FileNotFoundError):
                path.rename(self.folder / "cur" / f"{name}:2,{''.join(sorted({*flags, _SEEN}))}")


def _key(path: Path) -> str:
    return path.name.partition(":")[0]


def _heading(key: str, path: Path, raw: bytes) -> MailHeading:
    head = read_head(raw)
    sender = " ".join(head.values("From")[:1])
    answers_to = parseaddr("".join(head.values("Reply-To")[:1]) or sender)[1]
    return MailHeading(
        key=key,
        is_seen=_SEEN in path.name.partition(":2,")[2],
        message_id=head.message_id,
        in_reply_to=head.in_reply_to,
        references=head.references,
        subject=head.subject,
        sender=sender,
        answers_to=answers_to if is_address(answers_to) else "",
        date=_date("".join(head.values("Date")[:1])),
    )


def _date(value: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return None
    return found if found.tzinfo else None


def _text(message: "Message[str, str]", kind: str) -> str:
    for part in _parts(message):
        if part.get_content_type() == kind:
            return decode(_bytes(part), part.get_content_charset(""))
    return ""


def opening_of(text: str) -> str:
    """The first paragraph of a text, in one line of at most LONGEST_OPENING signs."""
    line = " ".join(text.strip().split("\n\n")[0].split())
    return line if len(line) <= LONGEST_OPENING else f"{line[: LONGEST_OPENING - 1].rstrip()}…"


def _text_in(raw: bytes) -> str:
    return _text(message_from_bytes(raw), "text/plain").replace("\r\n", "\n")


def page_in(raw: bytes) -> str:
    """The HTML of a mail with its pictures within it; "" for a mail of text alone."""
    return _with_pictures(message_from_bytes(raw))


def _with_pictures(message: "Message[str, str]") -> str:
    """The HTML of a mail, with the pictures that came with it written into it.

    They have no addresses of their own: the page is shown without the visitor's session, and could not fetch them.
    """
    pictures = {
        str(part["Content-ID"]).strip(" <>"): part
        for part in _parts(message)
        if part["Content-ID"] and part.get_content_type() in _PICTURES
    }

    def written(found: re.Match[str]) -> str:
        part = pictures.get(unquote(found[1]))
        if part is None:
            return found[0]
        return f"data:{part.get_content_type()};base64,{base64.b64encode(_bytes(part)).decode('ascii')}"

    return _CONTENT_ID.sub(written, _text(message, "text/html"))


def _parts(message: "Message[str, str]") -> "Iterator[Message[str, str]]":
    return (part for part in message.walk() if not part.is_multipart())


def _bytes(part: "Message[str, str]") -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
