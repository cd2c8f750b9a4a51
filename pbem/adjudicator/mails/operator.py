"""Mails to the operator's own address, where the settings name one."""

from collections.abc import Sequence

from pbem.i18n import catalogue
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import UnitOfWork
from pbem.store.mail.outbox import MailRow
from pbem.store.tables import NEW


def write_to_operator(unit: UnitOfWork, subject: str, blocks: Sequence[doc.Block]) -> bool:
    """Put a mail to the operator into the outbox; False where none is named."""
    operator, language = unit.settings.mail.operator, unit.settings.server.language
    if not operator:
        return False
    document = doc.Document(catalogue(language).language, tuple(blocks))
    mail = MailRow(
        id=NEW,
        message_id=new_message_id(unit.settings.mail.domain),
        to_address=operator,
        kind="notice",
        subject=subject,
        text=text_of(document),
        created_ms=unit.now_ms,
    )
    queue_mail(unit, mail, doc.dumped(document))
    return True
