"""The sender with a relay that refuses, hangs up or falls silent: what is held, tried again, given up, never twice."""

import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from patching_kit import patch
from relay_kit import DROP, HANG, PATIENT, RudeRelay, short_at
from renderer_kit import RENDERER
from rows_kit import is_quiet
from simulated_kit import StoppedClock
from soak import few
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from pbem.clock import from_ms, to_ms
from pbem.daemon import sender as sender_module
from pbem.daemon.sender import Sender
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.outgoing import Outgoing
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.transport import Sent
from pbem.store import Tx
from pbem.store.mail.outbox import MailFailureRow, MailRow, get_mail, resend_mail
from pbem.store.mail.sending import MailHoldRow, end_mail_hold, find_mail_failure, find_mail_hold, put_mail_hold
from pbem.store.players.player import find_player_by_address
from pbem.store.tables import NEW
from server.kit import BEGINNING, Forked, Place, address_of, await_until, kept, new_place, open_game

DAY = timedelta(days=1)


@pytest.fixture
def relay() -> Iterator[RudeRelay]:
    with RudeRelay() as relay:
        yield relay


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A game of three, whose first reports wait to be sent; to be copied."""
    place = new_place(tmp_path_factory.mktemp("waiting"))
    open_game(place, "Anna", "Bert", "Clara", clock=StoppedClock(BEGINNING))
    place.close()
    return place


class Sending:
    """A place, a sender without its thread, and a clock; mails are sent by calling it."""

    def __init__(self, place: Place, relay: RudeRelay, timeouts: Timeouts = PATIENT, **changes: Any) -> None:
        self.place = place
        self.relay = relay
        self.clock = StoppedClock(BEGINNING)
        settings = relay.settings(**{"connections": 1, **changes})
        self.transport = RelayTransport(settings, helo_name="seats.test", timeouts=timeouts)
        self.sender = Sender(place.database, self.transport, self.clock, place.settings, RENDERER)

    def send(self, later: timedelta = timedelta(0)) -> list[str]:
        """Do what is due after a while; return all mails' states."""
        self.clock.advance(later)
        while self.sender.round():
            pass
        return self.states()

    def until_sent(self, most: timedelta) -> None:
        """Go on for a while, some minutes at a time."""
        end = self.clock() + most
        while self.clock() < end and set(self.send(timedelta(minutes=10))) != {"sent"}:
            pass

    def mails(self) -> list[MailRow]:
        """All mails."""
        return kept(self.place).mails

    def states(self) -> list[str]:
        """Their states, by seats."""
        return [mail.status for mail in self.mails()]

    def hold(self) -> MailHoldRow | None:
        """Why none leaves."""
        with self.place.database.read() as tx:
            return find_mail_hold(tx)

    def failure(self, seat: int) -> MailFailureRow | None:
        """How a seat's mail failed."""
        with self.place.database.read() as tx:
            return find_mail_failure(tx, self.mails()[seat].id)

    def wait_of(self, seat: int) -> timedelta:
        """How long a seat's mail waits from now on."""
        return from_ms(self.mails()[seat].next_ms) - self.clock()

    @property
    def taken(self) -> list[str]:
        """Who the relay has mails for, in any order."""
        return sorted(to.partition("@")[0] for to, _raw in self.relay.taken)


@pytest.fixture
def sending(waiting: Place, tmp_path: Path, relay: RudeRelay) -> Iterator[Sending]:
    with waiting.copy(tmp_path) as place:
        yield Sending(place, relay)


ALL = ["anna", "bert", "clara"]


@pytest.mark.parametrize(
    ("step", "reply"),
    few(
        [
            ("greeting", "554 5.7.1 your address is blocked"),
            ("AUTH", "535 5.7.8 authentication failed"),
            ("MAIL", "530 5.7.0 authentication required"),
            ("MAIL", "553 5.7.1 sender address rejected"),
            ("RCPT", "554 5.7.1 relay access denied"),
            ("end", "550 5.7.26 unauthenticated mail is not accepted"),
        ],
        2,
        several=True,
    ),
)
def test_a_refusal_of_all_holds_the_queue_for_weeks_and_gives_nothing_up(
    waiting: Place, tmp_path: Path, relay: RudeRelay, step: str, reply: str
) -> None:
    relay.always[step] = reply
    with waiting.copy(tmp_path) as place, capture_logs() as logs:
        sending = Sending(place, relay, user="dice", password="open sesame")
        assert sending.send() == ["due"] * 3
        hold = sending.hold()
        assert hold is not None and (hold.reply, hold.tries) == (reply, 1)
        assert not sending.sender.round()
        tried = relay.count("EHLO")
        for _day in range(12):
            assert sending.send(DAY) == ["due"] * 3
        assert relay.count("EHLO") - tried <= 24
        hold = sending.hold()
        assert hold is not None and hold.since_ms <= sending.mails()[0].created_ms + 3_600_000
        assert [log["event"] for log in logs].count("no mail leaves for now; `pbem doctor` says what to do") == 1
        assert "player.test" not in str(logs)
        relay.always.clear()
        relay.taken.clear()
        sending.until_sent(3 * DAY)
        assert sending.taken == ALL
        assert sending.hold() is None
        assert logs[-1]["event"] == "mails leave again"


