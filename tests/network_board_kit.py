"""Boards of Railroad Dice 2 for tests of its map: laid by hand, and from games played at random."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from lxml import etree
from rules.network import square

from pbem.games.railroad_dice_2.maps.board import NetworkBoard, network_board
from pbem.games.railroad_dice_2.maps.drawn_map import network_svg
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.i18n import catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.events import NetworkEvent
from rules_core.games.railroad_dice_2.network import Station
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import PAIRS, Pair, Piece
from rules_core.kernel.definition import fold, random_bot
from rules_core.kernel.dice import DrawKey

PLAYERS = ("Anna", "Ben", "Cara", "Dorothea")
SVG = "{http://www.w3.org/2000/svg}"
SEVEN = (("tiles", "7x7"),)
RANDOM = (("arrangement", "random"),)


@cache
def random_positions(
    seats: int, options: tuple[tuple[str, str], ...] = (), seed: int = 1
) -> tuple[tuple[NetworkTable, tuple[NetworkEvent, ...]], ...]:
    """The positions of a game of random actions, each with the events that led to it from the one before."""
    chance = random.Random(seed)

    def draw(_key: DrawKey, sides: int) -> int:
        return chance.randrange(sides)

    table = fold(game, game.setup(dict(options), seats, draw))
    found: list[tuple[NetworkTable, tuple[NetworkEvent, ...]]] = [(table, ())]
    while not table.over:
        view = game.view(table, table.turn.seat)
        events = game.decide(table, random_bot(view, game.legal(view), chance.randrange), draw)
        assert isinstance(events, list)
        table = fold(game, events, table)
        found.append((table, tuple(events)))
    return tuple(found)


@cache
def random_boards() -> tuple[NetworkBoard, ...]:
    """Boards of games of every number of players and of every kind of map, from their beginnings to their ends."""
    boards: list[NetworkBoard] = []
    for seats, options in ((2, ()), (3, RANDOM), (4, ()), (2, SEVEN), (4, SEVEN + RANDOM)):
        positions = random_positions(seats, options)
        for at in range(0, len(positions), max(len(positions) // 5, 1)):
            news = [event for _, events in positions[max(0, at - 6) : at + 1] for event in events]
            boards.append(network_board(positions[at][0], PLAYERS[:seats], news, at % seats))
    return tuple(boards)


def laid(
    track: Mapping[str, str], homes: Sequence[str] = ("b2", "j6"), grey: Sequence[str] = (), waiting: Sequence[int] = ()
) -> NetworkTable:
    """A position on the recommended map: dice by squares ("ns sw"), homes by seat, and grey stations from 1 on."""
    table = next(table for table, _ in random_positions(2) if table.phase == "play")
    stations = [Station(square(name), seat) for seat, name in enumerate(homes)]
    stations += [Station(square(name), None, number) for number, name in enumerate(grey, 1)]
    network = replace(
        table.network, stations=tuple(stations), track={square(name): _piece(ways) for name, ways in track.items()}
    )
    return replace(table, network=network, waiting=tuple(waiting or (5,) * 6))


def names_of(table: NetworkTable, language: str = "en") -> NetworkNames:
    """The names of a position's things."""
    return NetworkNames(table, PLAYERS[: table.seats], catalogue(language))


def board_of(table: NetworkTable, seat: int | None = None, news: Sequence[NetworkEvent] = ()) -> NetworkBoard:
    """The board of a position, with all lit that a seat reaches."""
    return network_board(table, PLAYERS[: table.seats], news, seat)


@cache
def drawn(board: NetworkBoard, title: str = "", description: str = "") -> etree._Element:
    """The drawing of a board, as a tree."""
    return etree.fromstring(network_svg(board, title, description))


def part(tree: etree._Element, name: str) -> etree._Element:
    """The part of a drawing with this name, which is there once."""
    (found,) = (element for element in tree.iter() if element.get("id") == f"map-{name}")
    return found


def middle_of(element: etree._Element) -> tuple[float, float]:
    """Where the middle of a part is moved to."""
    x, y = re.findall(r"-?[\d.]+", element.get("transform"))[:2]
    return float(x), float(y)


def uses(element: etree._Element) -> list[str]:
    """The names of the definitions that a part uses, in their order."""
    return [use.get("href").removeprefix("#map-") for use in element.iter(f"{SVG}use")]


def fills(element: etree._Element) -> set[str]:
    """The colours that a part is filled with."""
    return {each.get("fill") for each in element.iter()}


def _piece(ways: str) -> Piece:
    pairs: list[Pair] = [pair for pair in PAIRS if pair in ways.split()]
    return tuple(pairs)
