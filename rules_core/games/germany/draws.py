"""What events of Germany tell of draws."""

from rules_core.kernel.definition import EventDraws
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.events import Begun
from rules_core.line import draws
from rules_core.line import events as ev
from rules_core.line.components import components_from
from rules_core.line.sectors import chart_of


def drawing(event: ev.Event, year: int, began: Begun) -> EventDraws | None:
    """What an event tells of draws: by which countries the line begins abroad, and what it tells on any line (GE-3)."""
    if not isinstance(event, ev.EndsPlaced):
        return draws.drawing(event, year, began)
    chart = chart_of(components_from(began.components))
    keys = (DrawKey(0, 0, "north", 0), DrawKey(0, 0, "south", 0))
    was_drawn = dict(began.options).get("two_starts") == "drawn"
    return EventDraws("ends", None, keys, (chart.north, chart.south), (event.a, event.b), was_drawn)
