"""What grows with the tables: the same is done at 1,000 games and at 10,000, and statements that take longer are named.

A statement is named where it takes a millisecond or more, and three times as long; the plan's steps that read a whole
table or index stand behind it.
"""

import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

from pbem.cli.demo import settings_for
from pbem.clock import system_clock, to_ms
from pbem.daemon.server import Server
from pbem.moderation.needs import needs
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.games.game import list_games
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import count_mails_by_status
from pbem.store.mail.sending import list_due_mail
from pbem.store.players.player import get_player

from . import crowd
from .figures import Figure
from .pages import BASE, sign_in

TITLE: Final = f"what grows, from {crowd.GAMES // 10:,} games to {crowd.GAMES:,}"
_GROWS: Final = 3.0
_NAMED_MS: Final = 1.0
_LONGEST: Final = 90
_PAGES: Final = (
    "/", "/games", "/games/first-rails/", "/games/e1", "/games/e1/history", "/players", "/players/1", "/lists",
    "/games.json", "/feed.atom", "/my", "/my/mails", "/rulings", "/disputes", "/healthz", "/metrics",
)  # fmt: skip


@dataclass
class Timed:
    """What was done and what it took, in milliseconds of the processor: whole works by name, and statements."""

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
    small, large = _measured(crowd.GAMES // 10), _measured(crowd.GAMES)
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


def _measured(games: int) -> Timed:
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(Path(folder))
        moderator = crowd.fill(settings.database, games)
        timed = Timed()
        with Database(settings.database) as database, _listening(timed):
            server = Server(settings, database, ticking=False)
            _work(server, moderator, timed)
        return timed


def _work(server: Server, moderator: int, timed: Timed) -> None:
    database, now_ms = server.database, to_ms(system_clock())

    def desk(tx: Tx) -> object:
        return needs(UnitOfWork(tx, server.settings, now_ms), get_player(tx, moderator))

    def read(work: Callable[[Tx], object]) -> Callable[[], object]:
        def run() -> object:
            with database.read() as tx:
                return work(tx)

        return run

    timed.do("a moderator's desk", read(desk))
    timed.do("a look at the outbox", read(lambda tx: list_due_mail(tx, now_ms, 20)))
    timed.do("a look at the inbox", server.worker.round)
    timed.do("a minute's tick", server.tick)
    timed.do("what is old, found and erased", server.retention.run)
    timed.do(
        "doctor's counts", read(lambda tx: (count_mails_by_status(tx), count_letters_by_status(tx), list_games(tx)))
    )
    player, office = server.app.test_client(), server.app.test_client()
    sign_in(database, player, 1)
    sign_in(database, office, moderator)
    for path in _PAGES:
        timed.do(path, partial(player.get, path, base_url=BASE))
    for path in ("/moderate", "/moderate/games", "/moderate/e1"):
        timed.do(f"{path} (desk)" if path == "/moderate" else path, partial(office.get, path, base_url=BASE))


@contextmanager
def _listening(timed: Timed) -> Iterator[None]:
    """Times every statement of every connection."""

    def before(_c: Any, _cursor: Any, _statement: str, _parameters: Any, context: Any, _many: bool) -> None:
        context.began = time.thread_time()

    def after(connection: Any, _cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        ms = 1000 * (time.thread_time() - context.began)
        driver = connection.connection.driver_connection
        timed.heard(driver, statement, parameters[0] if many else parameters, ms)

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", before)
        event.remove(Engine, "after_cursor_execute", after)
