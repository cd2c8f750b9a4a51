"""Analyses: where they begin, whose they are, and what was tried."""

from dataclasses import dataclass, field
from typing import NamedTuple


class AnalysisOwner(NamedTuple):
    """The owner of an analysis: a player, or a visitor, known by the hash of a token in their browser."""

    player_id: int | None
    visitor: str | None


@dataclass(frozen=True, slots=True)
class NewAnalysis:
    """The moment of a game that is to be played on; see the model."""

    game_id: int
    player_id: int | None
    visitor: str | None = field(repr=False)
    seat: int | None
    position: int
    supposed: str = field(repr=False)
    created_ms: int


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """An analysis; see the model. `mark` names it in addresses."""

    id: int
    mark: str
    game_id: int
    player_id: int | None
    visitor: str | None = field(repr=False)
    seat: int | None
    position: int
    supposed: str = field(repr=False)
    share: str | None = field(repr=False)
    given: int
    created_ms: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class NewAnalysisNode:
    """Orders that were tried at a node, 0 where the analysis begins, and the log of what came of them, as JSON."""

    parent: int
    seat: int
    log: str = field(repr=False)
    at_ms: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class AnalysisNode:
    """A node of an analysis, numbered from 1 in the order in which they came; see the model."""

    number: int
    parent: int
    seat: int
    log: str = field(repr=False)
    name: str
    at_ms: int
