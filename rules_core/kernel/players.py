"""Players that any game has: one without a thought, and one that ends the turn of somebody who did not come to it."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from rules_core.kernel.events import TurnEnding

A = TypeVar("A")


def random_bot(view: Any, actions: Iterable[A], choose: Callable[[int], int]) -> A:
    """Any of the actions offered. Raises ValueError where there is none."""
    offers = list(actions)
    if not offers:
        raise ValueError(f"nothing is offered to seat {view.seat}")
    return offers[choose(len(offers))]


def end_turn(view: Any, actions: Iterable[A]) -> A:
    """The first action offered that ends the turn. Raises ValueError where none does."""
    for action in actions:
        if isinstance(action, TurnEnding):
            return action
    raise ValueError(f"it is not the turn of seat {view.seat}, or nothing ends it")
