"""Relays that hang up, fall silent or refuse, at each step of a mail's way."""

import base64
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from mail_kit import MAIL
from relay_kit import DROP, HANG, PATIENT, RudeRelay, short_at

from pbem.mail.sending import dialogue
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.outgoing import build
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.transport import Failed, Sent

SENT = Sent("250 2.0.0 queued")
STEPS = {
    "greeting": ("unreachable", "greeting"),
    "EHLO": ("unreachable", "EHLO"),
    "AUTH": ("unreachable", "login"),
    "MAIL": ("lost", "MAIL"),
    "RCPT": ("lost", "RCPT"),
    "DATA": ("lost", "DATA"),
    "content": ("lost", "content"),
    "end": ("doubt", "end of content"),
}
"""What a mail comes to where the line breaks, by what the relay does last."""
LONG = b"Subject: long\r\n\r\n" + b"a line of a long report\r\n" * 160_000


@pytest.fixture
def relay() -> Iterator[RudeRelay]:
    with RudeRelay() as relay:
        yield relay


def transport_to(relay: RudeRelay, timeouts: Timeouts = PATIENT, **changes: object) -> RelayTransport:
    settings = relay.settings(**{"connections": 1, "user": "dice", "password": "open sesame", **changes})
    return RelayTransport(settings, helo_name="play.example.net", timeouts=timeouts)


@pytest.mark.parametrize("action", [DROP, HANG])
@pytest.mark.parametrize("step", STEPS)
def test_a_line_that_breaks_or_falls_silent_says_how_far_it_came(
    relay: RudeRelay, monkeypatch: pytest.MonkeyPatch, step: str, action: str
) -> None:
    relay.script[step] = [action]
    transport = transport_to(relay, short_at(step) if action == HANG else PATIENT)
    result = transport.send(MAIL, LONG if step == "content" else None)
    assert isinstance(result, Failed)
    if (step, action) == ("content", HANG):
        assert result.cause in ("lost", "doubt")  # a system's buffers may hold all of it
    else:
        assert (result.cause, result.step) == STEPS[step]
    assert len(relay.taken) == (step == "end")
    monkeypatch.setattr(transport, "_timeouts", PATIENT)
    assert transport.send(MAIL) == SENT


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "content"])
def test_a_kept_connection_that_is_lost_before_the_end_of_a_mail_is_replaced_at_once(
    relay: RudeRelay, step: str
) -> None:
    transport = transport_to(relay)
    assert transport.send(MAIL) == SENT
    relay.script[step] = [DROP]
    assert transport.send(MAIL, LONG if step == "content" else None) == SENT
    assert [to for to, _raw in relay.taken] == [MAIL.to_address] * 2


def test_a_kept_connection_that_is_lost_at_the_end_of_a_mail_repeats_nothing(relay: RudeRelay) -> None:
    transport = transport_to(relay)
    assert transport.send(MAIL) == SENT
    relay.script["end"] = [DROP]
    result = transport.send(MAIL)
    assert isinstance(result, Failed) and result.cause == "doubt"
    assert len(relay.taken) == 2


@pytest.mark.parametrize(
    ("step", "reply", "cause"),
    [
        ("greeting", "554 5.7.1 blocked", "policy"),
        ("greeting", "421 4.3.2 too many", "unreachable"),
        ("AUTH", "535 5.7.8 no", "policy"),
        ("AUTH", "454 4.7.0 not now", "unreachable"),
        ("MAIL", "550 5.7.1 not your address", "refused"),
        ("RCPT", "554 5.7.1 relay access denied", "refused"),
        ("DATA", "554 5.5.1 no valid recipients", "refused"),
        ("DATA", "451 4.3.0 later", "later"),
        ("end", "552 5.3.4 too large", "size"),
        ("end", "nonsense", "doubt"),
    ],
)
def test_a_refusal_at_a_step_is_sorted(relay: RudeRelay, step: str, reply: str, cause: str) -> None:
    relay.script[step] = [reply]
    transport = transport_to(relay)
    result = transport.send(MAIL)
    assert isinstance(result, Failed)
    assert result.cause == cause
    assert transport.send(MAIL) == SENT


