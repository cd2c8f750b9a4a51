"""Games that wait for players, and people who ask to be players."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class WaitingListTable(Base, table=True):
    """A game that waits for players. Its seed is drawn and promised before anybody joins; it is secret.

    `beacon` is what it says of public randomness, as JSON, and `round` the round of it that its dice are to be drawn
    with; a list that is full since `full_ms` waits for that round.
    """

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
    beacon: str | None = Field(sa_type=Text)
    round: int | None = Field(sa_type=BigInteger)
    full_ms: int | None = Field(sa_type=BigInteger)


class WaitingPlayerTable(Base, table=True):
    """A player on a waiting list, with the words added to the dice; `from_server` says that the server chose them."""

    __tablename__: ClassVar[str] = "waiting_player"

    list_id: int = Field(primary_key=True, foreign_key="waiting_list.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)
    salt: str = Field(sa_type=Text)
    from_server: bool
    joined_ms: int = Field(sa_type=BigInteger)


class InvitationTable(Base, table=True):
    """Somebody asked to join a waiting list, by the address he was written to."""

    __tablename__: ClassVar[str] = "invitation"

    list_id: int = Field(primary_key=True, foreign_key="waiting_list.id")
    address: str = Field(primary_key=True, index=True)
    invited_by: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    declined_ms: int | None = Field(sa_type=BigInteger)


class RegistrationTable(Base, table=True):
    """Somebody who asked to be registered, good once he answers or follows what was mailed to his address.

    The token is the local part of the address his answer goes to, and the end of the link.
    """

    __tablename__: ClassVar[str] = "registration"

    token: str = Field(primary_key=True)
    address: str = Field(index=True)
    name: str
    language: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class StrangerTable(Base, table=True):
    """When an address that nobody is registered with was last written to, by the address's SHA-256."""

    __tablename__: ClassVar[str] = "stranger"

    address_hash: str = Field(primary_key=True)
    written_ms: int = Field(sa_type=BigInteger)
