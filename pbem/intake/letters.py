"""Letters: stored as they come, read, and dealt with to their end, in one transaction each."""

from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace

from pbem.adjudicator.correspondence import answer_limits, bounces, ignored_letters, optional_mail
from pbem.adjudicator.correspondence.answer_limits import AnswerLimit, Correspondent
from pbem.adjudicator.correspondence.ignored_letters import NOT_FROM, NOT_PROVED
from pbem.adjudicator.letters import LetterOutcome, inbox_outcome, note_bounce
from pbem.adjudicator.mails.game import answer_in_vain, apologise
from pbem.adjudicator.service import answer_letter, holds_orders, judge_letter
from pbem.intake.addresses import (
    Destination,
    NewcomerDestination,
    OfficeDestination,
    OperatorDestination,
    ReportsDestination,
    SeatDestination,
    UnsubscribeDestination,
    find_destination,
    open_destination,
)
from pbem.intake.handed_over import new_letter, store_refused
from pbem.intake.proofs import LooksAgain, SenderProof, judge
from pbem.intake.routing import routed
from pbem.intake.units import UnitOfWorkFactory, notice_damage
from pbem.intake.unproved import find_correspondent, find_player_in_doubt, prove, report_other_address
from pbem.lobby.reception import LookedUp, ReceivedLetter
from pbem.lobby.registering import notify_inviters, pass_on
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterReader
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.dkim_check import Resolver
from pbem.mail.receiving.proof import Finding, NotAtOnce, examine_headers
from pbem.store import Tx, UnitOfWork, WouldWait
from pbem.store.across.prefetch import prefetch_letter
from pbem.store.mail.inbox import (
    LetterRow,
    LetterStatus,
    NewLetter,
    fail_letter,
    finish_letter,
    get_letter,
    store_letters,
    store_new_letter,
)
from pbem.store.mail.outbox import find_mail_by_message_id
from pbem.store.players.player import find_player_by_address
from rules_core.kernel.codec import BadRecord


