"""Commands about mails on their way out: what waits and why, sending again, and trying the way out."""

from typing import Final

import click

from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, printable, show, words
from pbem.cli.mail import way_back
from pbem.cli.mail.deliveries import advice, held_in_words, state_of, way_in_words
from pbem.clock import from_ms, system_clock, to_ms
from pbem.mail.reply_codes import NO_REPLY
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.outgoing import Outgoing, new_message_id
from pbem.mail.sending.sendmail import transport_for
from pbem.mail.sending.transport import Failed
from pbem.mail.sending.wire import CannotSign, DkimSigner
from pbem.naming import is_address
from pbem.store import NotFound
from pbem.store.mail.outbox import list_unsent_mail
from pbem.store.mail.sending import (
    find_mail_hold,
    list_mail_failures,
    list_suspended_mail,
)

_PATIENCE: Final = Timeouts(30, 30, 30, 30, 60, 120)
"""Seconds for each step while somebody waits."""
_LAST_ID = 2**63 - 1
"""The greatest number that the database can hold."""


@click.command(
    help=_("List the emails that are not sent, and what happens to each."), epilog=example("pbem mail outbox --json")
)
@json_option
@pass_office
def outbox(office: CliContext, as_json: bool) -> None:
    """List what waits to be sent, and what was given up."""
    with office.database.read() as tx:
        hold, failures, stopped = find_mail_hold(tx), list_mail_failures(tx), list_suspended_mail(tx)
        rows = [
            {
                "id": row.id,
                "to": row.to_address,
                "subject": row.subject,
                **({"status": row.status} if as_json else {}),
                "state": state_of(row, failures.get(row.id), hold, is_stopped=row.id in stopped),
                "attempts": row.attempts,
                "next": from_ms(row.next_ms) if row.status == "due" else None,
                "last reply": row.last_reply,
            }
            for row in list_unsent_mail(tx)
        ]
    if hold is not None and not as_json:
        click.echo(held_in_words(office, hold) + "\n")
    show(rows, as_json, _("All emails are sent."), office.zone)


@click.command(
    help=_("Send an email again, or with --failed all that were given up."),
    epilog=example("pbem mail resend --failed"),
)
@click.argument("mail_id", type=click.IntRange(1, _LAST_ID), required=False)
@click.option("--failed", "all_failed", is_flag=True, help=_("All emails that were given up."))
@pass_office
def resend(office: CliContext, mail_id: int | None, all_failed: bool) -> None:
    """Make mails due again."""
    if (mail_id is None) != all_failed:
        raise click.UsageError(_("Give the number of one email, or --failed."))
    try:
        count = office.intake.operator.send_again(mail_id)
    except NotFound as error:
        raise Failure(_("There is no email %(id)s.", id=mail_id)) from error
    if mail_id is not None:
        click.echo(_("Email %(id)s is due; the running server sends it.", id=mail_id))
    elif count:
        click.echo(
            words.plural(
                "%(n)s email is due; the running server sends it.",
                "%(n)s emails are due; the running server sends them.",
                count,
            )
        )
    else:
        click.echo(_("No email was given up."))


@click.command(help=_("Send emails that are held, at once."), epilog=example("pbem mail release"))
@pass_office
def release(office: CliContext) -> None:
    """End the hold of the queue."""
    if office.intake.operator.release_mails():
        click.echo(_("The running server sends emails again within seconds."))
    else:
        click.echo(_("No emails are held."))


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
        name, value = DkimSigner(mail.dkim, mail.domain).record()
    except CannotSign as error:
        raise Failure(str(error)) from error
    parts = " ".join(f'"{value[start : start + 250]}"' for start in range(0, len(value), 250))
    click.echo(f"{name}. IN TXT {parts}")
