"""Players, what they have chosen, and how they come in."""

from typing import ClassVar

from sqlalchemy import BigInteger, CheckConstraint, Index
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class Player(Base, table=True):
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
    moderator: bool
    """Whether he moderates the games of this server in which he has no seat."""


class Preferences(Base, table=True):
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


class SignIn(Base, table=True):
    """A mailed sign-in link, known by the hash of its token only."""

    __tablename__: ClassVar[str] = "sign_in"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class AddressChange(Base, table=True):
    """A new address that a player asked for, good once the link mailed to it is followed; known by its token's hash."""

    __tablename__: ClassVar[str] = "address_change"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    address: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class Absence(Base, table=True):
    """Days on which a player is away, the first and the last of them as ISO dates; `ended_ms` where he took it back."""

    __table_args__: ClassVar[TableArgs] = (Index(None, "player_id", "last_day"),)

    id: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    first_day: str
    last_day: str
    announced_ms: int = Field(sa_type=BigInteger)
    ended_ms: int | None = Field(sa_type=BigInteger)