class Letters:
    """Takes letters of all sorts. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory, reader: LetterReader, resolver: Resolver) -> None:
        self._units = units
        self._proof = SenderProof(units, resolver)
        self._reader = reader

    def recipient(self, token: str) -> Destination | None:
        """Look up an address before a letter is taken for it. Raises Busy for the lobby while many letters wait."""
        with self._units.read() as unit:
            return open_destination(unit, token)

    def find_at_once(self, token: str) -> Destination | None:
        """Look up an address as `recipient` does, at once. Raises NotAtOnce where that cannot be, and Busy."""
        try:
            with self._units.database.read_at_once() as tx:
                return open_destination(UnitOfWork(tx, self._units.settings, self._units.now_ms()), token)
        except WouldWait as error:
            raise NotAtOnce from error

    def by_content(self, token: str, raw: bytes, mail_from: str) -> dict[str, Destination]:
        """Find by a letter itself whom it is for that came to an address; nobody where it is private mail.

        Raises Busy where it cannot be taken now, CameBack where it is a mail of ours, and ProcessUnavailable.
        """
        return routed(
            self._units.database, self._units.settings, self._reader, token, raw, mail_from, self._units.now_ms()
        )

    def store(self, envelope: Envelope) -> tuple[int, bool]:
        """Put a letter into the inbox, durably; returns its id, the same for the same letter, and whether it is new."""
        now_ms = self._units.now_ms()
        return self._units.database.write(lambda tx: put(tx, envelope, now_ms))

    def begin_to_store(self, envelopes: Sequence[Envelope]) -> Future[None]:
        """Begin to put letters into the inbox in one commit, durably, all of them or none; the future says how it went.

        Those that are there already stay as they are.
        """
        now_ms = self._units.now_ms()
        letters = [new_letter(one, now_ms) for one in envelopes]
        return self._units.database.begin_to_write(lambda tx: store_letters(tx, letters))

    def begin_to_store_refused(self, envelopes: Sequence[Envelope]) -> Future[None]:
        """Begin to keep letters that came to somebody's address from elsewhere, as `begin_to_store` keeps others."""
        now_ms = self._units.now_ms()
        return self._units.database.begin_to_write(lambda tx: store_refused(tx, envelopes, now_ms))

    def bring_again(self, letters: Sequence[NewLetter]) -> int:
        """Put letters into the inbox that came before, but for those that are there; return how many that were not."""
        return self._units.database.write(lambda tx: sum(store_new_letter(tx, letter)[1] for letter in letters))

    def receive(self, letter_id: int) -> None:
        """Deal with a letter of the inbox, to its end: done or not, answered or rightly not. Raises NotFound.

        Where it cannot be told yet who wrote it, it is left there for later.
        """
        with self._units.database.reading_once(), suppress(LooksAgain):
            row, letter = self._opened(letter_id)
            found = None if isinstance(letter, Ignored) else self._proof.look(row, letter)
            try:
                self._receive(row, letter, found)
            except BadRecord:
                if not self._is_for_damaged_game(row):
                    raise
                self._units.write(lambda unit: _put_off(ReceivedLetter(unit, row), letter, found))

    def _is_for_damaged_game(self, row: LetterRow) -> bool:
        with self._units.read() as unit:
            to = _destination(ReceivedLetter(unit, row))
        return isinstance(to, SeatDestination) and notice_damage(self._units, to.contact.game_id)

    def _receive(self, row: LetterRow, letter: Letter | BrokenLetter | Ignored, found: Finding | None) -> None:
        """Deal with a letter of which was found who wrote it. Raises LooksAgain where more has to be found."""
        looked_up = None
        with self._units.read() as unit:  # what takes long keeps no others from writing
            received = ReceivedLetter(unit, row)
            to = _destination(received)
            if isinstance(letter, Letter) and to is not None and _is_from_owner(letter, to):
                is_read = not (_sender_of_too_many(received, to) or judge(unit, row, letter, to, found).reason)
                looked_up = _judge_ahead(received, letter, to) if is_read else None
        self._units.write(
            lambda unit: _deliver(ReceivedLetter(unit, row), letter, looked_up, found),
            now_ms=received.unit.now_ms,
            game_id=to.contact.game_id if isinstance(to, SeatDestination) else None,
        )

    def fail(self, letter_id: int, reason: str) -> LetterStatus:
        """Count a failure to deal with a letter; returns "new" while it is tried again, then "shunted".

        Raises AlreadyFinished.
        """
        return self._units.database.write(lambda tx: fail_letter(tx, letter_id, reason))

    def apologise(self, letter_id: int) -> None:
        """Tell the sender of a letter that was shunted that it could not be dealt with. Raises NotFound."""
        with self._units.database.reading_once(), suppress(LooksAgain):
            row, letter = self._opened(letter_id)
            if isinstance(letter, Ignored):
                return
            found = self._proof.look(row, letter)
            self._units.write(lambda unit: _apologise(ReceivedLetter(unit, row), letter, found))

    def read(self, row: LetterRow) -> Letter | BrokenLetter | Ignored:
        """Read a letter of the inbox; never within a transaction that writes, as it may take seconds."""
        return self._reader(row.raw, mail_from=row.mail_from, own_domains=self._units.settings.mail.loop_domains)

    def _opened(self, letter_id: int) -> tuple[LetterRow, Letter | BrokenLetter | Ignored]:
        with self._units.read() as unit:
            prefetch_letter(unit, letter_id)
            row = get_letter(unit, letter_id)
            meant = ignored_letters.without_signs_denied(unit, row)
        letter = self.read(meant)
        if meant is not row and isinstance(letter, Letter):
            letter = replace(letter, doubt=None)
        if isinstance(letter, Letter):
            _ = letter.parted  # here, and kept by the letter, rather than in a transaction that writes
        return row, letter


def put(tx: Tx, envelope: "Envelope", now_ms: int) -> tuple[int, bool]:
    """Put a letter into the inbox; returns its id, the same for the same letter, and whether it is new."""
    return store_new_letter(tx, new_letter(envelope, now_ms))


def send_back_too_large(unit: UnitOfWork, envelope: "Envelope", letter: BrokenLetter) -> None:
    """Tell the sender of a letter, of which only the headers were fetched, that it is too large; once."""
    letter_id, is_new = put(unit, envelope, unit.now_ms)
    if is_new:
        found = examine_headers(envelope.raw, unit.settings.mail.authserv_id)
        _deliver(ReceivedLetter(unit, get_letter(unit, letter_id)), letter, None, found)


