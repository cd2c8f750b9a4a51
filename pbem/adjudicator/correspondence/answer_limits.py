"""Limits on letters and on answers, so that no loop of two programs goes on and nobody's letters fill another's
mailbox.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.correspondence.ignored_letters import TOO_MANY
from pbem.adjudicator.letters import LetterOutcome
from pbem.adjudicator.mails.game import zone_of
from pbem.clock import from_ms
from pbem.config import Mail, Settings
from pbem.i18n import Catalogue, catalogue
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.reading.letter import digest as digest_of
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import Tx, UnitOfWork
from pbem.store.games.seats import SeatContact, mark_notified
from pbem.store.mail.inbox import count_dealt_with, get_came_to
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.postbox import (
    AnswerCountRow,
    find_answer_count,
    forget_answer_counts,
    put_answer_count,
    withdraw_mails,
)
from pbem.store.players.preferences import get_preferences
from pbem.store.tables import NEW

_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 60 * _MINUTE_MS
_DAY_MS: Final = 24 * _HOUR_MS
QUIET_MS: Final = 7 * _DAY_MS
"""After so long without a letter everything begins anew."""
_AT_ONCE_MS: Final = 2 * _MINUTE_MS
"""A question that comes so soon after another letter may be a program's."""
_NUMBER: Final = re.compile(r"\d+")

Limit: TypeAlias = Literal["hour", "idle"]


@dataclass(frozen=True)
class Correspondent:
    """Somebody whose letters are answered: the address that mails go to, and by which address here they may answer."""

    address: str
    language: str
    sender: str
    player_id: int | None = None
    contact: SeatContact | None = None

    @property
    def who(self) -> str:
        """Their name in the counts; an address is not told by it."""
        if self.player_id is not None:
            return f"player {self.player_id}"
        return sha256(self.address.encode()).hexdigest()


class AnswerLimit:
    """Watches a letter being dealt with; made before that, in the same transaction."""

    def __init__(self, unit: UnitOfWork, writer: Correspondent, letter: Letter | BrokenLetter) -> None:
        self._unit = unit
        self._writer = writer
        self._letter = letter
        self._queued = len(unit.queued)

    def settle(self, result: LetterOutcome) -> LetterOutcome:
        """Count what was answered, or withdraw it; returns how the letter is closed."""
        before = self._before()
        after = self._counted(before, result)
        new = self._unit.queued[self._queued :]
        answers = [key for key, mail in new if mail.auto == "auto-replied" and mail.to_address == self._writer.address]
        is_step = result.effect == "change" and after.digest != before.digest
        limit = None if is_step else _reached(before, after, result, self._unit.settings.mail, self._unit.now_ms)
        if not answers or limit is None:
            after = replace(after, answers=before.answers + (0 if is_step else len(answers)))
            if answers:
                mail = self._unit.settings.mail
                is_announced = before.is_announced and (
                    _is_in_row(after, result, mail) or after.answers >= mail.answers_per_hour
                )
                after = replace(after, answered_ms=self._unit.now_ms, unanswered=0, is_announced=is_announced)
            put_answer_count(self._unit, after)
            return result
        withdraw_mails(self._unit, answers)
        self._keep_notices_unsent()
        if not before.is_announced:
            self._announce(limit, before, result)
        put_answer_count(self._unit, replace(after, unanswered=before.unanswered + 1, is_announced=True))
        return replace(result, unanswered=limit)

    def _before(self) -> AnswerCountRow:
        """The count before this letter; of an hour that is over, nothing. A moment to come is a wrong clock's."""
        found = find_answer_count(self._unit, self._writer.who)
        if found is None or not 0 <= self._unit.now_ms - found.last_ms < QUIET_MS:
            return AnswerCountRow(self._writer.who, self._unit.now_ms)
        if not 0 <= self._unit.now_ms - found.since_ms < _HOUR_MS:
            is_announced = found.is_announced and found.answers < self._unit.settings.mail.answers_per_hour
            return replace(found, since_ms=self._unit.now_ms, answers=0, is_announced=is_announced)
        return found

    def _counted(self, before: AnswerCountRow, result: LetterOutcome) -> AnswerCountRow:
        """The same with this letter; a question that comes by itself, as a person asks, is no letter in a row."""
        if result.effect == "change":
            return replace(before, digest=_exact_digest(self._letter), same=0, idle=0, last_ms=self._unit.now_ms)
        since = self._unit.now_ms - before.last_ms
        digest = _digest(self._letter)
        is_same = digest == before.digest and (result.effect == "nothing" or since < _HOUR_MS)
        is_idle = result.effect == "nothing" or since < _AT_ONCE_MS
        return replace(
            before,
            digest=digest,
            same=before.same + 1 if is_same else 1,
            idle=before.idle + 1 if is_idle else before.idle,
            last_ms=self._unit.now_ms,
        )

    def _keep_notices_unsent(self) -> None:
        """Have the next mail to the seat tell the notices that this answer would have told."""
        contact = self._writer.contact
        if contact is not None:
            mark_notified(self._unit, contact.game_id, contact.seat, contact.notified_position)

    def _announce(self, limit: Limit, before: AnswerCountRow, result: LetterOutcome) -> None:
        words, settings = catalogue(self._writer.language), self._unit.settings
        until = words.moment(from_ms(before.since_ms + _HOUR_MS), self._zone())
        subject = words.text("No more answers for now from %(server)s", server=settings.server.name)
        sentences = (
            _heading(limit, settings, words),
            *self._outcome(limit, result, words),
            _what_now(limit, until, words),
        )
        announce(self._unit, self._writer, self._letter, subject, sentences)

    def _outcome(self, limit: Limit, result: LetterOutcome, words: Catalogue) -> list[str]:
        """The outcome of a letter that is a player's own: anyone may have written one to everybody's address."""
        if limit != "hour" or self._writer.player_id is None or isinstance(self._letter, BrokenLetter):
            return []
        return [words.text("This email was processed, too: %(outcome)s", outcome=result.outcome)]

    def _zone(self) -> str:
        default = self._unit.settings.server.time_zone
        player_id = self._writer.player_id
        return default if player_id is None else zone_of(get_preferences(self._unit, player_id), default)


