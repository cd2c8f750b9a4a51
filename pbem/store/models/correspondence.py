"""Mail between the server and people: what is counted of it, what comes back, is not read, or is not wanted."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, Text, UniqueConstraint
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class AnswerCountTable(Base, table=True):
    """Count somebody's answers within an hour, and their last letters in a row that came to nothing.

    `who` is "player 7", or the SHA-256 of an address that is no player's. `digest` is that of the last letter's own
    text, `same` how many in a row had it, `idle` how many in a row changed nothing. `unanswered` counts the letters
    since the last answer, and `told` says that they know of it.
    """

    __tablename__: ClassVar[str] = "answer_count"
    __table_args__: ClassVar[TableArgs] = (Index(None, "last_ms"),)

    who: str = Field(primary_key=True)
    since_ms: int = Field(sa_type=BigInteger)
    answers: int
    digest: str
    same: int
    idle: int
    last_ms: int = Field(sa_type=BigInteger)
    answered_ms: int = Field(sa_type=BigInteger)
    unanswered: int
    told: bool


class CausedMailTable(Base, table=True):
    """An act by which a player has had others mailed, such as press, an invitation, or a request to go back.

    It counts once, however many were mailed, and for a day; it does not say what it was, nor in which game.
    """

    __tablename__: ClassVar[str] = "caused_mail"
    __table_args__: ClassVar[TableArgs] = (Index(None, "player_id", "at_ms"),)

    id: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    at_ms: int = Field(sa_type=BigInteger)


class ReachTable(Base, table=True):
    """Whether mails reach a player at an address, as far as reports about them tell.

    `halves` are half points, `day` the date (UTC) of the last report that counted and `day_halves` what that day has
    brought. A probe is a mail of which the report ends it: `probe_id` is its Message-ID. Where mails are `suspended_ms`
    none leave for the address; the player's time stands still from `first_day` to `last_day`, ISO dates, if it does.
    """

    __tablename__: ClassVar[str] = "reach"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    address: str
    halves: int
    day: str
    day_halves: int
    last_ms: int = Field(sa_type=BigInteger)
    probe_id: str = Field(index=True)
    probe_ms: int | None = Field(sa_type=BigInteger)
    suspended_ms: int | None = Field(sa_type=BigInteger, index=True)
    first_day: str
    last_day: str


class IgnoredLetterTable(Base, table=True):
    """A letter that was not read, or not answered, and why; `player_id` is whom it came from, where that is known.

    `asked_ms` is when somebody asked to have it dealt with after all, and `told_ms` when its player was mailed of it.
    """

    __tablename__: ClassVar[str] = "ignored_letter"
    __table_args__: ClassVar[TableArgs] = (Index(None, "player_id", "at_ms"), Index(None, "at_ms"))

    letter_id: int = Field(primary_key=True, foreign_key="letter.id")
    player_id: int | None = Field(foreign_key="player.id")
    reason: str
    at_ms: int = Field(sa_type=BigInteger)
    asked_ms: int | None = Field(sa_type=BigInteger)
    told_ms: int | None = Field(sa_type=BigInteger)


class UnsubscriptionTable(Base, table=True):
    """The secret end of the link by which a player ends one kind of mail, `topic`; of one game, or of all ("").

    `ended_ms` is when it was used, and `before` what was chosen till then, so that it can be undone.
    """

    __tablename__: ClassVar[str] = "unsubscription"
    __table_args__: ClassVar[TableArgs] = (UniqueConstraint("player_id", "topic", "tag"),)

    token: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    topic: str
    tag: str
    created_ms: int = Field(sa_type=BigInteger)
    ended_ms: int | None = Field(sa_type=BigInteger)
    before: str = Field(sa_type=Text)


class OptionalMailTable(Base, table=True):
    """A mail that its reader can have less of, and of what: the topic, and the game's tag where it is one game's."""

    __tablename__: ClassVar[str] = "optional_mail"

    mail_id: int = Field(primary_key=True, foreign_key="mail.id")
    topic: str
    tag: str


class UnwantedTable(Base, table=True):
    """A kind of mail that a player does not want, where no other preference says so."""

    __tablename__: ClassVar[str] = "unwanted"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    topic: str = Field(primary_key=True)
