"""The command that takes one letter from a mail system's pipe, and tells it by its exit status what became of it.

It imports as little as it can: a mail system starts it for every letter.
"""

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import click

from pbem.cli.context import CliContext, Failure, _, example, pass_office, read_file

if TYPE_CHECKING:
    from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter


@click.command(
    "receive",
    help=_(
        "Take one email from standard input, as Postfix, Exim, procmail and others hand it over, and store it for "
        "the server, which may be running or not. The exit status tells the mail system what became of it "
        "(sysexits.h): 0 stored, 67 no such address, or private email where one mailbox is all there is, 77 not from "
        "the player the address belongs to, 65 and 69 not accepted, 75 try again."
    ),
    epilog=example("pbem mail receive --sender anna@example.org --recipient token@games.example"),
)
@click.option("--sender", help=_("The envelope sender, empty for bounces; by default what Return-Path or From says."))
@click.option(
    "--recipient",
    "recipients",
    multiple=True,
    help=_("An address it is for; by default what the headers say. Can be given several times."),
)
@pass_office
def receive(office: CliContext, sender: str | None, recipients: tuple[str, ...]) -> None:
    """Store a letter, and exits as mail systems expect it."""
    try:
        replies = _taken(office, sender, recipients)
    except Failure as error:
        click.echo(error.message, err=True)
        sys.exit(os.EX_TEMPFAIL)
    except Exception as error:  # whatever is wrong here, the letter is not to blame, and must come again
        why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        click.echo(_("The email cannot be stored now: %(error)s", error=why), err=True)
        sys.exit(os.EX_TEMPFAIL)
    for reply in dict.fromkeys(replies):
        if not reply.startswith("250"):
            click.echo(reply, err=True)
    sys.exit(exit_status(replies))


def _taken(office: CliContext, sender: str | None, recipients: tuple[str, ...]) -> list[str]:
    from pbem.clock import system_clock, to_ms
    from pbem.intake.handed_over import HandedOver, LocalDelivery

    raw = read_file("-", office.settings.mail.max_bytes + 1)
    named = tuple(filter(None, (address.strip().strip("<>") for address in recipients)))
    letter = HandedOver(raw, "pipe", None if sender is None else envelope_sender(sender), named)
    way_in = LocalDelivery(office.database, office.settings, _read)
    return list(way_in.take_in(letter, to_ms(system_clock())).values())


def _read(raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> "Letter | BrokenLetter | Ignored":
    """Read a letter, in a process that ends with it; that takes its time, and few letters need it here."""
    from pbem.mail.reading.letter import IsolatedReader

    with closing(IsolatedReader()) as reader:
        return reader(raw, mail_from=mail_from, own_domains=own_domains)


def envelope_sender(text: str) -> str:
    """The envelope sender as a mail system writes it; Postfix calls the empty one MAILER-DAEMON."""
    bare = text.strip().strip("<>").strip()
    return "" if bare.lower() == "mailer-daemon" else bare


def exit_status(replies: list[str]) -> int:
    """The status for all recipients: try again, where any has to; else done, where any took it; else why none did."""
    if not replies:
        return os.EX_NOUSER
    statuses = [_status(reply) for reply in replies]
    return next((one for one in (os.EX_TEMPFAIL, os.EX_OK) if one in statuses), statuses[0])


def _status(reply: str) -> int:
    if reply.startswith("250"):
        return os.EX_OK
    if reply.startswith("4"):
        return os.EX_TEMPFAIL
    enhanced = reply.split()[1]
    return {"5.1.1": os.EX_NOUSER, "5.3.4": os.EX_UNAVAILABLE, "5.7.1": os.EX_NOPERM}.get(enhanced, os.EX_DATAERR)
