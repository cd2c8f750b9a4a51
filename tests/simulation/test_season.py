"""A season in which everything that must always hold is looked at after every step; `make soak` has large ones."""

import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import click
import pytest
from server.kit import run_pbem
from simulated_kit import StoppedClock, seeded_chance

from pbem.config import Mail, ServerSettings, Settings

from .habits import Habits
from .invariants import Watcher
from .plan import plan_of
from .runner import FIRST_DAY, Simulation
from .server import QuietServer
from .summary import Summary, summary_of

FEW: tuple[Habits, ...] = (
    Habits("Ada", bot="random", plans=0.6, chats=0.3, disputes=0.4),
    Habits("Ben", bot="random", hours=(21,), diligence="reminded", extends=0.5, plans=0.6, slips=0.3),
    Habits("Cleo", bot="random", diligence="forgetful", forgets=0.5, reports="daily", chats=0.7, disputes=0.3),
    Habits("Dora", bot="random", away=((8, 13),), resigns_after=3, regrets=True),
    Habits("Emil", bot="random", language="de", diligence="gone", gone_on=14),
    Habits("Fay", bot="random", stands_by=True, plays=False, zone="Australia/Sydney", chats=0.5, plans=0.5),
    Habits("Ida", plays=False, watches=True, moderates=True),
    Habits("Leo", bot="random", reports="mine", mutes=True, resigns_after=2),
)
MORE: tuple[Habits, ...] = (
    Habits("Gus", language="fr", plans=0.6, moderates=True),
    Habits("Hal", chats=0.5, disputes=0.1, slips=0.1, extends=0.3, diligence="reminded"),
    Habits("Jon", reports="daily", hours=(9,), zone="America/New_York", away=((20, 30), (50, 60))),
    Habits("Kim", diligence="forgetful", forgets=0.3, stands_by=True),
)
"""Who joins them where there is more time; they play with some sense, so that games end."""
TROLLS: tuple[Habits, ...] = (
    Habits("Ada", bot="passing", disputes=1.0, slips=1.0, consents=0.0, speaks=1.0),
    Habits("Ben", bot="passing", disputes=1.0, extends=1.0, diligence="reminded", consents=0.0),
    Habits("Cleo", bot="passing", diligence="forgetful", forgets=0.6, disputes=0.5),
    Habits("Dora", bot="passing", diligence="gone", gone_on=200, chats=1.0),
    Habits("Emil", bot="passing", hours=(21,), slips=0.5),
)
"""Who only end their turns, late, and dispute whatever they can, where nobody moderates."""
SEASONS = 30


def played(folder: Path, agents: tuple[Habits, ...], games: int, days: int, seed: int) -> Summary:
    """Play a season in a folder, and hold it against the invariants as it goes."""
    settings = Settings(server=ServerSettings(data_dir=folder), mail=Mail(domain="season.test", listen_port=0))
    server = QuietServer(settings, StoppedClock(FIRST_DAY))
    with seeded_chance(f"season {seed}"), closing(server):
        server.open()
        simulation = Simulation(server, agents, plan_of(agents, games, days, seed), seed, "players.test")
        with closing(Watcher(server)) as watcher:
            simulation.run(lambda _at: watcher.look())
            watcher.look_at_all()
        summary = summary_of(simulation)
    config = folder / "pbem.toml"
    config.write_text(
        f'[server]\ndata_dir = "{folder}"\n[web]\nport = 0\nhealth_port = 0\n'
        '[mail]\nlisten_port = 0\ndomain = "season.test"\n'
    )
    config.chmod(0o600)
    run_pbem("--config", config, "backup")
    run_pbem("--config", config, "doctor")
    return summary


def test_everything_that_must_always_hold_holds_throughout_a_season(tmp_path: Path) -> None:
    summary = played(tmp_path, FEW, games=3, days=20, seed=9)
    assert len(summary.games) == 3
    assert {"passed", "resigned", "seated", "extended", "outage"} <= summary.befell.keys()
    assert {"disputed", "held for dispute", "proposed"} <= summary.befell.keys()
    assert {"ruled uphold", "ruled amend", "ruled rollback"} & summary.befell.keys()
    assert {"digest", "lobby", "press", "reminder", "notice", "moderation"} <= summary.mails.keys()
    assert sum(summary.letters.values()) > 60


@pytest.mark.soak
def test_two_years_of_trolls_without_a_moderator_end_by_themselves(tmp_path: Path) -> None:
    began = time.monotonic()
    summary = played(tmp_path, TROLLS, games=6, days=720, seed=4)
    ended, befell = Counter(line.ended for line in summary.games), dict(summary.befell)
    click.echo(f"{len(summary.games)} games in {time.monotonic() - began:.0f} s: {dict(ended)}, {befell}")
    assert {"stands still", "stood still", "dispute lapsed", "held for dispute"} <= befell.keys()
    assert None not in ended, "no game goes on for ever"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SEASONS))
def test_it_holds_in_long_seasons_of_many_games(tmp_path: Path, seed: int) -> None:
    began = time.monotonic()
    summary = played(tmp_path, (*FEW, *MORE), games=8, days=90, seed=seed)
    assert len(summary.games) >= 7
    ended, befell = Counter(line.ended for line in summary.games), dict(summary.befell)
    click.echo(f"{len(summary.games)} games in {time.monotonic() - began:.0f} s: {dict(ended)}, {befell}")
