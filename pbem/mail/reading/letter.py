"""From the bytes of a letter to what its sender wrote, in a process that is killed when it takes too long. It never
raises, and its time and memory are bounded.
"""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Protocol

import msgspec

from pbem.isolated import CallFailed, IsolatedFunction, ProcessLimits
from pbem.mail.reading.body import Enclosed, body
from pbem.mail.reading.headers import Automatic, Bounced, LetterHead, bounced, read_head, recognise, suspect
from pbem.mail.reading.mime import LetterFault, MalformedLetter, parse
from pbem.mail.reading.quotes import Cut, cut
from pbem.mail.reading.text import MAX_LINE, MAX_LINES, MAX_REPORT_BYTES, MAX_REPORT_LINES, MAX_TEXT_LINES, plain_lines
from pbem.mail.reply_codes import meant

__all__ = [
    "Automatic",
    "Bounced",
    "BrokenLetter",
    "Ignored",
    "Letter",
    "LetterFault",
    "LetterReader",
    "digest",
    "read_headers",
    "read_letter",
]


@dataclass(frozen=True)
class Letter:
    """A letter that a person may have written.

    Message ids are those of our own mails, with their angle brackets; "" means missing. Addresses are bare and in lower
    case. Private fields are left out of `repr`, which ends up in logs.
    """

    message_id: str
    from_address: str = field(repr=False)
    """From the header; "" unless it names exactly one. Anyone can write it, so alone it proves nothing."""
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    recipients_in_headers: tuple[str, ...] = field(repr=False)
    """From To, Delivered-To and X-Original-To."""
    text: tuple[str, ...] = field(repr=False)
    """All lines, made plain; `quotes.cut(letter.text, original)` parts them once the mail replied to is known."""
    enclosed: tuple[Enclosed, ...] = ()
    """The parts that were not read, the first few of them."""
    from_name: str = field(default="", repr=False)
    """The name beside the address."""
    doubt: Automatic | None = None
    """A weak sign that it is automatic; it counts where the sender's own lines ask for nothing."""
    open_ends: frozenset[int] = frozenset()
    """The indices of lines of `text` that may go on on the next: their program may have wrapped them."""

    @cached_property
    def parted(self) -> Cut:
        """The text in two heaps, as far as can be told without the mail replied to."""
        return cut(self.text, open_ends=self.open_ends)

    @property
    def lines(self) -> tuple[str, ...]:
        """The sender's own text: without quotes, signature, blank lines and outer spaces."""
        return self.parted.unquoted

    @property
    def quoted(self) -> tuple[str, ...]:
        """The lines that were cut off as a quote or a signature, for the echo."""
        return self.parted.quoted


@dataclass(frozen=True)
class BrokenLetter:
    """A letter of which only the headers can be read; its fields mean what they mean in Letter."""

    reason: LetterFault
    message_id: str
    from_address: str = field(repr=False)
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    recipients_in_headers: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class Ignored:
    """Automatic mail, which gets no answer. `bounced` tells what a delivery report is about."""

    reason: Automatic
    message_id: str
    bounced: Bounced = field(default_factory=Bounced)


