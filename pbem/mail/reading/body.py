"""The text of a letter out of its parts, in their order, and what it encloses that is not read as its text."""

import re
from binascii import Error, a2b_base64
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from enum import StrEnum
from functools import cached_property
from typing import Final

from pbem.mail.reading.mime import LetterFault, MalformedLetter, Wrapping, encoded_bytes, parse, unwrap, without_armour
from pbem.mail.reading.text import decode, decode_words, one_line, raw_lines, unflow
from pbem.mail.reading.wrapping import Text, Witness, rejoined

MOST_NAMED: Final = 8
"""Enclosures of one letter that are told of."""
_LONGEST_NAME: Final = 40


class Enclosure(StrEnum):
    """The kind of a thing that was not read. The values are stable; the words for people are the caller's."""

    PICTURE = "picture"
    RECORDING = "recording"
    FORWARDED = "forwarded"
    ENCRYPTED = "encrypted"
    UNOPENED = "unopened"
    WINMAIL = "winmail"
    INVITATION = "invitation"
    TEXT_FILE = "text file"
    FILE = "file"
    EMPTY_PAGE = "empty page"


@dataclass(frozen=True)
class Enclosed:
    """A thing in a letter that was not read, with the name that it bears, cut; "" where it has none."""

    kind: Enclosure
    name: str = field(default="", repr=False)


_KINDS: Final = {
    "application/ms-tnef": Enclosure.WINMAIL,
    "application/vnd.ms-tnef": Enclosure.WINMAIL,
    "application/pgp-encrypted": Enclosure.ENCRYPTED,
    "application/ics": Enclosure.INVITATION,
    "text/calendar": Enclosure.INVITATION,
    "text/plain": Enclosure.TEXT_FILE,
}
_MAIN_KINDS: Final = {
    "image": Enclosure.PICTURE,
    "audio": Enclosure.RECORDING,
    "video": Enclosure.RECORDING,
    "message": Enclosure.FORWARDED,
}
_SIGNATURES: Final = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/pgp-keys"})
_SIGNATURES_OF_OLD: Final = frozenset({"application/x-pkcs7-signature", "text/x-vcard", "text/vcard"})


def enclosed(part: "Message[str, str]") -> Enclosed | None:
    """A part that is not read; None for a signature, a key or a card, which programs add unasked."""
    content_type = part.get_content_type()
    if content_type in _SIGNATURES | _SIGNATURES_OF_OLD:
        return None
    name = _name(part)
    if name.lower() == "winmail.dat":
        return Enclosed(Enclosure.WINMAIL)
    kind = _KINDS.get(content_type) or _MAIN_KINDS.get(part.get_content_maintype()) or Enclosure.FILE
    return Enclosed(kind, name)


def _name(part: "Message[str, str]") -> str:
    """The name of a file, as it may be shown: on one line, and cut."""
    try:
        found = part.get_filename("") or ""
    except (ValueError, LookupError):  # of a charset that nobody knows
        return ""
    return one_line(decode_words(found), _LONGEST_NAME)


_MAX_WRAPS: Final = 3
"""Signed letters within one another that are opened."""
_WRAPPED: Final = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_BASE64: Final = re.compile(rb"[A-Za-z0-9+/]*={0,2}[ \t]*")
_MAX_PAGES: Final = 8
"""Pages of one letter that are read; programs put one behind each picture in a text."""


@dataclass(frozen=True)
class Body:
    """The text of a letter: `lines` as written, with quotes and typographic signs, and what was not read.

    `open_ends` are the indices of lines that may go on on the next.
    """

    lines: list[str]
    enclosed: tuple[Enclosed, ...]
    open_ends: frozenset[int]


@dataclass(frozen=True)
class _Lines:
    lines: list[str]
    are_whole: bool

    @property
    def say_something(self) -> bool:
        return any(line.strip() for line in self.lines)


