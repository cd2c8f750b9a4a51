"""A game that is no match is its owner's alone: no list, count or find tells of it, and its log may be removed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError
from store_kit import T0, facts, new_entry, new_game, new_player, open_transaction

from pbem.chance import new_token
from pbem.store import Tx
from pbem.store.games.game import GameRow, find_any_game_by_tag, find_game_by_tag, get_game, update_game_facts
from pbem.store.games.listing import (
    count_games,
    count_games_of_player,
    list_bot_turns,
    list_newest_games,
    list_newest_games_of_player,
    list_playing_games,
)
from pbem.store.games.log import append_entries, find_last_position
from pbem.store.games.opening import NewSeat, add_game, find_free_tag
from pbem.store.moderation.waiting import list_unwatched_games
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import Terms

pytestmark = pytest.mark.both_engines


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def practice(tx: Tx, owner: int, bot: int) -> int:
    """A practice game of a player against a bot, which is to move."""
    tag = find_free_tag(tx, "practice")
    game = GameRow(
        NEW,
        tag,
        "Practice",
        "first_rails",
        "{}",
        "ab" * 32,
        1,
        **values(Terms()),
        created_ms=T0,
        root_message_id=f"<{tag}@game.test>",
    )
    seats = [NewSeat(one, new_token(), "salt") for one in (owner, bot)]
    game_id = add_game(tx, replace(game, purpose="practice", owner_id=owner), bytes(32), seats)
    update_game_facts(tx, game_id, facts(active_seat=1, deadline_ms=None))
    return game_id


def test_no_list_and_no_count_tells_of_a_practice_game(tx: Tx) -> None:
    ada, bot = new_player(tx, "Ada"), new_player(tx, "Bot", bot="random")
    own = practice(tx, ada, bot)
    match = new_game(tx, [ada, bot], to_move=1)
    assert [game.id for game in list_newest_games(tx, "playing", 9)] == [match]
    assert [game.id for _seat, game in list_newest_games_of_player(tx, ada, "playing", 9)] == [match]
    assert list_playing_games(tx) == [match]
    assert list_playing_games(tx, every=True) == [own, match]
    assert count_games(tx) == {("first_rails", "playing"): 1}
    assert count_games_of_player(tx, ada) == {"playing": 1}
    assert {need.game_id for need in list_unwatched_games(tx, 0, T0 + 1)} == {match}
    assert [turn.game_id for turn in list_bot_turns(tx)] == [match, own], "bots of matches go first"


def test_a_practice_game_is_found_by_its_owner_and_the_operator_alone(tx: Tx) -> None:
    ada, bot = new_player(tx, "Ada"), new_player(tx, "Bot", bot="random")
    own = practice(tx, ada, bot)
    assert get_game(tx, own).tag == "p1"
    assert find_game_by_tag(tx, "p1") is None
    assert find_game_by_tag(tx, "p1", bot) is None
    assert find_game_by_tag(tx, "p1", ada) == get_game(tx, own) == find_any_game_by_tag(tx, "p1")


def test_the_log_of_a_match_stays_whatever_becomes_of_others(tx: Tx) -> None:
    ada, bot = new_player(tx, "Ada"), new_player(tx, "Bot", bot="random")
    own, match = practice(tx, ada, bot), new_game(tx, [ada, bot])
    for game_id in (own, match):
        append_entries(tx, game_id, 0, [new_entry()])
    tx.connection.exec_driver_sql(f"DELETE FROM entry WHERE game_id = {own}")
    assert find_last_position(tx, own) == 0
    with pytest.raises(IntegrityError, match="append-only"):
        tx.connection.exec_driver_sql(f"DELETE FROM entry WHERE game_id = {match}")
