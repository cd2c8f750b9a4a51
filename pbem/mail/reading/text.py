"""From the bytes of a text part to plain lines, within limits: charsets, flowed paragraphs, look-alike signs."""

import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterable, Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from typing import Final

from pbem.naming import BadName, fault_in_name

_CHARSET_NAME: Final = re.compile(r"[A-Za-z0-9_.:-]{1,40}")

# Python also decodes punycode, idna, utf-7 and others: slow on purpose-made bytes, or able to make lone surrogates.
_SAFE_CODECS: Final = frozenset(
    {
        *(f"iso8859-{n}" for n in range(1, 17)),
        *(f"cp{n}" for n in (437, 850, 852, 866, 932, 949, 950, *range(1250, 1259))),
        *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "koi8-r", "koi8-u", "mac-roman"),
        *("gb18030", "big5", "euc_jp", "iso2022_jp"),
    }
)
_MEANT: Final = {
    "iso8859-1": "cp1252",
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""The larger charset that programs mean by a name, as browsers know (WHATWG Encoding, 4.2)."""
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_UTF_7: Final = frozenset({"utf-7", "utf7", "unicode-1-1-utf-7", "x-unicode-2-0-utf-7", "csunicode11utf7"})
_SHIFTED: Final = re.compile(r"\+([A-Za-z0-9+/]*)-?")

_SPACES: Final = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_BREAKS: Final = "\u000b\u000c\u0085\u2028\u2029"
_UNSEEN: Final = "\u00ad\u034f\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff"
_NONCHARACTERS: Final = (
    *range(0xFDD0, 0xFDF0),
    *(plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)),
)
"""Code points that no text may hold (Unicode 23.7), and some of which no XML can: pages, feeds and drawings."""

_LOOKALIKES: Final = {
    **dict.fromkeys("‘’‚‛`´′", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("、﹐", ","),
    "…": "...",
    "。": ".",
}

_BREAK_TABLE: Final = str.maketrans(dict.fromkeys(_BREAKS, "\n"))
_SIGN_TABLE: Final = {
    **dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)]),
    **dict.fromkeys([0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000)]),
    **dict.fromkeys(map(ord, _UNSEEN)),
    **dict.fromkeys(_NONCHARACTERS),
    **{ord(sign): plain for sign, plain in _LOOKALIKES.items()},
    **{sign: chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, _SPACES), " "),
}

_LINKED: Final = re.compile(r"([.:/@])(?=[^\s.])")
"""What joins the parts of an address, of mail or of a page."""

_MAX_COMPOSED: Final = 500
"""Longer lines keep their combining marks: putting a run of marks into order takes quadratic time."""

MAX_BYTES: Final = 1 << 20
"""A whole letter, as it came over the wire."""

MAX_HEADER_BYTES: Final = 64 << 10
"""All headers of the letter together."""

MAX_HEADER: Final = 4 << 10
"""Characters of one header. The library's parsers of addresses and parameters take quadratic time."""

MAX_RAW_LINES: Final = 40_000
"""Lines of the letter as it came; 1 MiB of attachment has 14,000."""

MAX_PARTS: Final = 50
"""MIME parts, the letter itself included."""

MAX_DEPTH: Final = 10
"""MIME parts within one another."""

MAX_TAGS: Final = 50_000
"""Tags of an HTML letter, quotes included."""

MAX_ATTRIBUTES_OF_TAG: Final = 100
"""Attributes of one tag of an HTML letter. libxml2 appends each to a list that it walks from the start."""

MAX_ATTRIBUTES: Final = 100_000
"""Attributes of an HTML letter, quotes included."""

MAX_ELEMENTS: Final = 5_000
"""HTML elements outside quotes."""

MAX_TEXT_LINES: Final = 10_000
"""Lines of the letter's text, quotes included."""

MAX_REPORT_BYTES: Final = 256 << 10
MAX_REPORT_LINES: Final = 5_000
"""Size of a delivery report; in a longer one no addresses are looked for."""

MAX_LINES: Final = 2_000
"""Lines of the sender's own text."""

MAX_LINE: Final = 8_000
"""Characters of one line of the sender's own text; the longest message to other players is half of it."""


def decode(data: bytes, charset: str) -> str:
    """Decode these bytes; what cannot be read becomes U+FFFD.

    A byte order mark decides before the named charset. Where the charset is missing, unknown or plain ASCII it is
    guessed: UTF-8 if the bytes allow it, else windows-1252, which is also what most programs mean by iso-8859-1.
    """
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(marked, "replace")
    codec = _codec(charset)
    if codec is not None:
        return data.decode(codec, "replace")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return _SHIFTED.sub(_unshifted, text) if charset.lower() in _UTF_7 else text


def decode_words(value: str) -> str:
    """The value of a header with its encoded words (RFC 2047) decoded."""
    try:
        chunks = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(chunk if isinstance(chunk, str) else decode(chunk, charset or "") for chunk, charset in chunks)


def _codec(charset: str) -> str | None:
    if not _CHARSET_NAME.fullmatch(charset):
        return None
    try:
        name = codecs.lookup(charset).name
    except LookupError:
        return None
    name = _MEANT.get(name, name)
    return name if name in _SAFE_CODECS else None


def _unshifted(shifted: re.Match[str]) -> str:
    """The signs of a stretch of UTF-7 (RFC 2152), which are UTF-16 in base64."""
    if not shifted[1]:
        return "+"
    padded = shifted[1] + "A" * (-len(shifted[1]) % 4)
    octets = binascii.a2b_base64(padded)[: len(shifted[1]) * 6 // 16 * 2]
    return octets.decode("utf-16-be", "replace")


def raw_lines(text: str) -> list[str]:
    """The lines of a text, whatever separates them; spaces at their ends stay."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_BREAK_TABLE).split("\n")


def unflow(lines: Iterable[str], *, delete_space: bool = False) -> list[str]:
    """Join the lines of `format=flowed` text (RFC 3676) into paragraphs; `delete_space` is its DelSp."""
    joined: list[str] = []
    paragraph: list[str] = []
    paragraph_depth = 0

    def close() -> None:
        if paragraph:
            joined.append(_requote("".join(paragraph), paragraph_depth))
            paragraph.clear()

    for line in lines:
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        if paragraph and depth != paragraph_depth:
            close()
        paragraph_depth = depth
        if content == "-- ":
            close()
            joined.append(_requote(content, depth))
        elif content.endswith(" "):
            paragraph.append(content[:-1] if delete_space else content)
        else:
            paragraph.append(content)
            close()
    close()
    return joined


def _requote(content: str, depth: int) -> str:
    return f"{'>' * depth} {content}" if depth else content


def plain(line: str) -> str:
    """A line as the order reader likes it: typographic signs made plain, unseen ones dropped, no space at its end."""
    line = line.translate(_SIGN_TABLE).rstrip()
    return unicodedata.normalize("NFC", line) if len(line) <= _MAX_COMPOSED else line


def plain_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """All lines made plain."""
    return tuple(map(plain, lines))


def without_blank(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines that hold something, without the spaces around it."""
    return tuple(stripped for line in lines if (stripped := line.strip()))


def without_links(text: str) -> str:
    """A text with spaces put in wherever a mail program would make a link of it."""
    return _LINKED.sub(r"\1 ", text)


def chosen_name(typed: str, most: int) -> str:
    """The name that somebody typed, as it is kept: on one line, typographic signs made plain; "" where there is none.

    Raises BadName, for what was typed and for what would be kept: signs that look like others become those.
    """
    bare = " ".join(typed.strip().split(" "))
    name = one_line(bare, most)
    fault = fault_in_name(bare, most) or fault_in_name(name, most)
    if fault:
        raise BadName(fault)
    return name


def one_line(text: str, most: int) -> str:
    """A text as one line: unseen signs dropped, spaces single, no more than `most` characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in plain(text)).split())[:most].rstrip()
