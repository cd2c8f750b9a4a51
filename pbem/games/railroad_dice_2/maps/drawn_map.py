"""The drawn map: the tiles with what lies on them, and below it whose home has which sign.

No word is in it but names and numbers, so that one drawing serves every language; and no style, script or reference to
outside, so that it may stand in a page under a strict policy, and looks the same wherever it is drawn.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from pbem.drawing.outline import UNIT, Point
from pbem.drawing.page import COLOURS, MARGIN, WIDTH
from pbem.drawing.png import is_in_font
from pbem.drawing.terrain import TerrainPaths, middle, near_terrain
from pbem.games.presenter import FORM, MapTarget
from pbem.games.railroad_dice_2.maps.board import NetworkBoard
from pbem.games.railroad_dice_2.maps.drawn_signs import (
    EMBLEM,
    SIGNS_OF_HOMES,
    covered,
    drawn_counters,
    drawn_station,
    scale_of_number,
    signs_by_name,
)
from pbem.games.railroad_dice_2.maps.drawn_track import (
    HALF_WAY,
    STRANDS,
    DrawnDie,
    TrackPaths,
    arrows,
    drawn_die,
    lit_ways,
    paths_of,
)
from pbem.games.railroad_dice_2.names import HOMES, square_name, square_named
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render
from rules_core.games.railroad_dice_2.track import PAIRS
from rules_core.grid import SIDES, Square, step

_TEMPLATE: Final = "games/railroad_dice_2/map.svg"
_LAYER: Final = "games/railroad_dice_2/target_layer.svg"
_EDGE: Final = 34
"""The room on each side of the map for the names of columns and rows."""
_LARGEST, _SMALLEST = 64, 30
"""The side of a square at most; and at least, for which a wide map is drawn wider than others."""
_HEIGHT: Final = 1000
"""Beyond this height squares grow smaller, down to _SMALLER."""
_SMALLER: Final = 44
_KEY: Final = 56
"""The height of the key."""


COUNTERS: Final = "#5a3418"
"""The colour of waiting passengers."""
NEW: Final = "#b65fe0"
"""The colour of what came lately, which no home has: in the corners of dice, and around stations and counters."""
DICE: Final = {False: "#fffaea", True: "#f5a94f"}
"""The colours of simple dice and of complex ones."""


class MapFrame(NamedTuple):
    """The place of a map in its drawing: the size of the drawing, where the first square begins, and its side."""

    width: int
    height: int
    left: float
    top: float
    side: float
    below: float
    """Where the map ends."""


class EdgeName(NamedTuple):
    """The name of a column or row, and its middle."""

    text: str
    x: float
    y: float


class PlayerInKey(NamedTuple):
    """A player in the key: the sign of the home, its middle, the name, and how long that can be."""

    sign: str
    x: int
    name: str
    room: int
    is_lit: bool


def frame_of(columns: int, rows: int, *, has_key: bool = True) -> MapFrame:
    """Make room for a map of so many squares."""
    room = WIDTH - 2 * _EDGE
    side = max(min(_LARGEST, room / columns, max(_SMALLER, _HEIGHT / rows)), _SMALLEST)
    width = max(WIDTH, round(columns * side) + 2 * _EDGE)
    below = _EDGE + rows * side
    height = round(below + _EDGE + (_KEY if has_key else 0))
    return MapFrame(width, height, (width - columns * side) / 2, _EDGE, side, below)


def draw(board: bytes) -> str:
    """The drawing of a board that was kept as JSON. Raises msgspec.MsgspecError."""
    return network_svg(msgspec.json.decode(board, type=NetworkBoard))


@lru_cache(maxsize=64)
def network_svg(board: NetworkBoard, title: str = "", description: str = "", id_prefix: str = "map") -> str:
    """The drawing of a board as a whole SVG element without an XML declaration.

    `title` and `description` are what a screen reader says of it, in the reader's language; it passes over a drawing
    without a title. Drawings on one page need an `id_prefix` each. What was drawn lately is not drawn again.
    """
    frame = frame_of(board.columns, board.rows, has_key=bool(board.players))
    lit = lit_ways(board.reach)
    dice = [drawn_die(die, lit.get(die.square, ())) for die in board.dice]
    return render(
        _TEMPLATE,
        catalogue(ENGLISH),
        frame=frame,
        width=frame.width,
        height=frame.height,
        scale=round(frame.side / UNIT, 5),
        unit=UNIT,
        squares=board.columns * UNIT,
        squares_down=board.rows * UNIT,
        terrain=_terrain(board),
        tiles=board.tiles,
        dice=dice,
        stations=[drawn_station(board, station) for station in board.stations],
        arrows=arrows(board),
        open=_empty_open(board),
        sites=[middle(square) for square in board.sites],
        counters=list(drawn_counters(board)),
        tile_scales=[scale_of_number(board, tile) for tile in board.tiles],
        names=list(_names_of_lines(board, frame)),
        letters=round(min(max(frame.side * 0.6, 18), 24)),
        key=_key(board, frame),
        strands=[HALF_WAY, *_strands_of(dice)],
        ways=[HALF_WAY, *(paths_of((pair,)) for pair in PAIRS)],
        colours=COLOURS,
        dice_colours=DICE,
        counters_colour=COUNTERS,
        new_colour=NEW,
        lit_colour=SIGNS_OF_HOMES[board.reach.seat].colour if board.reach else "",
        signs=signs_by_name(),
        emblem=EMBLEM,
        title=title,
        description=description,
        prefix=id_prefix,
    )


def target_layer(board: NetworkBoard, targets: Iterable[MapTarget]) -> str:
    """An SVG element of the size of a board's drawing, with a button over the square of each target."""
    frame = frame_of(board.columns, board.rows, has_key=bool(board.players))
    found = ((target, square_named(target.place)) for target in targets)
    buttons = [
        (target, frame.left + square.x * frame.side, frame.top + square.y * frame.side)
        for target, square in found
        if square is not None
    ]
    return render(_LAYER, catalogue(ENGLISH), frame=frame, buttons=buttons, form=FORM)


