"""A letter from SMTP DATA to its committed answer, through the real server: early and late, and in two games."""

import logging
import random
import smtplib
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import structlog
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from forms_kit import submit_as
from sqlalchemy import Connection, event

from pbem.cli.demo import free_port, settings_for
from pbem.cli.mail.player import Received, letter, orders_for
from pbem.clock import system_clock, to_ms
from pbem.daemon.inbox_worker import InboxWorker
from pbem.daemon.server import Server
from pbem.intake import Intake
from pbem.store import Database, create
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.outbox import list_mails_of_seat
from pbem.store.players.player import add_player
from pbem.store.service.server import put_meta
from rules_core.games import bot_named

from .figures import Figure

TITLE = "letters, one core"
SEATS = 3
FIRST_RAILS, NETWORK = "first_rails", "railroad_dice_2"
EARLY = range(1, 4)
LATE = range(15, 21)
GAMES = 4
CEILING_LETTERS = 200
PATIENCE_SECONDS = 30.0


@dataclass
class Times:
    """Milliseconds of one core, and durable commits, letter by letter."""

    cpu: list[float] = field(default_factory=list)
    commits: list[int] = field(default_factory=list)


def measure() -> Iterator[Figure]:
    """All figures of letters."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        bare = _bare_smtp_ms()
        commit = _bare_commit_ms(Path(folder) / "bare")
        with _Bench(Path(folder) / "server") as bench:
            early, late, network = bench.times()
    yield Figure("a letter, SMTP DATA to committed answer, median", statistics.median(early.cpu), "ms", at_most=25)
    rate, most = (1000 / median for median in (statistics.median(early.cpu), bare))
    yield Figure("letters dealt with and answered in a second of one core", rate, "/s", ceiling=most)
    yield Figure("as a fraction of those that a listener forgets", rate / most, "")
    yield Figure("the same, worst of a hundred", _percentile(early.cpu), "ms")
    yield Figure("the same in years 15 to 20, median", statistics.median(late.cpu), "ms", at_most=25)
    growth = statistics.median(late.cpu) / statistics.median(early.cpu)
    yield Figure("years 15 to 20 against years 1 to 3", growth, "times", at_most=1.2)
    yield Figure("a letter of Railroad Dice 2 in years 1 to 3, median", statistics.median(network.cpu), "ms")
    against = statistics.median(network.cpu) / statistics.median(early.cpu)
    yield Figure("the same against one of The First Rails", against, "times", at_most=1.2)
    # It is stored, it is dealt with, the bytes of its mails are fixed, and it is noted that they were sent.
    yield Figure("durable commits for a letter, most", max(early.commits + late.commits), "", at_most=4)
    yield Figure("the same in Railroad Dice 2", max(network.commits), "", at_most=4)
    yield Figure("a letter to a listener that does nothing with it", bare, "ms")
    yield Figure("a durable commit of one row", commit, "ms")


def _percentile(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


class _CountingDatabase(Database):
    """A database that counts its durable commits."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.commits = 0
        event.listen(self.engine.pools[1], "commit", self._count)

    def _count(self, _connection: Connection) -> None:
        self.commits += 1


class _WatchedWorker(InboxWorker):
    """An inbox worker that says when a round of it has dealt with something."""

    def __init__(self, intake: Intake) -> None:
        super().__init__(intake)
        self.dealt = threading.Event()

    def round(self) -> bool:
        """Deal with one letter, and say so."""
        found = super().round()
        if found:
            self.dealt.set()
        return found


