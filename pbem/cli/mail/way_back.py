"""Sentences on whether Message-IDs survive the way out and back, as answers are known by them."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import timedelta
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from pbem.cli.context import CliContext, _, printable, words
from pbem.clock import system_clock, to_ms
from pbem.config import Imap
from pbem.mail.reading.headers import read_head
from pbem.mail.reply_codes import meant
from pbem.store import Tx

if TYPE_CHECKING:
    from pbem.mail.receiving.imap import ImapMailbox

_PATIENCE: Final = 60.0
"""Seconds within which a mail comes to a mailbox."""
_LOOK: Final = 2.0
"""Seconds between two looks."""
_NEWEST: Final = 50
"""Mails of a folder that are looked at."""


def finding(tx: Tx) -> Iterator[tuple[str, bool, str]]:
    """The doctor's finding on ids that answers showed to be changed; none where there were none."""
    from pbem.adjudicator.antecedents import find_changed_ids  # half of the server, which sending a trial does not need

    found = find_changed_ids(tx, to_ms(system_clock()))
    if found is not None:
        sentence = words.plural(
            "a server on the way changes the Message-ID of our emails: lately %(n)s reply named one of them by an id "
            "of %(domain)s.",
            "a server on the way changes the Message-ID of our emails: lately %(n)s replies named one of them by "
            "another id, the newest by one of %(domain)s.",
            found.count,
            domain=printable(found.domain),
        )
        yield _("email ids"), True, f"{sentence} " + _("Replies are known by what they quote, so players should quote.")


def is_readable(office: CliContext, address: str) -> bool:
    """Whether what is sent to an address comes to the mailbox that letters are looked for in."""
    mail = office.settings.mail
    return mail.imap is not None and address.casefold() in (mail.mailbox.casefold(), mail.imap.user.casefold())


def as_it_came(imap: Imap, message_id: str, patience: float = _PATIENCE) -> str | None:
    """Look for a mail of ours in the mailbox; the Message-ID that it has there, None where it does not come.

    Raises MailboxFault.
    """
    from pbem.mail.receiving.imap import ImapMailbox

    end = monotonic() + patience
    while True:
        with closing(ImapMailbox(imap)) as box:
            found = next(_ids_of(box, imap.folders, message_id), None)
        if found is not None or monotonic() >= end:
            return found
        sleep(_LOOK)


def describe_id(office: CliContext, message_id: str) -> str:
    """Look for a mail that was sent to the mailbox, and say whether its Message-ID came back unchanged."""
    from pbem.mail.receiving.imap import MailboxFault

    imap = office.settings.mail.imap
    try:
        came = None if imap is None else as_it_came(imap, message_id)
    except MailboxFault as error:
        return _("The mailbox cannot be looked at: %(error)s.", error=printable(str(error)))
    if came is None:
        return _("It did not come to the mailbox within a minute.")
    if came == message_id:
        return _("It came back with the Message-ID that it was given.")
    return _(
        "It came back, but a server on the way changed its Message-ID from %(ours)s to %(theirs)s. Replies are then "
        "known by what they quote, so players should quote.",
        ours=message_id,
        theirs=printable(came),
    )


def _ids_of(box: "ImapMailbox", folders: Iterable[str], message_id: str) -> Iterator[str]:
    """The Message-IDs that a mail of ours has in the mailbox: it is known by its own, or by its mark."""
    day = (system_clock() - timedelta(days=1)).date()
    for folder in folders:
        box.open(folder)
        for glimpse in box.glimpses(box.uids_since(day)[-_NEWEST:]):
            head = read_head(glimpse.head)
            if message_id in (head.message_id, *meant(head.references)):
                yield head.message_id
