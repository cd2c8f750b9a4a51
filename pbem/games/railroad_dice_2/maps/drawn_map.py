"""The drawn map of Railroad Dice 2, with its signs and its key."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from pbem.drawing.page import (
    COLOURS,
    FAMILY,
    INK,
    LIT,
    MARGIN,
    PAPER,
    SIGN_COLOURS,
    WEIGHT,
    WIDTH,
    Crop,
    below_middle,
    has_letters,
    width,
)
from pbem.drawing.preview import PreviewFrame, preview_frame
from pbem.drawing.terrain import UNIT, Point, TerrainPaths, middle, near_terrain
from pbem.games.presenter import MapSign, MapTarget, TargetSpot, target_layer
from pbem.games.railroad_dice_2.maps.board import (
    HALF_WAY,
    STRANDS,
    DrawnDie,
    NetworkBoard,
    NetworkStation,
    NetworkTile,
    TrackPaths,
    arrows,
    drawn_die,
    lit_ways,
    paths_of,
    platforms,
)
from pbem.games.railroad_dice_2.names import HOMES, NetworkNames, square_name, square_named
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render
from rules_core.games.railroad_dice_2.track import PAIRS
from rules_core.grid import SIDES, Square, step

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
    """Draw a board as a whole SVG element without an XML declaration.

    `title` and `description` are for screen readers, in the reader's language; a drawing without a title is skipped by
    them. Several drawings on one page need different `id_prefix`es. Recent drawings are cached.
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


_SQUARE = "M-42-42H42V42H-42z"
_PEAKS = "M-10-28l-30 50m30-50l33 50h-25l-8-15 6-10-9-9zm38 18l-19 32m19-32l16 27h-12l-4-9 4-6-6-6z"
_WAVES = "M-32-9q8-11 16 0t16 0 16 0 16 0m-56 20q8-11 16 0t16 0 16 0"


def map_key(names: NetworkNames, board: NetworkBoard) -> list[MapSign]:
    """The signs on a map, the players first; what is not on it is left out."""
    return [*_players(names), *_stations(names, board), *_dice(names, board), *_terrains(names, board)]


def _players(names: NetworkNames) -> Iterator[MapSign]:
    table = names.table
    for seat in range(table.seats):
        note = names.units(table.players[seat].units)
        yield MapSign(f'<use href="#map-{HOMES[seat]}"/>', names.player(seat), note)


def _stations(names: NetworkNames, board: NetworkBoard) -> Iterator[MapSign]:
    text = names.catalogue.text
    if any(station.owner is None for station in board.stations):
        grey = f'<use href="#map-grey"/><text y="20" font-size="54" fill="{INK}">1</text>'
        yield MapSign(grey, text("Grey station with its number"))
    if any(tile.takes_passengers for tile in board.tiles):
        stack = "".join(
            f'<circle cy="{5 - 5 * n}" r="34" fill="{COUNTERS}" stroke="{PAPER}" stroke-width="3"/>' for n in range(3)
        )
        number = f'<text y="12" font-size="44" fill="{PAPER}">15</text>'
        yield MapSign(stack + number, text("Passengers that wait beside the tile"))
    if board.sites:
        circle = f'<circle r="30" fill="none" stroke="{LIT["ink"]}" stroke-width="6" stroke-dasharray="12 9"/>'
        yield MapSign(circle, text("Square where the next station may stand"))


def _dice(names: NetworkNames, board: NetworkBoard) -> Iterator[MapSign]:
    text, ink = names.catalogue.text, LIT["ink"]
    for colour, meaning, is_there in (
        ("die", text("Simple die"), any(len(die.pairs) == 1 for die in board.dice)),
        ("die-complex", text("Complex die"), any(len(die.pairs) > 1 for die in board.dice)),
    ):
        if is_there:
            box = f'x="-42" y="-42" width="84" height="84" rx="14" stroke="{ink}" stroke-width="4"'
            yield MapSign(f'<rect {box} fill="{LIT[colour]}"/>', meaning)
    if board.dice:
        yield MapSign(f'<path d="M-26-16H26L0 28z" fill="{ink}"/>', text("End of track without a station"))
    if board.reach is not None:
        lit = SIGNS_OF_HOMES[board.reach.seat].colour
        layers = ((60, ink), (52, lit), (18, LIT["paper"]))
        way = "".join(f'<path d="M-46 0H46" stroke="{colour}" stroke-width="{wide}"/>' for wide, colour in layers)
        player = names.player(board.reach.seat)
        yield MapSign(way, text("What the trains of %(player)s reach", player=player))
        if board.reach.open:
            frame = (
                f'<rect x="-36" y="-36" width="72" height="72" rx="14" fill="none" stroke="{lit}" stroke-width="12"/>'
            )
            yield MapSign(frame, text("Square where the line of %(player)s can be built on", player=player))
    if _has_new(board):
        yield MapSign(
            f'<path d="M-42-42H42V42H-42z" fill="none" stroke="{NEW}" stroke-width="16" stroke-dasharray="30 24"/>',
            text("New"),
        )


def _has_new(board: NetworkBoard) -> bool:
    pieces = [*(die.is_new for die in board.dice), *(station.is_new for station in board.stations)]
    return any(pieces) or any(tile.has_new for tile in board.tiles)


def _terrains(names: NetworkNames, board: NetworkBoard) -> Iterator[MapSign]:
    text = names.catalogue.text
    ground = "".join(row for tile in board.tiles for row in tile.ground)
    for sign, fill, line, path, meaning in (
        ("^", "mountain", "rock", _PEAKS, text("Mountain: 1 unit for a die")),
        ("~", "water", "shore", _WAVES, text("Water: 2 units for a die")),
    ):
        if sign in ground:
            inner = f'fill="{LIT[line]}"' if sign == "^" else 'fill="none"'
            yield MapSign(
                f'<path d="{_SQUARE}" fill="{LIT[fill]}" stroke="{LIT[line]}" stroke-width="6"/>'
                f'<path d="{path}" {inner} stroke="{LIT[line]}" stroke-width="5" stroke-linejoin="round"/>',
                meaning,
            )