@dataclass
class _Found:
    texts: "list[_Lines | Message[str, str]]" = field(default_factory=list)
    """Lines, or a page among them."""
    named: list[tuple[_Lines, Enclosed | None]] = field(default_factory=list)
    """Texts with a name, which may be files, and what they are told of as."""
    enclosed: list[Enclosed] = field(default_factory=list)
    witnesses: "list[list[str] | Message[str, str]]" = field(default_factory=list)
    """Pages that stand for one of the texts, or say it again, and are not read for themselves."""

    @property
    def plain_texts(self) -> list[_Lines]:
        return [text for text in self.texts if isinstance(text, _Lines) and text.say_something]

    def settled(self) -> list[_Lines]:
        """The texts that say something, with the pages that say something else. Raises MalformedLetter."""
        plain_words = Counter(word for text in self.plain_texts for word in _words(text.lines))
        settled: list[_Lines] = []
        pages = 0
        for text in self.texts:
            if isinstance(text, _Lines):
                settled.append(text)
            elif pages < _MAX_PAGES:
                pages += 1
                page = self._page(text, has_text=bool(plain_words))
                if _repeats(page, plain_words):
                    self.witnesses.append(page)
                else:
                    settled.append(_Lines(page, are_whole=True))
        return [text for text in settled if text.say_something]

    @cached_property
    def witness(self) -> Witness:
        lines: list[str] = []
        for page in self.witnesses[:_MAX_PAGES]:
            with suppress(MalformedLetter):  # it is not needed
                lines += page if isinstance(page, list) else _page_lines("\n".join(_text_lines(page)))
        return Witness(lines)

    def _page(self, part: "Message[str, str]", *, has_text: bool) -> list[str]:
        """The lines of a page. Raises MalformedLetter unless there is a text to be read in its place."""
        try:
            lines, is_encrypted = without_armour(_page_lines("\n".join(_text_lines(part))))
        except MalformedLetter:
            if not has_text:
                raise
            lines, is_encrypted = [], False
        if is_encrypted:
            self.enclosed.append(Enclosed(Enclosure.ENCRYPTED))
        elif not any(line.strip() for line in lines):
            self.enclosed.append(Enclosed(Enclosure.EMPTY_PAGE))
        return lines


def body(message: "Message[str, str]") -> Body:
    """The text of a letter. Raises MalformedLetter."""
    found = _read(message, 0)
    texts, read = found.settled(), None
    if not texts and (named := next((one for one in found.named if one[0].say_something), None)):
        texts, read = [named[0]], named[1]
    marks = dict.fromkeys(one for one in found.enclosed if one is not read)
    lines: list[str] = []
    open_ends: set[int] = set()
    for text in texts:
        whole = Text(text.lines) if text.are_whole else rejoined(text.lines, lambda: found.witness)
        open_ends.update(len(lines) + at for at in whole.open_ends)
        lines += (*whole.lines, "")
    return Body(lines[:-1], tuple(marks)[:MOST_NAMED], frozenset(open_ends))


def _read(part: "Message[str, str]", wraps: int) -> _Found:
    """The text in a part. Raises MalformedLetter."""
    content_type = part.get_content_type()
    if content_type == "multipart/encrypted":
        return _Found(enclosed=[Enclosed(Enclosure.ENCRYPTED)])
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        parts = [_read(one, wraps) for one in part.get_payload() if isinstance(one, Message)]
        return _chosen(parts) if content_type == "multipart/alternative" else _joined(parts)
    if content_type in _WRAPPED or _is_smime_file(part):
        return _opened(part, wraps)
    if content_type == "text/plain":
        return _plain(part)
    if content_type == "text/html" and not _is_attached(part):
        return _Found([part])
    part_kind = enclosed(part)
    return _Found(enclosed=[part_kind] if part_kind else [])


def _joined(parts: Sequence[_Found]) -> _Found:
    return _Found(
        [text for part in parts for text in part.texts],
        [one for part in parts for one in part.named],
        [one for part in parts for one in part.enclosed],
        [one for part in parts for one in part.witnesses],
    )


def _chosen(parts: Sequence[_Found]) -> _Found:
    """The first alternative that says something in plain text, else the first that says anything."""
    whole = _joined(parts)
    plain = next((part for part in parts if part.plain_texts), None)
    best = [] if plain is None else plain.settled()
    if not best:
        best = next((texts for part in parts if (texts := part.settled())), [])
        whole.enclosed = [one for part in parts for one in part.enclosed]
    others = (text for part in parts if part is not plain for text in part.texts)
    whole.witnesses = [one for part in parts for one in part.witnesses]
    whole.witnesses += [text for text in others if not isinstance(text, _Lines)]
    whole.texts = list(best)
    return whole


