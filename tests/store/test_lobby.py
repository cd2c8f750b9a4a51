"""Waiting lists, invitations and registrations as the database keeps them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from empty_kit import new_database_file
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from store_kit import T0, new_game, new_player

from pbem.store import NotFound, Tx
from pbem.store import repository as repo
from pbem.store.engine import writing_engine
from pbem.store.rows import NewList, RegistrationRow
from pbem.terms import Terms

DAY = 86_400_000
SEED = b"a secret of thirty-two bytes ..."


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A database for all tests here, none of which commits anything."""
    path = new_database_file(tmp_path_factory.mktemp("lobby") / "pbem.sqlite3")
    engine = writing_engine(path)
    yield engine
    engine.dispose()


@pytest.fixture
def tx(engine: Engine) -> Iterator[Tx]:
    with engine.connect() as connection:
        transaction = connection.begin()
        yield Tx(connection)
        transaction.rollback()


def new_list(tx: Tx, opener: int, kind: str = "first_rails", *, private: bool = False, expires: int = DAY) -> int:
    terms = Terms("36h", "12345", "Europe/Berlin", "pass", "none")
    new = NewList("Tea", kind, "{}", 3, terms, private, SEED, "ab" * 32, opener, T0, T0 + expires)
    return repo.add_list(tx, new)


def test_a_list_keeps_its_terms_and_hides_its_seed(tx: Tx) -> None:
    list_id = new_list(tx, new_player(tx))
    row = repo.waiting_list(tx, list_id)
    assert row is not None
    assert row.terms == Terms("36h", "12345", "Europe/Berlin", "pass", "none")
    assert (row.status, row.game_id, row.seats) == ("open", None, 3)
    assert repo.list_seed(tx, list_id) == SEED
    assert "a secret" not in repr(row)
    assert repo.waiting_list(tx, 77) is None
    with pytest.raises(NotFound):
        repo.list_seed(tx, 77)


def test_private_lists_are_not_among_those_for_everybody(tx: Tx) -> None:
    ada = new_player(tx)
    rails, german, secret = new_list(tx, ada), new_list(tx, ada, "germany"), new_list(tx, ada, private=True)
    assert [row.id for row in repo.public_lists(tx)] == [german, rails]
    assert [row.id for row in repo.public_lists(tx, "germany")] == [german]
    assert [row.id for row in repo.public_lists(tx, limit=1)] == [german]
    assert [row.id for row in repo.open_lists(tx)] == [secret, german, rails]
    assert repo.count_lists_of(tx, ada) == 3


