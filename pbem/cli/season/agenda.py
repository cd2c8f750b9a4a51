"""What is to happen when: the season's own scheduler, in which time jumps from one thing to the next."""

import heapq
from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import TypeAlias

from pbem.clock import Hand

Act: TypeAlias = Callable[[], None]


class Agenda:
    """Things to do, each at its moment; what falls on the same moment is done in the order it was noted."""

    def __init__(self, clock: Hand) -> None:
        self.clock = clock
        self._noted: list[tuple[datetime, int, Act]] = []
        self._numbers = count()

    def note(self, at: datetime, act: Act) -> None:
        """Has something done at a moment, or at once where that has passed."""
        heapq.heappush(self._noted, (max(at, self.clock.at), next(self._numbers), act))

    def next_before(self, end: datetime) -> Act | None:
        """What is to be done next before a moment, with the clock moved on to it; None where nothing is."""
        if not self._noted or self._noted[0][0] >= end:
            return None
        at, _number, act = heapq.heappop(self._noted)
        self.clock.at = max(self.clock.at, at)
        return act
