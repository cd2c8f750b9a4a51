"""Where the line may go on the printed board: sectors, their borders, and the countries around (GE-20 to GE-25)."""

from functools import lru_cache

from rules_core.actions import EndName
from rules_core.chart import Chart, number
from rules_core.components import Components
from rules_core.geometry import SIDES, Cell, Mask, Side, Square, bit, cell_of, indices, square_at, step
from rules_core.landscape import Landscape
from rules_core.legality import NEEDED_TO_CONNECT, check_piece, where
from rules_core.line import Line
from rules_core.rulebook import Violation, violation
from rules_core.table import Table


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
    """How many stations stand in a sector."""
    return sum(bool(p.company) and chart.is_german(square) for square, p in line.tiles.get(sector, {}).items())


def ways_out(landscape: Landscape, line: Line, cell: Cell) -> Mask:
    """GE-25: the squares beside a free German square of another sector, or beside an open country."""
    chart = chart_of(landscape.box)
    ways = 0
    for square, beyond in _crossings(chart, cell):
        if beyond not in landscape.closed and not line.fixture(beyond):
            ways |= square
    return ways


@lru_cache(maxsize=256)
def _crossings(chart: Chart, cell: Cell) -> tuple[tuple[Mask, Square], ...]:
    """The squares of a sector by which the line could leave it, each with a square beyond."""
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
        or check_piece(table.landscape, table.line, name, leave, heading, ways_out)
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
    pieces = line.dice_in(left) + stations_in(chart, line, left)
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
