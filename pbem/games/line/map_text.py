"""Tiles and sectors as text: seven by seven squares of three signs, with the letters and numbers that orders name."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line.drawing.board import ENDS
from pbem.games.line.render_context import COLUMNS, Scene
from pbem.i18n import N_
from pbem.reports.page import flow, side_by_side
from rules_core.geometry import LETTERS, SIZE, Cell, E, Square, W, cell_of, index_of
from rules_core.line import Fixture
from rules_core.terrain import SIGNS, Terrain

_PAIRS: Final = ("ns", "ew", "ne", "nw", "es", "sw")
_TRACK: Final[dict[Terrain, str]] = {"grassland": "│─└┘┌┐", "mountain": "┃━┗┛┏┓", "lake": "║═╚╝╔╗"}
_ASCII_TRACK: Final[dict[Terrain, str]] = {"grassland": "|-++++", "mountain": "|-++++", "lake": "#=####"}
_ACROSS: Final = _PAIRS.index("ew")
_TRACK_ON: Final[dict[Terrain, str]] = {"mountain": N_("track in the mountains"), "lake": N_("bridge")}


def current_maps(scene: Scene) -> list[str]:
    """The tiles or sectors being built on, two beside each other, and what their signs mean."""
    cells = scene.presenter.cells(scene)
    lines: list[str] = []
    for first in range(0, len(cells), 2):
        lines += [*side_by_side([scene.presenter.tile_map(scene, cell) for cell in cells[first : first + 2]]), ""]
    return [*lines, *flow(scene.presenter.legend(scene, cells), indent=" ")]


def tile_map(scene: Scene, cell: Cell, ground: Sequence[str]) -> list[str]:
    """A tile with what lies on it: a line of heading, the columns' letters, seven rows, and the letters again.

    `ground` are its bare squares by rows, three signs each.
    """
    line = scene.table.line
    squares = list(ground)
    for square, fixture in line.tiles.get(cell, {}).items():
        squares[index_of(square)] = _piece(scene, square, fixture)
    for name in ENDS:
        ahead = line.end(name).ahead
        if ahead is not None and cell_of(ahead) == cell:
            squares[index_of(ahead)] = f"<{name}>"
    letters = "   " + "".join(f" {letter} " for letter in COLUMNS).rstrip()
    rows = ("".join(squares[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))
    head = scene.presenter.heading(scene, cell)
    return [head, letters, *(f" {n} {row} {n}" for n, row in enumerate(rows, 1)), letters]


def ground_legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
    """What the signs of the ground of these cells mean; only those that are there."""
    signs = {sign for cell in cells for row in scene.table.landscape.layout(cell).rows for sign in row}
    return [f"{sign} {scene.terrain(terrain)}" for sign, terrain in SIGNS.items() if sign in signs]


def ends_legend(scene: Scene) -> list[str]:
    """What marks the squares that the ends point at, where one does."""
    line = scene.table.line
    points = line.a.ahead or line.b.ahead
    return [scene.catalogue.text("<A> <B> where the line goes on")] if points else []


def ends_on(scene: Scene, cell: Cell) -> str:
    """The names of the ends of the line that lie on a tile: "A", "AB"."""
    return "".join(name for name in ENDS if cell_of(scene.table.line.end(name).square) == cell)


def _piece(scene: Scene, square: Square, fixture: Fixture) -> str:
    """The three signs of a square with track or a station on it."""
    if fixture.company is None:
        return track(fixture, scene.table.landscape.terrain(square), scene.ascii)
    ending = "".join(name for name in ENDS if scene.table.line.end(name).square == square)
    letter = scene.letter(fixture.company)
    return f"{ending}:{letter}" if ending else f"[{letter}]"


def track(fixture: Fixture, terrain: Terrain, ascii_only: bool) -> str:
    """A piece of track in three signs."""
    signs = (_ASCII_TRACK if ascii_only else _TRACK)[terrain]
    ways = sorted(fixture.sides)
    middle = signs[_PAIRS.index("".join(LETTERS[side] for side in ways))]
    across = signs[_ACROSS]
    return f"{across if W in ways else ' '}{middle}{across if E in ways else ' '}"


def track_legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
    """What the signs of track that is not on grass mean; only those that are there."""
    under = {
        scene.table.landscape.terrain(square)
        for cell in cells
        for square, fixture in scene.table.line.tiles.get(cell, {}).items()
        if fixture.company is None
    }
    signs = _ASCII_TRACK if scene.ascii else _TRACK
    plain = signs["grassland"]
    return [
        f"{signs[terrain][_ACROSS]} {scene.catalogue.text(words)}"
        for terrain, words in _TRACK_ON.items()
        if terrain in under and signs[terrain] != plain
    ]


def station_legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
    """Whose the stations are, and which of them are ends."""
    built = built_on(scene, cells)
    items = [f"[{scene.letter(card.id)}] {card.name}" for card in scene.box.companies if card.id in built]
    return items + station_ends_legend(scene)


def built_on(scene: Scene, cells: Sequence[Cell]) -> set[str]:
    """The companies with a station on these cells."""
    pieces = [fixture for cell in cells for fixture in scene.table.line.tiles.get(cell, {}).values()]
    return {fixture.company for fixture in pieces if fixture.company}


def station_ends_legend(scene: Scene) -> list[str]:
    """Which stations are ends."""
    items = []
    for name in ENDS:
        end = scene.table.line.end(name)
        station = scene.table.line.fixture(end.square)
        if station is not None and station.company is not None:
            called = scene.catalogue.text("end %(end)s", end=name)
            items.append(f"{name}:{scene.letter(station.company)} {called}")
    return items
