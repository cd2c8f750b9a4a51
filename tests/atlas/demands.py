"""What the digest demands of the map of Germany: each function lists what is wrong with a chart."""

from collections import Counter
from itertools import combinations
from math import hypot
from typing import Final

from atlas.make import Projection, banks
from atlas.ways import beside, distances, doors, doors_from_abroad, entries_reached, passes, way_through
from rules_core.grid import SIZE, Square, cell_of
from rules_core.line.chart import ABROAD, COLOURS, LAND, Chart, TownSite, number

SQUARES: Final = {
    ("red", 3): 7,
    ("red", 5): 5,
    ("yellow", 3): 7,
    ("yellow", 5): 5,
    ("purple", 3): 6,
    ("purple", 5): 3,
    ("blue", 3): 6,
    ("blue", 5): 3,
    ("green", 3): 5,
    ("green", 5): 4,
    (None, 3): 8,
    (None, 5): 6,
}
STATIONS: Final = {"red": 9, "yellow": 9, "purple": 7, "blue": 7, "green": 7}
"""The stations that each company has to build (GE-1)."""
REGIONS: Final = {
    "north": "Hamburg Hannover Bremen Rostock Kiel Sassnitz Emden",
    "west": "Köln Frankfurt Dortmund Bielefeld Münster Aachen",
    "east": "Berlin Leipzig Dresden Magdeburg Erfurt Cottbus",
    "south-west": "Stuttgart Mannheim Freiburg Saarbrücken Koblenz Ulm Friedrichshafen",
    "Bavaria": "München Nürnberg Regensburg Passau Rosenheim Hof",
}
"""By federal state: the coast with Lower Saxony; North Rhine-Westphalia and Hesse; the eastern states that lie inland;
Baden-Württemberg, the Palatinate and the Saar; Bavaria."""
ON_RIVERS: Final = {
    "Rhein": "Köln Koblenz Mannheim Freiburg",
    "Main": "Frankfurt",
    "Neckar": "Mannheim Stuttgart",
    "Mosel": "Koblenz",
    "Donau": "Ulm Regensburg Passau",
    "Isar": "München",
    "Inn": "Rosenheim",
    "Weser": "Bremen",
    "Ems": "Münster Emden",
    "Elbe": "Dresden Magdeburg Hamburg",
    "Saale": "Hof Leipzig",
    "Havel": "Berlin",
    "Spree": "Berlin Cottbus",
    "Oder": "",
    "Neiße": "",
}
"""The rivers, and the towns that see them from one of their squares or from beside it."""
BESIDE: Final = {"Denmark": "Kiel", "Sweden": "Sassnitz", "Austria": "Rosenheim", "France": "Saarbrücken"}


def region_of(town: str) -> str:
    return next(region for region, towns in REGIONS.items() if town in towns.split())


def far(one: Square, other: Square) -> int:
    """How many steps a king needs."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def counts(chart: Chart) -> list[str]:
    found = Counter((site.colour, site.price) for site in chart.sites.values())
    return [f"{key}: {found[key]}" for key in SQUARES.keys() | found.keys() if found[key] != SQUARES.get(key, 0)]


def sizes(chart: Chart) -> list[str]:
    found = Counter(len(town.sites) for town in chart.towns)
    faults = [] if found == {4: 5, 3: 5, 2: 8, 1: 14} else [f"towns by number of squares: {found}"]
    for town in chart.towns:
        white = sum(site.colour is None for site in town.sites)
        if white > 1 or (len(town.sites) == 3 and not white):
            faults.append(f"{town.name}: {white} white squares")
    return faults


def colours_everywhere(chart: Chart) -> list[str]:
    found = {(region_of(site.town), site.colour) for site in chart.sites.values()}
    return [f"no {colour} in {region}" for region in REGIONS for colour in COLOURS if (region, colour) not in found]


def all_stations_fit(chart: Chart) -> list[str]:
    """GE-31 with any one region shut; no town has two white squares, so that no colour can come into a town twice."""
    return [
        f"{missing} stations do not fit with {region} shut"
        for region in REGIONS
        if (missing := homeless([site for site in chart.sites.values() if region_of(site.town) != region]))
    ]


def homeless(sites: list[TownSite]) -> int:
    """How many of the 39 stations find no square: a matching, grown station by station."""
    printed = {(site.town, site.colour) for site in sites}
    tenants: dict[Square, str] = {}

    def settle(colour: str, tried: set[Square]) -> bool:
        for site in sites:
            fits = site.colour == colour or (site.colour is None and (site.town, colour) not in printed)
            if fits and site.square not in tried:
                tried.add(site.square)
                if site.square not in tenants or settle(tenants[site.square], tried):
                    tenants[site.square] = colour
                    return True
        return False

    return sum(not settle(colour, set()) for colour, stations in STATIONS.items() for _ in range(stations))


def off_the_ring(chart: Chart) -> list[str]:
    return [
        f"{site.town}: {tuple(site.square)}"
        for site in chart.sites.values()
        if {site.square.x % SIZE, site.square.y % SIZE} & {0, SIZE - 1}
    ]


def away_from_abroad(chart: Chart) -> list[str]:
    return [
        f"{site.town}: {tuple(site.square)} touches {name}"
        for site in chart.sites.values()
        for square, name in chart.countries.items()
        if far(site.square, square) < 2
    ]


def towns_apart(chart: Chart) -> list[str]:
    """So that nobody can take the squares of two towns for one."""
    return [
        f"{one.town} touches {other.town}"
        for one, other in combinations(chart.sites.values(), 2)
        if one.town != other.town and far(one.square, other.square) < 2
    ]


def towns_hold_together(chart: Chart) -> list[str]:
    return [town.name for town in chart.towns if not _holds_together({site.square for site in town.sites})]


def _holds_together(squares: set[Square]) -> bool:
    joined = {min(squares)}
    while wider := {near for square in joined for near in beside(square) if near in squares} - joined:
        joined |= wider
    return joined == squares and len({cell_of(square) for square in squares}) == 1


def towns_in_place(chart: Chart, globe: Projection) -> list[str]:
    """The middle of a town's squares lies within a square and a half of where the town is, and none far from it."""
    faults = []
    for town in chart.towns:
        x, y = globe.place(town.longitude, town.latitude)
        off = [(site.square.x + 0.5 - x, site.square.y + 0.5 - y) for site in town.sites]
        middle = [sum(axis) / len(off) for axis in zip(*off, strict=True)]
        if max(map(abs, middle)) > 1.5 or any(hypot(*one) > 2.5 for one in off):
            faults.append(f"{town.name}: {middle}")
    return faults


