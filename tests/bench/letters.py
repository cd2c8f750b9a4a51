"""A letter from SMTP DATA to its committed answer, through the real server; early and late in a game."""

import logging
import random
import smtplib
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from forms_kit import submit_as

from pbem.cli.demo import free_port, settings_for
from pbem.cli.mail_player import Received, letter, orders_for
from pbem.clock import system_clock, to_ms
from pbem.daemon.server import Server
from pbem.store import Database, create
from pbem.store import repository as repo
from rules_core.games import bot_named

from .figures import Figure

TITLE = "letters, one core"
SEATS = 3
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
        early, late = _Bench(Path(folder) / "server").times()
    yield Figure("a letter, SMTP DATA to committed answer, median", statistics.median(early.cpu), "ms", at_most=25)
    yield Figure("the same, worst of a hundred", _percentile(early.cpu), "ms")
    yield Figure("the same in years 15 to 20, median", statistics.median(late.cpu), "ms", at_most=25)
    growth = statistics.median(late.cpu) / statistics.median(early.cpu)
    yield Figure("years 15 to 20 against years 1 to 3", growth, "times", at_most=1.2)
    yield Figure("durable commits for a letter, most", max(early.commits + late.commits), "", at_most=3)
    yield Figure("a letter to a listener that does nothing with it", bare, "ms")
    yield Figure("a durable commit of one row", commit, "ms")


def _percentile(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


class _Bench:
    """A running server with games, whose letters are timed in some years and hurried through in others."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.settings = settings_for(folder)
        create(self.settings.database)
        self.database = Database(self.settings.database)
        self.server = Server(self.settings, self.database)
        self.commits = 0
        self.dealt = threading.Event()
        self._watch()

    def times(self) -> tuple[Times, Times]:
        """The times of letters in early and in late years."""
        early, late = Times(), Times()
        # The postman would carry the answers on while the next letter is timed; he is measured by his commits alone.
        self.server.listener.start()
        self.server.worker.start()
        try:
            with smtplib.SMTP(self.settings.mail.listen_host, self.server.listener.port) as door:
                for number in range(GAMES):
                    self._play(door, number, early, late)
        finally:
            self.server.stop()
            self.database.close()
        return early, late

    def _play(self, door: smtplib.SMTP, number: int, early: Times, late: Times) -> None:
        game_id = self._open(number)
        chance = random.Random(number)
        while True:
            with self.database.read() as tx:
                game = repo.game(tx, game_id)
            if game.active_seat is None or game.year >= LATE.stop:
                return
            orders = orders_for(self.database, game_id, game.active_seat, bot_named("random"), chance.randrange)
            timed = early if game.year in EARLY else late if game.year in LATE else None
            if timed is None:
                submit_as(self.server.intake, game_id, game.active_seat, "\n".join(orders), position=game.position)
            else:
                self._letter(door, game_id, game.active_seat, orders, timed)

    def _letter(self, door: smtplib.SMTP, game_id: int, seat: int, orders: list[str], times: Times) -> None:
        with self.database.read() as tx:
            contact = repo.seat_contacts(tx, game_id)[seat]
            mail = repo.mails_of_seat(tx, game_id, seat)[-1]
        newest = Received(mail.message_id, mail.references_, mail.subject, mail.text)
        message = letter(orders, contact.address, f"{contact.token}@{self.settings.mail.domain}", newest)
        raw = message.as_bytes()
        recipients = [f"{contact.token}@{self.settings.mail.domain}"]
        self._carry_mails()
        self.dealt.clear()
        commits, start, own = self.commits, time.process_time(), time.thread_time()
        door.sendmail(contact.address, recipients, raw)
        if not self.dealt.wait(PATIENCE_SECONDS):
            raise TimeoutError("a letter is not dealt with")
        # What this thread took is the player's mail program, not the server.
        times.cpu.append(1000 * (time.process_time() - start - (time.thread_time() - own)))
        self._carry_mails()
        times.commits.append(self.commits - commits)

    def _carry_mails(self) -> None:
        while self.server.sender.round():
            pass

    def _open(self, number: int) -> int:
        now = to_ms(system_clock())
        people = [(f"Player {seat}", f"p{number}-{seat}@players.example") for seat in range(SEATS)]
        ids = self.database.write(lambda tx: [repo.add_player(tx, *person, "en", now) for person in people])
        seed = number.to_bytes(32, "big")
        return self.server.intake.operator.open_game(f"Bench {number}", ids, {}, seed=seed, salts=["a", "b", "c"])

    def _watch(self) -> None:
        write, receive = self.database._write, self.server.intake.letters.receive

        def counted(work: Any) -> Any:
            self.commits += 1
            return write(work)

        def received(letter_id: int) -> None:
            receive(letter_id)
            self.dealt.set()

        # The server measured is the bench's own, and is watched as it stands, without a hook for benches alone.
        self.database._write = counted  # type: ignore[method-assign]
        self.server.intake.letters.receive = received  # type: ignore[method-assign]


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
            database.write(partial(repo.put_meta, key="bench", value=str(number)))
        return 1000 * (time.process_time() - start) / CEILING_LETTERS
