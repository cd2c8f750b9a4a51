"""The map of tiles laid one by one: where is being built large and the landscape small, or all of it in one drawing;
with the signs that only maps of The First Rails have.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pbem.drawing.page import LIT, MARGIN, WIDTH, Crop
from pbem.drawing.terrain import UNIT, Point, TerrainPaths, contour, far_terrain, middle, near_terrain, outline
from pbem.games.line.board import Board, Tile
from pbem.games.line.drawn_terrain import (
    GAP,
    BoardStretch,
    Ground,
    Gutter,
    Laid,
    Mark,
    PartPlace,
    arranged,
    closeups,
    drawn_terrain_of,
    gutters,
    laid,
    local,
    mark,
    near,
    tick,
)
from pbem.games.line.map_page import OnPage, Page, Spot, key_below, key_beside
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.games.presenter import MapSign, View
from rules_core.games.first_rails.ending import chain
from rules_core.grid import SIDES, SIZE, Cell, Mask, Square, cell_of, flood, indices, square_at, step, step_cell
from rules_core.line.companies import Company
from rules_core.line.table import Table

BAND: Final = 10
"""How many tiles stand beside each other before the landscape goes on below."""
_TILE: Final = SIZE * UNIT
_SLOTS: Final[dict[int, tuple[int, tuple[tuple[int, int], ...]]]] = {
    1: (140, ((350, 440),)),
    2: (130, ((190, 455), (510, 455))),
    3: (124, ((528, 200), (190, 495), (510, 495))),
    4: (104, ((225, 325), (475, 325), (225, 560), (475, 560))),
    5: (100, ((225, 325), (475, 325), (122, 560), (350, 560), (578, 560))),
}
"""For a number of stations on one tile the reach of their signs, and where these stand, below the tile's number."""
_FAR_CHAINS: Final = (30, 34)
_NEAR_CHAINS: Final = (16, 19)
"""How far the lines around chains run within the edges of tiles: the first, and each within the one before."""
_SMALLEST: Final = 80
_ROW: Final = 4
"""The reach of signs, and how many stand beside each other, where there are more than five."""

_TEMPLATE: Final = "games/first_rails/map.svg"
_LARGEST: Final = 104
_TALL: Final = 72
"""The side of a tile in the landscape where it has room, and that in one which is long from north to south."""
_HEIGHT: Final = 640
"""Beyond this height the tiles of a landscape grow smaller, down to _TALL."""
_READ: Final = 40
"""The side of a square where the whole landscape is drawn to be read, at most."""
_WIDEST: Final = 2800
"""How wide such a drawing may be, and how high."""
_HEAD: Final = 90
"""The room above the name beside a close-up, for the arrow to the north."""


class Sign(NamedTuple):
    """A station: whose, the middle of its sign, and how far that reaches."""

    company: int
    x: int
    y: int
    radius: int
    is_new: bool


class Plot(NamedTuple):
    """A tile: its north-west corner, number, the ends of the line on it, and stations."""

    number: int
    x: int
    y: int
    is_new: bool
    ends: tuple[str, ...]
    signs: tuple[Sign, ...]
    is_current: bool = False
    """Whether it is drawn with what lies on its squares, and not with the signs of its stations."""
    seen: Crop | None = None
    """The part of the landscape that is drawn; None for all."""
    name_at: Point | None = None
    """The middle of its number where only its edge is seen."""


class Chain(NamedTuple):
    """The tiles that a company's passengers are counted on (FR-60): around them a line of its colour."""

    company: int
    path: str


class Panel(NamedTuple):
    """The landscape, or a band of it from north to south, with its width and height in tiles."""

    columns: int
    rows: int
    terrain: TerrainPaths
    plots: tuple[Plot, ...]
    chains: tuple[Chain, ...]


