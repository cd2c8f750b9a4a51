"""The proof of a record's dice: every draw follows from the seed that was committed to before anybody gave a salt."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_core.components import Components
from rules_core.dice import Draw, DrawKey, commitment, keyed_draw
from rules_core.events import EndsPlaced, Rolled, YearBegan
from rules_core.record.text import Commitment, Record, Salt
from rules_core.rulebook import Fact

FaultCode: TypeAlias = Literal[
    "seed_not_revealed",
    "no_commitment",
    "two_commitments",
    "seed_differs",
    "salt_before_commitment",
    "salt_missing",
    "two_salts",
    "no_epoch",
    "start_differs",
    "ends_differ",
    "roll_differs",
]


@dataclass(frozen=True, slots=True)
class Fault:
    """What speaks against a record's dice: `code` says which kind, `facts` what was found (positions, seats, faces)."""

    code: FaultCode
    facts: Mapping[str, Fact]


def verify_dice(record: Record) -> list[Fault]:
    """All that speaks against the dice of a finished game; nothing where they are proved.

    The seed must be the one committed to, the commitment must stand before every salt, and the start player and each
    die rolled, in voided branches too, must be the draw of their key. Raises BadRecord where the game's beginning is
    missing.
    """
    if record.seed is None:
        return [Fault("seed_not_revealed", {})]
    faults = [*_opening_faults(record, record.seed)]
    if faults:
        return faults
    return list(_draw_faults(record, record.seed))


def _opening_faults(record: Record, seed: bytes) -> Iterator[Fault]:
    shown = [fact.digest for fact in record.opening if isinstance(fact, Commitment)]
    salted = [fact.seat for fact in record.opening if isinstance(fact, Salt)]
    if not shown:
        yield Fault("no_commitment", {})
    elif len(shown) > 1:
        yield Fault("two_commitments", {})
    elif shown[0] != commitment(seed):
        yield Fault("seed_differs", {"shown": shown[0], "seed": commitment(seed)})
    elif not isinstance(record.opening[0], Commitment):
        yield Fault("salt_before_commitment", {"seat": salted[0]})
    for seat in range(len(record.players)):
        if seat not in salted:
            yield Fault("salt_missing", {"seat": seat})
        elif salted.count(seat) > 1:
            yield Fault("two_salts", {"seat": seat})


def _draw_faults(record: Record, seed: bytes) -> Iterator[Fault]:
    salts = [fact.text for fact in sorted(_salts(record), key=lambda fact: fact.seat)]
    box = record.box
    draws = {epoch: keyed_draw(seed, record.game, salts, epoch) for _, epoch in record.epochs}
    for position, year, event in _drawn(record):
        epoch = _epoch_at(record, position)
        if epoch is None:
            yield Fault("no_epoch", {"position": position})
        elif isinstance(event, YearBegan):
            start = draws[epoch](DrawKey(0, 0, "start", 0), len(record.players))
            if start != event.start:
                yield Fault("start_differs", {"position": position, "logged": event.start, "drawn": start})
        elif isinstance(event, EndsPlaced):
            ends = _ends(draws[epoch], box)
            if ends != (event.a, event.b):
                logged, drawn = f"{event.a} {event.b}", " ".join(ends)
                yield Fault("ends_differ", {"position": position, "logged": logged, "drawn": drawn})
        else:
            rolled = [box.faces[draw] for draw in _roll(draws[epoch], year, event, len(box.faces))]
            if rolled != list(event.faces):
                logged, drawn = " ".join(event.faces), " ".join(rolled)
                yield Fault("roll_differs", {"position": position, "logged": logged, "drawn": drawn})


def _salts(record: Record) -> Iterator[Salt]:
    return (fact for fact in record.opening if isinstance(fact, Salt))


def _drawn(record: Record) -> Iterator[tuple[int, int, YearBegan | Rolled | EndsPlaced]]:
    """The events that told of a draw: their position, the year they fell in, and they themselves."""
    ends_drawn = record.options.get("two_starts") == "drawn"
    years = {0: 0}
    year = 0
    for entry in record.entries:
        if isinstance(entry.payload, int):
            year = years[entry.payload]
        elif entry.rollback is not None:
            year = years[entry.rollback.to]
        elif isinstance(entry.payload, YearBegan):
            if year == 0:
                yield entry.position, year, entry.payload
            year = entry.payload.year
        elif isinstance(entry.payload, Rolled) or (isinstance(entry.payload, EndsPlaced) and ends_drawn):
            yield entry.position, year, entry.payload
        years[entry.position] = year


def _ends(draw: Draw, box: Components) -> tuple[str, ...]:
    """The countries by which the ends A and B are drawn to lie (GE-3)."""
    if box.chart is None:
        return ()
    starts = box.chart
    purposes = {"north": starts.north, "south": starts.south}
    return tuple(names[draw(DrawKey(0, 0, purpose, 0), len(names))] for purpose, names in purposes.items())


def _roll(draw: Draw, year: int, event: Rolled, sides: int) -> list[int]:
    return [draw(DrawKey(year, event.seat, "roll", number), sides) for number in range(len(event.faces))]


def _epoch_at(record: Record, position: int) -> int | None:
    """The epoch of draws in use at a position: the last one named from there or before."""
    return next((epoch for start, epoch in reversed(record.epochs) if start <= position), None)
