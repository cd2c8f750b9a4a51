"""The group of commands about letters, and the list of them, which needs nothing but the database."""

from typing import Any, Final

import click

from pbem.cli.context import CliContext, CommandTable, _, example, json_option, pass_office, show, words
from pbem.clock import from_ms
from pbem.store import Tx
from pbem.store.mail.ignored import list_ignored_letters
from pbem.store.mail.inbox import list_letters_put_aside

_LETTER: Final = CommandTable(
    {
        "bring-again": "pbem.cli.moderating:letter_bring_again",
        "deal": "pbem.cli.moderating:letter_deal",
        "list": "pbem.cli.letters:letter_list",
    },
    more="pbem.cli.moderating:about_letters",
)
_MOST: Final = 10_000


@click.group(commands=_LETTER, help=_("Emails that could not be processed, or were ignored."))
def letter() -> None:
    """Group the commands about letters."""


@click.command(
    "list",
    help=_("List the emails that were set aside; or, the newest first, those that were ignored, and why."),
    epilog=example("pbem letter list --ignored --json"),
)
@click.option("--ignored", is_flag=True, help=_("Those that were ignored: automatic email, and what is not processed."))
@click.option(
    "--most", default=100, show_default=True, type=click.IntRange(1, _MOST), help=_("How many of the ignored ones.")
)
@json_option
@pass_office
def letter_list(office: CliContext, ignored: bool, most: int, as_json: bool) -> None:
    """List letters that failed too often, or that were ignored."""
    with office.database.read() as tx:
        rows = _ignored(tx, most) if ignored else _put_aside(tx)
    show(rows, as_json, _("No email was ignored.") if ignored else _("No email was set aside."), office.zone)


def _put_aside(tx: Tx) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "from": row.mail_from,
            "received": from_ms(row.received_ms),
            "outcome": row.outcome,
        }
        for row in list_letters_put_aside(tx)
    ]


def _ignored(tx: Tx, most: int) -> list[dict[str, Any]]:
    # Half of the server, which a list of those that were set aside does not need.
    from pbem.adjudicator.correspondence.ignored_letters import explain, why_not

    return [
        {
            "id": row.letter_id,
            "from": row.mail_from,
            "received": from_ms(row.received_ms),
            "game": row.tag,
            "reason": explain(row.reason, words),
            "can be dealt with": why_not(row) is None,
            "outcome": row.outcome if row.status != "ignored" else "",
        }
        for row in list_ignored_letters(tx, most)
    ]
