"""Values as most games have them: a box that is any JSON table, and what numbers in actions and events can be."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final, Self

from rules_core.kernel.codec import store_as_text

MOST: Final = 1_000_000
"""More than there ever is of anything."""
LONGEST: Final = 100_000
"""Characters of component data."""
SEATS: Final = frozenset({"seat", "start", "giver", "taker", "conceded"})
"""Fields that name seats, wherever they stand."""


@dataclass(frozen=True, slots=True)
class PlainComponents:
    """The component data of a game, and the canonical JSON that they were read from."""

    text: str
    data: Mapping[str, Any] = field(compare=False)

    @classmethod
    def read(cls, text: str) -> Self:
        """The box that a text describes. Raises ValueError where it is no table."""
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("component data are a table")
        return cls(text, data)


store_as_text(PlainComponents, PlainComponents.read)


def components_text(data: Mapping[str, Any]) -> str:
    """Component data as canonical JSON: what the first event of a game keeps."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def check_spelling(components: PlainComponents) -> None:
    """Raise ValueError for component data that are too long, or spelled otherwise than they are kept."""
    if len(components.text) > LONGEST:
        raise ValueError("more than any game needs")
    if components_text(components.data) != components.text:
        raise ValueError("not spelled as component data are")


def check_numbers(payload: Any, seats: int, readings: Collection[int]) -> None:
    """Raise ValueError, naming the field, for a number in an action or event that is impossible with that
    many seats.
    """
    ranges = {**dict.fromkeys(SEATS, range(seats)), "place": range(seats + 1), "reading": readings}
    for where, name, value in values_of(payload):
        if type(value) is int and value not in ranges.get(name, range(-MOST, MOST)):
            raise ValueError(f"{where}: it cannot be {value!r:.40}")


def values_of(payload: Any) -> Iterator[tuple[str, str, object]]:
    """The values that a payload is made of: where each stands, under which name, and itself."""
    for part in fields(payload):
        for item in _items(getattr(payload, part.name)):
            if is_dataclass(item):
                yield from values_of(item)
            else:
                yield f"{type(payload).__name__}.{part.name}", part.name, item


def _items(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for item in value:
            yield from _items(item)
    else:
        yield value
