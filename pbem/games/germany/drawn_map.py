"""The map of a printed board: the sectors of the ends large and the board small, or all of it in one drawing; with
the signs that only maps of Germany have.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from pbem.drawing.lettering import Label
from pbem.drawing.page import LIT, MARGIN, WIDTH
from pbem.drawing.terrain import UNIT, Point, middle, outline, peaks
from pbem.games.germany.drawn_terrain import DrawnTerrain, Sector, drawn_terrain_of, labels, sectors, site_squares
from pbem.games.line.board import Board
from pbem.games.line.drawn_terrain import (
    GAP,
    BoardStretch,
    Closeup,
    Gutter,
    Laid,
    Mark,
    PartPlace,
    arranged,
    block_at,
    closeups,
    gutters,
    laid,
    local,
    mark,
    tick,
)
from pbem.games.line.map_page import OnPage, Page, Spot, key_below, key_beside
from pbem.games.line.printed_board import Printed
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.games.presenter import MapSign, View
from rules_core.grid import SIDES, SIZE, Cell, Square, cell_of, square_at, step
from rules_core.line.actions import EndName
from rules_core.line.chart import ABROAD, ACROSS, WATER, number
from rules_core.line.companies import Company
from rules_core.line.legality import DUES
from rules_core.line.table import Table

_TEMPLATE: Final = "games/germany/map.svg"
READ: Final = 40
"""The side of a square where all of the board is drawn to be read."""
RIM: Final = 30
"""The room around it then, for the names of columns and rows."""
_NAMES: Final = 50
"""The letters of names where all of the board is drawn, in squares of outline.UNIT."""
_NAMES_NEAR: Final = 40, 21.0
"""Those in close-ups: at least so large there, and so large in the whole drawing."""
_IN: Final = (62, 44)
"""The middle of a sector's name in its north-western corner."""
_ROSE: Final = 60
"""The height of the arrow to the north."""
_OVERVIEW: Final = 230
"""How wide the whole board is drawn small below close-ups."""


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
    is_as_printed: bool = False
    """Whether nothing is to be told of it but what the board has printed there."""

    @property
    def block(self) -> tuple[int, int]:
        """The block of a sector's size in which it lies."""
        return block_at(self.x, self.y)


class DrawnStretch(NamedTuple):
    """A stretch of a printed board."""

    stretch: BoardStretch
    ground: DrawnTerrain
    peaks: str
    plates: tuple[Plate, ...]
    labels: tuple[Label, ...]
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
    gutters: tuple[Gutter, ...]
    """The sectors being built on that it is drawn for."""
    edges: tuple[tuple[str, Point], ...]
    """The names of sectors of which only an edge is seen, and their middles."""


def drawn_stretch(
    board: Board, printed: Printed, stretch: BoardStretch, size: int, homes: Sequence[Cell] = ()
) -> DrawnStretch:
    """Draw a part of the board with what is built there, its names in letters of this size; 0 for neither names nor
    peaks.

    `homes` are the sectors being built on for which it is drawn; none for the whole board. Pieces within them carry
    their square as id; those beside them do not, since they may be drawn elsewhere too.
    """
    origin = stretch.origin
    pieces = [piece for piece in board.pieces if stretch.holds(piece.square)]
    tips = [tip for tip in board.ends if stretch.holds(tip.square)]
    ticked = [tick(area, pieces, tips) for area in _paid(board, printed, stretch)]
    ground = drawn_terrain_of(printed, stretch)
    bare = {piece.square for piece in pieces} | set(ticked) | ground.bearing | site_squares(printed)
    bare |= {step(tip.square, tip.ways[0]) for tip in tips if tip.ways}
    return DrawnStretch(
        stretch=stretch,
        ground=ground,
        peaks=peaks(local(square, origin) for square in ground.heights if square not in bare) if size else "",
        plates=tuple(_plates(board, printed, stretch, ground)),
        labels=labels(board, printed, stretch, size) if size else (),
        sectors=tuple(sectors(board, printed, stretch)),
        new=outline([local(piece.square, origin) for piece in pieces if piece.is_new]),
        ticks=tuple(middle(local(square, origin)) for square in ticked),
        pieces=tuple(
            laid(
                piece,
                origin,
                _called(piece.square) if not homes or cell_of(piece.square) in homes else "",
                is_bridge=piece.square in ground.bearing or printed.sign(piece.square) == WATER,
            )
            for piece in pieces
        ),
        marks=tuple(mark(tip, origin) for tip in tips if all(stretch.holds(step(tip.square, way)) for way in tip.ways)),
        named=tuple(tip.name for tip in tips if not homes or cell_of(tip.square) in homes),
        gutters=tuple(gutters(homes or list(map(_cell, board.current)), origin, _sector)),
        edges=tuple(_edges(printed, stretch, homes)),
    )


