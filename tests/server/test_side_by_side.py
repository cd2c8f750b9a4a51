"""Mails that are under way together: in their order, none waiting for another, each sent once, however it ends."""

import socket
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from patching_kit import patch
from relay_kit import DROP, HANG, RudeRelay
from renderer_kit import RENDERER
from rows_kit import is_quiet
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from pbem.daemon import sender as sender_module
from pbem.daemon.sender import Sender
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.outgoing import Outgoing
from pbem.mail.sending.transport import Sent
from pbem.store import Tx
from pbem.store.mail.outbox import get_mail
from pbem.store.mail.sending import MailHoldRow, find_mail_failure, find_mail_hold
from pbem.store.players.player import find_player_by_address
from server.kit import Forked, Place, address_of, await_until, kept, open_game
from server.sending_kit import ALL, Sending


def test_mails_to_one_player_in_one_game_leave_in_their_order(sending: Sending) -> None:
    sending.relay.refused[address_of("Anna")] = "451 4.3.0 later"
    sending.send()
    first = sending.mails()[0]
    with sending.place.database.read() as tx:
        player = find_player_by_address(tx, address_of("Anna"))
    assert player is not None
    sending.clock.advance(timedelta(seconds=10))
    second = sending.enqueue_after(first)
    assert sending.send()[0] == "due"
    assert status(sending, second) == "due"
    sending.relay.refused.clear()
    sending.send(timedelta(minutes=1))
    assert status(sending, second) == "sent"
    assert [b"<second@" in raw for to, raw in sending.relay.taken if to == address_of("Anna")] == [False, True]


class Overlooking(RudeRelay):
    """A relay that takes its time, and knows how many mails for one recipient it was handed at a time."""

    def __post_init__(self) -> None:
        """Count from nothing."""
        super().__post_init__()
        self.counting, self.inside, self.most = threading.Lock(), Counter[str](), Counter[str]()

    def _take(self, connection: socket.socket, lines: Any, recipient: str) -> None:
        with self.counting:
            self.inside[recipient] += 1
            for who in (recipient, "all"):
                at_once = self.inside.total() if who == "all" else self.inside[who]
                self.most[who] = max(self.most[who], at_once)
        time.sleep(0.05)  # in which another connection could begin
        super()._take(connection, lines, recipient)
        with self.counting:
            self.inside[recipient] -= 1


def test_mails_of_one_thread_are_never_under_way_side_by_side(waiting: Place, tmp_path: Path) -> None:
    relay = Overlooking()
    with relay, waiting.copy(tmp_path) as place:
        sending = Sending(place, relay, connections=4)
        first = sending.mails()[0]
        own = [first.message_id, *(f"<{number}@seats.test>" for number in range(3))]
        for message_id in own[1:]:
            sending.enqueue_after(first, message_id)
        sending.send()
        sending.sender._pool.await_all()
        to_anna = [raw for to, raw in relay.taken if to == address_of("Anna")]
        assert [[one.encode() in raw for one in own].index(True) for raw in to_anna] == [0, 1, 2, 3]
        assert (relay.most[address_of("Anna")], relay.most["all"] > 1) == (1, True)


def test_none_waits_for_another_for_hours(sending: Sending) -> None:
    sending.relay.script["end"] = [DROP]
    sending.send()
    (doubtful,) = [mail for mail in sending.mails() if mail.status == "due"]
    second = sending.enqueue_after(doubtful)
    sending.send(timedelta(minutes=1))
    assert status(sending, second) == "sent"


def status(sending: Sending, mail_id: int) -> str:
    with sending.place.database.read() as tx:
        return get_mail(tx, mail_id).status


@pytest.mark.parametrize("fails", ["sent", "due"])
def test_what_was_taken_and_cannot_be_noted_is_not_sent_again(sending: Sending, fails: str) -> None:
    if fails == "due":
        sending.relay.script["end"] = [DROP]
    file = sending.place.settings.database
    full = f"CREATE TRIGGER full BEFORE UPDATE ON mail WHEN new.attempts > 0 AND new.status = '{fails}'"
    with closing(sqlite3.connect(file)) as other:
        other.execute(f"{full} BEGIN SELECT raise(ABORT, 'database or disk is full'); END")
        other.commit()
        with capture_logs():
            sending.sender.round()
            for _round in range(5):
                with pytest.raises(DBAPIError):
                    sending.sender.round()
        assert len(sending.relay.taken) == 1
        other.execute("DROP TRIGGER full")
        other.commit()
    assert sending.send(timedelta(minutes=30)) == ["sent"] * 3
    assert len(sending.relay.taken) == 3 + (fails == "due")


