"""Letters of a mailbox, each looked at once and taken where it is for somebody here; and all ways into a database,
for who serves several.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from pbem.clock import Clock
from pbem.config import Settings
from pbem.intake.addresses import has_room_for_report
from pbem.intake.clock import ClockEvents
from pbem.intake.forms import Forms, PracticeGames
from pbem.intake.handed_over import LocalDelivery
from pbem.intake.letters import Letters, put, send_back_too_large
from pbem.intake.operator import Moderators, Operator
from pbem.intake.own_data import OwnData
from pbem.intake.routing import concerns_us, find_tokens_for, mail_from_of, read_of_mailbox
from pbem.intake.senders import Senders
from pbem.intake.units import UnitOfWorkFactory
from pbem.mail.reading.headers import read_head
from pbem.mail.reading.letter import BrokenLetter, Ignored, LetterFault, LetterReader, read_headers, read_letter
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.dkim_check import DnsResolver, Resolver
from pbem.mail.reply_codes import NO_REPLY
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.mail.mailboxes import (
    MailboxFolderRow,
    find_last_uid,
    list_mailbox_folder,
    list_uids_seen,
    list_unmarked_letters,
    mark_mailbox_letters,
    note_mailbox_letter,
)

BEFORE: Final = timedelta(days=1)
"""How old letters may be when a folder is met for the first time: older ones were not written to this server."""
_BEFORE_MS: Final = BEFORE // timedelta(milliseconds=1)
_BEHIND: Final = 100
"""Numbers below the highest known one that are looked for once more, should a server have told of a letter late."""


class MailboxIntake:
    """Takes the letters of a mailbox. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory, letters: Letters, reader: LetterReader) -> None:
        self._units = units
        self._letters = letters
        self._reader = reader

    def folder(self, account: str, name: str, uid_validity: int) -> MailboxFolderRow:
        """A folder in its present numbering, whose letters count from a day before it was first met."""
        since_ms = self._units.now_ms() - _BEFORE_MS
        folder, _is_known = self._units.database.write(
            lambda tx: list_mailbox_folder(tx, account, name, uid_validity, first_since_ms=since_ms)
        )
        return folder

    def first_to_look_for(self, folder: MailboxFolderRow) -> int | None:
        """The number from which on letters are looked for; None where none is known yet, so that the day tells."""
        with self._units.read() as unit:
            last = find_last_uid(unit, folder.id)
        return None if last is None else max(1, last - _BEHIND)

    def unseen(self, folder: MailboxFolderRow, uids: Sequence[int]) -> list[int]:
        """Those of these numbers, in order, whose letters were not looked at."""
        if not uids:
            return []
        with self._units.read() as unit:
            seen = list_uids_seen(unit, folder.id, min(uids))
        return [uid for uid in uids if uid not in seen]

    def unmarked(self, folder: MailboxFolderRow) -> list[int]:
        """The numbers of the letters that were taken, but are not known to be marked."""
        with self._units.read() as unit:
            return list_unmarked_letters(unit, folder.id)

    def mark(self, folder: MailboxFolderRow, uids: Sequence[int]) -> None:
        """Note that letters are marked as taken in their folder."""
        self._units.database.write(lambda tx: mark_mailbox_letters(tx, folder.id, uids))

    def concerns_us(self, head: bytes, size: int) -> bool:
        """Whether a letter may be for somebody here, by its headers."""
        with self._units.read() as unit:
            return concerns_us(unit, head, size)

    def leave(self, folder: MailboxFolderRow, uids: Sequence[int]) -> None:
        """Note that letters are for nobody here."""
        now_ms = self._units.now_ms()

        def work(tx: Tx) -> None:
            for uid in uids:
                note_mailbox_letter(tx, folder.id, uid, taken=False, now_ms=now_ms)

        self._units.database.write(work)

    def tokens_for(self, raw: bytes) -> tuple[str, ...]:
        """The local parts of this server that a letter is for; none where it is for nobody here."""
        letter = read_of_mailbox(self._reader, self._units.settings, raw)
        with self._units.read() as unit:
            tokens = find_tokens_for(unit, raw, letter)
            return tuple(one for one in tokens if one != NO_REPLY or has_room_for_report(unit, one, raw))

    def take(self, folder: MailboxFolderRow, uid: int, raw: bytes, peer: str) -> bool:
        """Take a letter, durably, where it is for somebody here; else it is noted as left alone, and False returned.

        Raises Busy where it is for the lobby, and many letters to that wait.
        """
        tokens, now_ms, lobby = self.tokens_for(raw), self._units.now_ms(), self._units.settings.mail.lobby
        if not tokens:
            self.leave(folder, [uid])
            return False
        if lobby in tokens:
            self._letters.recipient(lobby)
        envelopes = _envelopes(raw, tokens, peer)

        def work(tx: Tx) -> None:
            if note_mailbox_letter(tx, folder.id, uid, taken=True, now_ms=now_ms):
                for envelope in envelopes:
                    put(tx, envelope, now_ms)

        self._units.database.write(work)
        return True

    def take_too_large(self, folder: MailboxFolderRow, uid: int, head: bytes, peer: str) -> bool:
        """Tell whoever sent a letter that it is too large to be read, of which only the headers are kept.

        Returns False where it is for nobody here, and noted as left alone.
        """
        settings, now_ms = self._units.settings, self._units.now_ms()
        letter = read_headers(head, mail_from=mail_from_of(read_head(head)), own_domains=settings.mail.loop_domains)
        with self._units.read() as unit:
            tokens = find_tokens_for(unit, head, letter)
        if not tokens or isinstance(letter, Ignored):
            self.leave(folder, [uid])
            return False
        large = _too_large(letter)

        def work(tx: Tx) -> None:
            if note_mailbox_letter(tx, folder.id, uid, taken=True, now_ms=now_ms):
                for envelope in _envelopes(head, tokens, peer):
                    send_back_too_large(UnitOfWork(tx, settings, now_ms), envelope, large)

        self._units.database.write(work)
        return True


def _too_large(letter: BrokenLetter) -> BrokenLetter:
    return BrokenLetter(
        reason=LetterFault.TOO_LARGE,
        message_id=letter.message_id,
        from_address=letter.from_address,
        subject=letter.subject,
        in_reply_to=letter.in_reply_to,
        references=letter.references,
        recipients_in_headers=letter.recipients_in_headers,
    )


def _envelopes(raw: bytes, tokens: Sequence[str], peer: str) -> list[Envelope]:
    """A letter as the inbox takes it, once for each address it is for."""
    mail_from = mail_from_of(read_head(raw))
    return [Envelope(mail_from, token, raw, peer, "imap") for token in tokens]


class Intake:
    """The ways into a database, one for each sort of what comes in. Safe to use from any thread.

    `reader` reads letters, and `resolver` asks DNS for proof of who wrote them.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        reader: LetterReader = read_letter,
        resolver: Resolver | None = None,
    ) -> None:
        self.units = UnitOfWorkFactory(database, clock, settings)
        self.letters = Letters(self.units, reader, resolver or DnsResolver())
        self.mailbox = MailboxIntake(self.units, self.letters, reader)
        self.local_delivery = LocalDelivery(database, settings, reader)
        self.forms = Forms(self.units)
        self.practice = PracticeGames(self.units)
        self.senders = Senders(self.units)
        self.own_data = OwnData(self.units)
        self.moderators = Moderators(self.units)
        self.operator = Operator(self.units)
        self.clock = ClockEvents(self.units)
