"""Analyses: kept for who tries something, shared by a token, and forgotten when nobody uses them.

Their nodes go with them, and they with their game and their player.
"""

import secrets
from collections.abc import Collection

from sqlalchemy import bindparam, delete, func, insert, select, update

from pbem.chance import new_mark
from pbem.store.database import Tx
from pbem.store.repository.columns import ANALYSIS, ANALYSIS_NODE, columns, values
from pbem.store.rows import AnalysisNode, AnalysisOwner, AnalysisRow, NewAnalysis, NewAnalysisNode

_TOKEN_BYTES = 20

_THIS = ANALYSIS.c.id == bindparam("analysis")
_ALL = select(*columns(AnalysisRow, ANALYSIS))
_BY_MARK = _ALL.where(ANALYSIS.c.mark == bindparam("named"))
_BY_SHARE = _ALL.where(ANALYSIS.c.share == bindparam("token"))
_OF_PLAYER = _ALL.where(ANALYSIS.c.player_id == bindparam("player")).order_by(ANALYSIS.c.id)
_OF_VISITOR = _ALL.where(ANALYSIS.c.visitor == bindparam("visiting")).order_by(ANALYSIS.c.id)
_ADD = insert(ANALYSIS).values(share=None, given=0)
_USE = update(ANALYSIS).where(_THIS).values(used_ms=bindparam("now_ms"))
_GIVE = update(ANALYSIS).where(_THIS).values(given=ANALYSIS.c.given + 1, used_ms=bindparam("now_ms"))
_SHARE = update(ANALYSIS).where(_THIS).values(share=bindparam("token"))
_ADOPT = (
    update(ANALYSIS)
    .where(ANALYSIS.c.visitor == bindparam("visiting"))
    .values(player_id=bindparam("player"), visitor=None)
)
_DROP = delete(ANALYSIS).where(_THIS)
_OLD = select(ANALYSIS.c.id).where(ANALYSIS.c.used_ms <= bindparam("before_ms")).order_by(ANALYSIS.c.used_ms)
_VISITORS = ANALYSIS.c.visitor.is_not(None)
_COUNT_VISITORS = select(func.count()).select_from(ANALYSIS).where(_VISITORS)
_OLDEST_OF_VISITORS = select(ANALYSIS.c.id).where(_VISITORS).order_by(ANALYSIS.c.used_ms).limit(bindparam("limit"))

_NODES_OF = ANALYSIS_NODE.c.analysis_id == bindparam("analysis")
_NODES = select(*columns(AnalysisNode, ANALYSIS_NODE)).where(_NODES_OF).order_by(ANALYSIS_NODE.c.number)
_SIZE = select(func.count(), func.coalesce(func.sum(func.length(ANALYSIS_NODE.c.log)), 0)).where(_NODES_OF)
_ADD_NODE = insert(ANALYSIS_NODE)
_NODE = _NODES_OF & (ANALYSIS_NODE.c.number == bindparam("node"))
_NAME = update(ANALYSIS_NODE).where(_NODE).values(name=bindparam("called"))
_DROP_NODE = delete(ANALYSIS_NODE).where(_NODE)


def add(tx: Tx, new: NewAnalysis) -> AnalysisRow:
    """Keep where an analysis begins, under a mark of its own."""
    row = values(new)
    key = tx.add(_ADD, **row, mark=new_mark(), used_ms=new.created_ms)
    return tx.one(AnalysisRow, "analysis", _ALL.where(_THIS), analysis=key)


def marked(tx: Tx, mark: str) -> AnalysisRow | None:
    """The analysis of this mark, whosever it is."""
    return tx.first(AnalysisRow, _BY_MARK, named=mark)


def shared_by(tx: Tx, token: str) -> AnalysisRow | None:
    """The analysis that is shared by this token."""
    return tx.first(AnalysisRow, _BY_SHARE, token=token)


def owned_by(tx: Tx, owner: AnalysisOwner) -> list[AnalysisRow]:
    """The analyses of a player or visitor, the oldest first."""
    if owner.player_id is not None:
        return tx.all(AnalysisRow, _OF_PLAYER, player=owner.player_id)
    return [] if owner.visitor is None else tx.all(AnalysisRow, _OF_VISITOR, visiting=owner.visitor)


def share(tx: Tx, analysis_id: int) -> None:
    """Give an analysis a new secret address at which anybody may read it."""
    tx.run(_SHARE, analysis=analysis_id, token=secrets.token_urlsafe(_TOKEN_BYTES))


def revoke(tx: Tx, analysis_id: int) -> None:
    """Let nobody else read an analysis any more."""
    tx.run(_SHARE, analysis=analysis_id, token=None)


def drop(tx: Tx, analysis_id: int) -> None:
    """Forget an analysis with all that was tried."""
    tx.run(_DROP, analysis=analysis_id)


def old(tx: Tx, before_ms: int, limit: int) -> list[int]:
    """Some analyses that were not used since a moment, those of the longest time first."""
    return tx.all(int, _OLD.limit(limit), before_ms=before_ms)


def drop_all(tx: Tx, analysis_ids: Collection[int]) -> None:
    """Forget some analyses."""
    for analysis_id in analysis_ids:
        drop(tx, analysis_id)


def make_room(tx: Tx, most: int) -> None:
    """Forget the visitors' analyses that were not used for longest, so that there are at most so many."""
    beyond = (tx.first(int, _COUNT_VISITORS) or 0) - most
    if beyond > 0:
        drop_all(tx, tx.all(int, _OLDEST_OF_VISITORS, limit=beyond))


def nodes(tx: Tx, analysis_id: int) -> list[AnalysisNode]:
    """The nodes of an analysis, by their numbers."""
    return tx.all(AnalysisNode, _NODES, analysis=analysis_id)


def size(tx: Tx, analysis_id: int) -> tuple[int, int]:
    """The number of nodes of an analysis, and the characters of their logs."""
    return tx.one(lambda nodes, size: (int(nodes), int(size)), "analysis", _SIZE, analysis=analysis_id)


def add_node(tx: Tx, analysis_id: int, new: NewAnalysisNode) -> int:
    """Keep what was tried; return its number."""
    tx.run(_GIVE, analysis=analysis_id, now_ms=new.at_ms)
    row = tx.one(AnalysisRow, "analysis", _ALL.where(_THIS), analysis=analysis_id)
    tx.run(_ADD_NODE, analysis_id=analysis_id, number=row.given, **values(new))
    return int(row.given)


def name_node(tx: Tx, analysis_id: int, number: int, name: str) -> None:
    """Name what was tried, or, with an empty name, unname it."""
    tx.run(_NAME, analysis=analysis_id, node=number, called=name)


def drop_nodes(tx: Tx, analysis_id: int, numbers: Collection[int]) -> None:
    """Forget some nodes of an analysis."""
    for number in numbers:
        tx.run(_DROP_NODE, analysis=analysis_id, node=number)


def adopt(tx: Tx, visitor: str, player_id: int) -> None:
    """Make a visitor's analyses those of a player, who turns out to be the same."""
    tx.run(_ADOPT, visiting=visitor, player=player_id)


def use(tx: Tx, analysis_id: int, now_ms: int) -> None:
    """Note that an analysis is in use."""
    tx.run(_USE, analysis=analysis_id, now_ms=now_ms)
