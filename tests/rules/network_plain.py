"""A position of Railroad Dice 2 as plain data, for the oracle; the ground is read from the file of the box."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from importlib.resources import files
from typing import TypeAlias

from rules_core.games.railroad_dice_2.table import NetworkTable

Spot: TypeAlias = tuple[int, int]
Ways: TypeAlias = frozenset[str]
"""Two sides between which a train passes, as letters."""

BOX = tomllib.loads(files("rules_core.games.railroad_dice_2").joinpath("components.toml").read_text(encoding="utf-8"))
PRICES: dict[int, int] = {int(number): entry["price"] for number, entry in BOX["locomotives"].items()}


@dataclass
class PlainMap:
    """The ground: the number of the tile and the sign that each square has."""

    tile: dict[Spot, int]
    sign: dict[Spot, str]

    def is_on_border(self, spot: Spot) -> bool:
        """Whether the map ends beside a square."""
        return any(beside(spot, side) not in self.tile for side in "nesw")


@dataclass
class PlainPlayer:
    """The things that a player has."""

    units: int
    grey: int
    locomotives: list[int]
    connected: set[int]
    carried: int


@dataclass
class PlainNetwork:
    """A whole position; stations by their place in the list, seats and tiles by number."""

    map: PlainMap
    stations: list[tuple[Spot, int | None]]
    track: dict[Spot, frozenset[Ways]]
    """The dice on the map, each as the pairs of sides that it joins."""
    options: dict[str, str]
    phase: str
    year: int
    start: int
    seat: int
    number: int
    rolled: bool
    hand: Counter[str]
    """The simple dice of whose turn it is, by face."""
    complex_hand: Counter[str]
    unused: Counter[int]
    """The locomotives that may still make a trip in this turn."""
    served: set[int]
    players: list[PlainPlayer]
    bank: int
    waiting: dict[int, int]
    extra: int
    simple: int
    complex: int
    for_sale: list[int]
    busy: bool
    """Whether something was done in this year that keeps the game going."""
    quiet: int
    closing: str | None
    ended: str | None
    places: list[tuple[int, int]]
    """Places and seats, best first, of a game that is over."""

    def copied(self) -> PlainNetwork:
        """A copy to act in; the ground is the same."""
        twin = copy(self)
        twin.stations, twin.track, twin.waiting = list(self.stations), dict(self.track), dict(self.waiting)
        twin.hand, twin.complex_hand, twin.unused = copy(self.hand), copy(self.complex_hand), copy(self.unused)
        twin.served, twin.for_sale, twin.players = set(self.served), list(self.for_sale), list(map(copy, self.players))
        for player in twin.players:
            player.locomotives, player.connected = list(player.locomotives), set(player.connected)
        return twin

    def is_whole(self) -> bool:
        """Whether all units and dice are there, and nothing is negative."""
        units = [self.bank, *self.waiting.values(), *(player.units for player in self.players)]
        simple, complex_ = self.simple + self.hand.total(), self.complex + self.complex_hand.total()
        counts = Counter(len(piece) for piece in self.track.values())
        return (
            min(*units, self.simple, self.complex, self.extra) >= 0
            and sum(units) == BOX["units"] + self.extra
            and simple + counts[1] == BOX["dice"]["simple"]["count"]
            and complex_ + counts[2] == BOX["dice"]["complex"]["count"]
        )


def beside(spot: Spot, side: str) -> Spot:
    """The square beside another."""
    x, y = spot
    return {"n": (x, y - 1), "e": (x + 1, y), "s": (x, y + 1), "w": (x - 1, y)}[side]


def across(side: str) -> str:
    """The side across."""
    return {"n": "s", "e": "w", "s": "n", "w": "e"}[side]


def turned_clockwise(rows: list[str]) -> list[str]:
    """A tile turned clockwise by a quarter turn: its west side becomes its north side."""
    last = len(rows) - 1
    return ["".join(rows[last - x][y] for x in range(len(rows))) for y in range(len(rows))]


def plain_map(size: str, tiles: Iterable[tuple[int, int, int, int]]) -> PlainMap:
    """The ground of tiles told by number, quarter turns clockwise and north-west square."""
    found = PlainMap({}, {})
    for number, turns, left, top in tiles:
        rows = list(BOX["tiles"][size][str(number)])
        for _ in range(turns):
            rows = turned_clockwise(rows)
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                assert (left + x, top + y) not in found.tile, "two tiles lie over each other"
                found.tile[left + x, top + y], found.sign[left + x, top + y] = number, sign
    return found


def plain_from(table: NetworkTable) -> PlainNetwork:
    """What the engine's position comes to."""
    network, turn, options = table.network, table.turn, table.options
    unused = Counter(table.players[turn.seat].locomotives)
    unused.subtract(turn.used)
    return PlainNetwork(
        map=plain_map(network.size, [(tile.number, tile.turn, tile.x, tile.y) for tile in network.tiles]),
        stations=[((station.square.x, station.square.y), station.owner) for station in network.stations],
        track={(at.x, at.y): frozenset(frozenset(pair) for pair in piece) for at, piece in network.track.items()},
        options=dict(options),
        phase=table.phase,
        year=table.year,
        start=table.start,
        seat=turn.seat,
        number=turn.number,
        rolled=turn.rolled,
        hand=Counter(turn.simple),
        complex_hand=Counter(turn.complex),
        unused=+unused,
        served=set(turn.served),
        players=[
            PlainPlayer(one.units, one.grey, list(one.locomotives), set(one.connected), one.carried)
            for one in table.players
        ],
        bank=table.bank,
        waiting=dict(enumerate(table.waiting, 1)),
        extra=table.extra,
        simple=table.simple,
        complex=table.complex,
        for_sale=list(table.locomotives),
        busy=not table.is_idle,
        quiet=table.quiet,
        closing=table.closing,
        ended=table.ended,
        places=[(standing.place, standing.seat) for standing in table.standings],
    )
