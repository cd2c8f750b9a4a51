"""Rows of what is counted, in the manner of `rows`: turns taken, results, ratings, and the sums made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.store.rows import Bot, PlayedBy

Order: TypeAlias = Literal["rating", "games", "won", "best", "mean", "punctuality", "name"]
"""By what a list of players may be ordered."""
Group: TypeAlias = tuple[str | None, int | None]
"""A kind of game and a number of seats; both are None for all of a player's games together."""
Sides: TypeAlias = tuple[str, ...]
"""The faces on the sides of a die, in the order of their texts: dice with the same sides are the same dice."""


@dataclass(frozen=True, slots=True)
class TurnTakenRow:
    """A turn that has ended; `player_id` is None where the seat was vacant."""

    game_id: int
    year: int
    turn: int
    """Its number within the year, from 1."""
    seat: int
    player_id: int | None
    kind: str
    seats: int
    began_ms: int
    """When the turn began, or its player took the seat over."""
    ended_ms: int
    deadline_ms: int | None
    late: bool
    """Its player was late, or somebody had to play in their place."""
    played_by: PlayedBy


@dataclass(frozen=True, slots=True)
class ThrowRow:
    """The dice of one kind in a seat's roll, in a year of an epoch; a roll may hold dice of several kinds."""

    game_id: int
    epoch: int
    year: int
    seat: int
    purpose: str
    number: int
    """With the purpose that of the key of the roll's first die, by which it is known again."""
    sides: Sides
    player_id: int | None
    """Whose luck it was; None where the seat was vacant, or a program played in its player's place."""
    kind: str
    fell: Mapping[str, int]
    """How often each face fell, of those that did."""
    at_ms: int

    @property
    def key(self) -> tuple[int, int, int, str, int, Sides]:
        """The key that distinguishes these dice from all others of their game."""
        return self.epoch, self.year, self.seat, self.purpose, self.number, self.sides

    @property
    def total(self) -> int:
        """The number of dice."""
        return sum(self.fell.values())


@dataclass(frozen=True, slots=True)
class Thrown:
    """Faces added up: of a player's rolls in a kind of game, or, where `player_id` is None, of all rolls.

    All of them were thrown with dice of the same sides.
    """

    kind: str
    sides: Sides
    player_id: int | None
    name: str
    fell: Mapping[str, int]

    @property
    def total(self) -> int:
        """The number of dice."""
        return sum(self.fell.values())


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a seat at the end of a game; `player_id` is who had it then, None where it was vacant."""

    game_id: int
    seat: int
    player_id: int | None
    kind: str
    seats: int
    winners: int
    """How many seats have won: none in a draw (GE-42), several where they share the victory (FR-72)."""
    place: int
    """From 1; 0 in a draw."""
    score: int
    """What the game counts to place its players."""
    ended_ms: int


@dataclass(frozen=True, slots=True)
class StartedRow:
    """A seat's place at the end of a game, with who sat there when it began."""

    game_id: int
    kind: str
    ended_ms: int
    player_id: int
    place: int


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's rating after a game, which ended at `at_ms`."""

    game_id: int
    player_id: int
    kind: str
    place: int
    games: int
    """How many it comes from."""
    mu: float
    sigma: float
    at_ms: int


@dataclass(frozen=True, slots=True)
class Ends:
    """Games that are over."""

    games: int = 0
    won: int = 0
    """Alone or with others."""
    shared: int = 0
    """Of the games won, those that several have won."""
    drawn: int = 0
    """Games that nobody has won."""
    best: int = 0
    """The best score of a seat in a game."""
    mean: float = 0.0
    """The score of a seat on average."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns that people had."""

    turns: int = 0
    late: int = 0
    """Those that ended too late, with all that others had to play."""
    in_his_place: int = 0
    """Those that the server or a bot had to play."""


@dataclass(frozen=True, slots=True)
class Tenures:
    """Seats that a player left, or came to in games in progress."""

    given_up: int = 0
    lost: int = 0
    """Those that somebody else got because they were late."""
    taken_over: int = 0


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating as it stands, and how many games it comes from."""

    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in the list of those who have finished games of a kind; sums as in Ends and Turns."""

    player_id: int
    name: str
    bot: Bot | None
    games: int
    won: int
    best: int
    mean: float
    turns: int
    late: int
    skill: Skill | None
