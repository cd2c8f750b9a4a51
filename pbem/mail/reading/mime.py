"""The parts of a letter, parsed within the limits, and signed ones without their signatures, which are not verified
(RFC 8551 3.5.2, RFC 9580 7, RFC 4880 7).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import Compat32, Policy
from enum import Enum, StrEnum, auto
from typing import Any, Final, NamedTuple

from pbem.mail.reading.text import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_HEADER,
    MAX_HEADER_BYTES,
    MAX_PARTS,
    MAX_RAW_LINES,
)

_SIGNED: Final = bytes.fromhex("2a864886f70d010702")
_ENCRYPTED: Final = frozenset(map(bytes.fromhex, ("2a864886f70d010703", "2a864886f70d0109100117")))
_INTEGER: Final = 0x02
_OCTETS: Final = 0x04
_OBJECT: Final = 0x06
_SEQUENCE: Final = 0x30
_SET: Final = 0x31
_CONSTRUCTED: Final = 0x20
_FIRST: Final = 0xA0
"""The context's tag [0], constructed."""
_MAX_DEPTH: Final = 8
_MAX_VALUES: Final = 20_000
"""Values that are passed over or put together: 1 MiB in the pieces of 1,000 bytes that programs write has 1,100."""


class Wrapping(Enum):
    """The way in which a letter is wrapped."""

    SIGNED = auto()
    ENCRYPTED = auto()
    UNKNOWN = auto()


@dataclass(frozen=True)
class Wrapped:
    """A letter within another's body; `content` is empty unless it could be taken out."""

    wrapping: Wrapping
    content: bytes = b""


class _BadEncoding(ValueError):
    """The bytes are no BER, or go beyond the bounds."""


class _Value(NamedTuple):
    """A value's tag, where its content begins and ends; `end` is -1 where an end mark tells it (X.690 8.1.3.6)."""

    tag: int
    start: int
    end: int


def unwrap(body: bytes) -> Wrapped:
    """Find what a body of type application/pkcs7-mime is, and the letter in it where it is only signed."""
    try:
        return _BerReader(body).wrapped()
    except (_BadEncoding, IndexError):
        return Wrapped(Wrapping.UNKNOWN)


class _BerReader:
    """A walk through BER-encoded bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.values = 0

    def wrapped(self) -> Wrapped:
        """The content of a ContentInfo. Raises _BadEncoding, IndexError."""
        outer = self._expect(0, _SEQUENCE)
        kind = self._expect(outer.start, _OBJECT)
        name = self.data[kind.start : kind.end]
        if name in _ENCRYPTED:
            return Wrapped(Wrapping.ENCRYPTED)
        if name != _SIGNED:
            return Wrapped(Wrapping.UNKNOWN)
        signed = self._expect(self._expect(kind.end, _FIRST).start, _SEQUENCE)
        version = self._expect(signed.start, _INTEGER)
        algorithms = self._expect(version.end, _SET)
        content = self._expect(self._behind(algorithms), _SEQUENCE)
        inner = self._expect(content.start, _OBJECT)
        octets = self._value(self._expect(inner.end, _FIRST).start)
        return Wrapped(Wrapping.SIGNED, b"".join(self._pieces(octets)))

    def _value(self, at: int) -> _Value:
        self.values += 1
        if self.values > _MAX_VALUES:
            raise _BadEncoding
        tag, length, start = self.data[at], self.data[at + 1], at + 2
        if length == 0x80 and tag & _CONSTRUCTED:
            return _Value(tag, start, -1)
        if length >= 0x80:
            size = length & 0x7F
            length, start = int.from_bytes(self.data[start : start + size], "big"), start + size
            if not 0 < size <= 4:
                raise _BadEncoding
        if start + length > len(self.data):
            raise _BadEncoding
        return _Value(tag, start, start + length)

    def _expect(self, at: int, tag: int) -> _Value:
        found = self._value(at)
        if found.tag != tag:
            raise _BadEncoding
        return found

    def _behind(self, value: _Value, depth: int = 0) -> int:
        if value.end >= 0:
            return value.end
        if depth > _MAX_DEPTH:
            raise _BadEncoding
        at = value.start
        while self.data[at : at + 2] != b"\0\0":
            at = self._behind(self._value(at), depth + 1)
        return at + 2

    def _pieces(self, octets: _Value, depth: int = 0) -> list[bytes]:
        """The pieces of a string of octets, which may lie within one another."""
        if octets.tag == _OCTETS:
            return [self.data[octets.start : octets.end]]
        if octets.tag != _OCTETS | _CONSTRUCTED or depth > _MAX_DEPTH:
            raise _BadEncoding
        pieces: list[bytes] = []
        at = octets.start
        while at != octets.end and not (octets.end < 0 and self.data[at : at + 2] == b"\0\0"):
            piece = self._value(at)
            pieces += self._pieces(piece, depth + 1)
            at = self._behind(piece)
        return pieces


_BEGIN: Final = re.compile(r"-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z-]{0,30}: .*")


def without_armour(lines: Sequence[str]) -> tuple[list[str], bool]:
    """The lines that were signed, and all around them; the second value tells of a message that is encrypted.

    A block without an end is none: only its first line goes, so that nothing typed below it is lost.
    """
    ends = {match[1]: at for at, line in enumerate(lines) if (match := _END.fullmatch(line))}
    remaining: list[str] = []
    is_signed = is_encrypted = False
    at = 0
    while at < len(lines):
        begin = _BEGIN.fullmatch(lines[at])
        if begin is None:
            line = lines[at]
            remaining.append(line[2:] if is_signed and line.startswith("- ") else line)
            at += 1
        elif begin[1] == "SIGNED MESSAGE":
            is_signed, at = True, _behind_headers(lines, at + 1)
        else:
            is_encrypted = is_encrypted or begin[1] == "MESSAGE"
            is_signed = False
            at = _behind_block(lines, at, begin[1]) if ends.get(begin[1], -1) > at else at + 1
    return remaining, is_encrypted


_END: Final = re.compile(r"-----END PGP (SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")


def _behind_headers(lines: Sequence[str], at: int) -> int:
    """The first line of a signed text: behind the headers of its armour and the empty line that ends them."""
    behind = at
    while behind < len(lines) and _HEADER.fullmatch(lines[behind]):
        behind += 1
    if behind < len(lines) and not lines[behind].strip():
        return behind + 1
    return at  # what looks like headers may be the text: its armour was damaged


def _behind_block(lines: Sequence[str], at: int, kind: str) -> int:
    while True:
        at += 1
        end = _END.fullmatch(lines[at])
        if end is not None and end[1] == kind:
            return at + 1


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
