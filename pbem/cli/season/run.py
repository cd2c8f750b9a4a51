"""Plays a season in a folder, from the first letter to the summary."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from pbem.chance import foreseen
from pbem.cli.demo import PLAYERS_DOMAIN, settings_for, write_record
from pbem.cli.season.course import FIRST_DAY, Season
from pbem.cli.season.habits import CAST
from pbem.cli.season.house import House
from pbem.cli.season.plan import plan_of
from pbem.cli.season.summary import Summary, summary_of
from pbem.clock import Hand
from pbem.store import repository as repo

DAYS_OF_A_MONTH = 30


def play_season(folder: Path, games: int, months: int, seed: int, passed: Callable[[datetime, float], None]) -> Summary:
    """Plays a season, and leaves mails, records and database in the folder.

    `passed` is told the moment reached and the share of the season that is over. Raises TimeoutError where the server
    comes to no rest, and RuntimeError where a game does not go on.
    """
    days = months * DAYS_OF_A_MONTH
    with foreseen(f"season {seed}"), closing(House(settings_for(folder), Hand(FIRST_DAY))) as house:
        house.open()
        season = Season(house, CAST, plan_of(CAST, games, days, seed), seed, PLAYERS_DOMAIN)
        season.run(lambda at: passed(at, (at - FIRST_DAY).days / days))
        with house.database.read() as tx:
            for game in repo.games(tx):
                write_record(tx, game, folder)
        return summary_of(season)
