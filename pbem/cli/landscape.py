"""Commands that show what is public: `pbem map`, and what is counted of players."""

import sys
from datetime import timedelta
from pathlib import Path
from typing import Final, get_args

import click

from pbem.adjudicator import statistics
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.statistics import Tally
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, show, words, writing
from pbem.cli.games import KIND
from pbem.clock import system_clock
from pbem.drawing.preview import png_of
from pbem.files import write_whole
from pbem.games.presentation import USUAL, presenter_for
from pbem.games.presenter import VIEWS, View
from pbem.reports.notes import span_in_words
from pbem.store.games.statistics import Order, Skill, count_players_of_kind
from pbem.store.players.player import find_player_by_address
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
    stood = live(entries)
    return not stood or stood[-1] in live(record.entries)


def _of_last_turn(entries: list[LogEntry]) -> list[Event]:
    events = live_events(entries)
    began = [place for place, event in enumerate(events) if isinstance(event, TurnBeginning)]
    return events[began[-2] if len(began) > 1 else 0 :]


@click.command(
    "show",
    help=_("Print a player's statistics: finished games, turns in time, ratings."),
    epilog=example("pbem player show ada@example.org"),
)
@click.argument("address")
@json_option
@pass_office
def player_show(office: CliContext, address: str, as_json: bool) -> None:
    """Print what is counted of a player, by kind of game and number of seats, and all of it together at the end."""
    with office.database.read() as tx:
        found = find_player_by_address(tx, address.lower())
        if found is None:
            raise Failure(_("%(address)s has no account; see `pbem player add`.", address=address))
        profile = statistics.load_profile(tx, found.id, system_clock().date())
    rows = [_row(tally, profile.skills.get(tally.kind or "")) for tally in (*profile.tallies, profile.together)]
    show(rows, as_json, "")


@click.command(
    "ranking",
    help=_("List players who have finished games of a kind, with ratings."),
    epilog=example("pbem player ranking --kind germany --sort games"),
)
@click.option("--kind", default=USUAL, show_default=True, type=KIND, help=_("Which game."))
@click.option(
    "--sort", type=click.Choice(get_args(Order)), default="rating", show_default=True, help=_("How to sort them.")
)
@json_option
@pass_office
def player_ranking(office: CliContext, kind: str, sort: Order, as_json: bool) -> None:
    """List the players of a kind of game."""
    with office.database.read() as tx:
        total = count_players_of_kind(tx, kind)
        lines = statistics.list_ranking(tx, kind, sort, total)
    rows = [
        {
            "name": line.name,
            "rating": _rating(line.skill),
            "games": line.games,
            "won": line.won,
            "best": line.best,
            "mean": round(line.mean, 1),
            "in time": _share(line.turns, line.late),
        }
        for line in lines
    ]
    show(rows, as_json, _("Nobody has finished a game yet."))


def _row(tally: Tally, skill: Skill | None) -> dict[str, str | int | float | None]:
    ends, turns, tenures = tally.ends, tally.turns, tally.tenures
    usual = None if tally.median_ms is None else span_in_words(timedelta(milliseconds=tally.median_ms), words)
    return {
        "kind": tally.kind,
        "players": tally.seats,
        "rating": _rating(skill),
        "games": ends.games,
        "won": ends.won,
        "shared": ends.shared,
        "draws": ends.drawn,
        "best": ends.best,
        "mean": round(ends.mean, 1),
        "turns": turns.turns,
        "in time": _share(turns.turns, turns.late),
        "played for": turns.in_his_place,
        "usual time": usual,
        "given up": tenures.given_up,
        "lost": tenures.lost,
        "taken over": tenures.taken_over,
    }


def _rating(skill: Skill | None) -> str | None:
    return None if skill is None else f"{round(skill.mu)} ± {round(skill.sigma)}"


def _share(turns: int, late: int) -> str | None:
    return words.percent(turns - late, turns) if turns else None
