"""Analyses as the database keeps them: their nodes, whose they are, and how they are forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from store_kit import T0, new_game, new_player, open_transaction

from pbem.store import Tx
from pbem.store.games.analyses import (
    AnalysisNodeRow,
    AnalysisOwner,
    AnalysisRow,
    add_analysis,
    add_analysis_node,
    drop_analyses,
    drop_analysis_nodes,
    find_analysis,
    find_shared_analysis,
    limit_analyses_of_visitors,
    list_analyses,
    list_analysis_nodes,
    list_old_analyses,
    measure_analysis,
    name_analysis_node,
    note_analysis_use,
    revoke_analysis,
    share_analysis,
)
from pbem.store.tables import NEW

pytestmark = pytest.mark.both_engines


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def begin(tx: Tx, game: int, player: int | None, visitor: str | None = None, at_ms: int = T0) -> AnalysisRow:
    return add_analysis(tx, AnalysisRow(NEW, game, player, visitor, 1, 7, "[3,0]", at_ms))


def test_nodes_are_numbered_as_they_come_and_no_number_is_given_twice(tx: Tx) -> None:
    row = begin(tx, new_game(tx, [new_player(tx, "Zoe")]), new_player(tx, "Ada"))
    one = add_analysis_node(tx, row.id, AnalysisNodeRow(NEW, 0, 1, "[]", T0 + 5))
    two = add_analysis_node(tx, row.id, AnalysisNodeRow(NEW, one, 0, "[1]", T0 + 6))
    drop_analysis_nodes(tx, row.id, [two])
    three = add_analysis_node(tx, row.id, AnalysisNodeRow(NEW, one, 0, "[12]", T0 + 7))
    name_analysis_node(tx, row.id, three, "By the lake")
    assert [one, two, three] == [1, 2, 3]
    assert [(node.number, node.parent, node.name) for node in list_analysis_nodes(tx, row.id)] == [
        (1, 0, ""),
        (3, 1, "By the lake"),
    ]
    assert measure_analysis(tx, row.id) == (2, 6)
    kept = find_analysis(tx, row.mark)
    assert kept is not None and (kept.given, kept.used_ms) == (3, T0 + 7)


def test_each_has_their_own_and_what_is_shared_is_found_by_its_token_until_that_is_revoked(tx: Tx) -> None:
    game, ada = new_game(tx, [new_player(tx, "Zoe")]), new_player(tx, "Ada")
    mine, theirs = begin(tx, game, ada), begin(tx, game, None, "hash")
    assert [row.id for row in list_analyses(tx, AnalysisOwner(ada, None))] == [mine.id]
    assert [row.id for row in list_analyses(tx, AnalysisOwner(None, "hash"))] == [theirs.id]
    assert list_analyses(tx, AnalysisOwner(None, None)) == []
    share_analysis(tx, mine.id)
    (shared,) = list_analyses(tx, AnalysisOwner(ada, None))
    assert shared.share is not None and shared.share not in repr(shared)
    found = find_shared_analysis(tx, shared.share)
    assert found is not None and found.id == mine.id
    revoke_analysis(tx, mine.id)
    assert find_shared_analysis(tx, shared.share) is None


def test_they_go_when_nobody_uses_them_and_visitors_make_room_for_each_other(tx: Tx) -> None:
    game, ada = new_game(tx, [new_player(tx, "Zoe")]), new_player(tx, "Ada")
    kept = begin(tx, game, ada, at_ms=T0)
    visitors = [begin(tx, game, None, f"hash {number}", T0 + number) for number in range(1, 4)]
    note_analysis_use(tx, visitors[0].id, T0 + 9)
    limit_analyses_of_visitors(tx, 2)
    left = [row for row in (kept, *visitors) if find_analysis(tx, row.mark)]
    assert left == [kept, visitors[0], visitors[2]]
    assert list_old_analyses(tx, T0 + 3, 10) == [kept.id, visitors[2].id]
    drop_analyses(tx, [kept.id])
    assert find_analysis(tx, kept.mark) is None


def test_they_go_with_their_player(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row = begin(tx, new_game(tx, [new_player(tx, "Zoe")]), ada)
    add_analysis_node(tx, row.id, AnalysisNodeRow(NEW, 0, 0, "[]", T0))
    tx.run(text("DELETE FROM player WHERE id = :player"), player=ada)
    assert find_analysis(tx, row.mark) is None and list_analysis_nodes(tx, row.id) == []
