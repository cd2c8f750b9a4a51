"""Tiles and sectors as text: seven by seven squares of three signs, with the letters and numbers that orders name."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line.drawing.board import ENDS
from pbem.games.line.render_context import COLUMNS, RenderContext
from pbem.i18n import N_
from pbem.reports.page import flow, side_by_side
from rules_core.grid.geometry import LETTERS, SIZE, Cell, E, Square, W, cell_of, index_of
from rules_core.grid.terrain import SIGNS, Terrain
from rules_core.line.track import Fixture

_PAIRS: Final = ("ns", "ew", "ne", "nw", "es", "sw")
_TRACK: Final[dict[Terrain, str]] = {"grassland": "│─└┘┌┐", "mountain": "┃━┗┛┏┓", "lake": "║═╚╝╔╗"}
_ASCII_TRACK: Final[dict[Terrain, str]] = {"grassland": "|-++++", "mountain": "|-++++", "lake": "#=####"}
_ACROSS: Final = _PAIRS.index("ew")
_TRACK_ON: Final[dict[Terrain, str]] = {"mountain": N_("track in the mountains"), "lake": N_("bridge")}


def current_maps(context: RenderContext) -> list[str]:
    """The tiles or sectors being built on, two beside each other, and what their signs mean."""
    cells = context.game.cells(context)
    lines: list[str] = []
    for first in range(0, len(cells), 2):
        lines += [*side_by_side([context.game.tile_map(context, cell) for cell in cells[first : first + 2]]), ""]
    return [*lines, *flow(context.game.legend(context, cells), indent=" ")]


def tile_map(context: RenderContext, cell: Cell, ground: Sequence[str]) -> list[str]:
    """A tile with what lies on it: a line of heading, the columns' letters, seven rows, and the letters again.

    `ground` are its bare squares by rows, three signs each.
    """
    line = context.table.line
    squares = list(ground)
    for square, fixture in line.tiles.get(cell, {}).items():
        squares[index_of(square)] = _piece(context, square, fixture)
    for name in ENDS:
        ahead = line.end(name).ahead
        if ahead is not None and cell_of(ahead) == cell:
            squares[index_of(ahead)] = f"<{name}>"
    letters = "   " + "".join(f" {letter} " for letter in COLUMNS).rstrip()
    rows = ("".join(squares[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))
    head = context.game.heading(context, cell)
    return [head, letters, *(f" {n} {row} {n}" for n, row in enumerate(rows, 1)), letters]


def ground_legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """What the signs of the ground of these cells mean; only those that are there."""
    signs = {sign for cell in cells for row in context.table.landscape.layout(cell).rows for sign in row}
    return [f"{sign} {context.terrain(terrain)}" for sign, terrain in SIGNS.items() if sign in signs]


def ends_legend(context: RenderContext) -> list[str]:
    """What marks the squares that the ends point at, where one does."""
    line = context.table.line
    points = line.a.ahead or line.b.ahead
    return [context.catalogue.text("<A> <B> where the line goes on")] if points else []


def ends_on(context: RenderContext, cell: Cell) -> str:
    """The names of the ends of the line that lie on a tile: "A", "AB"."""
    return "".join(name for name in ENDS if cell_of(context.table.line.end(name).square) == cell)


def _piece(context: RenderContext, square: Square, fixture: Fixture) -> str:
    """The three signs of a square with track or a station on it."""
    if fixture.company is None:
        return track(fixture, context.table.landscape.terrain(square), context.ascii)
    ending = "".join(name for name in ENDS if context.table.line.end(name).square == square)
    letter = context.letter(fixture.company)
    return f"{ending}:{letter}" if ending else f"[{letter}]"


def track(fixture: Fixture, terrain: Terrain, ascii_only: bool) -> str:
    """A piece of track in three signs."""
    signs = (_ASCII_TRACK if ascii_only else _TRACK)[terrain]
    ways = sorted(fixture.sides)
    middle = signs[_PAIRS.index("".join(LETTERS[side] for side in ways))]
    across = signs[_ACROSS]
    return f"{across if W in ways else ' '}{middle}{across if E in ways else ' '}"


def track_legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """What the signs of track that is not on grass mean; only those that are there."""
    under = {
        context.table.landscape.terrain(square)
        for cell in cells
        for square, fixture in context.table.line.tiles.get(cell, {}).items()
        if fixture.company is None
    }
    signs = _ASCII_TRACK if context.ascii else _TRACK
    plain = signs["grassland"]
    return [
        f"{signs[terrain][_ACROSS]} {context.catalogue.text(words)}"
        for terrain, words in _TRACK_ON.items()
        if terrain in under and signs[terrain] != plain
    ]


def station_legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """Whose the stations are, and which of them are ends."""
    built = built_on(context, cells)
    items = [f"[{context.letter(card.id)}] {card.name}" for card in context.box.companies if card.id in built]
    return items + station_ends_legend(context)


def built_on(context: RenderContext, cells: Sequence[Cell]) -> set[str]:
    """The companies with a station on these cells."""
    pieces = [fixture for cell in cells for fixture in context.table.line.tiles.get(cell, {}).values()]
    return {fixture.company for fixture in pieces if fixture.company}


def station_ends_legend(context: RenderContext) -> list[str]:
    """Which stations are ends."""
    items = []
    for name in ENDS:
        end = context.table.line.end(name)
        station = context.table.line.fixture(end.square)
        if station is not None and station.company is not None:
            called = context.catalogue.text("end %(end)s", end=name)
            items.append(f"{name}:{context.letter(station.company)} {called}")
    return items
