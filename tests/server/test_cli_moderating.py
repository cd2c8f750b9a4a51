"""Commands by which the operator acts as moderators do: told first, asked, and done."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.clock import iso
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import list_notes
from pbem.store.mail.inbox import MAX_ATTEMPTS, fail_letter, get_letter, store_letter
from pbem.store.mail.sending import ReachRow, put_reach
from pbem.store.moderation.disputes import get_dispute, list_rulings_on
from pbem.store.moderation.secrets import grant_access, list_secret_accesses
from pbem.store.players.player import list_moderators
from server.kit import Penfriend, Place, deal_with, kept, new_place, open_game


@pytest.fixture
def place(begun: Place, tmp_path: Path) -> Iterator[Place]:
    """A game that has just begun, to be changed."""
    with begun.copy(tmp_path) as place:
        yield place


def row(place: Place) -> GameRow:
    return kept(place).game


def test_an_act_is_told_first_and_done_when_it_is_wanted(place: Place) -> None:
    refused = place.pbem("game", "hold", "e1", "--reason", "I look into it.", typed=b"n\n", status=1).output
    assert "e1 is on hold: no deadline runs" in refused
    assert "Nothing was done." in refused
    assert row(place).held_ms is None
    done = place.pbem("game", "hold", "e1", "--reason", "I look into it.", typed=b"y\n").output
    assert "Do it?" in done
    assert "e1 is on hold. Everyone in it will be told." in done
    assert "e1 is already on hold." in place.pbem("game", "hold", "e1", "--reason", "x", "--yes", status=1).output
    assert "on hold" in place.pbem("game", "list").output
    place.pbem("game", "release", "e1", "--reason", "All is well.", "--yes")
    assert row(place).held_ms is None
    place.pbem("game", "release", "e1", "--yes", status=2)


def test_programs_are_told_in_json_and_nothing_is_done_without_their_yes(place: Place) -> None:
    found = json.loads(place.pbem("game", "cancel", "e1", "--reason", "x", "--json").output)
    assert found["done"] is False
    assert found["sentences"] == ["e1 ends without a result; it counts for nobody."]
    assert row(place).status == "playing"
    found = json.loads(place.pbem("game", "cancel", "e1", "--reason", "x", "--json", "--yes").output)
    assert (found["done"], row(place).status) == (True, "over")


def test_seats_positions_and_announcements(place: Place) -> None:
    place.pbem("player", "add", "Zoe", "zoe@player.test")
    position = row(place).position
    deal_with(place, Penfriend(place, "e1", 0).letter("buy weiden", "end"), 0)
    assert row(place).position > position
    place.pbem("game", "rollback", "e1", str(position), "--reason", "A fault of ours.", "--yes")
    place.pbem("game", "amend", "e1", "give 1 1 ?", "--reason", "A die was lost.", "--yes")
    assert (
        "starts with one of these"
        in place.pbem("game", "amend", "e1", "zorg", "--reason", "x", "--yes", status=1).output
    )
    said = place.pbem("game", "substitute", "e1", "1", "--by", "Zoe", "--reason", "He has left.", "--yes").output
    assert "It is offered to Zoe." in said
    place.pbem("game", "announce", "Hello.", "--tag", "e1", "--yes")
    place.pbem("game", "announce", "Hello, all of you.", "--yes")
    with place.database.read() as tx:
        notes = [json.loads(note.payload)["about"] for note in list_notes(tx, 1)]
    assert notes == ["rolled back", "amended", "removed with reason", "offered to one named", "announced", "announced"]
    for command in (("hold",), ("rollback", "1"), ("amend", "x"), ("substitute", "1")):
        said = place.pbem("game", command[0], "e9", *command[1:], "--reason", "x", "--yes", status=1).output
        assert "There is no game e9." in said


def test_disputes_are_ruled_on_once_more_and_opened_again(place: Place) -> None:
    deal_with(place, Penfriend(place, "e1", 0).letter("buy weiden", "end"), 0)
    deal_with(place, Penfriend(place, "e1", 1).letter("dispute: May she?"), 1)
    (listed,) = json.loads(place.pbem("dispute", "list", "--json").output)
    assert (listed["dispute"], listed["game"], listed["text"]) == (1, "e1", "May she?")
    requested = ("--reason", "She may.", "--yes")
    assert "You have ruled on dispute 1." in place.pbem("dispute", "rule", 1, "uphold FR-14", *requested).output
    assert "already closed" in place.pbem("dispute", "rule", 1, "uphold FR-14", *requested, status=1).output
    place.pbem("dispute", "supersede", 1, "uphold FR-31", *requested)
    place.pbem("dispute", "reopen", 1, *requested)
    with place.database.read() as tx:
        assert [row.rule for row in list_rulings_on(tx, 1)] == ["FR-14", "FR-31"]
        assert get_dispute(tx, 1).status == "open"
    assert "There is no dispute 7." in place.pbem("dispute", "reopen", 7, *requested, status=1).output


def test_players_are_made_moderators(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        place.pbem("player", "add", "Mona", "mona@player.test")
        for options, roles in (((), ["moderator"]), (("--take",), [])):
            place.pbem("player", "role", "mona@player.test", "moderator", *options)
            (listed,) = json.loads(place.pbem("player", "list", "--json").output)
            assert listed["roles"] == roles
        place.pbem("player", "role", "mona@player.test", "moderator")
        place.pbem("player", "set", "mona@player.test", "--zone", "UTC")
        with place.database.read() as tx:
            assert [one.name for one in list_moderators(tx)] == ["Mona"]
        open_game(place, "Anna", ("Bodo", "random"))
        with place.database.read() as tx:
            (mona,) = [one.id for one in list_moderators(tx)]
        place.database.write(lambda tx: grant_access(tx, 1, mona, None, 0))
        place.pbem("player", "role", "mona@player.test", "moderator", "--take")
        with place.database.read() as tx:
            assert all(sight.until_ms is not None for sight in list_secret_accesses(tx, 1))


def test_letters_that_were_put_aside_are_listed_and_dealt_with_once_more(place: Place) -> None:
    assert "No email was set aside." in place.pbem("letter", "list").output
    assert "No email 7 was set aside." in place.pbem("letter", "retry", "7", status=1).output

    def put_aside(tx: Tx) -> int:
        letter_id, _is_new = store_letter(tx, "canary", "<1@far.test>", "ada@player.test", 0, b"To: x\r\n\r\nend")
        for _ in range(MAX_ATTEMPTS):
            fail_letter(tx, letter_id, "RuntimeError: the disk is full")
        return letter_id

    letter_id = place.database.write(put_aside)
    (listed,) = json.loads(place.pbem("letter", "list", "--json").output)
    assert (listed["id"], listed["outcome"]) == (letter_id, "RuntimeError: the disk is full")
    place.pbem("letter", "retry", str(letter_id))
    with place.database.read() as tx:
        assert get_letter(tx, letter_id).status == "new"


def test_letters_that_were_ignored_are_listed_and_dealt_with_once(place: Place) -> None:
    assert "No email was ignored." in place.pbem("letter", "list", "--ignored").output
    penfriend = Penfriend(place, "e1", 0)
    raw = penfriend.letter("status")
    deal_with(place, b"Auto-Submitted: auto-generated\r\n" + raw, 0)
    (listed,) = json.loads(place.pbem("letter", "list", "--ignored", "--json").output)
    assert (listed["game"], listed["can be dealt with"]) == ("e1", True)
    assert listed["reason"] == "It says that it was written automatically, as absence notices are."
    assert "is waiting to be processed" in place.pbem("letter", "deal", str(listed["id"])).output
    assert "Nothing is done twice" in place.pbem("letter", "deal", str(listed["id"]), status=1).output
    with place.database.read() as tx:
        assert get_letter(tx, listed["id"]).status == "new"


def test_players_whose_mails_come_back_are_told_of(place: Place) -> None:
    assert "emails to all players arrive" in place.pbem("doctor").output
    seat = Penfriend(place, "e1", 0).contact
    gone = ReachRow(seat.player_id, seat.address, suspended_ms=1_795_000_000_000)
    place.database.write(lambda tx: put_reach(tx, gone))
    assert "mails to 1 player came back" in place.pbem("doctor").output
    stopped = {
        one["address"]: one["mails stopped"] for one in json.loads(place.pbem("player", "list", "--json").output)
    }
    assert {address: since for address, since in stopped.items() if since} == {seat.address: iso(1_795_000_000_000)}
