"""The chart: a printed board of fixed ground, with its rivers, towns and countries abroad (GE-2, GE-24, GE-31, GE-32).

Squares are those of `geometry`, (0, 0) being the north-west corner; a sector is a cell of seven by seven of them.
Nothing on a chart ever changes: what has been built and used up belongs to a game's state.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rules_core.grid import SIZE, BadComponents, Cell, Mask, N, S, Square, bit, cell_of, step

ACROSS: Final = 4
"""Sectors side by side on the board (GE-2)."""
DOWN: Final = 6
WIDTH: Final = ACROSS * SIZE
HEIGHT: Final = DOWN * SIZE
WATER: Final = "~"
ABROAD: Final = "x"
LAND: Final = ".^"
"""The signs of German land, level and mountain."""
NO_RIVER: Final = "."
BANKS: Final = ("source", "water", "border")
"""How a river may begin; it ends at one of the last two, or in another river."""
FREE: Final = "white"
"""What the data calls a town square that is no one company's."""
COLOURS: Final = ("red", "yellow", "purple", "blue", "green")
PRICES: Final = (3, 5)
"""What a station costs on a town square, cheaper and dearer (GE-31)."""


@dataclass(frozen=True, slots=True)
class TownSite:
    """A town square: the colour of the company it is printed for, None for a white one, and its price (GE-31)."""

    square: Square
    town: str
    colour: str | None
    price: int


@dataclass(frozen=True, slots=True)
class Town:
    """A town: where it really lies, in degrees east and north, and its squares as told."""

    name: str
    longitude: float
    latitude: float
    sites: tuple[TownSite, ...]


@dataclass(frozen=True, eq=False)
class Chart:
    """A printed board. Both grids are rows of signs, north first; the signs are told at the head of the data file."""

    ground: tuple[str, ...]
    rivers: tuple[str, ...]
    river_names: Mapping[str, str]
    """The names of the rivers by letter, in the order of GE-24."""
    flow: Mapping[str, tuple[str, str]]
    """How each river begins and ends, by letter: "source", "water", "border" or another's letter."""
    towns: tuple[Town, ...]
    countries: Mapping[Square, str]
    """The coloured squares abroad (GE-32)."""
    country_prices: Mapping[str, int]
    written: Mapping[str, str]
    """The countries' names as maps of the printed board's own country write them."""
    start: Square
    """Where the first straight lies, north-south (GE-3)."""
    south: tuple[str, ...]
    """The countries one of which the variant `two_starts` begins on in the south (GE-3)."""
    north: tuple[str, ...]

    @cached_property
    def sites(self) -> Mapping[Square, TownSite]:
        """Every town square."""
        return {site.square: site for town in self.towns for site in town.sites}

    @cached_property
    def in_town(self) -> Mapping[str, tuple[TownSite, ...]]:
        """The squares of each town."""
        return {town.name: town.sites for town in self.towns}

    def sign(self, square: Square) -> str:
        """The ground of a square; off the board all is abroad."""
        return self._signs.get(square, ABROAD)

    def river(self, square: Square) -> str | None:
        """The letter of the river that a square bears (GE-24)."""
        return self._letters.get(square)

    def is_german(self, square: Square) -> bool:
        """Whether track may lie on a square by its ground: land or water of the board, not abroad (GE-23)."""
        return square in self._german

    def german(self, cell: Cell) -> Mask:
        """Those squares of a sector on which track may lie by their ground; none for a cell off the board."""
        return self._masks.get(cell, 0)

    def country(self, square: Square) -> str | None:
        """The country whose coloured square this is (GE-32)."""
        return self.countries.get(square)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The sectors that hold at least one square on which track may lie, by rising number."""
        return tuple(cell for cell in _CELLS if self._masks[cell])

    def rows(self, cell: Cell) -> tuple[str, ...]:
        """A sector of the board as seven rows of `grid.SIGNS`; land abroad is told as grass.

        Raises KeyError for a cell off the board.
        """
        return self._rows[cell]

    @cached_property
    def _signs(self) -> Mapping[Square, str]:
        return {Square(x, y): sign for y, row in enumerate(self.ground) for x, sign in enumerate(row)}

    @cached_property
    def _letters(self) -> Mapping[Square, str]:
        every = ((Square(x, y), letter) for y, row in enumerate(self.rivers) for x, letter in enumerate(row))
        return {square: letter for square, letter in every if letter != NO_RIVER}

    @cached_property
    def _german(self) -> frozenset[Square]:
        return frozenset(square for square, sign in self._signs.items() if sign != ABROAD)

    @cached_property
    def _masks(self) -> Mapping[Cell, Mask]:
        masks = dict.fromkeys(_CELLS, 0)
        for square in self._german:
            masks[cell_of(square)] |= bit(square)
        return masks

    @cached_property
    def _rows(self) -> Mapping[Cell, tuple[str, ...]]:
        grass = [row.replace(ABROAD, ".") for row in self.ground]
        return {cell: tuple(row[cell.x * SIZE :][:SIZE] for row in grass[cell.y * SIZE :][:SIZE]) for cell in _CELLS}


_CELLS: Final = tuple(Cell(x, y) for y in range(DOWN) for x in range(ACROSS))


def number(cell: Cell) -> int:
    """A sector's number, 1 to 24, row by row from the north-west (GE-2)."""
    return cell.y * ACROSS + cell.x + 1


