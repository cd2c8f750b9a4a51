"""A mail as a tree of parts, written as bytes by this module alone."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from email.message import Message
from email.policy import compat32
from email.utils import getaddresses
from typing import Final, NamedTuple, TypeAlias

LONGEST_LINE: Final = 998
"""Bytes of a line without its CRLF (RFC 5322, 2.1.1)."""
_USUAL_LINE: Final = 76
_ENCODED_MARKS: Final = ("=?", "?=")
_ATOMS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/^_`{|}~-]+)*")
_STRUCTURED: Final = re.compile(r"[ -~]+")
_FOLD: Final = re.compile(r"\r?\n(?=[ \t])")
_PRINTABLE: Final = re.compile(r"[ -~]*")


class NamedAddress(NamedTuple):
    """The value of From, To or Reply-To: one address and its display name, "" for none."""

    name: str
    address: str


Value: TypeAlias = str | NamedAddress


class NotAsMeant(ValueError):
    """The bytes of a mail do not say what was meant; `where` names the first header or part that differs."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} would not arrive as it was meant")
        self.where = where


@dataclass(frozen=True)
class MimePart:
    """A mail or a part of one (RFC 2045): its headers, decoded and in order, and its content.

    The content is bytes, decoded, or the parts of a multipart. The lines of a text end with a line feed.
    """

    headers: tuple[tuple[str, Value], ...]
    content: "bytes | tuple[MimePart, ...]"

    def header(self, name: str) -> Value:
        """The first header of this name; "" where there is none."""
        return next((value for key, value in self.headers if key == name), "")

    def walk(self) -> "Iterator[MimePart]":
        """Yield the part and all parts within it, in the order they are written in."""
        yield self
        if isinstance(self.content, tuple):
            for part in self.content:
                yield from part.walk()


def well_formed(meant: MimePart) -> bytes:
    """Write a mail with CRLF, all ASCII, and read it again. Raises NotAsMeant where that gives another mail."""
    raw = write(meant)
    where = difference(meant, raw)
    if where:
        raise NotAsMeant(where)
    return raw


def difference(meant: MimePart, raw: bytes) -> str:
    """Name the first place where the bytes say something else than was meant; "" where there is none."""
    if (
        not raw.isascii()
        or b"\0" in raw
        or raw.count(b"\r\n") != raw.count(b"\n")
        or raw.count(b"\r\n") != raw.count(b"\r")
    ):
        return "a byte"
    if max(map(len, raw.split(b"\r\n"))) > LONGEST_LINE:
        return "a line"
    shorter = _without_base64(meant, raw)
    if shorter is None:
        return "the text"
    meant, found = shorter[0], read(shorter[1])
    if found is None:
        return "the structure"
    return next(filter(None, map(_differing, meant.walk(), found.walk())), "") or ("" if found == meant else "a part")


def _without_base64(meant: MimePart, raw: bytes) -> tuple[MimePart, bytes] | None:
    """A mail without the contents of its parts in base64; None where the bytes do not hold those once and exactly.

    Signs of base64 cannot be taken for anything else, and reading a thousand lines of them takes as long as the rest.
    """
    if isinstance(meant.content, bytes):
        if not meant.content or meant.header("Content-Transfer-Encoding") != "base64":
            return meant, raw
        written = b"\r\n\r\n" + _body(meant)
        if raw.count(written) != 1:
            return None
        return MimePart(meant.headers, b""), raw.replace(written, b"\r\n\r\n")
    parts: list[MimePart] = []
    for part in meant.content:
        shorter = _without_base64(part, raw)
        if shorter is None:
            return None
        parts.append(shorter[0])
        raw = shorter[1]
    return MimePart(meant.headers, tuple(parts)), raw


def _differing(meant: MimePart, found: MimePart) -> str:
    if [name for name, _value in meant.headers] != [name for name, _value in found.headers]:
        return "the list of headers"
    wrong = [name for (name, value), (_name, other) in zip(meant.headers, found.headers, strict=True) if value != other]
    if wrong:
        return f"the header {wrong[0]}"
    return "the text" if isinstance(meant.content, bytes) and meant.content != found.content else ""


