"""The places of the parts of a map that stands alone: close-ups as they lie, and the rest beside or below them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT
from pbem.drawing.page import MARGIN, WIDTH
from pbem.games.line.stretch import Closeup, are_beside

_ROOM: Final = WIDTH - 2 * MARGIN
GAP: Final = 20
"""Between two parts: what hangs out of one ends before the other."""
_NARROW: Final = 9
"""The columns of a close-up of one tile or sector."""
_SIDE: Final = 57
"""The side of a square in such a one, where something stands beside it."""


class PartPlace(NamedTuple):
    """The north-west corner of a part, and its scale."""

    x: int
    y: int
    scale: float


class Arrangement(NamedTuple):
    """The places of close-ups, and the room that is left: beside them from `left` on, and below them."""

    places: tuple[PartPlace, ...]
    left: int | None
    """None where nothing stands beside them."""
    below: int


def arranged(found: Sequence[Closeup], *, leaves_room: bool) -> Arrangement:
    """Arrange close-ups; a single narrow one leaves room beside it or takes the whole width."""
    columns = max(each.stretch.columns for each in found)
    if columns > _NARROW or (len(found) == 1 and not leaves_room):
        return _in_a_row(found, _ROOM // columns)
    if len(found) > 1 and are_beside(found):
        return _in_a_row(sorted(found, key=lambda each: each.stretch.middle), (_ROOM - GAP) // (2 * columns), found)
    places, y = [], MARGIN
    for each in found:
        places.append(PartPlace(MARGIN, y, _SIDE / UNIT))
        y += each.stretch.rows * _SIDE + GAP
    return Arrangement(tuple(places), MARGIN + columns * _SIDE + GAP, y)


def _in_a_row(found: Sequence[Closeup], side: int, wanted: Sequence[Closeup] = ()) -> Arrangement:
    x, places = MARGIN, {}
    left = _ROOM - sum(each.stretch.columns * side for each in found) - GAP * (len(found) - 1)
    x += left // 2
    for each in found:
        places[each] = PartPlace(x, MARGIN, side / UNIT)
        x += each.stretch.columns * side + GAP
    below = MARGIN + max(each.stretch.rows for each in found) * side + GAP
    return Arrangement(tuple(places[each] for each in wanted or found), None, below)
