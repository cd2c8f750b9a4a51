"""The landscape: tiles lying in their cells, what fits where, and the ranges and lakes across them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from rules_core.grid import (
    FULL,
    SIDES,
    Cell,
    Layout,
    Mask,
    Side,
    Square,
    Terrain,
    cell_of,
    index_of,
    opposite,
    step_cell,
)
from rules_core.kernel.codec import stored_as
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