def chart_from(data: Mapping[str, Any]) -> Chart:
    """The chart that a map's data tells of. Raises BadComponents, naming the key that is wrong."""
    board = _table(data, "map")
    names = _table(data, "river")
    countries = [_country(entry) for entry in _tables(data, "country")]
    written = {_name(entry, "country"): str(entry.get("written", entry["name"])) for entry in data["country"]}
    starts = _table(data, "two_starts")
    chart = Chart(
        ground=_grid(board, "ground", {*LAND, WATER, ABROAD}),
        rivers=_grid(board, "rivers", {NO_RIVER, *names}),
        river_names={str(letter): str(name) for letter, name in names.items()},
        flow={letter: tuple(letters) for letter, letters in _table(data, "flow").items() if isinstance(letters, list)},
        towns=tuple(_town(entry) for entry in _tables(data, "town")),
        countries={square: name for square, name, _ in countries},
        country_prices={name: price for _, name, price in countries},
        written=written,
        start=_square(board, "start", "map"),
        south=_names(starts, "south"),
        north=_names(starts, "north"),
    )
    _once((square for square, _, _ in countries), "country", "two countries on one square")
    _once((name for _, name, _ in countries), "country", "two countries of one name")
    _check_rivers(chart)
    _check_flow(chart)
    _check_towns(chart)
    _check_abroad(chart)
    _check_start(chart)
    return chart


def _check_rivers(chart: Chart) -> None:
    if NO_RIVER in chart.river_names:
        raise BadComponents(f'river: "{NO_RIVER}" tells that there is none')
    for letter, name in chart.river_names.items():
        if not any(letter in row for row in chart.rivers):
            raise BadComponents(f"river.{letter}: {name} bears no square of map.rivers")
    for y, row in enumerate(chart.rivers):
        for x, letter in enumerate(row):
            if letter != NO_RIVER and chart.ground[y][x] not in LAND:
                raise BadComponents(f"map.rivers: a river at [{x}, {y}], which is no German land")


def _check_flow(chart: Chart) -> None:
    for letter in sorted(chart.flow.keys() | chart.river_names.keys()):
        mouths = [end for end in (*BANKS[1:], *chart.river_names) if end != letter]
        match chart.flow.get(letter):
            case (begins, ends) if letter in chart.river_names and begins in BANKS and ends in mouths:
                continue
        raise BadComponents(f"flow.{letter}: [{' or '.join(BANKS)}, {' or '.join(BANKS[1:])} or another river]")


def _check_towns(chart: Chart) -> None:
    _once((town.name for town in chart.towns), "town", "two towns of one name")
    _once((site.square for town in chart.towns for site in town.sites), "town", "two town squares in one place")
    for site in chart.sites.values():
        if chart.sign(site.square) not in LAND:
            raise BadComponents(f"town.{site.town}.squares: {list(site.square)} is no German land")
    for town in chart.towns:
        _once(
            (site.colour for site in town.sites if site.colour),
            f"town.{town.name}.squares",
            "one station of each colour in a town",
        )


