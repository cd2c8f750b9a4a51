"""Letters that a program on this machine hands over whole: by a pipe, or in a folder.

They are judged as the listener judges what it is brought, and each recipient gets a reply as over SMTP, which the way
in translates for whoever handed the letter over.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.config import Settings
from pbem.intake.addresses import LobbyDestination, OperatorDestination, ReportsDestination, destination_of
from pbem.intake.inbox import MOST_KEPT, MOST_WAITING, new_letter
from pbem.mail.reading.headers import LetterHead, read_head
from pbem.mail.receiving.envelope import Envelope
from pbem.mail.receiving.replies import ACCEPTED, BUSY, TOO_LARGE
from pbem.mail.receiving.sender_check import NO_SUCH_ADDRESS, may_write, rejection_of, rejection_of_sender
from pbem.store import Database, Tx
from pbem.store import repository as repo
from pbem.store.rows import Way

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_MBOX_LINE: Final = re.compile(rb"\AFrom [^\r\n]*(?:\r\n|\r|\n)")
_ENVELOPE_HEADERS: Final = ("X-Original-To", "Envelope-To", "Delivered-To", "To", "Cc")
"""The headers that may tell for whom a letter came, the surest first."""
_ADDRESS: Final = re.compile(r"[^\s<>()@,;:\"\\]{1,64}@[^\s<>()@,;:\"\\]{1,255}")
_MOST_RECIPIENTS: Final = 20


@dataclass(frozen=True)
class HandedOver:
    """A letter as it was handed over; what the program did not say is read in the headers.

    `mail_from` is the envelope sender, "" for bounces, None where it was not said; `recipients` are whole addresses.
    """

    raw: bytes = field(repr=False)
    way: Way
    mail_from: str | None = field(default=None, repr=False)
    recipients: Sequence[str] = field(default=(), repr=False)


def take_in(database: Database, settings: Settings, letter: HandedOver, now_ms: int) -> dict[str, str]:
    """Store a letter durably for each recipient who takes it; the reply to each, none where it names nobody.

    The same letter handed over again is stored once.
    """
    if len(letter.raw) > settings.mail.max_bytes:
        return dict.fromkeys(letter.recipients or ("",), TOO_LARGE)
    raw = _LINE_END.sub(b"\r\n", _MBOX_LINE.sub(b"", letter.raw))
    head = read_head(raw)
    mail_from = _sender(head) if letter.mail_from is None else letter.mail_from
    addresses = letter.recipients or _recipients(settings, head)
    envelopes: dict[str, Envelope] = {}
    replies: dict[str, str] = {}
    with database.read() as tx:
        for address in addresses:
            token = settings.mail.token_in(address) or ""
            replies[address] = _judged(tx, settings, token, mail_from, head.from_address, now_ms)
            if replies[address] == ACCEPTED:
                envelopes[token] = Envelope(mail_from, token, raw, "", letter.way, message_id=head.message_id)
    if envelopes:
        letters = [new_letter(envelope, now_ms) for envelope in envelopes.values()]
        database.write(lambda tx: repo.store_letters(tx, letters))
    return replies


def _judged(tx: Tx, settings: Settings, token: str, mail_from: str, from_address: str, now_ms: int) -> str:
    """The reply to one recipient."""
    found = destination_of(tx, settings, token, now_ms) if token else None
    if found is None:
        return NO_SUCH_ADDRESS.smtp_text
    if isinstance(found, LobbyDestination) and repo.count_waiting(tx, token, MOST_WAITING) >= MOST_WAITING:
        return BUSY
    if isinstance(found, ReportsDestination | OperatorDestination) and repo.is_full(tx, token, MOST_KEPT):
        return BUSY
    refused = rejection_of_sender(mail_from, found)
    if refused is not None:
        return refused.smtp_text
    if mail_from and not may_write(from_address, found):
        return rejection_of(found).smtp_text
    return ACCEPTED


def _sender(head: LetterHead) -> str:
    """The envelope sender as the mail system noted it; else whoever the letter says it is from."""
    noted = head.values("Return-Path")
    return noted[0].strip().strip("<>").strip() if noted else head.from_address


def _recipients(settings: Settings, head: LetterHead) -> list[str]:
    """The addresses of this server in the surest header that has any."""
    for name in _ENVELOPE_HEADERS:
        named = (address.lower() for value in head.values(name) for address in _ADDRESS.findall(value))
        own = [address for address in dict.fromkeys(named) if settings.mail.is_own(address)]
        if own:
            return own[:_MOST_RECIPIENTS]
    return []
