"""Parts that letters of all sorts share: the answers to their lines, how they are closed, and mails that came back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from pbem.commands.command_reader import LineReading
from pbem.commands.orders.verbs import explain as explain_order
from pbem.commands.tokens import Fault
from pbem.games.compose import SHOWN_WHOLE
from pbem.i18n import N_, Catalogue
from pbem.mail.reading.letter import BrokenLetter, Ignored, LetterFault
from pbem.reports.document import AnsweredLine
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


STOPPED: Final = N_("Nothing was changed: line %(line)s is not possible.")
"""The heading for a letter of which nothing was done, since a line is not possible."""
LOOKED_UP: Final = N_("Here is what you asked for. Nothing was changed.")
"""The heading for a letter that only asked for something to read."""
Explain: TypeAlias = Callable[[Fault, Catalogue], str]
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


def passed_over(line: LineReading[Any], words: Catalogue, explain: Explain = explain_order) -> AnsweredLine:
    """A line of a letter of which nothing is tried; `explain` says why it cannot be read."""
    if line.fault:
        # The answer shows the line itself; only of one too long to be shown the fault quotes the place.
        fault = line.fault if len(line.text) > SHOWN_WHOLE else replace(line.fault, number=0)
        return AnsweredLine(line.number, line.text, "unread", explain(fault, words))
    is_order = line.kind in ("orders", "part", "text", "unread")
    return AnsweredLine(line.number, line.text, "not reached" if is_order else "prose", "")


def undone(line: AnsweredLine, stopped: int, words: Catalogue) -> AnsweredLine:
    """A line that could be met, and is undone since that with the number `stopped` could not."""
    why = words.text("fine by itself, but line %(number)s is not possible", number=stopped)
    return replace(line, outcome="undone", message=why)


def faults_heading(lines: Sequence[LineReading[Any]], words: Catalogue) -> str:
    """The heading for a letter of which some lines cannot be read, in a sentence."""
    return words.plural(
        "Nothing was changed: one line was not understood.",
        "Nothing was changed: %(n)s lines were not understood.",
        sum(line.fault is not None for line in lines),
    )


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
