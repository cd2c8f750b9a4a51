"""What is counted of players."""

from typing import ClassVar

from sqlalchemy import BigInteger, Column, Computed, Index
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class TurnTakenTable(Base, table=True):
    """A turn that has ended: whose it was, from when to when, until when he had time, and who played it.

    `player_id` is None where the seat was vacant. A bot of the server's own is never late; a player in whose place the
    server or a bot had to play always is. `kind` and `seats` are the game's, so that counting reads no other table.
    """

    __tablename__: ClassVar[str] = "turn_taken"
    __table_args__: ClassVar[TableArgs] = (
        Index(None, "kind", "player_id", "late", "played_by"),
        Index(None, "kind", "seats", "played_by", "took_ms", "late", "player_id"),
    )

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    year: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    player_id: int | None = Field(foreign_key="player.id", index=True)
    kind: str
    seats: int
    began_ms: int = Field(sa_type=BigInteger)
    ended_ms: int = Field(sa_type=BigInteger)
    took_ms: int = Field(sa_column=Column(BigInteger, Computed("ended_ms - began_ms", persisted=True)))
    deadline_ms: int | None = Field(sa_type=BigInteger)
    late: bool
    played_by: str


class ThrowTable(Base, table=True):
    """How often a face fell in a roll: whose, in which epoch, year and kind of game, and with which dice.

    `purpose` and `number` are those of the key of its first die: thrown again in its epoch it is the same. `sides` are
    the faces on the sides of such a die, a JSON list in the order of its texts; a roll may hold dice of several kinds.
    `player_id` is None where the seat was vacant, or a program played in its player's place.
    """

    __tablename__: ClassVar[str] = "throw"
    __table_args__: ClassVar[TableArgs] = (Index(None, "player_id", "kind"), Index(None, "kind"))

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    epoch: int = Field(primary_key=True)
    year: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    purpose: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    sides: str = Field(primary_key=True)
    face: str = Field(primary_key=True)
    fell: int
    player_id: int | None = Field(foreign_key="player.id")
    kind: str
    at_ms: int = Field(sa_type=BigInteger)


class ResultTable(Base, table=True):
    """What a seat had at the end of a game, which its log says too; `player_id` is None where it was vacant.

    `place` is 0 where nobody has won, `winners` how many seats have; `score` is what the game counts.
    """

    __tablename__: ClassVar[str] = "result"
    __table_args__: ClassVar[TableArgs] = (Index(None, "kind", "player_id"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int | None = Field(foreign_key="player.id", index=True)
    kind: str
    seats: int
    winners: int
    place: int
    score: int
    ended_ms: int = Field(sa_type=BigInteger)


class RatingTable(Base, table=True):
    """A player's rating after a game that counted, in a kind of game; the newest is the one that holds.

    `games` is how many it comes from.
    """

    __tablename__: ClassVar[str] = "rating"
    __table_args__: ClassVar[TableArgs] = (Index(None, "kind", "player_id", "at_ms", "game_id"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    kind: str
    place: int
    games: int
    mu: float
    sigma: float
    at_ms: int = Field(sa_type=BigInteger)
