"""The log grows at its end and never changes, whoever tries."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError
from store_kit import T0, new_entry, new_game, new_player, open_transaction

from pbem.store import PositionTaken, Tx
from pbem.store.games.game import get_game
from pbem.store.games.log import (
    EntryRow,
    SnapshotRow,
    append_entries,
    find_last_position,
    find_snapshot,
    list_entries,
    put_snapshot,
)
from pbem.store.mail.inbox import store_letter
from pbem.store.tables import NEW

pytestmark = pytest.mark.both_engines


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


@pytest.fixture
def game_id(tx: Tx) -> int:
    """A game whose log holds three lines."""
    game_id = new_game(tx, [new_player(tx)])
    append_entries(tx, game_id, 0, [new_entry(f"line {n}") for n in (1, 2, 3)])
    return game_id


def lines(tx: Tx, game_id: int, after: int = 0, upto: int | None = None) -> list[tuple[int, str]]:
    return [(entry.position, entry.payload) for entry in list_entries(tx, game_id, after, upto)]


def test_entries_are_read_as_they_were_appended(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx)])
    letter_id, _ = store_letter(tx, "token", "<1@x>", "ada@player.test", T0, b"raw")
    order = EntryRow(NEW, "order", '{"text": "roll 4?"}', 0, letter_id, T0, 1)
    deadline = EntryRow(NEW, "deadline", "{}", None, None, T0 + 5, 2)
    assert append_entries(tx, game_id, 0, [order, deadline]) == 2
    assert list_entries(tx, game_id) == [
        EntryRow(1, "order", '{"text": "roll 4?"}', 0, letter_id, T0, 1),
        EntryRow(2, "deadline", "{}", None, None, T0 + 5, 2),
    ]


def test_a_part_of_the_log_is_after_one_line_and_up_to_another(tx: Tx, game_id: int) -> None:
    assert lines(tx, game_id, after=1) == [(2, "line 2"), (3, "line 3")]
    assert lines(tx, game_id, upto=2) == [(1, "line 1"), (2, "line 2")]
    assert lines(tx, game_id, after=1, upto=2) == [(2, "line 2")]
    assert lines(tx, game_id, after=3) == []


def test_each_game_has_its_own_log(tx: Tx, game_id: int) -> None:
    other = new_game(tx, [new_player(tx, "Bob")])
    assert append_entries(tx, other, 0, [new_entry("other")]) == 1
    assert lines(tx, other) == [(1, "other")]
    assert find_last_position(tx, game_id) == 3


@pytest.mark.parametrize("after", [0, 2, 4])
def test_who_did_not_read_to_the_end_cannot_append(tx: Tx, game_id: int, after: int) -> None:
    with pytest.raises(PositionTaken) as taken:
        append_entries(tx, game_id, after, [new_entry("late")])
    assert (taken.value.game_id, taken.value.expected, taken.value.found) == (game_id, after, 3)
    assert find_last_position(tx, game_id) == 3


def test_appending_nothing_changes_nothing(tx: Tx, game_id: int) -> None:
    assert append_entries(tx, game_id, 3, []) == 3
    assert find_last_position(tx, game_id) == 3


EDITS = (
    "UPDATE entry SET payload = 'forged' WHERE position = 2",
    "UPDATE entry SET position = 9 WHERE position = 3",
    "DELETE FROM entry WHERE position = 3",
    "DELETE FROM entry",
)
OTHERS = {
    "sqlite": (
        "UPDATE OR REPLACE entry SET position = 2 WHERE position = 3",
        "INSERT OR REPLACE INTO entry SELECT game_id, position, kind, 'forged', actor, letter_id, at_ms, "
        "ruleset_version FROM entry WHERE position = 2",
    ),
    "postgresql": (
        "TRUNCATE entry",
        "INSERT INTO entry SELECT * FROM entry WHERE position = 2 "
        "ON CONFLICT (game_id, position) DO UPDATE SET payload = 'forged'",
    ),
}
"""Edits in the ways that one engine alone has."""


def test_the_log_refuses_to_be_edited(tx: Tx, game_id: int) -> None:
    for statement in (*EDITS, *OTHERS[tx.connection.dialect.name]):
        with pytest.raises(IntegrityError, match="the log is append-only"):
            tx.attempt(partial(tx.connection.exec_driver_sql, statement))
        assert lines(tx, game_id) == [(1, "line 1"), (2, "line 2"), (3, "line 3")], statement


def test_a_game_with_a_log_cannot_go_and_leave_it(tx: Tx, game_id: int) -> None:
    tx.connection.exec_driver_sql("DELETE FROM seat")
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        tx.attempt(lambda: tx.connection.exec_driver_sql("DELETE FROM game"))
    assert get_game(tx, game_id).id == game_id


def test_one_snapshot_is_kept_of_a_game(tx: Tx, game_id: int) -> None:
    other = new_game(tx, [new_player(tx, "Bob")])
    assert find_snapshot(tx, game_id) is None
    put_snapshot(tx, game_id, SnapshotRow(1, 1, b'{"year": 1}'))
    put_snapshot(tx, game_id, SnapshotRow(3, 2, b'{"year": 2}'))
    put_snapshot(tx, other, SnapshotRow(7, 1, b"{}"))
    assert find_snapshot(tx, game_id) == SnapshotRow(3, 2, b'{"year": 2}')