def _deliver(
    received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, looked_up: LookedUp | None, found: Finding | None
) -> None:
    """Bring a letter to whom it is for, and close it; what was found before this transaction may have changed.

    Raises LooksAgain where it has changed so that more has to be found first.
    """
    to = _destination(received)
    too_many = None if to is None else _sender_of_too_many(received, to)
    letter = _as_it_counts(received, letter, to, is_read=too_many is None)
    why = _why_unproved(received, letter, to, found)
    limit = None if why or too_many else _answer_limit(received, letter, to)
    if limit is not None:
        _resume_mails(received, letter, to)
    if too_many is not None and not (why or isinstance(letter, Ignored)) and to and _is_from_owner(letter, to):
        token = received.row.recipient_token
        result = answer_limits.put_aside(received.unit, too_many, token, letter)
    else:
        result = _closing(received, letter, to, why, looked_up)
    if limit is not None:
        result = limit.settle(result)
    _finish(received, letter, to, result)


def _judge_ahead(received: ReceivedLetter, letter: Letter, to: Destination) -> LookedUp | None:
    """Read and judge a letter before the transaction that deals with it.

    Returns the answer where it only asks an office for something to read.
    """
    if isinstance(to, SeatDestination):
        judge_letter(received.unit, received.row, letter, to.contact)
    elif isinstance(to, OfficeDestination):
        received.read(letter, to.player)
        return received.looked_up(letter, to.player)
    elif isinstance(to, NewcomerDestination):
        received.read(letter, to.registration)
    return None


def _sender_of_too_many(received: ReceivedLetter, to: Destination) -> Correspondent | None:
    """The owner of an address who has used up their letters; None where they may write."""
    writer, token = find_correspondent(received.unit, to), received.row.recipient_token
    if writer is None:
        return None
    return writer if answer_limits.has_sent_too_many(received.unit, writer, token) else None


def _as_it_counts(
    received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, to: Destination | None, *, is_read: bool
) -> Letter | BrokenLetter | Ignored:
    if isinstance(letter, Letter) and letter.doubt and not (to and is_read and _is_meant(received, letter, to)):
        return Ignored(letter.doubt, letter.message_id)
    return letter


def _why_unproved(
    received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, to: Destination | None, found: Finding | None
) -> str:
    """The reason why a letter in its owner's name does not count as theirs; "" where it does. Raises LooksAgain."""
    if to is None or isinstance(letter, Ignored) or not _is_from_owner(letter, to):
        return ""
    return prove(received, letter, to, found)


def _resume_mails(received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, to: Destination | None) -> None:
    """Mail a player again whose address was taken for dead, as they have written."""
    if isinstance(letter, Letter) and to is not None and to.player_id is not None:
        answered = to.contact.game_id if isinstance(to, SeatDestination) else None
        bounces.resume(received.unit, to.player_id, answered=answered)


def _closing(
    received: ReceivedLetter,
    letter: Letter | BrokenLetter | Ignored,
    to: Destination | None,
    why: str,
    looked_up: LookedUp | None,
) -> LetterOutcome:
    if isinstance(letter, Ignored):
        return LetterOutcome(inbox_outcome(letter), "ignored")
    if to is None:
        return LetterOutcome("the seat's address is no longer in use", "ignored")
    if isinstance(to, OperatorDestination) and pass_on(received.unit, received.row, letter):
        return LetterOutcome("passed on to the operator")
    if isinstance(to, ReportsDestination | OperatorDestination):
        return LetterOutcome("for the operator", "ignored")
    if not _is_from_owner(letter, to):
        report_other_address(received, letter, to)
        whose = "the seat's player" if isinstance(to, SeatDestination) else "whom the address was given to"
        return LetterOutcome(f"{NOT_FROM}{whose}", "ignored")
    return LetterOutcome(f"{NOT_PROVED}{why}", "ignored") if why else _answered(received, letter, to, looked_up)


def _answered(
    received: ReceivedLetter, letter: Letter | BrokenLetter, to: Destination, looked_up: LookedUp | None
) -> LetterOutcome:
    if isinstance(to, SeatDestination):
        return answer_letter(received.unit, received.row, letter, to.contact)
    if isinstance(to, OfficeDestination):
        return received.from_player(letter, to.player, looked_up)
    if isinstance(to, NewcomerDestination):
        return received.from_newcomer(letter, to.registration)
    if isinstance(to, UnsubscribeDestination):
        optional_mail.end(received.unit, to.token, by_mail=True)
        return LetterOutcome("unsubscribed", effect="change")
    return received.from_anybody(letter)


