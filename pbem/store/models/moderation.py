"""The tables of moderation: disputes and rulings, agreements to take a turn back, secrets opened."""

from typing import ClassVar

from sqlalchemy import BigInteger, ForeignKeyConstraint, Index, Text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class DisputeTable(Base, table=True):
    """A seat's complaint about what was played at a position of its game's log.

    `status` is open, ruled, withdrawn, or lapsed where nobody ruled in time; `opened_ms` is when it was filed, or last
    reopened. While it is open, `remind_ms` and `tell_ms` are when its moderators and its table are told of it next, and
    `rule_by_ms` is when it lapses.
    """

    __tablename__: ClassVar[str] = "dispute"
    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        Index(None, "game_id", "status"),
        Index(None, "status", "filed_ms"),
    )

    id: int = Field(primary_key=True)
    game_id: int
    seat: int
    player_id: int = Field(foreign_key="player.id")
    position: int
    text: str = Field(sa_type=Text)
    filed_ms: int = Field(sa_type=BigInteger)
    letter_id: int | None = Field(foreign_key="letter.id")
    status: str
    opened_ms: int = Field(sa_type=BigInteger)
    remind_ms: int | None = Field(sa_type=BigInteger)
    tell_ms: int | None = Field(sa_type=BigInteger)
    rule_by_ms: int | None = Field(sa_type=BigInteger)


class RulingTable(Base, table=True):
    """A ruling on a dispute: a verdict (uphold, amend, rollback), the id of the rule that it rests on, and its text.

    `note_position` is where the log tells it. It stands until another on the same dispute supersedes it, and is kept
    after that.
    """

    __tablename__: ClassVar[str] = "ruling"
    __table_args__: ClassVar[TableArgs] = (
        Index(None, "dispute_id"),
        Index(None, "rule", "ruled_ms"),
    )

    id: int = Field(primary_key=True)
    dispute_id: int = Field(foreign_key="dispute.id")
    verdict: str
    rule: str
    ruling: str = Field(sa_type=Text)
    ruled_by: int | None = Field(foreign_key="player.id")
    ruled_ms: int = Field(sa_type=BigInteger)
    note_position: int
    superseded_ms: int | None = Field(sa_type=BigInteger)


class StatementTable(Base, table=True):
    """A party's statement about a dispute: that of a seat, or, where `seat` is None, of a moderator, who asks."""

    __tablename__: ClassVar[str] = "statement"
    __table_args__: ClassVar[TableArgs] = (Index(None, "dispute_id"),)

    id: int = Field(primary_key=True)
    dispute_id: int = Field(foreign_key="dispute.id")
    seat: int | None
    player_id: int = Field(foreign_key="player.id")
    text: str = Field(sa_type=Text)
    at_ms: int = Field(sa_type=BigInteger)
    letter_id: int | None = Field(foreign_key="letter.id")


class ProposalTable(Base, table=True):
    """A seat asks all others to let the game go back to a position; open, agreed, refused, withdrawn or lapsed.

    It lapses at `expires_ms` at the latest. `of_departed` says of one that was agreed that it took back what somebody
    had played who had left by then.
    """

    __tablename__: ClassVar[str] = "proposal"
    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        Index(None, "game_id", "status"),
        Index(None, "status", "expires_ms"),
    )

    id: int = Field(primary_key=True)
    game_id: int
    seat: int
    to_position: int
    reason: str = Field(sa_type=Text)
    made_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    status: str
    of_departed: bool


class ConsentTable(Base, table=True):
    """A seat has agreed to a proposal."""

    __tablename__: ClassVar[str] = "consent"

    proposal_id: int = Field(primary_key=True, foreign_key="proposal.id")
    seat: int = Field(primary_key=True)
    at_ms: int = Field(sa_type=BigInteger)


class SecretAccessTable(Base, table=True):
    """A moderator has opened a game's secrets, for a time; every such act is told in the game's log."""

    __tablename__: ClassVar[str] = "sight"
    __table_args__: ClassVar[TableArgs] = (Index(None, "game_id", "player_id"),)

    id: int = Field(primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    player_id: int = Field(foreign_key="player.id", index=True)
    dispute_id: int | None = Field(foreign_key="dispute.id")
    from_ms: int = Field(sa_type=BigInteger)
    until_ms: int | None = Field(sa_type=BigInteger)


class EpochSeedTable(Base, table=True):
    """The seed of an epoch of dice that began after the game's own had been shown; as secret as that one was."""

    __tablename__: ClassVar[str] = "epoch_seed"

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    epoch: int = Field(primary_key=True)
    seed: bytes
    commitment: str
