"""The map of a printed board: the sectors of the ends large and the board small beside them, or all of it large."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pbem.drawing.lettering import Label
from pbem.drawing.outline import UNIT, Point, outline
from pbem.drawing.page import MARGIN, WIDTH
from pbem.drawing.terrain import middle, peaks
from pbem.games.germany.drawn_terrain import (
    BoardStretch,
    DrawnTerrain,
    Sector,
    drawn_terrain_of,
    labels,
    sectors,
    site_squares,
)
from pbem.games.line.board import Board
from pbem.games.line.drawn_terrain import Laid, Mark, laid, local, mark, tick
from pbem.games.line.map_page import LINE, Page, Spot, key_below, key_beside
from pbem.games.line.printed_board import Printed
from pbem.games.line.render_context import on_tile
from pbem.games.presenter import View
from rules_core.grid import SIDES, SIZE, Cell, Square, cell_of, square_at, step
from rules_core.line.actions import EndName
from rules_core.line.chart import ACROSS, WATER, number

_TEMPLATE: Final = "map_chart.svg"
_STRIP: Final = 1
"""How many squares are seen on each side of a sector, for where the line could go."""
_SIDE: Final = 57
"""The side of a square in a sector drawn large."""
_NAMES: Final = 40
"""The letters of names there, and on the whole board, in squares of outline.UNIT."""
_NAMES_FAR: Final = 68
_GAP: Final = 20
"""Between two stretches: what hangs out of one ends before the other."""
_ROSE: Final = 60
"""The height of the arrow to the north."""


class Plate(NamedTuple):
    """A town square, or the square of a country abroad: its middle, whose it is, and the dice a station takes now."""

    x: int
    y: int
    company: int | None
    price: int
    is_abroad: bool = False
    is_closed: bool = False
    builders: tuple[int, ...] = ()
    """On a white square, the companies that may build there now (GE-31)."""
    stream: str = ""
    """The river that passes, as a path."""


class DrawnStretch(NamedTuple):
    """A stretch of a printed board."""

    columns: int
    rows: int
    ground: DrawnTerrain
    peaks: str
    plates: tuple[Plate, ...]
    labels: list[Label]
    sectors: tuple[Sector, ...]
    """Those of which something is seen."""
    new: str
    """The outlines of what was built since the last turn."""
    ticks: tuple[Point, ...]
    """Where ranges, lakes and rivers paid for in this turn are ticked off."""
    pieces: tuple[Laid, ...]
    marks: tuple[Mark, ...]
    named: tuple[EndName, ...]
    """The ends that lie in it, and not beside it."""


def drawn_stretch(
    board: Board, printed: Printed, stretch: BoardStretch, size: int, home: Cell | None = None
) -> DrawnStretch:
    """A stretch of the board with what is built there, its names in letters of a size; 0 for neither names nor peaks.

    What lies in the sector `home`, or on the whole board, is called by its square; what is seen beside it is not, as
    it may be drawn elsewhere too.
    """
    origin = stretch.origin
    pieces = [piece for piece in board.pieces if stretch.holds(piece.square)]
    tips = [tip for tip in board.ends if stretch.holds(tip.square)]
    ticked = [tick(area, pieces, tips) for area in _paid(board, printed, stretch)]
    ground = drawn_terrain_of(printed, stretch)
    bare = {piece.square for piece in pieces} | set(ticked) | ground.bearing | site_squares(printed)
    bare |= {step(tip.square, tip.ways[0]) for tip in tips if tip.ways}
    return DrawnStretch(
        columns=stretch.columns,
        rows=stretch.rows,
        ground=ground,
        peaks=peaks(local(square, origin) for square in ground.heights if square not in bare) if size else "",
        plates=tuple(_plates(board, printed, stretch, ground)),
        labels=labels(board, printed, stretch, size) if size else [],
        sectors=tuple(sectors(board, printed, stretch)),
        new=outline([local(piece.square, origin) for piece in pieces if piece.is_new]),
        ticks=tuple(middle(local(square, origin)) for square in ticked),
        pieces=tuple(
            laid(
                piece,
                origin,
                _called(piece.square) if home in (None, cell_of(piece.square)) else "",
                is_bridge=piece.square in ground.bearing or printed.sign(piece.square) == WATER,
            )
            for piece in pieces
        ),
        marks=tuple(mark(tip, origin) for tip in tips if all(stretch.holds(step(tip.square, way)) for way in tip.ways)),
        named=tuple(tip.name for tip in tips if home in (None, cell_of(tip.square))),
    )


def _called(square: Square) -> str:
    """A square in the names of the drawing's parts."""
    return f"S{number(cell_of(square))}-{on_tile(square)}"


