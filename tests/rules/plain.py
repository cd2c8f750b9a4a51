"""A position as plain data, for the oracle: dictionaries and lists, every square by itself, nothing clever."""

from __future__ import annotations

import tomllib
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Self

from rules_core.line.actions import FACES, EndName
from rules_core.line.table import State

Spot = tuple[int, int]
"""A square or a cell, as (x, y)."""
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south and west."""

BOX = tomllib.loads(files("rules_core.line").joinpath("components.toml").read_text(encoding="utf-8"))


@dataclass
class PlainEnd:
    """Where an end lies, the way the line came from, and the way it points; a station points nowhere."""

    at: Spot
    back: int | None
    heading: int | None


@dataclass
class PlainTable:
    """What positions of all games have. Faces and companies by name, seats by number."""

    seat: int
    start: int
    year: int
    income: bool
    rolled: bool
    bank: int
    front: list[dict[str, int]]
    hidden: list[int]
    director: dict[str, int | None]
    pieces: dict[Spot, str]
    """What lies on the tiles in play, by square: "track" or a company."""
    ends: dict[EndName, PlainEnd]
    last_year: str | None
    ended: str | None
    reading: int
    places: dict[int, int]
    paid: set[Spot] = field(compare=False)
    """Squares of the ranges, lakes and rivers paid for in this turn."""

    def copy(self) -> Self:
        """A position that can be changed without changing this one."""
        twin = copy(self)
        vars(twin).update((name, _fresh(part)) for name, part in vars(self).items() if isinstance(part, MUTABLE))
        return twin


def _fresh(value: Any) -> Any:
    """A copy of a value, to its depths; the parts of one are all of a kind."""
    if isinstance(value, PlainEnd):
        return replace(value)
    if isinstance(value, dict):
        deep = isinstance(next(iter(value.values()), None), MUTABLE)
        return {key: _fresh(part) for key, part in value.items()} if deep else dict(value)
    deep = isinstance(next(iter(value), None), MUTABLE)
    return [_fresh(part) for part in value] if deep else value.copy()


MUTABLE = (dict, list, set, PlainEnd)


@dataclass
class Plain(PlainTable):
    """A whole position of The First Rails."""

    passengers: list[int]
    shares: list[dict[str, int]]
    unsold: dict[str, int]
    stock: dict[str, dict[tuple[str, int], int]]
    lost_office: list[bool]
    sides: dict[Spot, str]
    """What each laid tile shows to north, east, south and west, by cell."""
    ground: dict[Spot, str]
    stations: dict[Spot, list[str]]
    supply: dict[str, int]
    printed_ties: bool
    printed_bridges: bool


@cache
def turned(kind: str, quarters: int) -> tuple[str, tuple[str, ...]]:
    """Sides and rows of a printed tile, turned clockwise."""
    sides, rows = BOX["tile"][kind]["sides"], list(BOX["tile"][kind]["rows"])
    for _ in range(quarters % 4):
        sides = sides[3] + sides[:3]
        rows = ["".join(rows[6 - x][y] for x in range(7)) for y in range(7)]
    return sides, tuple(rows)


def cell(square: Spot) -> Spot:
    """The cell of a square."""
    return square[0] // 7, square[1] // 7


def spot(place: tuple[int, ...]) -> Spot:
    """A square or cell of the engine's."""
    x, y = place
    return x, y


def beside(place: Spot, way: int) -> Spot:
    """The square or cell one step that way."""
    return place[0] + WAYS[way][0], place[1] + WAYS[way][1]


def put_tile(plain: Plain, at: Spot, kind: str, quarters: int) -> None:
    """Put a tile into the landscape."""
    plain.sides[at], rows = turned(kind, quarters)
    plain.stations[at] = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            plain.ground[at[0] * 7 + x, at[1] * 7 + y] = sign


def table_of(state: State) -> dict[str, Any]:
    """What `PlainTable` tells of the engine's position."""
    table = state.table
    screens = [screen for screen in state.screens if screen is not None]
    assert len(screens) == len(state.screens)
    return {
        "seat": table.turn.seat,
        "start": table.start,
        "year": table.year,
        "income": table.turn.income,
        "rolled": table.turn.rolled,
        "bank": table.bank,
        "front": [dict(zip(FACES, player.front, strict=True)) for player in table.players],
        "hidden": [screen.hidden for screen in screens],
        "director": {name: table.companies[name].director for name in BOX["company"]},
        "pieces": {
            spot(square): fixture.company or "track"
            for tile in table.line.tiles.values()
            for square, fixture in tile.items()
        },
        "ends": {
            "A": PlainEnd(spot(table.line.a.square), table.line.a.back, table.line.a.heading),
            "B": PlainEnd(spot(table.line.b.square), table.line.b.back, table.line.b.heading),
        },
        "last_year": table.last_year,
        "ended": table.ended,
        "reading": table.reading,
        "places": {standing.seat: standing.place for standing in table.standings},
        "paid": {spot(square) for square in table.turn.paid},
    }


def plain_from(state: State) -> Plain:
    """What the engine's position comes to."""
    table = state.table
    names = list(BOX["company"])
    plain = Plain(
        **table_of(state),
        passengers=[screen.passengers for screen in state.screens if screen is not None],
        shares=[dict(zip(names, player.shares, strict=True)) for player in table.players],
        unsold={name: table.companies[name].unsold for name in names},
        stock={
            name: {(stock.terrain, stock.price): stock.left for stock in table.companies[name].stock} for name in names
        },
        lost_office=[player.lost_office for player in table.players],
        sides={},
        ground={},
        stations={},
        supply=dict(table.landscape.supply),
        printed_ties=table.options["director_tie"] == "printed",
        printed_bridges=table.options["bridges"] == "each",
    )
    for where, tile in table.landscape.tiles.items():
        put_tile(plain, spot(where), tile.kind, tile.turn)
        plain.stations[spot(where)] = list(tile.stations)
    return plain
