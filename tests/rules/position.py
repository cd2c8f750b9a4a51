"""Positions of The First Rails, written as they look on the table.

A tile in play is drawn as seven rows: the ground (`.` grass, `^` mountain, `~` water), track over it (`─│┌┐└┘`), and
stations as the initials of their companies (E, U, W, I, B). The ground drawn must be that of the tile, so a drawing
cannot lie. Dice in front are written `s` straight, `c` curve, `$` share, `?` wild.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules_core.games.first_rails.options import OPTIONS
from rules_core.games.first_rails.turn import BOX
from rules_core.grid import LETTERS, SIDES, SIZE, Cell, E, N, S, Side, Square, Terrain, W, cell_of, opposite, step
from rules_core.kernel.definition import meant
from rules_core.line.actions import Dice, Face, count
from rules_core.line.companies import SHARES, Company, Stock, founded
from rules_core.line.components import Components, StationKind, components_from
from rules_core.line.events import LastYearReason
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.table import READING, Player, Screen, State, Table, Turn
from rules_core.line.track import End, Fixture, Line

T = TypeVar("T", str, int)
TRACK: dict[str, tuple[Side, Side]] = {
    "─": (E, W),
    "│": (N, S),
    "└": (N, E),
    "┌": (E, S),
    "┐": (S, W),
    "┘": (N, W),
}
COMPANIES = {"E": "eisberg", "U": "ueberall", "W": "weiden", "I": "insel", "B": "bergtal"}
FACES: dict[str, Face] = {"s": "straight", "c": "curve", "$": "share", "?": "?"}
STANDARD = components_from(BOX)
ORIGIN = Cell(0, 0)

START = """
    .......
    .......
    .......
    ...─...
    .......
    .......
    .......
"""
"""The start tile as it lies when the game begins."""

FIVE = """
    .......
    .......
    .......
    .─────.
    .......
    .......
    .......
