"""The facts in the headers of a letter, and whether no person wrote it (RFC 3834); delivery reports (RFC 3464) among
it. Never raises.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email import message_from_string
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import getaddresses, parsedate_to_datetime
from enum import StrEnum
from typing import Final, NamedTuple

from pbem.mail.reading.mime import header_bytes
from pbem.mail.reading.text import MAX_HEADER, decode_words, one_line, plain, raw_lines
from pbem.mail.reply_codes import marked_id

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


_FAILURES: Final = ("failed", "delayed")
_RETURNED: Final = frozenset({"message/rfc822", "text/rfc822-headers"})


class Automatic(StrEnum):
    """The sign by which a letter was known to be automatic."""

    LOOP = "our own mail came back"
    REPORT = "delivery report"
    NULL_SENDER = "empty envelope sender"
    DAEMON = "sent by a mail system"
    AUTO_SUBMITTED = "Auto-Submitted"
    AUTORESPONDER = "autoresponder header"
    PRECEDENCE = "Precedence"
    LIST = "mailing list"
    SUPPRESSED = "X-Auto-Response-Suppress"
    SUBJECT = "the subject of an automatic reply"


_DAEMONS: Final = frozenset({"mailer-daemon", "postmaster"})
_PRECEDENCES: Final = frozenset({"bulk", "junk", "list"})
_LIST_HEADERS: Final = (
    *("List-Id", "List-Post", "List-Help", "List-Unsubscribe", "List-Subscribe", "List-Owner", "List-Archive"),
    "Mailing-List",
)
_AUTORESPONDER_HEADERS: Final = (
    *("X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Auto-Reply", "X-Auto-Respond", "X-Auto-Response"),
    *("X-Autoresponder", "X-Autoreply-From", "X-Mail-Autoreply", "X-Autogenerated", "X-FC-MachineGenerated"),
    "X-MS-Exchange-Generated-Message-Source",
)
_SUPPRESSED_BY: Final = frozenset({"all", "oof", "autoreply"})
_AUTOMATIC_SUBJECT: Final = re.compile(
    r"(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response|responder)|out of (?:the )?office"
    r"|automatische antwort|abwesenheits(?:notiz|nachricht|benachrichtigung|meldung)|abwesend"
    r"|r[ée]ponse automatique|absence du bureau|message d['\u2019]absence"
    r"|respuesta autom[áa]tica|risposta automatica|automatisch antwoord)\b",
    re.IGNORECASE,
)
"""The beginning of a subject as autoresponders write it, in front of that of the mail they answer."""


def recognise(head: LetterHead, *, mail_from: str, own_domains: tuple[str, ...]) -> Automatic | None:
    """Find a sure sign that this letter is automatic; None for a letter that a person may have written.

    `mail_from` is the envelope sender, with or without angle brackets. A letter whose Message-ID is in one of
    `own_domains` is one of ours that came back, so no player's mail program may make its ids in them.
    """
    if any(_is_from(head, domain.lower()) for domain in own_domains):
        return Automatic.LOOP
    if any(_word(value) == "multipart/report" for value in head.values("Content-Type")):
        return Automatic.REPORT
    envelope_senders = (mail_from, *head.values("Return-Path"))
    if any(sender.strip() in ("", "<>") for sender in envelope_senders):
        return Automatic.NULL_SENDER
    if any(_local_part(address) in _DAEMONS for address in (head.from_address, *envelope_senders)):
        return Automatic.DAEMON
    if any(_word(value) != "no" for value in head.values("Auto-Submitted")):
        return Automatic.AUTO_SUBMITTED
    if _is_autoresponder(head) or (_has_automatic_subject(head) and _suspected_way(head)):
        return Automatic.AUTORESPONDER
    return None


def _is_from(head: LetterHead, domain: str) -> bool:
    """Whether a letter has a Message-ID in a domain, or a List-Id (RFC 2919), which no answer takes over."""
    list_ids = (value.strip().lower() for value in head.values("List-Id"))
    return head.message_id.lower().endswith(f"@{domain}>") or any(one.endswith(f".{domain}>") for one in list_ids)


def suspect(head: LetterHead) -> Automatic | None:
    """Find a weak sign that this letter is automatic, which a person's letter may bear as well."""
    return _suspected_way(head) or (Automatic.SUBJECT if _has_automatic_subject(head) else None)


