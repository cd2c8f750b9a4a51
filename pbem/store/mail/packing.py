"""The bytes of mails as they are kept.

A mail of ours is ASCII without NUL, and holds its picture in base64 (RFC 2045, 6.8) with lines of 76 signs. So a NUL
stands where the picture was, and the same bytes come out again whatever the templates and the settings are by then.
"""

import base64
import zlib
from dataclasses import dataclass, field
from typing import Final

_HERE: Final = b"\0"
"""What stands in the place of the picture."""
_EFFORT: Final = 9


@dataclass(frozen=True, slots=True)
class BuiltMail:
    """The bytes of a mail that is to be sent, and the drawn map that they show: its digest, and the PNG.

    They are packed when this is made, which takes time that a transaction has not. Raises ValueError for a NUL in them.
    """

    mail_id: int
    raw: bytes = field(repr=False)
    picture: tuple[str, bytes] | None = field(default=None, repr=False)
    packing: tuple[bytes, bool] = field(init=False, repr=False)
    """The bytes as they are kept, and whether the map was taken out of them."""

    def __post_init__(self) -> None:
        """Pack the bytes."""
        object.__setattr__(self, "packing", pack(self.raw, self.picture[1] if self.picture else None))


def pack(raw: bytes, png: bytes | None) -> tuple[bytes, bool]:
    """The bytes as they are kept, and whether the picture was taken out. Raises ValueError for a NUL in them."""
    if _HERE in raw:
        raise ValueError("a mail without NUL was to be packed")
    written = b"" if png is None else _written(png)
    has_picture = bool(written) and raw.count(written) == 1
    return zlib.compress(raw.replace(written, _HERE) if has_picture else raw, _EFFORT), has_picture


def unpack(packed: bytes, png: bytes | None) -> bytes:
    """The bytes again, with the picture where one was taken out."""
    raw = zlib.decompress(packed)
    return raw if png is None else raw.replace(_HERE, _written(png))


def _written(png: bytes) -> bytes:
    return base64.encodebytes(png).replace(b"\n", b"\r\n")
