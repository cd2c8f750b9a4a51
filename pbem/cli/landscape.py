"""The command `pbem map`: what lies on the table, as everybody may see it."""

import click

from pbem.adjudicator.exporting import export_game
from pbem.cli.office import Failure, Office, _, example, pass_office, words
from pbem.reports.landscape_text import landscape_map
from pbem.reports.map_text import current_maps
from pbem.reports.names import Scene
from rules_core.log import fold_entries
from rules_core.record import Record, load
from rules_core.ruleset import ruleset_for
from rules_core.table import Table


@click.command(
    "map",
    help=_("Print the tiles being built on, and the landscape, as everybody may see them."),
    epilog=example("pbem map e1 --at 118"),
)
@click.argument("tag")
@click.option("--format", "form", type=click.Choice(["text"]), default="text", show_default=True, help=_("How."))
@click.option("--at", type=click.IntRange(1), help=_("The log position to show; by default the last that is final."))
@pass_office
def map_command(office: Office, tag: str, form: str, at: int | None) -> None:
    """Draws a game's position, of now or of an earlier time."""
    with office.database.read() as tx:
        record = load(export_game(tx, office.game(tx, tag).id))
    first, last = record.entries[0].position, record.entries[-1].position
    position = last if at is None else at
    if not first <= position <= last:
        raise Failure(
            _("The log of %(game)s can be seen from #%(first)s to #%(last)s.", game=tag, first=first, last=last)
        )
    table = _table_at(record, position)
    scene = Scene(table, record.players, words)
    click.echo(f"Y{table.year}.{table.turn.number} #{position}\n")
    click.echo("\n".join([*current_maps(scene), "", *landscape_map(scene)]))


def _table_at(record: Record, position: int) -> Table:
    rules = ruleset_for(record.kind)
    entries = [entry for entry in record.entries if entry.position <= position]
    return rules.view(fold_entries(rules, entries), None).table
