"""The drawn map: the tiles with what lies on them, and below it whose home has which sign.

No word is in it but names and numbers, so that one drawing serves every language; and no style, script or reference to
outside, so that it may stand in a page under a strict policy, and looks the same wherever it is drawn.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from pbem.drawing.outline import UNIT, Point
from pbem.drawing.page import COLOURS, INK, MARGIN, PAPER, SIGN_COLOURS, WIDTH
from pbem.drawing.terrain import TerrainPaths, middle, near_terrain
from pbem.games.railroad_dice_2.board import NetworkBoard, NetworkStation, NetworkTile
from pbem.games.railroad_dice_2.drawn_track import STRANDS, WAYS, DrawnDie, arrows, drawn_die, lit_ways, platforms
from pbem.games.railroad_dice_2.names import HOMES, square_name
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render
from rules_core.grid import SIDES, Square, step

_TEMPLATE: Final = "games/railroad_dice_2/map.svg"
_EDGE: Final = 34
"""The room on each side of the map for the names of columns and rows."""
_LARGEST, _SMALLEST = 64, 30
"""The side of a square at most; and at least, for which a wide map is drawn wider than others."""
_HEIGHT: Final = 1000
"""Beyond this height squares grow smaller, down to _SMALLER."""
_SMALLER: Final = 44
_KEY: Final = 56
"""The height of the key."""
_SMALL_TILE: Final = 4
"""The squares a side of tiles of which every corner may be surrounded by track."""
_LARGE: Final = 1.9
"""How much larger counters are where nothing lies around them."""


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
"""By seat: disc, square, triangle and lozenge, each told by its shape as well as by its colour."""
GREY: Final = HomeSign("M0-41L36-21V21L0 41-36 21V-21z", "#cdd2d6", INK)
"""A grey station, a hexagon, which bears its number."""
EMBLEM: Final = "M-13 13V-2H-19L0-18 19-2H13V13H5V3H-5V13z"
"""A house, on the signs of homes."""
COUNTERS: Final = "#5a3418"
"""Waiting passengers."""
NEW: Final = "#c78fe6"
"""What came lately: a colour that no home has, and always within a broken line."""
DICE: Final = {False: "#fffaea", True: "#f5a94f"}
"""The colours of simple dice and of complex ones."""


class DrawnStation(NamedTuple):
    """A station: its middle, the sides by which track comes to it in degrees from north, and its sign."""

    name: str
    x: int
    y: int
    platforms: tuple[tuple[int, bool], ...]
    """Each with whether its track is lit."""
    sign: str
    grey: int
    ring: bool
    """Whether it is joined to the home that is lit, or is it."""
    is_new: bool


class Counters(NamedTuple):
    """The passengers that wait beside a tile: the middle of their stack, its size, and how many discs are drawn."""

    tile: int
    x: int
    y: int
    scale: float
    number: int
    discs: int
    is_new: bool


class Label(NamedTuple):
    """The name of a column or row."""

    text: str
    x: float
    y: float


class MapFrame(NamedTuple):
    """The place of a map in its drawing: the size of the drawing, where the first square begins, and its side."""

    width: int
    height: int
    left: float
    top: float
    side: float
    below: float
    """Where the map ends."""


def frame_of(columns: int, rows: int) -> MapFrame:
    """Make room for a map of so many squares."""
    room = WIDTH - 2 * _EDGE
    side = max(min(_LARGEST, room / columns, max(_SMALLER, _HEIGHT / rows)), _SMALLEST)
    width = max(WIDTH, round(columns * side) + 2 * _EDGE)
    below = _EDGE + rows * side
    return MapFrame(width, round(below + _EDGE + _KEY), (width - columns * side) / 2, _EDGE, side, below)


def draw(board: bytes) -> str:
    """The drawing of a board that was kept as JSON. Raises msgspec.MsgspecError."""
    return network_svg(msgspec.json.decode(board, type=NetworkBoard))


@lru_cache(maxsize=64)
def network_svg(board: NetworkBoard, title: str = "", description: str = "", id_prefix: str = "map") -> str:
    """The drawing of a board as a whole SVG element without an XML declaration.

    `title` and `description` are what a screen reader says of it, in the reader's language; it passes over a drawing
    without a title. Drawings on one page need an `id_prefix` each. What was drawn lately is not drawn again.
    """
    frame = frame_of(board.columns, board.rows)
    lit = lit_ways(board.reach)
    dice = [drawn_die(die, lit.get(die.square, ())) for die in board.dice]
    return render(
        _TEMPLATE,
        catalogue(ENGLISH),
        board=board,
        frame=frame,
        scale=round(frame.side / UNIT, 5),
        unit=UNIT,
        squares=board.columns * UNIT,
        squares_down=board.rows * UNIT,
        terrain=_terrain(board),
        tiles=board.tiles,
        dice=dice,
        stations=[_station(board, station) for station in board.stations],
        arrows=arrows(board),
        open=_empty_open(board),
        counters=list(_counters(board)),
        tile_scales=[_scale_of_number(board, tile) for tile in board.tiles],
        names=list(_names_of_lines(board, frame)),
        letters=round(min(max(frame.side * 0.6, 18), 24)),
        key=_key(board, frame),
        ways=WAYS,
        strands=_strands_of(dice),
        over="ns",
        colours=COLOURS,
        dice_colours=DICE,
        counters_colour=COUNTERS,
        new_colour=NEW,
        lit_colour=SIGNS_OF_HOMES[board.reach.seat].colour if board.reach else "",
        signs=_signs(),
        emblem=EMBLEM,
        title=title,
        description=description,
        prefix=id_prefix,
    )


def _signs() -> Mapping[str, HomeSign]:
    return {**dict(zip(HOMES, SIGNS_OF_HOMES, strict=True)), "grey": GREY}


def _strands_of(dice: Iterable[DrawnDie]) -> list[tuple[str, tuple[str, ...]]]:
    """The strands that a drawing needs, by their names, with the paths of their ways."""
    needed = {strand.name for die in dice for strand in die.strands}
    return [(name, tuple(WAYS[pair] for pair in STRANDS[name])) for name in sorted(needed)]


def _terrain(board: NetworkBoard) -> TerrainPaths:
    """Mountains and water, continued over the edges of the map so that no area ends there."""
    ground = {
        Square(tile.x + x, tile.y + y): sign
        for tile in board.tiles
        for y, row in enumerate(tile.ground)
        for x, sign in enumerate(row)
    }
    beyond = {
        step(square, side): sign
        for square, sign in ground.items()
        for side in SIDES
        if step(square, side) not in ground
    }
    bare = {die.square for die in board.dice} | {station.square for station in board.stations} | set(beyond)
    land = [(square, sign) for square, sign in {**beyond, **ground}.items() if sign != "."]
    return near_terrain(land, bare)


def _station(board: NetworkBoard, station: NetworkStation) -> DrawnStation:
    x, y = middle(station.square)
    reach = board.reach
    is_lit = reach is not None and (station.owner == reach.seat or station.square in reach.stations)
    return DrawnStation(
        name=square_name(station.square),
        x=x,
        y=y,
        platforms=tuple((90 * side, lit) for side, lit in platforms(board, station.square).items()),
        sign="grey" if station.owner is None else HOMES[station.owner],
        grey=station.grey,
        ring=is_lit,
        is_new=station.is_new,
    )


def _empty_open(board: NetworkBoard) -> list[Point]:
    """The middles of the squares without a die on which the lit line can be built on."""
    taken = {die.square for die in board.dice}
    return [middle(place.square) for place in (board.reach.open if board.reach else ()) if place.square not in taken]


def _counters(board: NetworkBoard) -> Iterator[Counters]:
    """The stacks of counters, one on each tile with stations: on a corner of squares, where no track ever is."""
    taken = {die.square for die in board.dice} | {station.square for station in board.stations}
    taken |= {place.square for place in (board.reach.open if board.reach else ())}
    for tile in board.tiles:
        if tile.has_stations:
            corner, scale = _place_of_counters(tile, taken)
            discs = min(3, -(-tile.waiting // 5))
            x, y = corner.x * UNIT, corner.y * UNIT
            yield Counters(tile.number, x, y, scale, tile.waiting, discs, tile.has_new)


def _place_of_counters(tile: NetworkTile, taken: set[Square]) -> tuple[Square, float]:
    """The corner of squares nearest to the middle of a tile; on a large one that with four free squares, if any."""
    size = len(tile.ground)
    middle_ = Square(tile.x + size // 2, tile.y + size // 2)
    if size <= _SMALL_TILE:
        return middle_, 1
    corners = [Square(tile.x + x, tile.y + y) for y in range(1, size) for x in range(1, size)]
    free = [corner for corner in corners if not taken & set(_around(corner))]
    if not free:
        return middle_, 1
    return min(free, key=lambda corner: ((corner.x - middle_.x) ** 2 + (corner.y - middle_.y) ** 2, corner)), _LARGE


def _scale_of_number(board: NetworkBoard, tile: NetworkTile) -> float:
    """How large a tile's number is drawn in its corner: larger on large tiles, where squares are small."""
    taken = {die.square for die in board.dice} | {station.square for station in board.stations}
    is_small = len(tile.ground) <= _SMALL_TILE or (tile.x, tile.y) in taken
    return 1 if is_small else _LARGE


