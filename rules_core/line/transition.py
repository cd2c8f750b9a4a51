"""The events of one action in a game of the line while they are made, which each check sees."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from rules_core.kernel.events import Transition
from rules_core.kernel.rulebook import IllegalAction, Violation
from rules_core.line.events import BonusPaid, BonusReason, Event
from rules_core.line.legality import check_bank
from rules_core.line.table import State, Table

BONUS: Final = 2
"""Dice showing "?" for connecting a tile or sector, or building a station (FR-38, FR-54, GE-22, GE-33)."""

Evolve: TypeAlias = Callable[[State, Event], State]
"""How a game takes a position on by an event."""


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
    """Put two dice showing "?" in front of a player, while the bank can pay (FR-38, FR-54, FR-70).

    Where it cannot, `settle` deals with it later; in the first reading of the rules it raises IllegalAction or
    BankFails at once (FR-71, GE-41).
    """
    table = transition.table
    if table.last_year:
        return
    if table.reading == 1:
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