def test_players_wait_in_the_order_they_came_each_once(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    list_id = new_list(tx, ada)
    repo.join_list(tx, list_id, ben, "ben's words", T0)
    repo.join_list(tx, list_id, ada, "ada's words", T0 + 1)
    assert [one.name for one in repo.waiting_players(tx, list_id)] == ["Ben", "Ada"]
    assert [row.id for row in repo.lists_waited_on(tx, ada)] == [list_id]
    assert "words" not in repr(repo.waiting_players(tx, list_id))
    repo.change_salt(tx, list_id, ben, "other words")
    assert repo.waiting_salt(tx, list_id, ben) == "other words"
    assert repo.waiting_salt(tx, list_id, ada) == "ada's words"
    with pytest.raises(IntegrityError):
        tx.attempt(lambda: repo.join_list(tx, list_id, ben, "again", T0 + 2))
    assert repo.leave_list(tx, list_id, ben)
    assert not repo.leave_list(tx, list_id, ben)
    assert repo.waiting_salt(tx, list_id, ben) is None


def test_whose_words_the_server_chose_is_kept_until_they_are_changed(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    list_id = new_list(tx, ada)
    repo.join_list(tx, list_id, ada, "00112233aabbccdd", T0, from_server=True)
    repo.join_list(tx, list_id, ben, "ben's words", T0 + 1)
    assert repo.waiting_words(tx, list_id) == [("00112233aabbccdd", True), ("ben's words", False)]
    repo.change_salt(tx, list_id, ada, "ada's words")
    assert repo.waiting_words(tx, list_id) == [("ada's words", False), ("ben's words", False)]


def test_a_full_list_is_known_to_those_on_it_and_ends_once(tx: Tx) -> None:
    ada = new_player(tx)
    list_id = new_list(tx, ada)
    repo.join_list(tx, list_id, ada, "words", T0)
    repo.fill_list(tx, list_id, T0 + 5)
    row = repo.waiting_list(tx, list_id)
    assert row is not None
    assert (row.status, row.full_ms) == ("full", T0 + 5)
    assert [one.id for one in repo.full_lists(tx)] == [one.id for one in repo.lists_waited_on(tx, ada)] == [list_id]
    assert repo.open_lists(tx) == repo.public_lists(tx) == repo.stale_lists(tx, T0 + 99 * DAY) == []
    with pytest.raises(NotFound):
        repo.fill_list(tx, list_id, T0 + 6)
    with pytest.raises(NotFound):
        repo.set_round(tx, list_id, 7)
    repo.end_list(tx, list_id, "started", new_game(tx, [ada]))
    assert repo.full_lists(tx) == repo.lists_waited_on(tx, ada) == []
    with pytest.raises(NotFound):
        repo.end_list(tx, list_id, "closed")


def test_a_list_ends_once(tx: Tx) -> None:
    ada = new_player(tx)
    list_id = new_list(tx, ada)
    repo.join_list(tx, list_id, ada, "words", T0)
    repo.end_list(tx, list_id, "started", new_game(tx, [ada]))
    row = repo.waiting_list(tx, list_id)
    assert row is not None
    assert (row.status, row.game_id) == ("started", 1)
    assert repo.public_lists(tx) == repo.lists_waited_on(tx, ada) == repo.stale_lists(tx, T0 + 9 * DAY) == []
    with pytest.raises(NotFound):
        repo.end_list(tx, list_id, "expired")


def test_lists_grow_stale_one_after_the_other(tx: Tx) -> None:
    ada = new_player(tx)
    late, soon = new_list(tx, ada, expires=2 * DAY), new_list(tx, ada, expires=DAY)
    assert repo.stale_lists(tx, T0 + DAY - 1) == []
    assert [row.id for row in repo.stale_lists(tx, T0 + DAY)] == [soon]
    assert [row.id for row in repo.stale_lists(tx, T0 + 2 * DAY)] == [soon, late]


def test_invitations_go_by_address_in_whatever_case(tx: Tx) -> None:
    ada = new_player(tx)
    list_id = new_list(tx, ada)
    repo.add_invitation(tx, list_id, "Ben@Example.ORG", ada, T0)
    found = repo.invitation(tx, list_id, "ben@example.org")
    assert found is not None
    assert found.declined_ms is None
    assert "ben@" not in repr(found)
    assert [row.id for row in repo.lists_inviting(tx, "BEN@example.org")] == [list_id]
    repo.decline_invitation(tx, list_id, "ben@example.org", T0 + 5)
    assert repo.lists_inviting(tx, "ben@example.org") == []
    assert [row.declined_ms for row in repo.invitations(tx, list_id)] == [T0 + 5]


def test_invitations_follow_a_player_to_his_new_address(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    first, second = new_list(tx, ada), new_list(tx, ada)
    for list_id, address in ((first, "ben@player.test"), (second, "ben@player.test"), (second, "new@player.test")):
        repo.add_invitation(tx, list_id, address, ada, T0)
    repo.change_address(tx, ben, "new@player.test")
    assert [row.id for row in repo.lists_inviting(tx, "new@player.test")] == [second, first]


def test_a_registration_is_used_once_and_grows_too_old(tx: Tx) -> None:
    new = RegistrationRow("token", "ada@example.org", "Ada", "de", T0, T0 + DAY, None)
    repo.add_registration(tx, new)
    assert repo.registration(tx, "TOKEN", T0 + DAY - 1) == new
    assert repo.registration(tx, "token", T0 + DAY) is None
    assert repo.registration(tx, "other", T0) is None
    assert "ada@" not in repr(new)
    assert "token" not in repr(new).replace("used_ms", "")
    assert repo.use_registration(tx, "token", T0 + 1)
    assert not repo.use_registration(tx, "token", T0 + 2)
    assert repo.registration(tx, "token", T0 + 3) == replace(new, used_ms=T0 + 1)


def test_a_stranger_is_written_to_once_in_a_while(tx: Tx) -> None:
    assert repo.note_stranger(tx, "Ada@example.org", T0, T0 - DAY)
    assert not repo.note_stranger(tx, " ada@EXAMPLE.org", T0 + DAY - 1, T0 - 1)
    assert repo.note_stranger(tx, "ben@example.org", T0 + 1, T0 - DAY)
    assert repo.note_stranger(tx, "ada@example.org", T0 + DAY, T0)
    assert not repo.note_stranger(tx, "ada@example.org", T0 + DAY + 1, T0 + 1), "the newer time is kept"


def test_what_is_old_is_forgotten(tx: Tx) -> None:
    repo.add_registration(tx, RegistrationRow("old", "a@example.org", "", "en", T0, T0 + 1, None))
    repo.add_registration(tx, RegistrationRow("new", "b@example.org", "", "en", T0, T0 + DAY, None))
    repo.note_stranger(tx, "ada@example.org", T0, T0 - DAY)
    repo.forget_strangers(tx, T0 + 1, T0)
    assert repo.registration(tx, "old", T0) is None
    assert repo.registration(tx, "new", T0) is not None
    assert repo.note_stranger(tx, "ada@example.org", T0 + 1, T0 - DAY)


def test_players_are_found_by_name(tx: Tx) -> None:
    new_player(tx)
    assert [player.address for player in repo.players_named(tx, "aDA")] == ["ada@player.test"]
    assert repo.players_named(tx, "Ad") == []


def test_part_of_a_transaction_can_be_undone_alone(tx: Tx) -> None:
    ada = new_player(tx)

    def fail() -> None:
        new_list(tx, ada)
        raise KeyError("undone")

    with pytest.raises(KeyError):
        tx.attempt(fail)
    assert repo.open_lists(tx) == []
    assert tx.attempt(lambda: new_list(tx, ada)) == repo.open_lists(tx)[0].id
