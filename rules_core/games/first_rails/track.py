"""Laying track, and new tiles over the edges it comes to (FR-30 to FR-40)."""

from collections.abc import Iterable

from rules_core.games.first_rails.ending import close_if_dead, close_if_no_tile
from rules_core.games.first_rails.folding import evolve
from rules_core.grid import Cell, Square, cell_of
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import LayRun, NewTile, Piece
from rules_core.line.building import Run, laid
from rules_core.line.landscape import Landscape
from rules_core.line.legality import DEAD_ENDS, check_piece, check_run_end, check_tile, where
from rules_core.line.table import State
from rules_core.line.transition import LineTransition, pay_bonus, require


class TileRun(Run):
    """A run over tiles that are laid as the line comes to them."""

    def __init__(self, state: State, action: LayRun) -> None:
        super().__init__(LineTransition(state, evolve), action)
        self.attached: Cell | None = None

    def attach(self, tile: NewTile) -> None:
        """Lay a new tile over the edge that the end points at (FR-33, FR-35, FR-36)."""
        table = self.transition.table
        if tile.kind not in table.box.tiles:
            raise IllegalAction(violation("FR-4", "no_such_kind", kind=tile.kind))
        layout = table.box.layout(tile.kind, tile.turn)
        require(check_tile(table.landscape, table.line, self.name, layout))
        self.attached = self.beyond
        number = len(table.landscape.tiles) + 1
        self.transition.happen(ev.TileLaid(self.seat, self.beyond, layout.kind, layout.turn, number))

    def tiles_beyond(self) -> Iterable[NewTile | None]:
        """The tiles that fit where none lies (FR-36)."""
        landscape: Landscape = self.transition.table.landscape
        if self.beyond in landscape.tiles:
            return (None,)
        return [NewTile(layout.kind, layout.turn) for layout in landscape.fitting(self.beyond)]

    def check(self, square: Square, piece: Piece) -> Violation | None:
        """FR-30 to FR-36: on its own tile, or on the one attached in this run."""
        table = self.transition.table
        last = table.line.end(self.name).square
        if cell_of(square) not in (cell_of(last), self.attached):
            return self._over_the_edge(last, cell_of(square))
        is_dead_end = DEAD_ENDS[table.reading]
        return check_piece(table.landscape, table.line, self.name, self.way_out, piece.heading, is_dead_end)

    def _over_the_edge(self, last: Square, cell: Cell) -> Violation:
        tile = self.transition.table.landscape.tiles.get(cell)
        if tile is None:
            return violation("FR-33", "stops_at_edge", end=self.name, square=where(last))
        return violation("FR-36", "cell_taken", end=self.name, tile=tile.number)

    def connect(self, left: Square) -> None:
        """The first piece on a tile connects it: dice go back from the tile left, two are won (FR-38)."""
        line = self.transition.table.line
        cell = cell_of(line.end(self.name).square)
        if len(line.tiles[cell]) > 1:
            return
        if cell_of(line.other(self.name).square) != cell_of(left):
            self.transition.happen(ev.TileLeft(cell_of(left), line.dice_in(cell_of(left))))
        close_if_no_tile(self.transition)
        pay_bonus(self.transition, self.seat, "tile", self.break_bank)

    def check_stop(self) -> Violation | None:
        """FR-33, FR-34."""
        table = self.transition.table
        return check_run_end(table.landscape, table.line, self.name)

    def finish(self) -> None:
        """Check how the run stops, and begin the last year where both ends are dead (FR-70)."""
        super().finish()
        close_if_dead(self.transition)


def lay_run(state: State, action: LayRun) -> list[ev.Event]:
    """The events of a run. Raises IllegalAction or BankFails."""
    return laid(TileRun(state, action), action)
