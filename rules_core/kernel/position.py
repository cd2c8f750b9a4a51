"""The parts of a game's position that the kernel and the server read, whatever else a game keeps in it."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from rules_core.kernel.events import Placing

V = TypeVar("V")


class TurnState(Protocol):
    """The turn that is being played."""

    @property
    def seat(self) -> int:
        """Whose it is."""

    @property
    def number(self) -> int:
        """The number of the turn within its year, from 1."""


class PublicState(Protocol):
    """The part of a position that all players see: in most games what lies on the table."""

    @property
    def kind(self) -> str:
        """The kind of game, as its definition names it."""

    @property
    def reading(self) -> int:
        """The reading of the rules it is played by."""

    @property
    def box(self) -> Any:
        """The component data it is played with, as its definition reads it."""

    @property
    def year(self) -> int:
        """The year, or whatever the game calls the rounds by which its draws are told apart; 0 before the first."""

    @property
    def turn(self) -> TurnState:
        """The turn; after the game, its last one."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def ended(self) -> str | None:
        """The reason why it ended; None while it goes on."""

    @property
    def standings(self) -> Sequence[Placing]:
        """All players, best first; empty while it goes on, and where it was cancelled."""


class Position(Protocol):
    """A whole position: what all see, and what is hidden."""

    @property
    def table(self) -> PublicState:
        """The part that all players see."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def seats(self) -> int:
        """The number of players."""


def hides_nothing(position: Position) -> bool:
    """Whether a position is no more than its public part, as it is in a game in which all lies open."""
    public: object = position.table
    return public is position


class SeatView(Protocol):
    """A position as one seat sees it, or a spectator."""

    @property
    def seat(self) -> int | None:
        """The seat that looks; None for a spectator."""

    @property
    def kind(self) -> str:
        """The kind of game."""

    @property
    def table(self) -> PublicState:
        """The part that all players see."""

    @property
    def state(self) -> Position:
        """The position as far as it is seen."""


def changed(value: V, **fields: object) -> V:
    """The value with some fields changed, as by `dataclasses.replace`, which would take half the time of a fold.

    The value is of a class without slots or cached properties. Raises TypeError where there is no such field.
    """
    if not fields.keys() <= value.__dict__.keys():
        raise TypeError(f"{type(value).__name__} has no {', '.join(fields.keys() - value.__dict__.keys())}")
    twin = object.__new__(type(value))
    twin.__dict__.update(value.__dict__, **fields)
    return twin
