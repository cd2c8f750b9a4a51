"""What a log tells of dice: which epoch was in use where, every draw, and draws made again from what they gave.

The logs are whole ones, and sound as `log.Branches` reads them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules_core.kernel.dice import Draw, DrawKey, NotDrawn
from rules_core.kernel.log import Entry
from rules_core.line.components import Components
from rules_core.line.events import EndsPlaced, Event, Rolled, YearBegan

DrawnEvent: TypeAlias = YearBegan | Rolled | EndsPlaced
"""An event that may tell what was drawn: who begins the first year, a roll, and where the line begins abroad."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An event that may tell of a draw, with its position, the epoch of dice in use there, and the year it fell in.

    The year is 0 before the first one began.
    """

    position: int
    epoch: int
    year: int
    event: DrawnEvent


def epochs_of(entries: Iterable[Entry]) -> tuple[tuple[int, int], ...]:
    """From which position of a log on which epoch of dice is in use: 0 at first, then as rollbacks say."""
    found = [(1, 0)]
    for entry in entries:
        back = entry.rollback
        if back is not None and back.epoch != found[-1][1]:
            found.append((entry.position, back.epoch))
    return tuple(found)


def epoch_at(entries: Iterable[Entry], position: int) -> int:
    """The epoch of dice in use at a position."""
    return [epoch for start, epoch in epochs_of(entries) if start <= position][-1]


def drawn(entries: Iterable[Entry]) -> Iterator[Drawn]:
    """All that a log tells of draws, on every branch, in order."""
    years: dict[int, int] = {}
    year = epoch = 0
    for entry in entries:
        payload = entry.payload
        if isinstance(payload, int):
            year = years.get(payload, 0)
        elif entry.rollback is not None:
            year, epoch = years[entry.rollback.to], entry.rollback.epoch
        elif isinstance(payload, DrawnEvent):
            yield Drawn(entry.position, epoch, year, payload)
            year = payload.year if isinstance(payload, YearBegan) else year
        years[entry.position] = year


def logged_draw(events: Sequence[Event], box: Components) -> Draw:
    """Draws that give what these events tell was drawn; any other raises NotDrawn."""

    def draw(key: DrawKey, sides: int) -> int:
        for event in events:
            if key.purpose == "start" and isinstance(event, YearBegan):
                return event.start
            if key.purpose == "north" and isinstance(event, EndsPlaced) and box.chart:
                return box.chart.north.index(event.a)
            if key.purpose == "south" and isinstance(event, EndsPlaced) and box.chart:
                return box.chart.south.index(event.b)
            if key.purpose == "roll" and isinstance(event, Rolled) and key.number < len(event.faces):
                return box.faces.index(event.faces[key.number])
        raise NotDrawn(f"{key.purpose} {key.number} in year {key.year} is not in the log")

    return draw


def rolled_draw(entries: Iterable[Entry], epoch: int, box: Components) -> Draw:
    """Draws that give what was rolled anywhere in a log with the dice of an epoch; any other raises NotDrawn.

    A die of a turn falls alike however many are rolled with it, so of several branches the longest roll serves.
    """
    faces: dict[tuple[int, int], tuple[int, ...]] = {}
    for one in drawn(entries):
        if isinstance(one.event, Rolled) and one.epoch == epoch:
            key = one.year, one.event.seat
            rolled = tuple(box.faces.index(face) for face in one.event.faces)
            faces[key] = max(faces.get(key, ()), rolled, key=len)

    def draw(key: DrawKey, sides: int) -> int:
        rolled = faces.get((key.year, key.seat), ())
        if key.purpose != "roll" or key.number >= len(rolled):
            raise NotDrawn(f"{key.purpose} {key.number} in year {key.year} is not in the log")
        return rolled[key.number]

    return draw
