"""Proof that a letter in a player's name is theirs: how much a letter needs, and what was found.

DNS is asked outside of any transaction. Where it does not answer, the letter waits and is looked at again for some
hours; after that it counts as not proved. Later letters to the same address wait behind it.
"""

from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address, ip_network
from typing import Final

from pbem.adjudicator import confirmations
from pbem.adjudicator.confirmations import answered_ids
from pbem.adjudicator.correspondence.ignored_letters import NO_CODE
from pbem.config import Settings
from pbem.intake.addresses import Destination, SeatDestination, find_destination
from pbem.intake.units import UnitOfWorkFactory
from pbem.log import LazyLog
from pbem.mail.proof_codes import ORDER, codes_in, find_chosen_proof, is_quoted
from pbem.mail.reading.headers import moment_in, read_head
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.receiving.dkim_check import Resolver, Unproved
from pbem.mail.receiving.proof import Finding, examine
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.inbox import LetterOriginRow, LetterRow, Way, get_origin_of, postpone_letter, was_proved
from pbem.store.mail.outbox import find_mail_by_message_id
from pbem.terms import Proof

LOOK_AGAIN: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180))
"""How long a letter waits after each look at which DNS did not answer."""
LONGEST: Final = sum(LOOK_AGAIN, timedelta())
"""The time since it came after which a letter waits no more; it may have stood behind another of its sender."""
_LONGEST_MS: Final = LONGEST // timedelta(milliseconds=1)

NEW: Final = timedelta(days=7)
"""How long a letter may be on its way: mail systems give up after five days (RFC 5321, 4.5.4.1)."""
_NEW_MS: Final = NEW // timedelta(milliseconds=1)
_LAY: Final[tuple[Way, ...]] = ("imap", "drop")
_MOST_ANSWERED: Final = 30

log = LazyLog(__name__)


class LooksAgain(Exception):
    """The letter has to be looked at anew before it can be dealt with: things have changed since."""


@dataclass(frozen=True)
class ProofNeed:
    """The proof that a letter needs; `by_default` where nobody has asked for it."""

    proof: Proof
    by_default: bool


@dataclass(frozen=True)
class Judgement:
    """The verdict on a letter: `by` names what proved it, "" where nothing had to; `why` tells that nothing did.

    `mark` is that by which copies of a signed letter are known.
    """

    by: str = ""
    reason: str = ""
    mark: str = ""


def find_proof_need(unit: UnitOfWork, player_id: int, origin: LetterOriginRow) -> ProofNeed:
    """The proof that a letter in a player's name needs, which came as `origin` says."""
    if origin.way == "local":  # the operator's own hand
        return ProofNeed("token+from", by_default=False)
    chosen = find_chosen_proof(unit, player_id)
    if chosen is not None:
        return ProofNeed(chosen, by_default=False)
    usual: Proof = "aligned" if can_be_proved(unit.settings, origin) else "token+from"
    least = unit.settings.mail.proof_least
    if ORDER.index(least) > ORDER.index(usual):
        return ProofNeed(least, by_default=False)
    return ProofNeed(usual, by_default=True)


def can_be_proved(settings: Settings, origin: LetterOriginRow) -> bool:
    """Whether genuine letters that come so bring proof of their sender's domain, as far as the settings tell."""
    if settings.mail.authserv_id:
        return True
    try:
        peer = ip_address(origin.peer.partition("%")[0])
    except ValueError:
        return False
    relays = map(ip_network, settings.mail.trusted_relays)
    return origin.way == "smtp" and peer.is_global and not any(peer in relay for relay in relays)


