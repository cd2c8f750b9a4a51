"""Nim: take one, two or three matches; whoever takes the last one wins."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from rules_core.kernel import events as base
from rules_core.kernel.codec import stored_as
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import IllegalAction, rules_from, violation
from rules_core.kernel.simple import ScoreRaised, SimpleGame, SimpleTable


@stored_as("NimTable")
@dataclass(frozen=True, kw_only=True)
class NimTable(SimpleTable):
    """A position of Nim."""

    matches: int = 21


@stored_as("Take")
@dataclass(frozen=True, slots=True)
class Take(base.TurnEnding):
    """Take so many matches, with which the turn ends (NI-1)."""

    seat: int
    number: int


@stored_as("Taken")
@dataclass(frozen=True, slots=True)
class Taken(base.Event):
    """So many matches were taken."""

    seat: int
    number: int


class Nim(SimpleGame[NimTable]):
    """Nim."""

    kind = "nim"
    rules = MappingProxyType(
        rules_from({"NI-1": ("The game", "Take 1 to 3 matches in turn. Who takes the last wins.")})
    )
    seats = (2,)
    state = NimTable
    actions = (Take,)
    folds = MappingProxyType({Taken: lambda table, event: replace(table, matches=table.matches - event.number)})

    def moves(self, table: NimTable) -> Iterator[Any]:
        """One to three matches."""
        yield from (Take(table.turn.seat, number) for number in range(1, min(3, table.matches) + 1))

    def handle(self, table: NimTable, action: Any, draw: Draw) -> list[Any]:
        """The events that come of an action. Raises IllegalAction."""
        if action.number not in range(1, min(3, table.matches) + 1):
            raise IllegalAction(violation("NI-1", "how_many", most=min(3, table.matches)))
        taken = Taken(action.seat, action.number)
        if action.number == table.matches:
            return self.finish(table, [taken, ScoreRaised(action.seat, 1)], "finished")
        return [taken, *self.next_turn(table)]


game: Final = Nim()
