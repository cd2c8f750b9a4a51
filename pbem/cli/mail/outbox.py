"""Commands about mails on their way out: what waits and why, and sending again."""

import click

from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, show, words
from pbem.cli.mail.deliveries import held_in_words, state_of
from pbem.clock import from_ms
from pbem.store import NotFound
from pbem.store.mail.outbox import list_unsent_mail
from pbem.store.mail.sending import (
    find_mail_hold,
    list_mail_failures,
    list_suspended_mail,
)

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