class SenderProof:
    """Looks for proof in letters, outside of transactions. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory, resolver: Resolver) -> None:
        self._units = units
        self.resolver = resolver

    def look(self, row: LetterRow, letter: Letter | BrokenLetter) -> Finding | None:
        """Look for the proof that a letter needs of its sender's domain; None where it needs none.

        Raises LooksAgain where DNS does not answer, and has the letter wait.
        """
        settings, now_ms = self._units.settings, self._units.now_ms()
        with self._units.read() as unit:
            to = find_destination(unit, row.recipient_token)
            origin = get_origin_of(unit, row.id)
            if to is None or to.player_id is None or not to.takes(letter.from_address):
                return None
            need = find_proof_need(unit, to.player_id, origin)
        if need.proof != "aligned":
            return None
        found = examine(row.raw, row.received_ms, settings.mail.authserv_id, self.resolver)
        if found.may_change and origin.looks < len(LOOK_AGAIN) and now_ms - row.received_ms < _LONGEST_MS:
            look_ms = now_ms + LOOK_AGAIN[origin.looks] // timedelta(milliseconds=1)
            self._units.database.write(lambda tx: postpone_letter(tx, row.id, look_ms))
            log.warning("a letter waits, as DNS does not answer", letter=row.id, looks=origin.looks + 1)
            raise LooksAgain
        return found


def judge(
    unit: UnitOfWork, row: LetterRow, letter: Letter | BrokenLetter, to: Destination, found: Finding | None
) -> Judgement:
    """Judge by what was found whether a letter from a player's address is theirs.

    Raises LooksAgain where it was not looked for what the letter needs by now.
    """
    if to.player_id is None:
        return Judgement()
    need = find_proof_need(unit, to.player_id, get_origin_of(unit, row.id))
    if need.proof == "code":
        return Judgement(by="code") if _quotes_code(unit, letter, to, to.player_id) else Judgement(reason=NO_CODE)
    if need.proof == "token+from":
        return Judgement()
    if found is None:
        raise LooksAgain
    if found.is_aligned:
        return _judge_original(unit, row, letter, found, to.player_id)
    if need.by_default and not found.has_dns:  # without DNS nobody could play by mail
        return Judgement()
    return Judgement(reason=str(found.reason))


def _judge_original(tx: Tx, row: LetterRow, letter: Letter | BrokenLetter, found: Finding, player_id: int) -> Judgement:
    original = found.original
    if original is None:
        return Judgement(by=found.by)
    came_ms = _came_ms(tx, row)
    is_fresh = original.sent_ms is not None and came_ms - original.sent_ms < _NEW_MS
    if not (is_fresh or _answers_newer(tx, letter, player_id, came_ms - _NEW_MS)):
        return Judgement(reason=Unproved.OLD)
    if original.mark and was_proved(tx, row.recipient_token, original.mark, but=row.id):
        return Judgement(reason=Unproved.CAME_BEFORE)
    return Judgement(by=found.by, mark=original.mark)


def _came_ms(tx: Tx, row: LetterRow) -> int:
    """The moment when a letter came: to where it lay before we took it, as the mail system there noted on top of it."""
    noted = read_head(row.raw).values("Received") if get_origin_of(tx, row.id).way in _LAY else ()
    found = moment_in(noted[0].rpartition(";")[2]) if noted else None
    return row.received_ms if found is None else min(found, row.received_ms)


def _answers_newer(tx: Tx, letter: Letter | BrokenLetter, player_id: int, since_ms: int) -> bool:
    """Whether a letter answers a mail to its player of after a moment, so that it cannot be older itself."""
    for message_id in dict.fromkeys(filter(None, (letter.in_reply_to, *letter.references[-_MOST_ANSWERED:]))):
        mail = find_mail_by_message_id(tx, message_id)
        if mail is not None and mail.player_id == player_id and mail.created_ms >= since_ms:
            return True
    return False


def _quotes_code(tx: Tx, letter: Letter | BrokenLetter, to: Destination, player_id: int) -> bool:
    """Whether a letter quotes a code that its player was mailed: a mail's own, or the one that confirms a request."""
    if isinstance(letter, BrokenLetter):
        return False
    if is_quoted(tx, player_id, letter.text, answered_ids(letter)):
        return True
    seat = (to.contact.game_id, to.contact.seat) if isinstance(to, SeatDestination) else None
    return confirmations.has_code(tx, player_id, seat, codes_in(letter.text))
