"""Analyses: kept for those who try something out, shared by a token, and forgotten when nobody uses them.

Their nodes go with them, and they with their game and their player.
"""

import secrets
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Index, Text, bindparam, delete, func, select, update

from pbem.chance import new_mark
from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, hidden, table


@table("analysis", Index(None, "used_ms"))
class AnalysisRow(TableRow):
    """An analysis: a moment of a game from which somebody tries out moves. Its owner is a player, or a visitor known by
    the hash of a token.

    `seat` is the seat whose view it begins with, None for a spectator's. `supposed` holds, as JSON, the numbers assumed
    for what that view hides. Whoever has the `share` token may read it. `given` counts the numbers given to nodes.
    """

    id: int = column(primary_key=True)
    game_id: int = column(foreign_key="game.id", ondelete="CASCADE", index=True)
    player_id: int | None = column(foreign_key="player.id", ondelete="CASCADE", index=True)
    visitor: str | None = column(shown=False, index=True)
    seat: int | None
    position: int
    supposed: str = column(shown=False, sa_type=Text)
    created_ms: int
    mark: str = column(default="", unique=True)
    """Names it in addresses."""
    share: str | None = column(default=None, shown=False, unique=True)
    given: int = 0
    used_ms: int = 0


@table("analysis_node", hidden("analysis_id", int, primary_key=True, foreign_key="analysis.id", ondelete="CASCADE"))
class AnalysisNodeRow(TableRow):
    """Orders tried in an analysis at the node `parent`, 0 where it begins, and what came of them as JSON.

    Nodes are numbered from 1 in the order in which they came.
    """

    number: int = column(primary_key=True)
    parent: int
    seat: int
    log: str = column(shown=False, sa_type=Text)
    at_ms: int
    name: str = ""


class AnalysisOwner(NamedTuple):
    """The owner of an analysis: a player, or a visitor, known by the hash of a token in their browser."""

    player_id: int | None
    visitor: str | None


_TOKEN_BYTES = 20
_THIS = AnalysisRow.c.id == bindparam("analysis")
_ALL = select(*columns(AnalysisRow))
_BY_MARK = _ALL.where(AnalysisRow.c.mark == bindparam("named"))
_BY_SHARE = _ALL.where(AnalysisRow.c.share == bindparam("token"))
_OF_PLAYER = _ALL.where(AnalysisRow.c.player_id == bindparam("player")).order_by(AnalysisRow.c.id)
_OF_VISITOR = _ALL.where(AnalysisRow.c.visitor == bindparam("visiting")).order_by(AnalysisRow.c.id)
_USE = update(AnalysisRow.table).where(_THIS).values(used_ms=bindparam("now_ms"))
_GIVE = update(AnalysisRow.table).where(_THIS).values(given=AnalysisRow.c.given + 1, used_ms=bindparam("now_ms"))
_GIVEN = select(AnalysisRow.c.given).where(_THIS)
_SHARE = update(AnalysisRow.table).where(_THIS).values(share=bindparam("token"))
_ADOPT = (
    update(AnalysisRow.table)
    .where(AnalysisRow.c.visitor == bindparam("visiting"))
    .values(player_id=bindparam("player"), visitor=None)
)
_DROP = delete(AnalysisRow.table).where(_THIS)
_OLD = select(AnalysisRow.c.id).where(AnalysisRow.c.used_ms <= bindparam("before_ms")).order_by(AnalysisRow.c.used_ms)
_VISITORS = AnalysisRow.c.visitor.is_not(None)
_COUNT_VISITORS = select(func.count()).select_from(AnalysisRow.table).where(_VISITORS)
_OLDEST_OF_VISITORS = (
    select(AnalysisRow.c.id).where(_VISITORS).order_by(AnalysisRow.c.used_ms).limit(bindparam("limit"))
)
_NODES_OF = AnalysisNodeRow.c.analysis_id == bindparam("analysis")
_NODES = select(*columns(AnalysisNodeRow)).where(_NODES_OF).order_by(AnalysisNodeRow.c.number)
_SIZE = select(func.count(), func.coalesce(func.sum(func.length(AnalysisNodeRow.c.log)), 0)).where(_NODES_OF)
_NODE = _NODES_OF & (AnalysisNodeRow.c.number == bindparam("node"))
_NAME = update(AnalysisNodeRow.table).where(_NODE).values(name=bindparam("called"))
_DROP_NODE = delete(AnalysisNodeRow.table).where(_NODE)


