"""Makes the grids of the map of Germany again: `python -m tests.atlas.make` prints them as the data file holds them.

The ground of a square is what covers most of it; a river is the cheapest chain of German land squares along its course.
Projection, countries, and the rivers' letters and ends are those of the data file; all else is read from this folder.
"""

import heapq
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import atan2, atanh, cos, floor, hypot, inf, radians, sin, tan
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

WIDTH: Final = 28
HEIGHT: Final = 42
SCANS: Final = 16
"""Scan lines for each row of squares when areas are measured."""
STRAY: Final = 40.0
"""What a river pays for a square whose middle lies one square off its course, twice as far costing four times as much;
each square costs one more."""

HERE: Final = Path(__file__).parent
DATA: Final = HERE.parent.parent / "rules_core" / "games" / "germany" / "map.toml"

Place: TypeAlias = tuple[float, float]
"""A place in squares from the map's north-west corner, eastward and southward."""
Spot: TypeAlias = tuple[int, int]
"""A square: column and row."""
Grid: TypeAlias = dict[Spot, str]
"""The sign of each square."""
Table: TypeAlias = Mapping[str, Any]


class Projection(NamedTuple):
    """A transverse Mercator projection of the sphere, cut into squares.

    Meridian in degrees; the rest in kilometres, easting and northing being those of the map's north-west corner.
    """

    meridian: float
    radius: float
    easting: float
    northing: float
    square: float

    def place(self, longitude: float, latitude: float) -> Place:
        """Where a point of the globe lies on the map."""
        eastward, northward = radians(longitude - self.meridian), radians(latitude)
        x = self.radius * atanh(cos(northward) * sin(eastward))
        y = self.radius * atan2(tan(northward), cos(eastward))
        return (x - self.easting) / self.square, (self.northing - y) / self.square


def projection(data: Table) -> Projection:
    """The projection that the data file tells of."""
    return Projection(**{key: data["projection"][key] for key in Projection._fields})


def read(name: str) -> dict[str, Any]:
    """One of the files of this folder."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def ground(data: Table) -> Grid:
    """The sign of every square's ground."""
    grid = covered(data)
    for deviation in read("deviations.toml")["ground"]:
        grid |= dict.fromkeys(map(_at, deviation["squares"]), deviation["sign"])
    return grid | dict.fromkeys((_at(country["at"]) for country in data["country"]), "x")


def covered(data: Table) -> Grid:
    """The sign of what covers most of each square, before deviations and countries."""
    outlines, nature, globe = read("outlines.toml"), read("nature.toml"), projection(data)
    german = _shares(globe, (entry["ring"] for entry in outlines["germany"]))
    land = _shares(globe, (entry["ring"] for entry in outlines["land"]))
    ranges = _shares(globe, (entry["ring"] for entry in nature["range"]))
    lakes = {_spot(globe.place(*point)) for lake in nature["lake"] for point in lake["points"]}
    grid = {spot: _sign(german[spot], land[spot], ranges[spot]) for spot in german}
    return grid | dict.fromkeys(lakes, "~")


def rivers(data: Table, grid: Grid) -> Grid:
    """The letter of the river in every square, "." where there is none."""
    globe, letters = projection(data), {name: letter for letter, name in data["river"].items()}
    found = dict.fromkeys(grid, ".")
    for river in read("nature.toml")["river"]:
        letter = letters[river["name"]]
        begins, ends = data["flow"][letter]
        course = [globe.place(*point) for point in river["course"]]
        free = {spot for spot, sign in grid.items() if sign in ".^" and found[spot] == "."}
        springs = {spot for spot in free if begins in banks(spot, grid, found)}
        mouths = {spot for spot in free if ends in banks(spot, grid, found)}
        chain = [_nearest(springs, course[0])]
        for point in river.get("via", []):
            chain += _leg(free, course, chain, {_spot(globe.place(*point))})
        chain += _leg(free, course, chain, mouths)
        while chain[-2] in mouths and _off(chain[-2], course[-1]) < 1:
            del chain[-1]
        found |= dict.fromkeys(chain, letter)
    return found


