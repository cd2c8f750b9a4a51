"""What the oracles of both games share: dice in front, behind the screens and in the bank."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from rules.plain import PlainTable
from rules_core.line.actions import Action, EndTurn, Roll

Throw = Callable[[int], list[str]]
Now = TypeVar("Now", bound=PlainTable)


class Forbidden(Exception):
    """The rules forbid the action."""


class Collapse(Exception):
    """The bank cannot pay, and the player means it."""


def demand(condition: object) -> None:
    """Forbid what does not meet a condition."""
    if not condition:
        raise Forbidden


class Desk(ABC, Generic[Now]):
    """A position in which dice are taken, thrown, paid and given back."""

    def __init__(self, now: Now, throw: Throw) -> None:
        self.now = now
        self.throw = throw

    @abstractmethod
    def take(self, action: Action) -> None:
        """Take an action, or raise Forbidden or Collapse."""

    @abstractmethod
    def collapse(self) -> None:
        """What follows where the bank cannot pay."""

    def bank_pays(self, number: int, break_bank: bool) -> None:
        """The bank pays in full, or the state collapses, where the player means it."""
        if number > self.now.bank:
            demand(break_bank)
            raise Collapse
        self.now.bank -= number

    def roll(self, action: Roll) -> None:
        """Hidden dice and "?" with as many bonus dice as "?"."""
        now = self.now
        demand(not now.rolled and action.hidden >= 0 and action.wild >= 0 and action.hidden + action.wild > 0)
        demand(action.hidden <= now.hidden[now.seat] and action.wild <= now.front[now.seat]["?"])
        bonus = 0 if now.last_year else action.wild
        self.bank_pays(bonus, action.break_bank)
        now.hidden[now.seat] -= action.hidden
        now.front[now.seat]["?"] -= action.wild
        for face in self.throw(action.hidden + action.wild + bonus):
            now.front[now.seat][face] += 1
        now.rolled = True

    def spend(self, face: str, wild: bool) -> None:
        """Take a die from the front: of the face if there is one and no "?" is asked for, else a "?"."""
        front = self.now.front[self.now.seat]
        used = "?" if wild or front[face] == 0 else face
        demand(front[used] > 0)
        front[used] -= 1

    def pay(self, hidden: int, wild: int) -> None:
        """Pay dice to the bank."""
        now = self.now
        demand(hidden >= 0 and wild >= 0)
        demand(hidden <= now.hidden[now.seat] and wild <= now.front[now.seat]["?"])
        now.hidden[now.seat] -= hidden
        now.front[now.seat]["?"] -= wild
        now.bank += hidden + wild

    def premium(self, break_bank: bool) -> None:
        """Two dice showing "?", unless the last year has begun."""
        if self.now.last_year is None:
            self.bank_pays(2, break_bank)
            self.now.front[self.now.seat]["?"] += 2

    def pay_due(self, price: int, purse: list[int] | None) -> None:
        """Hidden dice first, of those named."""
        now = self.now
        hidden = min(price, now.hidden[now.seat])
        if purse is not None:
            hidden = min(hidden, purse[0])
            demand(hidden >= 0 and price - hidden <= purse[1])
            purse[0] -= hidden
            purse[1] -= price - hidden
        self.pay(hidden, price - hidden)

    def give_back(self, action: EndTurn) -> None:
        """The dice beyond five go back."""
        now = self.now
        given = dict(zip(("straight", "curve", "share", "?"), action.discard, strict=True))
        front = now.front[now.seat]
        demand(all(0 <= number <= front[face] for face, number in given.items()))
        demand(sum(given.values()) == max(0, sum(front.values()) - 5))
        for face, number in given.items():
            front[face] -= number
        now.bank += sum(given.values())


def outcome(desk_of: Callable[[Now, Throw], Desk[Now]], before: Now, action: Action, throw: Throw) -> Now | None:
    """The position after an action, or None where it is forbidden.

    An action is judged whole first, by a bank that has enough; then it is done up to what the bank cannot pay. In the
    first reading of the rules nothing of it is done then, and what stands behind that payment is not judged.
    """
    if before.reading > 1:
        rich = before.copy()
        rich.bank += 1000
        try:
            desk_of(rich, throw).take(action)
        except Forbidden:
            return None
    desk = desk_of(before.copy(), throw)
    try:
        desk.take(action)
    except Forbidden:
        return None
    except Collapse:
        if before.reading == 1:
            desk = desk_of(before.copy(), throw)
        desk.collapse()
    return desk.now
