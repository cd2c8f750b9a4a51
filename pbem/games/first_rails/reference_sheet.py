"""The First Rails at a glance."""

from dataclasses import dataclass

from pbem.games.line import reference_sheet as glance
from pbem.games.line.map_page import CompanyMark
from pbem.games.line.orders.names import tile_name
from pbem.games.line.render_context import kind_word, station_word
from pbem.i18n import Catalogue
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import Layout
from rules_core.line import companies, legality
from rules_core.line.components import PRICES, TERRAINS, Components
from rules_core.line.dice import Face


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
    def numbers(self) -> glance.Numbers:
        """The numbers that the engine counts with."""
        return glance.numbers(self.prices)

    @property
    def shares(self) -> int:
        """Shares of each company (FR-3)."""
        return companies.SHARES

    @property
    def around(self) -> int:
        """Squares around a station that decide its kind (FR-52)."""
        return legality.NEEDED_AROUND

    @property
    def faces(self) -> dict[Face, int]:
        """The number of times each face is on a die."""
        return glance.faces(self.box)

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
        for card, sign in zip(self.box.companies, glance.signs(self.box), strict=True):
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
        return glance.variants(first_rails.options)
