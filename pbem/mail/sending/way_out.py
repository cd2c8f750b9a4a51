"""The way out that the settings name."""

from pbem.config import Settings
from pbem.mail.sending.maildir import MaildirTransport
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.sendmail import SendmailTransport
from pbem.mail.sending.transport import Transport


def transport_for(settings: Settings) -> Transport:
    """Choose the transport for mails: the relay, the command, or the Maildir where there is neither."""
    mail = settings.mail
    if mail.relay is not None:
        return RelayTransport(mail.relay, helo_name=mail.domain)
    return MaildirTransport(settings.maildir) if mail.sendmail is None else SendmailTransport(mail.sendmail)
