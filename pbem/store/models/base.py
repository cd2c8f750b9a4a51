"""The base of all tables: one schema, and one way to name what is in it; and facts about the server itself."""

from typing import Any, ClassVar, TypeAlias

from sqlalchemy import BigInteger, Index, MetaData, Table, Text
from sqlmodel import Field, SQLModel

TableArgs: TypeAlias = tuple[Any, ...]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Base(SQLModel):
    """A model of this schema."""

    metadata: ClassVar[MetaData] = metadata


def table(model: type[SQLModel]) -> Table:
    """The table that a model stands for."""
    return metadata.tables[str(model.__tablename__)]


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
