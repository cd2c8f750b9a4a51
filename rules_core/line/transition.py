"""The decision in any game of the line: the events of one action while they are made, which each check sees."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Violation, Violations
from rules_core.kernel.transition import Transition
from rules_core.line.actions import Action, EndTurn
from rules_core.line.events import BonusPaid, BonusReason, Event
from rules_core.line.legality import check_bank
from rules_core.line.table import State, Table, view

BONUS: Final = 2
"""Dice showing "?" for connecting a tile or sector, or building a station (FR-38, FR-54, GE-22, GE-33)."""

Evolve: TypeAlias = Callable[[State, Event], State]
"""How a game takes a position on by an event."""

Handle: TypeAlias = Callable[[State, Action, Draw], list[Event]]
"""What comes of an action in a position; raises IllegalAction or BankFails."""


class IllegalAction(Exception):
    """Raised within a decision where a rule is broken."""

    def __init__(self, broken: Violation) -> None:
        super().__init__(broken.rule)
        self.violation = broken

    @property
    def violations(self) -> Violations:
        """The refusal to give back."""
        return Violations((self.violation,))


class BankFails(Exception):
    """Raised within a decision where the bank cannot pay and the player said `break the bank` (FR-71, GE-41).

    `done` are the events of the action up to the payment that could not be made.
    """

    def __init__(self, due: int, done: Sequence[Event] = ()) -> None:
        super().__init__(f"{due} due")
        self.due = due
        self.done = tuple(done)


class Shortfall(NamedTuple):
    """The first payment of an action that the bank cannot make in full, and how many events came before it."""

    due: int
    bank: int
    done: int


class LineTransition(Transition[State, Event]):
    """The events of one action so far, the position that they have come to, and what the bank could not pay."""

    __slots__ = ("shortfall",)

    def __init__(self, state: State, evolve: Evolve) -> None:
        super().__init__(state, evolve)
        self.shortfall: Shortfall | None = None
        """Behind it all goes on as if the bank had paid, so that the action is judged whole (FR-71)."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.state.table

    def copy(self) -> "LineTransition":
        """A transition that goes on from here by itself."""
        twin = LineTransition(self.state, self._evolve)
        twin.events = list(self.events)
        twin.shortfall = self.shortfall
        return twin


def require(broken: Violation | None) -> None:
    """Raise IllegalAction where a check found a rule broken."""
    if broken is not None:
        raise IllegalAction(broken)


def pay_bonus(transition: LineTransition, seat: int, reason: BonusReason, break_bank: bool) -> None:
    """Put two dice showing "?" in front of a player, while the bank still pays (FR-38, FR-54, FR-70).

    Where the bank cannot, that is remembered for `settle`; in the first reading of the rules it raises IllegalAction or
    BankFails at once (FR-71, GE-41).
    """
    table = transition.table
    if table.last_year:
        return
    if table.options.reading == 1:
        require_bank(table, BONUS, break_bank)
    elif table.bank < BONUS and transition.shortfall is None:
        transition.shortfall = Shortfall(BONUS, table.bank, len(transition.events))
    transition.happen(BonusPaid(seat, BONUS, reason))


def settle(transition: LineTransition, break_bank: bool) -> list[Event]:
    """The events of an action that was judged whole and found legal, if the bank can pay all of it.

    Raises IllegalAction where it cannot, or BankFails where the player means to break it (FR-71, GE-41).
    """
    short = transition.shortfall
    if short is not None:
        require(check_bank(transition.table.box, short.bank, short.due, break_bank=break_bank))
        raise BankFails(short.due, transition.events[: short.done])
    return transition.events


def require_bank(table: Table, due: int, break_bank: bool) -> None:
    """Raise IllegalAction where the bank cannot pay what is due, or BankFails where the player means to break it."""
    require(check_bank(table.box, table.bank, due, break_bank=break_bank))
    if due > table.bank:
        raise BankFails(due)


class RuleHooks(NamedTuple):
    """The rules a game supplies itself: two refusals, what its actions do, and what follows where the bank breaks."""

    game_over: Violation
    not_your_turn: Violation
    handle: Handle
    break_bank: Callable[[State, int, BankFails], list[Event]]
    """From the position before the action, the seat, and what the bank could not pay."""


def decided(hooks: RuleHooks, state: State, action: Action, draw: Draw) -> list[Event] | Violations:
    """Decide an action: its events, or why it is refused; judged by what the acting seat sees alone.

    The end of a turn is judged by what lies in front, and what it sets off may need what lies behind all screens.
    """
    if state.table.over:
        return Violations((hooks.game_over,))
    if action.seat != state.table.turn.seat:
        return Violations((hooks.not_your_turn,))
    try:
        judged = state if isinstance(action, EndTurn) else view(state, action.seat).state
        return hooks.handle(judged, action, draw)
    except IllegalAction as illegal:
        return illegal.violations
    except BankFails as fails:
        return hooks.break_bank(state, action.seat, fails)
