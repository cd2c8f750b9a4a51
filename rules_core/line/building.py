"""Building as far as games share it: runs of track, judged as a whole, and paying for stations (FR-30 to FR-50).

The games share how a run leaves its end, what a piece uses up in front of a player, and what its square costs. Each
game has its own rules for crossing an edge.

A refusal suggests another action only where that is possible. Otherwise it names the rule that really prevents the
action, so that nobody is led from one refusal to the next (`_most_helpful`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, Self

from rules_core.grid import Cell, Side, Square, cell_of, opposite, step
from rules_core.kernel.rulebook import IllegalAction, Violation, violation
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, EndName, Face, LayRun, NewTile, Payment, Piece
from rules_core.line.legality import (
    DUES,
    Purse,
    check_bank,
    check_exit,
    dues_at,
    dues_from,
    dues_total,
    turns_from,
    where,
)
from rules_core.line.table import State, Table
from rules_core.line.transition import BankFails, LineTransition, require, settle

CLOSING_PIECES: Final = 4
"""Pieces that are tried over an edge or over water."""
_STOPS: Final = frozenset({"stops_at_edge", "stops_at_border", "stops_at_water"})
_ADVISED: Final = _STOPS | {"paid_too_little", "paid_too_much"}
"""Refusals of a run that say what to do instead."""


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
        self.due_at = ""

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
        self._pay_dues(left, square)
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

    @property
    def too_little(self) -> Violation:
        """The refusal where less was named than is due so far."""
        return violation(self.due_rule, "paid_too_little", due=self.due, square=self.due_at)

    def _face(self, plain: Face, wild: bool) -> Face:
        front = self.transition.table.players[self.seat].front
        if not wild and front.of(plain):
            return plain
        if front.wild:
            return "?"
        raise IllegalAction(violation("FR-30", "no_wild_die" if wild else "no_die", face=plain))

    def _pay_dues(self, left: Square, square: Square) -> None:
        table = self.transition.table
        for due in dues_from(table.landscape, table.turn.paid, left, square):
            self._pay(due, square)

    def _pay(self, due: ev.Due, square: Square) -> None:
        table = self.transition.table
        self.due += DUES[due]
        self.due_rule = "FR-39" if due == "mountain" else "FR-40" if due == "lake" else "GE-24"
        self.due_at = where(square)
        screen = self.transition.state.screens[self.seat]
        purse = Purse(screen.hidden if screen else 0, table.players[self.seat].front.wild, self.named)
        paid = purse.split(DUES[due])
        if paid is None:
            raise IllegalAction(self._unpaid(purse, DUES[due]))
        self.named = purse.named_beyond(paid)
        self.transition.happen(ev.DuePaid(self.seat, due, square, paid))

    def _unpaid(self, purse: Purse, amount: int) -> Violation:
        if purse.named is not None and purse.named.total < amount:
            return self.too_little
        if purse.there >= amount:
            return violation(self.due_rule, "not_there", hidden=purse.hidden, wild=purse.wild)
        return violation(self.due_rule, "cannot_pay", due=self.due, square=self.due_at)


def lays(run: Run, piece: Piece, tile: NewTile | None = None) -> bool:
    """Lay one piece more, over an edge on a tile; tell whether it could be, and the bank could pay what was due."""
    return _violation_of_piece(run, piece, tile) is None and run.transition.shortfall is None


def closings(run: Run, steps: tuple[Piece | NewTile, ...] = (), *, bank_pays: bool = True) -> Iterator[LayRun]:
    """The runs that go on from here, over an edge or water, to where they may stop; `steps` are those laid."""
    if sum(isinstance(step, Piece) for step in steps) == CLOSING_PIECES:
        return
    for tile, heading in product(run.tiles_beyond(), turns_from(run.way_out)):
        longer = run.copy()
        piece = Piece(heading)
        if _violation_of_piece(longer, piece, tile) or (bank_pays and longer.transition.shortfall):
            continue
        taken = (*steps, piece) if tile is None else (*steps, tile, piece)
        if longer.check_stop() is None:
            yield LayRun(run.seat, run.name, taken, run.leave)
        else:
            yield from closings(longer, taken, bank_pays=bank_pays)


def laid(run: Run, action: LayRun) -> list[ev.Event]:
    """The events of a whole run. Raises IllegalAction or BankFails."""
    begun = run.copy()
    try:
        return _laid(run, action)
    except IllegalAction as illegal:
        raise IllegalAction(_most_helpful(begun, run, action, illegal.violation)) from illegal


def _laid(run: Run, action: LayRun) -> list[ev.Event]:
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


def _most_helpful(begun: Run, stopped: Run, action: LayRun, broken: Violation) -> Violation:
    """The refusal of a run to name: where what it advises would be refused too, the rule that stands against that.

    `begun` is the run before its first step, `stopped` as it is where it broke the rule.
    """
    if broken.code == "leave_which_side":
        return _by_each_side(begun, action) or broken
    if broken.code == "paid_too_little":
        return _paid_whole(begun, action) or broken
    if broken.code in _STOPS:
        return _against_going_on(stopped, broken) or broken
    return broken


def _by_each_side(begun: Run, action: LayRun) -> Violation | None:
    """The reason why a run is refused by whatever side it leaves a station; None where one would do.

    Of several it is that of the side that the first piece points to.
    """
    refusals = {}
    for side in begun.transition.table.line.end(begun.name).exits:
        attempt = begun.copy()
        attempt.leave = side
        refused = _violation_of_run(attempt, action)
        if refused is None or refused.code in _ADVISED:
            return None
        refusals[side] = refused
    first = next(step.heading for step in action.steps if isinstance(step, Piece))
    return refusals.get(first) or next(iter(refusals.values()))


def _paid_whole(begun: Run, action: LayRun) -> Violation | None:
    """The reason why a run is refused whatever is named for its costs; else what all of it costs, if that is known."""
    attempt = begun.copy()
    attempt.named = None
    refused = _violation_of_run(attempt, action)
    return refused or attempt.too_little


def _against_going_on(stopped: Run, broken: Violation) -> Violation | None:
    """The rule that every way on from an edge or from water breaks; None where a short one can be gone."""
    stopped = stopped.copy()
    stopped.named = None
    if next(closings(stopped, bank_pays=False), None) is not None:
        return None
    ways = list(product(stopped.tiles_beyond(), turns_from(stopped.way_out)))
    if not ways:
        return violation("FR-37", "nothing_fits", end=stopped.name, square=broken.facts["square"])
    refusals = [_violation_of_piece(stopped.copy(), Piece(heading), tile) for tile, heading in ways]
    by_code = {one.code: one for one in refusals if one is not None}
    if "bank_would_break" in by_code:
        return None
    if len(by_code) == 1 and None not in refusals and "no_die" not in by_code:
        return next(iter(by_code.values()))
    rule = "FR-34" if broken.code == "stops_at_water" else "FR-33"
    return violation(rule, "no_way_on", end=stopped.name, square=broken.facts["square"])


def _violation_of_piece(run: Run, piece: Piece, tile: NewTile | None) -> Violation | None:
    try:
        if tile is not None:
            run.attach(tile)
        run.lay(piece)
    except IllegalAction as illegal:
        return illegal.violation
    except BankFails as fails:
        return check_bank(run.transition.table.box, run.transition.table.bank, fails.due, break_bank=False)
    return None


def _violation_of_run(run: Run, action: LayRun) -> Violation | None:
    try:
        laid(run, action)
    except IllegalAction as illegal:
        return illegal.violation
    except BankFails:
        return None
    return None


def station_dues(table: Table, square: Square) -> int:
    """The cost of a station beyond its price: the range and the river not yet paid this turn (FR-50, GE-24)."""
    return dues_total(dues_at(table.landscape, table.turn.paid, square))


def pay_station(state: State, action: BuildStation, amount: int) -> Payment:
    """Split the price of a station into a payment, hidden dice first or as named (FR-50). Raises IllegalAction."""
    screen = state.screens[action.seat]
    wild = state.table.players[action.seat].front.wild
    purse = Purse(screen.hidden if screen else 0, wild, action.pay)
    if purse.there < amount:
        raise IllegalAction(violation("FR-50", "cannot_pay", company=action.company, due=amount, wild=wild))
    if action.pay is not None and action.pay.total != amount:
        named = action.pay.total
        raise IllegalAction(violation("FR-50", "paid_wrong", company=action.company, due=amount, paid=named))
    paid = purse.split(amount)
    if paid is None:
        raise IllegalAction(violation("FR-50", "not_there", hidden=purse.hidden, wild=wild))
    return paid
