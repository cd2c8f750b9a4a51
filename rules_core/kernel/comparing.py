"""The differences of two positions, field by field, in a game that does not tell it in a way of its own."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class FieldDiffers:
    """A field of the table by its name, in which two positions differ; of one seat, where it has a value for each."""

    what: str
    seat: int | None
    one: object
    other: object


def differing_fields(one: Any, other: Any) -> tuple[FieldDiffers, ...]:
    """The fields in which two tables of a game differ, the box and the standings left out."""
    found = _differing(one, other)
    return tuple(differs for differs in found if differs.what not in ("box", "standings"))


def _differing(one: Any, other: Any) -> Iterator[FieldDiffers]:
    for part in fields(one):
        mine, theirs = getattr(one, part.name), getattr(other, part.name)
        if mine == theirs:
            continue
        if isinstance(mine, tuple) and len(mine) == len(theirs) == one.seats:
            pairs = enumerate(zip(mine, theirs, strict=True))
            yield from (FieldDiffers(part.name, seat, a, b) for seat, (a, b) in pairs if a != b)
        else:
            yield FieldDiffers(part.name, None, mine, theirs)
