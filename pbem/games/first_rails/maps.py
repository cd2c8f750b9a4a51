"""The tiles of The First Rails as text: those being built on, and the kinds that are left."""

from collections.abc import Sequence

from pbem.games.line import map_text
from pbem.games.line.render_context import RenderContext
from pbem.reports.document import TilePicture, Tiles
from rules_core.geometry import Cell


def heading(context: RenderContext, cell: Cell) -> str:
    """A tile being built on, and the ends of the line on it: "T2 (lake), end B"."""
    ends = map_text.ends_on(context, cell)
    tile, kind = context.tile(cell), context.described(context.table.landscape.layout(cell))
    if len(ends) == 2:
        return context.catalogue.text("%(tile)s (%(kind)s), both ends", tile=tile, kind=kind)
    return context.catalogue.text("%(tile)s (%(kind)s), end %(end)s", tile=tile, kind=kind, end=ends)


def tile_map(context: RenderContext, cell: Cell) -> list[str]:
    """A tile with what lies on it."""
    rows = context.table.landscape.layout(cell).rows
    return map_text.tile_map(context, cell, [f" {sign} " for row in rows for sign in row])


def legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """What the signs on the maps of these tiles mean; only those that are there."""
    return [
        *map_text.ground_legend(context, cells),
        *map_text.track_legend(context, cells),
        *map_text.station_legend(context, cells),
        *map_text.ends_legend(context),
    ]


def large_tiles(context: RenderContext) -> Tiles:
    """The kinds of tile that are left, one sign a square, each named as it lies here; plain grassland is left out."""
    left = [context.box.layout(kind, 0) for kind, number in context.table.landscape.supply.items() if number]
    layouts = [layout for layout in left if layout.mountain or layout.water]
    return Tiles(tuple(TilePicture(context.layout(way), tuple(" ".join(row) for row in way.rows)) for way in layouts))