def write(part: MimePart) -> bytes:
    """Write a part with its headers. Raises ValueError where a header other than a name or the subject is not ASCII."""
    head = "".join(f"{_field(name, value)}\r\n" for name, value in part.headers).encode("ascii")
    return head + b"\r\n" + _body(part)


def _field(name: str, value: Value) -> str:
    if isinstance(value, NamedAddress):
        return _address_field(name, value)
    if name == "Subject":
        return f"{name}: {_unstructured(name, value)}"
    if not _STRUCTURED.fullmatch(value):
        raise ValueError(f"not a value of the header {name}")
    return f"{name}: {value.replace(' ', chr(13) + chr(10) + ' ')}" if name == "References" else f"{name}: {value}"


def _address_field(name: str, value: NamedAddress) -> str:
    if not _STRUCTURED.fullmatch(value.address) or " " in value.address:
        raise ValueError("not an address in ASCII")
    if not value.name:
        return f"{name}: {value.address}"
    is_plain = _ATOMS.fullmatch(value.name) is not None and len(value.name) < _USUAL_LINE - len(name)
    phrase = value.name if is_plain else _encoded(name, value.name)
    last = phrase.rpartition("\n")[2]
    is_short = len(name) + len(last) + len(value.address) < _USUAL_LINE
    return f"{name}: {phrase}{' ' if is_short else chr(13) + chr(10) + ' '}<{value.address}>"


def _unstructured(name: str, text: str) -> str:
    """A text as it is where every program shows it so, else as encoded words."""
    is_plain = _PRINTABLE.fullmatch(text) is not None and not any(mark in text for mark in _ENCODED_MARKS)
    return text if is_plain and len(name) + len(text) < _USUAL_LINE else _encoded(name, text)


def _encoded(name: str, text: str) -> str:
    """All of a text as encoded words (RFC 2047), folded; their signs are such as may stand in a phrase, too."""
    return Header(text, "utf-8", maxlinelen=_USUAL_LINE, header_name=name).encode(linesep="\r\n")


def _body(part: MimePart) -> bytes:
    if isinstance(part.content, tuple):
        mark = _boundary(part)
        parts = b"".join(b"--%b\r\n%b\r\n" % (mark, write(inner)) for inner in part.content)
        return parts + b"--%b--\r\n" % mark
    match part.header("Content-Transfer-Encoding"):
        case "base64":
            written = base64.encodebytes(part.content)
        case "quoted-printable":
            written = binascii.b2a_qp(part.content, istext=True)
        case _:
            written = part.content
    return written.replace(b"\n", b"\r\n")


def _boundary(part: MimePart) -> bytes:
    return str(part.header("Content-Type")).partition('boundary="')[2].rstrip('"').encode("ascii")


def read(raw: bytes) -> MimePart | None:
    """Read a mail with the library's tolerant parser; None where it finds the mail's structure broken."""
    return _read(message_from_bytes(raw, policy=compat32))


def _read(message: "Message[str, str]") -> MimePart | None:
    headers = tuple((name, _decoded(name, str(value))) for name, value in message.items())
    if message.defects or message.preamble or message.epilogue:
        return None
    if message.is_multipart():
        parts = tuple(_read(part) for part in message.get_payload() if isinstance(part, Message))
        whole = tuple(part for part in parts if part is not None)
        return MimePart(headers, whole) if len(whole) == len(parts) else None
    content = message.get_payload(decode=True)
    if not isinstance(content, bytes):
        return None
    is_text = message.get_content_maintype() == "text"
    return MimePart(headers, content.replace(b"\r\n", b"\n") if is_text else content)


def _decoded(name: str, value: str) -> Value:
    value = _FOLD.sub("", value)
    if name in ("From", "To", "Reply-To"):
        try:
            found = getaddresses([value])
        except (RecursionError, IndexError, ValueError):
            return value
        return NamedAddress(_words(found[0][0]), found[0][1]) if len(found) == 1 else value
    return _words(value)


def _words(value: str) -> str:
    """A value with its encoded words decoded, as a mail program shows it."""
    if "=?" not in value:  # as in most headers of most mails, each of which is read again
        return value
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, UnicodeError):
        return value


class CannotSign(Exception):
    """The key cannot be used; the reason is for the operator."""
