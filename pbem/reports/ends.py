"""Where the line goes on: each end, what could be built there, and the tiles that fit beyond each side."""

from pbem.reports.board import ENDS, current_cells, ways_out
from pbem.reports.document import Entries, Entry
from pbem.reports.names import Scene, on_tile
from pbem.reports.violations import reason
from rules_core.actions import EndName
from rules_core.companies import Company
from rules_core.geometry import SIDES, Cell, Side, Square, cell_of, step, step_cell
from rules_core.legality import NEEDED_TO_CONNECT, check_company_site, check_site, dues_at, kinds_fitting
from rules_core.terrain import Terrain


def ends(scene: Scene) -> Entries:
    """Both ends, then the tiles that fit around, then what was paid for in this turn; only the ends after the game."""
    if scene.table.over:
        return Entries(tuple(Entry(place(scene, name)) for name in ENDS))
    beyond = [
        _beyond(scene, cell) for cell in current_cells(scene.table.line) if scene.table.landscape.open_sides(cell)
    ]
    paid = [Entry(paid_for(scene))] if scene.table.turn.paid else []
    return Entries((*(_end(scene, name) for name in ENDS), *beyond, *paid))


def place(scene: Scene, name: EndName) -> str:
    """Where an end is: "A: T2 g4, points w at f4 (grass)" or "A: station at T2 c3, may leave n, s, w"."""
    end = scene.table.line.end(name)
    square = scene.square(end.square)
    if end.heading is None:
        exits = [scene.heading(side) for side in ways_out(scene.table.line, end)]
        if not exits:
            return scene.catalogue.text("%(end)s: station at %(square)s, no way out", end=name, square=square)
        return scene.catalogue.text(
            "%(end)s: station at %(square)s, may leave %(sides)s",
            end=name,
            square=square,
            sides=scene.listed(exits),
        )
    ahead = step(end.square, end.heading)
    return scene.catalogue.text(
        "%(end)s: %(square)s, points %(side)s at %(ahead)s (%(ground)s)",
        end=name,
        square=square,
        side=scene.heading(end.heading),
        ahead=on_tile(ahead),
        ground=scene.ground(ahead),
    )


def paid_for(scene: Scene) -> str:
    """The ranges and lakes paid for in this turn (FR-39, FR-40)."""
    paid = [_area(scene, square) for square in sorted(scene.table.turn.paid)]
    return scene.catalogue.text("Paid for in this turn: %(areas)s.", areas=scene.listed(paid))


def _end(scene: Scene, name: EndName) -> Entry:
    details = (_due(scene, name), _pieces(scene, name), _site(scene, name))
    return Entry(place(scene, name), tuple(detail for detail in details if detail))


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
    if not scene.table.landscape.open_sides(cell):
        return scene.catalogue.text("The line cannot leave %(tile)s: no tile that is left fits.", tile=scene.tile(cell))
    pieces = len(scene.table.line.tiles[cell])
    missing = NEEDED_TO_CONNECT - pieces
    facts = {"tile": scene.tile(cell), "pieces": pieces}
    if missing <= 0:
        return scene.catalogue.text("The line may leave %(tile)s: %(pieces)s pieces lie there.", **facts)
    return scene.catalogue.plural(
        "The line may leave %(tile)s after %(n)s more piece: %(pieces)s of 5 lie there.",
        "The line may leave %(tile)s after %(n)s more pieces: %(pieces)s of 5 lie there.",
        missing,
        **facts,
    )


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
    """For each side of a tile, the tiles that could be laid there now (FR-36, FR-37)."""
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


def _area(scene: Scene, square: Square) -> str:
    place = scene.square(square)
    if scene.table.landscape.terrain(square) == "mountain":
        return scene.catalogue.text("the mountain range at %(square)s", square=place)
    return scene.catalogue.text("the lake at %(square)s", square=place)
