"""The parts of a letter: parsed within the limits, and the part chosen that holds the sender's words.

The standard library's tolerant policy (compat32) does the parsing; a message class of our own watches the limits while
it does, so that nothing deep, long or numerous is ever built.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import Compat32, Policy
from enum import StrEnum
from typing import Any, Final

from pbem.mail.reading.text import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_HEADER,
    MAX_HEADER_BYTES,
    MAX_PARTS,
    MAX_RAW_LINES,
    decode,
    raw_lines,
    unflow,
)


class LetterFault(StrEnum):
    """The reason why a letter cannot be read. The names are stable; the words for people are the caller's."""

    TOO_LARGE = "too large"
    HEADERS_TOO_LONG = "headers too long"
    TOO_MANY_PARTS = "too many parts"
    TOO_DEEP = "parts too deep"
    TOO_MANY_LINES = "too many lines"
    LINE_TOO_LONG = "line too long"
    TOO_MANY_ATTRIBUTES = "too many attributes"
    TOO_COSTLY = "too costly"
    MALFORMED = "malformed"


class MalformedLetter(Exception):
    """A letter exceeds a limit, or breaks the parser."""

    def __init__(self, trouble: LetterFault) -> None:
        super().__init__(trouble)
        self.trouble = trouble


_HEADERS_END: Final = re.compile(rb"\r?\n\r?\n|\r\r")


def header_bytes(raw: bytes) -> bytes:
    """The header block of a letter, cut off at `MAX_HEADER_BYTES`."""
    end = _HEADERS_END.search(raw, 0, MAX_HEADER_BYTES)
    return raw[: end.end() if end else MAX_HEADER_BYTES]


def parse(raw: bytes) -> "Message[str, str]":
    """The whole letter as a message. Raises MalformedLetter where a limit is exceeded."""
    if len(raw) > MAX_BYTES:
        raise MalformedLetter(LetterFault.TOO_LARGE)
    if len(header_bytes(raw)) >= MAX_HEADER_BYTES:
        raise MalformedLetter(LetterFault.HEADERS_TOO_LONG)
    if max(raw.count(b"\n"), raw.count(b"\r")) > MAX_RAW_LINES:
        raise MalformedLetter(LetterFault.TOO_MANY_LINES)
    return message_from_bytes(raw, policy=Compat32(message_factory=_factory()))


def _factory() -> Any:
    """Makes the parts of one letter, at most `MAX_PARTS`."""
    made = 0

    def make(policy: "Policy[Any] | None" = None) -> _Part:
        nonlocal made
        made += 1
        if made > MAX_PARTS:
            raise MalformedLetter(LetterFault.TOO_MANY_PARTS)
        return _Part(policy) if policy is not None else _Part()

    return make


class _Part(Message):
    """A message that knows how deep it lies, and takes no header that the library would be slow to read."""

    depth = 1

    def attach(self, payload: Any) -> None:
        payload.depth = self.depth + 1
        if payload.depth > MAX_DEPTH:
            raise MalformedLetter(LetterFault.TOO_DEEP)
        super().attach(payload)

    def set_raw(self, name: str, value: Any) -> None:
        super().set_raw(name, value[:MAX_HEADER])


@dataclass(frozen=True)
class Body:
    """The text of a letter: `lines` as written, with quotes and typographic signs; `attachments` are only counted."""

    lines: list[str]
    attachments: int


def body(message: "Message[str, str]") -> Body:
    """The first plain text part that says anything, else the first HTML part. Raises MalformedLetter."""
    plain_parts, pages, attachments = [], [], 0
    for part in _leaves(message):
        kind = part.get_content_type()
        if kind not in ("text/plain", "text/html") or _is_attached(part):
            attachments += 1
        elif kind == "text/plain":
            plain_parts.append(part)
        else:
            pages.append(part)
    for part in plain_parts:
        text = _text(part)
        if text.strip():
            return Body(_unflowed(part, raw_lines(text)), attachments)
    return Body(_lines_of_page(_text(pages[0])) if pages else [], attachments)


def _lines_of_page(page: str) -> list[str]:
    """The lines of an HTML part. Raises MalformedLetter."""
    # With lxml, which only the process that reads letters needs.
    from pbem.mail.reading.page import TooManyAttributesError, TooManyElementsError, page_lines

    try:
        return page_lines(page)
    except TooManyElementsError as error:
        raise MalformedLetter(LetterFault.TOO_MANY_LINES) from error
    except TooManyAttributesError as error:
        raise MalformedLetter(LetterFault.TOO_MANY_ATTRIBUTES) from error


def _leaves(message: "Message[str, str]") -> "Iterator[Message[str, str]]":
    """The parts that hold something themselves; an attached letter counts as one."""
    if message.get_content_maintype() == "multipart" and message.is_multipart():
        for part in message.get_payload():
            assert isinstance(part, Message)
            yield from _leaves(part)
    else:
        yield message


def _is_attached(part: "Message[str, str]") -> bool:
    """Whether the part is a file rather than something the sender wrote into the letter."""
    return part.get_content_disposition() == "attachment" or part.get_filename() is not None


def _text(part: "Message[str, str]") -> str:
    """The part's text."""
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    return decode(content, part.get_content_charset(""))


def _unflowed(part: "Message[str, str]", lines: list[str]) -> list[str]:
    """The lines, joined where the part says that they flow."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return lines
    return unflow(lines, delete_space=str(part.get_param("delsp", "")).lower() == "yes")
