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


class Game(_Base, table=True):
    """A game: what it was opened with, and the facts of its last log entry that pages and timers need.

    The seed is secret until the game is over. `active_bot` is the kind of bot to move, if one is; it is kept so that
    finding the bots that are due costs nothing for the games that wait for people.
    """

    __table_args__: ClassVar[TableArgs] = (
        Index(None, "status", "deadline_ms"),
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
    turn_days: int
    created_ms: int = Field(sa_type=BigInteger)
    root_message_id: str
    year: int
    turn: int
    active_seat: int | None
    active_bot: str | None
    deadline_ms: int | None = Field(sa_type=BigInteger)
    reminded: bool
    position: int
    final_position: int


class Seat(_Base, table=True):
    """A player's place at a game; the token is the local part of the seat's own mail address."""

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token: str = Field(unique=True)
    token_revoked_ms: int | None = Field(sa_type=BigInteger)
    salt: str = Field(sa_type=Text)


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
    """The outbox, and every mail ever sent. `raw` holds the exact bytes from the first send on."""

    __table_args__: ClassVar[TableArgs] = (
        Index(None, "status", "next_ms"),
        Index(None, "game_id", "seat"),
    )

    id: int = Field(primary_key=True)
    message_id: str = Field(unique=True)
    game_id: int | None = Field(foreign_key="game.id")
    seat: int | None
    player_id: int = Field(foreign_key="player.id", index=True)
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

    `zone` is "" for the server's own time zone. `calendar_token` is the secret part of the address of his calendar.
    """

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    zone: str
    format: str
    reports: str
    reminders: bool
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
