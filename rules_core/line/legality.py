"""Checks that the games share. Each looks at a position and returns the rule it finds broken, or None."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from rules_core.grid import (
    ANY_BORDER,
    BORDER,
    LETTERS,
    Cell,
    Layout,
    Mask,
    Side,
    Square,
    Terrain,
    around,
    bit,
    cell_of,
    index_of,
    is_joined,
    neighbours,
    opposite,
    step,
)
from rules_core.kernel.rulebook import Violation, violation
from rules_core.line.actions import EndName, Payment
from rules_core.line.companies import Company
from rules_core.line.components import Components
from rules_core.line.events import Due
from rules_core.line.landscape import Landscape
from rules_core.line.track import NEEDED_TO_CONNECT, DeadEnd, End, Line, OpenSpace, leads_on

DUES: Final[dict[Due, int]] = {"mountain": 1, "lake": 2, "river": 1}
"""What laying on a square costs, in dice (FR-39, FR-40, GE-24)."""
NEEDED_AROUND = 3
"""Squares of its terrain around a station (FR-52)."""
WaysOut: TypeAlias = Callable[[Landscape, Line, Cell], Mask]
"""The squares of a cell from which the line could leave it, as a game has it (FR-32, GE-25, first reading)."""


def where(square: Square) -> str:
    """A square as a fact of a violation: "x,y"."""
    return f"{square.x},{square.y}"


@dataclass(frozen=True, slots=True)
class Purse:
    """The dice a player can pay with, and the payment the player named, if any."""

    hidden: int
    wild: int
    named: Payment | None = None

    @property
    def there(self) -> int:
        """All dice that can be paid with."""
        return self.hidden + self.wild

    def split(self, amount: int) -> Payment | None:
        """Split an amount into a payment: hidden dice first, within the named payment; None where it cannot be paid."""
        hidden, wild = self.hidden, self.wild
        if self.named is not None:
            hidden, wild = min(hidden, self.named.hidden), min(wild, self.named.wild)
        from_hidden = min(hidden, amount)
        from_wild = amount - from_hidden
        return Payment(from_hidden, from_wild) if from_hidden >= 0 and from_wild <= wild else None

    def named_beyond(self, paid: Payment) -> Payment | None:
        """Count what of the named payment is left after a payment."""
        return self.named and Payment(self.named.hidden - paid.hidden, self.named.wild - paid.wild)


def check_bank(box: Components, bank: int, due: int, *, break_bank: bool) -> Violation | None:
    """FR-71, GE-41: the bank must be able to pay in full what it owes, unless the player means to break it."""
    if due <= bank or break_bank:
        return None
    return violation("FR-71" if box.chart is None else "GE-41", "bank_would_break", due=due, bank=bank)


def turns_from(leave: Side) -> tuple[Side, Side, Side]:
    """The sides a piece laid after leaving by `leave` may point to: straight on, then left and right."""
    return leave, (leave + 3) % 4, (leave + 1) % 4


def check_exit(end: End, name: EndName, leave: Side | None) -> Violation | None:
    """FR-30: a station is left by a side that the player names, not the one the line came in by."""
    if not end.is_station and leave is not None:
        return violation("FR-30", "no_station_to_leave", end=name, square=where(end.square))
    if not end.is_station or leave in end.exits:
        return None
    if end.abroad or end.back is None:
        return violation("GE-32", "leave_which_side", end=name, square=where(end.square))
    code = "leave_which_side" if leave is None else "came_in_by"
    return violation("FR-30", code, end=name, square=where(end.square), back=LETTERS[end.back])


def check_piece(
    landscape: Landscape, line: Line, name: EndName, leave: Side, heading: Side, is_dead_end: DeadEnd
) -> Violation | None:
    """FR-30 to FR-32: whether one more piece may lie at an end, coming out of it by `leave` and pointing to `heading`.

    The square laid on must be one for track; edges, borders and water are judged by the run as a whole.
    """
    end, other_ahead = line.end(name), line.other(name).ahead
    target = step(end.square, leave)
    if heading == opposite(leave) or heading not in range(4):
        return violation("FR-30", "turns_back", end=name, square=where(target))
    if line.fixture(target):
        return violation("FR-31", "laid_on_occupied", end=name, square=where(target))
    if target == other_ahead:
        return violation("FR-31", "laid_before_other_end", end=name, square=where(target))
    ahead = step(target, heading)
    if line.fixture(ahead):
        return violation("FR-31", "points_at_occupied", end=name, square=where(target), ahead=where(ahead))
    if ahead == other_ahead:
        return violation("FR-31", "points_where_other_points", end=name, square=where(target), ahead=where(ahead))
    cell = cell_of(target)
    goes_on_here = cell_of(ahead) == cell and bit(ahead) & landscape.usable(cell)
    if goes_on_here and is_dead_end(landscape, line, end, target, ahead):
        return violation("FR-32", "dead_end", end=name, square=where(target), ahead=where(ahead))
    return None


def open_borders(landscape: Landscape, line: Line, cell: Cell) -> Mask:
    """FR-32: the squares at the sides of a tile where another could be attached now."""
    return _borders(landscape.open_sides(cell))


@cache
def _borders(sides: tuple[Side, ...]) -> Mask:
    ways = 0
    for side in sides:
        ways |= BORDER[side]
    return ways


def cuts_off(ways_out: WaysOut) -> DeadEnd:
    """FR-32 in the first reading: a piece ends all ways out, however many pieces lie, where there was one before."""

    def is_dead_end(landscape: Landscape, line: Line, end: End, target: Square, ahead: Square) -> bool:
        cell = cell_of(target)
        ways = ways_out(landscape, line, cell)
        free = landscape.usable(cell) & ~line.occupied(cell)
        if is_joined(bit(ahead), ways, free & ~bit(target)):
            return False
        before = [step(end.square, side) for side in end.exits]
        return is_joined(squares_in(cell, before), ways, free)

    return is_dead_end


def open_space(landscape: Landscape, line: Line, cell: Cell, laid: Mask = 0) -> OpenSpace:
    """FR-32: a tile as the line may still go through it, and out by the sides where another could be attached.

    `laid` are squares on which pieces are thought to lie besides.
    """
    occupied = line.occupied(cell) | laid
    return OpenSpace(landscape.usable(cell) & ~occupied, open_borders(landscape, line, cell), occupied.bit_count())


def shuts_in(landscape: Landscape, line: Line, end: End, target: Square, ahead: Square) -> bool:
    """Whether a piece closes the tile, so that no chain leads out where one did before (FR-32).

    A run never reopens a way, so it is enough to ask for each of its pieces. On a new tile, "before" is that tile,
    empty, from the square entered.
    """
    cell = cell_of(target)
    if leads_on(bit(ahead), open_space(landscape, line, cell, bit(target))):
        return False
    before = [step(end.square, side) for side in end.exits]
    return leads_on(squares_in(cell, before), open_space(landscape, line, cell))


DEAD_ENDS: Final[Mapping[int, DeadEnd]] = {1: cuts_off(open_borders), 2: shuts_in}
"""FR-32, by the reading of the rules."""


def squares_in(cell: Cell, squares: Iterable[Square]) -> Mask:
    """The mask of those squares that lie in a cell."""
    return sum(bit(square) for square in squares if cell_of(square) == cell)


def check_tile(landscape: Landscape, line: Line, name: EndName, layout: Layout) -> Violation | None:
    """FR-4, FR-33, FR-35 to FR-37: whether a tile may be laid over the edge that an end points at."""
    end = line.end(name)
    ahead = end.ahead
    if ahead is None or cell_of(ahead) == cell_of(end.square):
        return violation("FR-33", "not_at_edge", end=name, square=where(end.square))
    cell = cell_of(ahead)
    if cell in landscape.tiles:
        return violation("FR-36", "cell_taken", end=name, tile=landscape.tiles[cell].number)
    pieces = len(line.tiles[cell_of(end.square)])
    if pieces < NEEDED_TO_CONNECT:
        return violation("FR-35", "too_few_pieces", pieces=pieces, missing=NEEDED_TO_CONNECT - pieces)
    fitting = landscape.fitting(cell)
    if not fitting:
        return violation("FR-37", "nothing_fits", end=name, square=where(end.square))
    if not landscape.supply.get(layout.kind):
        return violation("FR-4", "none_left", kind=layout.kind)
    if layout not in fitting:
        return violation("FR-36", "does_not_fit", kind=layout.kind, sides=layout.mountain_sides)
    return None


def check_run_end(landscape: Landscape, line: Line, name: EndName) -> Violation | None:
    """FR-33, FR-34: where a run may stop: not pointing off its tile, nor at water."""
    end = line.end(name)
    ahead = end.ahead
    if ahead is None:
        return None
    if cell_of(ahead) != cell_of(end.square):
        return violation("FR-33", "stops_at_edge", end=name, square=where(end.square))
    if landscape.terrain(ahead) == "lake":
        return violation("FR-34", "stops_at_water", end=name, square=where(end.square), ahead=where(ahead))
    return None


def dues_at(landscape: Landscape, paid: Collection[Square], square: Square) -> tuple[Due, ...]:
    """FR-39, FR-40, GE-24: what is still to be paid in this turn for a die on a square.

    `paid` are squares for which everything was paid; a range, lake or river is paid as a whole.
    """
    dues: list[Due] = []
    terrain = landscape.terrain(square)
    if terrain != "grassland":
        area = landscape.area(square)
        if not any(landscape.area(other) == area for other in paid):
            dues.append(terrain)
    chart = landscape.box.chart
    river = chart and chart.river(square)
    if chart and river and not any(chart.river(other) == river for other in paid):
        dues.append("river")
    return tuple(dues)


def dues_from(landscape: Landscape, paid: Collection[Square], left: Square, square: Square) -> tuple[Due, ...]:
    """List what is still to be paid for a die on a square that the line comes to from another: no bridge twice."""
    is_bridge = landscape.terrain(left) == "lake"
    return tuple(due for due in dues_at(landscape, paid, square) if not (due == "lake" and is_bridge))


def dues_total(dues: Iterable[Due]) -> int:
    """The sum of these dues, in dice."""
    return sum(DUES[due] for due in dues)


def kinds_fitting(layout: Layout, square: Square) -> tuple[Terrain, ...]:
    """FR-52: the kinds of station that the eight squares around admit; none on water."""
    index = 1 << index_of(square)
    ring = around(index) & ~index
    if layout.mountain & index:
        return ("mountain",) if (ring & layout.mountain).bit_count() >= NEEDED_AROUND else ()
    if layout.water & index:
        return ()
    found: list[Terrain] = []
    if (ring & layout.water).bit_count() >= NEEDED_AROUND:
        found.append("lake")
    if (ring & layout.grass).bit_count() >= NEEDED_AROUND:
        found.append("grassland")
    return tuple(found)


def check_site(landscape: Landscape, line: Line, name: EndName) -> Violation | None:
    """FR-51: whether any station may stand on the square that an end points at."""
    end = line.end(name)
    square = end.ahead
    if square is None:
        return violation("FR-51", "end_is_station", end=name, square=where(end.square))
    cell = cell_of(square)
    if bit(square) & ANY_BORDER:
        return violation("FR-51", "at_border", end=name, square=where(square))
    if neighbours(bit(square)) & line.stations(cell):
        return violation("FR-51", "beside_station", end=name, square=where(square))
    if landscape.terrain(square) == "lake":
        return violation("FR-51", "on_water", end=name, square=where(square))
    return None


def check_company_site(landscape: Landscape, line: Line, name: EndName, company: Company) -> Violation | None:
    """FR-50, FR-52, FR-53: whether this company has a station to stand where an end points, FR-51 being kept."""
    square = line.end(name).ahead
    if square is None:
        return None
    cell = cell_of(square)
    if company.id in landscape.tiles[cell].stations:
        return violation("FR-53", "has_station_here", company=company.id, tile=landscape.tiles[cell].number)
    kinds = kinds_fitting(landscape.layout(cell), square)
    if not kinds:
        return violation("FR-52", "no_kind_fits", end=name, square=where(square))
    if not any(company.left(kind) for kind in kinds):
        return violation("FR-50", "no_station_left", company=company.id, kinds=", ".join(kinds))
    return None