def _strands_of(dice: Iterable[DrawnDie]) -> list[TrackPaths]:
    """The strands that a drawing needs."""
    return [paths_of(STRANDS[name]) for name in sorted({strand.name for die in dice for strand in die.strands})]


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
    land = [(square, sign) for square, sign in {**beyond, **ground}.items() if sign != "."]
    return near_terrain(land, covered(board) | set(beyond))


def _empty_open(board: NetworkBoard) -> list[Point]:
    """The middles of the squares without a die on which the lit line can be built on."""
    taken = {die.square for die in board.dice}
    return [middle(place.square) for place in (board.reach.open if board.reach else ()) if place.square not in taken]


def _names_of_lines(board: NetworkBoard, frame: MapFrame) -> Iterator[EdgeName]:
    """The names of columns above and below the map, and of rows on both sides."""
    right = frame.left + board.columns * frame.side
    for column in range(board.columns):
        x = round(frame.left + (column + 0.5) * frame.side, 1)
        name = square_name(Square(column, 0)).rstrip("1")
        yield EdgeName(name, x, frame.top - _EDGE / 2)
        yield EdgeName(name, x, frame.below + _EDGE / 2)
    for row in range(board.rows):
        y = round(frame.top + (row + 0.5) * frame.side, 1)
        yield EdgeName(str(row + 1), frame.left - _EDGE / 2, y)
        yield EdgeName(str(row + 1), right + _EDGE / 2, y)


def _key(board: NetworkBoard, frame: MapFrame) -> list[PlayerInKey]:
    """The players with the signs of their homes, beside each other; without a name that cannot be drawn."""
    column = (frame.width - 2 * MARGIN) // max(len(board.players), 1)
    return [
        PlayerInKey(
            sign=HOMES[seat],
            x=MARGIN + 26 + column * seat,
            name=name if is_in_font(name) else "",
            room=column - 64,
            is_lit=board.reach is not None and board.reach.seat == seat,
        )
        for seat, name in enumerate(board.players)
    ]
