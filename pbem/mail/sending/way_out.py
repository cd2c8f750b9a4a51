"""The way out that the settings name."""

from typing import Final

from pbem.config import Settings
from pbem.mail.sending.dialogue import Observer, Timeouts
from pbem.mail.sending.maildir import MaildirTransport
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.sendmail import SendmailTransport
from pbem.mail.sending.signing import DkimSigner
from pbem.mail.sending.transport import Transport

HOME: Final = "[127.0.0.1]"
"""The name of a machine without one (RFC 5321, 4.1.4): a provider's own is not ours to give."""


def transport_for(
    settings: Settings, *, timeouts: Timeouts | None = None, observer: Observer | None = None
) -> Transport:
    """Choose the transport for mails: the relay, the command, or the Maildir where there is neither.

    `timeouts` and `observer` are for a relay.
    """
    mail = settings.mail
    # A mailbox's domain is its provider's, who signs for it and names machines by it.
    signed = bytes if mail.dkim is None or mail.mailbox else DkimSigner(mail.dkim, mail.domain)
    if mail.relay is not None:
        helo_name = HOME if mail.mailbox else mail.domain
        return RelayTransport(mail.relay, helo_name=helo_name, timeouts=timeouts, signed=signed, observer=observer)
    if mail.sendmail is not None:
        return SendmailTransport(mail.sendmail, signed=signed)
    return MaildirTransport(settings.maildir)
