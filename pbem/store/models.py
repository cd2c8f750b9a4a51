"""The tables, as SQLModel classes: the schema that migrations lead to.

Only the schema lives here. Statements are written against `table(Game)` and the like (SQLAlchemy Core); rows leave the
store as the plain dataclasses of `rows`. Moments are integer milliseconds since the epoch, UTC, in columns that end in
`_ms`; digests and hashes are lower-case hexadecimal.
"""

from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    event,
    text,
)
from sqlmodel import Field, SQLModel

TableArgs = tuple[Any, ...]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class _Base(SQLModel):
    metadata: ClassVar[MetaData] = metadata


class Player(_Base, table=True):
    """A person, or a bot, under one mail address."""

    __table_args__: ClassVar[TableArgs] = (CheckConstraint("address = lower(address)", name="address_lower"),)

    id: int = Field(primary_key=True)
    name: str
    address: str = Field(unique=True)
    language: str
    bot: str | None
    created_ms: int = Field(sa_type=BigInteger)
    token: str = Field(unique=True)
    """The local part of his own address at this server, where he says what is about no game or about all of his."""


class Game(_Base, table=True):
    """A game: what it was opened with, and the facts of its last log entry that pages and timers need.

    The seed is secret until the game is over. `active_bot` is the kind of bot to move, if one is; it is kept so that
    finding the bots that are due costs nothing for the games that wait for people. `wake_ms` is when the game has to be
    looked at next: a reminder is due, or the deadline comes. `overdue` counts how often in this turn it has come.
    """

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


class Seat(_Base, table=True):
    """A player's place at a game; the token is the local part of the seat's own mail address.

    A seat that its player gave up is vacant from `vacant_ms` on, until somebody takes it. `told` is the position of the
    log up to which its player was told of notes, `reported` that up to which he was told what was played, `extensions`
    how often he had a deadline put off.
    """

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token: str = Field(unique=True)
    token_revoked_ms: int | None = Field(sa_type=BigInteger)
    salt: str = Field(sa_type=Text)
    vacant_ms: int | None = Field(sa_type=BigInteger)
    told: int
    reported: int
    extensions: int


class Tenure(_Base, table=True):
    """Who had a seat, and from when until when; how he came to it, and how he left."""

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    from_ms: int = Field(sa_type=BigInteger)
    until_ms: int | None = Field(sa_type=BigInteger)
    came: str
    left: str | None


