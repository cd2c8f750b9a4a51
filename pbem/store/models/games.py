"""Games, who sits at them, their logs, which only grow, and what is counted of them."""

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column, Computed, Connection, ForeignKeyConstraint, Index, Table, Text, event, text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs, table


class GameTable(Base, table=True):
    """A game: what it was opened with, and the facts of its last log entry that pages and timers need.

    The seed is secret until the game is over. `active_bot` is the kind of bot to move, if one is; it is kept so that
    finding the bots that are due costs nothing for the games that wait for people. `wake_ms` is when the game has to be
    looked at next: a reminder is due, or the deadline comes. `overdue` counts how often in this turn it has come.

    A game that is held since `held_ms` has no deadline; `left_ms` is the one it had. What a moderator holds wakes when
    it continues by itself, what a dispute holds never.
    `epoch` is that of its dice; `beacon` is the public round that they were to be drawn with, as JSON.

    `purpose` says what it is played for; `owner_id` is whose it is where it is not a match.
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
        Index(
            "ix_game_owner",
            "owner_id",
            sqlite_where=text("owner_id IS NOT NULL"),
            postgresql_where=text("owner_id IS NOT NULL"),
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
    purpose: str
    owner_id: int | None = Field(foreign_key="player.id")


class SeatTable(Base, table=True):
    """A player's place at a game; the token is the local part of the seat's own mail address.

    A seat that its player gave up is vacant from `vacant_ms` on, until somebody takes it. `told` is the position of the
    log up to which its player was told of notes, `reported` that up to which they were told what was played,
    `extensions` how often they had a deadline put off. A vacant seat that others asked to have replaced is played by a
    program, from `program_ms` on, as long as nobody takes it. `token_renewed_ms` is when its player last asked for
    another token.
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
    """The tenure of a seat: who had it, from when until when; how they came to it, and how they left."""

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
    """A seat that a player was offered, until when they may take it, and what they have made of it."""

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


class EntryTable(Base, table=True):
    """One line of a game's log. The log is the game: it grows, and nothing in it ever changes. Few lines are notes.

    A game that is not a match may be removed, and all of its log with it.
    """

    __tablename__: ClassVar[str] = "entry"
    __table_args__: ClassVar[TableArgs] = (
        Index(
            "ix_entry_note",
            "game_id",
            "position",
            sqlite_where=text("kind = 'note'"),
            postgresql_where=text("kind = 'note'"),
        ),
        {"sqlite_with_rowid": False},
    )

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    position: int = Field(primary_key=True)
    kind: str
    payload: str = Field(sa_type=Text)
    actor: int | None
    letter_id: int | None = Field(foreign_key="letter.id")
    at_ms: int = Field(sa_type=BigInteger)
    ruleset_version: int


class SnapshotTable(Base, table=True):
    """A game's state at one position: a cache, which may be dropped at any time."""

    __tablename__: ClassVar[str] = "snapshot"

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    position: int
    schema_number: int
    state: bytes


# REPLACE would delete a line without firing the DELETE trigger, hence the third.
LOG_GUARDS = (
    "CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry "
    "WHEN (SELECT purpose FROM game WHERE id = OLD.game_id) = 'match' "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry "
    "WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
)
"""SQLite's triggers that keep the log append-only, whoever holds the connection."""


def _guard_log(_table: Table, connection: Connection, **_options: Any) -> None:
    if connection.dialect.name == "sqlite":
        for guard in LOG_GUARDS:
            connection.exec_driver_sql(guard)


event.listen(table(EntryTable), "after_create", _guard_log)


class TurnTakenTable(Base, table=True):
    """A turn that has ended: whose it was, from when to when, until when they had time, and who played it.

    `turn` counts from 1 in the year, in which a seat may have several.
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
    turn: int = Field(primary_key=True)
    seat: int
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
    """The number of times a face fell in a roll: whose, in which epoch, year and kind of game, and with which dice.

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
    """The result of a seat at the end of a game, which its log holds too; `player_id` is None where it was vacant.

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
