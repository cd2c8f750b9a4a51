"""A position as a drawing shows it: everything that is drawn, nothing that is not, and nothing but what all may see.

A board stands on its own: whoever has it can draw it without the game it came from. It is JSON by msgspec, 1 to 10 KB.
Its ground are tiles laid one by one, or a printed board; what is built on either is told alike.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from pbem.games.line.printed_board import Printed, printed
from pbem.games.line.render_context import company_letters, line_game
from pbem.reports.document import Drawable
from rules_core.grid import Cell, Mask, Side, Square, cell_of, indices, square_at, step
from rules_core.line import events as ev
from rules_core.line.actions import EndName
from rules_core.line.chart import Chart, number
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_total
from rules_core.line.sectors import site_dues, takers
from rules_core.line.table import Table
from rules_core.line.track import End, Line

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

    With the players' names, by seat, it tells who directs which company, and what that counts.

    The table must be one that the reader may see: for others than the player to move, the last final one.
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
