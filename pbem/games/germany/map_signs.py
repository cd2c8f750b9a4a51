"""The signs that only maps of Germany have, and what a company is worth there: the passengers that wait (GE-33)."""

from collections.abc import Sequence

from pbem.drawing.page import LIT
from pbem.games.line.render_context import RenderContext
from pbem.games.presenter import MapSign
from rules_core.line.companies import Company
from rules_core.line.legality import DUES
from rules_core.line.table import Table

_PLATE = '<rect x="-44" y="-44" width="88" height="88" rx="12" fill="{fill}" stroke="{line}" stroke-width="5"/>'


def worth(table: Table, company: Company) -> int:
    """The thousands of passengers that wait for a company, for whoever builds its next station."""
    return table.waiting[table.box.company_index(company.id)]


def worth_in_words(context: RenderContext, company: Company) -> str:
    """The passengers that wait, in words."""
    number = worth(context.table, company) * 1000
    return context.catalogue.text("%(passengers)s wait", passengers=context.catalogue.number(number))


def map_signs(context: RenderContext) -> Sequence[MapSign]:
    """Town squares, countries, rivers and the border."""
    text = context.catalogue.text
    ink = LIT["ink"]
    number = f'<text x="24" y="40" font-size="50" fill="{ink}">3</text>'
    company = '<use href="#map-company-{}" transform="translate({} {}) scale(.62)"/>'
    coloured = (
        _PLATE.format(fill=LIT["paper"], line=ink)
        + '<use href="#map-company-0" transform="translate(-12 -12) scale(1.2)"/>'
    )
    white = _PLATE.format(fill=LIT["paper"], line=ink) + company.format(0, -27, -27) + company.format(1, 0, -27)
    river = f'<path d="M-46 20C-20 20-20-20 10-20S30 0 46-10" fill="none" stroke="{LIT["river"]}" stroke-width="14"/>'
    border = f'<path d="M-46 0H46" stroke="{LIT["border"]}" stroke-width="12" stroke-dasharray="32 13"/>'
    disc = f'<circle r="42" fill="{LIT["domain"]}" stroke="{ink}" stroke-width="5"/>'
    abroad = f'{disc}<text y="20" font-size="54" fill="{ink}">5</text>'
    used = f'{disc}<path d="M-24-24L24 24M-24 24L24-24" stroke="{ink}" stroke-width="12"/>'
    frame = f'<path d="M-42-42H42V42H-42z" fill="{LIT["grass"]}" stroke="{ink}" stroke-width="9"/>'
    dice = context.catalogue.plural("%(n)s die", "%(n)s dice", DUES["river"])
    signs = [
        MapSign(frame, text("Sector being built on")),
        MapSign(coloured + number, text("Square for a station of that company, and the dice it costs now")),
        MapSign(white + number, text("Square for any of these companies")),
        MapSign(abroad, text("Country, with the price of the one station there")),
        MapSign(river, text("River: %(dice)s more, once per turn and river", dice=dice)),
        MapSign(border, text("Border: no track beyond it")),
    ]
    if context.table.landscape.closed:
        signs.insert(4, MapSign(used, text("Country that has no room for another station")))
    return signs
