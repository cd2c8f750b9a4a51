"""Analyses as the database keeps them: their nodes, whose they are, and how they are forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from store_kit import T0, new_game, new_player, open_transaction

from pbem.store import Tx
from pbem.store.repository import analyses
from pbem.store.rows import AnalysisOwner, AnalysisRow, NewAnalysis, NewAnalysisNode


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def begin(tx: Tx, game: int, player: int | None, visitor: str | None = None, at_ms: int = T0) -> AnalysisRow:
    return analyses.add(tx, NewAnalysis(game, player, visitor, 1, 7, "[3,0]", at_ms))


def test_nodes_are_numbered_as_they_come_and_no_number_is_given_twice(tx: Tx) -> None:
    row = begin(tx, new_game(tx, [new_player(tx, "Zoe")]), new_player(tx, "Ada"))
    one = analyses.add_node(tx, row.id, NewAnalysisNode(0, 1, "[]", T0 + 5))
    two = analyses.add_node(tx, row.id, NewAnalysisNode(one, 0, "[1]", T0 + 6))
    analyses.drop_nodes(tx, row.id, [two])
    three = analyses.add_node(tx, row.id, NewAnalysisNode(one, 0, "[12]", T0 + 7))
    analyses.name_node(tx, row.id, three, "By the lake")
    assert [one, two, three] == [1, 2, 3]
    assert [(node.number, node.parent, node.name) for node in analyses.nodes(tx, row.id)] == [
        (1, 0, ""),
        (3, 1, "By the lake"),
    ]
    assert analyses.size(tx, row.id) == (2, 6)
    kept = analyses.marked(tx, row.mark)
    assert kept is not None and (kept.given, kept.used_ms) == (3, T0 + 7)


def test_each_has_their_own_and_what_is_shared_is_found_by_its_token_until_that_is_revoked(tx: Tx) -> None:
    game, ada = new_game(tx, [new_player(tx, "Zoe")]), new_player(tx, "Ada")
    mine, theirs = begin(tx, game, ada), begin(tx, game, None, "hash")
    assert [row.id for row in analyses.owned_by(tx, AnalysisOwner(ada, None))] == [mine.id]
    assert [row.id for row in analyses.owned_by(tx, AnalysisOwner(None, "hash"))] == [theirs.id]
    assert analyses.owned_by(tx, AnalysisOwner(None, None)) == []
    analyses.share(tx, mine.id)
    (shared,) = analyses.owned_by(tx, AnalysisOwner(ada, None))
    assert shared.share is not None and shared.share not in repr(shared)
    found = analyses.shared_by(tx, shared.share)
    assert found is not None and found.id == mine.id
    analyses.revoke(tx, mine.id)
    assert analyses.shared_by(tx, shared.share) is None


def test_they_go_when_nobody_uses_them_and_visitors_make_room_for_each_other(tx: Tx) -> None:
    game, ada = new_game(tx, [new_player(tx, "Zoe")]), new_player(tx, "Ada")
    kept = begin(tx, game, ada, at_ms=T0)
    visitors = [begin(tx, game, None, f"hash {number}", T0 + number) for number in range(1, 4)]
    analyses.use(tx, visitors[0].id, T0 + 9)
    analyses.make_room(tx, 2)
    left = [row for row in (kept, *visitors) if analyses.marked(tx, row.mark)]
    assert left == [kept, visitors[0], visitors[2]]
    assert analyses.old(tx, T0 + 3, 10) == [kept.id, visitors[2].id]
    analyses.drop_all(tx, [kept.id])
    assert analyses.marked(tx, kept.mark) is None


def test_they_go_with_their_player(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row = begin(tx, new_game(tx, [new_player(tx, "Zoe")]), ada)
    analyses.add_node(tx, row.id, NewAnalysisNode(0, 0, "[]", T0))
    tx.run(text("DELETE FROM player WHERE id = :player"), player=ada)
    assert analyses.marked(tx, row.mark) is None and analyses.nodes(tx, row.id) == []
