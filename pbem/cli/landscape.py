"""The command `pbem map`: what lies on the table, as everybody may see it."""

import sys
from pathlib import Path
from typing import Final

import click

from pbem.adjudicator.records import export_game
from pbem.cli.context import CliContext, Failure, _, example, pass_office, words, writing
from pbem.drawing.png import png_of
from pbem.files import write_whole
from pbem.games.presentation import presenter_for
from pbem.games.presenter import VIEWS, View
from rules_core.games import ruleset_for
from rules_core.kernel.events import Event, TurnBeginning
from rules_core.kernel.log import LogEntry, fold_entries, live, live_events
from rules_core.kernel.record import Record, load

FORMS: Final = ("text", "svg", "png")


@click.command(
    "map",
    help=_("Draw the tiles being built on and the whole board, as anyone may see them."),
    epilog=example("pbem map e1 --format png --at 118 -o e1.png"),
)
@click.argument("tag")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help=_("The format."))
@click.option("--at", type=click.IntRange(1), help=_("The log position to show; by default the last final one."))
@click.option(
    "--view",
    type=click.Choice(VIEWS),
    default="close",
    show_default=True,
    help=_("What a drawing shows large: the tiles being played on, or the whole board."),
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help=_("The file to write, instead of showing it."))
@pass_office
def map_command(office: CliContext, tag: str, form: str, at: int | None, view: View, output: str | None) -> None:
    """Draw a game's position, of now or of an earlier time; what its last turn brought is marked."""
    if form == "png" and output in (None, "-") and sys.stdout.isatty():
        raise click.UsageError(_("A picture cannot be shown in a terminal: name a file with -o."))
    with office.database.read() as tx:
        record = load(export_game(tx, office.game(tx, tag).id))
    first, last = record.entries[0].position, record.entries[-1].position
    position = last if at is None else at
    if not first <= position <= last:
        raise Failure(
            _("The log of %(game)s can be seen from #%(first)s to #%(last)s.", game=tag, first=first, last=last)
        )
    picture = _drawn(record, position, tag, form, view)
    if output in (None, "-"):
        click.echo(picture, nl=False)
        return
    file = Path(str(output))
    with writing(file):
        write_whole(file, picture, mode=0o666)  # for everybody to see, as far as the umask lets them


def _drawn(record: Record, position: int, tag: str, form: str, view: View) -> bytes:
    """The position in the form asked for, as bytes."""
    rules = ruleset_for(record.kind)
    entries = [entry for entry in record.entries if entry.position <= position]
    table = rules.view(fold_entries(rules, entries), None).table
    shown = presenter_for(table, record.players, words).map
    if shown is None:
        raise Failure(_("%(game)s has no map.", game=tag))
    place = f"Y{table.year}.{table.turn.number} #{position}"
    if not _stands(record, entries):
        place = _("%(place)s (old branch)", place=place)
    if form == "text":
        return "\n".join([place, "", *shown.text(), ""]).encode()
    title = _("%(game)s at %(place)s", game=tag, place=place)
    svg = shown.svg(_of_last_turn(entries), view=view, title=title, description=shown.alt())
    return png_of(svg) if form == "png" else f"{svg}\n".encode()


def _stands(record: Record, entries: list[LogEntry]) -> bool:
    """Whether what was played last by then still stands."""
    stood = live(entries)
    return not stood or stood[-1] in live(record.entries)


def _of_last_turn(entries: list[LogEntry]) -> list[Event]:
    """The events since the last turn that was played began, the one being played included."""
    events = live_events(entries)
    began = [place for place, event in enumerate(events) if isinstance(event, TurnBeginning)]
    return events[began[-2] if len(began) > 1 else 0 :]
