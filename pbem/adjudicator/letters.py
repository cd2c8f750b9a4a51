"""Parts that letters of all sorts share: the mail they answer, the sender's own lines, and mails that came back."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec import MsgspecError

from pbem.i18n import N_, Catalogue
from pbem.mail.proof_codes import without_proofs
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterFault
from pbem.mail.reading.quotes import Cut, cut
from pbem.mail.reply_codes import without_codes
from pbem.mail.sending.outgoing import OWN_ID
from pbem.reports.document import loaded
from pbem.reports.html import quotable
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import BounceRow, LetterRow, MailRow

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


Gain: TypeAlias = Literal["change", "question", "nothing"]
"""The gain of a letter to its sender: something was changed, something was asked that can be told, or neither."""


@dataclass(frozen=True)
class Closing:
    """The closing of a letter: in a few words what came of it, and whether it was answered."""

    outcome: str
    status: Literal["done", "ignored"] = "done"
    gain: Gain = "nothing"
    unanswered: bool = False
    """It was dealt with, and its answer not mailed."""


def inbox_outcome(letter: BrokenLetter | Ignored) -> str:
    """Name in the inbox why a letter's text was not read."""
    kind = "unreadable" if isinstance(letter, BrokenLetter) else "automatic"
    return f"{kind}: {letter.reason.name.lower()}"


def was_read(row: LetterRow) -> bool:
    """Whether a letter's text was read when it came, so that reading it again is known to take bounded time."""
    return bool(row.raw) and not row.outcome.startswith(("unreadable: ", "automatic: "))


def answered_mail(tx: Tx, letter: Letter, is_writers: Callable[[MailRow], bool]) -> MailRow | None:
    """The newest mail of ours that a letter says it answers, if it was its writer who got it."""
    for message_id in dict.fromkeys((letter.in_reply_to, *reversed(letter.references))):
        mail = repo.mail_by_message_id(tx, message_id) if message_id else None
        if mail is not None and is_writers(mail):
            return mail
    return None


def answers_lost_mail(tx: Tx, letter: Letter, domain: str) -> bool:
    """Whether the newest mail of ours that a letter says it answers is one that the database does not know.

    So it is where the server was restored from an older backup. Ours is what looks like an id of ours in `domain`, or
    in that of a mail of ours that the letter names too: a server may have had another domain before.
    """
    elsewhere: set[str] = set()
    for message_id in dict.fromkeys((letter.in_reply_to, *reversed(letter.references))):
        own = OWN_ID.fullmatch(message_id)
        if own is None:
            continue
        its_domain = own[1].casefold()
        if repo.mail_by_message_id(tx, message_id) is not None:
            return its_domain in elsewhere
        if its_domain == domain.casefold():
            return True
        elsewhere.add(its_domain)
    return False


def own_lines(tx: Tx, letter: Letter, answered: MailRow | None) -> tuple[str, ...]:
    """The sender's own lines, with an empty one where they left some; nothing of the mail that they answer."""
    return parted(tx, letter, answered).spaced


def parted(tx: Tx, letter: Letter, answered: MailRow | None) -> Cut:
    """The sender's own lines, and what is quoted or signed in a letter that answers this mail.

    Lines that only tell what the letter is for are comments by now.
    """
    lines = without_proofs(without_codes(letter.text))
    return cut(lines, _said(tx, answered) if answered else (), open_ends=letter.open_ends)


def broken_letter_heading(letter: BrokenLetter, words: Catalogue) -> str:
    """The beginning of the answer to a letter that cannot be read."""
    why = words.text(_TROUBLES[letter.reason])
    return words.text("Nothing was changed: your email could not be read. %(why)s", why=why)


def _said(tx: Tx, mail: MailRow) -> Iterator[str]:
    """The lines of a mail of ours, as its text and as its HTML; worked out only where a letter might quote them."""
    yield from mail.text.splitlines()
    document = repo.mail_document(tx, mail.id)
    if document is not None:
        with suppress(MsgspecError):  # of an older form; most quotes are known by their marks
            yield from quotable(loaded(document))


def note_bounce(tx: Tx, row: LetterRow, letter: Ignored, player_id: int, now_ms: int) -> None:
    """Note what a mail system says of a mail to the player whose address it wrote to; nothing where it says nothing.

    A report that does not name the mail is taken for one about the newest that was sent to that address of theirs.
    """
    told = letter.bounced
    if not told.failed and not told.delayed:
        return
    named = repo.mail_by_message_id(tx, told.message_id) if told.message_id else None
    mail_id = named.id if named is not None and named.player_id == player_id else None
    if mail_id is None:
        newest = (repo.last_sent_to(tx, player_id, address) for address in (*told.failed, *told.delayed))
        mail_id = next((found for found in newest if found is not None), None)
    if mail_id is not None:
        repo.add_bounce(tx, BounceRow(row.id, mail_id, bool(told.failed), told.reply, told.stamp, now_ms))
