"""Real mail servers on this machine, for tests: Dovecot (IMAP, LMTP) and Exim (SMTP, submission, bounces).

Fixtures `dovecot` and `exim` start one each per worker, when a test first asks. They listen on free ports of 127.0.0.1,
run as the tester or, where that is root, as `nobody`, and end with the worker however it ends. A test takes mailboxes
of its own: `dovecot.mailbox("anna")`, and routes of its own domains: `exim.route("game.test", port)`.
"""

import grp
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import pytest
from dovecot_kit import DovecotLayout, configuration, version_of
from imap_tools import BaseMailBox, MailBoxUnencrypted

HOST: Final = "127.0.0.1"
CERTIFICATE: Final = Path(__file__).with_name("mail") / "mail_relay.pem"
"""A certificate of `localhost` with its key, and the only authority for it."""
PASSWORD: Final = "secret"
"""Of every mailbox, and of every login at Exim."""
PATIENCE: Final = 30.0
"""Seconds until a server that was started, or a mail that was sent, counts as lost."""
RELAY_LOGIN: Final = "railroad"
"""The login at Exim that may send in every name; any other is a mailbox's address, and sends in its own."""
Protocol: TypeAlias = Literal["smtp", "lmtp"]

_SHOWN: Final = 4000
"""Characters of a log that are shown of a test that failed."""

# The server and its processes end when the worker lets go of the pipe: by closing it, by its end, or by being killed.
# Dovecot, asked to end, takes up to six seconds for it.
_GUARDED: Final = (
    'exec 3<&0; "$@" </dev/null 3<&- & server=$!; { read -r _; kill -KILL 0; } <&3 3<&- & exec 3<&-; wait "$server"'
)


@cache
def program(name: str) -> Path:
    """Find a server's program. Fails the test where it is missing, with what to install."""
    script = Path(__file__).parents[1] / ".ci" / "mailservers"
    arguments = {"postfix": ["--postfix"], "nginx": ["--proxies"], "caddy": ["--proxies"]}.get(name, [])
    found = subprocess.run(["bash", str(script), "--find", *arguments], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return Path(dict(line.split(" ", 1) for line in found.stdout.splitlines())[name])


def account() -> pwd.struct_passwd:
    """The account that servers run as which need not be root: the tester, or nobody where that is root."""
    return pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())


def free_ports(number: int) -> list[int]:
    """Ports of 127.0.0.1 that nobody listens at now, each another."""
    sockets = [socket.create_server((HOST, 0)) for _ in range(number)]
    try:
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


@contextmanager
def talking_to(port: int) -> Iterator[smtplib.SMTP]:
    """A connection to an MTA, whose reply to QUIT is not waited for: Exim holds it back for a fifth of a second."""
    door = smtplib.SMTP(HOST, port)
    try:
        yield door
        door.putcmd("QUIT")
    finally:
        door.close()


