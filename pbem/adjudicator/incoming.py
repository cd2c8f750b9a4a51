"""What letters of all sorts have in common: the mail they answer, the sender's own lines, and why one is unreadable."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from msgspec import MsgspecError

from pbem.i18n import N_, Catalogue
from pbem.mail.letter import Letter, Trouble, Unreadable
from pbem.mail.quotes import cut
from pbem.reports.document import loaded
from pbem.reports.html import quotable
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import MailRow

_TROUBLES: Final[Mapping[Trouble, str]] = {
    Trouble.TOO_LARGE: N_("It is larger than this server reads."),
    Trouble.HEADERS_TOO_LONG: N_("Its headers are longer than this server reads."),
    Trouble.TOO_MANY_PARTS: N_("It has more parts than this server reads; send plain text, without attachments."),
    Trouble.TOO_DEEP: N_("Its parts are nested too deep; send plain text, without attachments."),
    Trouble.TOO_MANY_LINES: N_("It has more lines than this server reads; send your orders alone."),
    Trouble.LINE_TOO_LONG: N_("It has a line that is too long; put each order on a line of its own."),
    Trouble.MALFORMED: N_("It is damaged; send plain text, without attachments."),
}


def answered_mail(tx: Tx, letter: Letter, is_writers: Callable[[MailRow], bool]) -> MailRow | None:
    """The newest mail of ours that a letter says it answers, if it was its writer who got it."""
    for message_id in dict.fromkeys((letter.in_reply_to, *reversed(letter.references))):
        mail = repo.mail_by_message_id(tx, message_id) if message_id else None
        if mail is not None and is_writers(mail):
            return mail
    return None


def own_lines(tx: Tx, letter: Letter, answered: MailRow | None) -> tuple[str, ...]:
    """The sender's own lines, with an empty one where he left some; nothing of the mail that he answers."""
    return cut(letter.text, _said(tx, answered) if answered else ()).spaced


def unreadable_heading(letter: Unreadable, words: Catalogue) -> str:
    """What the answer to a letter that cannot be read begins with."""
    why = words.text(_TROUBLES[letter.reason])
    return words.text("Nothing was changed: your letter could not be read. %(why)s", why=why)


def _said(tx: Tx, mail: MailRow) -> Iterator[str]:
    """The lines of a mail of ours, as its text and as its HTML; worked out only where a letter might quote them."""
    yield from mail.text.splitlines()
    document = repo.mail_document(tx, mail.id)
    if document is not None:
        with suppress(MsgspecError):  # of an older form; most quotes are known by their marks
            yield from quotable(loaded(document))
