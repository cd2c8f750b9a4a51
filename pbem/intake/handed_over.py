"""Letters that a program on this machine hands over whole, by a pipe or in a folder, and how any letter is put into
the inbox.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from pbem.config import Settings
from pbem.intake.addresses import open_destination
from pbem.mail.reading.headers import LetterHead, read_head, read_origin
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.proof import NO_SUCH_ADDRESS, Busy, OneMailbox, Recipient, rejection_of_sender
from pbem.mail.receiving.takers import BUSY, TOO_LARGE, Taken, takers
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.mail.inbox import LetterOriginRow, NewLetter, Way, count_kept_of_time, store_letters

if TYPE_CHECKING:
    from pbem.mail.reading.letter import LetterReader

_LONGEST_HELO: Final = 255
MOST_REFUSED_A_DAY: Final = 20
"""Letters to an address within a day, beyond which those from elsewhere are not kept: its owner has heard of some."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)


def new_letter(envelope: Envelope, now_ms: int) -> NewLetter:
    """A letter as it is put into the inbox; its headers are read where the way in has not done so."""
    message_id = envelope.message_id
    return NewLetter(
        envelope.recipient_local_part,
        read_origin(envelope.raw).message_id if message_id is None else message_id,
        envelope.mail_from,
        now_ms,
        envelope.raw,
        LetterOriginRow(envelope.way, envelope.peer, envelope.helo[:_LONGEST_HELO]),
    )


def store_refused(tx: Tx, envelopes: Sequence[Envelope], now_ms: int) -> None:
    """Put letters into the inbox that came to somebody's address from elsewhere, so that they hear of it.

    Ways in that refuse such letters differ from the others in the reply alone.
    """
    since_ms = now_ms - _DAY_MS
    few = [
        new_letter(one, now_ms)
        for one in envelopes
        if count_kept_of_time(tx, one.recipient_local_part, since_ms, now_ms, MOST_REFUSED_A_DAY) < MOST_REFUSED_A_DAY
    ]
    if few:
        store_letters(tx, few)


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


class LocalDelivery:
    """The way in for letters that are handed over; `reader` reads those whose address tells too little."""

    def __init__(self, database: Database, settings: Settings, reader: "LetterReader") -> None:
        self._database = database
        self._settings = settings
        self._reader = reader

    def take_in(self, letter: HandedOver, now_ms: int) -> dict[str, str]:
        """Store a letter durably for each recipient who takes it; the reply to each, none where it names nobody.

        The same letter handed over again is stored once. Raises ProcessUnavailable.
        """
        mail = self._settings.mail
        if len(letter.raw) > mail.max_bytes:
            return dict.fromkeys(letter.recipients or ("",), TOO_LARGE)
        raw = _LINE_END.sub(b"\r\n", _MBOX_LINE.sub(b"", letter.raw))
        head = read_head(raw)
        mail_from = _sender(head) if letter.mail_from is None else letter.mail_from
        envelopes: dict[str, Envelope] = {}
        refused: dict[str, Envelope] = {}
        replies: dict[str, str] = {}
        for address in letter.recipients or _recipients(self._settings, head):
            taken = self._takers(address, raw, mail_from, head.from_address, now_ms)
            replies[address] = taken.reply
            for collected, tokens in ((envelopes, taken.tokens), (refused, taken.others)):
                for token in tokens:
                    collected[token] = Envelope(mail_from, token, raw, "", letter.way, message_id=head.message_id)
        if envelopes or refused:
            letters = [new_letter(envelope, now_ms) for envelope in envelopes.values()]
            self._database.write(lambda tx: _store(tx, letters, list(refused.values()), now_ms))
        return replies

    def _takers(self, address: str, raw: bytes, mail_from: str, written_by: str, now_ms: int) -> Taken:
        token = self._settings.mail.token_in(address)
        try:
            found = self._recipient(token, now_ms)
        except Busy:
            return Taken(reply=BUSY)
        if token is None or found is None:
            return Taken(reply=NO_SUCH_ADDRESS.smtp_text)
        refused = rejection_of_sender(mail_from, found)
        if refused is not None:
            return Taken(reply=refused.smtp_text)

        def by_content(token: str, raw: bytes, mail_from: str) -> Mapping[str, Recipient]:
            from pbem.intake.routing import routed

            return routed(self._database, self._settings, self._reader, token, raw, mail_from, now_ms)

        return takers({token: found}, raw, mail_from, written_by, by_content)

    def _recipient(self, token: str | None, now_ms: int) -> Recipient | None:
        """Whoever is behind an address of ours, given by its token. Raises Busy."""
        if not token:
            return None if token is None else OneMailbox()
        with self._database.read() as tx:
            return open_destination(UnitOfWork(tx, self._settings, now_ms), token)


def _store(tx: Tx, letters: Sequence[NewLetter], refused: Sequence[Envelope], now_ms: int) -> None:
    if letters:
        store_letters(tx, letters)
    store_refused(tx, refused, now_ms)


def _sender(head: LetterHead) -> str:
    """The envelope sender as the mail system noted it; else whoever the letter says it is from."""
    noted = head.values("Return-Path")
    return noted[0].strip().strip("<>").strip() if noted else head.from_address


def _recipients(settings: Settings, head: LetterHead) -> list[str]:
    """The addresses of this server in the surest header that has any; where there is but one, all come to that."""
    if settings.mail.mailbox:
        return [settings.mail.mailbox]
    for name in _ENVELOPE_HEADERS:
        named = (address.lower() for value in head.values(name) for address in _ADDRESS.findall(value))
        our_addresses = [address for address in dict.fromkeys(named) if settings.mail.is_own(address)]
        if our_addresses:
            return our_addresses[:_MOST_RECIPIENTS]
    return []
