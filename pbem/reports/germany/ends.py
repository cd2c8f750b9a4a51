"""Where the line goes on in Germany: what an end costs, what can be built there, and what lies beyond its sector."""

from collections.abc import Iterator

from pbem.reports import ends
from pbem.reports.board import ENDS
from pbem.reports.document import Entry
from pbem.reports.germany.names import COLOURS, chart_of, priced
from pbem.reports.names import Scene, on_tile
from rules_core.actions import EndName
from rules_core.chart import Site
from rules_core.events import Due
from rules_core.games.germany.dead import sites_at
from rules_core.games.germany.ground import sector_of, stations_in
from rules_core.games.germany.stations import check_company, site_price
from rules_core.geometry import SIDES, Cell, Side, Square, cell_of, indices, square_at, step
from rules_core.legality import DUES, dues_at


def cells(scene: Scene) -> tuple[Cell, ...]:
    """The sectors being built on: that of each end, or those beside an end abroad."""
    return tuple(dict.fromkeys(cell for name in ENDS for cell in sectors_of(scene, name)))


def place(scene: Scene, name: EndName) -> str:
    """Where an end is and how it may go on."""
    end = scene.table.line.end(name)
    text = scene.catalogue.text
    if end.heading is not None:
        if chart_of(scene).is_german(step(end.square, end.heading)):
            return ends.track_end(scene, name)
        return text(
            "%(end)s: %(square)s, points %(side)s at %(ahead)s",
            end=name,
            square=scene.square(end.square),
            side=scene.heading(end.heading),
            ahead=scene.ahead(end.square, end.heading),
        )
    exits = [scene.heading(side) for side, _ in ways(scene, name)]
    if not end.abroad:
        return ends.station_end(scene, name, exits)
    abroad = {"end": name, "country": scene.square(end.square)}
    if not exits:
        return text("%(end)s: abroad, in %(country)s, no way into Germany", **abroad)
    return text(
        "%(end)s: abroad, in %(country)s, may go on %(sides)s into Germany", sides=scene.listed(exits), **abroad
    )


def at_end(scene: Scene, name: EndName) -> tuple[str, ...]:
    """What may be built at an end and what that costs besides; how many pieces are missing, and what lies beyond."""
    details = [*_dues(scene, name), *_stations(scene, name)]
    sector = sector_of(chart_of(scene), scene.table.line.end(name).square)
    if sector is None:
        return (*details, *_entered(scene, name))
    return (*details, _pieces(scene, sector), *_beyond(scene, name, sector))


def around(scene: Scene) -> list[Entry]:
    """The town squares of the sectors being built on that are free."""
    entries = [(scene.tile(cell), free_sites(scene, cell)) for cell in cells(scene)]
    text = scene.catalogue.text
    return [
        Entry(text("Free town squares in %(sector)s: %(sites)s.", sector=sector, sites=scene.listed(sites)))
        for sector, sites in entries
        if sites
    ]


def free_sites(scene: Scene, cell: Cell) -> list[str]:
    """The town squares of a sector on which nothing lies: "Frankfurt b5 yellow 3"."""
    chart, line = chart_of(scene), scene.table.line
    return [
        f"{site.town} {on_tile(site.square)} {priced(scene, site)}"
        for site in chart.sites.values()
        if cell_of(site.square) == cell and not line.fixture(site.square)
    ]


def ways(scene: Scene, name: EndName) -> Iterator[tuple[Side, Square]]:
    """The sides by which an end may go on, with the squares they lead to: free ones of sectors that are not closed."""
    chart, line = chart_of(scene), scene.table.line
    end, other = line.end(name), line.other(name)
    own, closed = sector_of(chart, end.square), sector_of(chart, other.square)
    for side in end.exits:
        square = step(end.square, side)
        if not chart.is_german(square) or line.fixture(square) or square == other.ahead:
            continue
        if cell_of(square) == own or cell_of(square) != closed:
            yield side, square


def opposite_end(name: EndName) -> EndName:
    """The name of the other end."""
    return "B" if name == "A" else "A"


def sectors_of(scene: Scene, name: EndName) -> Iterator[Cell]:
    """The sector that an end is in, or those beside an end abroad."""
    chart = chart_of(scene)
    square = scene.table.line.end(name).square
    if chart.is_german(square):
        yield cell_of(square)
        return
    for side in SIDES:
        beside = step(square, side)
        if chart.is_german(beside):
            yield cell_of(beside)


