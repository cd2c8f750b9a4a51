"""Processes of a server are killed under load, again and again: nothing is lost, and nothing is done twice."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
import pytest
from mailservers_kit import free_ports
from relay_kit import RudeRelay
from server.kit import open_game

from pbem.store import Database
from pbem.store.games.listing import list_games
from pbem.store.players.player import Bot

from .checks import Outcome, check_rest, count_connections, count_present, findings, rests
from .players import Listener, Table, Writer, patiently
from .swarm import LEASE_SECONDS, PATIENCE, Swarm, harry, new_cluster, new_swarm_place

KILLS: Final = int(os.environ.get("KILLS", "200"))
SEED: Final = int(os.environ.get("SEED", "31"))
STOPS: Final = int(os.environ.get("STOPS", "3"))
RESTARTS: Final = int(os.environ.get("RESTARTS", "3"))
KINDS: Final = ("first_rails", "germany", "railroad_dice_2")
CONNECTIONS: Final = 2
"""Mails that a process hands over at one time."""


@pytest.mark.kills
@pytest.mark.timeout(2400)
def test_200_kills_on_postgresql(tmp_path: Path) -> None:
    with new_cluster() as cluster, played(tmp_path, cluster.url, games_of_a_kind=3) as (table, relay):
        swarm = Swarm(table.place, SEED, cluster)
        with kept(swarm, table):
            for number, port in enumerate(table.letters_at):
                swarm.add(f"mail{number}", "mail", PBEM_MAIL__LISTEN_PORT=str(port))
            for number, port in enumerate(table.forms_at):
                swarm.add(f"web{number}", "web", PBEM_WEB__PORT=str(port))
            for number in range(3):
                swarm.add(f"worker{number}", "worker")
            swarm.await_up()
            listeners = [Listener(table, port, [f"e{number + 1}" for number in range(9)]) for port in table.forms_at]
            for listener in listeners:
                listener.start()
            ill = findings(swarm)
            seats = writers(table)
            threads = table.begin(seats)
            harry(swarm, KILLS, ("mail", "web", "worker"), went_on(table, relay), stops=STOPS, restarts=RESTARTS)
            outcome = at_rest(swarm, table, relay, threads)
            assert findings(swarm) <= ill
            with table.database.read() as tx:
                assert count_present(tx)[0] == len(swarm.members)
            swarm.end()
            told(swarm, table, outcome)
            assert all(listener.news for listener in listeners), "a page was never told what is new"
            with table.database.read() as tx:
                assert count_present(tx) == [0, 0]
            table.place.close()
            assert count_connections(cluster.url) == 0
            assert swarm.orphans() == []
            assert swarm.died == []


@pytest.mark.kills
@pytest.mark.timeout(2400)
def test_a_minute_of_kills_on_sqlite(tmp_path: Path) -> None:
    with played(tmp_path, "", games_of_a_kind=2, workers=2) as (table, relay):
        swarm = Swarm(table.place, SEED)
        with kept(swarm, table):
            smtp, other = table.letters_at
            swarm.add("serve", "serve", PBEM_WEB__PORT=str(table.forms_at[0]), PBEM_MAIL__LISTEN_PORT=str(smtp))
            swarm.add("mail", "mail", PBEM_MAIL__LISTEN_PORT=str(other))
            swarm.add("worker", "worker")
            swarm.await_up()
            ill = findings(swarm)
            threads = table.begin(writers(table))
            harry(swarm, KILLS // 10, ("mail", "worker"), went_on(table, relay))
            outcome = at_rest(swarm, table, relay, threads)
            assert findings(swarm) <= ill
            swarm.end()
            told(swarm, table, outcome)
            with table.database.read() as tx:
                assert count_present(tx) == [0, 0]
            assert swarm.orphans() == []
            assert swarm.died == []


@contextmanager
def played(folder: Path, url: str, games_of_a_kind: int, workers: int = 0) -> Iterator[tuple[Table, RudeRelay]]:
    """Games of all kinds, each of people and a bot, before anyone has moved."""
    with RudeRelay() as relay:
        place = new_swarm_place(folder / "place", relay, url, workers=workers)
        for number in range(games_of_a_kind):
            for kind in KINDS:
                names = (f"A{number}{kind[0]}", f"B{number}{kind[0]}")
                plays: Bot = "heuristic" if number else "random"
                bot = (f"C{number}{kind[0]}", plays)
                open_game(place, names[0], bot, names[1], kind=kind)
        ports = free_ports(4)
        with place:
            yield Table(place, place.database, ports[:2], ports[2:] if url else ports[2:3]), relay


@contextmanager
def kept(swarm: Swarm, table: Table) -> Iterator[None]:
    """Tell what there is to be known where something fails, and leave nothing running."""
    try:
        yield
    except BaseException:
        told(swarm, table, None)
        raise
    finally:
        table.ended.set()
        swarm.put_down()


def went_on(table: Table, relay: RudeRelay) -> Callable[[], int]:
    """A count that goes up with all that people and processes do."""
    return lambda: len(relay.taken) + table.accepted.total() + table.played["forms"] + table.played["moves"]


def writers(table: Table) -> list[Writer]:
    """Whoever plays each game: in one of three mostly by forms."""
    with table.database.read() as tx:
        games = [game.id for game in list_games(tx)]
    return [Writer(table, game_id, SEED + game_id, by_forms=0.7 if game_id % 3 == 0 else 0.2) for game_id in games]


def at_rest(swarm: Swarm, table: Table, relay: RudeRelay, threads: Sequence[threading.Thread]) -> Outcome:
    """Have all end what they are at, and check what is there then, when those who were killed are forgotten, too."""
    swarm.await_up()
    table.ended.set()
    until = time.monotonic() + PATIENCE
    while any(thread.is_alive() for thread in threads) or not patiently(lambda: rests(table.database)):
        swarm.supervise()
        assert time.monotonic() < until, "it never came to rest"
        time.sleep(0.2)
    assert table.failures == []
    lapsed = time.monotonic() + LEASE_SECONDS + 15
    while time.monotonic() < lapsed and patiently(lambda: _present(table.database)) != len(swarm.members):
        swarm.supervise()
        time.sleep(0.2)
    deaths = swarm.done_to["mail"] + swarm.done_to["stopped"] + swarm.done_to["database"] * 2
    return check_rest(table, relay, most_twice=CONNECTIONS * deaths)


def _present(database: Database) -> int:
    with database.read() as tx:
        return count_present(tx)[0]


def told(swarm: Swarm, table: Table, outcome: Outcome | None) -> None:
    """Say what came of it."""
    click.echo(f"\nseed {swarm.seed}\n{dict(swarm.done_to)}\n{dict(table.played)}\n{outcome}")
    for line, number in swarm.errors().most_common(25):
        click.echo(f"{number:5} {line}")
