"""The way into the outbox: every mail is built and read again in the very transaction that writes it.

Its HTML and its map are made at its first send, and it is built and read once more then, with the names of that day.
A mail that would arrive as another than was meant is kept with the plainest subject and told of in the log: to raise
would undo what a letter has done, for a name that somebody else has chosen.
"""

from dataclasses import replace

import structlog

from pbem.config import Settings
from pbem.mail.outgoing import Outgoing, build, plainest_subject, subject_line
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import MailRow, NewMail

log = structlog.get_logger(__name__)

NO_REPLY = "noreply"
"""The local part that mails about no seat come from; no letter to it is taken."""


def queue_mail(tx: Tx, settings: Settings, mail: NewMail) -> int:
    """Put a mail into the outbox, due at once, its subject as it will be sent; returns its id."""
    mail = replace(mail, subject=subject_line(mail.subject))
    try:
        build(outgoing_for(tx, settings, mail, mail.sender or NO_REPLY))
    except ValueError as error:
        log.error("a mail cannot be sent as it was written", kind=mail.kind, reason=str(error))
        mail = replace(mail, subject=plainest_subject(mail.subject))
    return repo.enqueue_mail(tx, mail)


def outgoing_for(tx: Tx, settings: Settings, mail: MailRow | NewMail, sender: str) -> Outgoing:
    """Make a mail of a row of the outbox: its text alone, from a local part of this server, to the player's name."""
    address = f"{sender}@{settings.mail.domain}"
    references = mail.references if isinstance(mail, NewMail) else mail.references_
    return Outgoing(
        message_id=mail.message_id,
        to_address=mail.to_address,
        to_name="" if mail.player_id is None else repo.player(tx, mail.player_id).name,
        from_address=address,
        from_name=settings.mail.from_name,
        subject=mail.subject,
        text=mail.text,
        date_ms=mail.created_ms,
        envelope_from=address,
        auto="replied" if mail.auto == "auto-replied" else "generated",
        in_reply_to=mail.in_reply_to or "",
        references=tuple(references.split()),
    )
