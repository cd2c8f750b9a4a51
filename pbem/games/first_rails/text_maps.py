"""The board of The First Rails as text: tiles being built on, the landscape in small boxes, and what is left."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line import maps
from pbem.games.line.board import current_cells
from pbem.games.line.render_context import RenderContext
from pbem.reports.document import TilePicture, Tiles
from pbem.reports.plain import WIDTH, flow
from rules_core.grid import SIDES, Cell, E, N, S, Side, W, opposite, step_cell

_INNER: Final = 5
_BAND: Final = (WIDTH - 2) // (_INNER + 1)
"""How many cells stand beside each other before the map goes on below."""
_MARGIN: Final = " "
_HORIZONTAL: Final = {"G": "-" * _INNER, "M": "^" * _INNER, "": " " * _INNER}
_VERTICAL: Final = {"G": "|", "M": "^", "": " "}


def landscape(context: RenderContext) -> list[str]:
    """All tiles laid, north above: number, lake or none, the companies with a station there; mountain sides drawn ^.

    A landscape wider than a mail is drawn in bands from west to east.
    """
    drawing = _Drawing(context)
    cells = context.table.landscape.tiles
    first, beyond = min(cell.x for cell in cells), max(cell.x for cell in cells) + 1
    lines: list[str] = []
    for west in range(first, beyond, _BAND):
        if lines:
            lines += ["", context.catalogue.text("Further east:")]
        lines += drawing.band(range(west, min(west + _BAND, beyond)))
    return [*lines, "", *_legend(context)]


def supply(context: RenderContext) -> str:
    """The small tiles left, by kind (FR-4)."""
    left = context.table.landscape.supply
    kinds = context.listed(f"{context.kind(kind)} {number}" for kind, number in left.items())
    return context.catalogue.text("Small tiles left (%(total)s): %(kinds)s", total=sum(left.values()), kinds=kinds)


class _Drawing:
    """The parts of a landscape's map: each tile's two lines, and the terrain along each side between cells."""

    def __init__(self, context: RenderContext) -> None:
        current = current_cells(context.table.line)
        landscape = context.table.landscape
        self.sides: dict[tuple[Cell, Side], str] = {}
        """G or M for the north and west side of a cell; nothing where no tile lies at either hand."""
        self.inner: dict[Cell, tuple[str, str]] = {}
        for cell, tile in landscape.tiles.items():
            layout = landscape.layout(cell)
            for side in SIDES:
                self.sides[_shared(cell, side)] = layout.sides[side]
            number = f"T{tile.number}{'*' if cell in current else ''}"
            letters = "".join(
                context.letter(card.id) for card in context.components.companies if card.id in tile.stations
            )
            self.inner[cell] = (f"{number:<{_INNER - 1}}{'~' if layout.water else ''}", letters)

    def band(self, columns: range) -> list[str]:
        ys = [cell.y for cell in self.inner if cell.x in columns]
        lines: list[str] = []
        for y in range(min(ys), max(ys) + 1):
            lines += [self._border(columns, y), self._row(columns, y, 0), self._row(columns, y, 1)]
        return [*lines, self._border(columns, max(ys) + 1)]

    def _border(self, columns: range, y: int) -> str:
        line = _MARGIN
        for x in columns:
            line += self._corner(x, y) + _HORIZONTAL[self._side(Cell(x, y), N)]
        return (line + self._corner(columns.stop, y)).rstrip()

    def _row(self, columns: range, y: int, part: int) -> str:
        line = _MARGIN
        for x in columns:
            cell = Cell(x, y)
            line += _VERTICAL[self._side(cell, W)] + self.inner.get(cell, ("", ""))[part].ljust(_INNER)
        return (line + _VERTICAL[self._side(Cell(columns.stop, y), W)]).rstrip()

    def _corner(self, x: int, y: int) -> str:
        meeting = ((Cell(x, y), N), (Cell(x - 1, y), N), (Cell(x, y), W), (Cell(x, y - 1), W))
        return "+" if any(side in self.sides for side in meeting) else " "

    def _side(self, cell: Cell, side: Side) -> str:
        return self.sides.get((cell, side), "")


def _shared(cell: Cell, side: Side) -> tuple[Cell, Side]:
    return (step_cell(cell, side), opposite(side)) if side in (E, S) else (cell, side)


def _legend(context: RenderContext) -> list[str]:
    text = context.catalogue.text
    landscape = context.table.landscape
    layouts = [landscape.layout(cell) for cell in landscape.tiles]
    items = [text("* tiles being built on")]
    if any(layout.water for layout in layouts):
        items.append(text("~ lake"))
    if any("M" in layout.sides for layout in layouts):
        items.append(text("^ mountain side"))
    if any(tile.stations for tile in landscape.tiles.values()):
        items.append(text("letters: companies with a station there"))
    return flow(items, indent=_MARGIN)


def heading(context: RenderContext, cell: Cell) -> str:
    """A tile being built on, and the ends of the line on it: "T2 (lake), end B"."""
    ends = maps.ends_on(context, cell)
    tile, kind = context.tile(cell), context.described(context.table.landscape.layout(cell))
    if len(ends) == 2:
        return context.catalogue.text("%(tile)s (%(kind)s), both ends", tile=tile, kind=kind)
    return context.catalogue.text("%(tile)s (%(kind)s), end %(end)s", tile=tile, kind=kind, end=ends)


def tile_map(context: RenderContext, cell: Cell) -> list[str]:
    """A tile with what lies on it."""
    rows = context.table.landscape.layout(cell).rows
    return maps.tile_map(context, cell, [f" {sign} " for row in rows for sign in row])


def legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """The meanings of the signs on the maps of these tiles; only of those that are there."""
    return [
        *maps.terrain_legend(context, cells),
        *maps.track_legend(context, cells),
        *maps.station_legend(context, cells),
        *maps.ends_legend(context),
    ]


def large_tiles(context: RenderContext) -> Tiles:
    """The kinds of tile that are left, one sign a square, each named as it lies here; plain grassland is left out."""
    left = [context.components.layout(kind, 0) for kind, number in context.table.landscape.supply.items() if number]
    layouts = [layout for layout in left if layout.mountain or layout.water]
    return Tiles(tuple(TilePicture(context.layout(way), tuple(" ".join(row) for row in way.rows)) for way in layouts))