def _dues(scene: Scene, name: EndName) -> Iterator[str]:
    """What a die on the next square would cost besides."""
    text, table = scene.catalogue.text, scene.table
    end = table.line.end(name)
    for side, square in ways(scene, name):
        dues = dues_at(table.landscape, table.turn.paid, square)
        if not dues:
            continue
        facts = {"dues": scene.listed(due_price(scene, due, square) for due in dues), "side": scene.heading(side)}
        if end.is_station:
            yield text("A die to the %(side)s costs besides: %(dues)s.", **facts)
        else:
            yield text("A die there costs besides: %(dues)s.", **facts)


def due_price(scene: Scene, due: Due, square: Square) -> str:
    """What is to be paid, and how many dice: "1 for the river Main"."""
    facts = {"count": DUES[due], "river": scene.river(square)}
    match due:
        case "mountain":
            return scene.catalogue.text("%(count)s for the mountains", **facts)
        case "lake":
            return scene.catalogue.text("%(count)s for the lake", **facts)
        case "river":
            return scene.catalogue.text("%(count)s for the river %(river)s", **facts)


def _stations(scene: Scene, name: EndName) -> Iterator[str]:
    """The stations that may be built at an end: whose, and for how many dice (GE-31, GE-32)."""
    chart = chart_of(scene)
    for square in sites_at(scene.table, name):
        site = chart.sites.get(square)
        yield scene.catalogue.text(
            "Station on %(square)s (%(colour)s, %(price)s dice): %(companies)s.",
            square=scene.square(square),
            colour=scene.catalogue.text(COLOURS[site.colour if site else None]),
            price=site_price(scene.table, square),
            companies=_builders(scene, site, square),
        )


def _builders(scene: Scene, site: Site | None, square: Square) -> str:
    companies = scene.table.companies.values()
    able = [one.id for one in companies if one.stations_left and check_company(scene.table, square, one.id) is None]
    if site is None and len(able) == len(companies):
        return scene.catalogue.text("any company")
    return scene.listed(map(scene.company, able)) or scene.catalogue.text("no company can")


def _pieces(scene: Scene, sector: Cell) -> str:
    line = scene.table.line
    return ends.pieces_laid(
        scene, scene.tile(sector), line.dice_in(sector) + stations_in(chart_of(scene), line, sector)
    )


def _beyond(scene: Scene, name: EndName, sector: Cell) -> Iterator[str]:
    """The sectors and countries that the line could go on to from a sector (GE-20, GE-22, GE-32)."""
    chart, line = chart_of(scene), scene.table.line
    beyond: dict[str, str] = {}
    for index in indices(chart.german(sector)):
        square = square_at(sector, index)
        for side in SIDES:
            over = step(square, side)
            country = chart.country(over)
            if country is not None and over not in scene.table.landscape.closed:
                told = scene.catalogue.text(
                    "%(country)s (abroad, %(price)s dice)",
                    country=scene.square(over),
                    price=site_price(scene.table, over),
                )
                beyond.setdefault(told, told)
            elif chart.is_german(over) and cell_of(over) != sector and not (line.fixture(square) or line.fixture(over)):
                told = _sector_beyond(scene, name, cell_of(over))
                beyond.setdefault(told, f"{scene.heading(side)} {told}")
    if beyond:
        yield scene.catalogue.text("Beyond: %(places)s.", places=scene.listed(beyond.values()))


def _entered(scene: Scene, name: EndName) -> Iterator[str]:
    """The squares by which the line could come into Germany."""
    for side, square in ways(scene, name):
        facts = {"side": scene.heading(side), "square": scene.square(square), "ground": scene.ground(square)}
        yield scene.catalogue.text("%(side)s leads to %(square)s (%(ground)s).", **facts)


def _sector_beyond(scene: Scene, name: EndName, sector: Cell) -> str:
    """A sector that could be entered, and what that would bring."""
    chart, line = chart_of(scene), scene.table.line
    facts = {"sector": scene.tile(sector), "end": opposite_end(name)}
    if sector == sector_of(chart, line.other(name).square):
        return scene.catalogue.text("%(sector)s (closed by end %(end)s)", **facts)
    if stations_in(chart, line, sector):
        return scene.catalogue.text("%(sector)s (has stations)", **facts)
    return scene.catalogue.text("%(sector)s (wins 2 ?)", **facts)
