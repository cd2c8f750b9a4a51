"""The command `pbem demo`."""

import json
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from pbem.cli.demo import Demo, Played
from pbem.cli.office import Failure, _, example, json_option, show, words
from pbem.cli.server import set_up_logging
from pbem.cli.variants import KIND, PLAYERS, cannot_be, chosen, list_of_variants, option_help
from pbem.config import Log
from pbem.games.presentation import presentation_of, usual_kind
from rules_core.games import bot_names, ruleset_for
from rules_core.kernel.definition import BadOptions


@click.command(
    help=_("Play whole games between bots, through real letters and reports.") + list_of_variants(),
    epilog=example("pbem demo --games 3 --seed 7"),
)
@click.option("--game", "kind", default=usual_kind(), show_default=True, type=KIND, help=_("Which game."))
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help=_("How many games."))
@click.option("--seed", default=1, show_default=True, help=_("The same seed plays the same games."))
@click.option("--players", type=PLAYERS, help=_("Players in each game; 2, 3 and 4 in turn by default."))
@click.option("--bot", default="heuristic", show_default=True, type=click.Choice(bot_names()), help=_("Who plays."))
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=option_help())
@click.option(
    "--folder",
    default="pbem-demo",
    show_default=True,
    type=click.Path(path_type=Path),
    help=_("Where mails, records and the database go; a folder that is there already gets a number."),
)
@json_option
def demo(
    kind: str,
    games: int,
    seed: int,
    players: int | None,
    bot: str,
    options: tuple[str, ...],
    folder: Path,
    as_json: bool,
) -> None:
    """Plays games and prints a table of how they went."""
    set_up_logging(Log(level="warning"))
    place, seats = fresh(folder), ruleset_for(kind).seats
    try:
        with Demo(place, kind, seed, bot, chosen(options)) as demonstration:
            results = _play(demonstration, [players or seats[number % len(seats)] for number in range(games)])
    except BadOptions as error:
        raise cannot_be(kind, error) from error
    except (TimeoutError, RuntimeError) as error:
        raise Failure(str(error)) from error
    tell(kind, results, place, as_json)


def fresh(folder: Path) -> Path:
    """The folder itself where it is free, else with the first number that is."""
    number, free = 1, folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free.absolute()


def _play(demonstration: Demo, seats: list[int]) -> list[Played]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[year]}"), TimeElapsedColumn())
    results = []
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("Games"), total=len(seats), year="")
        for number, players in enumerate(seats, start=1):

            def tell(year: int, number: int = number) -> None:
                bar.update(task, year=_("game %(game)s, year %(year)s", game=number, year=year))

            results.append(demonstration.play(number, players, tell))
            bar.advance(task)
            if not console.is_terminal:
                console.print(_("Game %(game)s of %(games)s is over.", game=number, games=len(seats)))
    return results


def tell(kind: str, results: list[Played], place: Path, as_json: bool) -> None:
    """Prints how the games in a folder went, as a table or as JSON."""
    score = presentation_of(kind).score
    if as_json:
        told = [_as_data(played, score.column) for played in results]
        click.echo(json.dumps(told, default=str, ensure_ascii=False, indent=2))
        return
    rows = [
        {
            _("game"): played.tag,
            _("players"): ", ".join(played.players),
            _("years"): played.years,
            _("letters"): played.letters,
            _("winner"): ", ".join(played.winners) or _("nobody: a draw"),
            words.text(score.column): words.number(played.score * score.unit),
            _("how it ended"): words.text(presentation_of(kind).endings[played.ended]) if played.ended else "",
        }
        for played in results
    ]
    show(rows, False, "")
    click.echo()
    click.echo(_("All mails lie in %(folder)s, one Maildir for each player.", folder=place / "maildir"))
    click.echo(_("The records of the games lie in %(folder)s.", folder=place / "records"))


def _as_data(played: Played, score: str) -> dict[str, object]:
    """How a game went, with the name of what is counted in it."""
    return {score if name == "score" else name: value for name, value in asdict(played).items()}
