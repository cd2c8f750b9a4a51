"""The signs on a map: stations, waiting passengers, and the numbers of tiles.

Lengths are in squares of `pbem.drawing.outline.UNIT`.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pbem.drawing.page import INK, PAPER, SIGN_COLOURS
from pbem.drawing.terrain import middle
from pbem.games.railroad_dice_2.maps.board import NetworkBoard, NetworkStation, NetworkTile
from pbem.games.railroad_dice_2.maps.drawn_track import platforms
from pbem.games.railroad_dice_2.names import HOMES, square_name
from rules_core.grid import Square

_SMALL_TILE: Final = 4
"""The squares a side of tiles of which every corner may be surrounded by track."""
_LARGE: Final = 1.9
"""How much larger counters and numbers are where nothing lies around them."""


class HomeSign(NamedTuple):
    """The sign of a seat's home: an outline around (0, 0), its colour, and where its emblem stands and in which."""

    outline: str
    colour: str
    emblem_colour: str
    below: int = 0


SIGNS_OF_HOMES: Final = (
    HomeSign("M-37 0A37 37 0 1 1 37 0 37 37 0 1 1-37 0z", SIGN_COLOURS["green"], PAPER),
    HomeSign("M-33-33H33V33H-33z", SIGN_COLOURS["blue"], PAPER),
    HomeSign("M0-44L43 33H-43z", SIGN_COLOURS["red"], PAPER, 8),
    HomeSign("M0-45L45 0 0 45-45 0z", SIGN_COLOURS["yellow"], INK),
)
"""The sign of each seat's home: disc, square, triangle and lozenge, each told by its shape as well as by its colour."""
GREY: Final = HomeSign("M0-41L36-21V21L0 41-36 21V-21z", "#cdd2d6", INK)
"""A grey station, a hexagon, which bears its number."""
EMBLEM: Final = "M-13 13V-2H-19L0-18 19-2H13V13H5V3H-5V13z"
"""A house, on the signs of homes."""


class DrawnStation(NamedTuple):
    """A station: its middle, the sides by which track comes to it in degrees from north, and its sign."""

    name: str
    x: int
    y: int
    platforms: tuple[tuple[int, bool], ...]
    """Each with whether its track is lit."""
    sign: str
    grey: int
    is_lit: bool
    """Whether it is joined to the home that is lit, or is it."""
    is_new: bool


class Counters(NamedTuple):
    """The passengers that wait beside a tile: where their stack stands, how large, and how many discs are drawn."""

    tile: int
    corner: Square
    """The square of whose north-western corner they stand."""
    scale: float
    number: int
    discs: int
    is_new: bool


def signs_by_name() -> Mapping[str, HomeSign]:
    """The signs of stations by their colours."""
    return {**dict(zip(HOMES, SIGNS_OF_HOMES, strict=True)), "grey": GREY}


def drawn_station(board: NetworkBoard, station: NetworkStation) -> DrawnStation:
    """A station as drawn."""
    (x, y), reach = middle(station.square), board.reach
    return DrawnStation(
        name=square_name(station.square),
        x=x,
        y=y,
        platforms=tuple((90 * side, lit) for side, lit in platforms(board, station.square).items()),
        sign="grey" if station.owner is None else HOMES[station.owner],
        grey=station.grey,
        is_lit=reach is not None and (station.owner == reach.seat or station.square in reach.stations),
        is_new=station.is_new,
    )


def drawn_counters(board: NetworkBoard) -> Iterator[Counters]:
    """The stacks of counters, one on each tile with stations: on a corner of squares, where no track ever is."""
    taken = {die.square for die in board.dice} | {station.square for station in board.stations}
    taken |= {place.square for place in (board.reach.open if board.reach else ())}
    for tile in board.tiles:
        if tile.takes_passengers:
            corner, scale = _place_of_counters(tile, taken)
            discs = min(3, -(-tile.waiting // 5))
            yield Counters(tile.number, corner, scale, tile.waiting, discs, tile.has_new)


def _place_of_counters(tile: NetworkTile, taken: set[Square]) -> tuple[Square, float]:
    """The corner of squares nearest to the middle of a tile; on a large one that with four free squares, if any."""
    size = len(tile.ground)
    centre = Square(tile.x + size // 2, tile.y + size // 2)
    if size <= _SMALL_TILE:
        return centre, 1
    corners = [Square(tile.x + x, tile.y + y) for y in range(1, size) for x in range(1, size)]
    free = [corner for corner in corners if not taken & set(_around(corner))]
    if not free:
        return centre, 1
    return min(free, key=lambda corner: ((corner.x - centre.x) ** 2 + (corner.y - centre.y) ** 2, corner)), _LARGE


def scale_of_number(board: NetworkBoard, tile: NetworkTile) -> float:
    """The scale of a tile's number in its corner: larger on large tiles, where squares are small."""
    taken = {die.square for die in board.dice} | {station.square for station in board.stations}
    is_small = len(tile.ground) <= _SMALL_TILE or (tile.x, tile.y) in taken
    return 1 if is_small else _LARGE


def covered(board: NetworkBoard) -> set[Square]:
    """The squares on which a sign of the ground would be hidden in part."""
    squares = {die.square for die in board.dice} | {station.square for station in board.stations} | set(board.sites)
    for counters in drawn_counters(board):
        squares |= set(_around(counters.corner)) if counters.scale > 1 else set()
    return squares | {Square(tile.x, tile.y) for tile in board.tiles if scale_of_number(board, tile) > 1}


def _around(corner: Square) -> list[Square]:
    return [Square(corner.x - x, corner.y - y) for x in (0, 1) for y in (0, 1)]
