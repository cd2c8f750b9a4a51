"""The schedule of a simulation, in which time jumps from one task to the next."""

import heapq
from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import TypeAlias

from simulated_kit import StoppedClock

Task: TypeAlias = Callable[[], None]


class Agenda:
    """Tasks, each at its moment; those of the same moment are done in the order in which they were noted."""

    def __init__(self, clock: StoppedClock) -> None:
        self.clock = clock
        self._noted: list[tuple[datetime, int, Task]] = []
        self._numbers = count()

    def note(self, at: datetime, task: Task) -> None:
        """Note a task for a moment, or for now where that has passed."""
        heapq.heappush(self._noted, (max(at, self.clock.at), next(self._numbers), task))

    def next_before(self, end: datetime) -> Task | None:
        """Take out the first task before a moment and move the clock on to it; None where there is none."""
        if not self._noted or self._noted[0][0] >= end:
            return None
        at, _number, task = heapq.heappop(self._noted)
        self.clock.at = max(self.clock.at, at)
        return task
