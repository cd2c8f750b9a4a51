"""The ends of the line in Germany, what can be built there and what it costs, and its board as text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from pbem.games.germany.notation import LETTER, builders, chart_of, priced
from pbem.games.line import board, maps
from pbem.games.line.board import ENDS
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.reports.document import ListEntry
from pbem.reports.plain import flow
from rules_core.games.germany.ending import sites_at
from rules_core.grid import BORDER, SIDES, SIZE, Cell, Mask, Side, Square, cell_of, indices, square_at, step, step_cell
from rules_core.line.actions import EndName
from rules_core.line.chart import ACROSS, HEIGHT, WIDTH, Chart, TownSite, number
from rules_core.line.events import Due
from rules_core.line.legality import dues_at, dues_total
from rules_core.line.sectors import sector_of, site_cost, site_dues, stations_in, takers, wins_bonus
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
            return board.track_end(context, name)
        return text(
            "%(end)s: %(square)s, points %(side)s at %(ahead)s",
            end=name,
            square=context.square(end.square),
            side=context.heading(end.heading),
            ahead=context.ahead(end.square, end.heading),
        )
    exits = [context.heading(side) for side, _ in ways(context, name)]
    if not end.abroad:
        return board.station_end(context, name, exits)
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
    return board.pieces_laid(
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


_ANY: Final = "*"
"""Stands for the company of a white town square, which has none."""
_MARGIN: Final = " "


def heading(context: RenderContext, cell: Cell) -> str:
    """A sector being built on, and the ends of the line in it: "S14, end B"."""
    sector, on = context.tile(cell), [name for name in ENDS if cell in sectors_of(context, name)]
    if len(on) == len(ENDS):
        return context.catalogue.text("%(tile)s, both ends", tile=sector)
    return context.catalogue.text("%(tile)s, end %(end)s", tile=sector, end="".join(on))


def tile_map(context: RenderContext, cell: Cell) -> list[str]:
    """A sector with what lies on it; a town square with the company it is for and what a station takes there now."""
    squares = [square_at(cell, index) for index in range(SIZE * SIZE)]
    return maps.tile_map(context, cell, [_square(context, square) for square in squares])


def legend(context: RenderContext, sectors: Sequence[Cell]) -> list[str]:
    """The meanings of the signs on the maps of these sectors; only of those that are there."""
    chart, text = chart_of(context), context.catalogue.text
    squares = [square_at(cell, index) for cell in sectors for index in range(SIZE * SIZE)]
    rivers = dict.fromkeys(letter for square in squares if (letter := chart.river(square)))
    items = maps.terrain_legend(context, sectors)
    items += [f"{letter.lower()} {text(chart.river_names[letter])}" for letter in rivers]
    items += _companies_legend(context, sectors, [chart.sites[square] for square in squares if square in chart.sites])
    items += [_country(context, square) for square in squares if chart.country(square)]
    if not all(map(chart.is_german, squares)):
        items.append(text("blank: outside Germany"))
    items += maps.track_legend(context, sectors)
    items += maps.station_ends_legend(context)
    return [*items, *maps.ends_legend(context)]


def landscape(context: RenderContext) -> list[str]:
    """All sectors, two signs a square: the line, stations, open town squares, rivers and the ground."""
    chart = chart_of(context)
    towns = {
        square: f"{_whose(context, site)}{site_cost(context.table, square)}" for square, site in chart.sites.items()
    }
    signs = {**_bare(chart), **towns, **_on_the_map(context)}
    lines = []
    for y in range(HEIGHT):
        if y % SIZE == 0:
            lines.append(_ruler(context, y // SIZE))
        row = [signs[Square(x, y)] for x in range(WIDTH)]
        lines.append(f"{_MARGIN}|{'|'.join(''.join(row[x : x + SIZE]) for x in range(0, WIDTH, SIZE))}|")
    return [*lines, _MARGIN + ("+" + "-" * 2 * SIZE) * ACROSS + "+", "", *flow(_key(context), indent=_MARGIN)]


def supply(context: RenderContext) -> str:
    """The countries in which a station can still be built, where they lie on the map, and for how many dice (GE-32)."""
    chart, closed, text = chart_of(context), context.table.landscape.closed, context.catalogue.text
    left = [
        text(
            "%(country)s (%(square)s, %(price)s dice)",
            country=context.square(square),
            square=_named(square),
            price=site_cost(context.table, square),
        )
        for square in chart.countries
        if square not in closed
    ]
    if not left:
        return text("No country is left for a station abroad.")
    return text("Countries left for a station abroad: %(countries)s.", countries=context.listed(left))


def _square(context: RenderContext, square: Square) -> str:
    chart = chart_of(context)
    if chart.country(square):
        ending = "".join(name for name in ENDS if context.table.line.end(name).square == square)
        if ending:
            return f"{ending}: "
        return (
            "(-)" if square in context.table.landscape.closed else f"({chart.country_prices[chart.countries[square]]})"
        )
    if not chart.is_german(square):
        return "   "
    sign, river = chart.sign(square), (chart.river(square) or "").lower()
    site = chart.sites.get(square)
    if site is not None:
        return f"{_whose(context, site)}{site_cost(context.table, square)}{river or sign.replace('.', ' ')}"
    if river:
        return f"{sign.replace('.', ' ')}{river} "
    return f" {sign} "


def _companies_legend(context: RenderContext, sectors: Sequence[Cell], sites: Iterable[TownSite]) -> list[str]:
    """The meanings of the signs of town squares and stations: "I3 I5 [I] Insel Hopper", "*5 S14 c6: E, W"."""
    signs: dict[str, set[str]] = {}
    free = [site for site in sites if not context.table.line.fixture(site.square)]
    for site in free:
        if site.colour is not None:
            letter = _whose(context, site)
            signs.setdefault(letter, set()).add(f"{letter}{site_cost(context.table, site.square)}")
    for company in maps.built_on(context, sectors):
        letter = context.letter(company)
        signs.setdefault(letter, set()).add(f"[{letter}]")
    names = [(context.letter(card.id), card.name) for card in context.components.companies]
    items = [f"{' '.join(sorted(signs[letter]))} {name}" for letter, name in names if letter in signs]
    for site in free:
        if site.colour is None:
            sign = f"{_ANY}{site_cost(context.table, site.square)}"
            items.append(f"{sign} {_named(site.square)}: {_may_build(context, site.square)}")
    return items


def _may_build(context: RenderContext, square: Square) -> str:
    letters = context.listed(context.letter(company.id) for company in takers(context.table, square))
    return letters or context.catalogue.text("no company can")


def _country(context: RenderContext, square: Square) -> str:
    """The meaning of the sign of a country on the map of a sector: "(5) S2 e4 Denmark"."""
    name = f"{_named(square)} {context.square(square)}"
    if square in context.table.landscape.closed:
        return context.catalogue.text("(-) %(country)s, used up", country=name)
    return f"({site_cost(context.table, square)}) {name}"


def _place(square: Square) -> tuple[int, Square]:
    return number(cell_of(square)), square


def _named(square: Square) -> str:
    """A square, abroad too, as the maps of the sectors count it: "S14 c6"."""
    return f"{LETTER}{number(cell_of(square))} {on_tile(square)}"


def _ruler(context: RenderContext, y: int) -> str:
    """The line above a row of sectors, with their numbers; those being built on are marked."""
    line, current = _MARGIN, cells(context)
    for x in range(ACROSS):
        cell = Cell(x, y)
        name = context.tile(cell) if cell in context.table.landscape.tiles else ""
        line += f"+-{name + ('*' if cell in current else ''):-<{2 * SIZE - 1}}"
    return f"{line}+"


@lru_cache(maxsize=8)
def _bare(chart: Chart) -> Mapping[Square, str]:
    return {square: _printed(chart, square) for square in (Square(x, y) for y in range(HEIGHT) for x in range(WIDTH))}


def _printed(chart: Chart, square: Square) -> str:
    if chart.country(square):
        return "()"
    if not chart.is_german(square):
        return "  "
    sign, river = chart.sign(square), chart.river(square)
    return f"{river.lower()}{sign.replace('.', ' ')}" if river else f"{sign} "


def _on_the_map(context: RenderContext) -> Mapping[Square, str]:
    """The signs of what lies on the board, two for each square: countries used up, ends, track and stations."""
    line, landscape = context.table.line, context.table.landscape
    signs = dict.fromkeys(landscape.closed, "--")
    for name in ENDS:
        end = line.end(name)
        signs[end.square] = f"{name}:"
        if end.ahead is not None:
            signs[end.ahead] = f"<{name}"
    for pieces in line.tiles.values():
        for square, fixture in pieces.items():
            if fixture.company is None:
                signs[square] = maps.track(fixture, landscape.terrain(square), context.ascii)[1:]
            else:
                signs[square] = f"{context.letter(fixture.company)}#"
    return signs


def _key(context: RenderContext) -> list[str]:
    text, chart = context.catalogue.text, chart_of(context)
    items = [
        text("* being built on"),
        text("<A <B where the next piece goes"),
        *(f"{context.letter(card.id)} {card.name}" for card in context.components.companies),
        text("letter and number: free town square, dice a station costs there now"),
        text("letter#: station"),
        text("() open country, -- used up"),
        *(f"{letter.lower()} {text(name)}" for letter, name in chart.river_names.items()),
    ]
    return [*items, *_rivers_through_towns(context), *_white_squares(context)]


def _rivers_through_towns(context: RenderContext) -> list[str]:
    """The rivers with the town squares they pass, where the map has room for the town alone: "b: S6 e3 f3"."""
    chart = chart_of(context)
    passed: dict[str, dict[Cell, list[str]]] = {letter: {} for letter in chart.river_names}
    for square in sorted(chart.sites, key=_place):
        if letter := chart.river(square):
            passed[letter].setdefault(cell_of(square), []).append(on_tile(square))
    sentences = [
        f"{letter.lower()}: {context.listed(' '.join((context.tile(cell), *on)) for cell, on in by_sector.items())}"
        for letter, by_sector in passed.items()
        if by_sector
    ]
    return [context.catalogue.text("rivers through town squares:"), *sentences] if sentences else []


def _white_squares(context: RenderContext) -> list[str]:
    """The white town squares that are free, with the companies that may build there: "S14 c6: E, W"."""
    sites = chart_of(context).sites
    free = [sites[square] for square in sorted(sites, key=_place) if not context.table.line.fixture(square)]
    sentences = [f"{_named(site.square)}: {_may_build(context, site.square)}" for site in free if site.colour is None]
    return [context.catalogue.text("* white squares, and who may build there now:"), *sentences] if sentences else []


def _whose(context: RenderContext, site: TownSite) -> str:
    owner = next((card.id for card in context.components.companies if card.colour == site.colour), None)
    return _ANY if owner is None else context.letter(owner)
