"""A tile being built on, as drawn large. Lengths are in squares of outline.UNIT from the tile's north-west corner."""

from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT, Point, outline
from pbem.games.line.drawing.board import Board, Tile
from pbem.games.line.drawing.drawn_line import Laid, Mark, laid, local, mark, tick
from pbem.games.line.drawing.terrain import Ground, TerrainPaths, middle, near, near_terrain
from pbem.games.line.render_context import on_tile
from rules_core.grid.geometry import (
    SIDES,
    SIZE,
    E,
    Mask,
    N,
    S,
    Side,
    Square,
    W,
    cell_of,
    flood,
    index_of,
    indices,
    square_at,
    step,
    step_cell,
)

FRINGE: Final = 24
"""How much of the tiles beside a large one is seen."""
_TILE: Final = SIZE * UNIT
_FRINGES: Final[dict[Side, tuple[int, int, int, int]]] = {
    N: (0, -FRINGE, _TILE, FRINGE),
    E: (_TILE, 0, FRINGE, _TILE),
    S: (0, _TILE, _TILE, FRINGE),
    W: (-FRINGE, 0, FRINGE, _TILE),
}


class DrawnTile(NamedTuple):
    """A tile being built on, large."""

    number: int
    seen: tuple[tuple[int, int, int, int], ...]
    """What of the landscape is seen around the tile, each as x, y, width and height."""
    terrain: TerrainPaths
    ticks: tuple[Point, ...]
    """Where areas paid for in this turn are ticked off."""
    new: str
    """The outlines of what was built since the last turn."""
    pieces: tuple[Laid, ...]
    marks: tuple[Mark, ...]


def drawn_tile(board: Board, tile: Tile, ground: Ground) -> DrawnTile:
    """A tile as drawn large; `ground` is that of the whole landscape."""
    origin = square_at(tile.cell, 0)
    cells = {other.cell for other in board.tiles}
    pieces = [piece for piece in board.pieces if cell_of(piece.square) == tile.cell]
    tips = [tip for tip in board.ends if cell_of(tip.square) == tile.cell]
    ticked = [tick(area, pieces, tips) for area in _areas(tile)]
    bare = {local(piece.square, origin) for piece in pieces} | {local(square, origin) for square in ticked}
    bare |= {local(step(tip.square, tip.ways[0]), origin) for tip in tips if not tip.is_station}
    return DrawnTile(
        number=tile.number,
        seen=tuple(_FRINGES[side] for side in SIDES if step_cell(tile.cell, side) in cells),
        terrain=near_terrain(near(ground, origin, SIZE, SIZE), bare),
        ticks=tuple(middle(local(square, origin)) for square in ticked),
        new=outline([local(piece.square, origin) for piece in pieces if piece.is_new]),
        pieces=tuple(
            laid(piece, origin, on_tile(piece.square), is_bridge=tile.ground[index_of(piece.square)] == "~")
            for piece in pieces
        ),
        marks=tuple(mark(tip, origin) for tip in tips),
    )


def _areas(tile: Tile) -> list[list[Square]]:
    """The ranges and lakes of a tile that were paid for."""
    found: list[list[Square]] = []
    squares: Mask = tile.paid
    while squares:
        area = flood(squares & -squares, squares)
        found.append([square_at(tile.cell, index) for index in indices(area)])
        squares &= ~area
    return found
