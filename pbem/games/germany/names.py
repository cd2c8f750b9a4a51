"""Names of things in Germany."""

from typing import Final

from pbem.games.line.render_context import RenderContext, on_tile
from pbem.i18n import N_, Catalogue
from pbem.reports.document import Sign
from rules_core.grid import Side, Square, cell_of, step
from rules_core.line.chart import Chart, TownSite
from rules_core.line.sectors import site_cost, takers

TITLE = "Germany"
LETTER = "S"
SYMBOL: Sign = "transport"

COLOURS: Final = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "blue": N_("blue"),
    "green": N_("green"),
    None: N_("white"),
}
"""The colours of town squares; None is any company's (GE-31)."""
COUNTRIES: Final = (
    N_("Denmark"),
    N_("Sweden"),
    N_("Poland"),
    N_("Czechia"),
    N_("Austria"),
    N_("Switzerland"),
    N_("France"),
    N_("Luxembourg"),
    N_("Belgium"),
    N_("Netherlands"),
)
"""The countries of the map, each its own message id."""
RIVERS: Final = (
    N_("Rhein"),
    N_("Main"),
    N_("Neckar"),
    N_("Mosel"),
    N_("Donau"),
    N_("Isar"),
    N_("Inn"),
    N_("Weser"),
    N_("Ems"),
    N_("Elbe"),
    N_("Saale"),
    N_("Havel"),
    N_("Spree"),
    N_("Oder"),
    N_("Neiße"),
)
"""The rivers of the map, each its own message id; as towns, they bear the names they have on the map."""


def chart_of(context: RenderContext) -> Chart:
    """The printed board."""
    chart = context.components.chart
    assert chart is not None, "Germany has a printed board"
    return chart


def square(context: RenderContext, square: Square) -> str:
    """A square as orders name it, with its town; abroad the country: "S14 b5 in Frankfurt", "Denmark"."""
    chart = chart_of(context)
    country = chart.country(square)
    if country is not None:
        return context.catalogue.text(country)
    if not chart.is_german(square):
        return context.catalogue.text("a square outside Germany")
    site = chart.sites.get(square)
    if site is None:
        return context.numbered(square)
    return context.catalogue.text("%(square)s in %(town)s", square=context.numbered(square), town=site.town)


def terrain_at(context: RenderContext, square: Square) -> str:
    """The make-up of a square: "Frankfurt, white, 5 dice", "mountain, river Main"."""
    site = chart_of(context).sites.get(square)
    terrain = context.table.landscape.terrain(square)
    parts = [f"{site.town}, {priced(context, site)}"] if site else []
    if site is None or terrain != "grassland":
        parts.append(context.terrain(terrain))
    river = context.river(square)
    if river:
        parts.append(context.catalogue.text("river %(river)s", river=river))
    return context.listed(parts)


def priced(context: RenderContext, site: TownSite) -> str:
    """A town square by its colour and the dice that a station there takes now, dues included: "white 5"."""
    return f"{context.catalogue.text(COLOURS[site.colour])} {site_cost(context.table, site.square)}"


def builders(context: RenderContext, square: Square) -> str:
    """Name the companies that may build on a free town square, or abroad, now (GE-31, GE-32)."""
    able = [company.id for company in takers(context.table, square)]
    if len(able) == len(context.table.companies):
        return context.catalogue.text("any company")
    return context.listed(map(context.company, able)) or context.catalogue.text("no company can")


def symbols(catalogue: Catalogue, number: int) -> str:
    """Dice showing a transport symbol."""
    return catalogue.plural("%(n)s transport symbol", "%(n)s transport symbols", number)


def symbol(catalogue: Catalogue) -> str:
    """The transport symbol, as the head of a column."""
    return catalogue.text("transport")


def ahead(context: RenderContext, square: Square, heading: Side) -> str:
    """The square that a piece points at: of the piece's own sector, or wherever it lies."""
    beyond = step(square, heading)
    chart = chart_of(context)
    within = cell_of(beyond) == cell_of(square) and chart.is_german(beyond)
    return on_tile(beyond) if within and beyond not in chart.sites else context.square(beyond)


def landscape_title(catalogue: Catalogue) -> str:
    """The heading for the board."""
    return catalogue.text("Germany")
