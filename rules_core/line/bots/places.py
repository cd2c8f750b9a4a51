"""Places that an end of the line may make for, and routes: how it comes there with a player's dice, and what a run
would leave behind.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_core.grid import Cell, Mask, Side, bit, cell_of, index_of, indices, neighbours, opposite, square_at, step
from rules_core.line.actions import Dice, EndName, LayRun, NewTile
from rules_core.line.events import Due
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_from, dues_total, squares_in, turns_from
from rules_core.line.table import Table
from rules_core.line.track import NEEDED_TO_CONNECT, Line

FADE: Final = 0.8
"""How much of its worth a place keeps for each die that is still to be laid before it."""
LEAST: Final = 0.1
"""The worth of reaching any place."""
FAR: Final = 12
"""The distance in pieces beyond which places are not looked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Squares of one cell, one of which an end should come to point at, and what that is worth.

    A station is to be built there for `price` dice; or the end should point over a `side` of the cell from one of them.
    """

    squares: Mask
    worth: float
    price: int = 0
    side: Side | None = None

    @property
    def crosses(self) -> bool:
        """Whether the line is to go on over the side; what is priced there is built from this cell."""
        return self.side is not None and not self.price


class EndInCell(ABC):
    """An end of the line in a cell: where it may go dry, and the places worth going to."""

    def __init__(self, landscape: Landscape, line: Line, name: EndName, cell: Cell) -> None:
        self.landscape = landscape
        self.line = line
        self.name: EndName = name
        self.end = line.end(name)
        self.cell = cell
        self.layout = landscape.layout(cell)
        free = landscape.usable(cell) & ~line.occupied(cell)
        other = line.other(name).ahead
        if other is not None and cell_of(other) == cell:
            free &= ~bit(other)
        self.land: Mask = free & ~self.layout.water
        self.low: Mask = self.land & ~self.layout.mountain
        self._layers: dict[Mask, list[Mask]] = {}

    @property
    def start(self) -> Mask:
        """The squares of the cell that the next piece may lie on, if they are free."""
        return squares_in(self.cell, (step(self.end.square, side) for side in self.end.exits))

    @abstractmethod
    def places(self) -> Iterator[Place]:
        """The places in the cell that are worth something to the viewer."""

    @abstractmethod
    def dues(self, squares: Mask) -> int:
        """The cost of laying on these squares this turn, in dice."""

    def areas(self, place: Place) -> tuple[Mask, Mask]:
        """The squares by which the end may come to a place: those that cost nothing, and all."""
        return self.low, self.land

    def within_reach(self) -> Iterator[tuple[Place, int]]:
        """The places that the end can come to, each with the dice that takes: what is not low costs one (FR-39)."""
        for place in self.places():
            low, land = self.areas(place)
            pieces = [n for n, layer in enumerate(self._from_end(low)) if layer & place.squares][:1]
            pieces += [n + 1 for n, layer in enumerate(self._from_end(land)) if layer & place.squares][:1]
            if pieces:
                yield place, self.pieces_to(place, min(pieces)) + place.crosses

    def promise(self) -> float:
        """The worth of the best place, less for every die it is away."""
        return max((place.worth * FADE**dice for place, dice in self.within_reach()), default=0.0)

    def pieces_to(self, place: Place, pieces: int) -> int:
        """The pieces to lay in this cell for a place that one points at after `pieces`; five to leave it (FR-35)."""
        if place.side is None:
            return pieces
        if not place.crosses:
            return pieces + 1
        laid = (self.line.occupied(self.cell) & self.landscape.usable(self.cell)).bit_count()
        missing = NEEDED_TO_CONNECT - laid - pieces - 1
        return pieces + 1 + max(0, missing + missing % 2)

    def _from_end(self, area: Mask) -> list[Mask]:
        known = self._layers.get(area)
        if known is None:
            known = self._layers[area] = list(layers(self.start, area))
        return known


def layers(start: Mask, area: Mask) -> Iterator[Mask]:
    """The squares of an area by their distance from the start, nearest first."""
    reached = layer = start & area
    for _ in range(FAR):
        if not layer:
            return
        yield layer
        layer = neighbours(reached) & area & ~reached
        reached |= layer


@dataclass(frozen=True, slots=True)
class Route:
    """A way from an end of the line: the side it leaves by, its first piece's heading, and the dice it takes in all.

    `pieces` counts those in the cell; the one to be laid beyond its edge is among the dice alone.
    """

    out: Side
    heading: Side
    pieces: int
    plain: int
    wild: int
    dues: int


class _Path(NamedTuple):
    """Pieces laid one after another, from an end to where they point: the square with the bit number `ahead`."""

    heading: Side
    ahead: int
    laid: Mask = 0
    headings: tuple[Side, ...] = ()
    straight: int = 0
    curve: int = 0

    def on(self, heading: Side, ahead: int) -> "_Path":
        is_straight = heading == self.heading
        return _Path(
            heading,
            ahead,
            self.laid | 1 << self.ahead,
            (*self.headings, heading),
            self.straight + is_straight,
            self.curve + (not is_straight),
        )


class _Search(NamedTuple):
    """The terms of a search: the squares it may use, how far each is from the place, and the dice."""

    ground: EndInCell
    place: Place
    dice: Dice
    area: Mask
    away: Mapping[int, int]

    def paths(self, path: _Path, left: int) -> Iterator[_Path]:
        if self.wild(path) > self.dice.wild:
            return
        if left == 0:
            yield path
            return
        for heading in turns_from(path.heading):
            ahead = _beside(path.ahead, heading)
            if ahead is None:
                if left == 1 and heading == self.place.side:
                    yield from self.paths(path.on(heading, path.ahead), 0)
            elif self.area >> ahead & 1 and not path.laid >> ahead & 1 and self.away.get(ahead, FAR) < left:
                yield from self.paths(path.on(heading, ahead), left - 1)

    def wild(self, path: _Path) -> int:
        return max(0, path.straight - self.dice.straight) + max(0, path.curve - self.dice.curve)

    def route(self, out: Side, path: _Path) -> Route | None:
        wild = self.wild(path)
        plain = path.straight + path.curve - wild
        if self.place.crosses:
            spare = self.dice.straight + self.dice.curve > plain
            plain, wild = plain + spare, wild + (not spare)
        if wild > self.dice.wild:
            return None
        return Route(out, path.headings[0], len(path.headings), plain, wild, self.ground.dues(path.laid))


def routes(ground: EndInCell, place: Place, dice: Dice) -> Iterator[Route]:
    """The shortest routes to a place for which the dice suffice, first those by squares that cost nothing."""
    for area in ground.areas(place):
        away = {index: n for n, layer in enumerate(layers(place.squares, area)) for index in indices(layer)}
        search = _Search(ground, place, dice, area, away)
        for out in ground.end.exits:
            square = step(ground.end.square, out)
            distance = away.get(index_of(square)) if cell_of(square) == ground.cell else None
            if distance is None:
                continue
            pieces = ground.pieces_to(place, distance)
            if 0 < pieces <= dice.total:
                for path in search.paths(_Path(out, index_of(square)), pieces):
                    route = search.route(out, path)
                    if route is not None:
                        yield route


def _beside(index: int, side: Side) -> int | None:
    square = step(square_at(Cell(0, 0), index), side)
    return index_of(square) if cell_of(square) == Cell(0, 0) else None


def laid(table: Table, run: LayRun) -> tuple[Landscape, Line]:
    """The landscape and the line as a run leaves them."""
    *_, after = _each_laid(table, run)
    return after


def dues_of(table: Table, run: LayRun, pays_once: Callable[[Due], bool]) -> int:
    """The dice that the mountains, lakes and rivers of a run cost, paid for once a turn or each time (FR-39, FR-40)."""
    paid = set(table.turn.paid)
    dues, left = 0, table.line.end(run.end).square
    for landscape, line in _each_laid(table, run):
        square = line.end(run.end).square
        due = dues_from(landscape, paid, left, square)
        dues += dues_total(due)
        if all(map(pays_once, due)):
            paid.add(square)
        left = square
    return dues


def _each_laid(table: Table, run: LayRun) -> Iterator[tuple[Landscape, Line]]:
    landscape, line = table.landscape, table.line
    for piece in run.steps:
        end = line.end(run.end)
        out = run.leave if end.heading is None else end.heading
        assert out is not None, "a station is left by a side that the run names"
        square = step(end.square, out)
        cell, left = cell_of(square), cell_of(end.square)
        if isinstance(piece, NewTile):
            landscape = landscape.with_tile(cell, piece.kind, piece.turn, len(landscape.tiles) + 1)
            continue
        line = line.with_piece(run.end, square, opposite(out), piece.heading)
        if cell != left and cell_of(line.other(run.end).square) != left:
            line = line.without_track(left)
        yield landscape, line
