"""The signs that only maps of The First Rails have, and what a company is worth there: its longest chain (FR-60)."""

from collections.abc import Sequence

from pbem.drawing.page import LIT
from pbem.games.line.render_context import RenderContext
from pbem.games.presenter import MapSign
from rules_core.games.first_rails.ending import chain
from rules_core.line.companies import Company
from rules_core.line.table import Table


def worth(table: Table, company: Company) -> int:
    """The stations of a company's longest chain, each of which gives its director a thousand passengers."""
    return chain(table, company.id)


def worth_in_words(context: RenderContext, company: Company) -> str:
    """The longest chain of a company, in words."""
    length = worth(context.table, company)
    return context.catalogue.plural("longest chain: %(n)s tile", "longest chain: %(n)s tiles", length)


def map_signs(context: RenderContext) -> Sequence[MapSign]:
    """The line around chains, and the frame of tiles being built on."""
    text, table = context.catalogue.text, context.table
    frame = f'<path d="M-42-42H42V42H-42z" fill="{LIT["grass"]}" stroke="{LIT["ink"]}" stroke-width="9"/>'
    signs = [MapSign(frame, text("Tile being built on"))]
    if any(worth(table, company) > 1 for company in table.companies.values()):
        chained = (
            '<rect x="-42" y="-34" width="84" height="68" rx="22" fill="none" '
            f'stroke="{LIT["ink"]}" stroke-width="13"/>'
            '<use href="#map-company-0" transform="translate(-15) scale(.6)"/>'
            '<use href="#map-company-0" transform="translate(17) scale(.6)"/>'
        )
        signs.append(
            MapSign(chained, text("Longest chain of a company, in its colour: 1,000 passengers for each tile"))
        )
    return signs
