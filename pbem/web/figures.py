"""Figures about all games of a server, which are worked out seldom where there are many, and kept in between."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from pbem.store import Tx
from pbem.store.games.listing import find_last_game_id

T = TypeVar("T")
FROM_GAMES: Final = 1_000
"""The number of games from which on figures are kept; with fewer, they are as of now."""
SECONDS_PER_GAME: Final = 0.001
"""How long a figure is kept for each game that there is.

Counting 10,000 games takes ten times as long as counting 1,000, and is done a tenth as often.
"""
_COUNTED_FOR_S: Final = 10.0
"""How long the number of games is kept."""
_MOST_KEPT: Final = 200


@dataclass
class _Kept:
    value: Any
    until_s: float


class Figures:
    """Figures by their keys. Safe to use from any thread."""

    def __init__(self, passed: Callable[[], float] = time.monotonic, from_games: int = FROM_GAMES) -> None:
        """`passed` gives seconds that run evenly."""
        self._passed = passed
        self._from_games = from_games
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._games = _Kept(0, float("-inf"))

    def get(self, tx: Tx, key: Hashable, work: Callable[[], T]) -> T:
        """The value under a key: the one that is kept, or what `work` gives.

        While one visitor has it worked out anew, the others are given the old one.
        """
        now_s = self._passed()
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                if now_s < kept.until_s:
                    return cast(T, kept.value)
                kept.until_s = now_s + self._keeping_s
        value = work()
        games = self._count_games(tx, now_s)
        if games >= self._from_games:
            with self._lock:
                self._kept[key] = _Kept(value, self._passed() + self._keeping_s)
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
        return value

    @property
    def _keeping_s(self) -> float:
        return SECONDS_PER_GAME * cast(int, self._games.value)

    def _count_games(self, tx: Tx, now_s: float) -> int:
        if self._games.until_s <= now_s:
            self._games = _Kept(find_last_game_id(tx), now_s + _COUNTED_FOR_S)
        return cast(int, self._games.value)
