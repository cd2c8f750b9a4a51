"""Germany at a glance: its numbers, its companies, and the printed map with its towns, rivers and countries."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from pbem.games.germany.ends import describe_extra
from pbem.games.germany.names import LETTER
from pbem.games.line import reference_sheet as glance
from pbem.games.line.map_page import CompanyMark
from pbem.games.line.reference_sheet import printed_map, table_at_start
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.i18n import Catalogue
from rules_core.games.germany import game as germany
from rules_core.grid import SIDES, SIZE, Square, cell_of, step
from rules_core.line import chart
from rules_core.line.chart import Chart, Town, TownSite
from rules_core.line.components import Components
from rules_core.line.dice import Face
from rules_core.line.sectors import chart_of, site_cost, takers


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
    def numbers(self) -> glance.Numbers:
        """The numbers that the engine counts with."""
        return glance.numbers(self.prices)

    @property
    def faces(self) -> dict[Face, int]:
        """The number of times each face is on a die."""
        return glance.faces(self.box)

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
        signs = zip(self.box.companies, glance.signs(self.box), strict=True)
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
        return glance.variants(germany.options)

    def _squares(self, colour: str | None) -> tuple[int, ...]:
        sites = [site for site in self.chart.sites.values() if site.colour == colour]
        return tuple(sum(site.price == price for site in sites) for price in self.prices)

    def _cells(self, sites: Iterable[TownSite]) -> Iterator[SiteCell]:
        context = RenderContext(table_at_start(germany.kind, self.box.text), (), self.catalogue)
        signed = list(zip(self.box.companies, glance.signs(self.box), strict=True))
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