class MailServer:
    """A folder, and the process of a server whose files lie in it."""

    runs_as_root = False

    def __init__(self, name: str) -> None:
        """`name` begins the folder's, which is short, since paths of sockets have at most 107 bytes."""
        self.account = pwd.getpwuid(0) if self.runs_as_root else account()
        self.group = grp.getgrgid(self.account.pw_gid)
        self.folder = Path(tempfile.mkdtemp(prefix=f"pbem-{name}-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
        self._own(self.folder)
        self._process: subprocess.Popen[bytes] | None = None

    def write(self, name: str, text: str) -> Path:
        """Write a file of the server's, at once as a whole."""
        path = self.folder / name
        fresh = path.with_name(f"{path.name}.new")
        fresh.touch(0o600)
        fresh.write_text(text, encoding="utf-8")
        self._own(fresh)
        return fresh.replace(path)

    def make_folders(self, *names: str) -> None:
        """Make folders of the server's."""
        for name in names:
            (self.folder / name).mkdir(0o700)
            self._own(self.folder / name)

    def begin(self, *command: str | Path, ports: tuple[int, ...], environment: Mapping[str, str] | None = None) -> None:
        """Start the server; returns once it answers at all its ports. Raises RuntimeError where it ends instead."""
        with (self.folder / "errors").open("wb") as errors:
            self._process = subprocess.Popen(
                ["sh", "-c", _GUARDED, "sh", *map(str, command)],
                stdin=subprocess.PIPE,
                stdout=errors,
                stderr=errors,
                user=self.account.pw_uid,
                group=self.account.pw_gid,
                extra_groups=[] if os.getuid() == 0 else None,
                env=None if environment is None else {**os.environ, **environment},
                start_new_session=True,
            )
        for port in ports:
            self._await_port(port)

    def stop(self) -> None:
        """End the server, and remove its files."""
        if self._process is not None:
            self._process.communicate()
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def log_text(self) -> str:
        """All that the server has logged."""
        logs = [self.folder / "errors", *sorted(self.folder.glob("log/*")), *self.folder.glob("*.log")]
        return "\n".join(log.read_text("utf-8", "replace") for log in logs if log.is_file())

    def _own(self, path: Path) -> None:
        if os.getuid() == 0:
            os.chown(path, self.account.pw_uid, self.account.pw_gid)

    def _await_port(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{type(self).__name__} does not answer at port {port}: {self.log_text()}")
            try:
                with socket.create_connection((HOST, port), 1) as connection:
                    connection.recv(200)
                return
            except OSError:
                time.sleep(0.01)


class Dovecot(MailServer):
    """Mailboxes by IMAP, with STARTTLS and on a port of its own with TLS; mails come by LMTP.

    It knows the users of whom a mailbox was asked for, whatever the domain; `user+tag` is `user`. Others are unknown.
    """

    def __init__(self) -> None:
        super().__init__("dovecot")
        self.imap, self.imaps, self.lmtp = free_ports(3)
        self.make_folders("run", "state", "mail", "home", "users")
        self.write("certificate.pem", CERTIFICATE.read_text())
        layout = DovecotLayout(
            self.folder, self.account.pw_name, self.group.gr_name, HOST, self.imap, self.imaps, self.lmtp
        )
        dovecot = program("dovecot")
        config = self.write("dovecot.conf", configuration(version_of(dovecot), layout))
        self.begin(dovecot, "-F", "-c", config, ports=(self.imap, self.lmtp))

    def mailbox(self, user: str) -> "Mailbox":
        """Have a user, whose mailbox is empty now."""
        shutil.rmtree(self.folder / "mail" / user, ignore_errors=True)
        uid, gid, home = self.account.pw_uid, self.account.pw_gid, self.folder / "home" / user
        self.write(f"users/{user}", f"{user}:{{PLAIN}}{PASSWORD}:{uid}:{gid}::{home}::\n")
        return Mailbox(user, self.imap)


@dataclass(frozen=True)
class Mailbox:
    """A user's mailbox at a server, as a mail program sees it."""

    user: str
    port: int

    def open(self) -> BaseMailBox:
        """Log in, with the inbox selected; to be used in a `with` statement."""
        return MailBoxUnencrypted(HOST, self.port).login(self.user, PASSWORD)

    def mails(self) -> list[Message]:
        """All mails in the inbox, oldest first; they stay unseen."""
        with self.open() as box:
            return [mail.obj for mail in box.fetch(mark_seen=False)]

    def await_mails(self, number: int) -> list[Message]:
        """The mails in the inbox, once there are so many. Fails where they do not come."""
        end = time.monotonic() + PATIENCE
        while len(found := self.mails()) < number:
            assert time.monotonic() < end, f"{len(found)} mails of {number} came to {self.user}"
            time.sleep(0.02)
        return found


class Exim(MailServer):
    """An MTA: takes mails at `port` as one behind port 25, and at `submission` after STARTTLS and a login.

    It knows hosts by name and not by port, so each mail has a connection of its own, or it would take one to another.

    What comes for a domain that has a route goes there; what is refused there goes back as a real bounce, and what is
    put off is tried again each second.
    """

    def __init__(self, *, routers: str = "", transports: str = "", acl: str = "") -> None:
        """The blocks are put before what its configuration holds of each."""
        super().__init__("exim")
        self.port, self.submission = free_ports(2)
        self.make_folders("spool", "log")
        self._routes: dict[Protocol, dict[str, int]] = {"smtp": {}, "lmtp": {}}
        self._write_routes()
        self.write("certificate.pem", CERTIFICATE.read_text())
        exim = program("exim")
        config = self.write(
            "exim.conf",
            f"""
exim_path = {exim}
spool_directory = {self.folder}/spool
log_file_path = {self.folder}/log/%slog
pid_file_path = {self.folder}/exim.pid
primary_hostname = mx.test
exim_user = {self.account.pw_name}
exim_group = {self.group.gr_name}
never_users =
deliver_drop_privilege = true
keep_environment =
local_interfaces = {HOST}
daemon_smtp_ports = {self.port} : {self.submission}
tls_advertise_hosts = *
tls_certificate = {self.folder}/certificate.pem
log_selector = -queue_run
message_size_limit = 2M
smtp_accept_max = 100
queue_run_max = 5
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_ok
begin acl
acl_rcpt:
{acl}
  deny condition = ${{if eq{{$received_port}}{{{self.submission}}}}}
       !authenticated = *
       message = 5.7.0 Authentication required
  deny condition = ${{if def:authenticated_id}}
       condition = ${{if !eqi{{$authenticated_id}}{{{RELAY_LOGIN}}}}}
       condition = ${{if !eqi{{$authenticated_id}}{{$sender_address}}}}
       message = 5.7.1 You can send as $authenticated_id alone
  accept
acl_ok:
  accept
begin routers
{routers}
by_lmtp:
  driver = accept
  domains = lsearch;{self.folder}/lmtp
  transport = lmtp
by_smtp:
  driver = accept
  domains = lsearch;{self.folder}/smtp
  transport = smtp
begin transports
{transports}
lmtp:
  driver = smtp
  protocol = lmtp
  hosts = {HOST}
  hosts_override
  allow_localhost
  port = ${{lookup{{$domain}}lsearch{{{self.folder}/lmtp}}}}
  hosts_try_fastopen =
  connect_timeout = 5s
  command_timeout = 20s
  connection_max_messages = 1
smtp:
  driver = smtp
  hosts = {HOST}
  hosts_override
  allow_localhost
  port = ${{lookup{{$domain}}lsearch{{{self.folder}/smtp}}}}
  hosts_try_fastopen =
  connect_timeout = 5s
  command_timeout = 20s
  connection_max_messages = 1
begin retry
* * F,5m,1s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_advertise_condition = ${{if def:tls_in_cipher}}
  server_prompts = :
  server_condition = ${{if eq{{$auth3}}{{{PASSWORD}}}}}
  server_set_id = $auth2
""",
        )
        self.begin(exim, "-C", config, "-bdf", "-qff1s", ports=(self.port, self.submission))

    def route(self, domain: str, port: int, protocol: Protocol = "smtp") -> None:
        """Bring mails for a domain to a port of this machine from now on; it is without a route at no time."""
        self._routes[protocol][domain] = port
        self._write_routes()
        for other, routes in self._routes.items():
            if other != protocol and routes.pop(domain, None) is not None:
                self._write_routes()

    def waiting(self) -> int:
        """How many mails it has not brought to their end."""
        return len(list(self.folder.glob("spool/input/**/*-D")))

    def _write_routes(self) -> None:
        for protocol, routes in self._routes.items():
            self.write(protocol, "".join(f"{domain}: {port}\n" for domain, port in routes.items()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what a test's mail servers have logged where it fails."""
    report = yield
    if report.failed and isinstance(item, pytest.Function):
        servers = {name: server for name, server in item.funcargs.items() if isinstance(server, MailServer)}
        report.sections += [(f"Log of {name}", server.log_text()[-_SHOWN:]) for name, server in servers.items()]
    return report


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """The worker's Dovecot."""
    server = Dovecot()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def exim() -> Iterator[Exim]:
    """The worker's Exim."""
    server = Exim()
    yield server
    server.stop()
