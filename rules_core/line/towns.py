"""Town squares and the coloured squares abroad of a printed board: what may stand there (GE-31, GE-32)."""

from rules_core.grid.geometry import Square
from rules_core.kernel.rulebook import Violation, violation
from rules_core.line.actions import EndName
from rules_core.line.companies import Company
from rules_core.line.events import Due
from rules_core.line.legality import dues_at, dues_total, where
from rules_core.line.sectors import chart_of
from rules_core.line.table import Table


def site_price(table: Table, square: Square) -> int:
    """What a station on a town square or a foreign square costs, as printed (GE-31, GE-32). Raises KeyError."""
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
    own = table.box.companies[table.box.company_index(company)].colour
    if site.colour is not None:
        if site.colour == own:
            return None
        return violation("GE-31", "other_company", town=site.town, company=company, owner=_owner(table, site.colour))
    for beside in chart.in_town[site.town]:
        if beside.colour == own:
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
