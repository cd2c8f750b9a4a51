"""Facts about the server itself."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class OutageTable(Base, table=True):
    """A time in which the server did not run, or by which its clock jumped: deadlines were put off by as much."""

    __tablename__: ClassVar[str] = "outage"

    id: int = Field(primary_key=True)
    from_ms: int = Field(sa_type=BigInteger)
    until_ms: int = Field(sa_type=BigInteger)


class MetaTable(Base, table=True):
    """Small facts about the server itself, such as its last heartbeat."""

    __tablename__: ClassVar[str] = "meta"

    key: str = Field(primary_key=True)
    value: str = Field(sa_type=Text)


class SentFormTable(Base, table=True):
    """A form of the website that was dealt with, known by the hash of its key and of all that it said.

    `player_id` is None where the sender was not signed in. `answer` says what the sender was shown; None until that is
    known, and for good where the server was killed before.
    """

    __tablename__: ClassVar[str] = "sent_form"
    __table_args__: ClassVar[TableArgs] = (Index(None, "sent_ms"),)

    digest: str = Field(primary_key=True)
    player_id: int | None = Field(foreign_key="player.id")
    sent_ms: int = Field(sa_type=BigInteger)
    answer: str | None = Field(sa_type=Text)
