"""From the bytes of a letter to what its sender wrote. Pure; it never raises, and its time and memory are bounded."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from pbem.mail.reading.automatic import Automatic, Bounced, bounced, recognise, suspect
from pbem.mail.reading.body import body
from pbem.mail.reading.enclosed import Enclosed
from pbem.mail.reading.headers import LetterHead, read_head
from pbem.mail.reading.mime import LetterFault, MalformedLetter, parse
from pbem.mail.reading.quotes import Cut, cut
from pbem.mail.reading.text import MAX_LINE, MAX_LINES, MAX_REPORT_BYTES, MAX_REPORT_LINES, MAX_TEXT_LINES, plain_lines
from pbem.mail.thread_marks import meant

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

    Message ids keep their angle brackets, and are those that we gave our mails; "" stands for what is missing.
    Addresses are bare and in lower case. What belongs to the sender alone is left out of `repr`, since logs are made of
    those.
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

    `mail_from` is the envelope sender ("" or "<>" for automatic mail); `own_domains` are those in the Message-IDs of
    our own mails, by which loops are known.
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
