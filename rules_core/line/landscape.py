"""The landscape, tiles with ranges and lakes across them, and the shared line on it with its two ends (FR-1, FR-30,
FR-32, FR-40, GE-25).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from rules_core.grid import (
    FULL,
    SIDES,
    SIZE,
    Cell,
    Layout,
    Mask,
    Side,
    Square,
    Terrain,
    bit,
    cell_of,
    index_of,
    is_joined,
    neighbours,
    opposite,
    step,
    step_cell,
)
from rules_core.kernel.codec import stored_as
from rules_core.line.actions import EndName
from rules_core.line.components import Components

_OF_TILES: Final = ("_fitting", "_open_sides", "_areas")
"""What a landscape works out of its tiles, stations aside."""


@stored_as("LaidTile")
@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile in its cell: kind, quarter turns, number as laid, and the companies that have a station on it."""

    number: int
    kind: str
    turn: int
    stations: tuple[str, ...] = ()


@stored_as("Landscape")
@dataclass(frozen=True)
class Landscape:
    """All tiles laid, by cell in the order laid, and the small tiles left, by kind (FR-4).

    Of a printed board all sectors lie from the start, and `closed` are the foreign squares used up (GE-2, GE-32).
    """

    box: Components
    tiles: Mapping[Cell, LaidTile]
    supply: Mapping[str, int]
    closed: frozenset[Square] = frozenset()

    def layout(self, cell: Cell) -> Layout:
        """The tile lying in a cell, as it lies. Raises KeyError for an empty cell."""
        tile = self.tiles[cell]
        return self.box.layout(tile.kind, tile.turn)

    def terrain(self, square: Square) -> Terrain:
        """The ground of a square of a laid tile."""
        return self.layout(cell_of(square)).terrain(index_of(square))

    def usable(self, cell: Cell) -> Mask:
        """The squares of a cell that track may ever lie on (GE-23)."""
        chart = self.box.chart
        return FULL if chart is None else chart.german(cell)

    def fitting(self, cell: Cell) -> tuple[Layout, ...]:
        """The layouts of tiles left whose four sides match what lies beside a cell; none for one taken (FR-36)."""
        known = self._fitting.get(cell)
        if known is None:
            known = self._fitting[cell] = self._find_fitting(cell)
        return known

    def open_sides(self, cell: Cell) -> tuple[Side, ...]:
        """The sides of a cell at which a tile could be attached now (FR-36, FR-37)."""
        known = self._open_sides.get(cell)
        if known is None:
            known = tuple([side for side in SIDES if self.fitting(step_cell(cell, side))])
            self._open_sides[cell] = known
        return known

    def demand(self, cell: Cell) -> str:
        """The signs that the tiles beside a cell demand of its four sides: "G", "M", or "." for any."""
        signs = ""
        for side in SIDES:
            beside = step_cell(cell, side)
            signs += self.layout(beside).sides[opposite(side)] if beside in self.tiles else "."
        return signs

    def with_tile(self, cell: Cell, kind: str, turn: int, number: int) -> "Landscape":
        """The landscape with one more tile, taken from the supply."""
        supply = {**self.supply, kind: self.supply[kind] - 1}
        return Landscape(self.box, {**self.tiles, cell: LaidTile(number, kind, turn)}, supply)

    def with_station(self, cell: Cell, company: str) -> "Landscape":
        """The landscape with one more station in a cell."""
        tile = self.tiles[cell]
        built = LaidTile(tile.number, tile.kind, tile.turn, (*tile.stations, company))
        landscape = replace(self, tiles={**self.tiles, cell: built})
        landscape.__dict__.update({name: self.__dict__[name] for name in _OF_TILES if name in self.__dict__})
        return landscape

    def area(self, square: Square) -> int | None:
        """The mountain range or lake a square lies in, as a number that holds for this landscape only; None for grass.

        An area is one orthogonally connected set of squares of one terrain, over tile borders (FR-39, FR-40).
        """
        cell = cell_of(square)
        local = self.layout(cell).area_of[index_of(square)]
        return None if local is None else self._areas[cell, local]

    def numbered(self, number: int) -> Cell | None:
        """The cell of the tile with this number."""
        return next((cell for cell, tile in self.tiles.items() if tile.number == number), None)

    def _find_fitting(self, cell: Cell) -> tuple[Layout, ...]:
        if cell in self.tiles:
            return ()
        left = {kind for kind, number in self.supply.items() if number}
        return tuple([layout for layout in self.box.by_sides[self.demand(cell)] if layout.kind in left])

    @cached_property
    def _fitting(self) -> dict[Cell, tuple[Layout, ...]]:
        return {}

    @cached_property
    def _open_sides(self) -> dict[Cell, tuple[Side, ...]]:
        return {}

    @cached_property
    def _areas(self) -> Mapping[tuple[Cell, int], int]:
        joined: dict[tuple[Cell, int], set[tuple[Cell, int]]] = {
            (cell, local): {(cell, local)} for cell in self.tiles for local in range(len(self.layout(cell).areas))
        }
        for cell in self.tiles:
            for side in (1, 2):
                beside = step_cell(cell, side)
                if beside in self.tiles:
                    self._join(joined, cell, side, beside)
        numbers = {id(group): number for number, group in enumerate(joined.values())}
        return {part: numbers[id(group)] for part, group in joined.items()}

    def _join(
        self, joined: dict[tuple[Cell, int], set[tuple[Cell, int]]], cell: Cell, side: Side, beside: Cell
    ) -> None:
        here, there = self.layout(cell), self.layout(beside)
        for mine, theirs in zip(here.edge[side], there.edge[opposite(side)], strict=True):
            a, b = here.area_of[mine], there.area_of[theirs]
            if a is not None and b is not None and here.terrain(mine) == there.terrain(theirs):
                one, two = joined[cell, a], joined[beside, b]
                if one is not two:
                    one |= two
                    for part in two:
                        joined[part] = one


