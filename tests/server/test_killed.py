"""Killed with -9 at any step of a letter's way, a server loses no letter and does nothing twice."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rows_kit import is_quiet

from pbem.store.mail.inbox import count_letters_by_status
from rules_core.line.events import Rolled, TurnEnded, YearBegan
from server.kit import (
    DICE,
    FIRST_TURN,
    Forked,
    Kept,
    Penfriend,
    Place,
    await_until,
    files_to,
    kept,
    new_place,
    open_game,
    pictures_to,
    serving,
    settle,
)
from server.test_relay import Relay

STEPS = [
    ("1 letter come", 1),
    ("1 row written", 1),
    ("1 letter committed", 1),
    ("1 reply said", 1),
    ("2 letter found", 1),
    ("2 letter read", 1),
    ("4 game opened", 1),
    ("2 letter read ahead", 1),
    ("3 sender known", 1),
    ("4 game opened", 2),
    ("5 orders bound", 1),
    *(("5 order decided", order) for order in range(1, len(FIRST_TURN) + 1)),
    ("6 answer composed", 1),
    ("6 report composed", 1),
    ("6 report composed", 2),
    ("7 log written", 1),
    ("7 facts written", 1),
    ("7 snapshot written", 1),
    *(("7 mail written", mail) for mail in (1, 2, 3)),
    ("7 letter closed", 1),
    ("7 before commit", 2),
    ("7 after commit", 2),
    ("7 others told", 1),
    ("8 mails found", 1),
    ("8 drawing begun", 1),
    ("8 map drawn", 1),
    ("8 drawing kept", 1),
    ("8 bytes kept", 1),
    ("7 before commit", 3),
    ("7 after commit", 3),
    *((point, mail) for mail in (1, 2, 3) for point in ("8 before sending", "8 in tmp", "8 in new", "8 sent")),
    ("8 marked", 1),
    ("7 before commit", 4),
    ("7 after commit", 4),
]
"""The points of `kill_driver.py` in the order in which a letter passes them, each with how often it is passed before.

The third transaction is the postman's, who fixes the bytes of mails and keeps the map; the fourth notes that they are
sent.
"""
DIALOGUE = [
    *(("8 relay asked", step) for step in (1, 2, 3)),
    ("8 content complete", 1),
    ("8 reply came", 1),
    ("8 marked", 1),
]
"""The same of a mail's way to a relay."""
BETWEEN = {("5 order decided", 2), ("5 order decided", 3), ("7 mail written", 2)} | {
    (point, 2) for point in ("8 before sending", "8 in tmp", "8 in new", "8 sent")
}
"""Passages between a first and a last one, which the soak alone has."""
BEHIND_THE_END = ("8 reply came", "8 marked")
RACING = ("1 reply said", "7 others told")
"""Points that a server need not come to: the worker may be ahead, and one that dies at the commit tells nobody."""
COMMITS = ("7 before commit", "7 after commit")
BEFORE_250 = ("1 letter come", "1 row written", "1 letter committed")


