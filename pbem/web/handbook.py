"""What the reference pages tell, taken from the data and the constants that the engine itself plays by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.orders import tile_name
from pbem.reports.board import Company
from pbem.reports.emblems import Emblem, emblem
from pbem.reports.names import company_letters, kind_word, station_word
from rules_core import companies, deed, legality, turns
from rules_core.components import PRICES, TERRAINS, Components
from rules_core.dice import FACES, Face
from rules_core.games import first_rails
from rules_core.rulebook import RULES, Rule
from rules_core.terrain import Layout

CHAPTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "first_rails": {
        "FR-1": N_("The box and the start"),
        "FR-10": N_("A turn"),
        "FR-20": N_("Shares"),
        "FR-30": N_("Track and tiles"),
        "FR-50": N_("Stations"),
        "FR-60": N_("The end of a year"),
        "FR-70": N_("The end of the game"),
    }
}
"""For each kind of game the rules that begin a chapter, in the rulebook's order, and the chapters' titles."""


@dataclass(frozen=True)
class Chapter:
    """A stretch of the rulebook. `title` is a message id."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Numbers:
    """The numbers of The First Rails."""

    dice: int
    dice_extended: int
    first_dice: int
    """Each player's "?" at the start, and the least income."""
    kept: int
    """Dice that may stay in front at a turn's end."""
    bonus: int
    """Dice for connecting a tile, and for a station."""
    shares: int
    """Shares of each company."""
    mountain: int
    """What a mountain range costs."""
    lake: int
    """What a lake costs."""
    cheap: int
    dear: int
    """The two prices of stations."""
    pieces: int
    """Pieces on a tile before the line may leave it."""
    around: int
    """Squares around a station that decide its kind."""


@dataclass(frozen=True)
class CompanyRow:
    """A company as the table shows it."""

    name: str
    sign: Emblem
    stations: tuple[int, ...]
    """The numbers of stations: for each of `Sheet.stations`, at each of `Sheet.prices`."""

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
class Sheet:
    """The First Rails as its reference page shows it, in one language."""

    box: Components
    catalogue: Catalogue

    @property
    def numbers(self) -> Numbers:
        """What the engine counts with."""
        return Numbers(
            dice=turns.DICE["no"],
            dice_extended=turns.DICE["yes"],
            first_dice=turns.FIRST_DICE,
            kept=turns.KEPT,
            bonus=deed.BONUS,
            shares=companies.SHARES,
            mountain=legality.DUES["mountain"],
            lake=legality.DUES["lake"],
            cheap=PRICES[0],
            dear=PRICES[1],
            pieces=legality.NEEDED_TO_CONNECT,
            around=legality.NEEDED_AROUND,
        )

    @property
    def faces(self) -> dict[Face, int]:
        """How often each face is on a die."""
        return {face: self.box.faces.count(face) for face in FACES}

    @property
    def stations(self) -> tuple[str, ...]:
        """The kinds of station, in the order of the table's columns."""
        return tuple(station_word(terrain, self.catalogue) for terrain in TERRAINS)

    @property
    def prices(self) -> tuple[int, ...]:
        """What stations of each kind cost, cheaper and dearer."""
        return PRICES

    @property
    def companies(self) -> tuple[CompanyRow, ...]:
        """The companies, in the cards' order."""
        return tuple(self._companies())

    def _companies(self) -> Iterator[CompanyRow]:
        for place, (card, letter) in enumerate(zip(self.box.companies, company_letters(self.box), strict=True)):
            numbers = {(terrain, price): number for terrain, price, number in card.stations}
            stations = tuple(numbers.get((terrain, price), 0) for terrain in TERRAINS for price in PRICES)
            yield CompanyRow(card.name, emblem(Company(card.name, letter, card.colour), place), stations)

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
        return tuple((option, value) for option, values in first_rails.OPTIONS.items() for value in values[1:])


def chapters(kind: str) -> tuple[Chapter, ...]:
    """The rules of a kind of game in chapters. Raises KeyError for an unknown one."""
    found: list[Chapter] = []
    titles = CHAPTERS[kind]
    prefix = next(iter(titles)).partition("-")[0]
    for rule in RULES.values():
        if rule.id in titles:
            found.append(Chapter(titles[rule.id], ()))
        if rule.id.startswith(f"{prefix}-"):
            found[-1] = Chapter(found[-1].title, (*found[-1].rules, rule))
    return tuple(found)
