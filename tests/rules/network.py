"""Positions of Railroad Dice 2, written as they look on the table.

A drawing begins at the north-west corner of the recommended map and may leave out what is empty in the south and east:
simple dice are `─│┌┐└┘`, stations the initials of the homes (G, B, R, Y, by seat) and digits for grey ones, and
letters stand for complex dice, which `dice` tells as pairs of sides. The ground is that of the box:

      abcdefghijkl
    1 ..^^....^...
    2 .^^...~~^^..
    3 .....~~..^..
    4 .~..........
    5 .........~..
    6 ..^..^..~~..
    7 .^^..^^.....
    8 .......~..^.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.events import ClosingCause
from rules_core.games.railroad_dice_2.network import Network, Station
from rules_core.games.railroad_dice_2.table import NetworkPlayer, NetworkTable, NetworkTurn, Phase
from rules_core.games.railroad_dice_2.track import Pair, Piece, complex_piece
from rules_core.grid import Square
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Draw, DrawKey

T = TypeVar("T")
SIMPLE: Mapping[str, Pair] = {"│": "ns", "─": "ew", "└": "ne", "┌": "se", "┐": "sw", "┘": "nw"}
HOMES = "GBRY"
PLAIN = """
    ............
    .G........B.
    ............
    ............
    ............
    ............
    .1..........
"""
"""The homes of two players at b2 and k2, and a grey station at b7, far from each other."""


def square(name: str) -> Square:
    """The square written like "e4"."""
    return Square("abcdefghijkl".index(name[0]), int(name[1:]) - 1)


def pairs(text: str) -> tuple[Pair, ...]:
    """The pairs of sides written like "ns ew"."""
    return tuple(cast(Pair, pair) for pair in text.split())


def piece(text: str) -> Piece:
    """The piece written like "ns" or "ns ew"."""
    found = pairs(text)
    return complex_piece(*found) if len(found) == 2 else found


def first(key: DrawKey, sides: int) -> int:
    """A draw that always falls on the first side: the recommended map, and seat 0 begins."""
    return 0


def set_up(seats: int = 2, options: Mapping[str, str] | None = None, draw: Draw = first) -> NetworkTable:
    """A game at its beginning, before stations are placed."""
    return fold(railroad_dice_2, railroad_dice_2.setup(options or {}, seats, draw))


def network_position(
    drawing: str = PLAIN,
    *,
    dice: Mapping[str, str] | None = None,
    seats: int = 2,
    seat: int = 0,
    start: int = 0,
    phase: Phase = "play",
    closing: ClosingCause | None = None,
    hand: str = "",
    complex_hand: str = "",
    rolled: bool | None = None,
    used: tuple[int, ...] = (),
    served: tuple[int, ...] = (),
    units: Sequence[int] = (),
    locomotives: Sequence[tuple[int, ...]] = (),
    carried: Sequence[int] = (),
    for_sale: tuple[int, ...] | None = None,
    waiting: Mapping[int, int] | None = None,
    bank: int | None = None,
    bank_dice: tuple[int, int] | None = None,
    quiet: int = 0,
    is_idle: bool = False,
    options: Mapping[str, str] | None = None,
) -> NetworkTable:
    """A position in year 2, seat 0 to play unless told.

    `hand` and `complex_hand` are the faces of the simple and the complex dice in hand, which have been rolled unless
    `rolled` tells otherwise. On every tile with stations 5 passengers wait for each, unless `waiting` tells all that
    wait; the bank holds what is left of 280 units unless `bank` tells it, and `bank_dice` are the simple and complex
    dice in it. All that is joined was joined before.
    """
    table = set_up(seats, options)
    network = drawn(table.network, drawing, dice or {})
    simple, complex_ = tuple(hand.split()), tuple(complex_hand.split())
    reaches = [network.reach(home) if (home := network.home(seat)) is not None else None for seat in range(seats)]
    joined = [{network.station_at[at] for at in reach.distances} if reach else set() for reach in reaches]
    there = waiting if waiting is not None else {tile: 5 * network.stations_on(tile) for tile in range(1, 7)}
    lying = [len(laid) for laid in network.track.values()]
    players = tuple(
        NetworkPlayer(
            units=_at(units, at, 10),
            locomotives=_at(locomotives, at, ()),
            connected=tuple(sorted(joined[at])),
            carried=_at(carried, at, 0),
        )
        for at in range(seats)
    )
    held = sum(player.units for player in players) + sum(there.values())
    left = bank_dice or (30 - lying.count(1) - len(simple), 20 - lying.count(2) - len(complex_))
    return replace(
        table,
        network=network,
        closing=closing or ("bank" if phase == "closing" else None),
        year=2,
        start=start,
        turn=NetworkTurn(
            seat=seat,
            number=1 + (seat - start) % seats,
            rolled=bool(simple or complex_) if rolled is None else rolled,
            simple=simple,
            complex=complex_,
            used=used,
            served=served,
        ),
        players=players,
        bank=280 - held if bank is None else bank,
        waiting=tuple(there.get(tile, 0) for tile in range(1, 7)),
        simple=left[0],
        complex=left[1],
        locomotives=table.locomotives if for_sale is None else for_sale,
        quiet=quiet,
        is_idle=is_idle,
    )


def drawn(network: Network, drawing: str, dice: Mapping[str, str]) -> Network:
    """A map with the stations and dice of a drawing."""
    signs = {
        Square(x, y): sign
        for y, row in enumerate(drawing.split())
        for x, sign in enumerate(row)
        if sign != "."
    }  # fmt: skip
    homes = {HOMES.index(sign): Station(at, HOMES.index(sign)) for at, sign in signs.items() if sign in HOMES}
    greys = {int(sign): Station(at, None, int(sign)) for at, sign in signs.items() if sign.isdecimal()}
    stations = (*(homes[seat] for seat in sorted(homes)), *(greys[number] for number in sorted(greys)))
    track: dict[Square, Piece] = {}
    for at, sign in signs.items():
        if sign in SIMPLE:
            track[at] = (SIMPLE[sign],)
        elif sign not in HOMES and not sign.isdecimal():
            track[at] = piece(dice[sign])
    return replace(network, stations=stations, track=track)


def _at(values: Sequence[T], at: int, otherwise: T) -> T:
    return values[at] if at < len(values) else otherwise
