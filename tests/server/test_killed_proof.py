"""Killed between the look for proof of a sender and its end, a server does nothing twice and forgets no letter."""

import pytest
from rows_kit import is_quiet, mails_of_player

from pbem.store.mail.inbox import get_origin_of
from pbem.store.players.player import find_player_by_address
from server.kit import FIRST_TURN, Forked, Penfriend, Place, await_until, kept, serving

VOUCHED = b"Authentication-Results: mx.club.example; dkim=pass header.d=player.test\r\n"


def named(place: Place) -> Place:
    """The same with a mail server of its own, whose word is asked for of all letters."""
    with place.config.open("a") as file:
        file.write('authserv_id = ["mx.club.example"]\n')
    return place


def settle(place: Place, anna: Penfriend, letter: bytes) -> None:
    """A server does what was left to do, and is brought the letter once more."""
    with serving(place) as server:
        assert anna.send(letter, server.listener.port)
        await_until(lambda: is_quiet(server.database), "quiet")


def notices(place: Place) -> list[str]:
    with place.database.read() as tx:
        anna = find_player_by_address(tx, "anna@player.test")
        assert anna is not None
        return [mail.status for mail in mails_of_player(tx, anna.id) if mail.kind == "notice"]


@pytest.mark.parametrize("point", ["3 proof noted", pytest.param("2 sender looked at", marks=pytest.mark.soak)])
def test_a_proved_letter_is_carried_out_once(place: Place, forked: Forked, point: str) -> None:
    anna = Penfriend(named(place), "e1", 0)
    letter = VOUCHED + anna.letter(*FIRST_TURN)
    anna.send(letter, forked.start(place, point).smtp())
    assert forked.ended() == -9
    assert kept(place).letters == {"new": 1}
    settle(place, anna, letter)
    found = kept(place)
    assert found.letters == {"done": 1} and found.game.active_seat == 1
    assert [mail.kind for mail in found.mails if mail.seat == 0] == ["report", "answer"]
    with place.database.read() as tx:
        assert get_origin_of(tx, 1).proof == "dkim"


@pytest.mark.parametrize("point", ["2 sender looked at", pytest.param("3 player told", marks=pytest.mark.soak)])
def test_a_forged_letter_is_told_of_once(place: Place, forked: Forked, point: str) -> None:
    anna = Penfriend(named(place), "e1", 0)
    before = kept(place)
    letter = anna.letter(*FIRST_TURN)
    anna.send(letter, forked.start(place, point).smtp())
    assert forked.ended() == -9
    assert notices(place) == []
    settle(place, anna, letter)
    found = kept(place)
    assert found.letters == {"ignored": 1} and found.log == before.log
    assert notices(place) == ["sent"]