def _plates(board: Board, printed: Printed, stretch: BoardStretch, ground: DrawnTerrain) -> Iterator[Plate]:
    """The squares for stations on which none stands yet, and those that are used up."""
    dues, builders = dict(board.dues), dict(board.builders)
    built = {piece.square for piece in board.pieces if piece.company is not None}
    for site in (site for town in printed.towns for site in town.sites):
        if stretch.holds(site.square) and site.square not in built:
            yield Plate(
                *middle(local(site.square, stretch.origin)),
                site.company,
                site.price + dues.get(site.square, 0),
                builders=builders.get(site.square, ()),
                stream=ground.passing.get(site.square, ""),
            )
    for country in printed.countries:
        if stretch.holds(country.square) and country.square not in built:
            at = middle(local(country.square, stretch.origin))
            yield Plate(*at, None, country.price, is_abroad=True, is_closed=country.square in board.closed)


def _paid(board: Board, printed: Printed, stretch: BoardStretch) -> Iterator[list[Square]]:
    """The areas paid for as a whole in this turn, as far as they are seen: ranges, lakes, rivers."""
    told: set[Square | str] = set()
    for square in board.paid:
        sign = printed.sign(square)
        if sign in ("^", WATER) and square not in told:
            area = _area(printed, square)
            told |= area
            yield from _seen(sorted(area), stretch)
        for river in printed.rivers:
            if square in river.bearing and river.name not in told:
                told.add(river.name)
                yield from _seen(river.bearing, stretch)


def _seen(area: Iterable[Square], stretch: BoardStretch) -> Iterator[list[Square]]:
    seen = [square for square in area if stretch.holds(square)]
    if seen:
        yield seen


def _area(printed: Printed, square: Square) -> set[Square]:
    """The range or lake that a square lies in."""
    area, found = {square}, [square]
    while found:
        here = found.pop()
        for beside in (step(here, side) for side in SIDES):
            is_like = printed.is_on_board(beside) and printed.sign(beside) == printed.sign(square)
            if is_like and beside not in area:
                area.add(beside)
                found.append(beside)
    return area


class PlacedChart(NamedTuple):
    """A stretch of the board in the drawing: its north-west corner and scale.

    `home` is the sector it was made for, 0 for none; `is_far` that its squares are too small for signs in them.
    """

    sheet: DrawnStretch
    x: int
    y: int
    scale: float
    home: int = 0
    is_far: bool = False
    strip: int = 0
    """How many squares around the sector belong to it."""


def page(board: Board, view: View) -> Page:
    """The drawing of the printed board: the sectors of the ends large, or all of it."""
    assert board.printed is not None, "the board is printed"
    return close_page(board, board.printed) if view == "close" else whole_page(board, board.printed)


def whole_page(board: Board, printed: Printed) -> Page:
    """The whole board across the width."""
    side = (WIDTH - 2 * MARGIN) / len(printed.ground[0])
    sheet = drawn_stretch(board, printed, _whole(printed), _NAMES_FAR)
    placed = PlacedChart(sheet, MARGIN, MARGIN, round(side / UNIT, 5))
    bottom = MARGIN + round(side * len(printed.ground))
    key, height = key_below(board.companies, bottom + MARGIN)
    return Page(_TEMPLATE, _facts([placed], Spot(WIDTH - 52, bottom - 60)), key, height)


def close_page(board: Board, printed: Printed) -> Page:
    """The sectors of the ends above each other, and beside them the board with these outlined, and the key."""
    columns = SIZE + 2 * _STRIP
    height = columns * _SIDE
    sheets = []
    for place, sector in enumerate(board.current):
        sheet = drawn_stretch(board, printed, _around(_cell(sector)), _NAMES, _cell(sector))
        sheets.append(PlacedChart(sheet, MARGIN, MARGIN + place * (height + _GAP), _SIDE / UNIT, sector, strip=_STRIP))
    left = MARGIN + height + _GAP
    far = (WIDTH - MARGIN - left) / len(printed.ground[0])
    whole = PlacedChart(
        drawn_stretch(board, printed, _whole(printed), 0), left, MARGIN + _ROSE, round(far / UNIT, 5), is_far=True
    )
    below = MARGIN + _ROSE + round(far * len(printed.ground)) + _GAP
    key = key_beside(board.companies, left, below + LINE // 2)
    bottom = max(MARGIN + len(sheets) * (height + _GAP) - _GAP, below + LINE * len(key))
    return Page(_TEMPLATE, _facts([*sheets, whole], Spot(left + 20, MARGIN + 32)), key, bottom + MARGIN)


def _facts(charts: Sequence[PlacedChart], rose: Spot) -> dict[str, object]:
    return {"charts": charts, "rose": rose}


def _cell(sector: int) -> Cell:
    row, column = divmod(sector - 1, ACROSS)
    return Cell(column, row)


def _around(cell: Cell) -> BoardStretch:
    corner = square_at(cell, 0)
    return BoardStretch(Square(corner.x - _STRIP, corner.y - _STRIP), SIZE + 2 * _STRIP, SIZE + 2 * _STRIP)


def _whole(printed: Printed) -> BoardStretch:
    return BoardStretch(Square(0, 0), len(printed.ground[0]), len(printed.ground))
