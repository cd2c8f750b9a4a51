"""Building as far as games share it: runs of track, judged as a whole, and paying for stations (FR-30 to FR-50).

The games share how a run leaves its end, what a piece takes from in front of a player, and what its square costs. What
lies over an edge is each game's own.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Self

from rules_core.grid import Cell, Side, Square, cell_of, opposite, step
from rules_core.kernel.rulebook import Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, EndName, LayRun, NewTile, Payment, Piece
from rules_core.line.dice import Face
from rules_core.line.legality import DUES, Purse, check_exit, dues_at, dues_total, where
from rules_core.line.table import State, Table
from rules_core.line.transition import IllegalAction, LineTransition, require, settle


class Run(ABC):
    """A run in the laying, one step after another. Every step raises IllegalAction or BankFails."""

    def __init__(self, transition: LineTransition, action: LayRun) -> None:
        self.transition = transition
        self.seat = action.seat
        self.name: EndName = action.end
        self.leave = action.leave
        self.break_bank = action.break_bank
        self.named = action.pay
        self.due = 0
        self.due_rule = "FR-39"

    def copy(self) -> Self:
        """A run that goes on from here by itself."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.transition = self.transition.copy()
        return twin

    def begin(self) -> None:
        """Check how the run leaves its end (FR-30)."""
        require(check_exit(self.transition.table.line.end(self.name), self.name, self.leave))

    @abstractmethod
    def attach(self, tile: NewTile) -> None:
        """Lay a new tile over the edge that the end points at."""

    @abstractmethod
    def tiles_beyond(self) -> Iterable[NewTile | None]:
        """The tiles that may be attached before the next piece; None: nothing needs to be."""

    @abstractmethod
    def check(self, square: Square, piece: Piece) -> Violation | None:
        """Whether a piece may lie on the square the end points at."""

    @abstractmethod
    def connect(self, left: Square) -> None:
        """Apply what follows where the piece just laid is the first after an edge; `left` is the square before it."""

    @abstractmethod
    def check_stop(self) -> Violation | None:
        """Whether the run may stop here (FR-33, FR-34)."""

    def lay(self, piece: Piece) -> None:
        """Lay one piece, pay what its square costs, and connect what lies over an edge."""
        left = self.transition.table.line.end(self.name).square
        square, out = self.ahead, self.way_out
        require(self.check(square, piece))
        self._pay_dues(square)
        face = self._face("straight" if piece.heading == out else "curve", piece.wild)
        self.transition.happen(ev.PieceLaid(self.seat, self.name, square, opposite(out), piece.heading, face))
        self.connect(left)

    def finish(self) -> None:
        """Check where the run stops and what was paid."""
        require(self.check_stop())
        if self.named is not None and self.named != Payment():
            raise IllegalAction(
                violation(self.due_rule, "paid_too_much", due=self.due, paid=self.due + self.named.total)
            )

    @property
    def ahead(self) -> Square:
        """The square the run goes on to."""
        return step(self.transition.table.line.end(self.name).square, self.way_out)

    @property
    def way_out(self) -> Side:
        """The side by which the line leaves its last square."""
        heading = self.transition.table.line.end(self.name).heading
        if heading is None:
            assert self.leave is not None, "begin() has checked it"
            return self.leave
        return heading

    @property
    def beyond(self) -> Cell:
        """The cell the run goes on into."""
        return cell_of(self.ahead)

    def _face(self, plain: Face, wild: bool) -> Face:
        front = self.transition.table.players[self.seat].front
        if not wild and front.of(plain):
            return plain
        if front.wild:
            return "?"
        raise IllegalAction(violation("FR-30", "no_wild_die" if wild else "no_die", face=plain))

    def _pay_dues(self, square: Square) -> None:
        table = self.transition.table
        for due in dues_at(table.landscape, table.turn.paid, square):
            self._pay(due, square)

    def _pay(self, due: ev.Due, square: Square) -> None:
        table = self.transition.table
        self.due += DUES[due]
        self.due_rule = "FR-39" if due == "mountain" else "FR-40" if due == "lake" else "GE-24"
        screen = self.transition.state.screens[self.seat]
        purse = Purse(screen.hidden if screen else 0, table.players[self.seat].front.wild, self.named)
        paid = purse.split(DUES[due])
        if paid is None:
            raise IllegalAction(self._unpaid(square, purse, DUES[due]))
        self.named = purse.named_beyond(paid)
        self.transition.happen(ev.DuePaid(self.seat, due, square, paid))

    def _unpaid(self, square: Square, purse: Purse, amount: int) -> Violation:
        if purse.named is not None and purse.named.total < amount:
            return violation(self.due_rule, "paid_too_little", due=self.due, square=where(square))
        return violation(self.due_rule, "cannot_pay", due=self.due, square=where(square))


def laid(run: Run, action: LayRun) -> list[ev.Event]:
    """The events of a whole run. Raises IllegalAction or BankFails."""
    if not any(isinstance(step_, Piece) for step_ in action.steps):
        raise IllegalAction(violation("FR-30", "no_piece", end=action.end))
    run.begin()
    for step_ in action.steps:
        if isinstance(step_, NewTile):
            run.attach(step_)
        else:
            run.lay(step_)
    run.finish()
    return settle(run.transition, run.break_bank)


def station_dues(table: Table, square: Square) -> int:
    """The cost of a station beyond its price: the range and the river not yet paid this turn (FR-50, GE-24)."""
    return dues_total(dues_at(table.landscape, table.turn.paid, square))


def pay_station(state: State, action: BuildStation, amount: int) -> Payment:
    """Split the price of a station into a payment, hidden dice first or as named (FR-50). Raises IllegalAction."""
    screen = state.screens[action.seat]
    wild = state.table.players[action.seat].front.wild
    paid = Purse(screen.hidden if screen else 0, wild, action.pay).split(amount)
    if action.pay is not None and action.pay.total != amount:
        named = action.pay.total
        raise IllegalAction(violation("FR-50", "paid_wrong", company=action.company, due=amount, paid=named))
    if paid is None:
        raise IllegalAction(violation("FR-50", "cannot_pay", company=action.company, due=amount, wild=wild))
    return paid