def _sector(cell: Cell) -> str:
    return f"S{number(cell)}"


def _edges(printed: Printed, stretch: BoardStretch, homes: Sequence[Cell]) -> Iterator[tuple[str, Point]]:
    cells = {cell_of(square) for square in stretch.around() if printed.is_on_board(square)} if homes else set()
    for cell in sorted(cells - set(homes)):
        corner = square_at(cell, 0)
        x, y = local(corner, stretch.origin)
        is_whole = stretch.has_all_of(corner)
        at = (x * UNIT + _IN[0], y * UNIT + _IN[1]) if is_whole else stretch.name_at(corner)
        if at is not None and any(printed.sign(square_at(cell, index)) != ABROAD for index in range(SIZE * SIZE)):
            yield _sector(cell), at


def _called(square: Square) -> str:
    return f"S{number(cell_of(square))}-{on_tile(square)}"


def _plates(board: Board, printed: Printed, stretch: BoardStretch, ground: DrawnTerrain) -> Iterator[Plate]:
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
                is_as_printed=site.square not in dues and not builders.get(site.square),
            )
    for country in printed.countries:
        if stretch.holds(country.square) and country.square not in built:
            at = middle(local(country.square, stretch.origin))
            is_closed = country.square in board.closed
            yield Plate(*at, None, country.price, is_abroad=True, is_closed=is_closed, is_as_printed=not is_closed)


def _paid(board: Board, printed: Printed, stretch: BoardStretch) -> Iterator[list[Square]]:
    """The areas paid for as a whole in this turn, as far as they are seen: ranges, lakes, rivers."""
    mentioned: set[Square | str] = set()
    for square in board.paid:
        sign = printed.sign(square)
        if sign in ("^", WATER) and square not in mentioned:
            area = _area(printed, square)
            mentioned |= area
            yield from _seen(sorted(area), stretch)
        for river in printed.rivers:
            if square in river.bearing and river.name not in mentioned:
                mentioned.add(river.name)
                yield from _seen(river.bearing, stretch)


def _seen(area: Iterable[Square], stretch: BoardStretch) -> Iterator[list[Square]]:
    seen = [square for square in area if stretch.holds(square)]
    if seen:
        yield seen


