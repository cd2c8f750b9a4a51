"""The printed parts of a board for drawings: terrain, rivers, towns and countries (GE-2, GE-24, GE-31, GE-32)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from rules_core.grid import SIDES, Square, step
from rules_core.line.chart import ABROAD, WATER, Chart
from rules_core.line.components import Components, components_from

Course: TypeAlias = tuple[Square, ...]
"""The squares of a river as it flows."""


class PrintedSite(Struct, frozen=True, array_like=True):
    """A town square: whose, by the company's place among the companies, None for anybody's; and its price."""

    square: Square
    company: int | None
    price: int


class PrintedTown(Struct, frozen=True, array_like=True):
    """A town and its squares."""

    name: str
    sites: tuple[PrintedSite, ...]


class Country(Struct, frozen=True, array_like=True):
    """A country, the one square in it where a station may stand, and the price of that."""

    name: str
    square: Square
    price: int


class River(Struct, frozen=True, array_like=True):
    """A river. Where it comes out of water or from abroad, or goes there or into a river, that square is told too."""

    name: str
    course: Course
    from_beyond: bool
    to_beyond: bool

    @property
    def bearing(self) -> Course:
        """The squares that bear the river's name (GE-24)."""
        return self.course[self.from_beyond : len(self.course) - self.to_beyond]


class Printed(Struct, frozen=True):
    """A printed board. About 4 KB as JSON."""

    ground: tuple[str, ...]
    """Rows of the signs of `rules_core.line.chart`, north first."""
    rivers: tuple[River, ...]
    towns: tuple[PrintedTown, ...]
    countries: tuple[Country, ...]
    """Named as maps of the board's own country name them."""

    def is_on_board(self, square: Square) -> bool:
        """Whether a square is one of the board's."""
        return 0 <= square.y < len(self.ground) and 0 <= square.x < len(self.ground[0])

    def sign(self, square: Square) -> str:
        """The ground of a square; beyond the board it is as on its rim."""
        row = self.ground[min(max(square.y, 0), len(self.ground) - 1)]
        return row[min(max(square.x, 0), len(row) - 1)]


def printed(box: Components) -> Printed | None:
    """The printed parts of the board of a box, None for one without."""
    return _printed(box.text) if box.chart else None


@lru_cache(maxsize=8)
def _printed(text: str) -> Printed | None:
    box = components_from(text)
    return _extract(box, box.chart) if box.chart else None


def _extract(box: Components, chart: Chart) -> Printed:
    places = {card.colour: place for place, card in enumerate(box.companies)}
    return Printed(
        ground=chart.ground,
        rivers=tuple(_river(chart, letter, name) for letter, name in chart.river_names.items()),
        towns=tuple(
            PrintedTown(
                town.name, tuple(PrintedSite(s.square, places.get(s.colour or ""), s.price) for s in town.sites)
            )
            for town in chart.towns
        ),
        countries=tuple(
            Country(chart.written[name], square, chart.country_prices[name]) for square, name in chart.countries.items()
        ),
    )


def _river(chart: Chart, letter: str, name: str) -> River:
    """A river from its beginning to its end.

    Where both its tips lie beside what it flows into, that on level ground is its mouth.
    """
    begins, ends = chart.flow[letter]
    squares = {square for square in _squares(chart) if chart.river(square) == letter}
    tips = [square for square in sorted(squares) if len(_beside(square, squares)) < 2] or [min(squares)]
    courses = [_chain(tip, squares) for tip in tips]
    course = max(
        courses,
        key=lambda chain: (
            _beyond(chart, chain[::-1], begins) is not None,
            _beyond(chart, chain, ends) is not None,
            chart.sign(chain[0]) == "^",
        ),
    )
    first, last = _beyond(chart, course[::-1], begins), _beyond(chart, course, ends)
    whole = (*([first] if first else []), *course, *([last] if last else []))
    return River(name, whole, first is not None, last is not None)


def _squares(chart: Chart) -> Iterator[Square]:
    return (Square(x, y) for y, row in enumerate(chart.ground) for x in range(len(row)))


def _beside(square: Square, squares: set[Square]) -> list[Square]:
    return [other for side in SIDES if (other := step(square, side)) in squares]


def _chain(tip: Square, squares: set[Square]) -> Course:
    found = [tip]
    while further := [square for square in _beside(found[-1], squares) if square not in found]:
        found.append(further[0])
    return tuple(found)


def _beyond(chart: Chart, course: Course, bank: str) -> Square | None:
    def is_it(square: Square) -> bool:
        if bank in ("water", "border"):
            return chart.sign(square) == (WATER if bank == "water" else ABROAD)
        return chart.river(square) == bank

    last, before = course[-1], course[-2:][0]
    ahead = Square(2 * last.x - before.x, 2 * last.y - before.y)
    found = [square for side in SIDES if is_it(square := step(last, side))]
    return ahead if ahead in found else next(iter(found), None)
