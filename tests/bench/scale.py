"""What grows with the games: the same is done with a tenth of them and with all, and what takes longer is named.

`make bench SCALE=10000` says how many games there are (SCALE). A statement is named where it takes a millisecond or
more, and three times as long; the plan's steps that read a whole table or index stand behind it.
"""

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import structlog
from flask.testing import FlaskClient
from sqlalchemy import Engine, event, select

from pbem.cli.context import CliContext
from pbem.cli.demo import settings_for
from pbem.cli.doctor.command import look_at_database
from pbem.cli.mail.player import letter, orders_for
from pbem.clock import system_clock, to_ms
from pbem.config import Settings
from pbem.daemon.backups import write_backup
from pbem.daemon.server import Server
from pbem.mail.receiving.batches import Envelope
from pbem.moderation.needs import needs
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.sending import list_due_mail
from pbem.store.players.player import get_player
from pbem.store.prepared import Prepared
from rules_core.games import bot_named

from . import crowd
from .figures import Figure
from .pages import BASE, sign_in
from .start import STARTS

SCALE: Final = int(os.environ.get("SCALE") or 1_000)
TITLE: Final = f"what grows, from {SCALE // 10:,} games to {SCALE:,}"
_DAYS: Final = 60 if SCALE <= 10_000 else 30
"""How long the season lasts that is copied: more games have each fewer mails, so that a disk holds them."""
_LETTERS: Final = 100
_GROWS: Final = 3.0
_NAMED_MS: Final = 1.0
_LONGEST: Final = 90
_PAGES: Final = (
    "/", "/games/first-rails/", "/games/germany/", "/games/railroad-dice-2/", "/games/germany/players",
    "/games/e1", "/games/e1/history", "/games/e1.json", "/games/e1/feed.atom", "/players/{player}",
    "/players/{player}.json", "/lists", "/lists/index.json", "/lists/feed.atom", "/seats", "/my", "/my/mail",
    "/rulings", "/live.json", "/healthz",
)  # fmt: skip


@dataclass
class Timed:
    """What was done and what it took, in milliseconds of the processor: whole works by name, and statements."""

    games: int
    works: dict[str, float] = field(default_factory=dict)
    statements: dict[str, float] = field(default_factory=dict)
    plans: dict[str, str] = field(default_factory=dict)

    def do(self, name: str, work: Callable[[], object]) -> None:
        """Do something, once to warm up and once to be measured."""
        work()
        self.statements.update(dict.fromkeys(self.statements, 0.0) if not self.works else {})
        start = time.process_time()
        work()
        self.works[name] = 1000 * (time.process_time() - start)

    def heard(self, connection: Any, statement: str, parameters: Any, ms: float) -> None:
        """Keep a statement's longest time, and what of its plan reads a whole table."""
        self.statements[statement] = max(ms, self.statements.get(statement, 0.0))
        if statement not in self.plans:
            self.plans[statement] = ""
            if re.match(r"(?i)select|update|delete|with", statement):
                plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                self.plans[statement] = "; ".join(row[3] for row in plan if row[3].startswith("SCAN"))


