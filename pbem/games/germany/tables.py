"""The tables of Germany with its public JSON, and the game at a glance with its printed map."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from msgspec import structs

from pbem.games.germany.ends import describe_extra
from pbem.games.germany.notation import COLOURS, LETTER
from pbem.games.line import reference_sheet
from pbem.games.line.map_page import CompanyMark
from pbem.games.line.public_data import THOUSAND, CompanyData, PublicDataSpec, Rank, company_data
from pbem.games.line.reference_sheet import printed_map, table_at_start
from pbem.games.line.render_context import RenderContext, on_tile
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
from rules_core.games.germany import game as germany
from rules_core.grid import SIDES, SIZE, Square, cell_of, step
from rules_core.line import chart
from rules_core.line.actions import Face
from rules_core.line.chart import Chart, Town, TownSite
from rules_core.line.components import Components
from rules_core.line.events import Standing
from rules_core.line.sectors import chart_of, site_cost, takers
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


@dataclass(frozen=True)
class GermanyCompanyRow:
    """A company, or the white squares where `sign` is None.

    `stations` are those to build, None where that does not apply; `squares` the town squares at each of
    `GermanyReferenceSheet.prices`.
    """

    name: str
    sign: CompanyMark | None
    stations: int | None
    squares: tuple[int, ...]

    @property
    def total(self) -> int:
        """All its town squares."""
        return sum(self.squares)


@dataclass(frozen=True)
class SiteCell:
    """A town square: whose it is (None: a white one), the dice a station takes there, and what maps call it.

    `extra` says which of the dice are for a range or river; `builders` are the companies that may build first.
    """

    company: str | None
    sign: CompanyMark | None
    price: int
    square: str
    extra: str
    builders: tuple[tuple[str, CompanyMark], ...] = ()


@dataclass(frozen=True)
class TownRow:
    """A town, the sectors it lies in, and its squares."""

    name: str
    sectors: tuple[int, ...]
    sites: tuple[SiteCell, ...]


@dataclass(frozen=True)
class CountryRow:
    """A country: what a station costs there, the German squares beside it, and whether the variant may start there."""

    name: str
    price: int
    beside: tuple[str, ...]
    is_start: bool


@dataclass(frozen=True)
class GermanyReferenceSheet:
    """Germany as its reference page shows it, in one language."""

    box: Components
    catalogue: Catalogue

    @property
    def chart(self) -> Chart:
        """The printed map."""
        return chart_of(self.box)

    @property
    def drawing(self) -> Markup:
        """The printed map, drawn; the tables tell all of it in words."""
        return Markup(printed_map(germany.kind, self.box.text))

    @property
    def numbers(self) -> reference_sheet.Numbers:
        """The numbers that the engine counts with."""
        return reference_sheet.numbers(self.prices)

    @property
    def faces(self) -> dict[Face, int]:
        """The number of times each face is on a die."""
        return reference_sheet.faces(self.box)

    @property
    def prices(self) -> tuple[int, ...]:
        """The costs of stations in towns, the cheapest first (GE-31)."""
        return tuple(sorted({site.price for site in self.chart.sites.values()}))

    @property
    def abroad(self) -> tuple[int, ...]:
        """The costs of stations abroad, the cheapest first (GE-32)."""
        return tuple(sorted(set(self.chart.country_prices.values())))

    @property
    def across(self) -> int:
        """Sectors side by side (GE-2)."""
        return chart.ACROSS

    @property
    def down(self) -> int:
        """Sectors from north to south (GE-2)."""
        return chart.DOWN

    @property
    def size(self) -> int:
        """Squares along a side of a sector (GE-2)."""
        return SIZE

    @property
    def start(self) -> str:
        """The square of the first straight (GE-3)."""
        return square_name(self.chart.start)

    @property
    def rivers(self) -> tuple[str, ...]:
        """The rivers that cost dice (GE-24)."""
        return tuple(map(self.catalogue.text, self.chart.river_names.values()))

    @property
    def companies(self) -> tuple[GermanyCompanyRow, ...]:
        """The companies, in the cards' order, with their town squares; last the white squares."""
        signs = zip(self.box.companies, reference_sheet.signs(self.box), strict=True)
        rows = [
            GermanyCompanyRow(
                card.name, sign, sum(number for _, _, number in card.stations), self._squares(card.colour)
            )
            for card, sign in signs
        ]
        return (*rows, GermanyCompanyRow(self.catalogue.text("white squares"), None, None, self._squares(None)))

    @property
    def towns(self) -> tuple[TownRow, ...]:
        """The towns by name."""
        by_name = sorted(self.chart.towns, key=lambda town: town.name)
        return tuple(TownRow(town.name, _sectors(town), tuple(self._cells(town.sites))) for town in by_name)

    @property
    def countries(self) -> tuple[CountryRow, ...]:
        """The countries by name."""
        starts = {*self.chart.south, *self.chart.north}
        by_name = sorted((name, square) for square, name in self.chart.countries.items())
        return tuple(
            CountryRow(
                self.catalogue.text(name), self.chart.country_prices[name], tuple(self._beside(square)), name in starts
            )
            for name, square in by_name
        )

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The variants that differ from the usual game, as options and values."""
        return reference_sheet.variants(germany.options)

    def _squares(self, colour: str | None) -> tuple[int, ...]:
        sites = [site for site in self.chart.sites.values() if site.colour == colour]
        return tuple(sum(site.price == price for site in sites) for price in self.prices)

    def _cells(self, sites: Iterable[TownSite]) -> Iterator[SiteCell]:
        context = RenderContext(table_at_start(germany.kind, self.box.text), (), self.catalogue)
        signed = list(zip(self.box.companies, reference_sheet.signs(self.box), strict=True))
        for site in sites:
            able = {company.id for company in takers(context.table, site.square)}
            name, sign = next(((card.name, sign) for card, sign in signed if card.colour == site.colour), (None, None))
            yield SiteCell(
                name,
                sign,
                site_cost(context.table, site.square),
                square_name(site.square),
                describe_extra(context, site.square),
                () if site.colour else tuple((card.name, sign) for card, sign in signed if card.id in able),
            )

    def _beside(self, square: Square) -> Iterator[str]:
        beside = (step(square, side) for side in SIDES)
        return (square_name(one) for one in beside if self.chart.is_german(one))


def square_name(square: Square) -> str:
    """A square of the board as orders and maps name it: "S14 c3"."""
    return f"{LETTER}{chart.number(cell_of(square))} {on_tile(square)}"


def _sectors(town: Town) -> tuple[int, ...]:
    return tuple(sorted({chart.number(cell_of(site.square)) for site in town.sites}))
