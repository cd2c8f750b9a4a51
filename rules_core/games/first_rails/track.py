"""Laying track: a run of pieces at one end, new tiles and dues included, judged as a whole (FR-30 to FR-40)."""

from rules_core import events as ev
from rules_core.actions import EndName, LayRun, NewTile, Payment, Piece
from rules_core.dice import Face
from rules_core.games.first_rails.deed import Deed, Illegal, pay_bonus, require
from rules_core.games.first_rails.ending import close_if_dead, close_if_no_tile
from rules_core.geometry import Cell, Side, Square, cell_of, opposite, step
from rules_core.legality import (
    Purse,
    check_exit,
    check_piece,
    check_run_end,
    check_tile,
    is_paid,
    where,
)
from rules_core.rulebook import Violation, violation
from rules_core.table import State

DUES: dict[ev.Due, int] = {"mountain": 1, "lake": 2}
"""What laying on a square costs, in dice (FR-39, FR-40)."""


class Run:
    """A run in the laying: a deed that lays one step after another. Every step raises Illegal or BankFails."""

    def __init__(self, state: State, action: LayRun) -> None:
        self.deed = Deed(state)
        self.seat = action.seat
        self.name: EndName = action.end
        self.leave = action.leave
        self.break_bank = action.break_bank
        self.named = action.pay
        self.attached: Cell | None = None
        self.due = 0
        self.due_rule = "FR-39"

    def copy(self) -> "Run":
        """A run that goes on from here by itself."""
        twin = object.__new__(Run)
        twin.__dict__.update(self.__dict__)
        twin.deed = Deed(self.deed.state)
        twin.deed.events = list(self.deed.events)
        return twin

    def begin(self) -> None:
        """Checks how the run leaves its end (FR-30)."""
        require(check_exit(self.deed.table.line.end(self.name), self.name, self.leave))

    def attach(self, step_: NewTile) -> None:
        """Lays a new tile over the edge that the end points at (FR-33, FR-35, FR-36)."""
        table = self.deed.table
        if step_.kind not in table.box.tiles:
            raise Illegal(violation("FR-4", "no_such_kind", kind=step_.kind))
        layout = table.box.layout(step_.kind, step_.turn)
        require(check_tile(table.landscape, table.line, self.name, layout))
        cell = cell_of(self.ahead)
        self.attached = cell
        number = len(table.landscape.tiles) + 1
        self.deed.happen(ev.TileLaid(self.seat, cell, layout.kind, layout.turn, number))

    def lay(self, piece: Piece) -> None:
        """Lays one piece, pays what its square costs, and connects a new tile where it is the first on it."""
        table = self.deed.table
        end = table.line.end(self.name)
        out = self._way_out()
        square = step(end.square, out)
        cell = cell_of(square)
        if cell not in (cell_of(end.square), self.attached):
            raise Illegal(self._over_the_edge(end.square, cell))
        require(check_piece(table.landscape, table.line, self.name, out, piece.heading))
        self._pay_due(square)
        face = self._face("straight" if piece.heading == out else "curve", piece.wild)
        is_first = cell not in table.line.tiles
        self.deed.happen(ev.PieceLaid(self.seat, self.name, square, opposite(out), piece.heading, face))
        if is_first:
            self._connect(cell_of(end.square))

    def finish(self) -> None:
        """Checks where the run stops and what was paid, and closes the bank where both ends are dead (FR-70)."""
        table = self.deed.table
        require(check_run_end(table.landscape, table.line, self.name))
        if self.named is not None and self.named != Payment():
            raise Illegal(violation(self.due_rule, "paid_too_much", due=self.due, paid=self.due + self.named.total))
        close_if_dead(self.deed)

    @property
    def ahead(self) -> Square:
        """The square the run goes on to."""
        return step(self.deed.table.line.end(self.name).square, self._way_out())

    def _way_out(self) -> Side:
        heading = self.deed.table.line.end(self.name).heading
        if heading is None:
            assert self.leave is not None, "begin() has checked it"
            return self.leave
        return heading

    def _over_the_edge(self, last: Square, cell: Cell) -> Violation:
        tile = self.deed.table.landscape.tiles.get(cell)
        if tile is None:
            return violation("FR-33", "stops_at_edge", end=self.name, square=where(last))
        return violation("FR-36", "cell_taken", end=self.name, tile=tile.number)

    def _face(self, plain: Face, wild: bool) -> Face:
        front = self.deed.table.players[self.seat].front
        if not wild and front.of(plain):
            return plain
        if front.wild:
            return "?"
        raise Illegal(violation("FR-30", "no_wild_die" if wild else "no_die", face=plain))

    def _pay_due(self, square: Square) -> None:
        table = self.deed.table
        terrain = table.landscape.terrain(square)
        if terrain == "grassland" or is_paid(table.landscape, table.turn.paid, square):
            return
        amount = DUES[terrain]
        self.due += amount
        self.due_rule = "FR-39" if terrain == "mountain" else "FR-40"
        screen = self.deed.state.screens[self.seat]
        purse = Purse(screen.hidden if screen else 0, table.players[self.seat].front.wild, self.named)
        paid = purse.split(amount)
        if paid is None:
            raise Illegal(self._unpaid(square, purse, amount))
        self.named = purse.without(paid).named
        self.deed.happen(ev.DuePaid(self.seat, terrain, square, paid))

    def _unpaid(self, square: Square, purse: Purse, amount: int) -> Violation:
        if purse.named is not None and purse.named.total < amount:
            return violation(self.due_rule, "paid_too_little", due=self.due, square=where(square))
        return violation(self.due_rule, "cannot_pay", due=self.due, square=where(square))

    def _connect(self, left: Cell) -> None:
        line = self.deed.table.line
        if cell_of(line.other(self.name).square) != left:
            self.deed.happen(ev.TileLeft(left, line.dice_in(left)))
        close_if_no_tile(self.deed)
        pay_bonus(self.deed, self.seat, "tile", self.break_bank)


def lay_run(state: State, action: LayRun) -> list[ev.Event]:
    """The events of a run. Raises Illegal or BankFails."""
    run = Run(state, action)
    if not any(isinstance(step_, Piece) for step_ in action.steps):
        raise Illegal(violation("FR-30", "no_piece", end=action.end))
    run.begin()
    for step_ in action.steps:
        if isinstance(step_, NewTile):
            run.attach(step_)
        else:
            run.lay(step_)
    run.finish()
    return run.deed.events
