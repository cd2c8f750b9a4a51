"""Games with which many tests begin, opened once for each worker: to open one takes as long as a letter and its answer.

A beginning is known by all that was done to an empty database, step by step. Where anything else has written to it, all
that follows is done as always.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, contextmanager
from typing import Final

from sqlalchemy import Connection, event

from pbem.store import Database

_KEPT: Final[OrderedDict[Hashable, tuple[sqlite3.Connection, dict[str, int], int]]] = OrderedDict()
"""Databases in memory, with their players and the number that the last step gave; the latest used come last."""
_MOST: Final = 24


class Beginning:
    """How a world began: in an empty database with these settings, or, where they are None, in any.

    `players` are its own, by name; steps that are not done again bring theirs.
    """

    def __init__(self, database: Database, players: dict[str, int], settings: Hashable | None) -> None:
        self._database, self._players = database, players
        self._steps: tuple[Hashable, ...] = (settings,)
        self._writes = self._known_writes = 0
        self._is_plain = settings is None or database.engine.path is None

    @contextmanager
    def watched(self) -> Iterator["Beginning"]:
        """Notice in the meantime what is written to the database."""
        writer = self._database.engine.pools[1]
        event.listen(writer, "commit", self._count)
        yield self
        event.remove(writer, "commit", self._count)

    def step(self, key: Hashable, do: Callable[[], int]) -> int:
        """Do what is known by a key, or copy what came of it in a world that began alike; return the number it gives.

        A step within another is a part of it.
        """
        if self._is_plain or self._writes != self._known_writes:
            return do()
        self._steps = (*self._steps, key)
        known = _KEPT.get(self._steps)
        if known is None:
            self._is_plain = True
            number = do()
            self._is_plain = False
            self._keep(number)
        else:
            kept, players, number = known
            _KEPT.move_to_end(self._steps)
            with closing(sqlite3.connect(self._database.path)) as live:
                kept.backup(live)
            self._players.update(players)
        self._known_writes = self._writes
        return number

    def _count(self, _connection: Connection) -> None:
        self._writes += 1

    def _keep(self, number: int) -> None:
        kept = sqlite3.connect(":memory:", check_same_thread=False)
        with closing(sqlite3.connect(self._database.path)) as live:
            live.backup(kept)
        _KEPT[self._steps] = kept, dict(self._players), number
        if len(_KEPT) > _MOST:
            _KEPT.popitem(last=False)[1][0].close()
