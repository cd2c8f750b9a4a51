"""Terrain: tiles as printed, tiles as they lie, and the areas of mountain and water on them.

A *kind* is a tile as printed ("lake"); a *layout* is a kind turned clockwise by a number of quarter turns. Layouts are
made once from the component data and shared by every game that uses the same data.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from rules_core.grid.geometry import BORDER, FULL, LETTERS, SIDES, SIZE, Mask, flood, indices

Terrain: TypeAlias = Literal["grassland", "mountain", "lake"]
"""The ground of a square, named as the rulebook names the stations that stand on or beside it."""

SIGNS: Final[dict[str, Terrain]] = {".": "grassland", "^": "mountain", "~": "lake"}


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
        rows = tuple("".join(row[column] for row in reversed(rows)) for column in range(SIZE))
        sides = sides[-1] + sides[:-1]
    return Layout(kind, turn, sides, rows)


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
