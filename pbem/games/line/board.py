"""A position as a drawing shows it: the board, the ends of the line, and the key of the map; nothing but what all
may see.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from pbem.drawing.page import LIT
from pbem.games.line.printed_board import Printed, printed
from pbem.games.line.render_context import RenderContext, company_letters, line_game, on_tile
from pbem.games.presenter import MapSign
from pbem.i18n import N_
from pbem.reports.document import Drawable, Entries, ListEntry
from rules_core.grid import Cell, Mask, Side, Square, cell_of, indices, square_at, step
from rules_core.line import events as ev
from rules_core.line.actions import EndName
from rules_core.line.chart import Chart, number
from rules_core.line.events import Due
from rules_core.line.landscape import Landscape
from rules_core.line.legality import DUES, dues_at, dues_total
from rules_core.line.pockets import outlook
from rules_core.line.sectors import site_dues, takers
from rules_core.line.table import Table
from rules_core.line.track import NEEDED_TO_CONNECT, End, Line

ENDS: Final[tuple[EndName, EndName]] = ("A", "B")


class BoardCompany(Struct, frozen=True, omit_defaults=True):
    """A company as maps show it; its shape follows from its place among the companies, which is the cards' order."""

    name: str
    letter: str
    colour: str
    note: str = ""
    """Whose it is and what it counts, for the key: "Anna · 5"."""


class Tile(Struct, frozen=True, omit_defaults=True):
    """A tile of the landscape in its cell."""

    cell: Cell
    number: int
    ground: str
    """49 signs of `rules_core.grid.SIGNS`, by rows from the north-west."""
    stations: tuple[int, ...] = ()
    """The companies with a station on it, by their place among the companies, in the order they built."""
    new_stations: tuple[int, ...] = ()
    """Those of them that built since the last turn."""
    is_new: bool = False
    paid: Mask = 0
    """The squares of the ranges and lakes paid for in this turn (FR-39, FR-40)."""


class BoardPiece(Struct, frozen=True, omit_defaults=True):
    """A track die or a station on a tile in play."""

    square: Square
    sides: tuple[Side, ...]
    """The sides the line uses; a station that is an end has one."""
    company: int | None = None
    """Whose station it is; None for track."""
    is_new: bool = False


class Tip(Struct, frozen=True):
    """An end of the line: its last square, and the sides it may go on by: one for track, to three for a station."""

    name: EndName
    square: Square
    is_station: bool
    ways: tuple[Side, ...]