def _finish(
    received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, to: Destination | None, result: LetterOutcome
) -> None:
    place = (to.contact.game_id, to.contact.seat) if isinstance(to, SeatDestination) else (None, None)
    finish_letter(received.unit, received.row.id, result.status, result.outcome, *place)
    if result.status == "ignored" or result.unanswered:
        owner = None if to is None else (to.player_id, to.registered_address)
        ignored_letters.note(received.unit, received.row, result, owner)
    if isinstance(letter, Ignored) and to is not None:
        _note_report(received, letter, to)


def _note_report(received: ReceivedLetter, letter: Ignored, to: Destination) -> None:
    reported = _reported_player(received, letter, to)
    if reported is not None:
        note_bounce(received.unit, received.row, letter, reported)
        bounces.count_report(received.unit, letter.bounced, reported)
        return
    mail = find_mail_by_message_id(received.unit, letter.bounced.message_id) if letter.bounced.message_id else None
    if mail is not None and bounces.is_fresh(mail, received.unit.now_ms) and mail.to_address in letter.bounced.failed:
        notify_inviters(received.unit, mail.to_address)


def _reported_player(received: ReceivedLetter, letter: Ignored, to: Destination) -> int | None:
    """The player of whose mail a report may tell: the one at whose address it came, or whose mail it names."""
    if not isinstance(to, ReportsDestination) or not letter.bounced.message_id:
        return to.player_id
    named = find_mail_by_message_id(received.unit, letter.bounced.message_id)
    return None if named is None else named.player_id


def _is_meant(received: ReceivedLetter, letter: Letter, to: Destination) -> bool:
    """Whether a letter asks for something in its own lines, so that a weak sign does not make it automatic.

    Nobody's word is taken for a letter that is not from whom its address was given to.
    """
    if not _is_from_owner(letter, to) or isinstance(to, UnsubscribeDestination):
        return True
    if isinstance(to, SeatDestination):
        return holds_orders(received.unit, letter, to.contact)
    registration = to.registration if isinstance(to, NewcomerDestination) else None
    player = (
        to.player if isinstance(to, OfficeDestination) else find_player_by_address(received.unit, letter.from_address)
    )
    return received.asks_for_something(letter, player, registration)


def _answer_limit(
    received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, to: Destination | None
) -> AnswerLimit | None:
    if to is None or isinstance(letter, Ignored) or not _is_from_owner(letter, to):
        return None
    writer = find_correspondent(received.unit, to) or find_player_in_doubt(received.unit, letter.from_address)
    return None if writer is None else AnswerLimit(received.unit, writer, letter)


def _put_off(received: ReceivedLetter, letter: Letter | BrokenLetter | Ignored, found: Finding | None) -> None:
    """Close a letter to the seat of a game that is damaged; its owner is answered. Raises LooksAgain."""
    to, result = _destination(received), LetterOutcome("the game is damaged")
    why = _why_unproved(received, letter, to, found)
    if isinstance(letter, Ignored):
        result = LetterOutcome(inbox_outcome(letter), "ignored")
    elif why:
        result = LetterOutcome(f"{NOT_PROVED}{why}", "ignored")
    elif isinstance(to, SeatDestination) and _is_from_owner(letter, to):
        answer_in_vain(received.unit, to.contact, letter.message_id)
    _finish(received, letter, to, result)


def _apologise(received: ReceivedLetter, letter: Letter | BrokenLetter, found: Finding | None) -> None:
    to = _destination(received)
    if to is None or not _is_from_owner(letter, to):
        return
    if judge(received.unit, received.row, letter, to, found).reason:
        return
    if isinstance(to, SeatDestination):
        apologise(received.unit, to.contact, letter.message_id)
    elif isinstance(to, OfficeDestination):
        received.apologise(letter, to.player)


def _destination(received: ReceivedLetter) -> Destination | None:
    return find_destination(received.unit, received.row.recipient_token)


def _is_from_owner(letter: Letter | BrokenLetter, to: Destination) -> bool:
    return to.takes(letter.from_address)
