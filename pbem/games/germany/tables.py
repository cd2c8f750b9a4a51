"""The tables of Germany: companies, passengers, players, how the game ended; and what its public JSON tells."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from pbem.games.germany.names import COLOURS
from pbem.games.line.public_data import THOUSAND, CompanyData, PublicDataSpec, Rank, company_data
from pbem.games.line.render_context import RenderContext
from pbem.games.line.tables import (
    NONE,
    CompanyLine,
    SeatLine,
    companies_of,
    faces_head,
    faces_row,
    grid,
    or_none,
    seated,
    seats_of,
    signs_from,
    titled,
)
from pbem.reports.document import Block, Grid, Paragraph
from pbem.reports.plain import shortened
from rules_core.line.events import Standing
from rules_core.line.table import Screen

_COLUMN = 7
"""Columns of a player's name at the head of their column."""


def companies(context: RenderContext) -> list[Block]:
    """Tables of the companies: their directors, the stations they have left, and their passengers."""
    return [_stations(context), _passengers(context)]


def _stations(context: RenderContext) -> Grid:
    text = context.catalogue.text
    rows = [[text("Stations"), text("colour"), text("director"), text("standing"), text("left")]]
    for line, company in zip(companies_of(context), context.table.companies.values(), strict=True):
        director = NONE if line.director is None else shortened(context.player(line.director), 12)
        colour = text(COLOURS[context.components.companies[context.components.company_index(line.id)].colour])
        rows.append([titled(line), colour, director, or_none(line.built), or_none(company.stations_left)])
    return grid(rows, (3, 4))


def _passengers(context: RenderContext) -> Grid:
    """The global image and the local ones side by side (GE-5)."""
    text = context.catalogue.text
    head = [text("Passengers"), text("waiting"), *(shortened(name, _COLUMN) for name in context.seats)]
    lines = companies_of(context)
    rows = [[titled(line), *(_counted(context, number) for number in (line.waiting, *line.carried))] for line in lines]
    return grid([head, *rows], range(1, len(head)))


def players(context: RenderContext) -> Grid:
    """Each player's companies, the passengers carried in all, and the dice in front of the screen, by face."""
    text = context.catalogue.text
    rows = [[text("Players"), text("directs"), text("carried"), *faces_head(context)]]
    for line in seats_of(context):
        letters = "".join(company.sign.letter for company in line.directs)
        rows.append([seated(line, context), letters or NONE, _counted(context, line.carried), *faces_row(line.front)])
    return grid(rows, range(2, 7), signs_from(context, 3))


def screens(context: RenderContext, seen: Sequence[Screen]) -> Grid:
    """The dice that lay behind the screens, once they are lifted."""
    text = context.catalogue.text
    rows = [[text("Behind the screens"), text("dice")]]
    rows += [[context.player(seat), str(screen.hidden)] for seat, screen in enumerate(seen)]
    return grid(rows, (1,))


def behind(context: RenderContext, screen: Screen) -> str:
    """Describe what lies behind a player's own screen, in a sentence."""
    dice = context.catalogue.plural("%(n)s die", "%(n)s dice", screen.hidden)
    return context.catalogue.text("Behind your screen: %(dice)s.", dice=dice)


def standings(context: RenderContext) -> list[Block]:
    """The players as they stand when the game is over (GE-42)."""
    text = context.catalogue.text
    rows = [["", text("Player"), text("passengers"), text("directorships")]]
    rows += [_standing(context, standing) for standing in context.table.standings]
    return [grid(rows, (0, 2, 3)), Paragraph(_decided(context))]


def _decided(context: RenderContext) -> str:
    without = [context.company(company) for company in context.table.companies if not context.table.built(company)]
    is_won = any(standing.place for standing in context.table.standings)
    if without and is_won:
        return context.catalogue.text(
            "Without a station: %(companies)s. While a company has none, nobody wins unless the others concede "
            "(GE-42).",
            companies=context.listed(without),
        )
    if without:
        return context.catalogue.text(
            "Without a station: %(companies)s. While a company has none, nobody wins (GE-42).",
            companies=context.listed(without),
        )
    return context.catalogue.text(
        "If passengers are tied, the most directorships win; after that the victory is shared (GE-42)."
    )


def _standing(context: RenderContext, standing: Standing) -> list[str]:
    place = f"{standing.place}." if standing.place else NONE
    passengers = _counted(context, standing.passengers)
    return [place, context.player(standing.seat), passengers, or_none(standing.offices)]


def _counted(context: RenderContext, thousands: int) -> str:
    return context.thousands(thousands) if thousands else NONE


def _company(line: CompanyLine) -> CompanyData:
    return structs.replace(
        company_data(line),
        shares=None,
        unsold=None,
        waiting=line.waiting * THOUSAND,
        carried=tuple(passengers * THOUSAND for passengers in line.carried),
        chain=None,
    )


def _in_the_open(line: SeatLine) -> int:
    return line.carried * THOUSAND


def _rank(one: Standing) -> Rank:
    return Rank(one.place, one.seat, one.passengers * THOUSAND, None, None, one.offices)


PUBLIC_DATA_SPEC: Final = PublicDataSpec(_company, _in_the_open, _rank)