class TurnTaken(_Base, table=True):
    """A turn that has ended: whose it was, from when to when, until when he had time, and who played it.

    `player_id` is None where the seat was vacant. A bot of the server's own is never late; a player in whose place the
    server or a bot had to play always is. `kind` and `seats` are the game's, so that counting reads no other table.
    """

    __tablename__: ClassVar[str] = "turn_taken"
    __table_args__: ClassVar[TableArgs] = (Index(None, "kind", "seats", "player_id", "late", "played_by"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    year: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    player_id: int | None = Field(foreign_key="player.id", index=True)
    kind: str
    seats: int
    began_ms: int = Field(sa_type=BigInteger)
    ended_ms: int = Field(sa_type=BigInteger)
    deadline_ms: int | None = Field(sa_type=BigInteger)
    late: bool
    played_by: str


class Result(_Base, table=True):
    """What a seat had at the end of a game, which its log says too; `player_id` is None where it was vacant.

    `place` is 0 where nobody has won, `winners` how many seats have; passengers are in thousands.
    """

    __table_args__: ClassVar[TableArgs] = (Index(None, "kind", "player_id"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int | None = Field(foreign_key="player.id", index=True)
    kind: str
    seats: int
    winners: int
    place: int
    passengers: int
    ended_ms: int = Field(sa_type=BigInteger)


class Rating(_Base, table=True):
    """A player's rating after a game that counted, in a kind of game; the newest is the one that holds."""

    __table_args__: ClassVar[TableArgs] = (Index(None, "kind", "player_id", "at_ms", "game_id"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    kind: str
    place: int
    mu: float
    sigma: float
    at_ms: int = Field(sa_type=BigInteger)


class Absence(_Base, table=True):
    """Days on which a player is away, the first and the last of them as ISO dates; `ended_ms` where he took it back."""

    __table_args__: ClassVar[TableArgs] = (Index(None, "player_id", "last_day"),)

    id: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    first_day: str
    last_day: str
    announced_ms: int = Field(sa_type=BigInteger)
    ended_ms: int | None = Field(sa_type=BigInteger)


class Standing(_Base, table=True):
    """Orders that a seat has given for its next turn; secret until they are carried out."""

    __table_args__: ClassVar[TableArgs] = (ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),)

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    position: int
    letter_id: int | None = Field(foreign_key="letter.id")
    created_ms: int = Field(sa_type=BigInteger)


class Press(_Base, table=True):
    """What a player wrote to others of his game; `readers` are their seats, as in "0 2", or "all".

    It counts from `at_ms` on: what has no name waits until then, so that the moment does not tell who wrote it, and is
    passed on by a job of its own; `passed_on` says whether that is done.
    """

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


class PressKept(_Base, table=True):
    """Press that waits for a reader's next digest."""

    __tablename__: ClassVar[str] = "press_kept"

    press_id: int = Field(primary_key=True, foreign_key="press.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)


class Mute(_Base, table=True):
    """Whose press a player does not want to be mailed in a game: a seat's, or -1 for what comes without a name."""

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    seat: int = Field(primary_key=True)


class Watch(_Base, table=True):
    """A player who has no seat in a game and wants its public reports; `told` and `reported` as in Seat."""

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)
    since_ms: int = Field(sa_type=BigInteger)
    told: int
    reported: int


class Digest(_Base, table=True):
    """When a player who wants one mail a day had his last, or was last looked at and had nothing new to be told."""

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    sent_ms: int = Field(sa_type=BigInteger)


class WaitingList(_Base, table=True):
    """A game that waits for players. Its seed is drawn and promised before anybody joins; it is secret."""

    __tablename__: ClassVar[str] = "waiting_list"
    __table_args__: ClassVar[TableArgs] = (Index(None, "status", "expires_ms"),)

    id: int = Field(primary_key=True)
    name: str
    kind: str
    options: str = Field(sa_type=Text)
    seats: int
    pace: str
    playing_days: str
    zone: str
    late: str
    press: str
    private: bool
    seed: bytes
    commitment: str
    opened_by: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    status: str
    game_id: int | None = Field(foreign_key="game.id")


class WaitingPlayer(_Base, table=True):
    """A player on a waiting list, with the words that he adds to the dice."""

    __tablename__: ClassVar[str] = "waiting_player"

    list_id: int = Field(primary_key=True, foreign_key="waiting_list.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)
    salt: str = Field(sa_type=Text)
    joined_ms: int = Field(sa_type=BigInteger)


class Invitation(_Base, table=True):
    """Somebody asked to join a waiting list, by the address he was written to."""

    list_id: int = Field(primary_key=True, foreign_key="waiting_list.id")
    address: str = Field(primary_key=True, index=True)
    invited_by: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    declined_ms: int | None = Field(sa_type=BigInteger)


class Registration(_Base, table=True):
    """Somebody who asked to be registered, good once he answers or follows what was mailed to his address.

    The token is the local part of the address his answer goes to, and the end of the link.
    """

    token: str = Field(primary_key=True)
    address: str = Field(index=True)
    name: str
    language: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class Stranger(_Base, table=True):
    """When an address that nobody is registered with was last written to, by the address's SHA-256."""

    address_hash: str = Field(primary_key=True)
    written_ms: int = Field(sa_type=BigInteger)


class Standby(_Base, table=True):
    """A player who would take over a seat that somebody gave up or neglects, in a kind of game."""

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    kind: str = Field(primary_key=True)
    since_ms: int = Field(sa_type=BigInteger)


class Offer(_Base, table=True):
    """A seat that a player was offered, until when he may take it, and what he has made of it."""

    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        Index(None, "status", "expires_ms"),
    )

    id: int = Field(primary_key=True)
    game_id: int
    seat: int
    player_id: int = Field(foreign_key="player.id", index=True)
    made_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    status: str


class Outage(_Base, table=True):
    """A time in which the server did not run, or by which its clock jumped: deadlines were put off by as much."""

    id: int = Field(primary_key=True)
    from_ms: int = Field(sa_type=BigInteger)
    until_ms: int = Field(sa_type=BigInteger)


class Entry(_Base, table=True):
    """One line of a game's log. The log is the game: it grows, and nothing in it ever changes."""

    __table_args__: ClassVar[dict[str, Any]] = {"sqlite_with_rowid": False}

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    position: int = Field(primary_key=True)
    kind: str
    payload: str = Field(sa_type=Text)
    actor: int | None
    letter_id: int | None = Field(foreign_key="letter.id")
    at_ms: int = Field(sa_type=BigInteger)
    ruleset_version: int


class Snapshot(_Base, table=True):
    """A game's state at one position: a cache, which may be dropped at any time."""

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    position: int
    schema_number: int
    state: bytes


class Letter(_Base, table=True):
    """The inbox: every letter as it came, from before it is acknowledged. `message_id` is "" where it had none."""

    __table_args__: ClassVar[TableArgs] = (
        UniqueConstraint("recipient_token", "message_id", "digest"),
        Index(None, "status", "id"),
    )

    id: int = Field(primary_key=True)
    message_id: str
    recipient_token: str
    mail_from: str
    digest: str
    received_ms: int = Field(sa_type=BigInteger)
    raw: bytes
    status: str
    attempts: int
    outcome: str = Field(sa_type=Text)
    game_id: int | None = Field(foreign_key="game.id")
    seat: int | None


class Mail(_Base, table=True):
    """The outbox, and every mail ever sent. `raw` holds the exact bytes from the first send on.

    `player_id` is None for a mail to somebody who is not registered. `sender` is the local part it comes from, where
    that is neither its seat's nor the one that takes no letters.
    """

    __table_args__: ClassVar[TableArgs] = (
        Index(None, "status", "next_ms"),
        Index(None, "game_id", "seat"),
    )

    id: int = Field(primary_key=True)
    message_id: str = Field(unique=True)
    game_id: int | None = Field(foreign_key="game.id")
    seat: int | None
    player_id: int | None = Field(foreign_key="player.id", index=True)
    sender: str | None
    to_address: str
    kind: str
    subject: str = Field(sa_type=Text)
    text: str = Field(sa_type=Text)
    in_reply_to: str | None
    references_: str = Field(sa_type=Text)
    auto: str
    position: int | None
    created_ms: int = Field(sa_type=BigInteger)
    status: str
    attempts: int
    next_ms: int = Field(sa_type=BigInteger)
    last_reply: str | None = Field(sa_type=Text)
    sent_ms: int | None = Field(sa_type=BigInteger)
    raw: bytes | None


class Draft(_Base, table=True):
    """Orders that were previewed and wait for the seat's `confirm`."""

    __table_args__: ClassVar[TableArgs] = (ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),)

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    position: int
    letter_id: int | None = Field(foreign_key="letter.id")
    created_ms: int = Field(sa_type=BigInteger)


class Applied(_Base, table=True):
    """Order texts already applied in a turn, so that a letter sent twice counts once."""

    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        {"sqlite_with_rowid": False},
    )

    game_id: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    year: int = Field(primary_key=True)
    turn: int = Field(primary_key=True)
    digest: str = Field(primary_key=True)


class SignIn(_Base, table=True):
    """A mailed sign-in link, known by the hash of its token only."""

    __tablename__: ClassVar[str] = "sign_in"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class AddressChange(_Base, table=True):
    """A new address that a player asked for, good once the link mailed to it is followed; known by its token's hash."""

    __tablename__: ClassVar[str] = "address_change"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    address: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class Preferences(_Base, table=True):
    """What a player has chosen; who has chosen nothing has no row.

    `zone` is "" for the server's own time zone. `reminders` are the distances from a deadline at which he is reminded,
    in hours, as in "24 0". `calendar_token` is the secret part of the address of his calendar.
    """

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    zone: str
    format: str
    reports: str
    reminders: str
    calendar_token: str | None = Field(unique=True)


class MailDocument(_Base, table=True):
    """A mail's text with its structure, as JSON, from which its HTML and its page are made."""

    __tablename__: ClassVar[str] = "mail_document"

    mail_id: int = Field(primary_key=True, foreign_key="mail.id")
    document: str = Field(sa_type=Text)


class Picture(_Base, table=True):
    """A drawn map, by the SHA-256 of what it was drawn from: a cache, which may be dropped at any time."""

    digest: str = Field(primary_key=True)
    png: bytes
    created_ms: int = Field(sa_type=BigInteger, index=True)


class Meta(_Base, table=True):
    """Small facts about the server itself, such as its last heartbeat."""

    key: str = Field(primary_key=True)
    value: str = Field(sa_type=Text)


def table(model: type[SQLModel]) -> Table:
    """The table that a model stands for."""
    return metadata.tables[str(model.__tablename__)]


# REPLACE would delete a line without firing the DELETE trigger, hence the third.
LOG_GUARDS = (
    "CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry "
    "WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
)
"""SQLite's triggers that keep the log append-only, whoever holds the connection."""


def _guard_log(_table: Table, connection: Connection, **_options: Any) -> None:
    if connection.dialect.name == "sqlite":
        for guard in LOG_GUARDS:
            connection.exec_driver_sql(guard)


event.listen(table(Entry), "after_create", _guard_log)