@pytest.fixture(scope="module")
def undisturbed(begun: Place, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """What becomes of the first turn on a server that nobody kills."""
    with begun.copy(tmp_path_factory.mktemp("undisturbed")) as place:
        anna = Penfriend(place, "e1", 0)
        deal_with_the_rest(place, anna, anna.letter(*FIRST_TURN))
        found = kept(place)
    assert found.game.active_seat == 1
    assert len(found.events(Rolled)) == 1
    return found


def assert_dealt_with_once(place: Place, undisturbed: Kept) -> None:
    """The letter was carried out once, with the same dice; one answer to its sender, one report to each other."""
    found = kept(place)
    assert found.log == undisturbed.log
    assert found.dice == DICE
    assert found.letters == {"done": 1}
    assert Counter((mail.seat, mail.kind, mail.status) for mail in found.mails) == {
        (0, "report", "sent"): 1,
        (0, "answer", "sent"): 1,
        (1, "report", "sent"): 2,
        (2, "report", "sent"): 2,
    }
    for seat, name in enumerate(("Anna", "Bert", "Clara")):
        lying = sorted(mail.message_id for mail in files_to(place, name))
        assert lying == sorted(mail.message_id for mail in found.mails if mail.seat == seat)
    place.pbem("doctor")


def deal_with_the_rest(place: Place, player: Penfriend, letter: bytes | None) -> None:
    """A server does all that was left to do, and takes the letter, if there is one, once more."""
    with serving(place) as server:
        if letter is not None:
            assert player.send(letter, server.listener.port)
        await_until(lambda: is_quiet(server.database), "quiet")


@pytest.mark.parametrize(
    ("point", "passage"),
    [pytest.param(point, passage, marks=() if point in RACING else pytest.mark.soak) for point, passage in STEPS],
)
def test_killed_at_a_step_it_loses_nothing_and_does_nothing_twice(
    place: Place, forked: Forked, undisturbed: Kept, point: str, passage: int
) -> None:
    anna = Penfriend(place, "e1", 0)
    letter = anna.letter(*FIRST_TURN)
    accepted = anna.send(letter, forked.start(place, point, passage).smtp())
    assert forked.ended() == -9
    assert not (accepted and point in BEFORE_250)
    deal_with_the_rest(place, anna, None if accepted else letter)
    assert_dealt_with_once(place, undisturbed)


def test_killed_at_every_step_one_after_the_other_it_ends_as_if_it_never_had_been(
    place: Place, forked: Forked, undisturbed: Kept
) -> None:
    anna = Penfriend(place, "e1", 0)
    letter = anna.letter(*FIRST_TURN)
    begun = kept(place)
    accepted = False
    for point, passage in STEPS:
        if point in RACING or (point, passage) in BETWEEN:
            continue
        forked.start(place, point, 1 if point in COMMITS else passage)
        if point.startswith("1 "):
            accepted = anna.send(letter, forked.smtp())
            assert not (accepted and point in BEFORE_250)
        assert forked.ended() == -9
        found = kept(place)
        assert (found.log, len(found.mails)) in [(whole.log, len(whole.mails)) for whole in (begun, undisturbed)], point
    deal_with_the_rest(place, anna, None if accepted else letter)
    assert_dealt_with_once(place, undisturbed)


@pytest.mark.soak
def test_killed_while_a_map_is_drawn_the_map_is_drawn_by_the_next(
    place: Place, forked: Forked, undisturbed: Kept
) -> None:
    anna = Penfriend(place, "e1", 0)
    assert anna.send(anna.letter(*FIRST_TURN), forked.start(place, "8 map drawn", 1).smtp())
    assert forked.ended() == -9
    settle(place)
    assert_dealt_with_once(place, undisturbed)
    for name in ("Anna", "Bert", "Clara"):
        assert all(picture is not None for picture in pictures_to(place, name))


@pytest.mark.parametrize("point", ["1 letter committed", pytest.param("1 row written", marks=pytest.mark.soak)])
def test_killed_while_letters_share_a_commit_none_is_acknowledged_and_lost(
    place: Place, forked: Forked, point: str
) -> None:
    port = forked.start(place, point, 2).smtp()
    players = [Penfriend(place, "e1", seat) for seat in range(3)]
    letters = [(player, player.letter("check", f"# {number}")) for number in range(3) for player in players]
    with ThreadPoolExecutor(len(letters)) as systems:
        accepted = list(systems.map(lambda sent: sent[0].send(sent[1], port), letters))
    assert forked.ended() == -9
    with place.database.read() as tx:
        stored = sum(count_letters_by_status(tx).values())
    assert sum(accepted) <= stored
    assert sum(accepted) < len(letters), "those of the second commit, which may be all others, got no answer"
    with serving(place) as server:
        for (player, raw), was_accepted in zip(letters, accepted, strict=True):
            assert was_accepted or player.send(raw, server.listener.port)
        await_until(lambda: is_quiet(server.database), "quiet")
    assert sum(kept(place).letters.values()) == len(letters)


@pytest.mark.parametrize("taken", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_killed_when_a_relay_has_taken_a_mail_it_repeats_that_one_alone_and_as_it_was(
    tmp_path: Path, forked: Forked, taken: int
) -> None:
    relay = Relay()
    relay.open()
    settings = f'relay = {{host = "127.0.0.1", port = {relay.port}, tls = "none", connections = 1}}'
    with new_place(tmp_path, mail=settings) as place:
        for _game in range(2):
            open_game(place, "Anna", "Bert", "Clara")
        forked.start(place, "8 relay has taken", taken)
        assert forked.ended() == -9
        assert len(relay.sink.taken) == taken
        assert [mail.status for tag in ("e1", "e2") for mail in kept(place, tag).mails].count("sent") == taken - 1
        with serving(place):
            await_until(lambda: is_quiet(place.database), "quiet")
    relay.shut()
    sent = Counter(raw for _from, _to, raw in relay.sink.taken)
    assert sorted(sent.values()) == [1, 1, 1, 1, 1, 2]
    assert relay.sink.taken[taken - 1] == relay.sink.taken[taken]


def test_killed_at_every_step_of_a_relays_dialogue_only_a_mail_that_was_taken_comes_twice(
    tmp_path: Path, forked: Forked
) -> None:
    relay = Relay()
    relay.open()
    settings = f'relay = {{host = "127.0.0.1", port = {relay.port}, tls = "none", connections = 2}}'
    with new_place(tmp_path, mail=settings) as place:
        open_game(place, "Anna", "Bert", "Clara")
        for point, passage in DIALOGUE:
            forked.start(place, point, passage)
            assert forked.ended() == -9
        with serving(place):
            await_until(lambda: is_quiet(place.database), "quiet")
        assert {mail.status for mail in kept(place).mails} == {"sent"}
    relay.shut()
    sent = Counter(raw for _from, _to, raw in relay.sink.taken)
    assert len(sent) == 3
    # A server that dies behind the end of a mail repeats that one, and the one that was on its way beside it.
    assert sum(sent.values()) <= 3 + 2 * sum(point in BEHIND_THE_END for point, _passage in DIALOGUE)


@pytest.mark.parametrize(
    ("point", "turn"),
    [
        ("bot's turn found", 2),
        pytest.param("bot's turn saved", 1, marks=pytest.mark.soak),
        ("bot's turn committed", 1),
        pytest.param("bot's turn found", 1, marks=pytest.mark.soak),
        pytest.param("bot's turn saved", 2, marks=pytest.mark.soak),
        pytest.param("bot's turn committed", 2, marks=pytest.mark.soak),
    ],
)
def test_killed_in_a_bots_turn_it_is_played_once(tmp_path: Path, forked: Forked, point: str, turn: int) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", ("Bertbot", "heuristic"), ("Clarabot", "heuristic"))
        settle(place)
        anna = Penfriend(place, "e1", 0)
        accepted = anna.send(anna.letter(*FIRST_TURN), forked.start(place, point, turn).smtp())
        assert forked.ended() == -9
        assert accepted
        settle(place)
        found = kept(place)
        assert [event.seat for event in found.events(TurnEnded)] == [0, 1, 2, 1, 2]
        assert [event.year for event in found.events(YearBegan)] == [1, 2]
        assert found.dice == DICE
        assert Counter((mail.kind, mail.status) for mail in found.mails) == {
            ("report", "sent"): 5,
            ("answer", "sent"): 1,
        }
        assert len(files_to(place, "Anna")) == 6
        place.pbem("doctor")
