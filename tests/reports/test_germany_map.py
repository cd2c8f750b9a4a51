"""The map of Germany: it meets every demand of the digest, is true to nature, and can be made again.

For each demand a spoiled copy of the data shows that its fault would be found.
"""

import tomllib
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from math import acos, cos, hypot, radians, sin
from typing import Any, Final, TypeAlias

import pytest
from atlas import demands, make
from each_kit import each

from rules_core.grid import SIGNS, BadComponents, Cell, Square, indices, square_at, turned
from rules_core.line.chart import ABROAD, Chart, chart_from, number

Data: TypeAlias = dict[str, Any]
Spoil: TypeAlias = Callable[[Data], object]

DATA: Final[Data] = tomllib.loads(make.DATA.read_text(encoding="utf-8"))
GLOBE: Final = make.projection(DATA)
CHART: Final = chart_from(DATA)


def towns_in_place(chart: Chart) -> list[str]:
    return demands.towns_in_place(chart, GLOBE)


DEMANDS: Final = (
    demands.counts,
    demands.sizes,
    demands.colours_everywhere,
    demands.all_stations_fit,
    demands.off_the_ring,
    demands.away_from_abroad,
    demands.towns_apart,
    demands.towns_hold_together,
    towns_in_place,
    demands.towns_reachable,
    demands.sectors_admit,
    demands.abroad,
    demands.starts,
    demands.rivers_flow,
    demands.towns_on_rivers,
)


@each("demand", DEMANDS, ids=lambda demand: demand.__name__)
def test_the_map_meets_every_demand(demand: Callable[[Chart], list[str]]) -> None:
    assert demand(CHART) == []


def town(data: Data, name: str) -> Any:
    return next(entry for entry in data["town"] if entry["name"] == name)


def site(data: Data, name: str) -> Any:
    return town(data, name)["squares"][0]


def country(data: Data, name: str) -> Any:
    return next(entry for entry in data["country"] if entry["name"] == name)


def write(data: Data, grid: str, sign: str, *squares: tuple[int, int]) -> None:
    for x, y in squares:
        row = data["map"][grid][y]
        data["map"][grid][y] = row[:x] + sign + row[x + 1 :]


def drop(data: Data, name: str, colour: str) -> None:
    """Take a town off the map, and all squares of a colour."""
    for entry in data["town"]:
        entry["squares"] = [one for one in entry["squares"] if one["colour"] != colour]
    data["town"] = [entry for entry in data["town"] if entry["squares"] and entry["name"] != name]


def close(data: Data, *squares: tuple[int, int]) -> None:
    write(data, "rivers", ".", *squares)
    write(data, "ground", "x", *squares)


def move_sweden(data: Data, x: int, y: int) -> None:
    country(data, "Sweden").update(at=[x, y])
    close(data, (x, y))


def dry_up(data: Data, letter: str) -> None:
    write(data, "rivers", ".", *letters(data, letter))
    del data["river"][letter], data["flow"][letter]


def letters(data: Data, letter: str) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(data["map"]["rivers"]) for x, found in enumerate(row) if found == letter]


SPOILT: Final[dict[str, tuple[Spoil, str]]] = {
    "a dearer square": (lambda data: site(data, "Kiel").update(price=5), "counts"),
    "a red square turned blue": (lambda data: site(data, "Freiburg").update(colour="blue"), "counts"),
    "one town fewer": (lambda data: data["town"].remove(town(data, "Hof")), "sizes"),
    "no white square in Hannover": (lambda data: town(data, "Hannover")["squares"][2].update(colour="red"), "sizes"),
    "blue gone from the south-west": (lambda data: town(data, "Mannheim")["squares"].pop(), "colours_everywhere"),
    "Erfurt and all white squares gone": (lambda data: drop(data, "Erfurt", "white"), "all_stations_fit"),
    "Emden on the ring": (lambda data: site(data, "Emden").update(at=[6, 10]), "off_the_ring"),
    "Poland by Cottbus": (lambda data: site(data, "Cottbus").update(at=[24, 12]), "away_from_abroad"),
    "Ulm beside Stuttgart": (lambda data: site(data, "Ulm").update(at=[11, 33]), "towns_apart"),
    "Berlin in two parts": (lambda data: site(data, "Berlin").update(at=[25, 15]), "towns_hold_together"),
    "Passau at Regensburg": (lambda data: site(data, "Passau").update(at=[19, 33]), "towns_in_place"),
    "Passau walled in": (lambda data: close(data, (22, 33), (22, 32), (22, 34), (21, 33)), "towns_reachable"),
    "a square too narrow for five pieces": (lambda data: write(data, "ground", ".", (21, 36)), "sectors_admit"),
    "Luxembourg behind its border": (lambda data: close(data, (2, 27), (1, 28)), "abroad"),
    "Denmark cheaper": (lambda data: country(data, "Denmark").update(price=3), "abroad"),
    "Sweden off Rostock": (lambda data: move_sweden(data, 18, 6), "abroad"),
    "a start at Hannover": (lambda data: data["map"].update(start=[12, 18]), "starts"),
    "two starts in Poland": (lambda data: data["two_starts"].update(north=["Poland"]), "starts"),
    "no Neiße": (lambda data: dry_up(data, "S"), "rivers_flow"),
    "a Main that runs to the Danube": (lambda data: data["flow"].update(M=["source", "D"]), "rivers_flow"),
    "a gap in the Rhine": (lambda data: write(data, "rivers", ".", (7, 28)), "rivers_flow"),
    "a Weser that dries up": (lambda data: write(data, "rivers", ".", (8, 10), (8, 11)), "rivers_flow"),
    "a delta of the Ems": (lambda data: write(data, "rivers", "E", (6, 14)), "rivers_flow"),
    "an Isar that shuns München": (
        lambda data: write(data, "rivers", ".", *[(x, y) for x, y in letters(data, "I") if y > 33]),
        "towns_on_rivers",
    ),
}


