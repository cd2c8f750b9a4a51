"""Waiting lists, invitations and registrations as the database keeps them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError
from store_kit import T0, new_game, new_player, open_transaction

from pbem.store import NotFound, Tx
from pbem.store.accounts.addresses import change_address
from pbem.store.games.waiting_lists import (
    ListRow,
    add_invitation,
    add_list,
    change_salt,
    count_lists_of,
    decline_invitation,
    end_list,
    fill_list,
    find_invitation,
    find_waiting_list,
    find_waiting_salt,
    get_list_seed,
    join_list,
    leave_list,
    list_full_lists,
    list_invitations,
    list_lists_inviting,
    list_lists_waited_on,
    list_open_lists,
    list_public_lists,
    list_stale_lists,
    list_waiting_players,
    list_waiting_words,
    set_round,
)
from pbem.store.players.player import list_players_named
from pbem.store.players.registrations import (
    RegistrationRow,
    add_registration,
    find_registration,
    forget_strangers,
    note_stranger,
    use_registration,
)
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import Terms

pytestmark = pytest.mark.both_engines

DAY = 86_400_000
SEED = b"a secret of thirty-two bytes ..."


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def new_list(tx: Tx, opener: int, kind: str = "first_rails", *, private: bool = False, expires: int = DAY) -> int:
    terms = Terms("36h", "12345", "Europe/Berlin", "pass", "none")
    new = ListRow(
        NEW,
        "Tea",
        kind,
        "{}",
        3,
        **values(terms),
        private=private,
        commitment="ab" * 32,
        opened_by=opener,
        created_ms=T0,
        expires_ms=T0 + expires,
    )
    return add_list(tx, new, SEED)


def test_a_list_keeps_its_terms_and_hides_its_seed(tx: Tx) -> None:
    list_id = new_list(tx, new_player(tx))
    row = find_waiting_list(tx, list_id)
    assert row is not None
    assert row.terms == Terms("36h", "12345", "Europe/Berlin", "pass", "none")
    assert (row.status, row.game_id, row.seats) == ("open", None, 3)
    assert get_list_seed(tx, list_id) == SEED
    assert "a secret" not in repr(row)
    assert find_waiting_list(tx, 77) is None
    with pytest.raises(NotFound):
        get_list_seed(tx, 77)


def test_private_lists_are_not_among_those_for_everybody(tx: Tx) -> None:
    ada = new_player(tx)
    rails, german, secret = new_list(tx, ada), new_list(tx, ada, "germany"), new_list(tx, ada, private=True)
    assert [row.id for row in list_public_lists(tx)] == [german, rails]
    assert [row.id for row in list_public_lists(tx, "germany")] == [german]
    assert [row.id for row in list_public_lists(tx, limit=1)] == [german]
    assert [row.id for row in list_open_lists(tx)] == [secret, german, rails]
    assert count_lists_of(tx, ada) == 3


def test_players_wait_in_the_order_they_came_each_once(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    list_id = new_list(tx, ada)
    join_list(tx, list_id, ben, "ben's words", T0)
    join_list(tx, list_id, ada, "ada's words", T0 + 1)
    assert [one.name for one in list_waiting_players(tx, list_id)] == ["Ben", "Ada"]
    assert [row.id for row in list_lists_waited_on(tx, ada)] == [list_id]
    assert "words" not in repr(list_waiting_players(tx, list_id))
    change_salt(tx, list_id, ben, "other words")
    assert find_waiting_salt(tx, list_id, ben) == "other words"
    assert find_waiting_salt(tx, list_id, ada) == "ada's words"
    with pytest.raises(IntegrityError):
        tx.attempt(lambda: join_list(tx, list_id, ben, "again", T0 + 2))
    assert leave_list(tx, list_id, ben)
    assert not leave_list(tx, list_id, ben)
    assert find_waiting_salt(tx, list_id, ben) is None


def test_whose_words_the_server_chose_is_kept_until_they_are_changed(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    list_id = new_list(tx, ada)
    join_list(tx, list_id, ada, "00112233aabbccdd", T0, from_server=True)
    join_list(tx, list_id, ben, "ben's words", T0 + 1)
    (ada_words, ben_words) = list_waiting_words(tx, list_id)
    assert ada_words == ("00112233aabbccdd", True)
    assert (len(ben_words[0]), ben_words[1]) == (64, False), "a digest of words that Ben chose"
    change_salt(tx, list_id, ada, "ben's words")
    changed, same = list_waiting_words(tx, list_id)
    assert same == ben_words and changed[1] is False
    assert changed != ben_words, "the same words under another salt"


def test_a_full_list_is_known_to_those_on_it_and_ends_once(tx: Tx) -> None:
    ada = new_player(tx)
    list_id = new_list(tx, ada)
    join_list(tx, list_id, ada, "words", T0)
    fill_list(tx, list_id, T0 + 5)
    row = find_waiting_list(tx, list_id)
    assert row is not None
    assert (row.status, row.full_ms) == ("full", T0 + 5)
    assert [one.id for one in list_full_lists(tx)] == [one.id for one in list_lists_waited_on(tx, ada)] == [list_id]
    assert list_open_lists(tx) == list_public_lists(tx) == list_stale_lists(tx, T0 + 99 * DAY) == []
    with pytest.raises(NotFound):
        fill_list(tx, list_id, T0 + 6)
    with pytest.raises(NotFound):
        set_round(tx, list_id, 7)
    end_list(tx, list_id, "started", new_game(tx, [ada]))
    assert list_full_lists(tx) == list_lists_waited_on(tx, ada) == []
    with pytest.raises(NotFound):
        end_list(tx, list_id, "closed")


def test_a_list_ends_once(tx: Tx) -> None:
    ada = new_player(tx)
    list_id = new_list(tx, ada)
    join_list(tx, list_id, ada, "words", T0)
    end_list(tx, list_id, "started", new_game(tx, [ada]))
    row = find_waiting_list(tx, list_id)
    assert row is not None
    assert (row.status, row.game_id) == ("started", 1)
    assert list_public_lists(tx) == list_lists_waited_on(tx, ada) == list_stale_lists(tx, T0 + 9 * DAY) == []
    with pytest.raises(NotFound):
        end_list(tx, list_id, "expired")


def test_lists_grow_stale_one_after_the_other(tx: Tx) -> None:
    ada = new_player(tx)
    late, soon = new_list(tx, ada, expires=2 * DAY), new_list(tx, ada, expires=DAY)
    assert list_stale_lists(tx, T0 + DAY - 1) == []
    assert [row.id for row in list_stale_lists(tx, T0 + DAY)] == [soon]
    assert [row.id for row in list_stale_lists(tx, T0 + 2 * DAY)] == [soon, late]


def test_invitations_go_by_address_in_whatever_case(tx: Tx) -> None:
    ada = new_player(tx)
    list_id = new_list(tx, ada)
    add_invitation(tx, list_id, "Ben@Example.ORG", ada, T0)
    found = find_invitation(tx, list_id, "ben@example.org")
    assert found is not None
    assert found.declined_ms is None
    assert "ben@" not in repr(found)
    assert [row.id for row in list_lists_inviting(tx, "BEN@example.org")] == [list_id]
    decline_invitation(tx, list_id, "ben@example.org", T0 + 5)
    assert list_lists_inviting(tx, "ben@example.org") == []
    assert [row.declined_ms for row in list_invitations(tx, list_id)] == [T0 + 5]


def test_invitations_follow_a_player_to_his_new_address(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    first, second = new_list(tx, ada), new_list(tx, ada)
    for list_id, address in ((first, "ben@player.test"), (second, "ben@player.test"), (second, "new@player.test")):
        add_invitation(tx, list_id, address, ada, T0)
    change_address(tx, ben, "new@player.test")
    assert [row.id for row in list_lists_inviting(tx, "new@player.test")] == [second, first]


def test_a_registration_is_used_once_and_grows_too_old(tx: Tx) -> None:
    new = RegistrationRow("token", "ada@example.org", "Ada", "de", T0, T0 + DAY, None)
    add_registration(tx, new)
    assert find_registration(tx, "TOKEN", T0 + DAY - 1) == new
    assert find_registration(tx, "token", T0 + DAY) is None
    assert find_registration(tx, "other", T0) is None
    assert "ada@" not in repr(new)
    assert "token" not in repr(new).replace("used_ms", "")
    assert use_registration(tx, "token", T0 + 1)
    assert not use_registration(tx, "token", T0 + 2)
    assert find_registration(tx, "token", T0 + 3) == replace(new, used_ms=T0 + 1)


def test_a_stranger_is_written_to_once_in_a_while(tx: Tx) -> None:
    assert note_stranger(tx, "Ada@example.org", T0, T0 - DAY)
    assert not note_stranger(tx, " ada@EXAMPLE.org", T0 + DAY - 1, T0 - 1)
    assert note_stranger(tx, "ben@example.org", T0 + 1, T0 - DAY)
    assert note_stranger(tx, "ada@example.org", T0 + DAY, T0)
    assert not note_stranger(tx, "ada@example.org", T0 + DAY + 1, T0 + 1), "the newer time is kept"


def test_what_is_old_is_forgotten(tx: Tx) -> None:
    add_registration(tx, RegistrationRow("old", "a@example.org", "", "en", T0, T0 + 1, None))
    add_registration(tx, RegistrationRow("new", "b@example.org", "", "en", T0, T0 + DAY, None))
    note_stranger(tx, "ada@example.org", T0, T0 - DAY)
    forget_strangers(tx, T0 + 1, T0)
    assert find_registration(tx, "old", T0) is None
    assert find_registration(tx, "new", T0) is not None
    assert note_stranger(tx, "ada@example.org", T0 + 1, T0 - DAY)


def test_players_are_found_by_name(tx: Tx) -> None:
    new_player(tx)
    assert [player.address for player in list_players_named(tx, "aDA")] == ["ada@player.test"]
    assert list_players_named(tx, "Ad") == []


def test_part_of_a_transaction_can_be_undone_alone(tx: Tx) -> None:
    ada = new_player(tx)

    def fail() -> None:
        new_list(tx, ada)
        raise KeyError("undone")

    with pytest.raises(KeyError):
        tx.attempt(fail)
    assert list_open_lists(tx) == []
    assert tx.attempt(lambda: new_list(tx, ada)) == list_open_lists(tx)[0].id
