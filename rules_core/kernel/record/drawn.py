"""The dice of a log: the epoch in use at each position, every draw, and draws made again from what they gave.

The logs are whole ones, and sound as `log.Branches` reads them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_core.kernel.definition import AnyGame, EventDraws
from rules_core.kernel.dice import Draw, DrawKey, NotDrawn
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
    """All that a log tells of draws, on every branch, in order."""
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


def logged_draw(game: AnyGame, events: Sequence[Event], began: Begun) -> Draw:
    """Draw that give what these events tell was drawn; any other raises NotDrawn."""
    told: dict[tuple[str, int], int] = {}
    for event in events:
        drawing = game.drawing(event, 0, began)
        for key, number in _numbers(drawing) if drawing else ():
            told.setdefault((key.purpose, key.number), number)

    def draw(key: DrawKey, sides: int) -> int:
        number = told.get((key.purpose, key.number))
        if number is None:
            raise NotDrawn(f"{key.purpose} {key.number} in year {key.year} is not in the log")
        return number

    return draw


def rolled_draw(game: AnyGame, entries: Iterable[LogEntry], epoch: int) -> Draw:
    """Draw that give what was drawn anywhere in a log with the dice of an epoch; any other raises NotDrawn.

    A die of a turn falls alike however many are rolled with it, so on several branches all rolls of it serve.
    """
    told: dict[DrawKey, int] = {}
    for one in drawn(game, entries):
        if one.epoch == epoch:
            told.update(_numbers(one.drawing))

    def draw(key: DrawKey, sides: int) -> int:
        number = told.get(key)
        if number is None:
            raise NotDrawn(f"{key.purpose} {key.number} in year {key.year} is not in the log")
        return number

    return draw


def _numbers(drawing: EventDraws) -> Iterator[tuple[DrawKey, int]]:
    """The keys of draws, each with the first number that gives what was logged; none for what cannot be drawn."""
    for key, outcomes, fact in zip(drawing.keys, drawing.outcomes, drawing.logged, strict=True):
        if fact in outcomes:
            yield key, outcomes.index(fact)
