"""Players, sign-in links, games, seats and what is due: each answer tells what its caller may know."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rows_kit import revoke_token, table_counts
from sqlalchemy.exc import IntegrityError
from store_kit import T0, facts, new_entry, new_game, new_player, open_transaction

from pbem.store import AddressTaken, NotFound, Tx, repository
from pbem.store.rows import BotTurn, DraftRow, SeatRow
from pbem.terms import Terms


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def test_a_player_is_found_by_his_address_in_any_case(tx: Tx) -> None:
    ada = repository.add_player(tx, "Ada", "Ada@Player.test", "de", T0)
    found = repository.player_by_address(tx, "aDA@player.TEST")
    assert found == repository.player(tx, ada)
    assert (found.name, found.address, found.language, found.bot) == ("Ada", "ada@player.test", "de", None)
    assert repository.player_by_address(tx, "ad@player.test") is None


def test_an_address_is_one_players_only(tx: Tx) -> None:
    new_player(tx, "Ada")
    with pytest.raises(AddressTaken):
        repository.add_player(tx, "Eve", "ADA@player.test", "en", T0)
    assert [player.name for player in repository.players(tx)] == ["Ada"]


def test_a_sign_in_token_is_good_once(tx: Tx) -> None:
    ada = new_player(tx)
    repository.add_sign_in(tx, "link", ada, T0, T0 + 1000)
    assert repository.use_sign_in(tx, "link", T0 + 999) == ada
    assert repository.use_sign_in(tx, "link", T0 + 999) is None


def test_a_sign_in_token_is_good_before_its_end_only(tx: Tx) -> None:
    repository.add_sign_in(tx, "link", new_player(tx), T0, T0 + 1000)
    assert repository.use_sign_in(tx, "link", T0 + 1000) is None
    assert repository.use_sign_in(tx, "other", T0) is None


def test_sign_in_tokens_are_kept_as_hashes_only(tx: Tx) -> None:
    repository.add_sign_in(tx, "link", new_player(tx), T0, T0 + 1000)
    kept = tx.connection.exec_driver_sql("SELECT token_hash FROM sign_in").scalar_one()
    assert re.fullmatch(r"[0-9a-f]{64}", kept)


def test_a_game_opens_with_its_seats_and_nobody_to_move(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob", bot="random")
    game_id = new_game(tx, [ada, bob])
    game = repository.game(tx, game_id)
    assert (game.tag, game.status, game.year, game.turn, game.position) == ("e1", "playing", 1, 1, 0)
    assert (game.active_seat, game.deadline_ms, game.wake_ms, game.final_position) == (None, None, None, 0)
    assert (game.terms, game.overdue, game.began_ms) == (Terms(), 0, T0)
    assert repository.game_by_tag(tx, "e1") == game
    assert repository.game_by_tag(tx, "e2") is None
    assert repository.seats(tx, game_id) == [
        SeatRow(game_id, 0, ada, "Ada", None, None),
        SeatRow(game_id, 1, bob, "Bob", "random", None),
    ]
    assert repository.game_salts(tx, game_id) == ["salt 0", "salt 1"]
    assert repository.next_tag(tx) == "e2"


def test_games_are_listed_by_status_and_by_player(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    first, second = new_game(tx, [ada, bob]), new_game(tx, [bob, ada, bob])
    repository.update_game_facts(tx, first, replace(facts(None, None), status="over"))

    assert [game.id for game in repository.games(tx)] == [first, second]
    assert [game.id for game in repository.newest_games(tx, "playing", 9)] == [second]
    assert [game.id for game in repository.newest_games(tx, "over", 9)] == [first]
    assert repository.game_counts(tx) == {("first_rails", "playing"): 1, ("first_rails", "over"): 1}
    assert repository.games_of_player(tx, bob) == [
        (1, repository.game(tx, first)),
        (0, repository.game(tx, second)),
        (2, repository.game(tx, second)),
    ]


def test_long_lists_of_games_come_in_stretches_the_newest_first(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    ids = [new_game(tx, [ada] if number % 2 else [bob, ada]) for number in range(6)][::-1]
    assert [game.id for game in repository.newest_games(tx, "playing", 2)] == ids[:2]
    assert [game.id for game in repository.newest_games(tx, "playing", 3, 2, "first_rails")] == ids[2:5]
    assert repository.newest_games(tx, "playing", 3, 0, "germany") == []
    assert repository.newest_games(tx, "over", 3) == []
    assert repository.game_counts(tx) == {("first_rails", "playing"): 6}
    seated = [(seat, game.id) for seat, game in repository.newest_games_of_player(tx, ada, "playing", 3, 1)]
    assert seated == [(1, ids[1]), (0, ids[2]), (1, ids[3])]
    assert repository.game_counts_of_player(tx, ada) == {"playing": 6}
    assert repository.game_counts_of_player(tx, bob) == {"playing": 3}


def test_the_last_final_line_of_games_that_are_over_tells_how_they_ended(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    over, running, voided = (new_game(tx, [bob, ada]) for _ in range(3))
    for game_id in (over, running, voided):
        repository.append_entries(tx, game_id, 0, [new_entry("first"), new_entry("last"), new_entry("later")])
    ended = replace(facts(None, None), status="over", position=3, final_position=2)
    repository.update_game_facts(tx, over, ended)
    repository.update_game_facts(tx, running, replace(facts(), position=3, final_position=2))
    assert repository.last_lines(tx, [over, running, voided, 99]) == {over: "last"}
    assert repository.last_lines(tx, []) == {}


def test_facts_replace_all_facts_before(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx)], to_move=0)
    told = replace(facts(None, None), status="over", year=9, turn=3, overdue=2, position=412, final_position=400)
    repository.update_game_facts(tx, game_id, told)
    game = repository.game(tx, game_id)
    assert {name: getattr(game, name) for name in told.__dataclass_fields__} == {
        name: getattr(told, name) for name in told.__dataclass_fields__
    }


def test_facts_of_one_game_leave_the_others_alone(tx: Tx) -> None:
    ada = new_player(tx)
    first, second = new_game(tx, [ada], to_move=0), new_game(tx, [ada])
    before = repository.game(tx, second)
    repository.update_game_facts(tx, first, replace(facts(0), year=4))
    assert repository.game(tx, first).year == 4
    assert repository.game(tx, second) == before


def test_the_games_to_look_at_are_those_whose_moment_has_come(tx: Tx) -> None:
    ada = new_player(tx)
    late, later, due, future, over, untimed = (new_game(tx, [ada]) for _ in range(6))
    for game_id, deadline_ms in ((later, T0 - 1), (late, T0 - 2), (due, T0), (future, T0 + 1)):
        repository.update_game_facts(tx, game_id, facts(0, deadline_ms))
    repository.update_game_facts(tx, over, replace(facts(None, T0 - 9), status="over"))
    repository.update_game_facts(tx, untimed, facts(0, None))

    assert repository.games_to_wake(tx, T0) == [late, later, due]
    assert repository.games_to_wake(tx, T0 + 1) == [late, later, due, future]
    repository.set_wake(tx, later, None, 1)
    repository.set_deadline(tx, due, T0 + 5, T0 + 2, 0)
    assert repository.games_to_wake(tx, T0 + 1) == [late, future]
    assert repository.games_to_wake(tx, T0 + 2) == [late, future, due]
    kept = [repository.game(tx, game_id) for game_id in (later, due)]
    assert [(game.deadline_ms, game.wake_ms, game.overdue) for game in kept] == [(T0 - 1, None, 1), (T0 + 5, T0 + 2, 0)]


def test_bots_are_to_move_where_the_active_seat_is_theirs(tx: Tx) -> None:
    ada, bob, eve = new_player(tx, "Ada"), new_player(tx, "Bob", "heuristic"), new_player(tx, "Eve", "random")
    first, second, third = new_game(tx, [ada, bob]), new_game(tx, [eve, ada, bob]), new_game(tx, [ada, bob])
    for game_id, seat in ((first, 1), (second, 0), (third, 0)):
        repository.update_game_facts(tx, game_id, facts(seat))
    assert repository.bot_turns(tx) == [BotTurn(first, 1, "heuristic"), BotTurn(second, 0, "random")]

    repository.update_game_facts(tx, first, facts(0))
    repository.update_game_facts(tx, second, replace(facts(None, None), status="over"))
    repository.update_game_facts(tx, third, facts(1))
    assert repository.bot_turns(tx) == [BotTurn(third, 1, "heuristic")]


def test_a_token_is_a_local_part_that_survives_any_mail_system() -> None:
    tokens = {repository.new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(re.fullmatch(r"[a-z2-7]{16}", token) for token in tokens)


def test_a_seat_is_found_by_its_token_until_that_is_revoked(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    game_id = new_game(tx, [ada, bob])
    contact = repository.seat_contacts(tx, game_id)[1]
    assert (contact.name, contact.address, contact.language) == ("Bob", "bob@player.test", "en")
    assert repository.seat_by_token(tx, contact.token.upper()) == contact
    assert repository.seat_by_token(tx, "a" * 16) is None

    revoke_token(tx, game_id, 1, T0)
    assert repository.seat_by_token(tx, contact.token) is None
    assert repository.seat_contacts(tx, game_id)[1] == replace(contact, token_revoked_ms=T0)

    repository.renew_token(tx, game_id, 1, "b" * 16)
    assert repository.seat_by_token(tx, contact.token) is None
    assert repository.seat_by_token(tx, "b" * 16) == replace(contact, token="b" * 16)


def test_what_is_not_there_is_named(tx: Tx) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: repository.player(tx, 99),
        lambda: repository.game(tx, 99),
        lambda: repository.game_seed(tx, 99),
        lambda: repository.letter(tx, 99),
        lambda: repository.mail(tx, 99),
        lambda: repository.update_game_facts(tx, 99, facts()),
        lambda: repository.renew_token(tx, 99, 0, "b" * 16),
    ]
    for attempt in attempts:
        with pytest.raises(NotFound, match="99"):
            attempt()


def test_a_seat_has_one_draft_which_is_taken_once(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx, "Ada"), new_player(tx, "Bob")])
    first, second = DraftRow("roll 4?", 1, None, T0), DraftRow("end", 2, None, T0 + 1)
    repository.put_draft(tx, game_id, 0, first)
    repository.put_draft(tx, game_id, 0, second)
    repository.put_draft(tx, game_id, 1, first)
    assert repository.take_draft(tx, game_id, 0) == second
    assert repository.take_draft(tx, game_id, 0) is None

    repository.clear_draft(tx, game_id, 1)
    assert repository.take_draft(tx, game_id, 1) is None


def test_a_text_was_applied_in_its_own_turn_only(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx), new_player(tx, "Bob")])
    repository.mark_applied(tx, game_id, 0, 3, 2, "d1")
    repository.mark_applied(tx, game_id, 0, 3, 2, "d1")
    assert repository.was_applied(tx, game_id, 0, 3, 2, "d1")
    for elsewhere in ((1, 3, 2, "d1"), (0, 4, 2, "d1"), (0, 3, 1, "d1"), (0, 3, 2, "d2")):
        assert not repository.was_applied(tx, game_id, *elsewhere)


def test_a_draft_belongs_to_a_seat_that_is_there(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx)])
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        repository.put_draft(tx, game_id, 1, DraftRow("end", 1, None, T0))


def test_small_facts_are_replaced(tx: Tx) -> None:
    assert repository.meta(tx, "heartbeat") is None
    repository.put_meta(tx, "heartbeat", "1")
    repository.put_meta(tx, "heartbeat", "2")
    assert repository.meta(tx, "heartbeat") == "2"


def test_the_doctor_counts_rows_and_finds_a_sound_file(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx, "Ada"), new_player(tx, "Bob")])
    repository.append_entries(tx, game_id, 0, [new_entry(), new_entry(), new_entry()])
    counts = table_counts(tx)
    filled = {"player": 2, "name_key": 2, "game": 1, "seat": 2, "tenure": 2, "entry": 3}
    assert {name: count for name, count in counts.items() if count} == filled
    assert repository.quick_check(tx) == []
