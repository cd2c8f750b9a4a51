"""The way out: a real relay on the loopback, real folders, and processes that are killed."""

import contextlib
import mailbox
import multiprocessing
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from mail_kit import MAIL
from pydantic import SecretStr

from pbem.config import Relay
from pbem.mail.sending.deliver import Failed, MaildirTransport, Outgoing, Sent, SmtpTransport, build, next_attempt

CERTIFICATE = Path(__file__).parent / "mail_relay.pem"
"""For 127.0.0.1, with its key; made for these tests and used nowhere else."""

fork = multiprocessing.get_context("fork")
MINUTE = 60_000
HOUR = 60 * MINUTE
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
        return Relay(**{"host": "127.0.0.1", "port": self.controller.port, "tls": "none", **changes})

    def transport(self, **changes: Any) -> SmtpTransport:
        """A client that trusts the relay's certificate."""
        trust = ssl.create_default_context(cafile=str(CERTIFICATE))
        return SmtpTransport(self.settings(**changes), helo_name="play.example.net", timeout=10, tls=trust)


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


def test_what_killed_writers_left_in_tmp_goes_with_the_next_mails(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path)
    assert isinstance(transport.send(MAIL), Sent)
    folder = transport.folder(MAIL.to_address)
    (laid,) = (folder / "new").iterdir()
    laid.unlink()
    same, old, young, others = (
        folder / "tmp" / name for name in (f"{laid.name}.1.2", "1.ab.pbem.1.2", "2.cd.pbem.1.2", "3.of.another.program")
    )
    for fragment in (same, old, young, others):
        fragment.write_text("half a ma")
    for fragment in (old, others):
        os.utime(fragment, (0, 0))
    assert isinstance(transport.send(MAIL), Sent)
    assert sorted((folder / "tmp").iterdir()) == [young, others]
    assert [path.name for path in (folder / "new").iterdir()] == [laid.name]


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
def test_a_relay_that_has_had_enough_of_a_connection_gets_another(relay: RelayServer, command: str) -> None:
    transport = relay.transport()
    assert transport.send(MAIL) == TAKEN
    relay.sink.replies[command] = ["421 4.3.2 enough"]
    assert transport.send(MAIL) == TAKEN
    assert len(relay.sink.mails) == 2


def test_a_relay_that_hangs_up_is_tried_later(relay: RelayServer) -> None:
    relay.sink.replies["DATA"] = ["hang up"]
    transport = relay.transport()
    result = transport.send(MAIL)
    assert isinstance(result, Failed)
    assert not result.permanent
    assert transport.send(MAIL) == TAKEN


@pytest.mark.parametrize(
    ("command", "reply", "permanent"),
    [
        ("RCPT", "550 5.1.1 no such user", True),
        ("RCPT", "450 4.2.0 greylisted", False),
        ("DATA", "554 5.7.1 spam", True),
        ("DATA", "451 4.3.0 later", False),
        ("MAIL", "552 5.3.4 too large", True),
        ("MAIL", "553 5.1.8 we do not know you", False),
        ("MAIL", "451 4.3.0 later", False),
    ],
)
def test_what_the_relay_says_is_told(relay: RelayServer, command: str, reply: str, permanent: bool) -> None:
    relay.sink.replies[command] = [reply]
    transport = relay.transport()
    assert transport.send(MAIL) == Failed(permanent, reply)
    assert transport.send(MAIL) == TAKEN
    assert len(relay.sink.sessions) == 1


def test_no_relay_is_no_reason_to_give_up() -> None:
    result = SmtpTransport(Relay(host="127.0.0.1", port=free_port(), tls="none"), helo_name="x").send(MAIL)
    assert isinstance(result, Failed)
    assert not result.permanent


def test_a_relay_that_says_nothing_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = Relay(host="127.0.0.1", port=silent.getsockname()[1], tls="none")
        result = SmtpTransport(settings, helo_name="x", timeout=0.1).send(MAIL)
    assert isinstance(result, Failed)
    assert not result.permanent


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
    assert result.permanent
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
    assert not refused.permanent  # the operator mends his settings, and no mail is lost
    assert len(relay.sink.mails) == 1


@pytest.mark.parametrize("mode", ["starttls", "tls"])
def test_a_relay_that_cannot_prove_who_it_is_gets_nothing(start_relay: StartRelay, mode: str) -> None:
    relay = start_relay(**{"ssl_context" if mode == "tls" else "tls_context": server_tls()})
    result = SmtpTransport(relay.settings(tls=mode, host="127.0.0.1"), helo_name="x").send(MAIL)
    assert isinstance(result, Failed)
    assert not result.permanent
    assert relay.sink.mails == []