def announce(
    unit: UnitOfWork, writer: Correspondent, letter: Letter | BrokenLetter, subject: str, sentences: Sequence[str]
) -> None:
    """Mail somebody that their letters are limited for now: a lead, what that means, and the page."""
    words = catalogue(writer.language)
    lead, *rest = sentences
    blocks: list[doc.Block] = [
        doc.Lead((lead,)),
        *map(doc.Paragraph, rest),
        *_elsewhere(unit.settings.page("/my/letters"), words),
        doc.Signature(unit.settings.server.name, unit.settings.page()),
    ]
    document = doc.Document(words.language, tuple(blocks))
    mail = MailRow(
        id=NEW,
        message_id=new_message_id(unit.settings.mail.domain),
        player_id=writer.player_id,
        to_address=writer.address,
        kind="notice",
        subject=subject,
        text=text_of(document),
        in_reply_to=letter.message_id or None,
        references_=letter.message_id,
        auto="auto-replied",
        created_ms=unit.now_ms,
        sender=writer.sender,
    )
    queue_mail(unit, mail, doc.dumped(document))


def _reached(
    before: AnswerCountRow, after: AnswerCountRow, result: LetterOutcome, mail: Mail, now_ms: int
) -> Limit | None:
    if before.answers >= mail.answers_per_hour:
        return "hour"
    was_answered = 0 <= now_ms - before.answered_ms < _DAY_MS
    return "idle" if was_answered and _is_in_row(after, result, mail) else None


def _is_in_row(after: AnswerCountRow, result: LetterOutcome, mail: Mail) -> bool:
    """Whether too many letters in a row have come to nothing: half as many where they say the same."""
    most = mail.answers_in_row
    return result.effect != "change" and (after.same > most // 2 or after.idle > most)


def _heading(limit: Limit, settings: Settings, words: Catalogue) -> str:
    if limit == "hour":
        return words.plural(
            "We have answered %(n)s email of yours within an hour.",
            "We have answered %(n)s emails of yours within an hour.",
            settings.mail.answers_per_hour,
        )
    return words.text(
        "Your last emails changed nothing and looked like automatic replies to ours. Emails like them are no longer "
        "answered."
    )


def _what_now(limit: Limit, until: str, words: Catalogue) -> str:
    if limit == "hour":
        return words.text(
            "Until %(moment)s emails that change nothing get no more answers. All are kept and processed as always: "
            "orders are carried out, and answered. After that, an email tells you what came of the others.",
            moment=until,
        )
    return words.text(
        "Orders are carried out and answered as always. An email without orders is answered again tomorrow."
    )


def _elsewhere(page: str, words: Catalogue) -> list[doc.Block]:
    if not page:
        return []
    return [doc.Paragraph(words.text("You can look at your emails to us, and play, here:")), doc.Signs((page,))]


def _digest(letter: Letter | BrokenLetter) -> str:
    """The digest of what a letter says, but for numbers, such as those that a help desk gives to each letter."""
    if isinstance(letter, BrokenLetter):
        return letter.reason.name
    return digest_of(_NUMBER.sub("0", line) for line in letter.lines)


def _exact_digest(letter: Letter | BrokenLetter) -> str:
    """The digest of what a letter says, numbers and all: by them one step in a game may differ from the next."""
    return digest_of(()) if isinstance(letter, BrokenLetter) else digest_of(letter.lines)


def forget(tx: Tx, now_ms: int) -> None:
    """Delete counts that no longer matter."""
    forget_answer_counts(tx, now_ms - QUIET_MS)


def has_sent_too_many(unit: UnitOfWork, writer: Correspondent, token: str) -> bool:
    """Whether somebody has used up the letters that are read in an hour.

    `token` is the address that it came to.
    """
    most = unit.settings.mail.letters_per_hour
    return count_dealt_with(unit, token, writer.player_id, unit.now_ms - _HOUR_MS, unit.now_ms, most) >= most


def put_aside(unit: UnitOfWork, writer: Correspondent, token: str, letter: Letter | BrokenLetter) -> LetterOutcome:
    """Close a letter that is one too many; the first of them is answered by a mail that says so."""
    if not get_came_to(unit, token, writer.player_id, TOO_MANY, unit.now_ms - _HOUR_MS, unit.now_ms):
        words = catalogue(writer.language)
        lead = words.plural(
            "We have read %(n)s email of yours within an hour.",
            "We have read %(n)s emails of yours within an hour.",
            unit.settings.mail.letters_per_hour,
        )
        means = words.text(
            "This one was not read, so nothing was done. Emails that you send until an hour has passed are kept, but "
            "not read. Send it again later."
        )
        subject = words.text("Too many emails to %(server)s", server=unit.settings.server.name)
        announce(unit, writer, letter, subject, (lead, means))
    return LetterOutcome(TOO_MANY, "ignored")
