"""The command about waiting lists."""

import click

from pbem.beacon.terms import load_terms
from pbem.cli.office import Failure, Office, _, example, json_option, pass_office, show, words
from pbem.clock import from_ms
from pbem.store import repository as repo

_LAST_ID = 2**63 - 1
"""The greatest number that the database can hold."""


@click.command(
    "lists",
    help=_("List the games that wait for players, private ones too; or close one, and tell those who wait."),
    epilog=example("pbem lists --close 12"),
)
@click.option("--close", "closed", type=click.IntRange(1, _LAST_ID), metavar="NUMBER", help=_("Close this list."))
@json_option
@pass_office
def lists(office: Office, closed: int | None, as_json: bool) -> None:
    """Lists what is open, or closes a list."""
    if closed is not None:
        if not office.intake.operator.close_list(closed):
            raise Failure(_("There is no open list %(number)s.", number=closed))
        click.echo(_("List %(number)s is closed; the running server tells those who waited.", number=closed))
        return
    with office.database.read() as tx:
        rows = [
            {
                "number": row.id,
                "name": row.name,
                "kind": row.kind,
                "waiting": ", ".join(one.name for one in repo.waiting_players(tx, row.id)),
                "seats": row.seats,
                "private": row.private,
                "open until": words.moment(from_ms(row.expires_ms), office.zone) if row.status == "open" else "",
                "round": "" if row.beacon is None else f"{row.round} ({load_terms(row.beacon).rule})",
            }
            for row in [*repo.full_lists(tx), *repo.open_lists(tx)]
        ]
    show(rows, as_json, _("No list is open."))
