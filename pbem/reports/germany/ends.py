"""Where the line goes on in Germany: what an end costs, what can be built there, and what lies beyond its sector."""

from collections.abc import Iterator, Sequence

from pbem.reports import ends
from pbem.reports.board import ENDS
from pbem.reports.document import Entry
from pbem.reports.germany.names import chart_of, priced
from pbem.reports.names import Scene, on_tile
from rules_core.actions import EndName
from rules_core.chart import Site
from rules_core.events import Due
from rules_core.games.germany.dead import sites_at
from rules_core.geometry import BORDER, SIDES, Cell, Mask, Side, Square, cell_of, indices, square_at, step, step_cell
from rules_core.legality import dues_at, dues_total
from rules_core.sectors import sector_of, stations_in
from rules_core.towns import site_price, takers


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
    end = scene.table.line.end(name)
    ahead = _ways_on(scene, name) if end.is_station else _dues(scene, name)
    details = [*ahead, *_stations(scene, name)]
    sector = sector_of(chart_of(scene), end.square)
    return tuple(details) if sector is None else (*details, _pieces(scene, sector), *_beyond(scene, name, sector))


def around(scene: Scene) -> list[Entry]:
    """The town squares of the sectors being built on that are free."""
    free = [(scene.tile(cell), free_sites(scene, cell)) for cell in cells(scene)]
    details = tuple(f"{sector}: {'; '.join(sites)}" for sector, sites in free if sites)
    return [Entry(scene.catalogue.text("Free town squares, their colours and prices:"), details)] if details else []


def free_sites(scene: Scene, cell: Cell) -> list[str]:
    """The town squares of a sector on which nothing lies, by town: "Frankfurt b5 yellow 3, c5 blue 5"."""
    chart, line = chart_of(scene), scene.table.line
    towns: dict[str, list[str]] = {}
    for site in chart.sites.values():
        if cell_of(site.square) == cell and not line.fixture(site.square):
            towns.setdefault(site.town, []).append(f"{on_tile(site.square)} {priced(scene, site)}")
    return [f"{town} {scene.listed(squares)}" for town, squares in towns.items()]


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
    """What a die on the square that track points at would cost besides."""
    for _, square in ways(scene, name):
        more = dues_told(scene, dues_at(scene.table.landscape, scene.table.turn.paid, square), square)
        if more:
            yield scene.catalogue.text("Also due there: %(dues)s.", dues=more)


def _ways_on(scene: Scene, name: EndName) -> Iterator[str]:
    """The squares that a station leads to, and what a die there would cost besides."""
    table, told = scene.table, []
    for side, square in ways(scene, name):
        facts = {"side": scene.heading(side), "square": scene.numbered(square), "ground": scene.ground(square)}
        more = dues_total(dues_at(table.landscape, table.turn.paid, square))
        if more:
            facts["dice"] = scene.catalogue.plural("%(n)s die", "%(n)s dice", more)
            told.append(scene.catalogue.text("%(side)s to %(square)s (%(ground)s; %(dice)s due)", **facts))
        else:
            told.append(scene.catalogue.text("%(side)s to %(square)s (%(ground)s)", **facts))
    if told:
        yield scene.catalogue.text("Ways on: %(ways)s.", ways="; ".join(told))


def dues_told(scene: Scene, dues: Sequence[Due], square: Square) -> str:
    """What is due at a square, and how many dice: "2 dice for mountains, river Inn"; empty for nothing."""
    if not dues:
        return ""
    text = scene.catalogue.text
    areas = {
        "mountain": text("mountains"),
        "lake": text("lake"),
        "river": text("river %(river)s", river=scene.river(square)),
    }
    return scene.catalogue.plural(
        "%(n)s die for %(areas)s",
        "%(n)s dice for %(areas)s",
        dues_total(dues),
        areas=scene.listed(areas[due] for due in dues),
    )


def _stations(scene: Scene, name: EndName) -> Iterator[str]:
    """The stations that may be built at an end: where, for how many dice, and whose (GE-31, GE-32)."""
    text, chart = scene.catalogue.text, chart_of(scene)
    for square in sites_at(scene.table, name):
        site = chart.sites.get(square)
        facts = {
            "square": scene.square(square),
            "price": site_price(scene.table, square),
            "companies": _builders(scene, site, square),
        }
        if site is None:
            yield text("Station in %(square)s, %(price)s dice: %(companies)s.", **facts)
        else:
            yield text("Station on %(square)s, %(price)s dice: %(companies)s.", **facts)


def _builders(scene: Scene, site: Site | None, square: Square) -> str:
    able = [company.id for company in takers(scene.table, square)]
    if site is None and len(able) == len(scene.table.companies):
        return scene.catalogue.text("any company")
    return scene.listed(map(scene.company, able)) or scene.catalogue.text("no company can")


def _pieces(scene: Scene, sector: Cell) -> str:
    line = scene.table.line
    return ends.pieces_laid(
        scene, scene.tile(sector), line.dice_in(sector) + stations_in(chart_of(scene), line, sector)
    )


def _beyond(scene: Scene, name: EndName, sector: Cell) -> Iterator[str]:
    """The sectors that the line could go on to: those that win dice (GE-22), others, and the one closed (GE-20).

    Then the countries it could point at (GE-23).
    """
    text, chart, line = scene.catalogue.text, chart_of(scene), scene.table.line
    closed = sector_of(chart, line.other(name).square)
    winning: list[str] = []
    others: list[str] = []
    shut: list[str] = []
    for side in SIDES:
        cell = step_cell(sector, side)
        if _is_open(scene, sector, side):
            to = shut if cell == closed else others if stations_in(chart, line, cell) else winning
            to.append(f"{scene.heading(side)} {scene.tile(cell)}")
    over = {step(square, side) for square in squares_of(chart.german(sector), sector) for side in SIDES}
    countries = [square for square in chart.countries if square in over - scene.table.landscape.closed]
    places = [text("%(sectors)s (wins 2 ?)", sectors=scene.listed(winning))] if winning else []
    places += [scene.listed(others)] if others else []
    if shut:
        places.append(text("%(sectors)s (closed by end %(end)s)", sectors=scene.listed(shut), end=opposite_end(name)))
    if countries:
        places.append(text("abroad %(countries)s", countries=scene.listed(map(scene.square, countries))))
    if places:
        yield text("Beyond: %(places)s.", places="; ".join(places))


def _is_open(scene: Scene, sector: Cell, side: Side) -> bool:
    """Whether the line could cross a border of a sector anywhere: German and free on both hands (GE-25)."""
    chart, line = chart_of(scene), scene.table.line
    border = squares_of(chart.german(sector) & BORDER[side], sector)
    crossings = ((square, step(square, side)) for square in border)
    return any(
        chart.is_german(over) and not line.fixture(square) and not line.fixture(over) for square, over in crossings
    )


def squares_of(mask: Mask, cell: Cell) -> Iterator[Square]:
    """The squares of a cell that are in a mask."""
    return (square_at(cell, index) for index in indices(mask))
