"""Processes of a server claim what they deal with: each piece of work is one's alone for as long as its lease lasts."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from store_kit import T0, new_database, new_game, new_player

from pbem.store import Database, Tx
from pbem.store.games.listing import list_bot_turns
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.inbox import finish_letter, store_letter
from pbem.store.mail.queues import find_next_new_letter, get_queue, list_next_queues
from pbem.store.service.processes import (
    LEASE_MS,
    SLACK_MS,
    Claimer,
    ProcessRow,
    count_others,
    drop_process,
    exchange_claims,
    list_processes,
    queue_of_game,
    renew_process,
)

pytestmark = pytest.mark.both_engines

QUEUES = [f"game {number}" for number in range(40)]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with new_database(tmp_path) as database:
        yield database


def process(name: str, now_ms: int = T0) -> ProcessRow:
    return ProcessRow(name, "worker", "here", 1, now_ms + LEASE_MS)


def claim(database: Database, name: str, queues: list[str], now_ms: int = T0) -> frozenset[str]:
    row = process(name, now_ms)

    def work(tx: Tx) -> frozenset[str]:
        renew_process(tx, row, now_ms)
        return exchange_claims(tx, row, "letters", queues)

    return database.claim(work)


def test_of_many_that_claim_at_once_each_piece_is_ones_alone(database: Database) -> None:
    names = [f"process {number}" for number in range(6)]
    with ThreadPoolExecutor(len(names)) as pool:
        held = list(pool.map(lambda name: claim(database, name, QUEUES[:: -1 if name.endswith("3") else 1]), names))
    assert sorted(key for one in held for key in one) == sorted(QUEUES)
    assert claim(database, names[0], ["other"]) == {"other"}, "what is wanted no more is let go"
    assert claim(database, "another", QUEUES) == held[0]


def test_a_claim_ends_with_its_lease_or_its_process_and_a_clock_set_back_prolongs_none(database: Database) -> None:
    assert claim(database, "one", ["game 1"]) == {"game 1"}
    assert claim(database, "other", ["game 1"], T0 + LEASE_MS) == frozenset()
    database.claim(lambda tx: renew_process(tx, process("one", T0 + LEASE_MS), T0 + LEASE_MS))
    assert claim(database, "other", ["game 1"], T0 + 2 * LEASE_MS) == frozenset()
    assert claim(database, "other", ["game 1"], T0 + 2 * LEASE_MS + 1) == {"game 1"}
    database.claim(lambda tx: drop_process(tx, "other"))
    assert claim(database, "one", ["game 1"], T0 + 3 * LEASE_MS) == {"game 1"}, "one that was dropped comes back"
    database.claim(lambda tx: renew_process(tx, process("late", T0), T0 + 3 * LEASE_MS - SLACK_MS))
    assert claim(database, "other", ["game 1"], T0 + 3 * LEASE_MS) == frozenset(), "one asked the time a moment earlier"
    hours_ago = T0 - 7_200_000
    assert claim(database, "other", ["game 1"], hours_ago) == {"game 1"}
    with database.read() as tx:
        assert [one.id for one in list_processes(tx, hours_ago)] == ["other"]
        assert count_others(tx, Claimer("other", hours_ago), {"worker"}) == 0


def test_all_seats_of_a_game_are_one_queue_and_every_other_address_is_its_own(database: Database) -> None:
    def stored(tx: Tx) -> tuple[int, list[int]]:
        game_id = new_game(tx, [new_player(tx, "Ada"), new_player(tx, "Botto", "heuristic")], to_move=1)
        tokens = [seat.token for seat in list_seat_contacts(tx, game_id)]
        to = ("lobby", tokens[0], "office", tokens[1])
        return game_id, [store_letter(tx, token, f"<{token}>", "ada@player.test", T0, b"")[0] for token in to]

    game_id, letters = database.write(stored)
    queues = ["to lobby", queue_of_game(game_id), "to office"]
    one, other = Claimer("one", T0), Claimer("other", T0)
    with database.read() as tx:
        assert [get_queue(tx, letter) for letter in letters] == [*queues, queues[1]]
        assert list_next_queues(tx, 9, T0, one) == queues
    claim(database, "one", queues[:2])
    with database.read() as tx:
        assert list_next_queues(tx, 9, T0, other) == ["to office"]
        assert list_next_queues(tx, 9, T0, one) == queues
        found = [find_next_new_letter(tx, "lobby", claimer=claimer) for claimer in (one, other)]
        assert [letter and letter.id for letter in found] == [letters[1], letters[2]]
        assert [len(list_bot_turns(tx, claimer)) for claimer in (one, other)] == [1, 0]
    database.write(partial(finish_letter, letter_id=letters[2], status="done", outcome=""))
    with database.read() as tx:
        assert find_next_new_letter(tx, "lobby", claimer=other) is None
        late = Claimer("other", T0 + LEASE_MS + 1)
        letter = find_next_new_letter(tx, "lobby", claimer=late)
        assert letter is not None and letter.id == letters[1]