def _suspected_way(head: LetterHead) -> Automatic | None:
    if _precedences(head) & _PRECEDENCES:
        return Automatic.PRECEDENCE
    if any(name in head.fields for name in _LIST_HEADERS):
        return Automatic.LIST
    suppressed = ",".join(head.values("X-Auto-Response-Suppress")).lower().split(",")
    return Automatic.SUPPRESSED if _SUPPRESSED_BY & {word.strip() for word in suppressed} else None


def _is_autoresponder(head: LetterHead) -> bool:
    if any(_word(value) != "no" for name in _AUTORESPONDER_HEADERS for value in head.values(name)):
        return True
    if any(value.strip().lower() == "autoresponder" for value in head.values("Delivered-To")):
        return True
    return "auto_reply" in _precedences(head)


def _has_automatic_subject(head: LetterHead) -> bool:
    return _AUTOMATIC_SUBJECT.match(head.subject) is not None


def _precedences(head: LetterHead) -> set[str]:
    return {_word(value) for name in ("Precedence", "X-Precedence") for value in head.values(name)}


def _word(value: str) -> str:
    return value.split(";")[0].split("(")[0].strip().lower()


def _local_part(address: str) -> str:
    return address.strip().removeprefix("<").rpartition("@")[0].lower()


@dataclass(frozen=True)
class Bounced:
    """The addresses a bounce is about: those that failed for good, and those still being tried."""

    failed: tuple[str, ...] = ()
    delayed: tuple[str, ...] = ()
    message_id: str = ""
    """That of the mail which came back, with its angle brackets; "" where the report does not tell."""
    reply: str = field(default="", repr=False)
    """Why, in the words of the server that did not take it, behind the status code (RFC 3463); it names addresses."""
    stamp: str = field(default="", repr=False)
    """The oldest receipt (Received) of the mail that came back: who took it first, when, and under which number."""


def bounced(message: "Message[str, str]") -> Bounced:
    """Read from a report which mail could not be delivered, and to whom."""
    from flufl.bounce import all_failures  # 60 modules, of which nothing but a report of mail systems has need

    delayed, failed = all_failures(message)
    head = next(_returned(message), None)
    ids = MESSAGE_ID.findall(_value(head, "Message-ID")) if head is not None else []
    given = marked_id(MESSAGE_ID.findall(_value(head, "References"))) if head is not None else ""
    stamps = head.get_all("Received", []) if head is not None else []
    return Bounced(
        failed=_sorted(failed),
        delayed=_sorted(delayed),
        message_id=given or next(iter(ids), ""),
        reply=next(_replies(message), ""),
        stamp=_one_line(stamps[-1]) if stamps else "",
    )


def _replies(message: "Message[str, str]") -> Iterator[str]:
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            for block in part.get_payload():
                if isinstance(block, Message) and _value(block, "Action").lower() in _FAILURES:
                    diagnosis = _value(block, "Diagnostic-Code").partition(";")
                    yield " ".join(filter(None, (_value(block, "Status"), (diagnosis[2] or diagnosis[0]).strip())))


def _returned(message: "Message[str, str]") -> Iterator["Message[str, str]"]:
    for part in message.walk():
        if part.get_content_type() not in _RETURNED:
            continue
        held = part.get_payload()
        if isinstance(held, str):
            yield message_from_string(held)
        elif isinstance(held, list):
            yield from (one for one in held[:1] if isinstance(one, Message))


def _value(head: "Message[str, str]", name: str) -> str:
    return _one_line(head.get(name, ""))


def _one_line(value: object) -> str:
    return " ".join(str(value)[:MAX_HEADER].split())


def _sorted(addresses: frozenset[bytes] | set[bytes]) -> tuple[str, ...]:
    return tuple(sorted(address.decode("ascii", "replace").lower() for address in addresses))


_SIGNS: Final = re.compile(
    rb"^(?:Auto-Submitted|(?:X-)?Precedence|List-[A-Za-z-]+|Mailing-List|X-Auto-?Re(?:ply|spond|sponse|sponder)"
    rb"|X-Auto-Re(?:ply|spond|sponse)(?:-(?:From|Suppress))?|X-Autoreply-From|X-Mail-Autoreply|X-Autogenerated"
    rb"|X-FC-MachineGenerated|X-MS-Exchange-Generated-Message-Source|Return-Path|Delivered-To)"
    rb"[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE | re.MULTILINE,
)
"""Headers with their continuation lines. Delivered-To may hold a sign too, and what it names is known elsewhere."""


def without_signs(raw: bytes) -> bytes:
    """The bytes of a letter without headers that only say how it was sent; time and memory are bounded."""
    head = header_bytes(raw)
    return _SIGNS.sub(b"", head) + raw[len(head) :]
