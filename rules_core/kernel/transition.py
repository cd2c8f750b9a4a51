"""The events of one action while they are made, in any game."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Transition(Generic[S, E]):
    """The events of one action so far, and the position that they have come to."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.events: list[E] = []
        self._evolve = evolve

    def happen(self, event: E) -> None:
        """Add an event and take the position on."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