def test_without_encryption_nothing_goes_where_it_was_asked_for(relay: RelayServer) -> None:
    result = relay.transport(tls="starttls").send(MAIL)
    assert isinstance(result, Failed)
    assert not result.permanent
    assert relay.sink.mails == []


def test_several_threads_share_a_connection(relay: RelayServer) -> None:
    transport = relay.transport()
    results: list[object] = []
    threads = [threading.Thread(target=lambda: results.append(transport.send(MAIL))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert results == [TAKEN] * 8
    assert (len(relay.sink.mails), len(relay.sink.sessions)) == (8, 1)


def test_each_player_s_mails_lie_in_a_maildir_of_their_own(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path / "maildir")
    to_bob = replace(MAIL, to_address="Bob@Example.org", message_id="<2@play.example.net>")
    assert [transport.send(MAIL), transport.send(to_bob)] == [Sent(), Sent()]
    transport.close()
    assert sorted(path.name for path in (tmp_path / "maildir").iterdir()) == ["alice@example.org", "bob@example.org"]
    (message,) = mailbox.Maildir(transport.folder("ALICE@example.org"), create=False)
    assert message.as_bytes() == build(MAIL).replace(b"\r\n", b"\n")


def test_a_mail_sent_again_is_still_one_mail(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path)
    for _ in range(3):
        assert transport.send(MAIL) == Sent()
    folder = transport.folder(MAIL.to_address)
    (file,) = (folder / "new").iterdir()
    file.rename(folder / "cur" / f"{file.name}:2,S")
    assert transport.send(MAIL) == Sent()
    assert len(mailbox.Maildir(folder, create=False)) == 1


@pytest.mark.parametrize(
    "address",
    ["../../etc@example.org", "/etc@example.org", "..@example.org", ".", "..", "", "a/b@x", "x" * 400, "ä@x", "a\0b@x"],
)
def test_no_address_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    folder = MaildirTransport(tmp_path).folder(address)
    assert folder.parent == tmp_path
    assert folder.resolve().parent == tmp_path.resolve()
    folder.mkdir()


def test_a_disk_that_fails_is_tried_later(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = MaildirTransport(tmp_path / "file").send(MAIL)
    assert isinstance(result, Failed)
    assert not result.permanent


def test_what_cannot_be_a_mail_is_not_laid_down(tmp_path: Path) -> None:
    result = MaildirTransport(tmp_path).send(replace(MAIL, to_address="alice"))
    assert isinstance(result, Failed)
    assert result.permanent
    assert list(tmp_path.iterdir()) == []


LONG = replace(MAIL, text="a line of a long report\n" * 20_000)


def numbered(number: int) -> Outgoing:
    return replace(LONG, message_id=f"<{number}@play.example.net>")


def write_without_end(root: Path, first: int, said: Connection) -> None:
    transport = MaildirTransport(root)
    for number in range(first, 1_000_000):
        transport.send(numbered(number))
        said.send(number)


def sent_before_the_kill(root: Path, first: int, delay: float) -> int:
    """Kill a process that writes mails from `first` on, a moment after its first; the number of the next."""
    heard, said = fork.Pipe(duplex=False)
    writer = fork.Process(target=write_without_end, args=(root, first, said))
    writer.start()
    said.close()
    following = heard.recv() + 1
    time.sleep(delay)
    writer.kill()
    writer.join()
    with contextlib.suppress(EOFError):
        while True:
            following = heard.recv() + 1
    return int(following)


def test_a_mail_is_there_whole_or_not_at_all_when_the_writer_is_killed(tmp_path: Path) -> None:
    sent = 0
    for round_ in range(8):
        sent = sent_before_the_kill(tmp_path, sent, delay=0.003 * round_)
    mails = list(mailbox.Maildir(MaildirTransport(tmp_path).folder(MAIL.to_address), create=False))
    assert sent <= len(mails) <= sent + 1
    numbers = [int(message["Message-ID"].strip("<").partition("@")[0]) for message in mails]
    assert set(numbers) >= set(range(sent))
    for number, message in zip(numbers, mails, strict=True):
        assert message.as_bytes() == build(numbered(number)).replace(b"\r\n", b"\n")


def test_when_it_is_tried_again() -> None:
    now = 1_000
    assert [next_attempt(n, now) for n in range(1, 7)] == [
        *(now + MINUTE, now + 5 * MINUTE, now + 15 * MINUTE),
        *(now + HOUR, now + HOUR, now + HOUR),
    ]


def test_after_five_days_it_is_given_up() -> None:
    now, attempts = 0, 1
    while (later := next_attempt(attempts, now)) is not None:
        assert later > now
        now, attempts = later, attempts + 1
    assert 5 * 24 * HOUR - HOUR < now <= 5 * 24 * HOUR
    assert next_attempt(attempts + 1_000, now) is None
