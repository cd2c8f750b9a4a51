"""The parts that pages are made from, which the program hands to them, and each player's last answer.

An answer may hold secrets and is too long for a cookie, so that it stays here; a page that is loaded again shows it
again and sends nothing twice. It is lost with the process, and then the game's page tells where the game stands.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, cast

from flask import current_app

from pbem.adjudicator.context import Answer
from pbem.adjudicator.history.archive import Archive
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.intake import Intake
from pbem.store import Database, UnitOfWork

MOST_KEPT: Final = 500
"""Answers kept; the oldest go first."""

KEY: Final = "pbem"
"""Where an application keeps its Site among its extensions."""


@dataclass(frozen=True)
class Answered:
    """Orders as they were typed, and what became of them."""

    text: str
    answer: Answer


class LastAnswers:
    """For each player and game the last answer. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, int], Answered] = OrderedDict()

    def put(self, player_id: int, game_id: int, answered: Answered) -> None:
        """Keep an answer in place of the one before."""
        with self._lock:
            self._kept[player_id, game_id] = answered
            self._kept.move_to_end((player_id, game_id))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def get(self, player_id: int, game_id: int) -> Answered | None:
        """The last answer, if it is still kept."""
        with self._lock:
            return self._kept.get((player_id, game_id))


@dataclass(frozen=True)
class Site:
    """The parts of the program that the pages work with."""

    settings: Settings
    database: Database
    intake: Intake
    clock: Clock
    answers: LastAnswers
    archive: Archive
    letters_port: Callable[[], int]
    """The port at which letters are taken now."""

    @contextmanager
    def read(self) -> Iterator[UnitOfWork]:
        """A unit of work that only reads."""
        with self.database.read() as tx:
            yield UnitOfWork(tx, self.settings, self.now_ms())

    def changed(self) -> None:
        """Say that a page wrote something that others wait for: a mail to send."""
        self.intake.door.changed()

    def now_ms(self) -> int:
        """The present moment, in milliseconds since the epoch."""
        return to_ms(self.clock())


def site() -> Site:
    """The Site of the application that serves this request."""
    return cast(Site, current_app.extensions[KEY])