def test_a_relay_that_says_how_much_it_takes_is_spared_what_is_larger(relay: RudeRelay) -> None:
    relay.features = ("SIZE 200",)
    result = transport_to(relay, user="").send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, relay.count("MAIL")) == ("size", 0)


def test_without_a_login_on_offer_nothing_is_sent_in_the_open(relay: RudeRelay) -> None:
    relay.features = ()
    result = transport_to(relay).send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.step, relay.taken) == ("policy", "login", [])


def test_it_says_the_name_that_it_was_given(relay: RudeRelay) -> None:
    assert transport_to(relay).send(MAIL) == SENT
    assert transport_to(relay, helo="mail.example.net").send(MAIL) == SENT
    assert [line for line in relay.heard if line.startswith("ehlo")] == [
        "ehlo play.example.net",
        "ehlo mail.example.net",
    ]


def test_a_dot_at_the_beginning_of_a_line_arrives_as_it_is(relay: RudeRelay) -> None:
    mail = replace(MAIL, text=".\n..\n.a\n")
    assert transport_to(relay).send(mail) == SENT
    ((_to, raw),) = relay.taken
    assert raw == build(mail).replace(b"\r\n.", b"\r\n..")


def test_what_hangs_is_ended_from_another_thread_at_once(relay: RudeRelay) -> None:
    transport = transport_to(relay, Timeouts(), connections=3)
    results: dict[str, object] = {}
    threads = []
    for step in ("end", "RCPT", "greeting"):
        relay.script[step] = [HANG]
        relay.hung.clear()
        thread = threading.Thread(target=lambda step=step: results.update({step: transport.send(MAIL)}))
        thread.start()
        threads.append(thread)
        assert relay.hung.wait(30)
    begun = time.monotonic()
    transport.abort()
    for thread in threads:
        thread.join(30)
    assert time.monotonic() - begun < 30  # each step may take minutes
    causes = {step: result.cause for step, result in results.items() if isinstance(result, Failed)}
    assert causes == {"end": "doubt", "RCPT": "lost", "greeting": "lost"}
    assert transport.send(MAIL) == Failed("lost", "ended from here")
    assert len(relay.taken) == 1


class Meeting(RudeRelay):
    """A relay that answers the end of a mail, and QUIT, once all of three connections have come to it."""

    def __post_init__(self) -> None:
        """Listens."""
        self.meeting = threading.Barrier(3, timeout=20)
        super().__post_init__()

    def _say(self, connection: socket.socket, step: str, recipient: str = "") -> None:
        if step in ("end", "QUIT"):
            self.meeting.wait()
        super()._say(connection, step, recipient)


def test_it_takes_leave_on_all_connections_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogue, "_GOODBYE_SECONDS", 60)
    relay = Meeting()
    with relay, ThreadPoolExecutor(3) as senders:
        transport = transport_to(relay, connections=3)
        assert list(senders.map(transport.send, [MAIL] * 3)) == [SENT] * 3
        transport.close()
        assert relay.count("QUIT") == 3 and not relay.meeting.broken


def test_each_step_is_told_without_the_password(relay: RudeRelay) -> None:
    found: list[tuple[str, str]] = []
    settings = relay.settings(user="dice", password="open sesame")
    password = base64.b64encode(b"\0dice\0open sesame").decode()
    transport = RelayTransport(settings, helo_name="x", observer=lambda step, what: found.append((step, what)))
    assert transport.send(MAIL) == SENT
    assert [step for step, _what in found] == ["connect", "EHLO", "login", "MAIL", "RCPT", "DATA", "end of content"]
    assert not any("sesame" in what or password in what for _s, what in found)


def test_a_check_logs_in_and_sends_nothing(relay: RudeRelay) -> None:
    transport = transport_to(relay)
    assert transport.check() is None
    relay.script["AUTH"] = ["535 5.7.8 no"]
    failed = transport.check()
    assert failed is not None and failed.cause == "policy"
    assert relay.count("MAIL") == 0
    assert relay.count("QUIT") >= 1
