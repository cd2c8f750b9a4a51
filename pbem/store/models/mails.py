"""Letters in, mails out, what mails are made of, and press."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, Text, UniqueConstraint, text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class LetterTable(Base, table=True):
    """The inbox: every letter as it came, from before it is acknowledged. `message_id` is "" where it had none.

    `mark` is what moderators are shown in place of the id, which would count the letters of others.
    """

    __tablename__: ClassVar[str] = "letter"
    __table_args__: ClassVar[TableArgs] = (
        UniqueConstraint("recipient_token", "message_id", "digest"),
        Index(None, "status", "id"),
        Index(None, "game_id", "id"),
        Index(
            "ix_letter_kept",
            "received_ms",
            sqlite_where=text("length(raw) > 0"),
            postgresql_where=text("length(raw) > 0"),
        ),
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
    mark: str = Field(unique=True)


class LetterOriginTable(Base, table=True):
    """The place that a letter came from, and what proved its sender; `look_ms` is when it is looked at again."""

    __tablename__: ClassVar[str] = "letter_origin"

    letter_id: int = Field(primary_key=True, foreign_key="letter.id")
    way: str
    peer: str
    helo: str
    proof: str = Field(sa_type=Text)
    looks: int
    look_ms: int | None = Field(sa_type=BigInteger)


class MailTable(Base, table=True):
    """The outbox, and every mail ever sent. `raw` holds the exact bytes of mails sent before there was MailBytes.

    `player_id` is None for a mail to somebody who is not registered. `sender` is the local part it comes from, where
    that is neither its seat's nor the one that takes no letters. `number` counts the player's own mails from 1: it is
    what the player is shown in place of the id, which would count the mails to others.
    """

    __tablename__: ClassVar[str] = "mail"
    __table_args__: ClassVar[TableArgs] = (
        UniqueConstraint("player_id", "number"),
        Index(None, "status", "next_ms"),
        Index(None, "game_id", "seat"),
        Index(
            "ix_mail_kept", "sent_ms", sqlite_where=text("raw IS NOT NULL"), postgresql_where=text("raw IS NOT NULL")
        ),
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
    number: int | None


class BounceTable(Base, table=True):
    """A mail system's report on a mail of ours: it could not be delivered, or, if not `failed`, not yet.

    `reply` is why, in the words of the server that did not take it; `stamp` the oldest of the mail's receipts, which
    our relay gave it.
    """

    __tablename__: ClassVar[str] = "bounce"

    letter_id: int = Field(primary_key=True, foreign_key="letter.id")
    mail_id: int = Field(foreign_key="mail.id", index=True)
    failed: bool
    reply: str = Field(sa_type=Text)
    stamp: str = Field(sa_type=Text)
    at_ms: int = Field(sa_type=BigInteger)


class MailDocumentTable(Base, table=True):
    """A mail's text with its structure, as JSON, from which its HTML and its page are made."""

    __tablename__: ClassVar[str] = "mail_document"

    mail_id: int = Field(primary_key=True, foreign_key="mail.id")
    document: str = Field(sa_type=Text)


class MailBytesTable(Base, table=True):
    """The exact bytes of a mail, from before its first send on, as `pbem.store.rows.mails` packs them.

    `picture` is the drawing that was taken out of them; `sent_ms` None while the mail waits to be sent.
    """

    __tablename__: ClassVar[str] = "mail_bytes"

    mail_id: int = Field(primary_key=True, foreign_key="mail.id")
    packed: bytes
    picture: str | None = Field(foreign_key="picture.digest", index=True)
    sent_ms: int | None = Field(sa_type=BigInteger, index=True)


class DigestTable(Base, table=True):
    """The time when a player who wants one mail a day had their last, or was last looked at and had nothing new."""

    __tablename__: ClassVar[str] = "digest"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    sent_ms: int = Field(sa_type=BigInteger)


class PictureTable(Base, table=True):
    """A drawn map, by the SHA-256 of what it was drawn from: kept as long as the bytes of a mail that shows it."""

    __tablename__: ClassVar[str] = "picture"

    digest: str = Field(primary_key=True)
    png: bytes
    created_ms: int = Field(sa_type=BigInteger)


class PressTable(Base, table=True):
    """A piece of press that a player wrote to others of their game; `readers` are their seats, as in "0 2", or "all".

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
