"""The command line of the simulation: `make season`, or `PYTHONPATH=tests python -m simulation --help`."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from simulated_kit import StoppedClock, seeded_chance

from pbem.cli.demo import PLAYERS_DOMAIN, fresh, settings_for, write_record
from pbem.cli.server import set_up_logging
from pbem.config import Log
from pbem.store.games.listing import list_games

from .format import show_summary
from .habits import CAST
from .plan import plan_of
from .runner import FIRST_DAY, Simulation
from .server import SimulatedServer
from .summary import Summary, summary_of

DAYS_OF_A_MONTH: Final = 30


@click.command(help="Play games at the pace of correspondence, in simulated time, and print what came of them.")
@click.option("--games", default=6, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--months", default=4, show_default=True, type=click.IntRange(1, 24), help="How long the season lasts.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same season.")
@click.option(
    "--folder",
    default="var/season",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where emails, records and the database go; if the folder exists, another one with a number is made.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def main(games: int, months: int, seed: int, folder: Path, as_json: bool) -> None:
    """Play a season and print its summary. The exit status is 1 where the server or a game stands still."""
    set_up_logging(Log(level="error"))
    place = fresh(folder)
    try:
        summary = _play_with_progress(place, games, months, seed)
    except (TimeoutError, RuntimeError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(json.dumps(asdict(summary), ensure_ascii=False, indent=2))
        return
    show_summary(summary)
    click.echo(f"All emails are in {place / 'maildir'}, one Maildir per player.")
    click.echo(f"The game records are in {place / 'records'}.")


def _play_with_progress(folder: Path, games: int, months: int, seed: int) -> Summary:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[day]}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("Season", total=1.0, day="")
        return play_season(
            folder, games, months, seed, lambda at, share: bar.update(task, completed=share, day=f"{at:%Y-%m-%d}")
        )


def play_season(folder: Path, games: int, months: int, seed: int, passed: Callable[[datetime, float], None]) -> Summary:
    """Play a season, and leave mails, records and database in a folder.

    `passed` is called with the moment reached and the share of the season that is over. Raises TimeoutError where the
    server comes to no rest, and RuntimeError where a game does not go on.
    """
    days = months * DAYS_OF_A_MONTH
    with (
        seeded_chance(f"season {seed}"),
        closing(SimulatedServer(settings_for(folder), StoppedClock(FIRST_DAY))) as server,
    ):
        server.open()
        simulation = Simulation(server, CAST, plan_of(CAST, games, days, seed), seed, PLAYERS_DOMAIN)
        simulation.run(lambda at: passed(at, (at - FIRST_DAY).days / days))
        with server.database.read() as tx:
            for game in list_games(tx):
                write_record(tx, game, folder)
        return summary_of(simulation)


if __name__ == "__main__":
    main()
