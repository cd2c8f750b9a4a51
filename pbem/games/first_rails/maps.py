"""The tiles of The First Rails as text: those being built on, and the kinds that are left."""

from collections.abc import Sequence

from pbem.games.line import map_text
from pbem.games.line.render_context import Scene
from pbem.reports.document import TilePicture, Tiles
from rules_core.geometry import Cell


def heading(scene: Scene, cell: Cell) -> str:
    """A tile being built on, and the ends of the line on it: "T2 (lake), end B"."""
    ends = map_text.ends_on(scene, cell)
    tile, kind = scene.tile(cell), scene.described(scene.table.landscape.layout(cell))
    if len(ends) == 2:
        return scene.catalogue.text("%(tile)s (%(kind)s), both ends", tile=tile, kind=kind)
    return scene.catalogue.text("%(tile)s (%(kind)s), end %(end)s", tile=tile, kind=kind, end=ends)


def tile_map(scene: Scene, cell: Cell) -> list[str]:
    """A tile with what lies on it."""
    rows = scene.table.landscape.layout(cell).rows
    return map_text.tile_map(scene, cell, [f" {sign} " for row in rows for sign in row])


def legend(scene: Scene, cells: Sequence[Cell]) -> list[str]:
    """What the signs on the maps of these tiles mean; only those that are there."""
    return [
        *map_text.ground_legend(scene, cells),
        *map_text.track_legend(scene, cells),
        *map_text.station_legend(scene, cells),
        *map_text.ends_legend(scene),
    ]


def large_tiles(scene: Scene) -> Tiles:
    """The kinds of tile that are left, one sign a square, each named as it lies here; plain grassland is left out."""
    left = [scene.box.layout(kind, 0) for kind, number in scene.table.landscape.supply.items() if number]
    layouts = [layout for layout in left if layout.mountain or layout.water]
    return Tiles(tuple(TilePicture(scene.layout(way), tuple(" ".join(row) for row in way.rows)) for way in layouts))
