"""The component data: what is in the box, kept in each game's first event as canonical JSON."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias

from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, PAIRS, WILD, Piece, rotations
from rules_core.grid import SIGNS, BadComponents
from rules_core.kernel.codec import store_as_text

Rows: TypeAlias = tuple[str, ...]
"""A tile as printed: as many strings of signs as it has squares a side, northernmost first."""
SEATS: Final = (2, 3, 4)
"""How many may play (R2-1)."""
TILES: Final = 6
"""How many tiles make the map (R2-2)."""
TILE_NUMBERS: Final = range(1, TILES + 1)
"""The numbers of the tiles."""
TILE_SIZES: Final[Mapping[str, int]] = {"4x4": 4, "7x7": 7}
"""The squares a side of the tiles, by the option that chooses them (R2-2)."""
_SIMPLE: Final = frozenset(("straight", "curve", LOCOMOTIVE, WILD))
_MOST: Final = 1000
_LONGEST: Final = 20_000
"""Characters of component data."""
_STRONGEST: Final = 20
"""The highest number of a locomotive."""


class LocomotiveKind(NamedTuple):
    """The locomotives of one number: how many there are, and what one costs (R2-4, R2-15)."""

    number: int
    supply: int
    price: int


@dataclass(frozen=True)
class NetworkComponents:
    """The box of one game. `text` is the canonical JSON it was read from, and the identity of the box."""

    text: str
    units: int
    start: int
    """Units that each player begins with (R2-3)."""
    simple: tuple[str, ...]
    """The faces of a simple die."""
    simple_count: int
    complex: tuple[str, ...]
    """The faces of a complex die."""
    complex_count: int
    faces: Mapping[str, frozenset[Piece]]
    """The pieces that each face of a complex die can lie as."""
    locomotives: tuple[LocomotiveKind, ...]
    """The locomotives by rising number, the order in which they are sold."""
    tiles: Mapping[str, tuple[Rows, ...]]
    """The tiles 1 to 6 of each size."""
    recommended: tuple[tuple[int, ...], ...]
    """The numbers of the tiles in the recommended arrangement, by rows."""

    @cached_property
    def face_of(self) -> Mapping[Piece, str]:
        """The face of a complex die that shows a piece."""
        return {piece: face for face, pieces in self.faces.items() for piece in pieces}

    def face_for(self, piece: Piece, wild: bool) -> str:
        """The face of the complex die that is to lie as a piece, or a `wild` one; empty where no face shows it."""
        return WILD if wild else self.face_of.get(piece, "")

    def price(self, number: int) -> int:
        """The price of a locomotive. Raises KeyError where there is none of that number."""
        return {kind.number: kind.price for kind in self.locomotives}[number]


@lru_cache(maxsize=64)
def components_from(text: str) -> NetworkComponents:
    """The box that a canonical JSON text describes. Raises BadComponents, naming the key that is wrong."""
    data = json.loads(text)
    dice = _table(data, "dice")
    simple, complex_ = (_table(dice, kind) for kind in ("simple", "complex"))
    faces = {face: _pieces(face, pairs) for face, pairs in _table(data, "faces").items()}
    units, start = _number(data, "units"), _number(data, "start")
    if start * SEATS[-1] > units:
        raise BadComponents(f"start: not more than {SEATS[-1]} players can get out of {units} units")
    return NetworkComponents(
        text=text,
        units=units,
        start=start,
        simple=_die(simple, "simple", _SIMPLE),
        simple_count=_number(simple, "count"),
        complex=_die(complex_, "complex", frozenset((*faces, WILD))),
        complex_count=_number(complex_, "count"),
        faces=faces,
        locomotives=_locomotives(_table(data, "locomotives")),
        tiles={size: _tiles(size, _table(_table(data, "tiles"), size)) for size in TILE_SIZES},
        recommended=_recommended(_table(data, "recommended")),
    )


store_as_text(NetworkComponents, components_from)


def canonical(data: Mapping[str, Any]) -> str:
    """The component data as canonical JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def check_components(box: NetworkComponents) -> None:
    """Raise ValueError for a box that holds what nobody reads, or is spelled otherwise."""
    if len(box.text) > _LONGEST:
        raise ValueError("more than any game needs")
    data = json.loads(box.text)
    if canonical(data) != box.text:
        raise ValueError("not spelled as component data are")
    known = json.loads(COMPONENTS)
    _check_keys(data, known, "components", free=frozenset(("faces", "locomotives")))
    for number, entry in data["locomotives"].items():
        _check_keys(entry, {"count": 0, "price": 0}, f"locomotives.{number}")