NEEDED_TO_CONNECT: Final = 5
"""Pieces on a tile before the line may leave it (FR-35)."""


@stored_as("Fixture")
@dataclass(frozen=True, slots=True)
class Fixture:
    """A track die that lies on a square, or a station when `company` is named.

    `sides` are the sides the line uses, in the order it came to them; a station that is an end has one.
    """

    sides: tuple[Side, ...]
    company: str | None = None


@stored_as("End")
@dataclass(frozen=True, slots=True)
class End:
    """One end of the line: the last square, the side it came in by, where it points; a station points nowhere yet.

    Abroad nothing lies behind an end: it may go on by the side it came in by too (GE-32), or came from nowhere (GE-3).
    """

    square: Square
    back: Side | None
    heading: Side | None
    abroad: bool = False

    @property
    def is_station(self) -> bool:
        """Whether the next piece may choose its way out."""
        return self.heading is None

    @property
    def exits(self) -> tuple[Side, ...]:
        """The sides by which the line may go on."""
        if self.heading is not None:
            return (self.heading,)
        return tuple(side for side in SIDES if self.abroad or side != self.back)

    @property
    def ahead(self) -> Square | None:
        """The square pointed at; None for a station."""
        return None if self.heading is None else step(self.square, self.heading)


@stored_as("Line")
@dataclass(frozen=True, slots=True)
class Line:
    """The pieces on the board, by cell and square, and the ends A and B."""

    tiles: Mapping[Cell, Mapping[Square, Fixture]]
    a: End
    b: End

    def end(self, name: EndName) -> End:
        """The end of this name."""
        return self.a if name == "A" else self.b

    def other(self, name: EndName) -> End:
        """The end across from the one of this name."""
        return self.b if name == "A" else self.a

    def fixture(self, square: Square) -> Fixture | None:
        """The track die or station on a square, if there is one."""
        return self.tiles.get(cell_of(square), {}).get(square)

    def occupied(self, cell: Cell) -> Mask:
        """The squares of a cell that track or stations lie on."""
        mask = 0
        for x, y in self.tiles.get(cell, ()):  # asked for every piece that is tried: `bit` would take twice as long
            mask |= 1 << (y % SIZE * SIZE + x % SIZE)
        return mask

    def stations(self, cell: Cell) -> Mask:
        """The squares of a cell that stations lie on."""
        return sum(bit(square) for square, fixture in self.tiles.get(cell, {}).items() if fixture.company)

    @property
    def dice(self) -> int:
        """The number of dice that lie on the board as track (FR-2)."""
        return sum(fixture.company is None for tile in self.tiles.values() for fixture in tile.values())

    def dice_in(self, cell: Cell) -> int:
        """The number of dice that lie in a cell as track."""
        return sum(fixture.company is None for fixture in self.tiles.get(cell, {}).values())

    def with_piece(self, name: EndName, square: Square, back: Side, heading: Side) -> "Line":
        """The line with a track die laid at an end."""
        return self._extended(name, back, Fixture((back, heading)), End(square, back, heading))

    def with_station(self, name: EndName, square: Square, back: Side, company: str, *, abroad: bool = False) -> "Line":
        """The line with a station built at an end."""
        return self._extended(name, back, Fixture((back,), company), End(square, back, None, abroad))

    def without(self, cell: Cell) -> "Line":
        """The line after it left a cell for good."""
        return replace(self, tiles={other: pieces for other, pieces in self.tiles.items() if other != cell})

    def without_track(self, cell: Cell) -> "Line":
        """The line after the dice in a cell were taken away, while the stations stay where they stand (GE-21)."""
        standing = {square: piece for square, piece in self.tiles.get(cell, {}).items() if piece.company}
        line = self.without(cell)
        return replace(line, tiles={**line.tiles, cell: standing}) if standing else line

    def _extended(self, name: EndName, back: Side, fixture: Fixture, end: End) -> "Line":
        tiles = dict(self.tiles)
        last = self.end(name)
        if last.is_station and self.fixture(last.square):
            side = opposite(back)
            pieces = dict(tiles[cell_of(last.square)])
            station = pieces[last.square]
            pieces[last.square] = Fixture((*station.sides, side), station.company)
            tiles[cell_of(last.square)] = pieces
        cell = cell_of(end.square)
        tiles[cell] = {**tiles.get(cell, {}), end.square: fixture}
        return Line(tiles, end, self.b) if name == "A" else Line(tiles, self.a, end)


