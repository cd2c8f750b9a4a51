"""A position of Germany as plain data, for the oracle; the map is read from its file, square by square."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from rules.plain import BOX, PlainTable, Spot, cell, spot, table_of
from rules_core.line.table import State

MAP = tomllib.loads(files("rules_core.games.germany").joinpath("map.toml").read_text(encoding="utf-8"))
GROUND: dict[Spot, str] = {(x, y): sign for y, row in enumerate(MAP["map"]["ground"]) for x, sign in enumerate(row)}
RIVERS: dict[Spot, str] = {
    (x, y): sign for y, row in enumerate(MAP["map"]["rivers"]) for x, sign in enumerate(row) if sign != "."
}
COUNTRIES: dict[Spot, int] = {spot(entry["at"]): entry["price"] for entry in MAP["country"]}
TOWN_SQUARES: dict[Spot, tuple[str, str, int]] = {
    spot(square["at"]): (town["name"], square["colour"], square["price"])
    for town in MAP["town"]
    for square in town["squares"]
}
COLOURS: dict[str, str] = {name: company["colour"] for name, company in BOX["company"].items()}
WHOLE = {"bergtal": 9, "insel": 9, "weiden": 7, "ueberall": 7, "eisberg": 7}


@dataclass
class PlainGermany(PlainTable):
    """A whole position; companies by name, seats by number."""

    waiting: dict[str, int]
    carried: list[dict[str, int]]
    left: dict[str, int]
    held_office: list[bool]
    used: set[Spot]
    """The foreign squares used up."""

    def built(self, company: str) -> int:
        """How many stations a company has built."""
        return WHOLE[company] - self.left[company]


def is_german(square: Spot) -> bool:
    """Whether a square is German land or water."""
    return GROUND.get(square, "x") != "x"


def sector(square: Spot) -> Spot | None:
    """The sector of a square; foreign squares are in none."""
    return cell(square) if is_german(square) else None


def german_plain_from(state: State) -> PlainGermany:
    """What the engine's position comes to."""
    table = state.table
    names = list(BOX["company"])
    return PlainGermany(
        **table_of(state),
        waiting=dict(zip(names, table.waiting, strict=True)),
        carried=[dict(zip(names, player.carried, strict=True)) for player in table.players],
        left={name: table.companies[name].stations_left for name in names},
        held_office=[player.held_office for player in table.players],
        used={spot(square) for square in table.landscape.closed},
    )
