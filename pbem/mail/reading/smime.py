"""The letter within a body signed by S/MIME in one piece (RFC 8551 3.5.2); its signature is not verified.

A walk of our own along the five tags that lead to the content (RFC 5652 5.1), within bounds: a library for all of ASN.1
would parse the certificates too, of which nothing is wanted, and follow any nesting.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple

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
