"""Positions of Germany, written as they look on the table: the sectors that something lies in, as drawings.

Drawings, dice and ends are written as for The First Rails (`position.py`), squares as "S14 d4". Most positions lie on
`SHEET`, a small country made for tests, in which every rule finds its place close to the start; the map that is played
on is `GERMANY`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.position import COMPANIES, TRACK, Drawn, each, hands, pieces_in, square
from rules_core.games.germany.options import GERMAN_BOX, OPTIONS
from rules_core.grid import LETTERS, SIDES, SIZE, Cell, Side, Square, cell_of, opposite, step
from rules_core.kernel.definition import meant
from rules_core.line.chart import ACROSS, HEIGHT, WIDTH, number
from rules_core.line.companies import SHARES, Company, Stock
from rules_core.line.components import Components, components_from
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.table import READING, Player, Screen, State, Table, Turn
from rules_core.line.track import End

GERMANY = components_from(GERMAN_BOX)
START = """
    .......
    .......
    .......
    ...│...
    .......
    .......
    .......
"""
"""Sector 14 as it lies when the game begins, A pointing north at d3 and B pointing south at d5."""
FIVE = """
    .......
    ...│...
    ...│...
    ...│...
    ...│...
    ...│...
    .......
"""
"""Sector 14 with five pieces, A pointing north at d1 and B pointing south at d7."""

SPOKE = {14: "....... ..┐.... ..└┐... ...│... ....... ....... ......."}
"""A points west from c2 at the red square of Mitte, B south from the start at d5."""


def place(text: str) -> Square:
    """The square written like "S14 d4"."""
    sector, at = text.split()
    return square(at, cell(int(sector[1:])))


def cell(sector: int) -> Cell:
    """The cell of the sector with this number."""
    return Cell((sector - 1) % ACROSS, (sector - 1) // ACROSS)


def sheet(
    ground: Mapping[int, str],
    rivers: Mapping[int, str],
    towns: Mapping[str, str],
    countries: Mapping[str, str],
) -> Components:
    """A board of grass but for the sectors drawn; the letters of the rivers are their names.

    `towns` are written like "S14 b2 red 3, S14 c2 white 5", `countries` like "S13 a4"; those count as drawn "x". The
    first two countries are the starts in the south, the last two those in the north.
    """
    land = _grid(ground, {place(at): "x" for at in countries.values()})
    streams = _grid(rivers, {})
    names, letters = list(countries), sorted({*"".join(streams)} - {"."})
    chart = {
        "map": {"ground": land, "rivers": streams, "start": list(place("S14 d4"))},
        "river": {letter: letter for letter in letters},
        "flow": {letter: ["source", "water"] for letter in letters},
        "town": [
            {"name": name, "longitude": 9, "latitude": 50, "squares": [_site(text) for text in shown_text.split(", ")]}
            for name, shown_text in towns.items()
        ],
        "country": [{"name": name, "at": list(place(at)), "price": 5} for name, at in countries.items()],
        "two_starts": {"south": names[:2], "north": names[-2:]},
    }
    return components_from(json.dumps({**json.loads(GERMAN_BOX), "chart": chart}))


def _grid(sectors: Mapping[int, str], marks: Mapping[Square, str]) -> list[str]:
    signs = [["."] * WIDTH for _ in range(HEIGHT)]
    for sector, drawing in sectors.items():
        left, top = cell(sector).x * SIZE, cell(sector).y * SIZE
        rows = drawing.split()
        assert [len(row) for row in rows] == [SIZE] * SIZE, f"seven rows of seven: {drawing}"
        for y, row in enumerate(rows):
            signs[top + y][left : left + SIZE] = row
    for at, sign in marks.items():
        signs[at.y][at.x] = sign
    return ["".join(row) for row in signs]


def _site(text: str) -> dict[str, object]:
    sector, at, colour, price = text.split()
    return {"at": list(place(f"{sector} {at}")), "colour": colour, "price": int(price)}


SHEET = sheet(
    ground={
        13: "x...... x...... ....... x...... x...... ....... x......",
        15: "....... ..^^^.. ..^^^.. ..^^^.. ....... .~~~... .......",
        18: "....... ....... ..~~~.. ..~~~.. ....... ....... .......",
    },
    rivers={
        15: ".Q..... .Q..... .Q..... PPPPPPP ....... ....... .......",
        18: "....R.. ....R.. ....... ....... ....... ....... .......",
    },
    towns={
        "Mitte": "S14 b2 red 3, S14 c2 blue 5, S14 b3 white 5",
        "Einöd": "S14 f6 white 3",
        "Hafen": "S10 d4 purple 3, S10 e4 white 3",
        "Bergen": "S15 d4 green 3",
        "Talheim": "S15 f4 white 5, S15 f3 yellow 3",
        "Süden": "S22 d4 yellow 5",
    },
    countries={
        "Südland": "S22 d7",
        "Alpland": "S24 d7",
        "Luxland": "S13 a4",
        "Belland": "S13 a5",
        "Eckland": "S13 a7",
        "Norland": "S2 d1",
        "Seeland": "S4 d1",
    },
)
"""A country for tests.

