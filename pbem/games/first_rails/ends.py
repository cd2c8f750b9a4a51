"""Where the line goes on in The First Rails: what an end costs, the stations that fit, and the tiles beyond."""

from pbem.games.line import ends
from pbem.games.line.drawing.board import current_cells, ways_out
from pbem.games.line.refusals import reason
from pbem.games.line.render_context import Scene
from pbem.reports.document import Entry
from rules_core.actions import EndName
from rules_core.companies import Company
from rules_core.geometry import SIDES, Cell, Side, cell_of, step_cell
from rules_core.legality import check_company_site, check_site, dues_at, kinds_fitting
from rules_core.terrain import Terrain


def place(scene: Scene, name: EndName) -> str:
    """Where an end is and how it may go on."""
    end = scene.table.line.end(name)
    if end.heading is None:
        return ends.station_end(scene, name, [scene.heading(side) for side in ways_out(scene.table.line, end)])
    return ends.track_end(scene, name)


def at_end(scene: Scene, name: EndName) -> tuple[str, ...]:
    """What the next piece would cost beside its die, the pieces that are missing, and the stations that fit."""
    details = (_due(scene, name), _pieces(scene, name), _site(scene, name))
    return tuple(detail for detail in details if detail)


def around(scene: Scene) -> list[Entry]:
    """For each tile being built on, the tiles that could be laid beside it now (FR-36, FR-37)."""
    cells = current_cells(scene.table.line)
    return [_beyond(scene, cell) for cell in cells if scene.table.landscape.open_sides(cell)]


def _due(scene: Scene, name: EndName) -> str:
    """What the next piece would cost beside its die."""
    square = scene.table.line.end(name).ahead
    if square is None:
        return ""
    terrain = scene.table.landscape.terrain(square)
    if terrain == "grassland":
        return ""
    if not dues_at(scene.table.landscape, scene.table.turn.paid, square):
        return scene.catalogue.text("The mountain range there is paid for in this turn.")
    return scene.catalogue.text("Building there costs 1 die more, for the mountain range.")


def _pieces(scene: Scene, name: EndName) -> str:
    cell = cell_of(scene.table.line.end(name).square)
    tile = scene.tile(cell)
    if not scene.table.landscape.open_sides(cell):
        return scene.catalogue.text("The line cannot leave %(tile)s: no tile that is left fits.", tile=tile)
    return ends.pieces_laid(scene, tile, len(scene.table.line.tiles[cell]))


def _site(scene: Scene, name: EndName) -> str:
    """The stations that would fit where an end points, and whose they could be (FR-50 to FR-53)."""
    square = scene.table.line.end(name).ahead
    if square is None:
        return ""
    bad = check_site(scene.table.landscape, scene.table.line, name)
    if bad is not None:
        return scene.catalogue.text("No station there: %(reason)s", reason=reason(bad, scene.catalogue, scene.table))
    kinds = kinds_fitting(scene.table.landscape.layout(cell_of(square)), square)
    if not kinds:
        return scene.catalogue.text("No kind of station fits there.")
    fitting = [
        scene.catalogue.text(
            "%(kind)s (%(companies)s)", kind=scene.station(kind), companies=_builders(scene, name, kind)
        )
        for kind in kinds
    ]
    return scene.catalogue.text(
        "Stations that fit there, and their prices: %(stations)s.", stations=scene.listed(fitting)
    )


def _builders(scene: Scene, name: EndName, kind: Terrain) -> str:
    """The companies that could build a station of a kind at an end, with their prices."""
    landscape, line = scene.table.landscape, scene.table.line
    able = [
        f"{scene.company(company.id)} {prices}"
        for company in scene.table.companies.values()
        if (prices := _prices(company, kind)) and check_company_site(landscape, line, name, company) is None
    ]
    return scene.listed(able) or scene.catalogue.text("no company can")


def _prices(company: Company, kind: Terrain) -> str:
    return "/".join(str(stock.price) for stock in company.stock if stock.terrain == kind and stock.left)


def _beyond(scene: Scene, cell: Cell) -> Entry:
    head = scene.catalogue.text("New tiles that fit beside %(tile)s:", tile=scene.tile(cell))
    return Entry(head, tuple(_beside(scene, cell, side) for side in SIDES))


def _beside(scene: Scene, cell: Cell, side: Side) -> str:
    facts = {"side": scene.heading(side), "tiles": _fitting(scene, step_cell(cell, side))}
    return scene.catalogue.text("%(side)s: %(tiles)s", **facts)


def _fitting(scene: Scene, cell: Cell) -> str:
    landscape = scene.table.landscape
    if cell in landscape.tiles:
        return scene.catalogue.text("%(tile)s lies there", tile=scene.tile(cell))
    fitting = scene.listed(scene.layout(layout) for layout in landscape.fitting(cell))
    return fitting or scene.catalogue.text("none that is left")
