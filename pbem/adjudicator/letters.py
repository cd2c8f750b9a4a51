"""Parts that letters of all sorts share: how they are closed, and mails that came back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pbem.i18n import N_, Catalogue
from pbem.mail.reading.letter import BrokenLetter, Ignored, LetterFault
from pbem.store import UnitOfWork
from pbem.store.mail.inbox import BounceRow, LetterRow, add_bounce, find_last_sent_to
from pbem.store.mail.outbox import find_mail_by_message_id

_TROUBLES: Final[Mapping[LetterFault, str]] = {
    LetterFault.TOO_LARGE: N_("It is larger than this server reads."),
    LetterFault.HEADERS_TOO_LONG: N_("Its headers are longer than this server reads."),
    LetterFault.TOO_MANY_PARTS: N_("It has more parts than this server reads; send plain text, without attachments."),
    LetterFault.TOO_DEEP: N_("Its parts are nested too deep; send plain text, without attachments."),
    LetterFault.TOO_MANY_LINES: N_("It has more lines than this server reads; send only your orders."),
    LetterFault.LINE_TOO_LONG: N_("It has a line that is too long; put one order per line."),
    LetterFault.TOO_MANY_ATTRIBUTES: N_("Its HTML is more complex than this server reads; send plain text."),
    LetterFault.TOO_COSTLY: N_("It takes too long to read; send plain text, without attachments."),
    LetterFault.MALFORMED: N_("It is damaged; send plain text, without attachments."),
}


LetterEffect: TypeAlias = Literal["change", "question", "nothing"]
"""The gain of a letter to its sender: something was changed, something was asked that can be told, or neither."""


@dataclass(frozen=True)
class LetterOutcome:
    """The closing of a letter: in a few words what came of it, and whether it was answered."""

    outcome: str
    status: Literal["done", "ignored"] = "done"
    effect: LetterEffect = "nothing"
    unanswered: Literal["hour", "idle"] | None = None
    """The limit by which it was dealt with, and its answer not mailed."""


def inbox_outcome(letter: BrokenLetter | Ignored) -> str:
    """Name in the inbox why a letter's text was not read."""
    kind = "unreadable" if isinstance(letter, BrokenLetter) else "automatic"
    return f"{kind}: {letter.reason.name.lower()}"


def was_read(row: LetterRow) -> bool:
    """Whether a letter's text was read when it came, so that reading it again is known to take bounded time."""
    return bool(row.raw) and not row.outcome.startswith(("unreadable: ", "automatic: "))


def broken_letter_heading(letter: BrokenLetter, words: Catalogue) -> str:
    """The beginning of the answer to a letter that cannot be read."""
    why = words.text(_TROUBLES[letter.reason])
    return words.text("Nothing was changed: your email could not be read. %(why)s", why=why)


def note_bounce(unit: UnitOfWork, row: LetterRow, letter: Ignored, player_id: int) -> None:
    """Note what a mail system says of a mail to the player whose address it wrote to; nothing where it says nothing.

    A report that does not name the mail is taken for one about the newest that was sent to that address of theirs.
    """
    bounce = letter.bounced
    if not bounce.failed and not bounce.delayed:
        return
    named = find_mail_by_message_id(unit, bounce.message_id) if bounce.message_id else None
    mail_id = named.id if named is not None and named.player_id == player_id else None
    if mail_id is None:
        newest = (find_last_sent_to(unit, player_id, address) for address in (*bounce.failed, *bounce.delayed))
        mail_id = next((found for found in newest if found is not None), None)
    if mail_id is not None:
        add_bounce(unit, BounceRow(row.id, mail_id, bool(bounce.failed), bounce.reply, bounce.stamp, unit.now_ms))
