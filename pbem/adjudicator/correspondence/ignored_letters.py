"""Letters that were not read, or not taken for their player's: why, whom that is told, and how they are dealt with
after all.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.letters import LetterOutcome
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.clock import from_ms
from pbem.i18n import N_, Catalogue, catalogue
from pbem.mail.reading.headers import read_origin, without_signs
from pbem.mail.receiving.dkim_check import Unproved
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.ignored import (
    IgnoredLetter,
    ask_for_letter,
    forget_ignored,
    is_insisted_on,
    list_ignored_of,
    list_players_with_ignored,
    list_unnotified_letters,
    mark_letters_notified,
    note_ignored,
)
from pbem.store.mail.inbox import LetterRow
from pbem.store.players.player import get_player
from pbem.store.players.preferences import get_preferences

NO_CODE: Final = "no code"
"""Why a letter is not proved that quotes no code of its player's; the other reasons are those of `Unproved`."""
NOT_PROVED: Final = "not proved: "
"""How the outcome of such a letter begins; the reason follows."""
NOT_FROM: Final = "not from "
"""The beginning of the outcome of a letter to somebody's address from a sender who is not its owner; the
owner follows.
"""
REASONS: Final[dict[str, str]] = {
    NO_CODE: N_("It quotes none of the codes that our emails to you carry."),
    Unproved.UNSIGNED: N_("It has no signature (DKIM) of your mail provider."),
    Unproved.OTHERS_SIGNATURE: N_("It was signed (DKIM), but not by your mail provider."),
    Unproved.WRONG_SIGNATURE: N_("The signature of your mail provider (DKIM) does not fit: it is forged, or changed."),
    Unproved.EXPIRED: N_("The signature of your mail provider (DKIM) has expired."),
    Unproved.FROM_UNSIGNED: N_("The signature of your mail provider (DKIM) leaves the sender's address out."),
    Unproved.PARTLY_SIGNED: N_("The signature of your mail provider (DKIM) covers only a part of the text."),
    Unproved.ALGORITHM: N_("The signature of your mail provider (DKIM) is made in a way that is not safe."),
    Unproved.WEAK: N_("The key of your mail provider's signature (DKIM) is not safe."),
    Unproved.TESTING: N_("Your mail provider says that its signatures (DKIM) are only a test."),
    Unproved.NO_KEY: N_("The key of your mail provider's signature (DKIM) can't be found."),
    Unproved.MALFORMED: N_("It is damaged, so that its signature (DKIM) cannot be checked."),
    Unproved.RECEIVER: N_("This server's mail system found no proof that it comes from your mail provider."),
    Unproved.NO_DOMAIN: N_("It does not say who wrote it."),
    Unproved.INCOMPLETE: N_("It is larger than this server reads, so that its signature (DKIM) was not checked."),
    Unproved.DOUBLES: N_(
        "It has a header twice that an email has once, so its signature (DKIM) does not tell what it says."
    ),
    Unproved.OLD: N_("It was signed more than a week before it came, so it may be a copy that someone has kept."),
    Unproved.CAME_BEFORE: N_("It is a copy of an email that came before. Nothing is done twice."),
    Unproved.NO_ANSWER: N_("For hours the key of your mail provider's signature (DKIM) could not be looked up."),
}