def towns_reachable(chart: Chart) -> list[str]:
    """From the start, sector by sector, in each with a way of five pieces: a way leads in, over the square, and out."""
    reached = entries_reached(chart)
    return [
        f"{site.town}: {tuple(site.square)}"
        for site in chart.sites.values()
        if not any(chart.sign(near) in LAND for near in beside(site.square))
        or not any(
            cell_of(entry.inside) == cell_of(site.square) and passes(chart, entry, site.square) for entry in reached
        )
    ]


def sectors_admit(chart: Chart) -> list[str]:
    """Through whatever door the line comes into a sector, a way of five pieces leads out of it (FR-35): into a sector
    other than the one it came from, or, where no other lies beyond (Passau's), back through another door. The same
    holds where it comes in from a country abroad (GE-32).
    """
    faults = []
    for cell in chart.cells:
        every = list(doors(chart, cell))
        for entry in (*every, *doors_from_abroad(chart, cell)):
            onward = [out for out in every if cell_of(out.beyond) != cell_of(entry.beyond)] or every
            if not any(way_through(chart, entry, out) for out in onward):
                faults.append(f"sector {number(cell)} by {tuple(entry.inside)} from {tuple(entry.beyond)}")
    return faults


def abroad(chart: Chart) -> list[str]:
    """Ten countries, each with two German neighbours of which one is land, and by the town that the digest names."""
    faults = [] if len(chart.countries) == 10 else [f"{len(chart.countries)} countries"]
    faults += [f"{name} costs {price}" for name, price in chart.country_prices.items() if price != 5]
    for square, name in chart.countries.items():
        ground = [chart.sign(near) for near in beside(square) if chart.sign(near) != ABROAD]
        if len(ground) < 2 or not any(sign in LAND for sign in ground):
            faults.append(f"{name} has beside it {ground}")
    at = {name: square for square, name in chart.countries.items()}
    for name, town in BESIDE.items():
        if not any(far(at[name], square) == 2 for square, site in chart.sites.items() if site.town == town):
            faults.append(f"{name} is not by {town}")
    return faults


def starts(chart: Chart) -> list[str]:
    """GE-3: at the north-east of Frankfurt, and the four countries of `two_starts`."""
    corner = chart.sites.get(Square(chart.start.x - 1, chart.start.y + 1))
    faults = [] if corner and corner.town == "Frankfurt" else ["the start is not by Frankfurt"]
    pairs = [("south", chart.south, {"France", "Austria"}), ("north", chart.north, {"Sweden", "Denmark"})]
    return faults + [f"{key}: {names}" for key, names, wanted in pairs if set(names) != wanted]


def rivers_flow(chart: Chart) -> list[str]:
    """GE-24: each river is one chain that never lies beside itself, and begins and ends where [flow] tells: at its
    source, at water, at the border, or beside its trunk.
    """
    faults = [] if list(chart.river_names.values()) == list(ON_RIVERS) else ["not the rivers that the digest names"]
    ground, rivers = _signs(chart.ground), _signs(chart.rivers)
    for letter, name in chart.river_names.items():
        course = frozenset(Square(*spot) for spot, found in rivers.items() if found == letter)
        tips = [square for square in course if len(course.intersection(beside(square))) == 1]
        if len(tips) != 2 or any(len(course.intersection(beside(square))) > 2 for square in course):
            faults.append(f"{name} is no chain")
            continue
        begins, ends = chart.flow[letter]
        one, other = (banks(tip, ground, rivers) for tip in tips)
        if not any(begins in start and ends in end for start, end in ((one, other), (other, one))):
            faults.append(f"{name} does not run from {begins} to {ends}")
        if len(distances(course, tips[0])) < len(course):
            faults.append(f"{name} is broken")
    return faults


def _signs(grid: tuple[str, ...]) -> dict[tuple[int, int], str]:
    return {(x, y): sign for y, row in enumerate(grid) for x, sign in enumerate(row)}


def towns_on_rivers(chart: Chart) -> list[str]:
    letters = {name: letter for letter, name in chart.river_names.items()}
    seen = {
        (chart.river(near), site.town) for square, site in chart.sites.items() for near in (square, *beside(square))
    }
    return [
        f"{town} does not see the {river}"
        for river, towns in ON_RIVERS.items()
        for town in towns.split()
        if (letters.get(river), town) not in seen
    ]
