"""Values that actions and events can have, whatever the position: what else a record holds is refused as it is read."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import combinations
from typing import Any, Final, TypeAlias

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.actions import RollDice
from rules_core.games.railroad_dice_2.building import READING
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS, TILE_SIZES, TILES, NetworkComponents
from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.table import OPTIONS
from rules_core.games.railroad_dice_2.track import PAIRS, pairs_of
from rules_core.grid import Square

MOST: Final = 10_000
"""More than there ever is of anything."""
FARTHEST: Final = TILES * max(TILE_SIZES.values())
"""Farther than any square of a map is from any other, along a row or a column."""
STATIONS: Final = 10
"""The most stations that are ever in play (R2-1)."""
_Allowed: TypeAlias = Mapping[tuple[type, str] | str, Container[Any]]


def check_payload(payload: object, seats: int, box: NetworkComponents) -> None:
    """Raise ValueError for an action or event with a value that cannot be, naming its field."""
    allowed = _allowed(seats, box)
    for owner, name, value in _values(payload):
        usual = _FIGURES if type(value) is int else _MAP if isinstance(value, Square) else None
        known = allowed.get((owner, name), allowed.get(name, usual))
        if known is not None and value is not None and value not in known:
            raise ValueError(f"{owner.__name__}.{name}: it cannot be {value!r:.40}")
    wrong = _misshapen(payload, seats, box)
    if wrong is not None:
        raise ValueError(f"{type(payload).__name__}.{wrong}: it cannot be {getattr(payload, wrong)!r:.40}")


class _Area:
    def __contains__(self, square: object) -> bool:
        return isinstance(square, Square) and all(0 <= number < FARTHEST for number in square)


_FIGURES: Final = range(MOST)
_MAP: Final = _Area()


def _allowed(seats: int, box: NetworkComponents) -> _Allowed:
    numbers = _supplies(box).keys()
    laid = {face for face in box.simple if pairs_of(face)}
    return {
        "seat": range(seats),
        "giver": range(seats),
        "taker": range(seats),
        "conceded": range(seats),
        "place": range(seats + 1),
        "station": range(STATIONS),
        "joined": range(max(seats, STATIONS)),
        "grey": range(STATIONS),
        "tile": TILE_NUMBERS,
        "locomotive": numbers,
        "turn": range(4),
        "pair": PAIRS,
        "back": ("straight", "curve"),
        "x": range(-FARTHEST, FARTHEST + 1),
        "y": range(-FARTHEST, FARTHEST + 1),
        (ev.NetworkBegan, "reading"): range(1, READING + 1),
        (ev.NetworkBegan, "locomotives"): numbers,
        (MapTile, "number"): TILE_NUMBERS,
        (ev.UnitPlace, "number"): range(max(seats, TILES + 1)),
        (ev.LocomotiveBought, "number"): numbers,
        (ev.LocomotivesScrapped, "number"): numbers,
        (ev.LocomotiveMoved, "number"): numbers,
        (ev.TrackLaid, "face"): laid,
        (ev.TrackExpanded, "face"): box.complex,
        (ev.PassengersCalled, "face"): box.simple,
        (RollDice, "simple"): range(5),
        (RollDice, "complex"): range(3),
    }


def _misshapen(payload: object, seats: int, box: NetworkComponents) -> str | None:
    match payload:
        case ev.NetworkBegan(options=options) if any(value not in OPTIONS.get(key, ()) for key, value in options):
            return "options"
        case ev.NetworkBegan(locomotives=numbers) if not Counter(numbers) <= Counter(_supplies(box)):
            return "locomotives"
        case ev.MapArranged(tiles) if not _is_map(tiles):
            return "tiles"
        case ev.PassengersArrived(tiles=numbers) if len(numbers) != TILES:
            return "tiles"
        case ev.DiceThrown(faces=faces, simple=simple) if not _is_roll(faces, simple, box):
            return "faces"
        case ev.StationsConnected(joined=joined) if any(seat not in range(seats) for seat, _ in joined):
            return "joined"
        case ev.StationsConnected(paid=paid) if len(paid) != seats:
            return "paid"
        case ev.NetworkEnded(standings=standings) if sorted(one.seat for one in standings) != [*range(seats)]:
            return "standings"
    return None


def _supplies(box: NetworkComponents) -> dict[int, int]:
    return {kind.number: kind.supply for kind in box.locomotives}


def _is_map(tiles: tuple[MapTile, ...]) -> bool:
    apart = min(TILE_SIZES.values())
    is_each = sorted(tile.number for tile in tiles) == [*TILE_NUMBERS]
    return is_each and all(
        max(abs(one.x - other.x), abs(one.y - other.y)) >= apart for one, other in combinations(tiles, 2)
    )


def _is_roll(faces: tuple[str, ...], simple: int, box: NetworkComponents) -> bool:
    """Whether these are the faces of that many simple dice and then complex ones, as many as are rolled (R2-10)."""
    sides = [*(box.simple,) * min(simple, len(faces)), *(box.complex,) * (len(faces) - simple)]
    return 0 < len(faces) <= 4 and simple <= len(faces) and all(map(_shows, sides, faces))


def _shows(sides: tuple[str, ...], face: str) -> bool:
    return face in sides


def _values(payload: Any) -> Iterator[tuple[type, str, object]]:
    """The values that a payload is made of: of which class each is a field, under which name, and itself."""
    for field in fields(payload):
        for item in _leaves(getattr(payload, field.name)):
            if is_dataclass(item):
                yield from _values(item)
            else:
                yield type(payload), field.name, item


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, tuple) and not isinstance(value, Square):
        for item in value:
            yield from _leaves(item)
    else:
        yield value
