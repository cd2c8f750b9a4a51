"""The geometry of games on squares: sides, squares and cells, terrain, and tiles, as printed and as they lie.

Squares have board-wide coordinates `(x, y)`, x growing eastward and y southward; a *cell* is the place of one tile in
the landscape, seven squares a side, the start tile's cell being (0, 0). Sets of squares within one cell are 49-bit
masks, bit `row * 7 + column`, so that flooding an area takes a few integer operations.

A *kind* is a tile as printed ("lake"); a *layout* is a kind turned clockwise by a number of quarter turns. Layouts are
made once from the component data and shared by every game that uses the same data.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

Side: TypeAlias = int
"""A compass side, 0 to 3 clockwise from north."""

Mask: TypeAlias = int
"""A set of squares of one tile, as 49 bits."""

SIZE: Final = 7
N: Final = 0
E: Final = 1
S: Final = 2
W: Final = 3
SIDES: Final = (N, E, S, W)
LETTERS: Final = "nesw"
_STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_REMEMBERED: Final = 1 << 16
"""Squares are asked for so often that finding one costs a quarter of making it."""

Terrain: TypeAlias = Literal["grassland", "mountain", "lake"]
"""The ground of a square, named as the rulebook names the stations that stand on or beside it."""

SIGNS: Final[dict[str, Terrain]] = {".": "grassland", "^": "mountain", "~": "lake"}


class Square(NamedTuple):
    """One square of the board."""

    x: int
    y: int


class Cell(NamedTuple):
    """The place of one tile in the landscape."""

    x: int
    y: int


def opposite(side: Side) -> Side:
    """The side across."""
    return (side + 2) % 4


@lru_cache(_REMEMBERED)
def step(square: Square, side: Side) -> Square:
    """The square beside this one."""
    dx, dy = _STEP[side]
    return Square(square.x + dx, square.y + dy)


@lru_cache(_REMEMBERED)
def step_cell(cell: Cell, side: Side) -> Cell:
    """The cell beside this one."""
    dx, dy = _STEP[side]
    return Cell(cell.x + dx, cell.y + dy)


@lru_cache(_REMEMBERED)
def cell_of(square: Square) -> Cell:
    """The cell a square lies in."""
    return Cell(square.x // SIZE, square.y // SIZE)


def index_of(square: Square) -> int:
    """A square's bit number within its tile, 0 (north-west) to 48 (south-east)."""
    return square.y % SIZE * SIZE + square.x % SIZE


def bit(square: Square) -> Mask:
    """The mask that holds this square alone."""
    return 1 << (square.y % SIZE * SIZE + square.x % SIZE)


