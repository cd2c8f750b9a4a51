"""Games, who sits at them, and what a turn in progress keeps beside the log."""

from typing import ClassVar

from sqlalchemy import BigInteger, ForeignKeyConstraint, Index, Text, text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class GameTable(Base, table=True):
    """A game: what it was opened with, and the facts of its last log entry that pages and timers need.

    The seed is secret until the game is over. `active_bot` is the kind of bot to move, if one is; it is kept so that
    finding the bots that are due costs nothing for the games that wait for people. `wake_ms` is when the game has to be
    looked at next: a reminder is due, or the deadline comes. `overdue` counts how often in this turn it has come.

    A game that is held since `held_ms` has no deadline; `left_ms` is the one it had. What a moderator holds wakes when
    it continues by itself, what a dispute holds never.
    `epoch` is that of its dice; `beacon` is the public round that they were to be drawn with, as JSON.
    """

    __tablename__: ClassVar[str] = "game"
    __table_args__: ClassVar[TableArgs] = (
        Index(None, "status", "wake_ms"),
        Index(None, "kind", "status"),
        Index(
            "ix_game_bot_due",
            "id",
            sqlite_where=text("active_bot IS NOT NULL"),
            postgresql_where=text("active_bot IS NOT NULL"),
        ),
    )

    id: int = Field(primary_key=True)
    tag: str = Field(unique=True)
    name: str
    kind: str
    status: str
    options: str = Field(sa_type=Text)
    seed: bytes
    commitment: str
    ruleset_version: int
    pace: str
    playing_days: str
    zone: str
    late: str
    press: str
    created_ms: int = Field(sa_type=BigInteger)
    root_message_id: str
    year: int
    turn: int
    active_seat: int | None
    active_bot: str | None
    began_ms: int = Field(sa_type=BigInteger)
    deadline_ms: int | None = Field(sa_type=BigInteger)
    wake_ms: int | None = Field(sa_type=BigInteger)
    overdue: int
    position: int
    final_position: int
    held_ms: int | None = Field(sa_type=BigInteger)
    left_ms: int | None = Field(sa_type=BigInteger)
    epoch: int
    beacon: str | None = Field(sa_type=Text)


class SeatTable(Base, table=True):
    """A player's place at a game; the token is the local part of the seat's own mail address.

    A seat that its player gave up is vacant from `vacant_ms` on, until somebody takes it. `told` is the position of the
    log up to which its player was told of notes, `reported` that up to which he was told what was played, `extensions`
    how often he had a deadline put off. A vacant seat that others asked to have replaced is played by a program, from
    `program_ms` on, as long as nobody takes it. `token_renewed_ms` is when its player last asked for another token.
    """

    __tablename__: ClassVar[str] = "seat"
    __table_args__: ClassVar[TableArgs] = (
        Index(
            "ix_seat_vacant",
            "vacant_ms",
            sqlite_where=text("vacant_ms IS NOT NULL"),
            postgresql_where=text("vacant_ms IS NOT NULL"),
        ),
    )

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token: str = Field(unique=True)
    token_revoked_ms: int | None = Field(sa_type=BigInteger)
    token_renewed_ms: int | None = Field(sa_type=BigInteger)
    salt: str = Field(sa_type=Text)
    vacant_ms: int | None = Field(sa_type=BigInteger)
    program_ms: int | None = Field(sa_type=BigInteger)
    told: int
    reported: int
    extensions: int


class EndVoteTable(Base, table=True):
    """A seat that waits for a late player agrees that the game ends as it stands, or concedes it."""

    __tablename__: ClassVar[str] = "end_vote"
    __table_args__: ClassVar[TableArgs] = (ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),)

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    concedes: bool
    at_ms: int = Field(sa_type=BigInteger)


class TenureTable(Base, table=True):
    """Who had a seat, and from when until when; how he came to it, and how he left."""

    __tablename__: ClassVar[str] = "tenure"

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    from_ms: int = Field(sa_type=BigInteger)
    until_ms: int | None = Field(sa_type=BigInteger)
    came: str
    left: str | None


class StandbyTable(Base, table=True):
    """A player who would take over a seat that somebody gave up or neglects, in a kind of game."""

    __tablename__: ClassVar[str] = "standby"
    __table_args__: ClassVar[TableArgs] = (Index(None, "kind", "since_ms"),)

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    kind: str = Field(primary_key=True)
    since_ms: int = Field(sa_type=BigInteger)


class OfferTable(Base, table=True):
    """A seat that a player was offered, until when he may take it, and what he has made of it."""

    __tablename__: ClassVar[str] = "offer"
    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        Index(None, "status", "expires_ms"),
        Index(None, "game_id", "seat"),
    )

    id: int = Field(primary_key=True)
    game_id: int
    seat: int
    player_id: int = Field(foreign_key="player.id", index=True)
    made_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    status: str


class DraftTable(Base, table=True):
    """Orders that were previewed and wait for the seat's `confirm`."""

    __tablename__: ClassVar[str] = "draft"
    __table_args__: ClassVar[TableArgs] = (ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),)

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    position: int
    letter_id: int | None = Field(foreign_key="letter.id")
    created_ms: int = Field(sa_type=BigInteger)


class AppliedTable(Base, table=True):
    """Order texts already applied in a turn, so that a letter sent twice counts once."""

    __tablename__: ClassVar[str] = "applied"
    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        {"sqlite_with_rowid": False},
    )

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    year: int = Field(primary_key=True)
    turn: int = Field(primary_key=True)
    digest: str = Field(primary_key=True)


class StandingTable(Base, table=True):
    """Orders that a seat has given for its next turn; secret until they are carried out."""

    __tablename__: ClassVar[str] = "standing"
    __table_args__: ClassVar[TableArgs] = (ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),)

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    position: int
    letter_id: int | None = Field(foreign_key="letter.id")
    created_ms: int = Field(sa_type=BigInteger)