"""
"""The start tile with five pieces, A pointing west at a4 and B pointing east at g4."""


@dataclass(frozen=True)
class Tile:
    """A tile of a position: `name` is its kind, and after "/" the side its printed north points to.

    `drawing` is empty for a tile that the line has left; `stations` are the initials of the companies that have one on
    such a tile.
    """

    name: str
    drawing: str = ""
    stations: str = ""


FOOTHILLS = Tile(
    "mountain2",
    """
    .^^^^^^
    .^^^^^^
    ..^^^^^
    .──^^^^
    ....^^^
    .....^^
    .......
    """,
)
"""Mountains north and east of the line, A pointing west at grass and B pointing east at a mountain."""


LAKES = {
    (0, 0): Tile("grassland", stations="W"),
    (-1, 0): Tile("lake", "....... ...~~.. ..~~~~. .~~~~.┌ .~~~.┌┘ ..~~.│. ......."),
    (1, 0): Tile("lake", "....... ...~~.. ..~~~~. ┘~~~~.. .~~~... ..~~... ......."),
}
"""Both ends have left the start tile: A points south at T2 f7 with four pieces, B north at T3 a3 with one."""


def dice(text: str) -> Dice:
    """The dice that a text such as "ssc$?" shows."""
    return count(FACES[sign] for sign in text)


def shown(dice_: Dice) -> str:
    """The text for some dice, in the order of `FACES`."""
    return "".join(sign * number for sign, number in zip(FACES, dice_, strict=True))


def turn_of(name: str) -> tuple[str, int]:
    """Kind and quarter turns of a tile named like "lake/e"."""
    kind, _, north = name.partition("/")
    return kind, LETTERS.index(north or "n")


def box_with(**rows: str) -> Components:
    """The box with the drawings of some kinds of tile replaced."""
    data = json.loads(BOX)
    for kind, drawing in rows.items():
        data["tile"][kind]["rows"] = drawing.split()
    return components_from(json.dumps(data))


def square(text: str, cell: Cell = ORIGIN) -> Square:
    """The square of a tile written like "d4"."""
    return Square(cell.x * SIZE + "abcdefg".index(text[0]), cell.y * SIZE + int(text[1]) - 1)


class Drawn(ABC):
    """A line drawn piece by piece, with its ends."""

    def __init__(self, pieces: Mapping[Square, str], a: str, b: str) -> None:
        self.drawn = pieces
        self.a, self.b = self._end(a), self._end(b)

    @property
    def line(self) -> Line:
        """The line as drawn."""
        tiles: dict[Cell, dict[Square, Fixture]] = {}
        for place, sign in self.drawn.items():
            sides = TRACK[sign] if sign in TRACK else self.sides_of_station(place)
            tiles.setdefault(cell_of(place), {})[place] = Fixture(sides, COMPANIES.get(sign))
        return Line(tiles, self.a, self.b)

    @abstractmethod
    def place(self, text: str) -> Square:
        """The square written like "T2 d4"."""

    def sides_of_station(self, place: Square) -> tuple[Side, ...]:
        """The sides by which track next to a station comes in: two, or one where the line ends there."""
        used = tuple(side for side in SIDES if opposite(side) in TRACK.get(self.drawn.get(step(place, side), ""), ()))
        assert len(used) == (1 if place in (self.a.square, self.b.square) else 2), f"{place} joins {used}"
        return used

    def _end(self, text: str) -> End:
        """Track pointing west is written "T2 d4 w"; a station the line came to from the east "T2 d4 from e"."""
        tile, at, *way = text.split()
        place = self.place(f"{tile} {at}")
        side = LETTERS.index(way[-1])
        if way[0] == "from":
            return End(place, side, None)
        sides = TRACK[self.drawn[place]]
        return End(place, sides[1 - sides.index(side)], side)


class Board(Drawn):
    """The tiles of a position as laid, and the line drawn on them with its ends."""

    def __init__(self, tiles: Mapping[tuple[int, int], Tile], a: str, b: str, box: Components) -> None:
        self.cells = [Cell(*cell) for cell in tiles]
        self.laid: dict[Cell, LaidTile] = {}
        drawn: dict[Square, str] = {}
        for number, (cell, tile) in enumerate(zip(self.cells, tiles.values(), strict=True), 1):
            kind, quarter = turn_of(tile.name)
            pieces = pieces_in(tile.drawing, cell, box.layout(kind, quarter).rows) if tile.drawing else {}
            built = tuple(COMPANIES[sign] for sign in (*pieces.values(), *tile.stations) if sign in COMPANIES)
            self.laid[cell] = LaidTile(number, kind, quarter, built)
            drawn |= pieces
        super().__init__(drawn, a, b)

    @property
    def stations(self) -> Counter[str]:
        """How many stations of each company stand in the landscape."""
        return Counter(company for tile in self.laid.values() for company in tile.stations)

    def place(self, text: str) -> Square:
        """The square written like "T2 d4"."""
        tile, at = text.split()
        return square(at, self.cells[int(tile[1:]) - 1])


def pieces_in(drawing: str, cell: Cell, ground: Sequence[str]) -> dict[Square, str]:
    """The track and stations of a drawing, by square. The ground drawn must be that of the seven rows given."""
    rows = drawing.split()
    assert [len(row) for row in rows] == [SIZE] * SIZE, f"seven rows of seven: {drawing}"
    pieces = {}
    for y, (row, under) in enumerate(zip(rows, ground, strict=True)):
        for x, (sign, true) in enumerate(zip(row, under, strict=True)):
            lies = sign in TRACK or sign in COMPANIES
            assert lies or sign == true, f"the ground is {under}, not {row}"
            if lies:
                pieces[Square(cell.x * SIZE + x, cell.y * SIZE + y)] = sign
    return pieces


def _stock(fresh: Company, built: int, given: Mapping[tuple[Terrain, int], int]) -> tuple[Stock, ...]:
    """What is left of a card: as given, and else without the stations built, taken from where most are."""
    left: dict[tuple[StationKind, int], int] = {(entry.terrain, entry.price): entry.left for entry in fresh.stock}
    for _ in range(built):
        left[max(left, key=lambda kind: left[kind])] -= 1
    left.update((kind, number) for kind, number in given.items())
    return tuple(Stock(*kind, number) for kind, number in left.items())


def each(given: T | Sequence[T], seats: int, nothing: T) -> list[T]:
    several: list[T] = [given] if isinstance(given, str | int) else list(given)
    return several + [nothing] * (seats - len(several))


def hands(
    front: str | Sequence[str], hidden: int | Sequence[int], seats: int, elsewhere: int, bank: int | None
) -> tuple[list[Dice], list[int], int]:
    """The dice in front of each seat, those behind each screen, and those in the bank, out of all that are `elsewhere`.

    A single `front` or `hidden` is that of seat 0. `bank` puts the dice that lie nowhere else behind the last screen.
    """
    fronts = [dice(text) for text in each(front, seats, "")]
    behind = each(hidden, seats, 0)
    rest = elsewhere - sum(f.total for f in fronts) - sum(behind)
    if bank is not None:
        behind[-1] += rest - bank
        rest = bank
    assert rest >= 0 and behind[-1] >= 0, "more dice than there are"
    return fronts, behind, rest


def position(
    tiles: Mapping[tuple[int, int], Tile] | None = None,
    *,
    a: str = "T1 d4 w",
    b: str = "T1 d4 e",
    seats: int = 2,
    seat: int = 0,
    start: int = 0,
    year: int = 2,
    front: str | Sequence[str] = "",
    hidden: int | Sequence[int] = 0,
    passengers: Sequence[int] = (),
    bank: int | None = None,
    shares: Mapping[str, Sequence[int]] | None = None,
    directors: Mapping[str, int] | None = None,
    lost_office: Sequence[int] = (),
    stock: Mapping[str, Mapping[tuple[Terrain, int], int]] | None = None,
    supply: Mapping[str, int] | None = None,
    paid: Sequence[str] = (),
    last_year: LastYearReason | None = None,
    options: Mapping[str, str] | None = None,
    reading: int = READING,
    box: Components = STANDARD,
) -> State:
    """A position; what is not said is as at the beginning, but in year 2 and without dice in hand.

    `tiles` by cell, in the order laid; `front`, `hidden` and `bank` as for `hands`. `shares` are those of each seat, by
    company. `stock` says how many stations are left, by company, terrain and price (the others count as built
    somewhere); `supply` how many small tiles, by kind. `paid` are squares of ranges and lakes paid for in this turn.
    `reading` is how the rules are read.
    """
    variants = meant(OPTIONS, (options or {}).items())
    board = Board(tiles or {(0, 0): Tile("grassland", START)}, a, b, box)
    fronts, behind, rest = hands(
        front, hidden, seats, (60 if variants["extended"] == "yes" else 40) - board.line.dice, bank
    )
    held = {card.id: each((shares or {}).get(card.id, ()), seats, 0) for card in box.companies}
    companies = {
        card.id: Company(
            card.id,
            (directors or {}).get(card.id),
            SHARES - sum(held[card.id]),
            _stock(founded(card), board.stations[card.id], (stock or {}).get(card.id, {})),
        )
        for card in box.companies
    }
    left = {kind: n - sum(tile.kind == kind for tile in board.laid.values()) for kind, n in box.supply.items()}
    table = Table(
        box=box,
        options=variants,
        reading=reading,
        bank=rest,
        year=year,
        start=start,
        turn=Turn(seat, (seat - start) % seats + 1, paid=frozenset(map(board.place, paid))),
        players=tuple(
            Player(fronts[one], tuple(numbers[one] for numbers in held.values()), one in lost_office)
            for one in range(seats)
        ),
        companies=companies,
        landscape=Landscape(box, board.laid, {**left, **(supply or {})}),
        line=board.line,
        last_year=last_year,
    )
    carried = each(passengers, seats, 0)
    return State(table, tuple(Screen(*pair) for pair in zip(behind, carried, strict=True)))
