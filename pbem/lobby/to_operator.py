"""Letters to postmaster and abuse (RFC 2142), which are passed on to whoever runs the server.

They are passed on as mails of ours with the letter's text in them, which no signature of another domain can spoil, and
no faster than strangers are answered: anybody can write there. What is not passed on is kept all the same.
"""

from typing import Final

from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.lobby import registering
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import UnitOfWork
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.tables import NEW

MOST_LINES: Final = 100
"""Lines of a letter that are passed on."""


def pass_on(unit: UnitOfWork, row: LetterRow, letter: Letter | BrokenLetter) -> bool:
    """Mail the operator what somebody wrote to them; False where none is named, or this hour's allowance is used up."""
    operator = unit.settings.mail.operator
    if not operator or not registering.has_allowance(unit, "operator"):
        return False
    registering.use_allowance(unit, "operator")
    words = catalogue(unit.settings.server.language)
    document = doc.Document(words.language, (*_opening(unit.settings, row, letter), _text(unit.settings, letter)))
    mail = MailRow(
        id=NEW,
        message_id=new_message_id(unit.settings.mail.domain),
        to_address=operator,
        kind="notice",
        subject=words.text("To %(name)s: %(subject)s", name=row.recipient_token, subject=letter.subject),
        text=text_of(document),
        created_ms=unit.now_ms,
    )
    queue_mail(unit, mail, doc.dumped(document))
    return True


def _opening(settings: Settings, row: LetterRow, letter: Letter | BrokenLetter) -> tuple[doc.Block, ...]:
    words, address = catalogue(settings.server.language), settings.mail.address_of(row.recipient_token)
    who = letter.from_address or row.mail_from
    if who:
        lead = words.text("%(who)s wrote to %(address)s.", who=who, address=address)
        how = words.text("To answer, write to them yourself: nobody reads replies to this email.")
        return doc.Lead((lead,)), doc.Paragraph(how)
    return (doc.Lead((words.text("Someone who gives no address wrote to %(address)s.", address=address),)),)


def _text(settings: Settings, letter: Letter | BrokenLetter) -> doc.Block:
    words = catalogue(settings.server.language)
    if isinstance(letter, BrokenLetter):
        return doc.Paragraph(words.text("Its text cannot be read. `pbem letter list --ignored` shows the email."))
    lines = "\n".join(letter.text).strip().split("\n")
    more = len(lines) - MOST_LINES
    cut = (words.plural("(%(n)s more line)", "(%(n)s more lines)", more),) if more > 0 else ()
    return doc.Speech((*lines[:MOST_LINES], *cut))
