"""Companies: stations in stock, shares sold, directors, and chains of stations (FR-3, FR-20, FR-60, FR-61)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_core.grid import (
    SIDES,
    Cell,
    step_cell,
)
from rules_core.kernel.codec import stored_as
from rules_core.line.components import CompanyCard, StationKind

SHARES = 10
"""The shares of each company (FR-3)."""


@stored_as("Stock")
@dataclass(frozen=True, slots=True)
class Stock:
    """Stations of one kind and price that a company has left."""

    terrain: StationKind
    price: int
    left: int


@stored_as("Company")
@dataclass(frozen=True, slots=True)
class Company:
    """A company in play: its director's seat, the shares the bank still has, and its stations left."""

    id: str
    director: int | None
    unsold: int
    stock: tuple[Stock, ...]

    @property
    def stations_left(self) -> int:
        """All stations not yet built."""
        return sum(stock.left for stock in self.stock)

    def left(self, terrain: StationKind, price: int | None = None) -> int:
        """Stations left of a terrain, at one price or at any."""
        return sum(s.left for s in self.stock if s.terrain == terrain and price in (None, s.price))

    def cheapest(self, terrain: StationKind) -> int | None:
        """The lowest price of a station left of this terrain."""
        return min((s.price for s in self.stock if s.terrain == terrain and s.left), default=None)

    def with_built(self, terrain: StationKind, price: int) -> "Company":
        """The company after one such station was taken off its card."""
        stock = tuple(
            replace(s, left=s.left - 1) if (s.terrain, s.price) == (terrain, price) else s for s in self.stock
        )
        return replace(self, stock=stock)


def founded(card: CompanyCard) -> Company:
    """A company at the start of a game."""
    stock = tuple(Stock(terrain, price, number) for terrain, price, number in card.stations)
    return Company(card.id, None, SHARES, stock)


def longest_chain(cells: Iterable[Cell]) -> int:
    """The size of the largest orthogonally connected group of these cells (FR-60)."""
    left = set(cells)
    best = 0
    while left:
        group = [left.pop()]
        for cell in group:
            for side in SIDES:
                beside = step_cell(cell, side)
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
        best = max(best, len(group))
    return best


def elected(shares: Sequence[int], director: int | None, start: int, tie: str) -> int | None:
    """The director for the next year, from each seat's shares; None where nobody holds any (FR-61).

    `start` is the start player of the year just played, and `tie` the value of the option `director_tie`.
    """
    most = max(shares)
    if most == 0:
        return None
    tied = [seat for seat, held in enumerate(shares) if held == most]
    if director in tied:
        return director
    # The old director is none of the tied: counting from that seat is counting from the next.
    first = start if director is None or tie == "faq" else director
    return min(tied, key=lambda seat: (seat - first) % len(shares))


def sold_out(companies: Mapping[str, Company]) -> int:
    """The number of companies that have sold all their shares out of the bank (FR-21)."""
    return sum(company.unsold == 0 for company in companies.values())
