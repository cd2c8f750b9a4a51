"""Mails that leave by a relay: retried while it says later, given up when it says no."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from functools import partial
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from simulated_kit import StoppedClock

from pbem.cli.demo import free_port
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.sending import MailHoldRow, find_mail_hold
from server.kit import BEGINNING, DOMAIN, FIRST_TURN, Penfriend, Place, await_until, kept, new_place, open_game, serving


@dataclass
class Sink:
    """A relay that takes mails, unless it has something else to say to an address."""

    replies: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    taken: list[tuple[str, str, bytes]] = field(default_factory=list)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take the recipient, or say what is due."""
        self.asked.append(address)
        if self.replies.get(address):
            return self.replies[address].pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take the mail."""
        assert envelope.mail_from is not None and isinstance(envelope.content, bytes)
        self.taken += [(envelope.mail_from, address, envelope.content) for address in envelope.rcpt_tos]
        return "250 taken"


@dataclass
class Relay:
    """A relay at a port, which can be shut and opened."""

    sink: Sink = field(default_factory=Sink)
    port: int = field(default_factory=free_port)
    controller: Controller | None = None

    def open(self) -> None:
        """Take mails."""
        self.controller = Controller(self.sink, "127.0.0.1", self.port, ready_timeout=60)
        self.controller.start()

    def shut(self) -> None:
        """Is gone."""
        if self.controller is not None:
            self.controller.stop()
            self.controller = None


@pytest.fixture
def relay() -> Iterator[Relay]:
    made = Relay()
    yield made
    made.shut()


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(BEGINNING)


@pytest.fixture
def relayed(tmp_path: Path, relay: Relay, clock: StoppedClock) -> Iterator[Place]:
    """A game of two whose mails leave by the relay; the first reports wait."""
    settings = f'relay = {{host = "127.0.0.1", port = {relay.port}, tls = "none"}}'
    with new_place(tmp_path, mail=settings) as place:
        open_game(place, "Anna", "Bert", clock=clock)
        yield place


def mail_to(place: Place, seat: int) -> MailRow:
    """The newest mail to a seat."""
    return [mail for mail in kept(place).mails if mail.seat == seat][-1]


def test_mails_are_brought_to_the_relay_each_from_its_seats_address(
    relayed: Place, relay: Relay, clock: StoppedClock
) -> None:
    relay.open()
    with serving(relayed, clock) as server:
        await_until(lambda: len(relay.sink.taken) == 2, "the first reports")
        anna = Penfriend(relayed, "e1", 0)
        letter = f"From: {anna.contact.address}\r\nMessage-ID: <1@x>\r\n\r\n{chr(10).join(FIRST_TURN)}\r\n"
        assert anna.send(letter.replace("\n", "\r\n").replace("\r\r", "\r").encode(), server.listener.port)
        await_until(lambda: len(relay.sink.taken) == 4, "the answer and the other's report")
        await_until(lambda: mail_to(relayed, 1).status == "sent", "the note that it is sent")
    answers = [taken for taken in relay.sink.taken if taken[1] == "anna@player.test"]
    assert [sender for sender, _to, _raw in answers] == [f"{anna.contact.token}@{DOMAIN}"] * 2
    answer = message_from_bytes(answers[-1][2])
    assert answer["Message-ID"] == mail_to(relayed, 0).message_id
    assert answer["In-Reply-To"] == "<1@x>"
    assert "carried out" in str(answer.get_payload(0))
    assert not relayed.settings.maildir.exists()


def hold_of(place: Place) -> MailHoldRow | None:
    """Why no mail leaves, if none does."""
    with place.database.read() as tx:
        return find_mail_hold(tx)


def was_tried(place: Place, times: int) -> bool:
    """Whether the first mail was tried so many times."""
    return mail_to(place, 0).attempts == times


def test_a_mail_that_is_put_off_is_sent_later_and_once(relayed: Place, relay: Relay, clock: StoppedClock) -> None:
    relay.sink.replies["anna@player.test"] = ["451 4.3.0 try later", "450 4.2.1 busy"]
    relay.open()
    with serving(relayed, clock) as server:
        await_until(lambda: mail_to(relayed, 1).status == "sent", "the other's mail, which does not wait")
        await_until(lambda: mail_to(relayed, 0).attempts == 1, "the first try")
        assert mail_to(relayed, 0).last_reply == "451 4.3.0 try later"
        for attempt, minutes in ((2, 1), (3, 5)):
            clock.advance(timedelta(minutes=minutes) - timedelta(seconds=1))
            assert not server.sender.round()
            clock.advance(timedelta(seconds=1))
            server.sender.wake()
            await_until(partial(was_tried, relayed, attempt), "the next try")
        assert mail_to(relayed, 0).status == "sent"
    assert relay.sink.asked.count("anna@player.test") == 3
    assert [to for _sender, to, _raw in relay.sink.taken] == ["bert@player.test", "anna@player.test"]


def test_a_mail_that_is_refused_is_given_up_and_told_to_the_operator(
    relayed: Place, relay: Relay, clock: StoppedClock
) -> None:
    relay.sink.replies["anna@player.test"] = ["550 5.1.1 unknown"]
    relay.open()
    with serving(relayed, clock) as server:
        await_until(lambda: mail_to(relayed, 0).status == "failed", "giving up")
        await_until(lambda: mail_to(relayed, 1).status == "sent", "the other's mail")
        clock.advance(timedelta(days=9))
        assert not server.sender.round()
        text = relayed.pbem("mail", "outbox", "--json").output
        (row,) = json.loads(text[text.index("[\n") :])  # behind what the server may log meanwhile of the lost time
        assert (row["to"], row["status"], row["last reply"]) == ("anna@player.test", "failed", "550 5.1.1 unknown")
        assert "WRONG  emails" in relayed.pbem("doctor", status=1).output
        relayed.pbem("mail", "resend", row["id"])
        await_until(lambda: mail_to(relayed, 0).status == "sent", "the mail sent again")
    assert len(relay.sink.taken) == 2
    relayed.pbem("doctor")


def test_a_relay_that_is_down_loses_nothing_and_keeps_nobody_from_playing(
    relayed: Place, relay: Relay, clock: StoppedClock
) -> None:
    with serving(relayed, clock) as server:
        await_until(lambda: hold_of(relayed) is not None, "the first try")
        hold = hold_of(relayed)
        assert hold is not None and "ConnectionRefusedError" in hold.reply
        assert {mail.attempts for mail in kept(relayed).mails} == {0}
        anna = Penfriend(relayed, "e1", 0)
        assert anna.send(b"From: anna@player.test\r\n\r\nroll 4?\r\n", server.listener.port)
        await_until(lambda: kept(relayed).letters == {"done": 1}, "the letter")
        relay.open()
        clock.advance(timedelta(minutes=1))
        server.sender.wake()
        await_until(lambda: len(relay.sink.taken) == 3, "all mails")
        await_until(lambda: {mail.status for mail in kept(relayed).mails} == {"sent"}, "the note of it")
        assert hold_of(relayed) is None
    assert len({message_from_bytes(raw)["Message-ID"] for _sender, _to, raw in relay.sink.taken}) == 3
