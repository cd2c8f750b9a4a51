"""The way out to a relay: a real one on the loopback."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from mail_kit import MAIL
from pydantic import SecretStr

from pbem.config import Relay
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.outgoing import build
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.transport import DialogueStep, Failed, FailureCause, Sent

CERTIFICATE = Path(__file__).parent / "mail_relay.pem"
"""For 127.0.0.1, with its key; made for these tests and used nowhere else."""

QUICK = Timeouts(10, 10, 10, 10, 10, 10)
TAKEN = Sent("250 2.0.0 Ok: queued as 4F2A71C0042")


@dataclass
class Sink:
    """A relay that takes mails, or says what it is told to say."""

    mails: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    sessions: set[int] = field(default_factory=set)
    replies: dict[str, list[str]] = field(default_factory=dict)

    def _scripted(self, command: str) -> str | None:
        return self.replies[command].pop(0) if self.replies.get(command) else None

    async def handle_MAIL(self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Take the sender."""
        self.sessions.add(id(session))
        envelope.mail_from = address
        return self._scripted("MAIL") or "250 OK"

    async def handle_RCPT(self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Take the recipient."""
        scripted = self._scripted("RCPT")
        if scripted is None:
            envelope.rcpt_tos.append(address)
        return scripted or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        """Take the mail."""
        scripted = self._scripted("DATA")
        if scripted is None:
            self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        elif scripted == "hang up":
            assert server.transport is not None, "there is one while it speaks"
            server.transport.close()
        return scripted or TAKEN.reply


@dataclass
class RelayServer:
    """A relay that runs, and what it takes to reach it."""

    sink: Sink
    controller: Controller
    runs: bool = True

    def stop(self) -> None:
        """Be gone, with all connections."""
        if self.runs:
            self.controller.stop()
        self.runs = False

    def settings(self, **changes: Any) -> Relay:
        """The settings of a client, with changes."""
        return Relay(**{"host": "127.0.0.1", "port": self.controller.port, "tls": "none", "connections": 1, **changes})

    def transport(self, **changes: Any) -> RelayTransport:
        """A client that trusts the relay's certificate."""
        trust = ssl.create_default_context(cafile=str(CERTIFICATE))
        return RelayTransport(self.settings(**changes), helo_name="play.example.net", timeouts=QUICK, tls=trust)


StartRelay = Callable[..., RelayServer]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def start_relay() -> Iterator[StartRelay]:
    relays: list[RelayServer] = []

    def start(port: int = 0, **options: Any) -> RelayServer:
        sink = Sink()
        relay = RelayServer(sink, Controller(sink, "127.0.0.1", port or free_port(), ready_timeout=60, **options))
        relay.controller.start()
        relays.append(relay)
        return relay

    yield start
    for relay in relays:
        relay.stop()


@pytest.fixture
def relay(start_relay: StartRelay) -> RelayServer:
    return start_relay()


def server_tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def test_a_mail_reaches_the_relay(relay: RelayServer) -> None:
    transport = relay.transport()
    assert transport.send(MAIL) == TAKEN
    transport.close()
    assert relay.sink.mails == [(MAIL.envelope_from, [MAIL.to_address], build(MAIL))]


def test_bytes_kept_from_the_first_sending_are_sent_again(relay: RelayServer) -> None:
    kept = b"Subject: as it was\r\n\r\nkept\r\n"
    assert relay.transport().send(MAIL, kept) == TAKEN
    assert relay.sink.mails[0][2] == kept


def test_one_connection_serves_many_mails(relay: RelayServer) -> None:
    transport = relay.transport()
    assert [transport.send(MAIL) for _ in range(5)] == [TAKEN] * 5
    assert len(relay.sink.sessions) == 1
    transport.close()


def test_the_end_of_a_mail_does_not_wait_for_an_acknowledgement(relay: RelayServer) -> None:
    """A relay that has nothing to say acknowledges what came after 40 ms; a mail behind others takes a few."""
    transport, raw, seconds = relay.transport(), build(MAIL), []
    for _ in range(10):
        begun = time.monotonic()
        assert transport.send(MAIL, raw) == TAKEN
        seconds.append(time.monotonic() - begun)
    transport.close()
    assert min(seconds[1:]) < 0.03


def test_after_closing_it_connects_again(relay: RelayServer) -> None:
    transport = relay.transport()
    for _ in range(2):
        assert transport.send(MAIL) == TAKEN
        transport.close()
    transport.close()
    assert len(relay.sink.mails) == 2


def test_a_connection_that_was_lost_is_made_anew(start_relay: StartRelay) -> None:
    first = start_relay()
    transport = first.transport()
    assert transport.send(MAIL) == TAKEN
    first.stop()
    second = start_relay(first.controller.port)
    assert transport.send(MAIL) == TAKEN
    assert len(second.sink.mails) == 1


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
def test_a_relay_that_has_had_enough_of_a_connection_gets_another(relay: RelayServer, command: str) -> None:
    transport = relay.transport()
    assert transport.send(MAIL) == TAKEN
    relay.sink.replies[command] = ["421 4.3.2 enough"]
    assert transport.send(MAIL) == TAKEN
    assert len(relay.sink.mails) == 2


def test_a_relay_that_hangs_up_behind_the_mail_may_have_taken_it(relay: RelayServer) -> None:
    relay.sink.replies["DATA"] = ["hang up"]
    transport = relay.transport()
    result = transport.send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.step) == ("doubt", "end of content")
    assert transport.send(MAIL) == TAKEN