DeadEnd: TypeAlias = Callable[[Landscape, Line, End, Square, Square], bool]
"""Whether a piece laid behind an end, on a square and pointing at another of its tile, leads where it must not."""


class OpenSpace(NamedTuple):
    """A tile or sector as the line may still go through it."""

    free: Mask
    """The squares that pieces may yet lie on, water and the square the other end points at included."""
    gates: Mask
    """The squares by which the line could leave with five pieces."""
    lying: int
    """The pieces that lie there, as FR-35 counts them."""
    passes: Mask = 0
    """The squares by which it could go on with fewer."""


def leads_on(starts: Mask, space: OpenSpace) -> bool:
    """Whether some chain of pieces leads on, the first of them on one of the squares `starts`."""
    free, starts = space.free, starts & space.free
    if space.passes and is_joined(starts, space.passes, free):
        return True
    missing = NEEDED_TO_CONNECT - space.lying
    nearest = _nearest(starts, space.gates, free)
    if nearest is None:
        return False
    return nearest >= missing or _leads_far(starts, space.gates, free, missing)


def _nearest(starts: Mask, goal: Mask, free: Mask) -> int | None:
    """The number of squares in the shortest path from one of `starts` to one of `goal`, both counted.

    Where it is long enough nothing else need be tried.
    """
    reached, squares = starts, 1
    while not reached & goal:
        wider = reached | (neighbours(reached) & free)
        if wider == reached:
            return None
        reached, squares = wider, squares + 1
    return squares


def _leads_far(starts: Mask, gates: Mask, free: Mask, missing: int) -> bool:
    """Whether a path from one of `starts`, of at least `missing` squares with that one, comes to a gate."""
    if missing == 1:
        return is_joined(starts, gates, free)
    while starts:
        start = starts & -starts
        rest = free ^ start
        if _leads_far(neighbours(start) & rest, gates, rest, missing - 1):
            return True
        starts ^= start
    return False
