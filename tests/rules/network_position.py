"""Positions of Railroad Dice 2, told by the names of squares and the signs of dice."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules_core.games.railroad_dice_2 import game, play
from rules_core.games.railroad_dice_2.actions import NetworkAction
from rules_core.games.railroad_dice_2.network import Station
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Piece
from rules_core.grid import Square
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import no_draw

COLUMNS: Final = "abcdefghijkl"
HOME: Final = "d4"
OTHER_HOME: Final = "k7"
FACES: Final = {"s": "straight", "c": "curve", "l": "locomotive", "?": "?"}


def at(name: str) -> Square:
    """The square of a name such as "e4"."""
    return Square(COLUMNS.index(name[0]), int(name[1:]) - 1)


def position(
    *grey: str,
    track: dict[str, Piece] | None = None,
    simple: str = "",
    complex_: Sequence[str] = (),
    units: int = 10,
    rolled: bool = True,
    waiting: Sequence[int] = (5,) * 6,
    locomotives: Sequence[int] = (),
) -> NetworkTable:
    """Seat 0 of two to play, at home on d4 of the recommended map; the grey stations are 2 and more.

    Simple dice are told as in "s c l ?". What is not given is as when a game begins; the bank has all other units.
    """
    table = fold(game, game.setup({}, 2, lambda _key, _sides: 0))
    greys = tuple(Station(at(name), None, number) for number, name in enumerate(grey, 1))
    network = replace(
        table.network,
        stations=(Station(at(HOME), 0), Station(at(OTHER_HOME), 1), *greys),
        track={at(name): piece for name, piece in (track or {}).items()},
    )
    bank = table.bank + table.active.units - units - sum(waiting)
    table = replace(table, network=network, year=1, waiting=tuple(waiting), bank=bank)
    table = table.with_player(0, units=units, locomotives=tuple(locomotives))
    faces = tuple(FACES[sign] for sign in simple.split())
    return table.with_turn(simple=faces, complex=tuple(complex_), rolled=rolled)


def after(table: NetworkTable, moves: Sequence[NetworkAction]) -> NetworkTable:
    """The position after moves, each of which must be allowed."""
    for move in moves:
        events = play.decide(table, move, no_draw)
        assert isinstance(events, list), f"{move} is refused: {events}"
        table = fold(game, events, table)
    return table