@pytest.mark.parametrize(
    ("command", "step", "reply", "cause"),
    [
        ("RCPT", "RCPT", "550 5.1.1 no such user", "recipient"),
        ("RCPT", "RCPT", "450 4.2.0 greylisted", "greylisted"),
        ("DATA", "end of content", "554 5.7.1 spam", "refused"),
        ("DATA", "end of content", "451 4.3.0 later", "later"),
        ("MAIL", "MAIL", "552 5.3.4 too large", "size"),
        ("MAIL", "MAIL", "553 5.1.8 we do not know you", "refused"),
        ("MAIL", "MAIL", "451 4.3.0 later", "later"),
    ],
)
def test_what_the_relay_says_is_told(
    relay: RelayServer, command: str, step: DialogueStep, reply: str, cause: FailureCause
) -> None:
    relay.sink.replies[command] = [reply]
    transport = relay.transport()
    assert transport.send(MAIL) == Failed(cause, reply, step)
    assert transport.send(MAIL) == TAKEN
    assert len(relay.sink.sessions) == 1


def test_no_relay_is_no_reason_to_give_up() -> None:
    result = RelayTransport(Relay(host="127.0.0.1", port=free_port(), tls="none"), helo_name="x").send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.step) == ("unreachable", "connect")


def test_a_relay_that_says_nothing_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = Relay(host="127.0.0.1", port=silent.getsockname()[1], tls="none")
        result = RelayTransport(settings, helo_name="x", timeouts=Timeouts(greeting=0.1)).send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.step) == ("unreachable", "greeting")


@pytest.mark.parametrize(
    "mail",
    [
        replace(MAIL, to_address="alice"),
        replace(MAIL, message_id=""),
    ],
    ids=["address", "id"],
)
def test_what_cannot_be_a_mail_fails_for_good_and_leaves_the_next_alone(relay: RelayServer, mail: Any) -> None:
    transport = relay.transport()
    result = transport.send(mail)
    assert isinstance(result, Failed)
    assert result.cause == "mail"
    assert transport.send(MAIL) == TAKEN
    assert [to for _, to, _ in relay.sink.mails] == [[MAIL.to_address]]


