"""The tables of The First Rails: shares, stations left, players, how the game ended; and what its public JSON tells."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line.public_data import THOUSAND, PublicDataSpec, Rank, company_data
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
from rules_core.grid import Terrain
from rules_core.line.components import TERRAINS
from rules_core.line.events import Standing
from rules_core.line.table import Screen


def companies(context: RenderContext) -> list[Block]:
    """Tables of the companies: their directors, their shareholders, and the stations they have left."""
    return [shares(context), stations(context), Paragraph(note_on_stations(context))]


def shares(context: RenderContext) -> Grid:
    """A table of each company's director and shareholders; the last column is what the bank still sells."""
    text = context.catalogue.text
    short = [shortened(name, 7 if len(context.seats) > 3 else 9) for name in context.seats]
    head = [text("Shares"), text("director"), *short, text("bank")]
    rows = [head]
    for line in companies_of(context):
        director = NONE if line.director is None else short[line.director]
        rows.append([titled(line), director, *map(or_none, (*line.shares, line.unsold))])
    return grid(rows, range(2, len(head)))


def stations(context: RenderContext) -> Grid:
    """The stations each company has left, by kind and price, how many it has built, and its longest chain (FR-60)."""
    text = context.catalogue.text
    kinds = {"mountain": text("mountain"), "lake": text("lake"), "grassland": text("grassland")}
    head = [text("Stations left"), *(kinds[terrain] for terrain in TERRAINS), text("built"), text("chain")]
    rows = [head]
    for line in companies_of(context):
        left = [_stock(line, terrain) for terrain in TERRAINS]
        rows.append([titled(line), *left, or_none(line.built), or_none(line.chain)])
    return grid(rows, (4, 5))


def note_on_stations(context: RenderContext) -> str:
    """The meaning of the cells in the table of stations."""
    return context.catalogue.text(
        "2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."
    )


def players(context: RenderContext) -> Grid:
    """Each player's companies, the stations these have built, and the dice in front of the screen, by face."""
    text = context.catalogue.text
    rows = [[text("Players"), text("directs"), text("built"), *faces_head(context), text("in all")]]
    for line in seats_of(context):
        letters = "".join(company.sign.letter for company in line.directs)
        dice = [*faces_row(line.front), str(line.front.total)]
        rows.append([seated(line, context), letters or NONE, or_none(line.built), *dice])
    return grid(rows, range(2, 8), signs_from(context, 3))


def screens(context: RenderContext, seen: Sequence[Screen]) -> Grid:
    """A table of what lies behind the screens, where all may look (FR-6)."""
    text = context.catalogue.text
    rows = [[text("Behind the screens"), text("dice"), text("passengers")]]
    for seat, screen in enumerate(seen):
        rows.append([context.player(seat), str(screen.hidden), context.thousands(screen.passengers)])
    return grid(rows, (1, 2))


def behind(context: RenderContext, screen: Screen) -> str:
    """Describe what lies behind a player's own screen, in a sentence."""
    dice = context.catalogue.plural("%(n)s die", "%(n)s dice", screen.hidden)
    return context.catalogue.text(
        "Behind your screen: %(dice)s, %(passengers)s passengers.",
        dice=dice,
        passengers=context.thousands(screen.passengers),
    )


def standings(context: RenderContext) -> list[Block]:
    """The players as they stand when the game is over (FR-72)."""
    text = context.catalogue.text
    rows = [["", text("Player"), text("passengers"), text("? in front"), text("dice in all")]]
    rows += [_standing(context, standing) for standing in context.table.standings]
    tie = text("If passengers are tied, the most ? in front win, then the most dice in all (FR-72).")
    return [grid(rows, (0, 2, 3, 4)), Paragraph(tie)]


def _standing(context: RenderContext, standing: Standing) -> list[str]:
    return [
        f"{standing.place}.",
        context.player(standing.seat),
        context.thousands(standing.passengers),
        str(standing.wild),
        str(standing.dice),
    ]


def _stock(line: CompanyLine, terrain: Terrain) -> str:
    return " ".join(f"{s.left}x{s.price}" for s in line.stock if s.terrain == terrain) or NONE


def _behind_the_screen(line: SeatLine) -> int | None:
    return None if line.screen is None else line.screen.passengers * THOUSAND


def _rank(one: Standing) -> Rank:
    return Rank(one.place, one.seat, one.passengers * THOUSAND, one.wild, one.dice, None)


PUBLIC_DATA_SPEC: Final = PublicDataSpec(company_data, _behind_the_screen, _rank)
