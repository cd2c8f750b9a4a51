"""An SMTP listener that has each letter stored before it says 250, and refuses strangers while they speak; and the
certificate by which its connections are encrypted.
"""

import asyncio
import logging
import math
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pbem.mail.receiving.batches import Store
from pbem.mail.receiving.handler import Handler, LmtpHandler, LmtpSession
from pbem.mail.receiving.proof import Directory, Recipient, no_such_address_at, token_of
from pbem.mail.receiving.session import Limits, Room, Session
from pbem.mail.receiving.takers import ByContent
from pbem.networks import network_of

log = logging.getLogger(__name__)

_Stamp: TypeAlias = tuple[tuple[int, int, int] | None, ...]
_TURN_SECONDS: Final = 5.0
"""Seconds between two signs of life of the listener's loop."""
_EXPIRED: Final = 10
"""X509_V_ERR_CERT_HAS_EXPIRED."""


class BadCertificate(Exception):
    """The files are no certificate and its key; the text says why, without a word of what they hold."""


def load(certificate: Path, private_key: Path) -> ssl.SSLContext:
    """Load a certificate (PEM, with its chain) and its key, for TLS 1.2 and newer. Raises BadCertificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        for path in (certificate, private_key):
            path.open("rb").close()  # the library does not say which of them it cannot open
        context.load_cert_chain(certificate, private_key, password=_no_password)
    except ssl.SSLError as error:
        raise BadCertificate(f"{certificate}, {private_key}: {error.reason or error}") from error
    except (OSError, ValueError) as error:
        raise BadCertificate(str(error)) from error
    return context


def days_left(certificate: Path, private_key: Path, now: datetime) -> int:
    """For how many whole days a certificate is valid yet; below 0 where it has expired. Raises BadCertificate.

    A client that trusts it meets it in a handshake without a network; the library shows it to nobody else.
    """
    server = load(certificate, private_key)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    one, other = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        trusting.load_verify_locations(certificate)
        client, served = trusting.wrap_bio(one, other), server.wrap_bio(other, one, server_side=True)
        for side in (client, served, client, served):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
        met = client.getpeercert()
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == _EXPIRED:
            return -1
        raise BadCertificate(f"{certificate}: {error.verify_message}") from error
    except OSError as error:
        raise BadCertificate(f"{certificate}: {error}") from error
    assert met is not None
    return int((ssl.cert_time_to_seconds(str(met["notAfter"])) - now.timestamp()) // 86400)


class Certificate:
    """A certificate and its key in two files, or both in one. For one thread."""

    def __init__(self, certificate: Path, private_key: Path) -> None:
        self._files = (certificate, private_key)
        self._stamp: _Stamp = ()
        self._context: ssl.SSLContext | None = None

    @property
    def context(self) -> ssl.SSLContext | None:
        """The newest pair that could be loaded; None where none could be as yet. Looks whether the files changed."""
        stamp = tuple(map(_stamp, self._files))
        if stamp != self._stamp:
            self._stamp = stamp
            self._load()
        return self._context

    def _load(self) -> None:
        try:
            self._context = load(*self._files)
        except BadCertificate as error:
            fate = "connections are not encrypted" if self._context is None else "the one before goes on"
            log.error("The certificate cannot be used, %s: %s", fate, error)
        else:
            log.info("The certificate is loaded")


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _no_password() -> bytes:
    raise ValueError("the key is locked by a password; the server needs one without")


# aiosmtpd logs every command, and with it the seats' secret addresses and words of letters.
logging.getLogger("mail.log").setLevel(logging.ERROR)

_PROTOCOLS: Final = {"smtp": (Session, Handler), "lmtp": (LmtpSession, LmtpHandler)}


class Listener:
    """Listens for letters in a thread of its own, once, between `start` and `stop`.

    `directory` is called in threads of a pool, so that one lookup that waits does not delay others; `store` begins to
    store all letters that arrived while the ones before were being stored.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        domain: str,
        directory: Directory[Recipient],
        store: Store,
        find_at_once: Directory[Recipient] | None = None,
        by_content: ByContent | None = None,
        store_refused: Store | None = None,
        token_in: Callable[[str], str | None] | None = None,
        hostname: str = "",
        website: str = "",
        certificate: Certificate | None = None,
        protocol: Literal["smtp", "lmtp"] = "smtp",
        limits: Limits | None = None,
    ) -> None:
        """`find_at_once` is the directory for the event loop, which must not wait: it may raise NotAtOnce. `website` is
        where players sign in, as senders to an unknown address are told. With a `certificate` connections can be
        encrypted.

        `token_in` reads the token in an address, by default in those of `domain`; None from one that is none of ours.
        `by_content` judges letters to addresses that do not tell whom they are for; it is called in the pool, too.
        `store_refused` begins to store those that came to somebody's address from elsewhere, so that they hear of it.
        """
        self.host = host
        self.port = port
        """Where it listens; 0 asks for any free port, and `start` puts the one it was given."""
        self._limits = limits or Limits()
        self._hostname = hostname or domain
        self._pool = ThreadPoolExecutor(self._limits.threads, thread_name_prefix="letters")
        no_such_address = no_such_address_at(website)
        self._certificate = certificate
        self._session_type, handler_type = _PROTOCOLS[protocol]
        self._handler = handler_type(
            token_in or partial(_token_at, domain.lower()),
            directory,
            find_at_once,
            by_content,
            store,
            self._limits.max_recipients,
            self._pool,
            no_such_address,
            store_refused,
        )
        self._sessions: set[Session] = set()
        self._room = Room(self._limits)
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        self._grace = 0.0
        self._turned = time.monotonic()

    @property
    def silent_s(self) -> float:
        """Seconds since the loop last gave a sign of life; infinite where it has ended."""
        is_alive = self._thread is not None and self._thread.is_alive()
        return time.monotonic() - self._turned if is_alive else math.inf

    def start(self) -> None:
        """Begin to listen. Raises OSError when the address cannot be had."""
        ready: Future[int] = Future()
        thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), name="listener", daemon=True)
        thread.start()
        self.port = ready.result()
        self._thread = thread

    def stop(self, grace: float = 5.0) -> None:
        """Take no more letters; those on the way have `grace` seconds, and those being stored get their answer."""
        if self._thread is not None and self._loop is not None:
            self._grace = grace
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()
            self._thread = None
        self._pool.shutdown()

    async def _serve(self, ready: Future[int]) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            server = await self._loop.create_server(lambda: _Entrance(self), self.host, self.port)
        except Exception as error:  # handed to the thread that waits in `start`
            ready.set_exception(error)
            return
        ready.set_result(server.sockets[0].getsockname()[1])
        while not self._stopping.is_set():
            self._turned = time.monotonic()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _TURN_SECONDS)
        server.close()
        deadline = self._loop.time() + self._grace
        while True:
            for session in [session for session in self._sessions if not session.is_taking_letter]:
                session.say_goodbye()
            if not self._sessions or self._loop.time() > deadline:
                return
            await asyncio.sleep(0.01)

    def enter(self, transport: asyncio.WriteTransport) -> None:
        """Begin a session on a connection that was just made, or turn it away."""
        peer = transport.get_extra_info("peername")
        network = network_of(peer[0] if isinstance(peer, tuple) else str(peer))
        refused = self._room.rejection(network)
        if refused is not None:
            transport.write(refused.encode() + b"\r\n")
            transport.close()
            return
        self._room.take(network)
        session = self._session_type(
            self._handler, self._limits, self._hostname, self._sessions, self._room, network, self._tls()
        )
        transport.set_protocol(session)
        session.connection_made(transport)

    def _tls(self) -> ssl.SSLContext | None:
        return None if self._certificate is None else self._certificate.context


def _token_at(domain: str, address: str) -> str | None:
    local_part, _, its_domain = address.rpartition("@")
    return token_of(local_part) if its_domain.lower() == domain else None


class _Entrance(asyncio.Protocol):
    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._listener.enter(transport)
