"""Component data: what is in the box, read from TOML once and kept in each game's first event as canonical JSON."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from rules_core.grid import SIDES, BadComponents, Layout, Terrain, layouts
from rules_core.kernel.codec import store_as_text
from rules_core.line.actions import FACES, Face
from rules_core.line.chart import Chart, chart_from, number

PRICES: Final = (3, 5)
"""What a station costs, cheaper and dearer (FR-3)."""
TERRAINS: Final[tuple[Terrain, ...]] = ("mountain", "lake", "grassland")
StationKind: TypeAlias = Terrain | Literal["any"]
"""The ground a station is for; "any" where the board tells what may be built where, and the price (GE-31)."""


@dataclass(frozen=True)
class CompanyCard:
    """A company as printed: its stations by terrain and price, in the card's order (FR-3); by number alone (GE-1)."""

    id: str
    name: str
    colour: str
    stations: tuple[tuple[StationKind, int, int], ...]
    """(terrain, price, number) with numbers above zero; ("any", 0, number) where the board tells the price."""


@dataclass(frozen=True)
class Components:
    """The box of one game. `text` is the canonical JSON it was read from, and the identity of the box."""

    text: str
    faces: tuple[Face, ...]
    supply: Mapping[str, int]
    """Small tiles by kind (FR-4)."""
    companies: tuple[CompanyCard, ...]
    tiles: Mapping[str, tuple[Layout, ...]]
    """The ways each kind can lie; a printed board's sectors lie one way each, their kinds being their numbers."""
    chart: Chart | None = None
    """The printed board, where the game has one (GE-2)."""

    def layout(self, kind: str, turn: int) -> Layout:
        """A tile as it lies; turns that look the same give the same layout. Raises KeyError for an unknown kind."""
        ways = self.tiles[kind]
        return ways[turn % 4 % len(ways)]

    @cached_property
    def by_sides(self) -> Mapping[str, tuple[Layout, ...]]:
        """For each demand on the four sides, "." for any, the layouts that meet it: "G..M" and the like (FR-36)."""
        every = [layout for ways in self.tiles.values() for layout in ways]
        demands = [""]
        for _ in SIDES:
            demands = [demand + sign for demand in demands for sign in ".GM"]
        return {
            demand: tuple(w for w in every if all(d in (".", s) for d, s in zip(demand, w.sides, strict=True)))
            for demand in demands
        }

    def company_index(self, company: str) -> int:
        """A company's place in the cards' order. Raises KeyError for an unknown one."""
        return self._indices[company]

    @cached_property
    def _indices(self) -> Mapping[str, int]:
        return {card.id: index for index, card in enumerate(self.companies)}


@lru_cache(maxsize=64)
def components_from(text: str) -> Components:
    """The box that a canonical JSON text describes. Raises BadComponents, naming the key that is wrong."""
    data = json.loads(text)
    if "chart" in data:
        return _printed(text, data)
    return Components(
        text=text,
        faces=_faces(_table(_table(data, "die"), "simple")),
        supply={kind: _positive(entry, "count", f"tile.{kind}") for kind, entry in _table(data, "tile").items()},
        companies=tuple(_card(id_, entry) for id_, entry in _table(data, "company").items()),
        tiles={kind: layouts(kind, entry["sides"], tuple(entry["rows"])) for kind, entry in data["tile"].items()},
    )


store_as_text(Components, components_from)


def _printed(text: str, data: Mapping[str, Any]) -> Components:
    """A box with a printed board, on which a sector plays the part of a large tile (GE-1, GE-2)."""
    chart = chart_from(data["chart"])
    cards = tuple(_card(id_, entry) for id_, entry in _table(data, "company").items())
    kinds = {str(number(cell)): chart.rows(cell) for cell in chart.cells}
    return Components(
        text=text,
        faces=_faces(_table(_table(data, "die"), "simple")),
        supply={},
        companies=tuple(replace(card, stations=(("any", 0, _all(card) - 1),)) for card in cards),
        tiles={kind: (Layout(kind, 0, "GGGG", rows),) for kind, rows in kinds.items()},
        chart=chart,
    )


def _all(card: CompanyCard) -> int:
    """All stations of a card; one of them is the director's marker on a printed board (GE-1)."""
    return sum(number for _, _, number in card.stations)


def components_text(data: Mapping[str, Any], *parts: str) -> str:
    """The canonical JSON of the parts of the component data that a game plays with, such as "tile" and "company"."""
    used = {"die": {"simple": data["die"]["simple"]}, **{part: data[part] for part in parts}}
    return json.dumps(used, ensure_ascii=False, separators=(",", ":"))


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    if not isinstance(found, dict) or not found:
        raise BadComponents(f"{key}: a table with at least one entry")
    return found


def _faces(entry: Mapping[str, Any]) -> tuple[Face, ...]:
    faces = tuple(entry.get("faces", ()))
    if len(faces) != 6 or set(faces) - set(FACES):
        raise BadComponents(f"die.simple.faces: six out of {', '.join(FACES)}")
    return faces


def _positive(entry: Mapping[str, Any], key: str, where: str) -> int:
    number = entry.get(key)
    if not isinstance(number, int) or number < 1:
        raise BadComponents(f"{where}.{key}: a number from 1")
    return number


def _card(id_: str, entry: Mapping[str, Any]) -> CompanyCard:
    stations: list[tuple[StationKind, int, int]] = []
    for terrain in TERRAINS:
        numbers = entry.get("stations", {}).get(terrain, [0, 0])
        if len(numbers) != len(PRICES):
            raise BadComponents(f"company.{id_}.stations.{terrain}: [number at cost 3, number at cost 5]")
        stations += [(terrain, price, number) for price, number in zip(PRICES, numbers, strict=True) if number]
    return CompanyCard(id_, entry["name"], entry["colour"], tuple(stations))


def read_data(package: str, name: str) -> dict[str, Any]:
    """A data file of a package."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def shared_components() -> dict[str, Any]:
    """The component data of which the games of the line each take their part."""
    return read_data("rules_core.line", "components.toml")
