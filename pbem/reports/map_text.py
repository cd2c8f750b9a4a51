"""Large tiles as text: seven by seven squares of three signs, with the letters and numbers that orders name them by."""

from collections.abc import Sequence
from typing import Final

from pbem.i18n import N_
from pbem.reports.board import ENDS, current_cells
from pbem.reports.document import TilePicture, Tiles
from pbem.reports.names import COLUMNS, Scene
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
    """The tiles being built on, beside each other, and what their signs mean."""
    cells = current_cells(scene.table.line)
    return [*side_by_side([tile_map(scene, cell) for cell in cells]), "", *legend(scene, cells)]


def tile_map(scene: Scene, cell: Cell) -> list[str]:
    """A laid tile with what lies on it: a line of heading, the columns' letters, seven rows, and the letters again."""
    layout = scene.table.landscape.layout(cell)
    line = scene.table.line
    squares = [f" {sign} " for row in layout.rows for sign in row]
    for square, fixture in line.tiles.get(cell, {}).items():
        squares[index_of(square)] = _piece(scene, square, fixture)
    for name in ENDS:
        ahead = line.end(name).ahead
        if ahead is not None and cell_of(ahead) == cell:
            squares[index_of(ahead)] = f"<{name}>"
    letters = "   " + "".join(f" {letter} " for letter in COLUMNS).rstrip()
    rows = ("".join(squares[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))
    return [heading(scene, cell), letters, *(f" {n} {row} {n}" for n, row in enumerate(rows, 1)), letters]


def legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
    """What the signs on the maps of these cells mean; only those that are there."""
    signs = {sign for cell in cells for row in scene.table.landscape.layout(cell).rows for sign in row}
    items = [f"{sign} {scene.terrain(terrain)}" for sign, terrain in SIGNS.items() if sign in signs]
    items += _track_legend(scene, cells)
    items += _station_legend(scene, cells)
    line = scene.table.line
    if line.a.ahead or line.b.ahead:
        items.append(scene.catalogue.text("<A> <B> where the line goes on"))
    return flow(items, indent=" ")


def large_tiles(scene: Scene) -> Tiles:
    """The kinds of tile that are left, one sign a square, each named as it lies here; plain grassland is left out."""
    left = [scene.box.layout(kind, 0) for kind, number in scene.table.landscape.supply.items() if number]
    layouts = [layout for layout in left if layout.mountain or layout.water]
    return Tiles(tuple(TilePicture(scene.layout(way), tuple(" ".join(row) for row in way.rows)) for way in layouts))


def heading(scene: Scene, cell: Cell) -> str:
    """A tile being built on, and the ends of the line on it: "T2 (lake), end B"."""
    ends = [name for name in ENDS if cell_of(scene.table.line.end(name).square) == cell]
    tile, kind = scene.tile(cell), scene.described(scene.table.landscape.layout(cell))
    if len(ends) == 2:
        return scene.catalogue.text("%(tile)s (%(kind)s), both ends", tile=tile, kind=kind)
    return scene.catalogue.text("%(tile)s (%(kind)s), end %(end)s", tile=tile, kind=kind, end="".join(ends))


def _piece(scene: Scene, square: Square, fixture: Fixture) -> str:
    """The three signs of a square with track or a station on it."""
    if fixture.company is None:
        return _track(fixture, scene.table.landscape.terrain(square), scene.ascii)
    ending = "".join(name for name in ENDS if scene.table.line.end(name).square == square)
    letter = scene.letter(fixture.company)
    return f"{ending}:{letter}" if ending else f"[{letter}]"


def _track(fixture: Fixture, terrain: Terrain, ascii_only: bool) -> str:
    signs = (_ASCII_TRACK if ascii_only else _TRACK)[terrain]
    ways = sorted(fixture.sides)
    middle = signs[_PAIRS.index("".join(LETTERS[side] for side in ways))]
    across = signs[_ACROSS]
    return f"{across if W in ways else ' '}{middle}{across if E in ways else ' '}"


def _track_legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
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


def _station_legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
    pieces = [fixture for cell in cells for fixture in scene.table.line.tiles.get(cell, {}).values()]
    built = {fixture.company for fixture in pieces if fixture.company}
    items = [f"[{scene.letter(card.id)}] {card.name}" for card in scene.box.companies if card.id in built]
    for name in ENDS:
        end = scene.table.line.end(name)
        station = scene.table.line.fixture(end.square)
        if station is not None and station.company is not None:
            called = scene.catalogue.text("end %(end)s", end=name)
            items.append(f"{name}:{scene.letter(station.company)} {called}")
    return items
