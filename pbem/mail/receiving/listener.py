"""The door: an SMTP listener that has each letter stored before it says 250, and refuses strangers while they speak.

It answers what RFC 5321 asks for, and takes letters for known addresses only. Whatever cannot be taken for good is
refused during SMTP, so that the sender's own mail system says so and we need not write to a stranger; whatever cannot
be taken now gets a 4xx, and comes again.
"""

import asyncio
import logging
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final, Literal

from pbem.mail.receiving.batches import Store
from pbem.mail.receiving.certificate import Certificate
from pbem.mail.receiving.connections import Limits, Room
from pbem.mail.receiving.handler import Handler
from pbem.mail.receiving.lmtp import LmtpHandler, LmtpSession
from pbem.mail.receiving.sender_check import Directory, Recipient, no_such_address_at, token_of
from pbem.mail.receiving.session import Session
from pbem.mail.receiving.takers import ByContent
from pbem.networks import network_of

# aiosmtpd logs every command, and with it the seats' secret addresses and words of letters.
logging.getLogger("mail.log").setLevel(logging.ERROR)

_PROTOCOLS: Final = {"smtp": (Session, Handler), "lmtp": (LmtpSession, LmtpHandler)}


class Listener:
    """Listens for letters in a thread of its own, once, between `start` and `stop`.

    `directory` is called in threads of a pool, so that one that waits keeps nobody else waiting; `store` begins to
    store all letters that came while those before were stored.
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
        await self._stopping.wait()
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