class LetterReader(Protocol):
    """A way to read letters: `read_letter` itself, or one that takes care of its cost."""

    def __call__(self, raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> Letter | BrokenLetter | Ignored:
        """Read a letter; the arguments are those of `read_letter`."""


def read_headers(raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> BrokenLetter | Ignored:
    """Read of a letter only what holds if the rest is too costly; the arguments are those of `read_letter`."""
    head = read_head(raw)
    automatic = recognise(head, mail_from=mail_from, own_domains=own_domains)
    return _without_body(head, LetterFault.TOO_COSTLY) if automatic is None else Ignored(automatic, head.message_id)


def read_letter(raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> Letter | BrokenLetter | Ignored:
    """Read a letter.

    `mail_from` is the envelope sender ("" or "<>" for automatic mail); `own_domains` are the Message-ID domains of our
    own mails, by which loops are recognised.
    """
    head = read_head(raw)
    automatic = recognise(head, mail_from=mail_from, own_domains=own_domains)
    if automatic is not None:
        return Ignored(automatic, head.message_id, _bounced(raw, automatic))
    try:
        return _read_body(raw, head)
    except MalformedLetter as error:
        return _without_body(head, error.trouble)
    except MemoryError:
        return _without_body(head, LetterFault.TOO_COSTLY)
    except Exception:  # the parsers were fed bytes that nobody foresaw; the sender is told, and no letter is lost
        return _without_body(head, LetterFault.MALFORMED)


def digest(lines: Iterable[str]) -> str:
    """The SHA-256, in hex, of a text; the same for texts that differ in case, spaces and blank lines only."""
    words = (" ".join(line.casefold().split()) for line in lines)
    return hashlib.sha256("\n".join(filter(None, words)).encode("utf-8", "replace")).hexdigest()


def _read_body(raw: bytes, head: LetterHead) -> Letter:
    """The letter, where its body can be read. Raises MalformedLetter."""
    written = body(parse(raw))
    if len(written.lines) > MAX_TEXT_LINES:
        raise MalformedLetter(LetterFault.TOO_MANY_LINES)
    text = plain_lines(written.lines)
    letter = Letter(
        message_id=head.message_id,
        from_address=head.from_address,
        subject=head.subject,
        in_reply_to=head.in_reply_to,
        references=meant(head.references),
        recipients_in_headers=head.recipients,
        text=text,
        enclosed=written.enclosed,
        from_name=head.from_name,
        doubt=suspect(head),
        open_ends=written.open_ends,
    )
    if len(text) > MAX_LINES or any(len(line) > MAX_LINE for line in text):
        _require_limits(letter.parted)
    return letter


def _require_limits(parted: Cut) -> None:
    """Raise MalformedLetter when the sender themselves wrote more than we read."""
    if len(parted.unquoted) > MAX_LINES:
        raise MalformedLetter(LetterFault.TOO_MANY_LINES)
    if any(len(line) > MAX_LINE for line in parted.unquoted):
        raise MalformedLetter(LetterFault.LINE_TOO_LONG)


def _without_body(head: LetterHead, trouble: LetterFault) -> BrokenLetter | Ignored:
    """A letter that cannot be read; one with a weak sign that it is automatic has no text to speak against it."""
    doubt = suspect(head)
    return _broken(head, trouble) if doubt is None else Ignored(doubt, head.message_id)


def _broken(head: LetterHead, trouble: LetterFault) -> BrokenLetter:
    return BrokenLetter(
        reason=trouble,
        message_id=head.message_id,
        from_address=head.from_address,
        subject=head.subject,
        in_reply_to=head.in_reply_to,
        references=meant(head.references),
        recipients_in_headers=head.recipients,
    )


def _bounced(raw: bytes, automatic: Automatic) -> Bounced:
    may_be_bounce = automatic in (Automatic.REPORT, Automatic.NULL_SENDER, Automatic.DAEMON)
    if not may_be_bounce or len(raw) > MAX_REPORT_BYTES or raw.count(b"\n") > MAX_REPORT_LINES:
        return Bounced()
    try:
        return bounced(parse(raw))
    except Exception:  # a bounce that cannot be understood is still only a bounce
        return Bounced()


log = logging.getLogger(__name__)

READING: Final = ProcessLimits(
    cpu_seconds=5,
    seconds=30.0,
    memory_bytes=512 << 20,  # the largest letter that is read needs about 200 MiB
    calls=200,  # libxml2 remembers every name that it has met
    reply_bytes=16 << 20,
)
"""Bounds for reading a letter."""


class _ReadJob(msgspec.Struct):
    raw: bytes
    mail_from: str
    own_domains: tuple[str, ...]
    headers_only: bool = False


class _Reply(msgspec.Struct):
    letter: Letter | None = None
    unreadable: BrokenLetter | None = None
    ignored: Ignored | None = None


class IsolatedReader:
    """Reads letters as `read_letter` does, in a process that it starts with the first. Safe to use from any thread.

    A letter over the limits is a BrokenLetter with TOO_COSTLY, or Ignored where its headers show that it is automatic.
    """

    def __init__(self, limits: ProcessLimits = READING) -> None:
        self._answer = IsolatedFunction(answer, limits)

    def __call__(self, raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> Letter | BrokenLetter | Ignored:
        """Read a letter. Raises ProcessUnavailable, and nothing else whatever the bytes."""
        for headers_only in (False, True):
            try:
                return self._read(_ReadJob(raw, mail_from, own_domains, headers_only))
            except (CallFailed, msgspec.DecodeError) as error:
                cause, _, _quoted = str(error).partition(":")  # what follows may be the letter's
                log.warning("A letter was too costly to read (%s)", cause)
        return BrokenLetter(LetterFault.TOO_COSTLY, "", "", "", "", (), ())

    def close(self) -> None:
        """End the process, behind the letter that it has in hand; another letter would start the next."""
        self._answer.close()

    def _read(self, job: _ReadJob) -> Letter | BrokenLetter | Ignored:
        """Have a job done in the process. Raises CallFailed, and msgspec.DecodeError for what is no reply."""
        reply = msgspec.msgpack.decode(self._answer(msgspec.msgpack.encode(job)), type=_Reply)
        found = reply.letter or reply.unreadable or reply.ignored
        if found is None:
            raise msgspec.ValidationError("an empty reply")
        return found


def answer(request: bytes) -> bytes:
    """Do a job in the process. Raises MemoryError, of which the process ends, for a letter that takes too much."""
    job = msgspec.msgpack.decode(request, type=_ReadJob)
    read = read_headers if job.headers_only else read_letter
    found = read(job.raw, mail_from=job.mail_from, own_domains=job.own_domains)
    if isinstance(found, Letter):
        return msgspec.msgpack.encode(_Reply(letter=found))
    if isinstance(found, Ignored):
        return msgspec.msgpack.encode(_Reply(ignored=found))
    if found.reason is LetterFault.TOO_COSTLY and not job.headers_only:
        raise MemoryError
    return msgspec.msgpack.encode(_Reply(unreadable=found))
