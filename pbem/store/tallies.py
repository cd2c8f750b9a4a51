"""Rows of what is counted, in the manner of `rows`: turns taken, results, ratings, and the sums made of them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.store.rows import Bot, PlayedBy
from rules_core.line.dice import Dice

Order: TypeAlias = Literal["rating", "games", "won", "best", "mean", "punctuality", "name"]
"""By what a list of players may be ordered."""
Group: TypeAlias = tuple[str | None, int | None]
"""A kind of game and a number of seats; both are None for all of a player's games together."""


@dataclass(frozen=True, slots=True)
class TurnTakenRow:
    """A turn that has ended; `player_id` is None where the seat was vacant."""

    game_id: int
    year: int
    seat: int
    player_id: int | None
    kind: str
    seats: int
    began_ms: int
    """When the turn began, or its player took the seat over."""
    ended_ms: int
    deadline_ms: int | None
    late: bool
    """Its player was late, or somebody had to play in his place."""
    played_by: PlayedBy


@dataclass(frozen=True, slots=True)
class ThrowRow:
    """The faces of a seat's roll in a year of an epoch; `player_id` is None where the seat was vacant, or a program
    played in its player's place.

    `sides` tells of the dice of that game how many sides show each face, as digits in the order of the faces: "2211".
    """

    game_id: int
    epoch: int
    year: int
    seat: int
    player_id: int | None
    kind: str
    straight: int
    curve: int
    share: int
    wild: int
    sides: str
    at_ms: int

    @property
    def dice(self) -> Dice:
        """The faces."""
        return Dice(self.straight, self.curve, self.share, self.wild)


@dataclass(frozen=True, slots=True)
class Thrown:
    """Faces added up: of a player's rolls in a kind of game, or, where `player_id` is None, of all rolls.

    All of them were thrown with dice of the same `sides`, as `ThrowRow` has them.
    """

    kind: str
    sides: str
    player_id: int | None
    name: str
    straight: int
    curve: int
    share: int
    wild: int

    @property
    def dice(self) -> Dice:
        """The faces."""
        return Dice(self.straight, self.curve, self.share, self.wild)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a seat had at the end of a game; `player_id` is who had it then, None where it was vacant."""

    game_id: int
    seat: int
    player_id: int | None
    kind: str
    seats: int
    winners: int
    """How many seats have won: none in a draw (GE-42), several where they share the victory (FR-72)."""
    place: int
    """From 1; 0 in a draw."""
    passengers: int
    """In thousands."""
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
    """The most passengers carried in a game, in thousands."""
    mean: float = 0.0
    """The passengers of a seat on average, in thousands."""


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
    """Those that somebody else got because he was late."""
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