S14, the start, has the towns of Mitte (red, blue, white) and Einöd; north of it lies Hafen in S10; east of it, in S15,
the river P flows through a range and the town of Bergen, and Q into it, above a lake; S18 in the south has a lake that
the river R flows into. In the west, S13, lie Luxland and Belland beside each other, and Eckland in a corner, beside
S13 and S17.
"""


TWO_WHITES = sheet(
    ground={},
    rivers={15: "Q...... ....... ....... ....... ....... ....... ......."},
    towns={"Mitte": "S14 b3 white 5, S14 b4 white 3, S14 c2 blue 5"},
    countries={"Südland": "S22 d7", "Alpland": "S24 d7", "Norland": "S2 d1", "Seeland": "S4 d1"},
)
"""A town with two white squares, one below the other."""


class _Drawn(Drawn):
    """What is drawn on the sectors of a board."""

    def __init__(self, box: Components, sectors: Mapping[int, str], a: str, b: str, abroad: Mapping[str, str]) -> None:
        assert box.chart is not None
        self.chart = box.chart
        drawn: dict[Square, str] = {}
        for sector, drawing in sectors.items():
            left, top = cell(sector).x * SIZE, cell(sector).y * SIZE
            rows = [row[left : left + SIZE] for row in self.chart.ground[top : top + SIZE]]
            drawn |= pieces_in(drawing, cell(sector), rows)
        for country, sign in abroad.items():
            drawn[self.country(country)] = sign
        super().__init__(drawn, a, b)

    def place(self, text: str) -> Square:
        """The square written like "S14 d4"."""
        return place(text)

    def country(self, name: str) -> Square:
        """The coloured square of a country."""
        return next(at for at, country in self.chart.countries.items() if country == name)

    @property
    def used(self) -> frozenset[Square]:
        """The foreign squares that a station or an end lies on."""
        return frozenset(self.chart.countries) & {*self.drawn, self.a.square, self.b.square}

    def sides_of_station(self, place: Square) -> tuple[Side, ...]:
        """The side the line came in by first; a station in a sector that was left shows none, its track is gone."""
        came = [end.back for end in (self.a, self.b) if end.square == place and end.back is not None]
        used = [side for side in SIDES if self._points_at(step(place, side), opposite(side))]
        return tuple(dict.fromkeys((*came, *used)))

    def _points_at(self, near: Square, side: Side) -> bool:
        return side in TRACK.get(self.drawn.get(near, ""), ())

    def _end(self, text: str) -> End:
        """As in The First Rails; abroad the country's name alone is a start, and with "from e" a station."""
        name, *way = text.split(" from ")
        if name not in self.chart.country_prices:
            return super()._end(text)
        return End(self.country(name), LETTERS.index(way[0]) if way else None, None, abroad=True)


def german_position(
    sectors: Mapping[int, str] | None = None,
    *,
    a: str = "S14 d4 n",
    b: str = "S14 d4 s",
    abroad: Mapping[str, str] | None = None,
    seats: int = 2,
    seat: int = 0,
    start: int = 0,
    year: int = 2,
    front: str | Sequence[str] = "",
    hidden: int | Sequence[int] = 0,
    bank: int | None = None,
    directors: Mapping[str, int] | None = None,
    held_office: Sequence[int] = (),
    built: Mapping[str, int] | None = None,
    waiting: Mapping[str, int] | None = None,
    carried: Mapping[str, Sequence[int]] | None = None,
    paid: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    reading: int = READING,
    box: Components = SHEET,
) -> State:
    """A position; what is not said is as at the beginning, but in year 2 and without dice in hand.

    `sectors` by number, drawn; `abroad` the stations there, by country, as initials. `front`, `hidden` and `bank` are
    as for `hands`. `built` says how many stations a company has built in all (else those that are drawn); `carried`
    what each seat has carried, by company. `paid` are squares of ranges, lakes and rivers paid for in this turn, and
    `reading` is how the rules are read.
    """
    variants = meant(OPTIONS, (options or {}).items())
    drawn = _Drawn(box, {14: START} if sectors is None else sectors, a, b, abroad or {})
    line, chart = drawn.line, drawn.chart
    dice = 60 if variants["extended"] == "yes" else 40
    fronts, behind, rest = hands(front, hidden, seats, dice - line.dice, bank)
    laid = {at: LaidTile(number(at), str(number(at)), 0) for at in chart.cells}
    for at, sign in drawn.drawn.items():
        if sign in COMPANIES and chart.is_german(at):
            tile = laid[cell_of(at)]
            laid[cell_of(at)] = replace(tile, stations=(*tile.stations, COMPANIES[sign]))
    standing = [COMPANIES[sign] for sign in drawn.drawn.values() if sign in COMPANIES]
    companies = {}
    for card in box.companies:
        ((terrain, price, whole),) = card.stations
        stock = Stock(terrain, price, whole - (built or {}).get(card.id, standing.count(card.id)))
        companies[card.id] = Company(card.id, (directors or {}).get(card.id), SHARES, (stock,))
    counts = [each((carried or {}).get(card.id, ()), seats, 0) for card in box.companies]
    table = Table(
        box=box,
        options=variants,
        reading=reading,
        bank=rest,
        year=year,
        start=start,
        turn=Turn(seat, (seat - start) % seats + 1, paid=frozenset(map(place, paid))),
        players=tuple(
            Player(
                fronts[one],
                shares=(0,) * len(counts),
                carried=tuple(count[one] for count in counts),
                held_office=one in held_office,
            )
            for one in range(seats)
        ),
        companies=companies,
        landscape=Landscape(box, laid, {}, drawn.used),
        line=line,
        waiting=tuple((waiting or {}).get(card.id, 0) for card in box.companies),
        kind="germany",
    )
    return State(table, tuple(Screen(dice) for dice in behind))