class _Bench:
    """A running server with games, whose letters are timed in some years and hurried through in others."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.settings = settings_for(folder)
        create(self.settings.database)
        self.database = _CountingDatabase(self.settings.database)
        self.server = Server(self.settings, self.database)
        self.worker = _WatchedWorker(self.server.intake)

    def __enter__(self) -> "_Bench":
        # The sender would carry the answers on while the next letter is timed; it is measured by its commits alone.
        self.server.listener.start()
        self.worker.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.worker.stop()
        self.server.stop()
        self.database.close()

    def times(self) -> tuple[Times, Times, Times]:
        """The times of letters in early and in late years, and in early years of Railroad Dice 2.

        Games of both kinds are played in turn, so that what else the machine does slows both alike.
        """
        early, late, network = Times(), Times(), Times()
        with smtplib.SMTP(self.settings.mail.listen_host, self.server.listener.port) as door:
            for number in range(GAMES):
                self._play(door, FIRST_RAILS, number, {EARLY: early, LATE: late})
                self._play(door, NETWORK, number, {EARLY: network})
        return early, late, network

    def _play(self, door: smtplib.SMTP, kind: str, number: int, timed: Mapping[range, Times]) -> None:
        """Play a game to the end of the last year that is timed."""
        game_id = self._open(kind, number)
        chance = random.Random(number)
        last = max(years.stop for years in timed)
        while (game := self._game(game_id)).active_seat is not None and game.year < last:
            orders = orders_for(self.database, game_id, game.active_seat, bot_named("random"), chance.randrange)
            times = next((times for years, times in timed.items() if game.year in years), None)
            if times is None:
                submit_as(self.server.intake, game_id, game.active_seat, "\n".join(orders), position=game.position)
            else:
                self._letter(door, game, game.active_seat, orders, times)

    def _game(self, game_id: int) -> GameRow:
        with self.database.read() as tx:
            return get_game(tx, game_id)

    def _letter(self, door: smtplib.SMTP, game: GameRow, seat: int, orders: list[str], times: Times) -> None:
        """Have a letter dealt with; one of which the player is asked whether they mean it is confirmed, and not timed.

        Such is one that only ends the turn.
        """
        cpu, commits = self._send(door, game, seat, orders)
        if self._game(game.id).position > game.position:
            times.cpu.append(cpu)
            times.commits.append(commits)
            return
        self._send(door, game, seat, ["confirm"])
        if self._game(game.id).position == game.position:
            raise RuntimeError("a letter that is timed changed nothing:\n" + "\n".join(orders))

    def _send(self, door: smtplib.SMTP, game: GameRow, seat: int, orders: list[str]) -> tuple[float, int]:
        """Send a letter, and return the milliseconds of CPU and the commits that it took to deal with it."""
        with self.database.read() as tx:
            contact = list_seat_contacts(tx, game.id)[seat]
            mail = list_mails_of_seat(tx, game.id, seat)[-1]
        newest = Received(mail.message_id, mail.references_, mail.subject, mail.text)
        message = letter(orders, contact.address, f"{contact.token}@{self.settings.mail.domain}", newest)
        raw = message.as_bytes()
        recipients = [f"{contact.token}@{self.settings.mail.domain}"]
        self._carry_mails()
        self.worker.dealt.clear()
        commits, start, here = self.database.commits, time.process_time(), time.thread_time()
        door.sendmail(contact.address, recipients, raw)
        if not self.worker.dealt.wait(PATIENCE_SECONDS):
            raise TimeoutError("a letter is not dealt with")
        # What this thread took is the player's mail program, not the server.
        cpu = 1000 * (time.process_time() - start - (time.thread_time() - here))
        self._carry_mails()
        return cpu, self.database.commits - commits

    def _carry_mails(self) -> None:
        while self.server.sender.round():
            pass

    def _open(self, kind: str, number: int) -> int:
        now = to_ms(system_clock())
        people = [(f"Player {seat}", f"{kind}-{number}-{seat}@players.example") for seat in range(SEATS)]
        ids = self.database.write(lambda tx: [add_player(tx, *person, "en", now) for person in people])
        seed = number.to_bytes(32, "big")
        return self.server.intake.operator.open_game(
            f"Bench {number}", ids, {}, kind=kind, seed=seed, salts=["a", "b", "c"]
        )


class _Nothing:
    """A listener's handler that takes every letter and forgets it."""

    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:
        return "250 OK"


def _bare_smtp_ms() -> float:
    port = free_port()
    controller = Controller(_Nothing(), hostname="127.0.0.1", port=port)
    controller.start()
    body = "From: a@b.example\r\nTo: c@d.example\r\n\r\n" + "roll 4?\r\n" * 100
    try:
        with smtplib.SMTP("127.0.0.1", port) as door:
            start = time.process_time()
            for _ in range(CEILING_LETTERS):
                door.sendmail("a@b.example", ["c@d.example"], body)
            return 1000 * (time.process_time() - start) / CEILING_LETTERS
    finally:
        controller.stop()


def _bare_commit_ms(folder: Path) -> float:
    folder.mkdir()
    path = folder / "bare.sqlite3"
    create(path)
    with Database(path) as database:
        start = time.process_time()
        for number in range(CEILING_LETTERS):
            database.write(partial(put_meta, key="bench", value=str(number)))
        return 1000 * (time.process_time() - start) / CEILING_LETTERS
