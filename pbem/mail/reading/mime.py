"""The parts of a letter, parsed within the limits.

The standard library's tolerant policy (compat32) does the parsing; a message class of our own watches the limits while
it does, so that nothing deep, long or numerous is ever built.
"""

import re
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
    """Make the parts of one letter, at most `MAX_PARTS`."""
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


def encoded_bytes(part: "Message[str, str]") -> bytes:
    """The bytes of a part as they came, still encoded.

    The library gives them as text only, for which it would ask any codec that the part names.
    """
    payload = vars(part).get("_payload")
    return payload.encode("ascii", "surrogateescape") if isinstance(payload, str) else b""