def test_a_mail_that_hangs_keeps_no_other_waiting(waiting: Place, tmp_path: Path, relay: RudeRelay) -> None:
    relay.script["end"] = [HANG]
    with waiting.copy(tmp_path) as place:
        sending = Sending(place, relay, Timeouts(), connections=2)
        sending.send()
        assert sending.states().count("sent") == 2
        begun = time.monotonic()
        sending.sender.stop()
        assert time.monotonic() - begun < 60
        (doubtful,) = [number for number, state in enumerate(sending.states()) if state == "due"]
        failure = sending.failure(doubtful)
        assert failure is not None and failure.cause == "doubt"
        assert sending.wait_of(doubtful) == timedelta(minutes=30)


@pytest.mark.parametrize(("step", "taken"), [("greeting", 0), ("RCPT", 0), ("end", 1)])
def test_it_ends_within_seconds_wherever_it_waits_and_the_next_goes_on(
    waiting: Place, tmp_path: Path, relay: RudeRelay, monkeypatch: pytest.MonkeyPatch, step: str, taken: int
) -> None:
    monkeypatch.setattr(sender_module, "FINISHING_SECONDS", 0.2)
    relay.script[step] = [HANG]
    with waiting.copy(tmp_path) as place:
        sending = Sending(place, relay, Timeouts())
        sending.sender.start()
        assert relay.hung.wait(30)
        begun = time.monotonic()
        sending.sender.stop()
        assert time.monotonic() - begun < 60
        assert len(relay.taken) == taken
        assert sending.hold() is None
        assert [mail.attempts for mail in sending.mails()] == [taken, 0, 0]
        following = Sending(place, relay)
        assert following.send().count("sent") == 3 - taken
        assert following.send(timedelta(minutes=30)) == ["sent"] * 3
        assert following.taken == sorted(ALL + ["anna"] * taken)


def test_a_process_ends_within_seconds_in_the_middle_of_the_longest_wait(
    waiting: Place, tmp_path: Path, relay: RudeRelay, forked: Forked
) -> None:
    relay.script["end"] = [HANG]
    with waiting.copy(tmp_path) as place:
        with place.config.open("a") as file:
            file.write(f'[mail.relay]\nhost = "127.0.0.1"\nport = {relay.port}\ntls = "none"\nconnections = 1\n')
        forked.start(place)
        assert relay.hung.wait(60)
        begun = time.monotonic()
        assert forked.terminate() == 0
        assert time.monotonic() - begun < 60
        assert len(relay.taken) == 1
        (doubtful,) = [mail for mail in kept(place).mails if mail.attempts]
        with place.database.read() as tx:
            failure = find_mail_failure(tx, doubtful.id)
        assert failure is not None and failure.cause == "doubt"


def test_over_several_connections_each_mail_leaves_once(waiting: Place, tmp_path: Path, relay: RudeRelay) -> None:
    with waiting.copy(tmp_path) as place:
        sending = Sending(place, relay, Timeouts(), connections=3)
        for _game in range(3):
            open_game(place, "Anna", "Bert", "Clara", clock=sending.clock)
        sending.send()
        await_until(lambda: is_quiet(place.database), "quiet")
        assert len(relay.taken) == len(set(relay.taken)) == 12
        assert 1 <= relay.count("EHLO") <= 3
        sending.sender.stop()


class Gate:
    """A way out that takes Anna's mail when it is let through, and all others at once."""

    repeats_are_one = False
    connections = 2

    def __init__(self) -> None:
        self.open = threading.Event()
        self.taken: list[str] = []

    def send(self, mail: Outgoing, _content: bytes | None = None) -> Sent:
        """Take a mail."""
        if mail.to_address == address_of("Anna"):
            assert self.open.wait(30)
        self.taken.append(mail.to_address)
        return Sent("250")

    def close(self) -> None:
        """Nothing is held."""

    def abort(self) -> None:
        """Nothing is held."""


def test_a_mail_that_is_noted_while_others_are_looked_for_is_not_sent_again(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    sender = Sender(sending.place.database, gate, sending.clock, sending.place.settings, RENDERER)
    assert sender.round()
    assert sender.round() is False
    find_hold = find_mail_hold

    def slow(tx: Tx) -> MailHoldRow | None:
        found = find_hold(tx)  # with which the snapshot begins
        if not gate.open.is_set():
            gate.open.set()
            await_until(lambda: sending.states() == ["sent"] * 3, "the note")
            await_until(lambda: not sender._in_flight.ids, "the end of it")
        return found

    patch(monkeypatch, find_mail_hold, slow)
    sender.round()
    sender.stop()
    assert sorted(gate.taken) == [address_of(name) for name in ("Anna", "Bert", "Clara")]