def square_at(cell: Cell, index: int) -> Square:
    """The square with this bit number in a cell."""
    return Square(cell.x * SIZE + index % SIZE, cell.y * SIZE + index // SIZE)


def _mask(rows: range, columns: range) -> Mask:
    return sum(1 << (row * SIZE + column) for row in rows for column in columns)


_ALL: Final = range(SIZE)
FULL: Final[Mask] = _mask(_ALL, _ALL)
_NOT_EAST: Final[Mask] = _mask(_ALL, range(SIZE - 1))
_NOT_WEST: Final[Mask] = _mask(_ALL, range(1, SIZE))
BORDER: Final[tuple[Mask, Mask, Mask, Mask]] = (
    _mask(range(1), _ALL),
    _mask(_ALL, range(SIZE - 1, SIZE)),
    _mask(range(SIZE - 1, SIZE), _ALL),
    _mask(_ALL, range(1)),
)
"""The outermost squares on each side of a tile."""
ANY_BORDER: Final[Mask] = BORDER[N] | BORDER[E] | BORDER[S] | BORDER[W]


def neighbours(mask: Mask) -> Mask:
    """The squares orthogonally beside any of these, within the tile."""
    return (mask >> SIZE) | (mask << SIZE & FULL) | ((mask & _NOT_EAST) << 1) | ((mask & _NOT_WEST) >> 1)


def around(mask: Mask) -> Mask:
    """The squares beside or diagonal to any of these, within the tile, these themselves included."""
    row = mask | ((mask & _NOT_EAST) << 1) | ((mask & _NOT_WEST) >> 1)
    return row | (row >> SIZE) | (row << SIZE & FULL)


def flood(seed: Mask, free: Mask) -> Mask:
    """All squares of `free` that a chain of orthogonal steps within `free` joins to `seed`."""
    reached = seed & free
    while True:
        wider = reached | (neighbours(reached) & free)
        if wider == reached:
            return reached
        reached = wider


def is_joined(seed: Mask, goal: Mask, free: Mask) -> bool:
    """Whether a chain of orthogonal steps within `free` joins any square of `seed` to one of `goal`."""
    reached = seed & free
    while not reached & goal:
        wider = reached | (neighbours(reached) & free)
        if wider == reached:
            return False
        reached = wider
    return True


def indices(mask: Mask) -> list[int]:
    """The bit numbers in a mask, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class BadComponents(ValueError):
    """The component data cannot be played with; the message names the key."""


@dataclass(frozen=True)
class Layout:
    """A tile as it lies: `rows` are seven strings of the signs in SIGNS, northernmost first."""

    kind: str
    turn: int
    sides: str
    rows: tuple[str, ...]

    @cached_property
    def mountain(self) -> Mask:
        """The mountain squares."""
        return self._squares("^")

    @cached_property
    def water(self) -> Mask:
        """The water squares."""
        return self._squares("~")

    @cached_property
    def grass(self) -> Mask:
        """The grass squares."""
        return FULL & ~(self.mountain | self.water)

    @cached_property
    def areas(self) -> tuple[Mask, ...]:
        """The connected sets of mountain squares, then those of water squares, on this tile (FR-39, FR-40)."""
        return (*_parts(self.mountain), *_parts(self.water))

    @cached_property
    def area_of(self) -> tuple[int | None, ...]:
        """For each of the 49 squares the index of its area, or None for grass."""
        found: list[int | None] = [None] * (SIZE * SIZE)
        for number, area in enumerate(self.areas):
            for index in indices(area):
                found[index] = number
        return tuple(found)

    @cached_property
    def edge(self) -> tuple[tuple[int, ...], ...]:
        """For each side the bit numbers of its border squares, from north to south or from west to east."""
        return tuple(tuple(indices(BORDER[side])) for side in SIDES)

    def terrain(self, index: int) -> Terrain:
        """The ground of the square with this bit number."""
        return SIGNS[self.rows[index // SIZE][index % SIZE]]

    def _squares(self, sign: str) -> Mask:
        text = "".join(self.rows)
        return sum(1 << index for index, found in enumerate(text) if found == sign)

    @property
    def mountain_sides(self) -> str:
        """The letters of the mountain sides, such as "ne"; empty for a tile all of whose sides are grass."""
        return "".join(LETTERS[side] for side in SIDES if self.sides[side] == "M")


def _parts(mask: Mask) -> list[Mask]:
    parts = []
    while mask:
        part = flood(mask & -mask, mask)
        parts.append(part)
        mask &= ~part
    return parts


def turned(kind: str, sides: str, rows: tuple[str, ...], turn: int) -> Layout:
    """A printed tile turned clockwise by `turn` quarter turns."""
    for _ in range(turn):
        sides = sides[-1] + sides[:-1]
    return Layout(kind, turn, sides, turned_rows(rows, turn))


def turned_rows(rows: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """The rows of a tile turned clockwise by `turn` quarter turns."""
    for _ in range(turn):
        rows = tuple("".join(row[column] for row in reversed(rows)) for column in range(len(rows)))
    return rows


def layouts(kind: str, sides: str, rows: tuple[str, ...]) -> tuple[Layout, ...]:
    """The distinct ways a printed tile can lie, by rising turn; a tile without features lies one way only.

    Raises BadComponents when the drawing is not seven by seven of known signs, or the sides are not four of G and M.
    """
    if len(rows) != SIZE or any(len(row) != SIZE or set(row) - SIGNS.keys() for row in rows):
        raise BadComponents(f"tile.{kind}.rows: seven strings of seven signs out of {' '.join(SIGNS)}")
    if len(sides) != len(SIDES) or set(sides) - {"G", "M"}:
        raise BadComponents(f"tile.{kind}.sides: four letters out of G and M")
    found: list[Layout] = []
    for turn in range(4):
        layout = turned(kind, sides, rows, turn)
        if all(layout.rows != other.rows for other in found):
            found.append(layout)
    return tuple(found)
