"""Players, sign-in links, games, seats and what is due: each answer tells what its caller may know."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rows_kit import revoke_token, table_counts
from sqlalchemy.exc import IntegrityError
from store_kit import T0, facts, new_entry, new_game, new_player, open_transaction

from pbem.chance import new_token
from pbem.store import AddressTaken, NotFound, Tx
from pbem.store.accounts.sessions import add_sign_in, use_sign_in
from pbem.store.games.game import find_game_by_tag, get_game, get_game_seed, set_deadline, set_wake, update_game_facts
from pbem.store.games.listing import (
    BotTurn,
    count_games,
    count_games_of_player,
    list_bot_turns,
    list_games,
    list_games_of_player,
    list_games_to_wake,
    list_newest_games,
    list_newest_games_of_player,
)
from pbem.store.games.log import append_entries, list_last_lines
from pbem.store.games.opening import find_free_tag
from pbem.store.games.proposals import DraftRow, clear_draft, find_draft, mark_applied, put_draft, was_applied
from pbem.store.games.seats import (
    SeatPlayer,
    find_seat_by_token,
    list_game_salts,
    list_seat_contacts,
    list_seats,
    renew_token,
)
from pbem.store.mail.inbox import get_letter
from pbem.store.mail.outbox import get_mail
from pbem.store.players.player import add_player, find_player_by_address, get_player, list_players
from pbem.store.service.server import find_meta, put_meta, run_quick_check
from pbem.terms import Terms

pytestmark = pytest.mark.both_engines


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def test_a_player_is_found_by_his_address_in_any_case(tx: Tx) -> None:
    ada = add_player(tx, "Ada", "Ada@Player.test", "de", T0)
    found = find_player_by_address(tx, "aDA@player.TEST")
    assert found == get_player(tx, ada)
    assert (found.name, found.address, found.language, found.bot) == ("Ada", "ada@player.test", "de", None)
    assert find_player_by_address(tx, "ad@player.test") is None


def test_an_address_is_one_players_only(tx: Tx) -> None:
    new_player(tx, "Ada")
    with pytest.raises(AddressTaken):
        add_player(tx, "Eve", "ADA@player.test", "en", T0)
    assert [player.name for player in list_players(tx)] == ["Ada"]


def test_a_sign_in_token_is_good_once(tx: Tx) -> None:
    ada = new_player(tx)
    add_sign_in(tx, "link", ada, T0, T0 + 1000)
    assert use_sign_in(tx, "link", T0 + 999) == ada
    assert use_sign_in(tx, "link", T0 + 999) is None


def test_a_sign_in_token_is_good_before_its_end_only(tx: Tx) -> None:
    add_sign_in(tx, "link", new_player(tx), T0, T0 + 1000)
    assert use_sign_in(tx, "link", T0 + 1000) is None
    assert use_sign_in(tx, "other", T0) is None


def test_sign_in_tokens_are_kept_as_hashes_only(tx: Tx) -> None:
    add_sign_in(tx, "link", new_player(tx), T0, T0 + 1000)
    kept = tx.connection.exec_driver_sql("SELECT token_hash FROM sign_in").scalar_one()
    assert re.fullmatch(r"[0-9a-f]{64}", kept)


def test_a_game_opens_with_its_seats_and_nobody_to_move(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob", bot="random")
    game_id = new_game(tx, [ada, bob])
    game = get_game(tx, game_id)
    assert (game.tag, game.status, game.year, game.turn, game.position) == ("e1", "playing", 1, 1, 0)
    assert (game.active_seat, game.deadline_ms, game.wake_ms, game.final_position) == (None, None, None, 0)
    assert (game.terms, game.overdue, game.began_ms) == (Terms(), 0, T0)
    assert find_game_by_tag(tx, "e1") == game
    assert find_game_by_tag(tx, "e2") is None
    assert list_seats(tx, game_id) == [
        SeatPlayer(game_id, 0, ada, "Ada", None, None),
        SeatPlayer(game_id, 1, bob, "Bob", "random", None),
    ]
    assert list_game_salts(tx, game_id) == ["salt 0", "salt 1"]
    assert find_free_tag(tx) == "e2"


def test_games_are_listed_by_status_and_by_player(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    first, second = new_game(tx, [ada, bob]), new_game(tx, [bob, ada, bob])
    update_game_facts(tx, first, facts(None, None)._replace(status="over"))

    assert [game.id for game in list_games(tx)] == [first, second]
    assert [game.id for game in list_newest_games(tx, "playing", 9)] == [second]
    assert [game.id for game in list_newest_games(tx, "over", 9)] == [first]
    assert count_games(tx) == {("first_rails", "playing"): 1, ("first_rails", "over"): 1}
    assert list_games_of_player(tx, bob) == [
        (1, get_game(tx, first)),
        (0, get_game(tx, second)),
        (2, get_game(tx, second)),
    ]


def test_long_lists_of_games_come_in_stretches_the_newest_first(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    ids = [new_game(tx, [ada] if number % 2 else [bob, ada]) for number in range(6)][::-1]
    assert [game.id for game in list_newest_games(tx, "playing", 2)] == ids[:2]
    assert [game.id for game in list_newest_games(tx, "playing", 3, 2, "first_rails")] == ids[2:5]
    assert list_newest_games(tx, "playing", 3, 0, "germany") == []
    assert list_newest_games(tx, "over", 3) == []
    assert count_games(tx) == {("first_rails", "playing"): 6}
    seated = [(seat, game.id) for seat, game in list_newest_games_of_player(tx, ada, "playing", 3, 1)]
    assert seated == [(1, ids[1]), (0, ids[2]), (1, ids[3])]
    assert count_games_of_player(tx, ada) == {"playing": 6}
    assert count_games_of_player(tx, bob) == {"playing": 3}


def test_the_last_final_line_of_games_that_are_over_tells_how_they_ended(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    over, running, voided = (new_game(tx, [bob, ada]) for _ in range(3))
    for game_id in (over, running, voided):
        append_entries(tx, game_id, 0, [new_entry("first"), new_entry("last"), new_entry("later")])
    ended = facts(None, None)._replace(status="over", position=3, final_position=2)
    update_game_facts(tx, over, ended)
    update_game_facts(tx, running, facts()._replace(position=3, final_position=2))
    assert list_last_lines(tx, [over, running, voided, 99]) == {over: "last"}
    assert list_last_lines(tx, []) == {}


def test_facts_replace_all_facts_before(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx)], to_move=0)
    game_facts = facts(None, None)._replace(status="over", year=9, turn=3, overdue=2, position=412, final_position=400)
    update_game_facts(tx, game_id, game_facts)
    game = get_game(tx, game_id)
    assert {name: getattr(game, name) for name in game_facts._fields} == {
        name: getattr(game_facts, name) for name in game_facts._fields
    }


def test_facts_of_one_game_leave_the_others_alone(tx: Tx) -> None:
    ada = new_player(tx)
    first, second = new_game(tx, [ada], to_move=0), new_game(tx, [ada])
    before = get_game(tx, second)
    update_game_facts(tx, first, facts(0)._replace(year=4))
    assert get_game(tx, first).year == 4
    assert get_game(tx, second) == before


def test_the_games_to_look_at_are_those_whose_moment_has_come(tx: Tx) -> None:
    ada = new_player(tx)
    late, later, due, future, over, untimed = (new_game(tx, [ada]) for _ in range(6))
    for game_id, deadline_ms in ((later, T0 - 1), (late, T0 - 2), (due, T0), (future, T0 + 1)):
        update_game_facts(tx, game_id, facts(0, deadline_ms))
    update_game_facts(tx, over, facts(None, T0 - 9)._replace(status="over"))
    update_game_facts(tx, untimed, facts(0, None))

    assert list_games_to_wake(tx, T0) == [late, later, due]
    assert list_games_to_wake(tx, T0 + 1) == [late, later, due, future]
    set_wake(tx, later, None, 1)
    set_deadline(tx, due, T0 + 5, T0 + 2, 0)
    assert list_games_to_wake(tx, T0 + 1) == [late, future]
    assert list_games_to_wake(tx, T0 + 2) == [late, future, due]
    kept = [get_game(tx, game_id) for game_id in (later, due)]
    assert [(game.deadline_ms, game.wake_ms, game.overdue) for game in kept] == [(T0 - 1, None, 1), (T0 + 5, T0 + 2, 0)]


def test_bots_are_to_move_where_the_active_seat_is_theirs(tx: Tx) -> None:
    ada, bob, eve = new_player(tx, "Ada"), new_player(tx, "Bob", "heuristic"), new_player(tx, "Eve", "random")
    first, second, third = new_game(tx, [ada, bob]), new_game(tx, [eve, ada, bob]), new_game(tx, [ada, bob])
    for game_id, seat in ((first, 1), (second, 0), (third, 0)):
        update_game_facts(tx, game_id, facts(seat))
    assert list_bot_turns(tx) == [BotTurn(first, 1, "heuristic"), BotTurn(second, 0, "random")]

    update_game_facts(tx, first, facts(0))
    update_game_facts(tx, second, facts(None, None)._replace(status="over"))
    update_game_facts(tx, third, facts(1))
    assert list_bot_turns(tx) == [BotTurn(third, 1, "heuristic")]


def test_a_token_is_a_local_part_that_survives_any_mail_system() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(re.fullmatch(r"[a-z2-7]{16}", token) for token in tokens)


def test_a_seat_is_found_by_its_token_until_that_is_revoked(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    game_id = new_game(tx, [ada, bob])
    contact = list_seat_contacts(tx, game_id)[1]
    assert (contact.name, contact.address, contact.language) == ("Bob", "bob@player.test", "en")
    assert find_seat_by_token(tx, contact.token.upper()) == contact
    assert find_seat_by_token(tx, "a" * 16) is None

    revoke_token(tx, game_id, 1, T0)
    assert find_seat_by_token(tx, contact.token) is None
    assert list_seat_contacts(tx, game_id)[1] == contact._replace(token_revoked_ms=T0)

    renew_token(tx, game_id, 1, "b" * 16)
    assert find_seat_by_token(tx, contact.token) is None
    assert find_seat_by_token(tx, "b" * 16) == contact._replace(token="b" * 16)


def test_what_is_not_there_is_named(tx: Tx) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: get_player(tx, 99),
        lambda: get_game(tx, 99),
        lambda: get_game_seed(tx, 99),
        lambda: get_letter(tx, 99),
        lambda: get_mail(tx, 99),
        lambda: update_game_facts(tx, 99, facts()),
        lambda: renew_token(tx, 99, 0, "b" * 16),
    ]
    for attempt in attempts:
        with pytest.raises(NotFound, match="99"):
            attempt()


def test_a_seat_has_one_draft_which_is_taken_once(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx, "Ada"), new_player(tx, "Bob")])
    first, second = DraftRow("roll 4?", 1, None, T0), DraftRow("end", 2, None, T0 + 1)
    put_draft(tx, game_id, 0, first)
    put_draft(tx, game_id, 0, second)
    put_draft(tx, game_id, 1, first)
    assert find_draft(tx, game_id, 0) == second
    clear_draft(tx, game_id, 0)
    assert find_draft(tx, game_id, 0) is None

    clear_draft(tx, game_id, 1)
    assert find_draft(tx, game_id, 1) is None


def test_a_text_was_applied_in_its_own_turn_only(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx), new_player(tx, "Bob")])
    mark_applied(tx, game_id, 0, 3, 2, "d1")
    mark_applied(tx, game_id, 0, 3, 2, "d1")
    assert was_applied(tx, game_id, 0, 3, 2, "d1")
    for elsewhere in ((1, 3, 2, "d1"), (0, 4, 2, "d1"), (0, 3, 1, "d1"), (0, 3, 2, "d2")):
        assert not was_applied(tx, game_id, *elsewhere)


def test_a_draft_belongs_to_a_seat_that_is_there(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx)])
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        put_draft(tx, game_id, 1, DraftRow("end", 1, None, T0))


def test_small_facts_are_replaced(tx: Tx) -> None:
    assert find_meta(tx, "heartbeat") is None
    put_meta(tx, "heartbeat", "1")
    put_meta(tx, "heartbeat", "2")
    assert find_meta(tx, "heartbeat") == "2"


def test_the_doctor_counts_rows_and_finds_a_sound_file(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx, "Ada"), new_player(tx, "Bob")])
    append_entries(tx, game_id, 0, [new_entry(), new_entry(), new_entry()])
    counts = table_counts(tx)
    filled = {"player": 2, "name_key": 2, "game": 1, "seat": 2, "tenure": 2, "entry": 3}
    assert {name: count for name, count in counts.items() if count} == filled
    assert run_quick_check(tx) == []