def _plain(part: "Message[str, str]") -> _Found:
    lines, is_encrypted = without_armour(_text_lines(part))
    text = _as_lines(part, lines)
    marks = [Enclosed(Enclosure.ENCRYPTED)] if is_encrypted else []
    if not _is_attached(part):
        return _Found([text], enclosed=marks)
    file = enclosed(part)
    named = [(text, file)] if part.get_content_disposition() != "attachment" else []
    return _Found(named=named, enclosed=[file] if file else [])


def _page_lines(page: str) -> list[str]:
    """The lines of a page. Raises MalformedLetter."""
    # With lxml, which only the process that reads letters needs.
    from pbem.mail.reading.page import TooManyAttributesError, TooManyElementsError, page_lines

    try:
        return page_lines(page)
    except TooManyElementsError as error:
        raise MalformedLetter(LetterFault.TOO_MANY_LINES) from error
    except TooManyAttributesError as error:
        raise MalformedLetter(LetterFault.TOO_MANY_ATTRIBUTES) from error


def _opened(part: "Message[str, str]", wraps: int) -> _Found:
    """The letter in a body of S/MIME; where it cannot be opened, what it is. Raises MalformedLetter."""
    wrapped = unwrap(_content(part)[0])
    if wrapped.wrapping is Wrapping.SIGNED and wrapped.content and wraps < _MAX_WRAPS:
        return _read(parse(wrapped.content), wraps + 1)
    is_encrypted = wrapped.wrapping is Wrapping.ENCRYPTED
    return _Found(enclosed=[Enclosed(Enclosure.ENCRYPTED if is_encrypted else Enclosure.UNOPENED)])


def _is_smime_file(part: "Message[str, str]") -> bool:
    """Whether a body of S/MIME lost its type on the way, as gateways do."""
    is_file = part.get_content_type() == "application/octet-stream"
    return is_file and (part.get_filename("") or "").lower() == "smime.p7m"


def _is_attached(part: "Message[str, str]") -> bool:
    return part.get_content_disposition() == "attachment" or part.get_filename() is not None


def _text_lines(part: "Message[str, str]") -> list[str]:
    content, rest = _content(part)
    lines = raw_lines(decode(content, part.get_content_charset("")))
    return [*lines, "", *raw_lines(decode(rest, ""))] if rest.strip() else lines


def _content(part: "Message[str, str]") -> tuple[bytes, bytes]:
    """The bytes of a part, decoded, and those below them that were never encoded."""
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if encoding == "base64":
        encoded, rest = _base64_lines(encoded_bytes(part).splitlines())
        return _from_base64(encoded), b"\n".join(rest)
    content = part.get_payload(decode=True)
    return (content if isinstance(content, bytes) else b""), b""


def _base64_lines(lines: Sequence[bytes]) -> tuple[list[bytes], Sequence[bytes]]:
    """The lines that are base64, and those below: behind its end, or from the first blank line with text below it."""
    for at, line in enumerate(lines):
        if not _BASE64.fullmatch(line):
            ends = _end_of_base64(lines[:at])
            return list(lines[:ends]), lines[ends:]
    return list(lines), ()


def _end_of_base64(lines: Sequence[bytes]) -> int:
    """The place behind the last line of base64 among these, above a text whose short lines look like it."""
    for at in range(len(lines)):
        if lines[at].rstrip().endswith(b"=") or (at and not lines[at].strip()):
            return at + 1
    return len(lines)


def _from_base64(lines: Iterable[bytes]) -> bytes:
    encoded = b"".join(line.strip() for line in lines).rstrip(b"=")
    encoded = encoded[: len(encoded) - (len(encoded) % 4 == 1)]
    try:
        return a2b_base64(encoded + b"=" * (-len(encoded) % 4))
    except Error:
        return b""


def _as_lines(part: "Message[str, str]", lines: list[str]) -> _Lines:
    """The lines, joined where the part says that they flow; some relays drop the spaces by which they would."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return _Lines(lines, are_whole=False)
    flows = any(line.endswith(" ") and line.strip("> ") for line in lines if line != "-- ")
    return _Lines(unflow(lines, delete_space=str(part.get_param("delsp", "")).lower() == "yes"), are_whole=flows)


def _words(lines: Iterable[str]) -> Iterator[str]:
    return (word for line in lines for word in line.casefold().split())


def _repeats(page: Sequence[str], plain_words: Counter[str]) -> bool:
    """Whether a page says again what a text says: half of its words, counted."""
    words = Counter(_words(page))
    return 2 * (words & plain_words).total() >= words.total()
