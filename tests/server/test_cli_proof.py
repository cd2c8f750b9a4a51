"""The operator chooses what letters need, adds addresses to players, and is told by the doctor what holds."""

from pathlib import Path

import pytest
from each_kit import each
from rows_kit import mails_after

from pbem.cli.doctor.checks import proof_finding
from pbem.config import Mail
from pbem.store import Tx
from pbem.store.mail.postbox import list_unwanted
from pbem.store.players.player import add_other_address, find_player_by_address, list_other_addresses
from pbem.store.players.preferences import find_proof_choice
from server.kit import Place, new_place, open_game


@each(
    ("settings", "has_dns", "well", "told"),
    [
        ({}, True, True, "token+from, as all emails come from this machine"),
        ({}, False, True, "token+from, as this machine has no DNS"),
        ({"listen_host": "0.0.0.0"}, True, True, "aligned for emails from outside"),
        ({"listen_host": "::"}, False, True, "token+from, as this machine has no DNS"),
        ({"authserv_id": ["mx.a.test"]}, True, True, "aligned, by the word of mx.a.test or a signature"),
        ({"authserv_id": ["mx.a.test"]}, False, True, "without DNS no signature can be checked"),
        ({"proof": "aligned"}, True, True, "emails from this machine have none"),
        ({"proof": "aligned"}, False, False, "all emails are refused"),
        ({"proof": "token+from"}, True, True, "anyone who knows a player's addresses"),
        ({"proof": "code", "proof_least": "code"}, False, True, "all emails need a code"),
    ],
)
def test_the_doctor_tells_which_proof_holds(settings: dict[str, object], has_dns: bool, well: bool, told: str) -> None:
    _what, is_well, sentence = proof_finding(Mail.model_validate(settings), has_dns=has_dns)
    assert is_well is well and told in sentence


@pytest.mark.parametrize("value", ['"mx.a.test"', '["mx a.test"]', '[""]', "[1]"])
def test_names_of_receivers_are_words(tmp_path: Path, value: str) -> None:
    with new_place(tmp_path) as place:
        with place.config.open("a") as file:
            file.write(f"authserv_id = {value}\n")
        assert "authserv_id" in place.pbem("doctor", status=1).output


def test_the_operator_chooses_for_a_player_and_mails_links(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert")
        place.pbem("player", "set", "anna@player.test", "--proof", "code")
        assert chosen(place) == "code"
        place.pbem("player", "set", "anna@player.test", "--proof", "server")
        assert chosen(place) is None
        said = place.pbem("player", "add-address", "anna@player.test", "anna@work.test").output
        assert "an email with a link goes there" in said
        assert "not an email address" in place.pbem("player", "add-address", "anna@player.test", "x", status=1).output
        anna = place.database.write(lambda tx: confirm(tx, "anna@home.test"))
        assert place.pbem("player", "list").output.splitlines() == [
            "name  address           notes",
            "Anna  anna@player.test  en",
            "      anna@home.test    writes from here too",
            "      anna@work.test    not confirmed yet",
            "Bert  bert@player.test  en",
        ]
        place.database.write(lambda tx: confirm(tx, "anna@work.test"))
        with place.database.read() as tx:
            assert list_other_addresses(tx, anna) == ["anna@home.test", "anna@work.test"]
        place.pbem("player", "remove-address", "anna@work.test", "anna@work.test")
        place.pbem("player", "remove-address", "anna@player.test", "anna@work.test", status=1)
        assert "proof of senders" in place.pbem("doctor").output


def test_a_club_without_pages_adds_addresses_and_is_told_that_mails_have_no_links(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert")
        assert "emails stay on this machine" in place.pbem("doctor").output
        with place.config.open("a") as file:
            file.write('\n[mail.sendmail]\ncommand = "/bin/true {recipient}"\n')
        assert "emails have no links" in place.pbem("doctor").output
        refused = place.pbem("player", "add-address", "anna@player.test", "anna@work.test", status=1).output
        assert "add --confirmed" in refused
        text = place.pbem("player", "add-address", "anna@player.test", "anna@work.test", "--confirmed").output
        assert "Emails from anna@work.test now count as Anna's." in text
        taken = place.pbem("player", "add-address", "anna@player.test", "bert@player.test", "--confirmed", status=1)
        assert "bert@player.test already has an account." in taken.output
        place.pbem("player", "set", "anna@player.test", "--no-press", "--no-announcements")
        place.pbem("player", "set", "anna@player.test", "--announcements")
        with place.database.read() as tx:
            anna = find_player_by_address(tx, "anna@player.test")
            assert anna is not None and list_unwanted(tx, anna.id) == {"press"}
            assert list_other_addresses(tx, anna.id) == ["anna@work.test"]
            assert [mail.to_address for mail in mails_after(tx, 0) if mail.kind == "address"] == [
                "anna@player.test",
                "anna@work.test",
            ]


def chosen(place: Place) -> str | None:
    with place.database.read() as tx:
        anna = find_player_by_address(tx, "anna@player.test")
        assert anna is not None
        return find_proof_choice(tx, anna.id)


def confirm(tx: Tx, address: str) -> int:
    """Have an address of Anna's confirmed."""
    anna = find_player_by_address(tx, "anna@player.test")
    assert anna is not None
    add_other_address(tx, anna.id, address, 0)
    return anna.id
