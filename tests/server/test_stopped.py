"""Told to stop, a server finishes what it has in hand; two of them never serve one database."""

import socket

import pytest
from rows_kit import is_quiet
from soak import few

from pbem.clock import system_clock, to_ms
from pbem.daemon.server import Server
from pbem.store.errors import AlreadyServing
from pbem.store.mail.inbox import store_letter
from server.kit import FIRST_TURN, Forked, Penfriend, Place, await_until, kept, serving, settle

IN_HAND = [
    ("2 letter read", 1),
    ("1 row written", 1),
    ("1 letter committed", 1),
    ("5 order decided", 2),
    ("7 before commit", 2),
    ("8 in tmp", 2),
    ("7 after commit", 2),
    ("8 before sending", 1),
]
"""Steps of a letter's way: of its coming, of its reading, of its transaction and of the mails it leads to."""


@pytest.mark.parametrize(("point", "passage"), few(IN_HAND, 2, several=True))
def test_told_to_stop_in_the_middle_it_ends_well_and_the_next_goes_on(
    place: Place, forked: Forked, point: str, passage: int
) -> None:
    anna = Penfriend(place, "e1", 0)
    assert anna.send(anna.letter(*FIRST_TURN), forked.start(place, point, passage, act="stop").smtp())
    assert forked.ended() == 0
    assert (place.folder / "log").read_text() == ""
    found = kept(place)
    assert sum(found.letters.values()) == 1
    assert (found.letters == {"done": 1}) == (found.game.active_seat == 1) == (len(found.mails) == 6)
    settle(place)
    found = kept(place)
    assert found.letters == {"done": 1}
    assert [mail.status for mail in found.mails] == ["sent"] * 6
    place.pbem("doctor")


def test_it_stops_with_nothing_to_do(place: Place, forked: Forked) -> None:
    forked.start(place).smtp()
    assert forked.terminate() == 0


def test_a_second_server_is_refused_and_does_nothing(place: Place, forked: Forked) -> None:
    forked.start(place).smtp()
    said = place.pbem("serve", status=1).output
    assert "is already running" in said
    assert str(place.settings.database) in said
    assert forked.terminate() == 0
    with serving(place) as server, pytest.raises(AlreadyServing):
        Server(place.settings, server.database).start()


def test_after_one_that_was_killed_the_next_may_serve(place: Place, forked: Forked) -> None:
    anna = Penfriend(place, "e1", 0)
    anna.send(anna.letter("status"), forked.start(place, "2 letter found").smtp())
    assert forked.ended() == -9
    settle(place)
    assert kept(place).letters == {"done": 1}


@pytest.mark.parametrize("key", ["port", "listen_port"])
def test_a_taken_port_is_told_and_nothing_is_done(place: Place, key: str) -> None:
    anna = Penfriend(place, "e1", 0)
    letter = anna.letter("status")
    token, sender, now_ms = anna.contact.token, anna.contact.address, to_ms(system_clock())
    place.database.write(lambda tx: store_letter(tx, token, "", sender, now_ms, letter))
    config = place.config.read_text()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        place.config.write_text(config.replace(f"\n{key} = 0", f"\n{key} = {port}"))
        said = place.pbem("serve", status=1).output
    assert str(port) in said
    assert kept(place).letters == {"new": 1}
    place.config.write_text(config)
    settle(place)
    assert kept(place).letters == {"done": 1}


def test_a_letter_that_another_process_has_dealt_with_stops_nobody(place: Place, forked: Forked) -> None:
    text = place.config.read_text(encoding="utf-8")
    place.config.write_text(text.replace("[mail]", "[mail]\nanswers_in_row = 100"), encoding="utf-8")
    anna, bert = Penfriend(place, "e1", 0), Penfriend(place, "e1", 1)
    with serving(place) as server:
        letter = anna.letter("status")
        eml = place.folder / "letter.eml"
        eml.write_bytes(letter)
        for number in range(6):
            eml.write_bytes(letter + f"# {number}\r\n".encode())
            place.pbem("mail", "inject", eml)
        assert bert.send(bert.letter("status"), server.listener.port)
        await_until(lambda: is_quiet(place.database), "quiet")
    assert kept(place).letters == {"done": 7}
    assert len(kept(place).mails) == 3 + 7