@each("fault", SPOILT)
def test_a_spoilt_map_does_not(fault: str) -> None:
    spoil, name = SPOILT[fault]
    data = deepcopy(DATA)
    spoil(data)
    demand = next(demand for demand in DEMANDS if demand.__name__ == name)
    assert demand(chart_from(data)) != []


LOST: Final[dict[str, tuple[Spoil, str]]] = {
    "no map": (lambda data: data.pop("map"), "map"),
    "a row too few": (lambda data: data["map"]["ground"].pop(), "map.ground"),
    "a short row": (lambda data: data["map"]["ground"].__setitem__(3, "x" * 27), "map.ground: row 3"),
    "an unknown ground": (lambda data: write(data, "ground", "?", (5, 9)), "map.ground: row 9"),
    "a river without a name": (lambda data: write(data, "rivers", "Z", (9, 20)), "map.rivers: row 20"),
    "a name without a river": (lambda data: data["river"].update(Z="Lech"), "river.Z"),
    "a name for no river": (lambda data: data["river"].update({".": "Lech"}), 'river: "."'),
    "a river in the sea": (lambda data: write(data, "rivers", "B", (7, 8)), "map.rivers: a river at [7, 8]"),
    "no towns": (lambda data: data.update(town=[]), "town"),
    "a town without a name": (lambda data: town(data, "Kiel").pop("name"), "town.name"),
    "a town nowhere": (lambda data: town(data, "Kiel").pop("latitude"), "town.Kiel.latitude"),
    "a town without squares": (lambda data: town(data, "Kiel").update(squares=[]), "town.Kiel.squares"),
    "a town at sea": (lambda data: site(data, "Kiel").update(at=[13, 5]), "town.Kiel.squares"),
    "a town off the map": (lambda data: site(data, "Kiel").update(at=[28, 5]), "town.Kiel.squares.at"),
    "two towns in one place": (lambda data: site(data, "Kiel").update(at=[9, 12]), "town"),
    "two towns of one name": (lambda data: town(data, "Kiel").update(name="Köln"), "town: two towns"),
    "two reds in Köln": (lambda data: town(data, "Köln")["squares"][1].update(colour="red"), "town.Köln.squares"),
    "an unknown colour": (lambda data: site(data, "Kiel").update(colour="black"), "town.Kiel.squares.colour"),
    "a price of four": (lambda data: site(data, "Kiel").update(price=4), "town.Kiel.squares.price"),
    "a country in Germany": (lambda data: country(data, "Poland").update(at=[20, 20]), "country.Poland.at"),
    "a free country": (lambda data: country(data, "Poland").update(price=0), "country.Poland.price"),
    "two countries in one place": (lambda data: country(data, "Poland").update(at=[11, 3]), "country"),
    "two countries of one name": (lambda data: country(data, "Poland").update(name="France"), "country"),
    "a start abroad": (lambda data: data["two_starts"].update(south=["Italy"]), "two_starts.south"),
    "no start": (lambda data: data["two_starts"].update(north=[]), "two_starts.north"),
    "one start for both": (lambda data: data["two_starts"].update(north=["France"]), "two_starts"),
    "a river from nowhere": (lambda data: data["flow"].pop("M"), "flow.M"),
    "a flow of no river": (lambda data: data["flow"].update(Z=["source", "R"]), "flow.Z"),
    "a river that flows into itself": (lambda data: data["flow"].update(M=["source", "M"]), "flow.M"),
    "a river that ends at its source": (lambda data: data["flow"].update(M=["source", "source"]), "flow.M"),
    "a river that ends in no river": (lambda data: data["flow"].update(M=["source", "Z"]), "flow.M"),
    "a start in Frankfurt": (lambda data: data["map"].update(start=[9, 25]), "map.start"),
    "a start that leads into Frankfurt": (lambda data: data["map"].update(start=[9, 24]), "map.start"),
    "a start on the border of its sector": (lambda data: data["map"].update(start=[10, 21]), "map.start"),
}


