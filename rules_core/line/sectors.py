"""The printed board, its sectors, towns and countries: where the line may go, what may stand there (GE-20 to GE-32),
and whether an end of the line could go on at all.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from rules_core.grid import SIDES, Cell, Mask, Side, Square, bit, cell_of, indices, opposite, square_at, step
from rules_core.kernel.rulebook import Violation, violation
from rules_core.line.actions import EndName
from rules_core.line.chart import Chart, number
from rules_core.line.companies import Company
from rules_core.line.components import Components
from rules_core.line.events import Due
from rules_core.line.landscape import Landscape
from rules_core.line.legality import (
    check_piece,
    check_run_end,
    cuts_off,
    dues_at,
    dues_total,
    squares_in,
    turns_from,
    where,
)
from rules_core.line.table import Table
from rules_core.line.track import NEEDED_TO_CONNECT, DeadEnd, End, Fixture, Line, OpenSpace, leads_on

Crossings: TypeAlias = tuple[tuple[Mask, Square], ...]
"""Squares by which the line could leave a sector, each with a square beyond."""


def chart_of(box: Components) -> Chart:
    """The printed board. Raises ValueError for a box without one."""
    if box.chart is None:
        raise ValueError("the components hold no map")
    return box.chart


def start_of(chart: Chart, country: str) -> Square:
    """The coloured square of a country. Raises StopIteration for an unknown one."""
    return next(square for square, name in chart.countries.items() if name == country)


def sector_of(chart: Chart, square: Square) -> Cell | None:
    """The sector a square lies in; None abroad, for foreign squares are in no sector (GE-32)."""
    return cell_of(square) if chart.is_german(square) else None


def stations_in(chart: Chart, line: Line, sector: Cell) -> int:
    """The number of stations in a sector."""
    return sum(bool(p.company) and chart.is_german(square) for square, p in line.tiles.get(sector, {}).items())


def pieces_in(chart: Chart, line: Line, sector: Cell) -> int:
    """The number of pieces in a sector, as FR-35 counts them (GE-21)."""
    return line.dice_in(sector) + stations_in(chart, line, sector)


def wins_bonus(table: Table, left: Square, entered: Cell) -> bool:
    """Tell whether the line wins dice by entering a sector from the square `left`: where no station stands (GE-22).

    A line from abroad wins nothing in the sector it left for abroad; a line that begins abroad wins nothing in its
    first sector (GE-3, GE-32).
    """
    chart = chart_of(table.box)
    if stations_in(chart, table.line, entered):
        return False
    if chart.is_german(left):
        return True
    station = table.line.fixture(left)
    return station is not None and cell_of(step(left, station.sides[0])) != entered


def ways_out(landscape: Landscape, line: Line, cell: Cell) -> Mask:
    """GE-25 in the first reading: the squares beside a free German square of another sector, or an open country."""
    chart = chart_of(landscape.box)
    ways = 0
    for square, beyond in _crossings(chart, cell):
        if beyond not in landscape.closed and not line.fixture(beyond):
            ways |= square
    return ways


def open_space(landscape: Landscape, line: Line, cell: Cell, laid: Mask = 0) -> OpenSpace:
    """The space of a sector through which the line can still go: to its borders, or to a country in fewer than five
    pieces (GE-25).

    Beyond a border only a station blocks the way, since dice there go back to the bank at once when a sector is left.
    `laid` are squares on which further pieces are assumed.
    """
    chart = chart_of(landscape.box)
    german, occupied = chart.german(cell), line.occupied(cell) | laid
    borders, countries = _ways_on(chart, cell)
    gates = passes = 0
    for beyond, mask, crossings in borders:
        gates |= _not_to_stations(crossings, line.tiles[beyond]) if beyond in line.tiles else mask
    for square, country in countries:
        if country not in landscape.closed:
            passes |= square
    return OpenSpace(german & ~occupied, gates, (german & occupied).bit_count(), passes)


def _not_to_stations(crossings: Crossings, lying: Mapping[Square, Fixture]) -> Mask:
    ways = 0
    for square, beyond in crossings:
        piece = lying.get(beyond)
        if piece is None or piece.company is None:
            ways |= square
    return ways


@lru_cache(maxsize=256)
def _ways_on(chart: Chart, cell: Cell) -> tuple[tuple[tuple[Cell, Mask, Crossings], ...], Crossings]:
    every = _crossings(chart, cell)
    abroad = tuple((square, beyond) for square, beyond in every if chart.country(beyond) is not None)
    cells = dict.fromkeys(cell_of(beyond) for square, beyond in every if (square, beyond) not in abroad)
    borders = []
    for other in cells:
        crossings = tuple(way for way in every if cell_of(way[1]) == other and way not in abroad)
        borders.append((other, sum(square for square, _ in crossings), crossings))
    return tuple(borders), abroad


def shuts_in(landscape: Landscape, line: Line, end: End, target: Square, ahead: Square) -> bool:
    """GE-25: a piece after which no chain leads on, where one did before; on entering a sector one always has to."""
    cell = cell_of(target)
    if leads_on(bit(ahead), open_space(landscape, line, cell, bit(target))):
        return False
    chart = chart_of(landscape.box)
    if sector_of(chart, end.square) != cell:
        return True
    exits = [step(end.square, side) for side in end.exits]
    space = open_space(landscape, line, cell)
    if leads_on(squares_in(cell, exits), space):
        return True
    beyond = (square for square in exits if cell_of(square) != cell and chart.is_german(square))
    return space.lying >= NEEDED_TO_CONNECT and any(not line.stations(cell_of(one)) & bit(one) for one in beyond)


DEAD_ENDS: Final[Mapping[int, DeadEnd]] = {1: cuts_off(ways_out), 2: shuts_in}
"""GE-25, by the reading of the rules."""


@lru_cache(maxsize=256)
def _crossings(chart: Chart, cell: Cell) -> Crossings:
    found = []
    for index in indices(chart.german(cell)):
        square = square_at(cell, index)
        for side in SIDES:
            beyond = step(square, side)
            if chart.country(beyond) or (chart.is_german(beyond) and cell_of(beyond) != cell):
                found.append((bit(square), beyond))
    return tuple(found)


def check_laid(table: Table, name: EndName, leave: Side, heading: Side) -> Violation | None:
    """FR-30 to FR-35, GE-20, GE-23: whether a piece may lie at an end, coming out of it by `leave`."""
    chart = chart_of(table.box)
    last = table.line.end(name).square
    target = step(last, leave)
    if not chart.is_german(target):
        return violation("GE-23", "not_in_germany", end=name, square=where(target))
    return (
        _check_border(table, chart, name, target)
        or _check_heading(table, chart, name, target, heading)
        or check_piece(table.landscape, table.line, name, leave, heading, DEAD_ENDS[table.reading])
    )


def _check_border(table: Table, chart: Chart, name: EndName, target: Square) -> Violation | None:
    line = table.line
    sector, left = cell_of(target), sector_of(chart, line.end(name).square)
    if sector == left:
        return None
    if sector == sector_of(chart, line.other(name).square):
        return violation("GE-20", "other_end_there", end=name, square=where(target), sector=number(sector))
    if left is None:
        return None
    pieces = pieces_in(chart, line, left)
    if pieces < NEEDED_TO_CONNECT:
        return violation("FR-35", "too_few_pieces", pieces=pieces, missing=NEEDED_TO_CONNECT - pieces)
    return None


def _check_heading(table: Table, chart: Chart, name: EndName, target: Square, heading: Side) -> Violation | None:
    if heading not in SIDES:
        return None
    ahead = step(target, heading)
    country = chart.country(ahead)
    if country is not None and ahead in table.landscape.closed:
        return violation("GE-23", "points_at_used_country", end=name, square=where(target), country=country)
    if country is None and not chart.is_german(ahead):
        return violation("GE-23", "points_out_of_germany", end=name, square=where(target), ahead=where(ahead))
    return None


def check_stop(table: Table, name: EndName) -> Violation | None:
    """FR-33, FR-34, GE-23: a run stops neither at a border nor at water, but it may point at an open country."""
    end = table.line.end(name)
    ahead = end.ahead
    if ahead is None or chart_of(table.box).country(ahead) is not None:
        return None
    if cell_of(ahead) != cell_of(end.square):
        return violation("FR-33", "stops_at_border", end=name, square=where(end.square))
    if table.landscape.terrain(ahead) == "lake":
        return violation("FR-34", "stops_at_water", end=name, square=where(end.square), ahead=where(ahead))
    return None


def site_price(table: Table, square: Square) -> int:
    """The price of a station on a town square or a foreign square, as printed (GE-31, GE-32). Raises KeyError."""
    chart = chart_of(table.box)
    site = chart.sites.get(square)
    return site.price if site else chart.country_prices[chart.countries[square]]


def site_dues(table: Table, square: Square) -> tuple[Due, ...]:
    """List what a station costs beyond its price: the range and the river not yet paid this turn (GE-24, FR-50).

    Nothing abroad, where no terrain is (GE-32).
    """
    is_german = chart_of(table.box).is_german(square)
    return dues_at(table.landscape, table.turn.paid, square) if is_german else ()


def site_cost(table: Table, square: Square) -> int:
    """Count the dice that a station on a town or foreign square takes now, dues included. Raises KeyError."""
    return site_price(table, square) + dues_total(site_dues(table, square))


def check_site(table: Table, name: EndName, square: Square) -> Violation | None:
    """GE-31, GE-32: whether any station may stand on a square that an end leads to."""
    chart = chart_of(table.box)
    end, other = table.line.end(name), table.line.other(name)
    if chart.country(square) is not None:
        if end.is_station:
            return violation("GE-32", "needs_track", end=name, country=chart.country(square) or "")
        return None
    if square not in chart.sites:
        return violation("GE-31", "no_town_square", end=name, square=where(square))
    if table.line.fixture(square):
        return violation("FR-31", "laid_on_occupied", end=name, square=where(square))
    if square == other.ahead:
        return violation("FR-31", "laid_before_other_end", end=name, square=where(square))
    return None


def check_company(table: Table, square: Square, company: str) -> Violation | None:
    """GE-31: whether a company's station may stand on a town square; abroad any may (GE-32)."""
    chart = chart_of(table.box)
    site = chart.sites.get(square)
    if site is None:
        return None
    colour = table.box.companies[table.box.company_index(company)].colour
    if site.colour is not None:
        if site.colour == colour:
            return None
        return violation("GE-31", "other_company", town=site.town, company=company, owner=_owner(table, site.colour))
    for beside in chart.in_town[site.town]:
        if beside.colour == colour:
            return violation("GE-31", "has_own_square", town=site.town, company=company)
        fixture = table.line.fixture(beside.square)
        if fixture and fixture.company == company:
            return violation("GE-31", "has_station_here", town=site.town, company=company)
    return None


