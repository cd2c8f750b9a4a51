"""The drawn map: a board as an SVG that stands alone.

The tiles being built on stand large above, the landscape small below. No word is in it but the companies' names, so
that one drawing serves every language; and no style, script or reference to outside, so that it may stand in a page
under a strict policy, and looks the same wherever it is drawn.
"""

from typing import Final, NamedTuple

from pbem.i18n import ENGLISH, catalogue
from pbem.reports.board import Board, Tile
from pbem.reports.emblems import INK, PAPER, REACH, emblem
from pbem.reports.map_large import Sheet, sheet_of
from pbem.reports.map_small import Panel, panels_of
from pbem.reports.names import COLUMNS
from pbem.reports.outline import UNIT
from pbem.reports.relief import Ground, ground_of
from pbem.templates import render
from rules_core.geometry import SIZE

WIDTH: Final = 720
"""The drawing's width in its own units; its height follows from what is on it."""
COLOURS: Final = {
    "ink": INK,
    "paper": PAPER,
    "grass": "#e6edd0",
    "mountain": "#d8c6a8",
    "water": "#b9d8ea",
    "rock": "#6e5430",
    "shore": "#2c6a94",
    "new": "#ffc62e",
    "label": "#3c4853",
    "sleepers": "#7d5a3c",
}
"""Each ground is told by its signs too: peaks and waves."""

_MARGIN: Final = 14
_RIM: Final = 0.64
"""The room around a large tile, in squares, for its neighbours' edges and the names of columns and rows."""
_ALONE: Final = 86
_BESIDE: Final = 65
"""The side of a square where one tile is being built on, and where there are two."""
_HEAD: Final = 56
"""The room above a tile that stands alone, for its number."""
_GAP: Final = 20
_LARGEST: Final = 104
_TALL: Final = 72
"""The side of a tile in the landscape where it has room, and that in one which is long from north to south."""
_HEIGHT: Final = 640
"""Beyond this height the tiles of a landscape grow smaller, down to _TALL."""
_LINE: Final = 50
"""The height of a company in the key."""


class EndColours(NamedTuple):
    """How the name of an end of the line stands out."""

    ground: str
    letter: str


class Entry(NamedTuple):
    """A company in the key: where its sign stands, and its name in lines."""

    company: int
    x: int
    y: int
    lines: tuple[str, ...]
    room: int
    """How long a line can be; longer ones are drawn narrower."""


class PlacedSheet(NamedTuple):
    """Where a large tile stands: its north-west corner, the scale it is drawn at, and where its number stands."""

    sheet: Sheet
    x: int
    y: int
    scale: float
    title_x: int
    title_y: int


class PlacedPanel(NamedTuple):
    """Where the landscape, or a band of it, stands, and the scale it is drawn at."""

    panel: Panel
    x: float
    y: float
    scale: float


class Spot(NamedTuple):
    """A place in the drawing."""

    x: int
    y: int


class Layout(NamedTuple):
    """What stands where."""

    sheets: list[PlacedSheet]
    rose: Spot
    """The arrow to the north."""
    panels: list[PlacedPanel]
    key: list[Entry]
    height: int


def map_svg(board: Board, *, title: str = "", description: str = "", id_prefix: str = "map") -> str:
    """The drawing of a board, as a whole SVG element without an XML declaration.

    `title` and `description` are what a screen reader says of it, in the reader's language; it passes over a drawing
    without a title. Drawings on one page need an `id_prefix` each.
    """
    layout = _alone(board) if len(board.current) == 1 else _beside(board)
    return render(
        "map.svg",
        catalogue(ENGLISH),
        **layout._asdict(),
        width=WIDTH,
        colours=COLOURS,
        ends={"A": EndColours(INK, PAPER), "B": EndColours(PAPER, INK)},
        reach=REACH,
        columns=COLUMNS,
        unit=UNIT,
        tile=SIZE * UNIT,
        middles=[UNIT * n + UNIT // 2 for n in range(SIZE)],
        emblems=[emblem(company, place) for place, company in enumerate(board.companies)],
        title=title,
        description=description,
        prefix=id_prefix,
    )


def _alone(board: Board) -> Layout:
    """Both ends on one tile: it fills the width, and the key stands at the bottom."""
    ground = ground_of(board.tiles)
    rim = round(_ALONE * _RIM)
    x, y = (WIDTH - _ALONE * SIZE) // 2, _HEAD + rim
    sheet = PlacedSheet(sheet_of(board, _numbered(board, board.current[0]), ground), x, y, _ALONE / UNIT, x, _HEAD - 8)
    panels, below = _landscape(board, ground, y + _ALONE * SIZE + rim + _GAP)
    column = (WIDTH - 2 * _MARGIN) // 3
    key = [
        Entry(
            place,
            _MARGIN + 26 + column * (place % 3),
            below + _LINE // 2 + _LINE * (place // 3),
            (company.name,),
            column - 60,
        )
        for place, company in enumerate(board.companies)
    ]
    return Layout([sheet], Spot(WIDTH - x // 2 + 6, 46), panels, key, below + _LINE * -(-len(key) // 3) + _MARGIN)


def _beside(board: Board) -> Layout:
    """Two tiles, one above the other, and the key beside them."""
    ground = ground_of(board.tiles)
    rim, height = round(_BESIDE * _RIM), _BESIDE * SIZE
    x, right = _MARGIN + rim, _MARGIN + 2 * rim + height + _GAP
    tops = [_MARGIN + rim, _MARGIN + 3 * rim + height + _GAP]
    sheets = [
        PlacedSheet(sheet_of(board, _numbered(board, number), ground), x, top, _BESIDE / UNIT, right, top + 34)
        for number, top in zip(board.current, tops, strict=True)
    ]
    key = [
        Entry(place, right + 20, tops[0] + 90 + _LINE * place, _two_lines(company.name), WIDTH - right - 58)
        for place, company in enumerate(board.companies)
    ]
    panels, below = _landscape(board, ground, tops[1] + height + rim + _GAP)
    return Layout(sheets, Spot(right + 20, tops[1] + height - 36), panels, key, below + _MARGIN)


def _landscape(board: Board, ground: Ground, top: int) -> tuple[list[PlacedPanel], int]:
    """The landscape from a height downward, and the height it reaches to."""
    panels = panels_of(board, ground)
    room = WIDTH - 2 * _MARGIN
    fitting = _HEIGHT / sum(panel.rows for panel in panels)
    side = min(_LARGEST, room / max(panel.columns for panel in panels), max(_TALL, fitting))
    scale = round(side / (SIZE * UNIT), 5)
    placed, y = [], float(top)
    for panel in panels:
        placed.append(PlacedPanel(panel, round((WIDTH - panel.columns * side) / 2, 1), round(y, 1), scale))
        y += panel.rows * side + _GAP
    return placed, round(y)


def _numbered(board: Board, number: int) -> Tile:
    return next(tile for tile in board.tiles if tile.number == number)


def _two_lines(name: str) -> tuple[str, ...]:
    """A name parted at its last space."""
    return tuple(part for part in name.rpartition(" ")[::2] if part)