def _around(corner: Square) -> list[Square]:
    """The four squares that meet at a corner."""
    return [Square(corner.x - x, corner.y - y) for x in (0, 1) for y in (0, 1)]


def _names_of_lines(board: NetworkBoard, frame: MapFrame) -> Iterator[Label]:
    """The names of columns above and below the map, and of rows on both sides."""
    right = frame.left + board.columns * frame.side
    for column in range(board.columns):
        x = round(frame.left + (column + 0.5) * frame.side, 1)
        name = square_name(Square(column, 0)).rstrip("1")
        yield Label(name, x, frame.top - _EDGE / 2)
        yield Label(name, x, frame.below + _EDGE / 2)
    for row in range(board.rows):
        y = round(frame.top + (row + 0.5) * frame.side, 1)
        yield Label(str(row + 1), frame.left - _EDGE / 2, y)
        yield Label(str(row + 1), right + _EDGE / 2, y)


class KeyPlayer(NamedTuple):
    """A player in the key: the sign of the home, its middle, the name, and how long that can be."""

    sign: str
    x: int
    name: str
    room: int
    is_lit: bool


def _key(board: NetworkBoard, frame: MapFrame) -> list[KeyPlayer]:
    """The players with the signs of their homes, beside each other."""
    column = (frame.width - 2 * MARGIN) // max(len(board.players), 1)
    return [
        KeyPlayer(
            sign=HOMES[seat],
            x=MARGIN + 26 + column * seat,
            name=name,
            room=column - 64,
            is_lit=board.reach is not None and board.reach.seat == seat,
        )
        for seat, name in enumerate(board.players)
    ]
