"""Routes: how an end of the line comes to a place with a player's dice, and what a run would leave behind."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_core.grid import Cell, Mask, Side, cell_of, index_of, indices, opposite, square_at, step
from rules_core.line.actions import LayRun, NewTile
from rules_core.line.bots.places import FAR, EndInCell, Place, layers
from rules_core.line.dice import Dice
from rules_core.line.events import Due
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_from, dues_total, turns_from
from rules_core.line.table import Table
from rules_core.line.track import Line


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