UNANSWERED: Final = {"idle": "not answered", "hour": "not answered within its hour"}
"""The reasons of letters that were dealt with, and not answered, by the limit that they met."""
_OF_HOUR: Final = (UNANSWERED["hour"],)
TOO_MANY: Final = "too many letters within an hour"
"""The reason of a letter that was kept and not read, because its player had sent too many."""
_MAYBE_MEANT: Final = ("automatic: precedence", "automatic: list", "automatic: suppressed")
"""Reasons by which a person's letter may have been ignored."""
_REASONS: Final = {
    "automatic: loop": N_("It is one of our own emails, which came back."),
    "automatic: report": N_("It is a report of a mail server."),
    "automatic: null_sender": N_("It was sent without a return address, as reports of mail servers are."),
    "automatic: daemon": N_("It was written by a mail server."),
    "automatic: auto_submitted": N_("It says that it was written automatically, as absence notices are."),
    "automatic: autoresponder": N_("It looks like an automatic reply."),
    "automatic: subject": N_("Its subject is that of an automatic reply, and it holds no orders."),
    "automatic: precedence": N_("It is marked as bulk mail, and holds no orders."),
    "automatic: list": N_("It came by way of a mailing list, and holds no orders."),
    "automatic: suppressed": N_("It asks for no automatic replies, and holds no orders."),
    TOO_MANY: N_("You had sent very many emails within an hour, so it was not read."),
    **dict.fromkeys(
        UNANSWERED.values(), N_("It was processed but not answered, because you had already had many answers.")
    ),
}
_BY_MAIL_SYSTEMS: Final = frozenset({"automatic: loop", "automatic: report", "automatic: daemon"})
_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
LISTED_MS: Final = 30 * _DAY_MS
"""How long a letter is on its player's list."""
KEPT_MS: Final = 365 * _DAY_MS
_WEEK_MS: Final = 7 * _DAY_MS
MOST_LISTED: Final = 50
_MOST_MAILED: Final = 10


@dataclass(frozen=True)
class ListedLetter:
    """A letter as its player is shown it."""

    mark: str
    received_ms: int
    tag: str | None
    """The game it was for; None for a letter to their own address."""
    reason: str
    outcome: str
    """The outcome in their language, once it was dealt with; "" before."""
    waits: bool
    """Whether it is about to be dealt with."""
    can_be_dealt_with: bool


def note(unit: UnitOfWork, row: LetterRow, result: LetterOutcome, owner: tuple[int | None, str | None] | None) -> None:
    """Note why a letter was not read or answered; `owner` is whose address here it came to, and that player's own."""
    reason = UNANSWERED[result.unanswered] if result.unanswered else result.outcome
    player_id, address = owner or (None, None)
    is_theirs = address is not None and read_origin(row.raw).from_address == address and reason not in _BY_MAIL_SYSTEMS
    note_ignored(unit, row.id, player_id if is_theirs else None, reason, unit.now_ms)


def without_signs_denied(tx: Tx, row: LetterRow) -> LetterRow:
    """A letter without its signs of being automatic, where somebody has said that it is not."""
    if not row.raw or not is_insisted_on(tx, row.id):
        return row
    return replace(row, raw=without_signs(row.raw), mail_from=row.mail_from or read_origin(row.raw).from_address)


def list_ignored(tx: Tx, player_id: int, words: Catalogue, now_ms: int) -> list[ListedLetter]:
    """A player's own letters of the last month that were not read, or not answered; the newest first."""
    return [_listed(row, words) for row in list_ignored_of(tx, player_id, now_ms - LISTED_MS, MOST_LISTED)]


def _listed(row: IgnoredLetter, words: Catalogue) -> ListedLetter:
    is_over = row.status == "done"
    return ListedLetter(
        mark=row.mark,
        received_ms=row.received_ms,
        tag=row.tag,
        reason=explain(row.reason, words),
        outcome=row.outcome if is_over else "",
        waits=row.status == "new",
        can_be_dealt_with=why_not(row) is None,
    )


def explain(reason: str, words: Catalogue) -> str:
    """A reason as a sentence; those of the door, which only the operator reads, are as they are."""
    known = REASONS.get(reason.removeprefix(NOT_PROVED)) if reason.startswith(NOT_PROVED) else _REASONS.get(reason)
    return reason if known is None else words.text(known)


def why_not(row: IgnoredLetter) -> str | None:
    """The reason why a letter cannot be dealt with after all, as a message id; None where it can."""
    if row.status != "ignored" or row.requested_ms is not None:
        return N_("This email was processed before. Nothing is done twice.")
    if not row.is_kept:
        return N_("This email is too old: its text was erased.")
    if row.reason.startswith(NOT_PROVED):
        return N_("This email is not proved to be yours, so it is not processed. Send it again.")
    if row.player_id is None or row.reason in _BY_MAIL_SYSTEMS or row.reason not in _REASONS:
        return N_("This email did not come from the player whose address it was sent to, so it is not processed.")
    return None


