"""The drawn map: the tiles with what lies on them, and below it whose home has which sign.

No word is in it but names and numbers, so that one drawing serves every language; and no style, script or reference to
outside, so that it may stand in a page under a strict policy, and looks the same wherever it is drawn.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from pbem.drawing.face import FAMILY, WEIGHT, below_middle, has_letters, width
from pbem.drawing.outline import UNIT, Point
from pbem.drawing.page import COLOURS, INK, LIT, MARGIN, PAPER, WIDTH, Crop
from pbem.drawing.preview import PreviewFrame, preview_frame
from pbem.drawing.terrain import TerrainPaths, middle, near_terrain
from pbem.games.presenter import MapTarget
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
from pbem.games.target_layer import TargetSpot, target_layer
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render
from rules_core.games.railroad_dice_2.track import PAIRS
from rules_core.grid import SIDES, Square, step

_TEMPLATE: Final = "games/railroad_dice_2/map.svg"
_EDGE: Final = 34
"""The room on each side of the map for the names of columns and rows."""
_LARGEST, _SMALLEST = 64, 30
"""The side of a square at most; and at least, for which a wide map is drawn wider than others."""
_HEIGHT: Final = 1000
"""Beyond this height squares grow smaller, down to _SMALLER."""
_SMALLER: Final = 44
_RIM, _LETTERS = 84, 42
"""On a page that room, and the letters of these names, in squares of outline.UNIT."""
_KEY: Final = 56
"""The height of the key."""
_NAME: Final = 22
"""The letters of players' names in it."""


COUNTERS: Final = "#5a3418"
"""The colour of waiting passengers."""
NEW: Final = "#b65fe0"
"""The colour of what came lately, which no home has: in the corners of dice, and around stations and counters."""
DICE: Final = {False: COLOURS["die"], True: COLOURS["die-complex"]}
"""The colours of simple dice and of complex ones."""


class MapFrame(NamedTuple):
    """The place of a map in its drawing: the size of the drawing, where the first square begins, and its side."""

    width: int
    height: int
    left: float
    top: float
    side: float
    below: float


class EdgeName(NamedTuple):
    """The name of a column or row, and its middle."""

    text: str
    x: int
    y: int


class PlayerInKey(NamedTuple):
    """A player in the key: the sign of the home, its middle, the name, and how long that may be drawn at most."""

    sign: str
    x: int
    name: str
    room: int | None
    is_lit: bool


def frame_of(columns: int, rows: int, *, has_key: bool = True) -> MapFrame:
    """The frame of a map of `rows` times `columns` squares."""
    room = WIDTH - 2 * _EDGE
    side = max(min(_LARGEST, room / columns, max(_SMALLER, _HEIGHT / rows)), _SMALLEST)
    width = max(WIDTH, round(columns * side) + 2 * _EDGE)
    below = _EDGE + rows * side
    height = round(below + _EDGE + (_KEY if has_key else 0))
    return MapFrame(width, height, (width - columns * side) / 2, _EDGE, side, below)


def draw(board: bytes) -> str:
    """The drawing of a board that was kept as JSON. Raises msgspec.MsgspecError."""
    return network_svg(msgspec.json.decode(board, type=NetworkBoard))


def crop_of(columns: int, rows: int) -> Crop:
    """The crop of a page's drawing that shows all of a map, with the names of columns and rows around it."""
    return Crop(-_RIM, -_RIM, columns * UNIT + 2 * _RIM, rows * UNIT + 2 * _RIM)


def page_svg(board: NetworkBoard, title: str = "", id_prefix: str = "map", known: frozenset[str] = frozenset()) -> str:
    """The drawing of a board for a page, in the page's colours and without the key.

    Its square at column x and row y begins at (x * UNIT, y * UNIT). Parts whose digests are `known` are empty.
    """
    return _drawing(board, title, "", id_prefix, True, known=known)


def network_svg(board: NetworkBoard, title: str = "", description: str = "", id_prefix: str = "map") -> str:
    """The drawing of a board as a whole SVG element without an XML declaration.

    `title` and `description` are what a screen reader says of it, in the reader's language; it passes over a drawing
    without a title. Drawings on one page need an `id_prefix` each. What was drawn lately is not drawn again.
    """
    return _drawing(board, title, description, id_prefix, False)