def test_a_relay_that_cannot_be_reached_holds_the_queue_and_is_tried_within_minutes(sending: Sending) -> None:
    sending.relay.always["greeting"] = DROP
    sending.send()
    assert {mail.attempts for mail in sending.mails()} == {0}
    for _day in range(9):
        sending.send(DAY)
    sending.relay.always.clear()
    assert sending.send(timedelta(minutes=15)) == ["sent"] * 3
    assert sending.taken == ALL


def test_one_mail_that_is_refused_holds_up_no_other_and_ends_in_days(sending: Sending) -> None:
    sending.relay.refused[address_of("Bert")] = "554 5.7.1 this one is spam"
    assert sending.send() == ["sent", "due", "sent"]
    assert sending.hold() is None
    assert sending.wait_of(1) == timedelta(minutes=5)
    with capture_logs() as logs:
        open_game(sending.place, "Dora", "Emil", clock=sending.clock)
        for _quarter in range(6 * 24 * 4):
            sending.send(timedelta(minutes=15))
    assert sending.relay.count("RCPT TO:<BERT") < 40
    assert sorted(sending.taken) == ["anna", "clara", "dora", "emil"]
    assert "no mail leaves" not in str(logs)


def test_one_of_three_recipients_is_refused_and_given_up_alone(sending: Sending) -> None:
    sending.relay.refused[address_of("Bert")] = "550 5.1.1 unknown"
    assert sending.send() == ["sent", "failed", "sent"]
    assert sending.hold() is None
    failure = sending.failure(1)
    assert failure is not None and (failure.cause, failure.step) == ("recipient", "RCPT")
    assert sending.relay.count("EHLO") == 1


def test_a_greylist_gets_the_pause_it_wants_and_the_mail(sending: Sending) -> None:
    sending.relay.script["RCPT"] = ["451 4.7.1 Greylisted, come back in 00:10:00"] * 3
    assert sending.send() == ["due"] * 3
    assert sending.wait_of(0) == timedelta(minutes=10)
    assert sending.hold() is None
    assert sending.send(timedelta(minutes=10)) == ["sent"] * 3
    assert sending.taken == ALL


@pytest.mark.parametrize("action", [DROP, HANG])
def test_what_may_have_been_taken_is_sent_again_after_half_an_hour_as_it_was(
    waiting: Place, tmp_path: Path, relay: RudeRelay, action: str
) -> None:
    relay.script["end"] = [action]
    with waiting.copy(tmp_path) as place:
        assert_sent_again_as_it_was(Sending(place, relay, short_at("end") if action == HANG else PATIENT))


def assert_sent_again_as_it_was(sending: Sending) -> None:
    sending.send()
    (doubtful,) = [mail for mail in sending.mails() if mail.status == "due"]
    assert from_ms(doubtful.next_ms) - sending.clock() == timedelta(minutes=30)
    assert sending.send(timedelta(minutes=29)).count("sent") == 2
    assert sending.send(timedelta(minutes=1)) == ["sent"] * 3
    assert len(sending.relay.taken) == 4
    assert len(set(sending.relay.taken)) == 3


def test_a_relay_that_takes_everything_and_says_nothing_gets_two_mails_and_not_all(sending: Sending) -> None:
    sending.relay.always["end"] = DROP
    sending.send()
    assert len(sending.relay.taken) == 2
    hold = sending.hold()
    assert hold is not None and hold.cause == "doubt"


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
def test_a_relay_that_breaks_the_line_at_each_mail_is_given_up_by_nobody(sending: Sending, step: str) -> None:
    sending.relay.always[step] = DROP
    for _day in range(8):
        sending.send(DAY)
    assert sending.states() == ["due"] * 3
    sending.relay.always.clear()
    sending.until_sent(3 * DAY)
    assert sending.taken == ALL


def test_a_mail_that_is_too_large_goes_without_its_picture(sending: Sending) -> None:
    sending.relay.script["end"] = ["552 5.3.4 too large"]
    assert sending.send() == ["sent"] * 3
    sizes = sorted(len(raw) for _to, raw in sending.relay.taken)
    assert len(sizes) == 4
    assert [b"image/png" in raw for _to, raw in sending.relay.taken].count(False) == 1
    small = next(raw for _to, raw in sending.relay.taken if b"image/png" not in raw)
    assert b"text/html" in small and b"cid:" not in small