def _area(printed: Printed, square: Square) -> set[Square]:
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

    `is_cut` says that it is a close-up, and `is_far` that its squares are too small for signs in them.
    """

    sheet: DrawnStretch
    x: int
    y: int
    scale: float
    is_cut: bool = False
    is_far: bool = False


def page(board: Board, view: View) -> Page:
    """The drawing of the printed board: the sectors of the ends large, or all of it."""
    assert board.printed is not None, "the board is printed"
    return close_page(board, board.printed) if view == "close" else whole_page(board, board.printed)


def on_page(board: Board) -> OnPage:
    """All of the board in one drawing, of which a page shows the sectors of the ends."""
    assert board.printed is not None, "the board is printed"
    whole = _whole(board.printed)
    sheet = drawn_stretch(board, board.printed, whole, _NAMES)
    found = closeups(list(map(_cell, board.current)))
    return OnPage(_TEMPLATE, {"sheet": sheet}, whole.crop(), tuple(each.stretch.crop() for each in found))


def whole_page(board: Board, printed: Printed) -> Page:
    """The whole board, as large as it is to be read."""
    sheet = drawn_stretch(board, printed, _whole(printed), _NAMES)
    width = READ * len(printed.ground[0]) + 2 * RIM
    bottom = RIM + READ * len(printed.ground)
    placed = PlacedChart(sheet, RIM, RIM, READ / UNIT)
    key, height = key_below(board, bottom + MARGIN, width)
    return Page(_TEMPLATE, _facts([placed], Spot(width - RIM - 38, bottom - 60)), key, height, width)


def close_page(board: Board, printed: Printed) -> Page:
    """The sectors of the ends as they lie, and beside or below them the board with these outlined, and the key."""
    found = closeups(list(map(_cell, board.current)))
    places, left, below = arranged(found, leaves_room=True)
    sheets = [_close_up(board, printed, *each) for each in zip(found, places, strict=True)]
    if left is None:
        scale = round(_OVERVIEW / len(printed.ground[0]) / UNIT, 5)
        over = _overview(board, printed, PartPlace(MARGIN, below, scale))
        right = MARGIN + _OVERVIEW + GAP
        entries, _ = key_below(board, below + _ROSE, WIDTH - right, columns=2)
        key = [entry._replace(x=entry.x + right - MARGIN) for entry in entries]
        bottom = below + round(scale * UNIT * len(printed.ground))
        return Page(_TEMPLATE, _facts([*sheets, over], Spot(right + 20, below + 32)), key, bottom + MARGIN)
    scale = round((WIDTH - MARGIN - left) / len(printed.ground[0]) / UNIT, 5)
    over = _overview(board, printed, PartPlace(left, MARGIN + _ROSE, scale))
    beneath = MARGIN + _ROSE + round(scale * UNIT * len(printed.ground)) + GAP
    key, lowest = key_beside(board, left, beneath)
    return Page(
        _TEMPLATE, _facts([*sheets, over], Spot(left + 20, MARGIN + 32)), key, max(below - GAP, lowest) + MARGIN
    )


def _close_up(board: Board, printed: Printed, closeup: Closeup, place: PartPlace) -> PlacedChart:
    size = max(_NAMES_NEAR[0], round(_NAMES_NEAR[1] / place.scale))
    sheet = drawn_stretch(board, printed, closeup.stretch, size, closeup.cells)
    return PlacedChart(sheet, *place, is_cut=True)


def _overview(board: Board, printed: Printed, place: PartPlace) -> PlacedChart:
    return PlacedChart(drawn_stretch(board, printed, _whole(printed), 0), *place, is_far=True)


def printed_terrain(board: Board) -> OnPage:
    """The part of the board that never changes, as a drawing for pages."""
    assert board.printed is not None, "the board is printed"
    whole = _whole(board.printed)
    a, b = (msgspec.structs.replace(tip, ways=()) for tip in board.ends)
    nothing: dict[str, tuple[()]] = dict.fromkeys(("current", "pieces", "closed", "paid", "dues", "builders"), ())
    bare = msgspec.structs.replace(board, ends=(a, b), **nothing)
    sheet = drawn_stretch(bare, board.printed, whole, _NAMES)
    return OnPage(_TEMPLATE, {"sheet": sheet, "is_ground": True}, whole.crop(), (whole.crop(),))


def _facts(charts: Sequence[PlacedChart], rose: Spot) -> dict[str, object]:
    return {"charts": charts, "rose": rose}


def _cell(sector: int) -> Cell:
    row, column = divmod(sector - 1, ACROSS)
    return Cell(column, row)


def _whole(printed: Printed) -> BoardStretch:
    return BoardStretch(Square(0, 0), len(printed.ground[0]), len(printed.ground))


_PLATE = '<rect x="-44" y="-44" width="88" height="88" rx="12" fill="{fill}" stroke="{line}" stroke-width="5"/>'


def worth(table: Table, company: Company) -> int:
    """The thousands of passengers that wait for a company, for whoever builds its next station."""
    return table.waiting[table.box.company_index(company.id)]


def worth_in_words(context: RenderContext, company: Company) -> str:
    """The passengers that wait, in words."""
    number = worth(context.table, company) * 1000
    return context.catalogue.text("%(passengers)s wait", passengers=context.catalogue.number(number))


def map_signs(context: RenderContext) -> Sequence[MapSign]:
    """Town squares, countries, rivers and the border."""
    text = context.catalogue.text
    ink = LIT["ink"]
    number = f'<text x="24" y="40" font-size="50" fill="{ink}">3</text>'
    company = '<use href="#map-company-{}" transform="translate({} {}) scale(.62)"/>'
    coloured = (
        _PLATE.format(fill=LIT["paper"], line=ink)
        + '<use href="#map-company-0" transform="translate(-12 -12) scale(1.2)"/>'
    )
    white = _PLATE.format(fill=LIT["paper"], line=ink) + company.format(0, -27, -27) + company.format(1, 0, -27)
    river = f'<path d="M-46 20C-20 20-20-20 10-20S30 0 46-10" fill="none" stroke="{LIT["river"]}" stroke-width="14"/>'
    border = f'<path d="M-46 0H46" stroke="{LIT["border"]}" stroke-width="12" stroke-dasharray="32 13"/>'
    disc = f'<circle r="42" fill="{LIT["domain"]}" stroke="{ink}" stroke-width="5"/>'
    abroad = f'{disc}<text y="20" font-size="54" fill="{ink}">5</text>'
    used = f'{disc}<path d="M-24-24L24 24M-24 24L24-24" stroke="{ink}" stroke-width="12"/>'
    frame = f'<path d="M-42-42H42V42H-42z" fill="{LIT["grass"]}" stroke="{ink}" stroke-width="9"/>'
    dice = context.catalogue.plural("%(n)s die", "%(n)s dice", DUES["river"])
    signs = [
        MapSign(frame, text("Sector being built on")),
        MapSign(coloured + number, text("Square for a station of that company, and the dice it costs now")),
        MapSign(white + number, text("Square for any of these companies")),
        MapSign(abroad, text("Country, with the price of the one station there")),
        MapSign(river, text("River: %(dice)s more, once per turn and river", dice=dice)),
        MapSign(border, text("Border: no track beyond it")),
    ]
    if context.table.landscape.closed:
        signs.insert(4, MapSign(used, text("Country that has no room for another station")))
    return signs
