"""What is said about games: press, and who listens."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, Text, text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class PressTable(Base, table=True):
    """What a player wrote to others of his game; `readers` are their seats, as in "0 2", or "all".

    It counts from `at_ms` on: what has no name waits until then, so that the moment does not tell who wrote it, and is
    passed on by a job of its own; `passed_on` says whether that is done.
    """

    __tablename__: ClassVar[str] = "press"
    __table_args__: ClassVar[TableArgs] = (
        Index(None, "game_id", "at_ms"),
        Index(
            "ix_press_waiting",
            "at_ms",
            sqlite_where=text("NOT passed_on"),
            postgresql_where=text("NOT passed_on"),
        ),
    )

    id: int = Field(primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat: int
    readers: str
    anonymous: bool
    text: str = Field(sa_type=Text)
    at_ms: int = Field(sa_type=BigInteger)
    passed_on: bool
    letter_id: int | None = Field(foreign_key="letter.id")


class PressKeptTable(Base, table=True):
    """Press that waits for a reader's next digest."""

    __tablename__: ClassVar[str] = "press_kept"

    press_id: int = Field(primary_key=True, foreign_key="press.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)


class MuteTable(Base, table=True):
    """Whose press a player does not want to be mailed in a game: a seat's, or -1 for what comes without a name."""

    __tablename__: ClassVar[str] = "mute"

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    seat: int = Field(primary_key=True)


class WatchTable(Base, table=True):
    """A player who has no seat in a game and wants its public reports; `told` and `reported` as in Seat."""

    __tablename__: ClassVar[str] = "watch"

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)
    since_ms: int = Field(sa_type=BigInteger)
    told: int
    reported: int
