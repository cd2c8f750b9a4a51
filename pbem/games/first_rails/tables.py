"""The tables of The First Rails with its public JSON, the game at a glance, and the notation of its orders and
corrections.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.games.line import reference_sheet
from pbem.games.line.map_page import CompanyMark
from pbem.games.line.orders.names import tile_name
from pbem.games.line.public_data import THOUSAND, PublicDataSpec, Rank, company_data
from pbem.games.line.render_context import RenderContext, kind_word, station_word
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
from pbem.i18n import Catalogue
from pbem.reports.document import Block, Grid, Paragraph
from pbem.reports.plain import shortened
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import Layout, Terrain
from rules_core.line import companies as line_companies
from rules_core.line import legality
from rules_core.line.actions import Face
from rules_core.line.components import PRICES, TERRAINS, Components
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


@dataclass(frozen=True)
class FirstRailsCompanyRow:
    """A company as the table shows it."""

    name: str
    sign: CompanyMark
    stations: tuple[int, ...]
    """The numbers of stations: for each of `FirstRailsReferenceSheet.stations`, at each of
    `FirstRailsReferenceSheet.prices`.
    """

    @property
    def total(self) -> int:
        """All its stations."""
        return sum(self.stations)


@dataclass(frozen=True)
class TileRow:
    """A kind of tile: what it is called, how many small ones there are, and the ways it can lie with their names."""

    name: str
    count: int
    ways: tuple[tuple[str, Layout], ...]


@dataclass(frozen=True)
class FirstRailsReferenceSheet:
    """The First Rails as its reference page shows it, in one language."""

    box: Components
    catalogue: Catalogue

    @property
    def numbers(self) -> reference_sheet.Numbers:
        """The numbers that the engine counts with."""
        return reference_sheet.numbers(self.prices)

    @property
    def shares(self) -> int:
        """Shares of each company (FR-3)."""
        return line_companies.SHARES

    @property
    def around(self) -> int:
        """Squares around a station that decide its kind (FR-52)."""
        return legality.NEEDED_AROUND

    @property
    def faces(self) -> dict[Face, int]:
        """The number of times each face is on a die."""
        return reference_sheet.faces(self.box)

    @property
    def stations(self) -> tuple[str, ...]:
        """The kinds of station, in the order of the table's columns."""
        return tuple(station_word(terrain, self.catalogue) for terrain in TERRAINS)

    @property
    def prices(self) -> tuple[int, ...]:
        """The costs of stations of each kind, cheaper and dearer."""
        return PRICES

    @property
    def companies(self) -> tuple[FirstRailsCompanyRow, ...]:
        """The companies, in the cards' order."""
        rows = []
        for card, sign in zip(self.box.companies, reference_sheet.signs(self.box), strict=True):
            numbers = {(terrain, price): number for terrain, price, number in card.stations}
            stations = tuple(numbers.get((terrain, price), 0) for terrain in TERRAINS for price in PRICES)
            rows.append(FirstRailsCompanyRow(card.name, sign, stations))
        return tuple(rows)

    @property
    def tiles(self) -> tuple[TileRow, ...]:
        """The kinds of tile."""
        language = self.catalogue.language
        return tuple(
            TileRow(
                kind_word(kind, self.catalogue),
                count,
                tuple((tile_name(layout, self.box, language), layout) for layout in self.box.tiles[kind]),
            )
            for kind, count in self.box.supply.items()
        )

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The variants that differ from the usual game, as options and values."""
        return reference_sheet.variants(first_rails.options)