def _owner(table: Table, colour: str) -> str:
    return next(card.id for card in table.box.companies if card.colour == colour)


def takers(table: Table, square: Square) -> list[Company]:
    """The companies that could build on a free town square or abroad, having a station left (GE-31, GE-32)."""
    unfinished = (company for company in table.companies.values() if company.stations_left)
    return [company for company in unfinished if check_company(table, square, company.id) is None]


def can_extend(landscape: Landscape, line: Line, name: EndName, is_dead_end: DeadEnd) -> bool:
    """Whether any run could be laid at an end, with all the dice in the world."""
    end = line.end(name)
    return any(
        _can_lay(landscape, line, name, leave, heading, is_dead_end)
        for leave in end.exits
        if cell_of(step(end.square, leave)) in landscape.tiles
        for heading in turns_from(leave)
    )


def _can_lay(landscape: Landscape, line: Line, name: EndName, leave: Side, heading: Side, is_dead_end: DeadEnd) -> bool:
    if check_piece(landscape, line, name, leave, heading, is_dead_end):
        return False
    square = step(line.end(name).square, leave)
    longer = line.with_piece(name, square, opposite(leave), heading)
    if check_run_end(landscape, longer, name) is None:
        return True
    cell, beyond = cell_of(square), cell_of(step(square, heading))
    if beyond == cell:
        return can_extend(landscape, longer, name, is_dead_end)
    if len(longer.tiles[cell]) < NEEDED_TO_CONNECT:
        return False
    number = len(landscape.tiles) + 1
    return any(
        can_extend(landscape.with_tile(beyond, layout.kind, layout.turn, number), longer, name, is_dead_end)
        for layout in landscape.fitting(beyond)
    )