class Board(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The parts of a position that a drawing shows."""

    companies: tuple[BoardCompany, ...]
    tiles: tuple[Tile, ...] = ()
    """All tiles laid, in the order laid; none where the board is printed."""
    current: tuple[int, ...]
    """The numbers of the tiles or sectors in which the ends lie: that of end A, then that of B if it is another."""
    pieces: tuple[BoardPiece, ...]
    """What lies on the tiles in play, or on the printed board."""
    ends: tuple[Tip, Tip]
    printed: Printed | None = None
    closed: tuple[Square, ...] = ()
    """The squares abroad that are used up (GE-32)."""
    paid: tuple[Square, ...] = ()
    """On a printed board, squares whose range, lake and river were paid for in this turn (FR-39, FR-40, GE-24)."""
    dues: tuple[tuple[Square, int], ...] = ()
    """The town squares without a station where one takes more than its price now, with the dice that it takes more."""
    builders: tuple[tuple[Square, tuple[int, ...]], ...] = ()
    """The white town squares without a station, with the companies that may build there now (GE-31)."""


def board_of(table: Table, news: Sequence[ev.Event] = (), players: Sequence[str] = ()) -> Board:
    """The board of a position; what the events of `news` put there is marked as new.

    With the players' names, by seat, it also says who directs which company, and what that counts.

    The reader must be allowed to see the table: for all but the player to move, that is the last final one.
    """
    line, box = table.line, table.box
    letters = company_letters(box)
    companies = tuple(
        BoardCompany(card.name, letter, card.colour, _note(table, card.id, players) if players else "")
        for card, letter in zip(box.companies, letters, strict=True)
    )
    index = {card.id: place for place, card in enumerate(box.companies)}
    built = {event.square for event in news if isinstance(event, ev.PieceLaid | ev.StationBuilt)}
    pieces = tuple(
        BoardPiece(square, fixture.sides, None if fixture.company is None else index[fixture.company], square in built)
        for cell in line.tiles.values()
        for square, fixture in cell.items()
    )
    ends = _tip("A", table), _tip("B", table)
    if box.chart is None:
        current = tuple(table.landscape.tiles[cell].number for cell in current_cells(line))
        tiles = _tiles(table, news, index)
        return Board(companies=companies, tiles=tiles, current=current, pieces=pieces, ends=ends)
    return Board(
        companies=companies,
        current=tuple(map(number, current_cells(line))),
        pieces=pieces,
        ends=ends,
        printed=printed(box),
        closed=tuple(sorted(table.landscape.closed)),
        paid=tuple(sorted(table.turn.paid)),
        dues=tuple((square, due) for square in _unbuilt(table) if (due := dues_total(site_dues(table, square)))),
        builders=tuple(
            (square, tuple(index[company.id] for company in takers(table, square)))
            for square in _unbuilt(table)
            if box.chart.sites[square].colour is None
        ),
    )


def drawable(table: Table, news: Sequence[ev.Event] = (), players: Sequence[str] = ()) -> Drawable:
    """The board of a position, for a document that shows it."""
    return Drawable(table.kind, msgspec.json.encode(board_of(table, news, players)))


def _note(table: Table, company: str, players: Sequence[str]) -> str:
    """The director of a company, and the number that its worth is on maps: "Anna · 5"."""
    found = table.companies[company]
    director = "–" if found.director is None else players[found.director]
    return f"{director} · {line_game(table.kind).worth(table, found)}"


def _unbuilt(table: Table) -> list[Square]:
    """The town squares without a station, where the board has any; track on one goes back some day (GE-21)."""
    chart, line = table.box.chart, table.line
    built = {square for cell in line.tiles.values() for square, fixture in cell.items() if fixture.company}
    return [square for square in chart.sites if square not in built] if chart else []


def current_cells(line: Line) -> tuple[Cell, ...]:
    """The cells the ends of the line lie in: that of A, then that of B if it is another."""
    return tuple(dict.fromkeys((cell_of(line.a.square), cell_of(line.b.square))))


def ways_out(line: Line, end: End) -> tuple[Side, ...]:
    """The sides by which an end may go on: where it points, or from a station every side with nothing beside it."""
    if end.heading is not None:
        return (end.heading,)
    return tuple(side for side in end.exits if not line.fixture(step(end.square, side)))


def _tip(name: EndName, table: Table) -> Tip:
    end, chart = table.line.end(name), table.box.chart
    ways = ways_out(table.line, end)
    if chart is not None and end.is_station:
        ways = tuple(side for side in ways if _leads_on(table.landscape, chart, end, step(end.square, side)))
    return Tip(name, end.square, end.is_station, ways)


def _leads_on(landscape: Landscape, chart: Chart, end: End, square: Square) -> bool:
    """Whether a line may go on to a square by its ground (GE-23, GE-32)."""
    if chart.is_german(square):
        return True
    return not end.abroad and chart.country(square) is not None and square not in landscape.closed


def _tiles(table: Table, news: Sequence[ev.Event], index: dict[str, int]) -> tuple[Tile, ...]:
    landscape = table.landscape
    laid = {event.cell for event in news if isinstance(event, ev.TileLaid)}
    opened = {(cell_of(event.square), event.company) for event in news if isinstance(event, ev.StationBuilt)}
    paid = {landscape.area(square) for square in table.turn.paid}
    return tuple(
        Tile(
            cell=cell,
            number=tile.number,
            ground="".join(landscape.layout(cell).rows),
            stations=tuple(index[company] for company in tile.stations),
            new_stations=tuple(index[company] for company in tile.stations if (cell, company) in opened),
            is_new=cell in laid,
            paid=_paid(landscape, cell, paid) if paid else 0,
        )
        for cell, tile in landscape.tiles.items()
    )


def _paid(landscape: Landscape, cell: Cell, paid: set[int | None]) -> Mask:
    areas = landscape.layout(cell).areas
    return sum(area for area in areas if landscape.area(square_at(cell, indices(area)[0])) in paid)


_DUES: Final[dict[Due, str]] = {
    "mountain": N_("the mountain range at %(square)s"),
    "lake": N_("the lake at %(square)s"),
    "river": N_("the river %(river)s"),
}


def ends(context: RenderContext) -> Entries:
    """Both ends, then what lies around them, then what was paid for in this turn; only the ends after the game."""
    if context.table.over:
        return Entries(tuple(ListEntry(place(context, name)) for name in ENDS))
    at_ends = (
        ListEntry(place(context, name), (*context.game.at_end(context, name), *going_on(context, name)))
        for name in ENDS
    )
    paid = [ListEntry(paid_for(context))] if context.table.turn.paid else []
    return Entries((*at_ends, *context.game.around(context), *paid))


def place(context: RenderContext, name: EndName) -> str:
    """The place of an end: "A: T2 g4, points w at f4 (grass)" or "A: station at T2 c3, may leave n, s, w"."""
    return context.game.place(context, name)


def track_end(context: RenderContext, name: EndName) -> str:
    """The place of an end of track, and the square it points at."""
    end = context.table.line.end(name)
    assert end.heading is not None and end.ahead is not None, "the end is track"
    return context.catalogue.text(
        "%(end)s: %(square)s, points %(side)s at %(ahead)s (%(ground)s)",
        end=name,
        square=context.square(end.square),
        side=context.heading(end.heading),
        ahead=on_tile(end.ahead),
        ground=context.terrain_at(end.ahead),
    )


def station_end(context: RenderContext, name: EndName, exits: Sequence[str]) -> str:
    """The place of an end that is a station, and the sides by which it may be left."""
    square = context.square(context.table.line.end(name).square)
    if not exits:
        return context.catalogue.text("%(end)s: station at %(square)s, no way out", end=name, square=square)
    return context.catalogue.text(
        "%(end)s: station at %(square)s, can leave %(sides)s", end=name, square=square, sides=context.listed(exits)
    )


def going_on(context: RenderContext, name: EndName) -> tuple[str, ...]:
    """The squares to which an end must not be led if it is to go on, or a warning that it cannot (FR-32, GE-25)."""
    seen, text = outlook(context.table, name), context.catalogue.text
    if not seen.goes_on:
        return (text("%(end)s has no way on any more (FR-32): it can only be built on until nothing fits.", end=name),)
    if not seen.pockets:
        return ()
    squares = context.listed(map(on_tile, seen.pockets))
    return (text("Dead ends, from which %(end)s could never go on (FR-32): %(squares)s.", end=name, squares=squares),)


def pieces_laid(context: RenderContext, tile: str, pieces: int) -> str:
    """Whether the line may leave a tile or sector, by the pieces that lie there (FR-35)."""
    missing = NEEDED_TO_CONNECT - pieces
    facts = {"tile": tile, "pieces": pieces}
    if missing <= 0:
        return context.catalogue.text("The line can leave %(tile)s: it has %(pieces)s pieces.", **facts)
    return context.catalogue.plural(
        "The line can leave %(tile)s after %(n)s more piece (%(pieces)s of 5 so far).",
        "The line can leave %(tile)s after %(n)s more pieces (%(pieces)s of 5 so far).",
        missing,
        **facts,
    )


def paid_for(context: RenderContext) -> str:
    """The ranges, lakes and rivers paid for in this turn (FR-39, FR-40, GE-24)."""
    landscape = context.table.landscape
    paid = [
        due_word(context, due, square)
        for square in sorted(context.table.turn.paid)
        for due in dues_at(landscape, (), square)
    ]
    return context.catalogue.text("Paid for in this turn: %(areas)s.", areas=context.listed(dict.fromkeys(paid)))


def due_word(context: RenderContext, due: Due, square: Square) -> str:
    """The name of what is paid for at a square: "the mountain range at T2 c4", "the river Main"."""
    return context.catalogue.text(_DUES[due], square=context.square(square), river=context.river(square))


SQUARE: Final = "M-42-42H42V42H-42z"
PEAKS: Final = "M-10-28l-30 50m30-50l33 50h-25l-8-15 6-10-9-9zm38 18l-19 32m19-32l16 27h-12l-4-9 4-6-6-6z"
WAVES: Final = "M-32-9q8-11 16 0t16 0 16 0 16 0m-56 20q8-11 16 0t16 0 16 0"
_END: Final = "M-40-32H10L42 0 10 32H-40z"
_NEW: Final = f'fill="{LIT["new"]}" fill-opacity=".7" stroke="{LIT["ink"]}" stroke-width="5" stroke-dasharray="20 12"'


def map_key(context: RenderContext, board: Board) -> list[MapSign]:
    """The signs on the map of a position, the companies first; what is not on it is left out."""
    return [
        *_companies(context),
        *_ends(context),
        *context.game.map_signs(context),
        *_terrains(context),
        *_marks(context, board),
    ]


def area(fill: str, line: str, signs: str, *, are_filled: bool) -> str:
    """A square of an area with its signs."""
    filled = f'fill="{LIT[line]}" ' if are_filled else 'fill="none" '
    return (
        f'<path d="{SQUARE}" fill="{LIT[fill]}" stroke="{LIT[line]}" stroke-width="6"/>'
        f'<path d="{signs}" {filled}stroke="{LIT[line]}" stroke-width="5" stroke-linejoin="round"/>'
    )


def new_mark(shape: str = SQUARE) -> str:
    """The mark of what is new."""
    return f'<path d="{shape}" {_NEW}/>'


def _companies(context: RenderContext) -> Iterator[MapSign]:
    text = context.catalogue.text
    for place, company in enumerate(context.table.companies.values()):
        director = company.director
        whose = (
            text("nobody directs it")
            if director is None
            else text("%(player)s directs it", player=context.player(director))
        )
        worth = context.game.worth_in_words(context, company)
        drawing = f'<use href="#map-company-{place}" transform="scale(1.9)"/>'
        yield MapSign(drawing, context.company(company.id), f"{whose}; {worth}")


def _ends(context: RenderContext) -> Iterator[MapSign]:
    for name, ground, letter in (("A", "ink", "paper"), ("B", "paper", "ink")):
        drawing = (
            f'<path d="{_END}" fill="{LIT[ground]}" stroke="{LIT[letter]}" stroke-width="7" stroke-linejoin="round"/>'
            f'<text x="-8" y="17" font-size="46" fill="{LIT[letter]}">{name}</text>'
        )
        yield MapSign(drawing, context.catalogue.text("End %(end)s of the line, and where it points", end=name))


def _terrains(context: RenderContext) -> Iterator[MapSign]:
    text, landscape = context.catalogue.text, context.table.landscape
    layouts = [landscape.layout(cell) for cell in landscape.tiles]
    if any(layout.mountain for layout in layouts):
        yield MapSign(
            area("mountain", "rock", PEAKS, are_filled=True),
            text("Mountain: %(dice)s more, once per turn and range", dice=_dice(context, DUES["mountain"])),
        )
    if any(layout.water for layout in layouts):
        dice = _dice(context, DUES["lake"])
        once = text("Water: a bridge, %(dice)s more, once per turn and lake", dice=dice)
        each = text("Water: %(dice)s more for each bridge", dice=dice)
        is_lake = context.game.pays_once(context, "lake")
        yield MapSign(area("water", "shore", WAVES, are_filled=False), once if is_lake else each)


def _dice(context: RenderContext, number: int) -> str:
    return context.catalogue.plural("%(n)s die", "%(n)s dice", number)


def _marks(context: RenderContext, board: Board) -> Iterator[MapSign]:
    text = context.catalogue.text
    if context.table.turn.paid:
        drawing = (
            f'<circle r="34" fill="{LIT["paper"]}" stroke="{LIT["ink"]}" stroke-width="6"/>'
            f'<path d="M-16 1l12 12 20-26" fill="none" stroke="{LIT["ink"]}" stroke-width="9" stroke-linecap="round"/>'
        )
        yield MapSign(drawing, text("Paid for in this turn"))
    if any(piece.is_new for piece in board.pieces) or any(tile.is_new or tile.new_stations for tile in board.tiles):
        yield MapSign(new_mark(), text("New"))