def draw_preview(board: bytes, title: str, lines: Sequence[str]) -> str:
    """The drawing of such a board in the frame of a link preview. Raises msgspec.MsgspecError."""
    read = msgspec.json.decode(board, type=NetworkBoard)
    frame = preview_frame([crop_of(read.columns, read.rows)], title, lines)
    return _drawing(read, "", "", "map", True, frame)


@lru_cache(maxsize=64)
def _drawing(
    board: NetworkBoard,
    title: str,
    description: str,
    id_prefix: str,
    is_on_page: bool,
    preview: PreviewFrame | None = None,
    known: frozenset[str] | None = None,
) -> str:
    frame = frame_of(board.columns, board.rows, has_key=bool(board.players))
    scale = round(frame.side / UNIT, 5)
    crops = (crop_of(board.columns, board.rows),) if is_on_page else ()
    lit = lit_ways(board.reach)
    dice = [drawn_die(die, lit.get(die.square, ())) for die in board.dice]
    return render(
        _TEMPLATE,
        catalogue(ENGLISH),
        frame=frame,
        width=frame.width,
        height=frame.height,
        scale=scale,
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
        names=list(_names_of_lines(board, _RIM / 2 if is_on_page else _EDGE / 2 / scale)),
        letters=_LETTERS if is_on_page else round(min(max(frame.side * 0.6, 18), 24) / scale),
        key=[] if is_on_page else _key(board, frame),
        strands=[HALF_WAY, *_strands_of(dice)],
        ways=[HALF_WAY, *(paths_of((pair,)) for pair in PAIRS)],
        crops=crops,
        whole=crops[0] if crops else None,
        seen=crops[0] if crops else None,
        family=FAMILY,
        weight=WEIGHT,
        below_middle=below_middle,
        colours=LIT if is_on_page and preview is None else COLOURS,
        **({} if preview is None else {"preview": preview}),
        light=PAPER,
        dark=INK,
        counters_colour=COUNTERS,
        new_colour=NEW,
        lit_colour=SIGNS_OF_HOMES[board.reach.seat].colour if board.reach else "",
        signs=signs_by_name(),
        emblem=EMBLEM,
        title=title,
        description=description,
        prefix=id_prefix,
        known=known,
    )


def layer_over(board: NetworkBoard, targets: Iterable[MapTarget]) -> str:
    """An SVG element for a board's drawing on a page, with a button over each square, or beside a tile's counters."""
    counters = {f"tile {each.tile}": each.corner for each in drawn_counters(board)}

    def spot(place: str) -> TargetSpot | None:
        square, corner = square_named(place), counters.get(place)
        if square is not None:
            return TargetSpot((square.x + 0.5) * UNIT, (square.y + 0.5) * UNIT, UNIT)
        return None if corner is None else TargetSpot(corner.x * UNIT, corner.y * UNIT, UNIT)

    return target_layer(crop_of(board.columns, board.rows), targets, spot)


def _strands_of(dice: Iterable[DrawnDie]) -> list[TrackPaths]:
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
    taken = {die.square for die in board.dice}
    return [middle(place.square) for place in (board.reach.open if board.reach else ()) if place.square not in taken]


def _names_of_lines(board: NetworkBoard, beside: float) -> Iterator[EdgeName]:
    """The names of columns above and below the map, and of rows on both sides, so far from it."""
    beside, right, below = round(beside), board.columns * UNIT, board.rows * UNIT
    for column in range(board.columns):
        x, name = column * UNIT + UNIT // 2, square_name(Square(column, 0)).rstrip("1")
        yield from (EdgeName(name, x, -beside), EdgeName(name, x, below + beside))
    for row in range(board.rows):
        y, name = row * UNIT + UNIT // 2, str(row + 1)
        yield from (EdgeName(name, -beside, y), EdgeName(name, right + beside, y))


def _key(board: NetworkBoard, frame: MapFrame) -> list[PlayerInKey]:
    column = (frame.width - 2 * MARGIN) // max(len(board.players), 1)
    return [
        PlayerInKey(
            sign=HOMES[seat],
            x=MARGIN + 26 + column * seat,
            name=name if has_letters(name) else "",
            room=column - 64 if width(name, _NAME) > column - 64 else None,
            is_lit=board.reach is not None and board.reach.seat == seat,
        )
        for seat, name in enumerate(board.players)
    ]