def _check_abroad(chart: Chart) -> None:
    for square, name in chart.countries.items():
        if square not in chart._signs or chart.sign(square) != ABROAD:
            raise BadComponents(f'country.{name}.at: {list(square)} is not "{ABROAD}" in map.ground')
    for key, names in (("south", chart.south), ("north", chart.north)):
        if not names or set(names) - chart.country_prices.keys():
            raise BadComponents(f"two_starts.{key}: names of countries")
    if set(chart.south) & set(chart.north):
        raise BadComponents("two_starts: a country both in the south and in the north")


def _check_start(chart: Chart) -> None:
    """The start straight and the squares both its ends point to must be free land of one sector."""
    for square in (chart.start, step(chart.start, N), step(chart.start, S)):
        free = chart.sign(square) in LAND and square not in chart.sites
        if not free or cell_of(square) != cell_of(chart.start):
            raise BadComponents(f"map.start: {list(square)} is no free German land of the sector of the start")


def _town(entry: Mapping[str, Any]) -> Town:
    name = _name(entry, "town")
    where = f"town.{name}"
    sites = tuple(_site(site, name, where) for site in _tables(entry, "squares", where))
    return Town(name, _degrees(entry, "longitude", where), _degrees(entry, "latitude", where), sites)


def _site(entry: Mapping[str, Any], town: str, where: str) -> TownSite:
    colour = entry.get("colour")
    if colour not in (*COLOURS, FREE):
        raise BadComponents(f"{where}.squares.colour: one of {', '.join(COLOURS)}, {FREE}")
    square = _square(entry, "at", f"{where}.squares")
    return TownSite(square, town, None if colour == FREE else colour, _price(entry, f"{where}.squares"))


def _country(entry: Mapping[str, Any]) -> tuple[Square, str, int]:
    name = _name(entry, "country")
    return _square(entry, "at", f"country.{name}"), name, _price(entry, f"country.{name}")


def _grid(board: Mapping[str, Any], key: str, signs: set[str]) -> tuple[str, ...]:
    found = board.get(key)
    if not isinstance(found, list) or len(found) != HEIGHT:
        raise BadComponents(f"map.{key}: {HEIGHT} strings")
    for y, row in enumerate(found):
        if not isinstance(row, str) or len(row) != WIDTH or set(row) - signs:
            raise BadComponents(f"map.{key}: row {y} is not {WIDTH} signs out of {' '.join(sorted(signs))}")
    return tuple(found)


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    if not isinstance(found, dict) or not found:
        raise BadComponents(f"{key}: a table with at least one entry")
    return found


def _tables(data: Mapping[str, Any], key: str, where: str = "") -> list[Mapping[str, Any]]:
    found = data.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(entry, dict) for entry in found):
        raise BadComponents(f"{where}.{key}: at least one table".removeprefix("."))
    return found


def _square(entry: Mapping[str, Any], key: str, where: str) -> Square:
    match entry.get(key):
        case [int(x), int(y)] if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            return Square(x, y)
    raise BadComponents(f"{where}.{key}: [0 to {WIDTH - 1}, 0 to {HEIGHT - 1}]")


def _price(entry: Mapping[str, Any], where: str) -> int:
    price = entry.get("price")
    if not isinstance(price, int) or price not in PRICES:
        raise BadComponents(f"{where}.price: one of {', '.join(map(str, PRICES))}")
    return price


def _degrees(entry: Mapping[str, Any], key: str, where: str) -> float:
    found = entry.get(key)
    if not isinstance(found, int | float) or isinstance(found, bool):
        raise BadComponents(f"{where}.{key}: degrees")
    return float(found)


def _name(entry: Mapping[str, Any], where: str) -> str:
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        raise BadComponents(f"{where}.name: a text")
    return name


def _names(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = table.get(key)
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise BadComponents(f"two_starts.{key}: names of countries")
    return tuple(found)


def _once(values: Iterable[object], where: str, fault: str) -> None:
    every = list(values)
    if len(set(every)) < len(every):
        raise BadComponents(f"{where}: {fault}")
