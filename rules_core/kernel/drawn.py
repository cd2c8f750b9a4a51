"""The dice of a log: the epoch in use at each position, and every draw.

The logs are whole ones, and sound as `log.Branches` reads them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules_core.kernel.definition import AnyGame, EventDraws
from rules_core.kernel.events import Begun, Event, YearBeginning
from rules_core.kernel.log import LogEntry


@dataclass(frozen=True, slots=True)
class LoggedDraw:
    """An event that may tell of a draw, with its position, the epoch of dice in use there, and the year it fell in.

    The year is 0 before the first one began.
    """

    position: int
    epoch: int
    year: int
    event: Event
    drawing: EventDraws


def epochs_of(entries: Iterable[LogEntry]) -> tuple[tuple[int, int], ...]:
    """From which position of a log on which epoch of dice is in use: 0 at first, then as rollbacks say."""
    found = [(1, 0)]
    for entry in entries:
        back = entry.rollback
        if back is not None and back.epoch != found[-1][1]:
            found.append((entry.position, back.epoch))
    return tuple(found)


def epoch_at(entries: Iterable[LogEntry], position: int) -> int:
    """The epoch of dice in use at a position."""
    return [epoch for start, epoch in epochs_of(entries) if start <= position][-1]


def drawn(game: AnyGame, entries: Iterable[LogEntry]) -> Iterator[LoggedDraw]:
    """All draws in a log, on every branch, in order."""
    years: dict[int, int] = {}
    year = epoch = 0
    began: Begun | None = None
    for entry in entries:
        payload = entry.payload
        if isinstance(payload, int):
            year = years.get(payload, 0)
        elif entry.rollback is not None:
            year, epoch = years[entry.rollback.to], entry.rollback.epoch
        elif isinstance(payload, Begun):
            began = began or payload
        elif (event := entry.event) is not None and began is not None:
            drawing = game.drawing(event, year, began)
            if drawing is not None:
                yield LoggedDraw(entry.position, epoch, year, event, drawing)
            year = event.year if isinstance(event, YearBeginning) else year
        years[entry.position] = year