def measure() -> Iterator[Figure]:
    """The works that a server does all day, and each statement that grows."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with tempfile.TemporaryDirectory() as folder:
        block = crowd.play(Path(folder), _DAYS)
        small, large = _measured(block, SCALE // 10), _measured(block, SCALE)
    yield Figure("games", large.games, "", ceiling=small.games)
    yield Figure(f"a game of {_DAYS} days' play, as it is kept", block.size / block.games / 1e6, "MB")
    yield Figure("mails of a game", block.mails / block.games, "")
    for name, ms in large.works.items():
        at_most = 100.0 if "desk" in name else None
        yield Figure(name, ms, "ms", at_most=at_most, ceiling=small.works[name])
    grown = {
        one: ms for one, ms in large.statements.items() if ms >= max(_NAMED_MS, _GROWS * small.statements.get(one, 0))
    }
    for statement, ms in sorted(grown.items(), key=lambda pair: -pair[1]):
        name = " ".join(statement.split())
        text = f"{name[:_LONGEST]} … {name[name.find(' FROM ') :][:_LONGEST]} [{large.plans[statement]}]"
        yield Figure(text, ms, "ms", ceiling=small.statements.get(statement))


def _measured(block: crowd.Block, games: int) -> Timed:
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(Path(folder))
        timed = Timed(games=crowd.fill(block, settings.database, games))
        timed.works["start until letters are taken"] = _start(Path(folder))
        with Database(settings.database) as database, _listening(timed):
            server = Server(settings, database, ticking=False)
            _work(server, block, timed)
            _carry(server, timed)
        start = time.process_time()
        write_backup(settings, None, Path(folder) / "backup.tar.gz")
        timed.works["a backup, tried by a restore"] = 1000 * (time.process_time() - start)
        return timed


def _start(folder: Path) -> float:
    """The processor's milliseconds that another process takes to serve this database, once it has before."""
    runs = [
        subprocess.run([sys.executable, "-c", STARTS, str(folder)], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    return 1000 * float(json.loads(runs[-1].stdout.splitlines()[-1])[0])


def _carry(server: Server, timed: Timed) -> None:
    """Bring a letter to each of so many games, judge all of them, and carry away the mails that come of it."""
    envelopes = envelopes_of(server.database, server.settings, _LETTERS)
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("accepted", lambda: [server.intake.letters.store(envelope) for envelope in envelopes]),
        ("judged by one worker", partial(_to_the_end, server.worker.round)),
        ("delivered", partial(_to_the_end, server.sender.round)),
    )
    for name, work in steps:
        start = time.process_time()
        work()
        timed.works[f"a letter {name}"] = 1000 * (time.process_time() - start) / max(1, len(envelopes))


def _to_the_end(step: Callable[[], bool]) -> None:
    while step():
        pass


def envelopes_of(database: Database, settings: Settings, number: int, skipped: int = 0) -> list[Envelope]:
    """Letters of the players to move in the newest games but for those skipped, with orders that a bot has chosen."""
    choose, found = Random(1).randrange, []
    playing = (GameRow.c.status == "playing", GameRow.c.held_ms.is_(None), GameRow.c.active_bot.is_(None))
    newest = select(GameRow.c.id, GameRow.c.active_seat).where(*playing).order_by(GameRow.c.id.desc())
    with database.read() as tx:
        seats = tx.all(lambda game_id, seat: (game_id, seat), newest.limit(number).offset(skipped))
    for game_id, seat in seats:
        with database.read() as tx:
            contact = list_seat_contacts(tx, game_id)[seat]
        orders = orders_for(database, game_id, seat, bot_named("heuristic"), choose)
        message = letter(orders, contact.address, f"{contact.token}@{settings.mail.domain}", None)
        found.append(Envelope(contact.address, contact.token, message.as_bytes(), ""))
    return found


def _work(server: Server, block: crowd.Block, timed: Timed) -> None:
    database, now_ms = server.database, to_ms(system_clock())

    def desk(tx: Tx) -> object:
        return needs(UnitOfWork(tx, server.settings, now_ms), get_player(tx, block.moderator))

    def read(work: Callable[[Tx], object]) -> Callable[[], object]:
        def run() -> object:
            with database.read() as tx:
                return work(tx)

        return run

    timed.do("a minute's tick", server.tick)
    timed.do("a look at the outbox", read(lambda tx: list_due_mail(tx, now_ms, 20)))
    timed.do("a look at the inbox", server.worker.round)
    timed.do("what is old, found and erased", server.retention.run)
    office_of_cli = CliContext(Path("config.toml"))
    vars(office_of_cli).update(settings=server.settings, database=database)
    timed.do("doctor's look at the database", lambda: list(look_at_database(office_of_cli)))
    timed.do("a moderator's desk", read(desk))
    player, office = server.app.test_client(), server.app.test_client()
    sign_in(database, player, block.player)
    sign_in(database, office, block.moderator)
    for path in _PAGES:
        timed.do(path, partial(_get, player, path.format(player=block.player)))
    for path in ("/moderate", "/moderate/games", "/moderate/e1"):
        timed.do(f"{path} (desk)" if path == "/moderate" else path, partial(_get, office, path))


def _get(browser: FlaskClient, path: str) -> None:
    response = browser.get(path, base_url=BASE)
    assert response.status_code == 200, (path, response.status_code)


@contextmanager
def _listening(timed: Timed) -> Iterator[None]:
    """Times every statement of every connection."""

    def before(_c: Any, _cursor: Any, _statement: str, _parameters: Any, context: Any, _many: bool) -> None:
        context.began = time.thread_time()

    def after(connection: Any, _cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        ms = 1000 * (time.thread_time() - context.began)
        driver = connection.connection.driver_connection
        timed.heard(driver, statement, parameters[0] if many else parameters, ms)

    original = Prepared.rows

    def rows(prepared: Prepared, connection: Any, facts: Any, *, first: bool) -> Any:
        begun = time.thread_time()
        found = original(prepared, connection, facts, first=first)
        ms, driver = 1000 * (time.thread_time() - begun), connection.connection.driver_connection
        timed.heard(driver, prepared.sql, prepared.placed(facts), ms)
        return found

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    try:
        with patch.object(Prepared, "rows", rows):
            yield
    finally:
        event.remove(Engine, "before_cursor_execute", before)
        event.remove(Engine, "after_cursor_execute", after)
