"""The ends of the line in Germany: what an end costs, what can be built there, and what lies beyond its sector."""

from collections.abc import Iterator, Sequence

from pbem.games.germany.names import builders, chart_of, priced
from pbem.games.line import ends
from pbem.games.line.board import ENDS
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.reports.document import ListEntry
from rules_core.games.germany.ending import sites_at
from rules_core.grid import BORDER, SIDES, Cell, Mask, Side, Square, cell_of, indices, square_at, step, step_cell
from rules_core.line.actions import EndName
from rules_core.line.chart import TownSite
from rules_core.line.events import Due
from rules_core.line.legality import dues_at, dues_total
from rules_core.line.sectors import sector_of, site_cost, site_dues, stations_in, wins_bonus
from rules_core.line.transition import BONUS


def cells(context: RenderContext) -> tuple[Cell, ...]:
    """The sectors being built on: that of each end, or those beside an end abroad."""
    return tuple(dict.fromkeys(cell for name in ENDS for cell in sectors_of(context, name)))


def place(context: RenderContext, name: EndName) -> str:
    """Describe the place of an end and the ways it may go on."""
    end = context.table.line.end(name)
    text = context.catalogue.text
    if end.heading is not None:
        if chart_of(context).is_german(step(end.square, end.heading)):
            return ends.track_end(context, name)
        return text(
            "%(end)s: %(square)s, points %(side)s at %(ahead)s",
            end=name,
            square=context.square(end.square),
            side=context.heading(end.heading),
            ahead=context.ahead(end.square, end.heading),
        )
    exits = [context.heading(side) for side, _ in ways(context, name)]
    if not end.abroad:
        return ends.station_end(context, name, exits)
    abroad = {"end": name, "country": context.square(end.square)}
    if not exits:
        return text("%(end)s: abroad, in %(country)s, no way into Germany", **abroad)
    return text(
        "%(end)s: abroad, in %(country)s, can go on %(sides)s into Germany", sides=context.listed(exits), **abroad
    )


def at_end(context: RenderContext, name: EndName) -> tuple[str, ...]:
    """Notes on an end: what may be built there, what that costs besides, the pieces missing, and what lies beyond."""
    end = context.table.line.end(name)
    ahead = _ways_on(context, name) if end.is_station else _dues(context, name)
    details = [*ahead, *_stations(context, name)]
    sector = sector_of(chart_of(context), end.square)
    return tuple(details) if sector is None else (*details, _pieces(context, sector), *_beyond(context, name, sector))


def around(context: RenderContext) -> list[ListEntry]:
    """The town squares of the sectors being built on that are free."""
    free = [(context.tile(cell), free_sites(context, cell)) for cell in cells(context)]
    details = tuple(f"{sector}: {'; '.join(sites)}" for sector, sites in free if sites)
    head = context.catalogue.text("Free town squares, and the dice a station costs there now:")
    return [ListEntry(head, details)] if details else []


def free_sites(context: RenderContext, cell: Cell) -> list[str]:
    """The town squares of a sector on which nothing lies, by town: "Frankfurt b5 yellow 3, b6 red 6 (1 of it ...)"."""
    chart, line = chart_of(context), context.table.line
    towns: dict[str, list[str]] = {}
    for site in chart.sites.values():
        if cell_of(site.square) == cell and not line.fixture(site.square):
            towns.setdefault(site.town, []).append(_free_site(context, site))
    return [f"{town} {context.listed(squares)}" for town, squares in towns.items()]


def _free_site(context: RenderContext, site: TownSite) -> str:
    site_text = f"{on_tile(site.square)} {priced(context, site)}"
    notes = [extra] if (extra := describe_extra(context, site.square)) else []
    if site.colour is None:
        notes.append(builders(context, site.square))
    return (
        context.catalogue.text("%(site)s (%(notes)s)", site=site_text, notes="; ".join(notes)) if notes else site_text
    )


def describe_extra(context: RenderContext, square: Square) -> str:
    """The part of a station's dice that is for the range and the river: "1 of it for river Main"; empty for nothing."""
    dues = site_dues(context.table, square)
    if not dues:
        return ""
    areas = context.listed(_area(context, due, square) for due in dues)
    return context.catalogue.text("%(count)s of it for %(areas)s", count=dues_total(dues), areas=areas)


def ways(context: RenderContext, name: EndName) -> Iterator[tuple[Side, Square]]:
    """The sides by which an end may go on, with the squares they lead to: free ones of sectors that are not closed."""
    chart, line = chart_of(context), context.table.line
    end, other = line.end(name), line.other(name)
    own_sector, closed = sector_of(chart, end.square), sector_of(chart, other.square)
    for side in end.exits:
        square = step(end.square, side)
        if not chart.is_german(square) or line.fixture(square) or square == other.ahead:
            continue
        if cell_of(square) == own_sector or cell_of(square) != closed:
            yield side, square


def opposite_end(name: EndName) -> EndName:
    """The name of the other end."""
    return "B" if name == "A" else "A"


def sectors_of(context: RenderContext, name: EndName) -> Iterator[Cell]:
    """The sector that an end is in, or those beside an end abroad."""
    chart = chart_of(context)
    square = context.table.line.end(name).square
    if chart.is_german(square):
        yield cell_of(square)
        return
    for side in SIDES:
        beside = step(square, side)
        if chart.is_german(beside):
            yield cell_of(beside)


