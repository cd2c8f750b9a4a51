"""The bytes and texts of mails as they are kept, and the checksums by which damage to mails and pictures is told.

Packed bytes have the Adler-32 of zlib (RFC 1950), a picture a CRC-32 in each of its chunks (PNG, 5.3); what a mail says
gets one of its own.
"""

import base64
import zlib
from typing import Final

from sqlalchemy import Dialect, LargeBinary, TypeDecorator

_HERE: Final = b"\0"
"""What stands in the place of the picture."""
_EFFORT: Final = 9
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_END: Final = b"IEND"
_AROUND: Final = 12
"""The length of a chunk of a PNG beside its data: length, type and checksum."""
_EFFORT_WRITING: Final = 6
"""For texts, which are packed while a transaction writes: 0.1 ms for one of 5 KB, and within 1 % of the most effort."""


_PACKED: Final = b"\0zlib\0"
"""The beginning of packed bytes."""


class PackedText(TypeDecorator[str]):
    """A column of texts that are kept deflated (RFC 1950), which a report is to a third; "" where one is damaged.

    A text that is read damaged is no reason to show no list of mails: its checksum tells (`crc32_of`).
    """

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Pack a text."""
        return None if value is None else zlib.compress(value.encode(), _EFFORT_WRITING)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Unpack a text."""
        try:
            return None if value is None else zlib.decompress(value).decode()
        except (zlib.error, UnicodeDecodeError):
            return ""


class PackedBytes(TypeDecorator[bytes]):
    """A column of bytes, some of which are packed later by `pack_bytes`; all are read as they were given.

    Packing takes time, which a transaction that writes has not: who packs writes the packed bytes as they are.
    """

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Leave bytes as they are, unless they begin as packed ones do."""
        return pack_bytes(value) if value is not None and value.startswith(_PACKED) else value

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Unpack packed bytes; those that are damaged are read as they are, and have another digest."""
        if value is None or not value.startswith(_PACKED):
            return value
        try:
            return zlib.decompress(value[len(_PACKED) :])
        except zlib.error:
            return value


def pack_bytes(raw: bytes) -> bytes:
    """Pack bytes for a column of `PackedBytes`."""
    return _PACKED + zlib.compress(raw, _EFFORT_WRITING)


def pack(raw: bytes, png: bytes | None) -> tuple[bytes, bool]:
    """The bytes as they are kept, and whether the picture was taken out. Raises ValueError for a NUL in them."""
    if _HERE in raw:
        raise ValueError("a mail without NUL was to be packed")
    written = b"" if png is None else _written(png)
    has_picture = bool(written) and raw.count(written) == 1
    return zlib.compress(raw.replace(written, _HERE) if has_picture else raw, _EFFORT), has_picture


def unpack(packed: bytes, png: bytes | None) -> bytes | None:
    """The bytes again, with the picture where one was taken out; None where either is damaged."""
    try:
        raw = zlib.decompress(packed)
    except zlib.error:
        return None
    if png is None:
        return raw
    return raw.replace(_HERE, _written(png)) if is_whole_png(png) else None


def _written(png: bytes) -> bytes:
    return base64.encodebytes(png).replace(b"\n", b"\r\n")


def is_whole_png(png: bytes) -> bool:
    """Whether a picture is as it was drawn: all its chunks are there, each with the checksum of its own."""
    at = len(_PNG)
    if not png.startswith(_PNG):
        return False
    while at + _AROUND <= len(png):
        end = at + 8 + int.from_bytes(png[at : at + 4])
        if int.from_bytes(png[end : end + 4]) != zlib.crc32(png[at + 4 : end]):
            return False
        if png[at + 4 : at + 8] == _END:
            return len(png) == end + 4
        at = end + 4
    return False


def crc32_of(text: str, document: str | None) -> int:
    """The CRC-32 of what a mail says: its text, and its text with its structure."""
    return zlib.crc32(f"{text}\0{document or ''}".encode())
