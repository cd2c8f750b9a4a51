"""Analyses: a moment of a game that somebody plays on for themselves, and what they tried from there."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class AnalysisTable(Base, table=True):
    """The moment of a game from which somebody plays on: a player, or a visitor known by the hash of a token.

    `seat` is whose view it begins with, None for a spectator's, and `supposed` the numbers that are taken for those
    which that view hides, as JSON. Who has the `share` token may read it. `given` counts the numbers given to nodes.
    """

    __tablename__: ClassVar[str] = "analysis"
    __table_args__: ClassVar[TableArgs] = (Index(None, "used_ms"),)

    id: int = Field(primary_key=True)
    mark: str = Field(unique=True)
    game_id: int = Field(foreign_key="game.id", ondelete="CASCADE", index=True)
    player_id: int | None = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    visitor: str | None = Field(index=True)
    seat: int | None
    position: int
    supposed: str = Field(sa_type=Text)
    share: str | None = Field(unique=True)
    given: int
    created_ms: int = Field(sa_type=BigInteger)
    used_ms: int = Field(sa_type=BigInteger)


class AnalysisNodeTable(Base, table=True):
    """Orders tried in an analysis at the node `parent`, 0 where it begins, and what came of them as JSON."""

    __tablename__: ClassVar[str] = "analysis_node"

    analysis_id: int = Field(primary_key=True, foreign_key="analysis.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    parent: int
    seat: int
    log: str = Field(sa_type=Text)
    name: str
    at_ms: int = Field(sa_type=BigInteger)