def deal_with(tx: Tx, row: IgnoredLetter | None, words: Catalogue, now_ms: int) -> None:
    """Have the inbox worker deal with a letter after all. Raises Refused."""
    if row is None:
        raise Refused(words.text("There is no such email."))
    found = why_not(row)
    if found is not None:
        raise Refused(words.text(found))
    if not ask_for_letter(tx, row.letter_id, now_ms):
        raise Refused(words.text(N_("This email was processed before. Nothing is done twice.")))


def list_players_due(unit: UnitOfWork) -> list[int]:
    """The players who are to be mailed of letters that were not read, or not answered."""
    return list(dict.fromkeys([*_due_unanswered(unit), *_due_ignored(unit)]))


def _due_ignored(unit: UnitOfWork) -> list[int]:
    return list_players_with_ignored(
        unit, _MAYBE_MEANT, unit.now_ms - LISTED_MS, unit.now_ms - _DAY_MS, unit.now_ms - _WEEK_MS
    )


def _due_unanswered(unit: UnitOfWork) -> list[int]:
    """Those whose letters met the limit of an hour that is over."""
    over_ms = unit.now_ms - _HOUR_MS
    return list_players_with_ignored(unit, _OF_HOUR, unit.now_ms - LISTED_MS, over_ms, over_ms)


def send(unit: UnitOfWork, player_id: int) -> None:
    """Mail a player which letters of theirs were not read and why, or not answered and what came of them, if due."""
    if player_id in _due_unanswered(unit):
        _send(unit, player_id, _OF_HOUR)
    if player_id in _due_ignored(unit):
        _send(unit, player_id, _MAYBE_MEANT)


def _send(unit: UnitOfWork, player_id: int, reasons: Collection[str]) -> None:
    player, is_unread = get_player(unit, player_id), reasons is _MAYBE_MEANT
    found = [row for row in list_unnotified_letters(unit, player_id, unit.now_ms - LISTED_MS) if row.reason in reasons]
    words = catalogue(player.language)
    zone = zone_of(get_preferences(unit, player_id), unit.settings.server.time_zone)
    entries = tuple(_entry(row, words, zone, explain(row.reason, words) if is_unread else row.outcome) for row in found)
    lead, subject = (
        (
            words.plural("%(n)s email of yours was not read.", "%(n)s emails of yours were not read.", len(found)),
            words.text("Emails that %(server)s did not read", server=unit.settings.server.name),
        )
        if is_unread
        else (
            words.plural(
                "%(n)s email of yours was processed, but not answered. This came of it:",
                "%(n)s emails of yours were processed, but not answered. This came of them:",
                len(found),
            ),
            words.text("Emails that %(server)s did not answer", server=unit.settings.server.name),
        )
    )
    page = unit.settings.page("/my/letters")
    blocks: list[doc.Block] = [
        doc.Lead((lead,)),
        doc.Bullets(entries[-_MOST_MAILED:]),
        *(_what_to_do(page, words) if is_unread else ()),
    ]
    write_to(unit, player, "notice", subject, blocks)
    mark_letters_notified(unit, [row.letter_id for row in found], unit.now_ms)


def _what_to_do(page: str, words: Catalogue) -> list[doc.Block]:
    if not page:
        sentence = words.text(
            "If you wrote it yourself, just send it again, or ask the operator to process it. If you did not, there "
            "is nothing you need to do."
        )
        return [doc.Paragraph(sentence)]
    sentence = words.text(
        "If you wrote it yourself, you can have it processed on the website, or just send it again. If you did not, "
        "there is nothing you need to do."
    )
    return [doc.Paragraph(sentence), doc.Signs((page,))]


def _entry(row: IgnoredLetter, words: Catalogue, zone: str, why: str) -> str:
    when = words.moment(from_ms(row.received_ms), zone)
    if row.tag is None:
        return words.text("%(moment)s, to your own address: %(why)s", moment=when, why=why)
    return words.text("%(moment)s, for %(tag)s: %(why)s", moment=when, tag=row.tag, why=why)


def forget(tx: Tx, now_ms: int) -> None:
    """Delete notes that are a year old."""
    forget_ignored(tx, now_ms - KEPT_MS)