@each("fault", LOST)
def test_what_is_no_map_is_refused_by_the_key_that_is_wrong(fault: str) -> None:
    spoil, key = LOST[fault]
    data = deepcopy(DATA)
    spoil(data)
    with pytest.raises(BadComponents) as refused:
        chart_from(data)
    assert str(refused.value).startswith(key)


def test_both_grids_can_be_made_again() -> None:
    ground = make.ground(DATA)
    assert make.rows(ground) == DATA["map"]["ground"]
    assert make.rows(make.rivers(DATA, ground)) == DATA["map"]["rivers"]


def test_every_deviation_is_needed_and_gives_its_reason() -> None:
    bare = make.covered(DATA)
    for deviation in make.read("deviations.toml")["ground"]:
        assert deviation["reason"]
        assert all(bare[x, y] != deviation["sign"] for x, y in deviation["squares"])


def test_the_projection_keeps_distances_to_a_hundredth() -> None:
    towns = [(radians(town.longitude), radians(town.latitude), town) for town in CHART.towns]
    for (east, north, one), (eastward, northward, other) in combinations(towns, 2):
        angle = acos(sin(north) * sin(northward) + cos(north) * cos(northward) * cos(east - eastward))
        (x, y), (u, v) = (GLOBE.place(each.longitude, each.latitude) for each in (one, other))
        assert hypot(x - u, y - v) * GLOBE.square == pytest.approx(angle * GLOBE.radius, rel=0.01)


@pytest.mark.parametrize(
    ("longitude", "latitude", "sign"),
    [
        pytest.param(10.62, 51.80, "^", id="Brocken"),
        pytest.param(11.10, 47.51, "^", id="Wank"),
        pytest.param(8.00, 47.87, "^", id="Feldberg"),
        pytest.param(6.95, 50.33, "^", id="Hohe Acht"),
        pytest.param(13.14, 49.11, "^", id="Großer Arber"),
        pytest.param(12.95, 50.43, "^", id="Fichtelberg"),
        pytest.param(9.94, 50.50, "^", id="Wasserkuppe"),
        pytest.param(7.89, 54.18, "~", id="Helgoland"),
        pytest.param(9.45, 47.58, "~", id="in Lake Constance"),
        pytest.param(14.20, 54.40, "~", id="in the Baltic"),
        pytest.param(10.06, 52.62, ".", id="Celle"),
        pytest.param(14.43, 51.18, ".", id="Bautzen"),
        pytest.param(8.31, 54.01, "~", id="in the Bight"),
        pytest.param(14.42, 50.08, "x", id="Praha"),
        pytest.param(13.05, 47.80, "x", id="Salzburg"),
        pytest.param(8.40, 49.01, ".", id="Karlsruhe"),
        pytest.param(8.54, 47.37, "x", id="Zürich"),
        pytest.param(12.08, 55.64, "x", id="Roskilde"),
        pytest.param(13.38, 55.38, "~", id="off Trelleborg"),
        pytest.param(14.55, 53.43, "x", id="Szczecin"),
    ],
)
def test_known_places_have_their_ground(longitude: float, latitude: float, sign: str) -> None:
    x, y = GLOBE.place(longitude, latitude)
    assert CHART.sign(Square(int(x), int(y))) == sign


def test_germany_has_its_size() -> None:
    """357,588 square kilometres, lakes included, of squares of 552."""
    land = sum(sign in ".^" for row in CHART.ground for sign in row)
    assert land * GLOBE.square**2 == pytest.approx(357_588, rel=0.03)


def test_a_chart_answers_for_squares_and_sectors() -> None:
    frankfurt = CHART.sites[Square(8, 26)]
    assert (frankfurt.town, frankfurt.colour, frankfurt.price) == ("Frankfurt", "red", 5)
    assert CHART.river_names[CHART.river(Square(8, 26)) or ""] == "Main"
    assert CHART.river(Square(0, 0)) is None
    assert CHART.country(Square(11, 3)) == "Denmark"
    assert CHART.country(Square(11, 4)) is None
    assert CHART.sign(Square(-1, 5)) == ABROAD
    assert not CHART.is_german(Square(5, 42))
    assert [number(cell) for cell in CHART.cells] == list(range(1, 24))
    assert CHART.german(Cell(4, 0)) == 0


@each("cell", CHART.cells)
def test_a_sector_is_a_layout_that_agrees_square_by_square(cell: Cell) -> None:
    layout = turned(str(number(cell)), "GGGG", CHART.rows(cell), 0)
    squares = {square_at(cell, index) for index in range(49)}
    assert {square_at(cell, index) for index in indices(CHART.german(cell))} == set(filter(CHART.is_german, squares))
    for index in indices(CHART.german(cell)):
        assert layout.terrain(index) == SIGNS[CHART.sign(square_at(cell, index))]
