"""The board of Germany as text: the sectors being built on, and all of it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from pbem.games.germany.ends import cells, sectors_of
from pbem.games.germany.names import LETTER, chart_of
from pbem.games.line import maps
from pbem.games.line.board import ENDS
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.reports.plain import flow
from rules_core.grid import SIZE, Cell, Square, cell_of, square_at
from rules_core.line.chart import ACROSS, HEIGHT, WIDTH, Chart, TownSite, number
from rules_core.line.sectors import site_cost, takers

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
