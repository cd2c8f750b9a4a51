"""A mail of ours, and its bytes: the same mail gives the same bytes, whenever it is built."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from typing import Final, Literal

from pbem.clock import from_ms

_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,990}>")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_MAX_PLAIN_LINE: Final = 78
_KEPT_REFERENCES: Final = 20


@dataclass(frozen=True)
class Outgoing:
    """A mail to one player.

    Message ids have their angle brackets; addresses are bare. `from_address` is the seat's address, to which answers
    go; `envelope_from` is where bounces go. `date_ms` is in milliseconds since the epoch, UTC.
    """

    message_id: str
    to_address: str = field(repr=False)
    to_name: str
    from_address: str = field(repr=False)
    from_name: str
    subject: str
    text: str = field(repr=False)
    date_ms: int
    envelope_from: str = field(repr=False)
    auto: Literal["replied", "generated"] = "generated"
    """How it came about (RFC 3834): as an answer to a letter, or of itself."""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    html: str = field(default="", repr=False)
    """The same once more as HTML; it shows the picture by `picture_address`. Without it the mail is text alone."""
    picture: bytes | None = field(default=None, repr=False)
    """A PNG that the HTML shows."""


def picture_address(message_id: str) -> str:
    """What the HTML of a mail calls its picture (RFC 2392)."""
    return f"cid:{_picture_id(message_id)}"


def build(mail: Outgoing) -> bytes:
    """The bytes of the mail, with CRLF, all of them ASCII. Raises ValueError when an address or the id is none.

    Lines are not re-wrapped. What could be broken on the way, signs beyond ASCII and long lines, goes quoted-printable.
    With HTML it is multipart/alternative: the text, then the HTML, which is multipart/related with its picture.
    """
    message = EmailMessage(policy=SMTP)
    message["From"] = _address(mail.from_name, mail.from_address)
    message["To"] = _address(mail.to_name, mail.to_address)
    message["Reply-To"] = _address("", mail.from_address)
    message["Subject"] = _one_line(mail.subject)
    message["Date"] = format_datetime(from_ms(mail.date_ms))
    message["Auto-Submitted"] = f"auto-{mail.auto}"
    message["X-Auto-Response-Suppress"] = "All"
    text = _clean(mail.text)
    message.set_content(text, cte="7bit" if _is_plain(text) else "quoted-printable")
    if mail.html:
        _add_html(message, mail)
    return _thread_headers(mail).encode("ascii") + message.as_bytes()


def _add_html(message: EmailMessage, mail: Outgoing) -> None:
    message.add_alternative(_clean(mail.html), subtype="html", cte="quoted-printable")
    *_text, page = message.iter_parts()
    if mail.picture is not None and isinstance(page, EmailMessage):
        page.add_related(
            mail.picture,
            "image",
            "png",
            cid=f"<{_picture_id(mail.message_id)}>",
            disposition="inline",
            filename="map.png",
        )
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{number}_{_mark(mail.message_id)}")  # else it would be another one each time


def _picture_id(message_id: str) -> str:
    return f"map.{_mark(message_id)}@{message_id.strip('<>').rpartition('@')[2]}"


def _mark(message_id: str) -> str:
    return sha256(message_id.encode()).hexdigest()[:32]


def _clean(text: str) -> str:
    """The text as UTF-8 can write it, its lines ending with a line feed."""
    return "\n".join(text.encode("utf-8", "replace").decode().splitlines()) + "\n"


def _address(name: str, address: str) -> Address:
    """An address with its name; the name loses whatever could end the header."""
    if not address.isascii():
        raise ValueError("an address beyond ASCII needs a relay that knows SMTPUTF8")
    try:
        return Address(display_name=_one_line(name), addr_spec=address)
    except (HeaderParseError, IndexError) as error:
        raise ValueError(f"not an address: {error}") from error


def _one_line(text: str) -> str:
    """The text on one line, without unprintable signs."""
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


def _is_plain(text: str) -> bool:
    """Whether any mail system passes this text on as it is."""
    lines = text.split("\n")
    return (
        text.isascii() and not _UNPRINTABLE.search(text.replace("\n", "")) and max(map(len, lines)) <= _MAX_PLAIN_LINE
    )


def _thread_headers(mail: Outgoing) -> str:
    """Message-ID, In-Reply-To and References; written here because the library would encode ids longer than a line."""
    own_id = "".join(_valid_ids([mail.message_id]))
    if not own_id:
        raise ValueError("a mail needs a Message-ID")
    lines = [f"Message-ID: {own_id}"]
    lines += [f"In-Reply-To: {answered}" for answered in _valid_ids([mail.in_reply_to])]
    references = list(_valid_ids(mail.references))
    if references:
        first, *later = references
        lines.append("References: " + "\r\n ".join([first, *later[-_KEPT_REFERENCES:]]))
    return "".join(f"{line}\r\n" for line in lines)


def _valid_ids(ids: Iterable[str]) -> Iterator[str]:
    """The ids that are some; a player's mail program made those we answer."""
    return (one for one in ids if _MESSAGE_ID.fullmatch(one))
