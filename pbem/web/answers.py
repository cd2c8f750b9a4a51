"""The last answer to each player's orders, between the form that sent them and the page that shows it.

An answer may hold secrets and is too long for a cookie, so that it stays here; a page that is loaded again shows it
again and sends nothing twice. It is lost with the process, and then the game's page tells where the game stands.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.results import Answer

MOST_KEPT: Final = 500
"""Answers kept; the oldest go first."""


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
        """Keeps an answer in place of the one before."""
        with self._lock:
            self._kept[player_id, game_id] = answered
            self._kept.move_to_end((player_id, game_id))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def get(self, player_id: int, game_id: int) -> Answered | None:
        """The last answer, if it is still kept."""
        with self._lock:
            return self._kept.get((player_id, game_id))
