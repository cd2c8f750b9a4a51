"""A player without a thought."""

from collections.abc import Iterable
from typing import Any, TypeVar

from rules_core.kernel.definition import Choose

A = TypeVar("A")


def random_bot(view: Any, actions: Iterable[A], choose: Choose) -> A:
    """Any of the actions offered. Raises ValueError where there is none."""
    offers = list(actions)
    if not offers:
        raise ValueError(f"nothing is offered to seat {view.seat}")
    return offers[choose(len(offers))]
