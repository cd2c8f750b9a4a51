"""What holds of every position of a game of Germany, read off the map one square at a time."""

from collections import Counter
from itertools import groupby

from rules_core.grid import Cell, Square, cell_of, step
from rules_core.line.chart import Chart
from rules_core.line.table import State, Table
from rules_core.line.track import End

ALL_STATIONS = 39


def check_board(state: State) -> None:
    """Whatever event brought it about: the line, its ends and the stations lie as the rules allow."""
    table = state.table
    chart = table.box.chart
    assert chart is not None
    _check_stations(table, chart)
    _check_ends(table, chart)
    assert all(screen is not None and screen.passengers == 0 for screen in state.screens)
    assert not any(any(player.shares) for player in table.players)


def check_offices(table: Table) -> None:
    """Between actions he directs a company who has carried most of it, or perhaps one of those tied (GE-34)."""
    for index, company in enumerate(table.companies.values()):
        carried = [player.carried[index] for player in table.players]
        leaders = [seat for seat, number in enumerate(carried) if number == max(carried)]
        if len(leaders) == 1:
            assert company.director == leaders[0], (company, carried)
        else:
            assert company.director in (None, *leaders), (company, carried)


def _standing(table: Table) -> dict[Square, str]:
    pieces = ((at, piece) for tile in table.line.tiles.values() for at, piece in tile.items())
    return {at: piece.company for at, piece in pieces if piece.company is not None}


def _check_stations(table: Table, chart: Chart) -> None:
    """GE-1, GE-23, GE-31, GE-32: all pieces lie in Germany, but for stations on coloured squares; each where it may."""
    standing = _standing(table)
    built = Counter(standing.values())
    assert sum(built.values()) + sum(company.stations_left for company in table.companies.values()) == ALL_STATIONS
    assert all(table.built(name) == built[name] for name in table.companies)
    for tile in table.line.tiles.values():
        for at in tile:
            assert chart.sign(at) != "x" or (at in chart.countries and at in standing), f"something lies at {at}"
    starts = {end.square for end in (table.line.a, table.line.b) if end.abroad}
    abroad = {at for at in standing if at in chart.countries}
    assert abroad | starts <= table.landscape.closed <= set(chart.countries)
    if table.options["two_starts"] == "no":
        assert table.landscape.closed == abroad
    colours = {card.id: card.colour for card in table.box.companies}
    in_towns = sorted((chart.sites[at].town, at) for at in standing if at not in abroad)
    for town, squares in groupby(in_towns, key=lambda found: found[0]):
        there = {at: standing[at] for _, at in squares}
        assert len(set(there.values())) == len(there), f"two stations of one company in {town}"
        own = {site.colour for site in chart.sites.values() if site.town == town}
        for at, company in there.items():
            colour = chart.sites[at].colour
            assert colours[company] == colour if colour else colours[company] not in own, f"{company} in {town}"
    in_sectors = {at: Counter(tile.stations) for at, tile in table.landscape.tiles.items()}
    for sector, counted in in_sectors.items():
        assert counted == Counter(name for at, name in standing.items() if at not in abroad and cell_of(at) == sector)


def _check_ends(table: Table, chart: Chart) -> None:
    """FR-31, GE-3, GE-20, GE-23: where the ends are, and what they point at."""
    line = table.line
    sectors = [_sector(chart, end.square) for end in (line.a, line.b)]
    if sectors[0] is not None and sectors[0] == sectors[1]:
        assert sectors[0] == cell_of(chart.start) and line.fixture(chart.start) is not None
    for end in (line.a, line.b):
        assert end.abroad == (end.square in chart.countries)
        assert line.fixture(end.square) is not None or (end.abroad and end.back is None)
        if end.heading is not None:
            _check_heading(table, chart, end, line.b if end is line.a else line.a)


def _check_heading(table: Table, chart: Chart, end: End, other: End) -> None:
    assert end.heading is not None
    ahead = step(end.square, end.heading)
    assert table.line.fixture(ahead) is None and ahead not in table.landscape.closed
    assert chart.sign(ahead) != "x" or ahead in chart.countries
    assert other.heading is None or ahead != step(other.square, other.heading)


def _sector(chart: Chart, square: Square) -> Cell | None:
    return None if chart.sign(square) == "x" else cell_of(square)
