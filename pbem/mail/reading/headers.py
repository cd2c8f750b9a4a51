"""The facts in the headers of a letter: who wrote it, to which addresses, answering what. Never raises."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import getaddresses, parsedate_to_datetime
from typing import Final, NamedTuple

from pbem.mail.reading.mime import header_bytes
from pbem.mail.reading.text import MAX_HEADER, decode_words, one_line, plain, raw_lines

MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,990}>")
"""A message id with its angle brackets."""
_ADDRESS: Final = re.compile(r"[^\s\x00-\x1f\x7f<>()@,;:\"\\]{1,64}@[^\s\x00-\x1f\x7f<>()@,;:\"\\]{1,255}")
_RECIPIENT_HEADERS: Final = ("To", "Delivered-To", "X-Original-To")
_MAX_SUBJECT: Final = 250
_PARSER: Final = BytesHeaderParser(policy=compat32)
_MAX_NAME: Final = 80
_MAX_SAME: Final = 20
"""Headers of one name that are looked at."""
_ONCE: Final = (
    *("From", "Date", "Subject", "Message-ID", "In-Reply-To", "References"),
    *("Content-Type", "Content-Transfer-Encoding"),
)
"""Headers that a letter has once (RFC 5322, 3.6; RFC 2045), of those by which it is read.

`To` and `Cc`, which old programs write twice, only name addresses, and those of ours are secret.
"""


@dataclass(frozen=True)
class LetterHead:
    """The headers of a letter, as far as they could be read; what could not is empty.

    Addresses are bare and in lower case, message ids keep their angle brackets. `fields` are all headers, undecoded.
    """

    fields: "Message[str, str]"
    message_id: str
    from_address: str
    from_name: str
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    recipients: tuple[str, ...]

    def values(self, name: str) -> tuple[str, ...]:
        """All headers of this name, cut to `MAX_HEADER` characters each."""
        return _values(self.fields, name)

    @property
    def has_doubles(self) -> bool:
        """Whether a header stands twice that a letter has once, so that its readers may differ in what they read."""
        return any(len(self.fields.get_all(name, [])) > 1 for name in _ONCE)

    @property
    def is_damaged(self) -> bool:
        """Whether a line among the headers is none, so that other readers find the text elsewhere."""
        return any(isinstance(defect, MissingHeaderBodySeparatorDefect) for defect in self.fields.defects)

    @property
    def sent_ms(self) -> int | None:
        """The moment when it was written, as its writer's clock says; None where it does not."""
        dates = self.values("Date")
        return moment_in(dates[0]) if dates else None


def moment_in(text: str) -> int | None:
    """The moment in a header such as Date (RFC 5322, 3.3), in milliseconds since the epoch; None where it has none."""
    try:
        return int(parsedate_to_datetime(text.strip()).timestamp() * 1000)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def read_head(raw: bytes) -> LetterHead:
    """Read the headers of a letter; only the first `MAX_HEADER_BYTES` are looked at."""
    fields = _fields(raw)
    return LetterHead(
        fields=fields,
        message_id=next(iter(_ids(fields, "Message-ID")), ""),
        from_address=_single_address(_values(fields, "From")),
        from_name=_name(_values(fields, "From")),
        subject=_subject(_values(fields, "Subject")),
        in_reply_to=next(iter(_ids(fields, "In-Reply-To")), ""),
        references=_ids(fields, "References"),
        recipients=_addresses(value for name in _RECIPIENT_HEADERS for value in _values(fields, name)),
    )


class Origin(NamedTuple):
    """The address in the header From, bare and in lower case, "" unless there is exactly one; and the Message-ID."""

    from_address: str
    message_id: str


def read_origin(raw: bytes) -> Origin:
    """Read who wrote a letter and what it is called, and no more."""
    fields = _fields(raw)
    return Origin(_single_address(_values(fields, "From")), next(iter(_ids(fields, "Message-ID")), ""))


def _fields(raw: bytes) -> "Message[str, str]":
    return _PARSER.parsebytes(header_bytes(raw))


def _values(fields: "Message[str, str]", name: str) -> tuple[str, ...]:
    """All headers of this name, as text of at most `MAX_HEADER` characters. An ids' list keeps its end."""
    values = (str(value) for value in fields.get_all(name, [])[:_MAX_SAME])
    return tuple(value[-MAX_HEADER:] if name == "References" else value[:MAX_HEADER] for value in values)


def _ids(fields: "Message[str, str]", name: str) -> tuple[str, ...]:
    return tuple(MESSAGE_ID.findall(" ".join(_values(fields, name))))


def _addresses(values: Iterable[str]) -> tuple[str, ...]:
    """The addresses in these headers, in their order, each once."""
    found = (address.lower() for value in values for _name, address in _parsed(value))
    return tuple(dict.fromkeys(address for address in found if _ADDRESS.fullmatch(address)))


def _parsed(value: str) -> list[tuple[str, str]]:
    """The names and addresses in a header, as the library reads them; none where it gives up, as on deep comments."""
    try:
        return getaddresses([value])
    except (RecursionError, IndexError, ValueError):
        return []


def _single_address(values: tuple[str, ...]) -> str:
    addresses = _addresses(values)
    return addresses[0] if len(addresses) == len(values) == 1 else ""


def _name(values: tuple[str, ...]) -> str:
    if not _single_address(values):
        return ""
    name = next((name for name, address in _parsed(values[0]) if address), "")
    return one_line(decode_words(name), _MAX_NAME)


def _subject(values: tuple[str, ...]) -> str:
    if not values:
        return ""
    text = decode_words(values[0])
    return " ".join(plain(" ".join(raw_lines(text))).split())[:_MAX_SUBJECT]
