"""Letters that come in a crowd are judged by several processes without one hindering another for long."""

import re
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click
import psycopg
import pytest
from relay_kit import RudeRelay
from server.kit import DOMAIN, FIRST_TURN, Place, open_game

from pbem.cli.mail.player import Received, letter
from pbem.clock import system_clock, to_ms
from pbem.store.games.listing import list_games
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.store.mail.inbox import NewLetter, count_letters_by_status, store_letters
from pbem.store.mail.outbox import MailRow, list_mails_of_seat

from .swarm import PATIENCE, Swarm, new_cluster, new_swarm_place

GAMES: Final = 50
LETTERS: Final = 4
"""Letters of each game: a turn, and questions."""
OF_ONE: Final = 20
"""Letters of the first game beside them."""
MOST_BEGUN: Final = 4
"""How often a write is begun at most: by then all others wait for it."""


@dataclass(frozen=True)
class Crowd:
    """A crowd of letters as it was dealt with: seconds by the clock and of processors, and who dealt with how many."""

    seconds: float
    processor_s: float
    shares: Sequence[int]
    begun_again: Counter[int]

    def __str__(self) -> str:
        """In one line."""
        number = sum(self.shares)
        rates = f"{number / self.seconds:.1f} letters/s, {1000 * self.processor_s / number:.0f} ms of processors each"
        return f"{len(self.shares)} workers: {rates}, shares {list(self.shares)}, again {dict(self.begun_again)}"


@pytest.mark.kills
def test_no_write_is_begun_often_and_nobody_starves_on_postgresql(tmp_path: Path) -> None:
    for workers in (1, 2, 4):
        with new_cluster() as cluster, crowded(tmp_path / str(workers), cluster.url) as (place, letters):
            crowd = deal_with(place, letters, workers)
            click.echo(f"\npostgresql, {crowd}")
        assert max(crowd.begun_again, default=1) <= MOST_BEGUN
        assert min(crowd.shares) > 0


@pytest.mark.kills
def test_nobody_starves_on_sqlite(tmp_path: Path) -> None:
    for workers in (1, 2, 4):
        with crowded(tmp_path / str(workers), "") as (place, letters):
            crowd = deal_with(place, letters, workers)
            click.echo(f"\nsqlite, {crowd}")
        assert min(crowd.shares) > 0


@contextmanager
def crowded(folder: Path, url: str) -> Iterator[tuple[Place, list[NewLetter]]]:
    """A place, and a crowd of letters to its games."""
    with RudeRelay() as relay, new_swarm_place(folder, relay, url) as place:
        for number in range(GAMES):
            open_game(place, f"A{number}", f"B{number}")
        with place.database.read() as tx:
            games = list_games(tx)
            seats = [(list_seat_contacts(tx, game.id), list_mails_of_seat(tx, game.id, 0)[-1]) for game in games]
        texts = [FIRST_TURN, *([f"status # {number}"] for number in range(LETTERS - 1))]
        crowd = [(seat, orders) for orders in texts for seat in seats]
        crowd += [(seats[0], [f"help # {number}"]) for number in range(OF_ONE)]
        yield place, [_letter(contacts[0], mail, orders) for (contacts, mail), orders in crowd]


def _letter(contact: SeatContact, mail: MailRow, orders: Sequence[str]) -> NewLetter:
    answered = Received(mail.message_id, mail.references_, mail.subject, mail.text)
    message = letter(orders, contact.address, f"{contact.token}@{DOMAIN}", answered)
    now_ms = to_ms(system_clock())
    return NewLetter(contact.token, message["Message-ID"], contact.address, now_ms, message.as_bytes())


def deal_with(place: Place, letters: Sequence[NewLetter], workers: int) -> Crowd:
    """Have so many processes deal with a crowd of letters, all of which come at once."""
    swarm, others_s = Swarm(place, 1), partial(_of_database_s, place)
    try:
        for number in range(workers):
            swarm.add(f"worker{number}", "worker")
        swarm.await_up()
        before_s = others_s() + sum(_processor_s(member.process.pid) for member in swarm.members)
        begun = time.monotonic()
        place.database.write(lambda tx: store_letters(tx, letters))
        until = begun + PATIENCE
        while _waiting(place):
            assert time.monotonic() < until
            time.sleep(0.1)
        seconds = time.monotonic() - begun
        processor_s = sum(_processor_s(member.process.pid) for member in swarm.members) + others_s() - before_s
        again = sum((_begun_again(member.said()) for member in swarm.members), Counter[int]())
        shares = [member.said().count("letter dealt with") for member in swarm.members]
        swarm.end()
    finally:
        swarm.put_down()
    return Crowd(seconds, processor_s, shares, again)


def _waiting(place: Place) -> int:
    with place.database.read() as tx:
        return count_letters_by_status(tx).get("new", 0)


def _begun_again(said: str) -> Counter[int]:
    found = re.search(r"health=\D*(\d+)", said)
    assert found, said
    with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    times = re.findall(r'^pbem_writes_begun_again_total\{time="(\d+)"\} (\S+)', text, re.MULTILINE)
    return Counter({int(time): int(float(number)) for time, number in times})


def _processor_s(pid: int) -> float:
    """Seconds of processors that a process has taken, and its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / 100


def _of_database_s(place: Place) -> float:
    """Seconds of processors that a PostgreSQL server has taken."""
    url = place.settings.store_url
    if isinstance(url, Path):
        return 0.0
    with psycopg.connect(url.get_secret_value()) as connection:
        others = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        pids = [pid for (pid,) in connection.execute(others).fetchall()]
        row = connection.execute("SELECT pg_read_file('postmaster.pid')").fetchone()
    assert row is not None
    total = 0.0
    for pid in (int(row[0].split()[0]), *pids):
        with suppress(FileNotFoundError):  # the server counts those that have ended
            total += _processor_s(pid)
    return total
