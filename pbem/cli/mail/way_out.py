"""The way by which mails leave: the commands that try it and print its DNS record, and the doctor's look at it."""

import shlex
import shutil
from collections.abc import Iterator
from typing import Final

import click

from pbem.cli.context import CliContext, Failure, _, example, pass_office, printable
from pbem.cli.mail import way_back
from pbem.cli.mail.deliveries import Finding, advice
from pbem.clock import system_clock, to_ms
from pbem.config import Dkim, Settings
from pbem.mail.reply_codes import NO_REPLY
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.outgoing import Outgoing, new_message_id
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.sendmail import transport_for
from pbem.mail.sending.transport import Failed
from pbem.mail.sending.wire import CannotSign
from pbem.naming import is_address

_CALL: Final = Timeouts(10, 10, 10, 10, 10, 10)
"""Seconds for each step while somebody waits for the doctor's answer."""
_PATIENCE: Final = Timeouts(30, 30, 30, 30, 60, 120)
"""Seconds for each step while somebody waits."""


def way_in_words(settings: Settings) -> str:
    """Describe the way by which mails leave."""
    mail = settings.mail
    if mail.relay is not None:
        facts = {"host": mail.relay.host, "port": mail.relay.port, "tls": mail.relay.tls}
        sentence = _('the relay %(host)s, port %(port)s, tls "%(tls)s"', **facts)
        return sentence if mail.sendmail is None else f"{sentence}; " + _("[mail.sendmail] is not used")
    if mail.sendmail is not None:
        return _("the command %(command)s", command=mail.sendmail.command)
    return _("no relay; emails go to %(folder)s", folder=settings.maildir)


@click.command(
    "test",
    help=_("Send an email to an address by the way out that the configuration names, and show each step."),
    epilog=example("pbem mail test me@example.org"),
)
@click.argument("address")
@pass_office
def try_out(office: CliContext, address: str) -> None:
    """Send a mail at once, beside the outbox."""
    if not is_address(address):
        raise Failure(_("%(address)s is not an email address.", address=address))
    click.echo(way_in_words(office.settings))
    transport = transport_for(
        office.settings,
        timeouts=_PATIENCE,
        observer=lambda step, reply: click.echo(f"    {step:<14} {printable(reply)}"),
    )
    trial = _trial(office, address)
    try:
        result = transport.send(trial)
    finally:
        transport.close()
    if isinstance(result, Failed):
        reply = _("The email was not sent: %(reply)s.", reply=printable(result.reply))
        raise Failure(" ".join(filter(None, (reply, advice(result.cause, result.step)))))
    click.echo(_("The email is on its way to %(address)s. Check that it arrives, and not as spam.", address=address))
    if way_back.is_readable(office, address):
        click.echo(way_back.describe_id(office, trial.message_id))
    elif not office.settings.mail.is_local:
        click.echo(
            _(
                "Its Message-ID should still be %(id)s there. If not, a server on the way changes it.",
                id=trial.message_id,
            )
        )


def _trial(office: CliContext, address: str) -> Outgoing:
    mail, name = office.settings.mail, office.settings.server.name
    sender = mail.sender_of(NO_REPLY)
    return Outgoing(
        message_id=new_message_id(mail.domain),
        to_address=address,
        to_name="",
        from_address=sender,
        from_name=mail.from_name,
        subject=_("A test email from %(server)s", server=name),
        text=_("If you can read this, emails from %(server)s reach you.", server=name) + "\n",
        date_ms=to_ms(system_clock()),
        envelope_from=sender,
    )


@click.command(
    "dkim-record",
    help=_("Print the DNS record with which others check the signatures of this server's emails."),
    epilog=example("pbem mail dkim-record"),
)
@pass_office
def dkim_record(office: CliContext) -> None:
    """Print a line of a zone file."""
    mail = office.settings.mail
    if mail.dkim is None:
        raise Failure(_("There is no [mail.dkim] in %(file)s, so emails are not signed.", file=office.config))
    try:
        name, value = _record(mail.dkim, mail.domain)
    except CannotSign as error:
        raise Failure(str(error)) from error
    parts = " ".join(f'"{value[start : start + 250]}"' for start in range(0, len(value), 250))
    click.echo(f"{name}. IN TXT {parts}")


def _record(dkim: Dkim, domain: str) -> tuple[str, str]:
    from pbem.mail.sending.signing import DkimSigner  # with its library, which no other command of mails needs

    return DkimSigner(dkim, domain).record()


def way_out(office: CliContext) -> Iterator[Finding]:
    """The doctor's findings about the way out: it connects, checks the certificate and logs in."""
    settings = office.settings
    transport = transport_for(settings, timeouts=_CALL)
    what, way, sendmail = _("email sending"), way_in_words(settings), settings.mail.sendmail
    if isinstance(transport, RelayTransport):
        failed = transport.check()
        if failed is None:
            done = _("accepts the login") if settings.mail.relay and settings.mail.relay.user else _("answers")
            yield what, True, f"{way}: {done}"
        else:
            yield what, False, f"{way}: {printable(failed.reply)}. {advice(failed.cause, failed.step)}"
    elif sendmail is not None and shutil.which(shlex.split(sendmail.command)[0]) is None:
        yield what, False, f"{way}: " + _("there is no such program")
    else:
        yield what, True, way
    if settings.mail.dkim is not None:
        yield _signatures(settings)


def _signatures(settings: Settings) -> Finding:
    assert settings.mail.dkim is not None, "it was asked for"
    if settings.mail.mailbox:
        sentence = _("[mail.dkim] is not used: emails of a mailbox are signed by its provider; take the table out")
        return _("signatures"), False, sentence
    try:
        name, _value = _record(settings.mail.dkim, settings.mail.domain)
    except CannotSign as error:
        return _("signatures"), False, str(error)
    return _("signatures"), True, _("emails are signed; `pbem mail dkim-record` prints %(name)s", name=name)
