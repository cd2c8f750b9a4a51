"""What events of the line tell of draws."""

from rules_core.kernel.definition import EventDraws
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.events import Begun
from rules_core.line import events as ev
from rules_core.line.components import Components, components_from


def dice(box: Components) -> tuple[tuple[str, ...], ...]:
    """The dice of a box, which are all alike."""
    return (box.faces,)


def drawing(event: ev.Event, year: int, began: Begun) -> EventDraws | None:
    """What an event tells of draws: who begins the first year, or how dice fell (FR-5, FR-12, GE-4)."""
    match event:
        case ev.YearBegan(_, start) if year == 0:
            return EventDraws("start", None, (DrawKey(0, 0, "start", 0),), (tuple(range(began.seats)),), (start,))
        case ev.Rolled(seat=seat, faces=faces):
            keys = tuple(DrawKey(year, seat, "roll", number) for number in range(len(faces)))
            sides = components_from(began.components).faces
            return EventDraws("roll", seat, keys, (sides,) * len(faces), faces)
    return None