def banks(spot: Spot, grid: Grid, found: Grid) -> set[str]:
    """What a river can begin or end at in a square, as [flow] tells it; the letters are those of rivers found."""
    ground = {grid.get(near, "x") for near in beside(spot)}
    return {
        "source",
        *(name for sign, name in (("~", "water"), ("x", "border")) if sign in ground),
        *(found[near] for near in beside(spot) if near in found),
    }


def rows(grid: Grid) -> list[str]:
    """A grid as the data file holds it: a string for each row, north first."""
    return ["".join(grid[x, y] for x in range(WIDTH)) for y in range(HEIGHT)]


def beside(spot: Spot) -> tuple[Spot, ...]:
    """The four squares beside one, those off the map too."""
    x, y = spot
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def _at(numbers: list[int]) -> Spot:
    x, y = numbers
    return x, y


def _spot(place: Place) -> Spot:
    return floor(place[0]), floor(place[1])


def _sign(german: float, land: float, mountain: float) -> str:
    abroad = max(land - german, 0.0)
    sea = 1 - german - abroad
    if max(abroad, sea) > german:
        return "x" if abroad > sea else "~"
    return "^" if mountain >= 0.5 else "."


def _shares(globe: Projection, rings: Iterable[list[tuple[float, float]]]) -> dict[Spot, float]:
    """How much of each square some rings that do not overlap cover, 0 to 1."""
    found = {(x, y): 0.0 for y in range(HEIGHT) for x in range(WIDTH)}
    for ring in rings:
        corners = [globe.place(*point) for point in ring]
        for scan in range(HEIGHT * SCANS):
            for left, right in _inside(corners, (scan + 0.5) / SCANS):
                for x in range(max(floor(left), 0), min(floor(right) + 1, WIDTH)):
                    found[x, scan // SCANS] += (min(right, x + 1) - max(left, x)) / SCANS
    return found


def _inside(corners: list[Place], y: float) -> Iterator[tuple[float, float]]:
    crossings = sorted(
        x + (y - top) / (bottom - top) * (to - x)
        for (x, top), (to, bottom) in pairwise([*corners, corners[0]])
        if (top < y) != (bottom < y)
    )
    return zip(crossings[::2], crossings[1::2], strict=True)


def _nearest(spots: set[Spot], place: Place) -> Spot:
    return min(spots, key=lambda spot: (_off(spot, place), spot))


def _off(spot: Spot, place: Place) -> float:
    """How far the middle of a square lies from a place."""
    return hypot(spot[0] + 0.5 - place[0], spot[1] + 0.5 - place[1])


def _leg(free: set[Spot], course: list[Place], chain: list[Spot], goals: set[Spot]) -> list[Spot]:
    """What leads a chain on, at the least cost, to the goal that is nearest to the end of the course."""
    start, open_ = chain[-1], free - set(chain)
    ways: dict[Spot, Spot] = {}
    costs = {start: 0.0}
    queue = [(0.0, start)]
    while queue:
        cost, spot = heapq.heappop(queue)
        for near in beside(spot):
            if near in open_:
                longer = cost + 1 + STRAY * _distance((near[0] + 0.5, near[1] + 0.5), course) ** 2
                if longer < costs.get(near, inf):
                    costs[near], ways[near] = longer, spot
                    heapq.heappush(queue, (longer, near))
    leg = [_nearest(goals & costs.keys(), course[-1])]
    while leg[-1] != start:
        leg.append(ways[leg[-1]])
    return leg[-2::-1]


def _distance(place: Place, course: list[Place]) -> float:
    return min(_from_stretch(place, one, other) for one, other in pairwise(course))


def _from_stretch(place: Place, one: Place, other: Place) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = ((place[0] - one[0]) * dx + (place[1] - one[1]) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return hypot(place[0] - one[0] - along * dx, place[1] - one[1] - along * dy)


def main() -> None:
    """Print both grids as TOML."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    grid = ground(data)
    for key, made in (("ground", grid), ("rivers", rivers(data, grid))):
        lines = "".join(f'  "{row}",\n' for row in rows(made))
        sys.stdout.write(f"{key} = [\n{lines}]\n")


if __name__ == "__main__":
    main()