def _dues(context: RenderContext, name: EndName) -> Iterator[str]:
    """The extra cost of track, beside its die, on the square that track points at."""
    for _, square in ways(context, name):
        dues = [(due, square) for due in dues_at(context.table.landscape, context.table.turn.paid, square)]
        if dues:
            yield context.catalogue.text("Extra cost of track there: %(dues)s.", dues=describe_dues(context, dues))


def _ways_on(context: RenderContext, name: EndName) -> Iterator[str]:
    """The squares that a station leads to, what track there would cost besides, and what it wins over a border."""
    table, text = context.table, context.catalogue.text
    last, sentences = table.line.end(name).square, []
    for side, square in ways(context, name):
        notes = [context.terrain_at(square)]
        more = dues_total(dues_at(table.landscape, table.turn.paid, square))
        if more:
            notes.append(context.catalogue.plural("track %(n)s extra die", "track %(n)s extra dice", more))
        if sector_of(chart_of(context), last) != cell_of(square):
            notes.append(won(context, last, cell_of(square)))
        facts = {"side": context.heading(side), "square": context.numbered(square), "notes": "; ".join(notes)}
        sentences.append(text("%(side)s to %(square)s (%(notes)s)", **facts))
    if sentences:
        yield context.catalogue.text("Ways on: %(ways)s.", ways="; ".join(sentences))


def describe_dues(context: RenderContext, dues: Sequence[tuple[Due, Square]]) -> str:
    """Format what is due at some squares, with the dice in all: "2 dice for mountains, river Inn"."""
    areas = context.listed(_area(context, due, square) for due, square in dues)
    total = dues_total(due for due, _square in dues)
    return context.catalogue.plural("%(n)s die for %(areas)s", "%(n)s dice for %(areas)s", total, areas=areas)


def _area(context: RenderContext, due: Due, square: Square) -> str:
    """The name of what is paid for at a square: "mountains", "river Inn"."""
    text = context.catalogue.text
    if due == "river":
        return text("river %(river)s", river=context.river(square))
    return text("mountains") if due == "mountain" else text("lake")


def won(context: RenderContext, left: Square, entered: Cell) -> str:
    """Tell what the line wins by entering a sector from a square outside it (GE-22, GE-32)."""
    if wins_bonus(context.table, left, entered):
        return context.catalogue.text("wins %(count)s ?", count=BONUS)
    return context.catalogue.text("wins nothing")


def _stations(context: RenderContext, name: EndName) -> Iterator[str]:
    """The stations that may be built at an end: where, for how many dice, and whose (GE-31, GE-32)."""
    text, chart = context.catalogue.text, chart_of(context)
    for square in sites_at(context.table, name):
        site = chart.sites.get(square)
        facts = {
            "square": context.square(square),
            "price": site_cost(context.table, square),
            "companies": builders(context, square),
            "extra": describe_extra(context, square),
        }
        if site is None:
            yield text("Station in %(square)s, %(price)s dice: %(companies)s.", **facts)
        elif facts["extra"]:
            yield text("Station on %(square)s, %(price)s dice (%(extra)s): %(companies)s.", **facts)
        else:
            yield text("Station on %(square)s, %(price)s dice: %(companies)s.", **facts)


def _pieces(context: RenderContext, sector: Cell) -> str:
    line = context.table.line
    return ends.pieces_laid(
        context, context.tile(sector), line.dice_in(sector) + stations_in(chart_of(context), line, sector)
    )


def _beyond(context: RenderContext, name: EndName, sector: Cell) -> Iterator[str]:
    """The sectors that the line could go on to, each with what it wins (GE-22), or that it is closed (GE-20).

    Then the countries it could point at, each with the price of a station there (GE-23, GE-32).
    """
    text, chart, table = context.catalogue.text, chart_of(context), context.table
    last, closed = table.line.end(name).square, sector_of(chart, table.line.other(name).square)
    places = []
    for side in SIDES:
        cell = step_cell(sector, side)
        if _is_open(context, sector, side):
            is_closed = cell == closed
            note = text("closed by end %(end)s", end=opposite_end(name)) if is_closed else won(context, last, cell)
            places.append(f"{context.heading(side)} {context.tile(cell)} ({note})")
    over = {step(square, side) for square in squares_of(chart.german(sector), sector) for side in SIDES}
    for square in chart.countries:
        if square in over - table.landscape.closed:
            facts = {"country": context.square(square), "price": site_cost(table, square)}
            places.append(text("abroad %(country)s (station %(price)s dice)", **facts))
    if places:
        yield text("Beyond: %(places)s.", places=context.listed(places))


def _is_open(context: RenderContext, sector: Cell, side: Side) -> bool:
    """Whether the line could cross a border of a sector anywhere: German and free on both hands (GE-25)."""
    chart, line = chart_of(context), context.table.line
    border = squares_of(chart.german(sector) & BORDER[side], sector)
    crossings = ((square, step(square, side)) for square in border)
    return any(
        chart.is_german(over) and not line.fixture(square) and not line.fixture(over) for square, over in crossings
    )


def squares_of(mask: Mask, cell: Cell) -> Iterator[Square]:
    """The squares of a cell that are in a mask."""
    return (square_at(cell, index) for index in indices(mask))