@pytest.mark.parametrize("injected", ["a@b>\r\nRCPT TO:<mallory@example.org", "a@b\r\nRSET"])
def test_no_envelope_address_gives_commands(relay: RelayServer, injected: str) -> None:
    transport = relay.transport()
    transport.send(replace(MAIL, envelope_from=injected))
    assert transport.send(MAIL) == TAKEN
    assert all(to == [MAIL.to_address] for _, to, _ in relay.sink.mails)


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")  # the library does not see the outer TLS
@pytest.mark.parametrize("mode", ["starttls", "tls"])
def test_encrypted_with_a_password(start_relay: StartRelay, mode: str) -> None:
    def authenticate(server: SMTP, session: Any, envelope: Any, mechanism: str, login: LoginPassword) -> AuthResult:
        return AuthResult(success=login == LoginPassword(b"dice", b"open sesame"), handled=False)

    options: dict[str, Any] = (
        {"ssl_context": server_tls(), "auth_require_tls": False}
        if mode == "tls"
        else {"tls_context": server_tls(), "require_starttls": True}
    )
    relay = start_relay(authenticator=authenticate, auth_required=True, **options)
    assert relay.transport(tls=mode, user="dice", password=SecretStr("open sesame")).send(MAIL) == TAKEN
    refused = relay.transport(tls=mode, user="dice", password=SecretStr("guess")).send(MAIL)
    assert isinstance(refused, Failed)
    assert "535" in refused.reply
    assert (refused.cause, refused.step) == ("policy", "login")
    assert len(relay.sink.mails) == 1


@pytest.mark.parametrize("mode", ["starttls", "tls"])
def test_a_relay_that_cannot_prove_who_it_is_gets_nothing(start_relay: StartRelay, mode: str) -> None:
    relay = start_relay(**{"ssl_context" if mode == "tls" else "tls_context": server_tls()})
    result = RelayTransport(relay.settings(tls=mode, host="127.0.0.1"), helo_name="x").send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.step) == ("policy", "TLS")
    assert relay.sink.mails == []


def test_without_encryption_nothing_goes_where_it_was_asked_for(relay: RelayServer) -> None:
    result = relay.transport(tls="starttls").send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.step) == ("policy", "TLS")
    assert relay.sink.mails == []


@pytest.mark.parametrize("connections", [1, 3])
def test_several_threads_share_connections(relay: RelayServer, connections: int) -> None:
    transport = relay.transport(connections=connections)
    results: list[object] = []
    threads = [threading.Thread(target=lambda: results.append(transport.send(MAIL))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert results == [TAKEN] * 8
    assert len(relay.sink.mails) == 8
    assert 1 <= len(relay.sink.sessions) <= connections


def trusting(relay: RelayServer, mode: str, host: str, ca_file: Path | None) -> RelayTransport:
    """A client that trusts whom its settings name."""
    settings = relay.settings(tls=mode, host=host, ca_file=ca_file)
    return RelayTransport(settings, helo_name="x", timeouts=QUICK)


@pytest.mark.parametrize("mode", ["starttls", "tls"])
def test_an_authority_can_be_named_and_the_name_must_fit(start_relay: StartRelay, mode: str, tmp_path: Path) -> None:
    relay = start_relay(**{"ssl_context" if mode == "tls" else "tls_context": server_tls()})
    assert trusting(relay, mode, "127.0.0.1", CERTIFICATE).send(MAIL) == TAKEN
    named_otherwise = trusting(relay, mode, "0.0.0.0", CERTIFICATE).send(MAIL)
    unknown = trusting(relay, mode, "127.0.0.1", None).check()
    missing = trusting(relay, mode, "127.0.0.1", tmp_path / "none.pem").send(MAIL)
    for result, why in ((named_otherwise, "mismatch"), (unknown, "self-signed"), (missing, "ca_file")):
        assert isinstance(result, Failed)
        assert (result.cause, result.step) == ("policy", "TLS")
        assert why in result.reply
    assert len(relay.sink.mails) == 1