def add_analysis(tx: Tx, new: AnalysisRow) -> AnalysisRow:
    """Keep where an analysis begins, under a mark of its own."""
    return add(tx, replace(new, mark=new_mark(), used_ms=new.created_ms))


def find_analysis(tx: Tx, mark: str) -> AnalysisRow | None:
    """The analysis of this mark, whosever it is."""
    return tx.first(AnalysisRow, _BY_MARK, named=mark)


def find_shared_analysis(tx: Tx, token: str) -> AnalysisRow | None:
    """The analysis that is shared by this token."""
    return tx.first(AnalysisRow, _BY_SHARE, token=token)


def list_analyses(tx: Tx, owner: AnalysisOwner) -> list[AnalysisRow]:
    """The analyses of a player or visitor, the oldest first."""
    if owner.player_id is not None:
        return tx.all(AnalysisRow, _OF_PLAYER, player=owner.player_id)
    return [] if owner.visitor is None else tx.all(AnalysisRow, _OF_VISITOR, visiting=owner.visitor)


def share_analysis(tx: Tx, analysis_id: int) -> None:
    """Give an analysis a new secret address at which anybody may read it."""
    tx.run(_SHARE, analysis=analysis_id, token=secrets.token_urlsafe(_TOKEN_BYTES))


def revoke_analysis(tx: Tx, analysis_id: int) -> None:
    """Stop sharing an analysis."""
    tx.run(_SHARE, analysis=analysis_id, token=None)


def drop_analysis(tx: Tx, analysis_id: int) -> None:
    """Forget an analysis with all that was tried."""
    tx.run(_DROP, analysis=analysis_id)


def list_old_analyses(tx: Tx, before_ms: int, limit: int) -> list[int]:
    """Some analyses that were not used since a moment, those of the longest time first."""
    return tx.all(int, _OLD.limit(limit), before_ms=before_ms)


def drop_analyses(tx: Tx, analysis_ids: Collection[int]) -> None:
    """Forget some analyses."""
    for analysis_id in analysis_ids:
        drop_analysis(tx, analysis_id)


def limit_analyses_of_visitors(tx: Tx, most: int) -> None:
    """Forget the visitors' analyses that were not used for longest, so that at most `most` are left."""
    beyond = (tx.first(int, _COUNT_VISITORS) or 0) - most
    if beyond > 0:
        drop_analyses(tx, tx.all(int, _OLDEST_OF_VISITORS, limit=beyond))


def list_analysis_nodes(tx: Tx, analysis_id: int) -> list[AnalysisNodeRow]:
    """The nodes of an analysis, by their numbers."""
    return tx.all(AnalysisNodeRow, _NODES, analysis=analysis_id)


def measure_analysis(tx: Tx, analysis_id: int) -> tuple[int, int]:
    """The number of nodes of an analysis, and the characters of their logs."""
    return tx.one(lambda nodes, size: (int(nodes), int(size)), "analysis", _SIZE, analysis=analysis_id)


def add_analysis_node(tx: Tx, analysis_id: int, new: AnalysisNodeRow) -> int:
    """Keep what was tried; return its number."""
    tx.run(_GIVE, analysis=analysis_id, now_ms=new.at_ms)
    given = tx.one(int, "analysis", _GIVEN, analysis=analysis_id)
    add(tx, replace(new, number=given), analysis_id=analysis_id)
    return given


def name_analysis_node(tx: Tx, analysis_id: int, number: int, name: str) -> None:
    """Name what was tried, or, with an empty name, unname it."""
    tx.run(_NAME, analysis=analysis_id, node=number, called=name)


def drop_analysis_nodes(tx: Tx, analysis_id: int, numbers: Collection[int]) -> None:
    """Forget some nodes of an analysis."""
    for number in numbers:
        tx.run(_DROP_NODE, analysis=analysis_id, node=number)


def adopt_analyses(tx: Tx, visitor: str, player_id: int) -> None:
    """Make a visitor's analyses those of a player, who turns out to be the same."""
    tx.run(_ADOPT, visiting=visitor, player=player_id)


def note_analysis_use(tx: Tx, analysis_id: int, now_ms: int) -> None:
    """Note that an analysis is in use."""
    tx.run(_USE, analysis=analysis_id, now_ms=now_ms)
