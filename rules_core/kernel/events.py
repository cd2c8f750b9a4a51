"""Actions and events as any game has them: what they mean to the log, and the events of one action while they are
made.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rules_core.kernel.codec import LATE, stored_as


class Action:
    """A move that a player asks for; `seat` is the player's."""

    __slots__ = ()
    seat: int


class TurnEnding(Action):
    """An action that ends the turn of its seat."""

    __slots__ = ()


class Event:
    """Something that happened: a fact that a log keeps and that is folded into the state."""

    __slots__ = ()


class Irrevocable(Event):
    """An event after which no player can take back what came before it.

    Dice were drawn, another player has the turn, or a moderator corrected what stood.
    """

    __slots__ = ()


class Begun(Irrevocable):
    """A game was set up: kind, seats, options, component data as canonical JSON, and the reading of the rules."""

    __slots__ = ()
    kind: str
    seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    reading: int


class YearBeginning(Event):
    """A year begins, or whatever a game calls the rounds by which its draws are told apart."""

    __slots__ = ()
    year: int


class TurnBeginning(Irrevocable):
    """A seat's turn begins; `number` counts the turns of the year from 1."""

    __slots__ = ()
    seat: int
    number: int


class TurnFinished(Event):
    """A seat's turn is through."""

    __slots__ = ()
    seat: int


class Drawn(Irrevocable):
    """Chance has told something within a turn: dice, a card. No order that comes later takes it back."""

    __slots__ = ()


class DiceRolled(Drawn):
    """Dice of a seat were rolled, and show these faces to everybody."""

    __slots__ = ()
    seat: int
    faces: Sequence[str]


class Advanced(Event):
    """A seat brought the game further: something was laid, built, bought or carried by an order of theirs.

    A game in which that does not happen for years stands still, whoever plays. What comes by itself does not count.
    """

    __slots__ = ()


class BoardChanged(Advanced):
    """Something came to lie where a drawing of the position marks it as new."""

    __slots__ = ()


class PlayStopped(Event):
    """Play stops within an action: the end of the game follows as soon as what is hidden may be counted."""

    __slots__ = ()


class Corrected(Irrevocable):
    """A moderator changed the position by hand: no action explains it."""

    __slots__ = ()


class Ending(Irrevocable):
    """The game is over after it."""

    __slots__ = ()


@stored_as("GameCancelled")
@dataclass(frozen=True, slots=True)
class GameCancelled(Corrected, Ending):
    """The game is over without a result."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The result of one player; `place` 1 won, and may be shared. A `place` of 0 says that nobody won."""

    seat: int
    place: int

    @property
    def score(self) -> int:
        """The count by which the game places its players first; 0 in a game that counts nothing."""
        return 0


@dataclass(frozen=True, slots=True)
class Ended(Ending):
    """The game is over: why, and the standings, best first.

    Where it ends as it stands, no action comes before it, and those who `conceded` are placed behind all others.
    """

    reason: str
    standings: Sequence[Placing]
    conceded: tuple[int, ...] = field(default=(), metadata=LATE)


def ending_of(event: object) -> Ended | None:
    """The end that an event brings to the game, where it does: one that is cancelled has no standings."""
    if isinstance(event, GameCancelled):
        return Ended("cancelled", ())
    return event if isinstance(event, Ended) else None


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
