"""Facts about the server itself."""

from sqlalchemy import BigInteger, Text
from sqlmodel import Field

from pbem.store.models.base import Base


class Outage(Base, table=True):
    """A time in which the server did not run, or by which its clock jumped: deadlines were put off by as much."""

    id: int = Field(primary_key=True)
    from_ms: int = Field(sa_type=BigInteger)
    until_ms: int = Field(sa_type=BigInteger)


class Meta(Base, table=True):
    """Small facts about the server itself, such as its last heartbeat."""

    key: str = Field(primary_key=True)
    value: str = Field(sa_type=Text)