def panels_of(board: Board, ground: Ground) -> list[Panel]:
    """The landscape in as few bands as it takes, of like widths, from west to east."""
    xs = [tile.cell.x for tile in board.tiles]
    west, columns = min(xs), max(xs) - min(xs) + 1
    bands = -(-columns // BAND)
    cuts = [west + columns * band // bands for band in range(bands + 1)]
    return [_panel(board, ground, left, right) for left, right in pairwise(cuts)]


def _panel(board: Board, ground: Ground, left: int, right: int) -> Panel:
    tiles = [tile for tile in board.tiles if left <= tile.cell.x < right]
    ys = [tile.cell.y for tile in tiles]
    top, rows = min(ys), max(ys) - min(ys) + 1
    land = near(ground, Square(left * SIZE, top * SIZE), (right - left) * SIZE, rows * SIZE)
    return Panel(
        columns=right - left,
        rows=rows,
        terrain=far_terrain(land),
        plots=tuple(_plot(board, tile, tile.cell.x - left, tile.cell.y - top) for tile in tiles),
        chains=tuple(chains(board, Cell(left, top), Cell(right, top + rows), _FAR_CHAINS)),
    )


def chains(board: Board, first: Cell, beyond: Cell, steps: tuple[int, int]) -> Iterator[Chain]:
    """The longest chains of all companies, as far as they lie in a rectangle of cells; each within the one before.

    `steps` are how far the first runs within the edges of its tiles, and how far each within the last.
    """
    for company in range(len(board.companies)):
        cells = [
            (cell.x - first.x, cell.y - first.y)
            for cell in chain_of(board, company)
            if first.x <= cell.x < beyond.x and first.y <= cell.y < beyond.y
        ]
        if cells:
            yield Chain(company, contour(cells, _TILE, steps[0] + steps[1] * company))


def chain_of(board: Board, company: int) -> set[Cell]:
    """The cells of the largest groups that hold stations of a company, each of at least two (FR-60)."""
    rest = {tile.cell for tile in board.tiles if company in tile.stations}
    groups = []
    while rest:
        group, found = set(), [rest.pop()]
        while found:
            cell = found.pop()
            group.add(cell)
            beside = {step_cell(cell, side) for side in SIDES} & rest
            rest -= beside
            found += beside
        groups.append(group)
    longest = max(map(len, groups), default=0)
    return {cell for group in groups if len(group) == longest > 1 for cell in group}


def _plot(board: Board, tile: Tile, column: int, row: int) -> Plot:
    return Plot(
        number=tile.number,
        x=column * _TILE,
        y=row * _TILE,
        is_new=tile.is_new,
        ends=tuple(tip.name for tip in board.ends if cell_of(tip.square) == tile.cell),
        signs=tuple(_signs(tile)),
    )


def _signs(tile: Tile) -> list[Sign]:
    radius, slots = _SLOTS.get(len(tile.stations)) or _small_slots(len(tile.stations))
    return [
        Sign(company, x, y, radius, company in tile.new_stations)
        for company, (x, y) in zip(tile.stations, slots, strict=True)
    ]


def _small_slots(number: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    places = [divmod(place, _ROW) for place in range(number)]
    return _SMALLEST, tuple((95 + 170 * column, 310 + 170 * row) for row, column in places)


class DrawnLand(NamedTuple):
    """A stretch of the landscape, with what lies on the tiles being built on."""

    stretch: BoardStretch
    terrain: TerrainPaths
    plots: tuple[Plot, ...]
    corner: tuple[int, ...]
    """The corner from which the lines around chains are drawn."""
    chains: tuple[Chain, ...]
    gutters: tuple[Gutter, ...]
    new: str
    """The outlines of what was built since the last turn."""
    ticks: tuple[Point, ...]
    """Where areas paid for in this turn are ticked off."""
    pieces: tuple[Laid, ...]
    marks: tuple[Mark, ...]


def drawn_land(
    board: Board, ground: Ground, stretch: BoardStretch, cells: Sequence[Cell], *, is_whole: bool = False
) -> DrawnLand:
    """A stretch of the landscape; `cells` are those of the tiles being built on that it is drawn for.

    `ground` is that of the whole landscape, and chains are seen where all of that is drawn.
    """
    origin, numbers = stretch.origin, {tile.cell: tile.number for tile in board.tiles}
    tiles = [tile for tile in board.tiles if stretch.has_any_of(square_at(tile.cell, 0))]
    pieces = [piece for piece in board.pieces if cell_of(piece.square) in cells]
    tips = [tip for tip in board.ends if cell_of(tip.square) in cells]
    ticked = [tick(area, pieces, tips) for tile in tiles if tile.cell in cells for area in _areas(tile)]
    bare = {piece.square for piece in pieces} | set(ticked)
    bare |= {step(tip.square, way) for tip in tips for way in tip.ways}
    bridged = {piece.square for piece in pieces if ground.get(piece.square) == "~"}
    first, beyond = cell_of(origin), cell_of(Square(origin.x + stretch.columns - 1, origin.y + stretch.rows - 1))
    return DrawnLand(
        stretch=stretch,
        terrain=near_terrain(
            near(ground, origin, stretch.columns, stretch.rows),
            {local(square, origin) for square in bare},
            stretch.far,
        ),
        plots=tuple(_near_plot(tile, stretch, tile.cell in cells) for tile in tiles),
        corner=tuple(UNIT * n for n in local(square_at(first, 0), origin)),
        chains=tuple(chains(board, first, Cell(beyond.x + 1, beyond.y + 1), _NEAR_CHAINS)) if is_whole else (),
        gutters=tuple(gutters(cells, origin, lambda cell: f"T{numbers[cell]}")),
        new=outline([local(piece.square, origin) for piece in pieces if piece.is_new]),
        ticks=tuple(middle(local(square, origin)) for square in ticked),
        pieces=tuple(
            laid(
                piece,
                origin,
                f"T{numbers[cell_of(piece.square)]}-{on_tile(piece.square)}",
                is_bridge=piece.square in bridged,
            )
            for piece in pieces
        ),
        marks=tuple(mark(tip, origin) for tip in tips),
    )


def _near_plot(tile: Tile, stretch: BoardStretch, is_current: bool) -> Plot:
    corner = square_at(tile.cell, 0)
    x, y = local(corner, stretch.origin)
    is_whole = stretch.has_all_of(corner)
    return Plot(
        number=tile.number,
        x=x * UNIT,
        y=y * UNIT,
        is_new=tile.is_new,
        ends=(),
        signs=tuple(_signs(tile)) if is_whole and not is_current else (),
        is_current=is_current,
        seen=None if is_whole else stretch.seen_of(corner),
        name_at=None if is_whole else stretch.name_at(corner),
    )


def _areas(tile: Tile) -> list[list[Square]]:
    found: list[list[Square]] = []
    squares: Mask = tile.paid
    while squares:
        area = flood(squares & -squares, squares)
        found.append([square_at(tile.cell, index) for index in indices(area)])
        squares &= ~area
    return found


class PlacedLand(NamedTuple):
    """A stretch of the landscape in its place, in a drawing that stands alone."""

    sheet: DrawnLand
    place: PartPlace
    is_cut: bool = True
    """Whether it ends where no tile does."""


class PlacedPanel(NamedTuple):
    """The place of the landscape, or of a band of it, and the scale it is drawn at."""

    panel: Panel
    x: float
    y: float
    scale: float


def page(board: Board, view: View) -> Page:
    """The drawing of tiles laid: where is being built large and all small, or all of it to be read."""
    ground = drawn_terrain_of(board.tiles)
    return _close(board, ground) if view == "close" else _whole(board, ground)


def on_page(board: Board) -> OnPage:
    """All of the landscape in one drawing, of which a page shows what lies around the ends."""
    whole, cells = whole_of(board), current_cells(board)
    sheet = drawn_land(board, drawn_terrain_of(board.tiles), whole, cells, is_whole=True)
    found = closeups(cells)
    return OnPage(_TEMPLATE, {"sheet": sheet}, whole.crop(UNIT), tuple(each.stretch.crop() for each in found))


def whole_of(board: Board) -> BoardStretch:
    """The rectangle around all tiles."""
    xs, ys = zip(*(tile.cell for tile in board.tiles), strict=True)
    corner = square_at(Cell(min(xs), min(ys)), 0)
    return BoardStretch(corner, (max(xs) - min(xs) + 1) * SIZE, (max(ys) - min(ys) + 1) * SIZE)


def current_cells(board: Board) -> list[Cell]:
    """The cells of the tiles being built on."""
    cells = {tile.number: tile.cell for tile in board.tiles}
    return [cells[number] for number in board.current]


def _close(board: Board, ground: Ground) -> Page:
    found = closeups(current_cells(board))
    places, left, below = arranged(found, leaves_room=False)
    sheets = [
        PlacedLand(drawn_land(board, ground, each.stretch, each.cells), place)
        for each, place in zip(found, places, strict=True)
    ]
    panels, below = _landscape(board, ground, below)
    key, lowest = key_below(board, below) if left is None else key_beside(board, left, MARGIN + _HEAD)
    height = max(lowest, below + MARGIN)
    rose = Spot(WIDTH - MARGIN - 30, height - 50) if left is None else Spot(left + 20, MARGIN + 32)
    return Page(_TEMPLATE, {"sheets": sheets, "rose": rose, "panels": panels}, key, height)


def _whole(board: Board, ground: Ground) -> Page:
    """All of the landscape, as large as it is to be read."""
    stretch = whole_of(board)
    side = min(_READ, (_WIDEST - 2 * MARGIN) / stretch.columns, _WIDEST / stretch.rows)
    across = max(WIDTH, round(stretch.columns * side) + 4 * MARGIN)
    place = PartPlace((across - round(stretch.columns * side)) // 2, 2 * MARGIN + GAP, round(side / UNIT, 5))
    sheet = PlacedLand(drawn_land(board, ground, stretch, current_cells(board), is_whole=True), place, is_cut=False)
    below = place.y + round(stretch.rows * side) + 2 * GAP
    key, height = key_below(board, below, across)
    rose = Spot(across - MARGIN - 30, height - 50)
    return Page(_TEMPLATE, {"sheets": [sheet], "rose": rose, "panels": []}, key, height, across)


def _landscape(board: Board, ground: Ground, top: int) -> tuple[list[PlacedPanel], int]:
    panels = panels_of(board, ground)
    room = WIDTH - 2 * MARGIN
    fitting = _HEIGHT / sum(panel.rows for panel in panels)
    side = min(_LARGEST, room / max(panel.columns for panel in panels), max(_TALL, fitting))
    scale = round(side / (SIZE * UNIT), 5)
    placed, y = [], float(top)
    for panel in panels:
        placed.append(PlacedPanel(panel, round((WIDTH - panel.columns * side) / 2, 1), round(y, 1), scale))
        y += panel.rows * side + GAP
    return placed, round(y)


def worth(table: Table, company: Company) -> int:
    """The stations of a company's longest chain, each of which gives its director a thousand passengers."""
    return chain(table, company.id)


def worth_in_words(context: RenderContext, company: Company) -> str:
    """The longest chain of a company, in words."""
    length = worth(context.table, company)
    return context.catalogue.plural("longest chain: %(n)s tile", "longest chain: %(n)s tiles", length)


def map_signs(context: RenderContext) -> Sequence[MapSign]:
    """The line around chains, and the frame of tiles being built on."""
    text, table = context.catalogue.text, context.table
    frame = f'<path d="M-42-42H42V42H-42z" fill="{LIT["grass"]}" stroke="{LIT["ink"]}" stroke-width="9"/>'
    signs = [MapSign(frame, text("Tile being built on"))]
    if any(worth(table, company) > 1 for company in table.companies.values()):
        chained = (
            '<rect x="-42" y="-34" width="84" height="68" rx="22" fill="none" '
            f'stroke="{LIT["ink"]}" stroke-width="13"/>'
            '<use href="#map-company-0" transform="translate(-15) scale(.6)"/>'
            '<use href="#map-company-0" transform="translate(17) scale(.6)"/>'
        )
        signs.append(
            MapSign(chained, text("Longest chain of a company, in its colour: 1,000 passengers for each tile"))
        )
    return signs
