"""What players choose is kept; calendars have secret addresses; a new address takes the place of the old at once."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from store_kit import T0, new_game, new_mail, new_player, open_transaction

from pbem.store import AddressTaken, NotFound, Tx
from pbem.store.accounts.addresses import (
    AddressChangeRow,
    add_address_change,
    change_address,
    find_pending_address_change,
    use_address_change,
    withdraw_address_changes,
)
from pbem.store.accounts.sessions import add_sign_in, use_sign_in
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.outbox import Delivery, enqueue_mail, get_mail, mark_sent
from pbem.store.players.player import find_player_by_address, get_player
from pbem.store.players.preferences import (
    Preferences,
    find_calendar_token,
    find_player_by_calendar,
    get_preferences,
    put_preferences,
    renew_calendar,
    revoke_calendar,
)

pytestmark = pytest.mark.both_engines


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def test_who_has_chosen_nothing_gets_everything_in_the_servers_time(tx: Tx) -> None:
    assert get_preferences(tx, new_player(tx)) == Preferences("", "html", "all", "24 0", "same")


def test_what_was_chosen_is_kept_until_something_else_is(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    first = Preferences("Europe/Berlin", "text", "daily", "")
    for chosen in (first, Preferences("UTC", "html", "all", "48 2", "turn")):
        put_preferences(tx, ada, chosen)
        assert get_preferences(tx, ada) == chosen
        assert get_preferences(tx, ben) == Preferences()


def test_a_calendar_has_a_secret_address_until_it_is_renewed_or_closed(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    chosen = Preferences("Europe/Berlin", "text", "mine", "")
    put_preferences(tx, ada, chosen)
    assert find_calendar_token(tx, ada) is None
    first = renew_calendar(tx, ada)
    assert len(first) == 40, "160 random bits in hexadecimal"
    assert find_calendar_token(tx, ada) == first
    assert find_player_by_calendar(tx, first) == get_player(tx, ada)
    assert find_calendar_token(tx, ben) is None
    second = renew_calendar(tx, ada)
    assert find_player_by_calendar(tx, first) is None
    assert find_player_by_calendar(tx, second) == get_player(tx, ada)
    assert get_preferences(tx, ada) == chosen
    put_preferences(tx, ada, Preferences())
    assert find_calendar_token(tx, ada) == second, "another choice leaves the calendar where it is"
    revoke_calendar(tx, ada)
    assert find_player_by_calendar(tx, second) is None
    assert find_calendar_token(tx, ada) is None


def test_a_closed_calendar_is_not_found_by_no_token_at_all(tx: Tx) -> None:
    ada = new_player(tx)
    put_preferences(tx, ada, Preferences())
    revoke_calendar(tx, ada)
    for nothing in ("", "None", "null"):
        assert find_player_by_calendar(tx, nothing) is None


def test_a_change_of_address_can_be_used_once_and_in_time(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    add_address_change(tx, "token", ada, "New@Player.test", T0, T0 + 1000)
    wanted = AddressChangeRow(ada, "new@player.test")
    assert find_pending_address_change(tx, ada, T0) == wanted
    assert find_pending_address_change(tx, ada, T0 + 1000) is None
    assert use_address_change(tx, "another", T0) is None
    assert use_address_change(tx, "token", T0 + 1000) is None
    assert use_address_change(tx, "token", T0 + 999) == wanted
    assert use_address_change(tx, "token", T0 + 999) is None
    assert find_pending_address_change(tx, ada, T0 + 999) is None


def test_only_a_hash_of_the_token_is_kept_for_a_change(tx: Tx) -> None:
    add_address_change(tx, "canary", new_player(tx), "new@player.test", T0, T0 + 1000)
    rows = tx.connection.exec_driver_sql("SELECT * FROM address_change").all()
    assert len(rows) == 1
    assert "canary" not in repr(rows)


def test_a_change_asked_for_later_takes_the_place_of_the_one_before(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    add_address_change(tx, "bens", ben, "ben2@player.test", T0, T0 + 1000)
    add_address_change(tx, "first", ada, "one@player.test", T0, T0 + 1000)
    add_address_change(tx, "second", ada, "two@player.test", T0, T0 + 1000)
    assert use_address_change(tx, "first", T0) is None
    withdraw_address_changes(tx, ada)
    assert use_address_change(tx, "second", T0) is None
    assert use_address_change(tx, "bens", T0) == AddressChangeRow(ben, "ben2@player.test")


def test_a_new_address_is_the_players_and_the_old_one_nobodys(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    game = new_game(tx, [ada])
    change_address(tx, ada, "New@Player.test")
    assert get_player(tx, ada).address == "new@player.test"
    assert find_player_by_address(tx, "ada@player.test") is None
    assert [contact.address for contact in list_seat_contacts(tx, game)] == ["new@player.test"]
    change_address(tx, ada, "new@player.test")
    assert get_player(tx, ada).address == "new@player.test", "to move where one is changes nothing"


def test_an_address_of_somebody_else_cannot_be_had(tx: Tx) -> None:
    ada, _ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    with pytest.raises(AddressTaken):
        change_address(tx, ada, "BEN@player.test")
    with pytest.raises(NotFound):
        change_address(tx, 99, "new@player.test")
    assert get_player(tx, ada).address == "ada@player.test"


def test_mails_that_wait_go_to_the_new_address_and_those_about_the_address_where_they_were_meant(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    waiting, sent, notice, bens = (
        enqueue_mail(tx, mail)
        for mail in (
            new_mail("<waiting@g>", ada),
            new_mail("<sent@g>", ada),
            replace(new_mail("<notice@g>", ada), kind="address"),
            new_mail("<bens@g>", ben),
        )
    )
    mark_sent(tx, [Delivery(sent, "250 OK")], T0)
    change_address(tx, ada, "new@player.test")
    addresses = {mail_id: get_mail(tx, mail_id).to_address for mail_id in (waiting, sent, notice, bens)}
    assert addresses == {
        waiting: "new@player.test",
        sent: "ada@player.test",
        notice: "ada@player.test",
        bens: "ada@player.test",
    }


def test_links_to_sign_in_that_were_mailed_to_the_old_address_are_void(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    add_sign_in(tx, "adas", ada, T0, T0 + 1000)
    add_sign_in(tx, "bens", ben, T0, T0 + 1000)
    add_address_change(tx, "another", ada, "other@player.test", T0, T0 + 1000)
    change_address(tx, ada, "new@player.test")
    assert use_sign_in(tx, "adas", T0) is None
    assert use_address_change(tx, "another", T0) is None
    assert use_sign_in(tx, "bens", T0) == ben