def test_a_mail_that_is_too_large_without_a_picture_is_given_up(sending: Sending) -> None:
    sending.relay.features = ("SIZE 300",)
    assert sending.send() == ["failed"] * 3
    assert {mail.attempts for mail in sending.mails()} == {2}


def test_mails_to_one_player_in_one_game_leave_in_their_order(sending: Sending) -> None:
    sending.relay.refused[address_of("Anna")] = "451 4.3.0 later"
    sending.send()
    first = sending.mails()[0]
    with sending.place.database.read() as tx:
        player = find_player_by_address(tx, address_of("Anna"))
    assert player is not None
    sending.clock.advance(timedelta(seconds=10))
    second = enqueue_after(sending, first)
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
            enqueue_after(sending, first, message_id)
        sending.send()
        sending.sender._pool.await_all()
        to_anna = [raw for to, raw in relay.taken if to == address_of("Anna")]
        assert [[one.encode() in raw for one in own].index(True) for raw in to_anna] == [0, 1, 2, 3]
        assert (relay.most[address_of("Anna")], relay.most["all"] > 1) == (1, True)


def test_none_waits_for_another_for_hours(sending: Sending) -> None:
    sending.relay.script["end"] = [DROP]
    sending.send()
    (doubtful,) = [mail for mail in sending.mails() if mail.status == "due"]
    second = enqueue_after(sending, doubtful)
    sending.send(timedelta(minutes=1))
    assert status(sending, second) == "sent"


def enqueue_after(sending: Sending, mail: MailRow, message_id: str = "<second@seats.test>") -> int:
    """Put another mail to the same player into the outbox."""
    from pbem.store.mail.outbox import MailRow, enqueue_mail

    new = MailRow(NEW,
        message_id, mail.to_address, "notice", "e1", "Hello\n", int(sending.clock().timestamp() * 1000),
        mail.game_id, mail.seat, mail.player_id,
    )  # fmt: skip
    return sending.place.database.write(lambda tx: enqueue_mail(tx, new))


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


def test_a_server_that_begins_tries_a_held_queue_at_once(sending: Sending) -> None:
    sending.relay.script["greeting"] = ["554 no"]
    sending.send()
    assert sending.hold() is not None
    following = Sending(sending.place, sending.relay)
    assert following.send() == ["sent"] * 3


def test_a_held_queue_goes_on_when_it_is_told_to(sending: Sending) -> None:
    sending.relay.script["greeting"] = ["554 no"]
    sending.send()
    assert sending.place.database.write(end_mail_hold)
    assert sending.send() == ["sent"] * 3
    assert not sending.place.database.write(end_mail_hold)


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


def test_a_hold_that_another_process_has_noted_ends_when_a_mail_leaves(sending: Sending) -> None:
    assert sending.send() == ["sent"] * 3
    now_ms = to_ms(sending.clock())
    hold = MailHoldRow("unreachable", "connect", "", now_ms, now_ms + 60_000, 1)
    sending.place.database.write(lambda tx: put_mail_hold(tx, hold))
    sending.place.database.write(lambda tx: resend_mail(tx, sending.mails()[0].id, now_ms))
    assert sending.send() == ["due", "sent", "sent"]
    assert sending.send(timedelta(minutes=1)) == ["sent"] * 3
    assert sending.hold() is None


def test_a_clock_that_is_set_back_holds_nothing_for_long(sending: Sending) -> None:
    sending.relay.script["greeting"] = ["554 no"]
    sending.clock.advance(400 * DAY)
    sending.send()
    assert sending.hold() is not None
    sending.clock.advance(-400 * DAY)
    assert sending.send() == ["sent"] * 3


def test_a_fault_of_ours_is_not_repeated_without_a_pause(sending: Sending, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending.transport, "send", lambda *_mail: 1 // 0)
    with capture_logs() as logs:
        assert not sending.sender.round()
    assert "a thread of the pool failed" in {log["event"] for log in logs}
    monkeypatch.undo()
    assert sending.send() == ["sent"] * 3


def test_a_clock_that_jumps_gives_nothing_up(sending: Sending) -> None:
    sending.relay.always["RCPT"] = "451 4.3.0 later"
    sending.send()
    assert sending.send(400 * DAY) == ["due"] * 3
    sending.relay.always.clear()
    assert sending.send(DAY) == ["sent"] * 3


def test_nothing_secret_is_in_what_is_printed_of_a_mail(sending: Sending) -> None:
    hold = MailHoldRow("policy", "login", "535 anna@player.test", 0, 0, 1)
    assert "player.test" not in repr(replace(hold, tries=2))
