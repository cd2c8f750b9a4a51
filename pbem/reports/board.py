"""A position as a drawing shows it: everything that is drawn, nothing that is not, and nothing but what all may see.

A board stands on its own: whoever has it can draw it without the game it came from. It is JSON by msgspec, 1 to 6 KB.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pbem.reports.names import company_letters
from rules_core import events as ev
from rules_core.actions import EndName
from rules_core.geometry import Cell, Mask, Side, Square, cell_of, indices, square_at, step
from rules_core.landscape import Landscape
from rules_core.line import End, Line
from rules_core.table import Table

ENDS: Final[tuple[EndName, EndName]] = ("A", "B")


class Company(Struct, frozen=True):
    """A company as maps show it; its shape follows from its place among the companies, which is the cards' order."""

    name: str
    letter: str
    colour: str


class Tile(Struct, frozen=True, omit_defaults=True):
    """A tile of the landscape in its cell."""

    cell: Cell
    number: int
    ground: str
    """49 signs of `rules_core.terrain.SIGNS`, by rows from the north-west."""
    stations: tuple[int, ...] = ()
    """The companies with a station on it, by their place among the companies, in the order they built."""
    new_stations: tuple[int, ...] = ()
    """Those of them that built since the last turn."""
    is_new: bool = False
    paid: Mask = 0
    """The squares of the ranges and lakes paid for in this turn (FR-39, FR-40)."""


class Piece(Struct, frozen=True, omit_defaults=True):
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


class Board(Struct, frozen=True, omit_defaults=True):
    """What a drawing shows of a position."""

    companies: tuple[Company, ...]
    tiles: tuple[Tile, ...]
    """All tiles laid, in the order laid."""
    current: tuple[int, ...]
    """The numbers of the tiles being built on: that of end A, then that of B if it is another."""
    pieces: tuple[Piece, ...]
    """What lies on the tiles in play."""
    ends: tuple[Tip, Tip]


def board_of(table: Table, news: Sequence[ev.Event] = ()) -> Board:
    """The board of a position; what the events of `news` put there is marked as new.

    The table must be one that the reader may see: for others than the player to move, the last final one.
    """
    line, box = table.line, table.box
    letters = company_letters(box)
    companies = tuple(
        Company(card.name, letter, card.colour) for card, letter in zip(box.companies, letters, strict=True)
    )
    index = {card.id: place for place, card in enumerate(box.companies)}
    built = {event.square for event in news if isinstance(event, ev.PieceLaid | ev.StationBuilt)}
    return Board(
        companies=companies,
        tiles=_tiles(table, news, index),
        current=tuple(table.landscape.tiles[cell].number for cell in current_cells(line)),
        pieces=tuple(
            Piece(square, fixture.sides, None if fixture.company is None else index[fixture.company], square in built)
            for cell in line.tiles.values()
            for square, fixture in cell.items()
        ),
        ends=(_tip("A", line), _tip("B", line)),
    )


def current_cells(line: Line) -> tuple[Cell, ...]:
    """The cells the ends of the line lie in: that of A, then that of B if it is another."""
    return tuple(dict.fromkeys((cell_of(line.a.square), cell_of(line.b.square))))


def ways_out(line: Line, end: End) -> tuple[Side, ...]:
    """The sides by which an end may go on: where it points, or from a station every side with nothing beside it."""
    if end.heading is not None:
        return (end.heading,)
    return tuple(side for side in end.exits if not line.fixture(step(end.square, side)))


def _tip(name: EndName, line: Line) -> Tip:
    end = line.end(name)
    return Tip(name, end.square, end.is_station, ways_out(line, end))


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
