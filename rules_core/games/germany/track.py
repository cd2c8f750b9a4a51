"""Laying track over the sectors of the board (GE-20 to GE-25, FR-30 to FR-40)."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from rules_core.games.germany.folding import evolve
from rules_core.grid import Square, cell_of
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import LayRun, NewTile, Piece
from rules_core.line.building import Run, laid
from rules_core.line.sectors import chart_of, check_laid, check_stop, sector_of, wins_bonus
from rules_core.line.table import State
from rules_core.line.transition import BankFails, LineTransition, pay_bonus


class SectorRun(Run):
    """A run over the printed board, where a sector plays the part of a tile (GE-2)."""

    def __init__(self, state: State, action: LayRun) -> None:
        super().__init__(LineTransition(state, evolve), action)

    def attach(self, tile: NewTile) -> None:
        """Raise ValueError, as nobody chooses tiles (GE-2)."""
        raise IllegalAction(violation("GE-2", "no_tiles", kind=tile.kind))

    def tiles_beyond(self) -> Iterable[NewTile | None]:
        """The board lies already (GE-2)."""
        return (None,)

    def check(self, square: Square, piece: Piece) -> Violation | None:
        """FR-30 to FR-35, GE-20, GE-23."""
        return check_laid(self.transition.table, self.name, self.way_out, piece.heading)

    def connect(self, left: Square) -> None:
        """On entering a sector the dice of the one left go back, and two may be won (GE-21, GE-22)."""
        table = self.transition.table
        chart = chart_of(table.box)
        entered, before = cell_of(table.line.end(self.name).square), sector_of(chart, left)
        if entered == before:
            return
        if before is not None:
            leave_sector(
                self.transition, ev.TileLeft(before, table.line.dice_in(before)), table.line.other(self.name).square
            )
        if wins_bonus(self.transition.table, left, entered):
            pay_bonus(self.transition, self.seat, "tile", self.break_bank)

    def check_stop(self) -> Violation | None:
        """FR-33, FR-34."""
        return check_stop(self.transition.table, self.name)


def leave_sector(transition: LineTransition, event: ev.TileLeft, other: Square) -> None:
    """Take the dice of a sector back, but for the start sector while the `other` end is still there (FR-38, GE-21)."""
    if sector_of(chart_of(transition.table.box), other) != event.cell:
        transition.happen(event)


def lay_run(state: State, action: LayRun) -> list[ev.Event]:
    """The events of a run. Raises IllegalAction or BankFails.

    That no tiles are laid here is said of a run that may be laid without them.
    """
    tile = next((step for step in action.steps if isinstance(step, NewTile)), None)
    if tile is not None:
        pieces = tuple(step for step in action.steps if isinstance(step, Piece))
        with suppress(BankFails):
            lay_run(state, replace(action, steps=pieces))
        raise IllegalAction(violation("GE-2", "no_tiles", kind=tile.kind))
    return laid(SectorRun(state, action), action)