def _check_keys(data: Any, known: Any, where: str, free: frozenset[str] = frozenset()) -> None:
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        if key not in known:
            raise ValueError(f"{where}.{key}: nothing reads this")
        if key not in free:
            _check_keys(value, known[key], f"{where}.{key}")


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    if not isinstance(found, dict) or not found:
        raise BadComponents(f"{key}: a table with at least one entry")
    return found


def _number(data: Mapping[str, Any], key: str) -> int:
    number = data.get(key)
    if type(number) is not int or not 0 < number < _MOST:
        raise BadComponents(f"{key}: a number from 1 to {_MOST - 1}")
    return number


def _die(entry: Mapping[str, Any], kind: str, known: frozenset[str]) -> tuple[str, ...]:
    faces = entry.get("faces")
    if not isinstance(faces, list) or len(faces) != 6 or set(faces) - known:
        raise BadComponents(f"dice.{kind}.faces: six out of {', '.join(sorted(known))}")
    return tuple(faces)


def _pieces(face: str, pairs: Any) -> frozenset[Piece]:
    if (
        face == WILD
        or not isinstance(pairs, list)
        or len(pairs) != 2
        or pairs[0] == pairs[1]
        or set(pairs) - set(PAIRS)
    ):
        raise BadComponents(f"faces.{face}: two out of {', '.join(PAIRS)}")
    return rotations(pairs)


def _locomotives(entries: Mapping[str, Any]) -> tuple[LocomotiveKind, ...]:
    if not set(entries) <= {str(number) for number in range(1, _STRONGEST + 1)}:
        raise BadComponents(f"locomotives: named by their numbers, 1 to {_STRONGEST}")
    kinds = (LocomotiveKind(int(name), _number(one, "count"), _number(one, "price")) for name, one in entries.items())
    return tuple(sorted(kinds))


def _tiles(size: str, entries: Mapping[str, Any]) -> tuple[Rows, ...]:
    if sorted(entries) != [str(number) for number in TILE_NUMBERS]:
        raise BadComponents(f"tiles.{size}: the tiles 1 to {TILES}")
    tiles = tuple(tuple(entries[str(number)]) for number in TILE_NUMBERS)
    side = TILE_SIZES[size]
    if not all(len(rows) == side and all(_is_row(row, side) for row in rows) for rows in tiles):
        raise BadComponents(f"tiles.{size}: {side} strings of {side} signs out of {' '.join(SIGNS)}")
    return tiles


def _is_row(row: object, side: int) -> bool:
    return isinstance(row, str) and len(row) == side and not set(row) - SIGNS.keys()


def _recommended(entry: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    rows = tuple(tuple(row) for row in entry.get("rows", ()))
    numbers = [number for row in rows for number in row]
    if any(type(number) is not int for number in numbers) or sorted(numbers) != [*TILE_NUMBERS]:
        raise BadComponents(f"recommended.rows: each of the tiles 1 to {TILES} once")
    if len(set(map(len, rows))) != 1:
        raise BadComponents("recommended.rows: as many tiles in each")
    return rows


COMPONENTS: Final = canonical(tomllib.loads(files(__package__).joinpath("components.toml").read_text(encoding="utf-8")))
"""What new games are played with."""
