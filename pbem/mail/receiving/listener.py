"""The door: an SMTP listener that has each letter stored before it says 250, and refuses strangers while they speak.

It answers what RFC 5321 asks for, and takes letters for known addresses only. Whatever cannot be taken for good is
refused during SMTP, so that the sender's own mail system says so and we need not write to a stranger; whatever cannot
be taken now gets a 4xx, and comes again.
"""

import asyncio
import logging
import re
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, TypeAlias, TypeVar

from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as SmtpEnvelope

from pbem.mail.reading.headers import sender
from pbem.mail.reading.text import MAX_BYTES
from pbem.mail.receiving.sender_check import (
    NO_SENDER,
    NO_SUCH_ADDRESS,
    Busy,
    Directory,
    Recipient,
    Rejected,
    find,
    may_write,
    no_such_address_at,
    one_writer,
    rejection_of,
    token_of,
)

log = logging.getLogger(__name__)

# aiosmtpd logs every command, and with it the seats' secret addresses and words of letters.
logging.getLogger("mail.log").setLevel(logging.ERROR)

ACCEPTED: Final = "250 2.0.0 Your letter is stored"
TOO_LARGE: Final = "552 5.3.4 The letter is too large"
LINE_TOO_LONG: Final = "500 5.6.0 The letter has a line that is too long"
BARE_LINE_ENDS: Final = "550 5.5.2 The letter has a bare CR or LF"
NOT_NOW: Final = "451 4.3.0 The letter cannot be stored now, please try again"
TOO_MANY_RECIPIENTS: Final = "452 4.5.3 Too many recipients, please send the letter again to the others"
BUSY: Final = "451 4.3.2 This address takes no letters now, please try again later"
TOO_MANY_CONNECTIONS: Final = "421 4.3.2 Too many connections, please try again"
TOO_MANY_FROM_ADDRESS: Final = "421 4.7.0 Too many connections from your address, please try again"
TOO_LONG_SESSION: Final = "421 4.4.2 The session has lasted too long, please connect again"
TOO_MANY_REFUSALS: Final = "421 4.7.0 Too many refusals, goodbye"
CLOSING: Final = "421 4.3.2 The server is stopping, please try again"

_LIBRARY_REPLIES: Final = {
    "552 Error: message size exceeds fixed maximum message size": TOO_LARGE,
    "552 Error: Too much mail data": TOO_LARGE,
    "500 Line too long (see RFC5321 4.5.3.1.6)": LINE_TOO_LONG,
}
_BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_LINGER: Final = 5.0
"""Seconds that a peer has to read the last reply."""
_SUBSCRIBER_BITS: Final = 64
"""The prefix of an IPv6 address that belongs to one host or household, which has all addresses behind it."""
T = TypeVar("T")
Network: TypeAlias = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Envelope:
    """A letter for one address, as it came.

    `mail_from` is the envelope sender, "" for bounces; `recipient_local_part` the address's token, in lower case and
    without a tag; `raw` the bytes after SMTP's own escapes; `peer` the address of the machine that brought it.
    """

    mail_from: str = field(repr=False)
    recipient_local_part: str = field(repr=False)
    raw: bytes = field(repr=False)
    peer: str


Store: TypeAlias = Callable[[Envelope], None]
"""Commits the letter durably before it returns; raises whatever it likes when it cannot. Called in several threads."""


@dataclass(frozen=True)
class Limits:
    """Limits on what one sender, and all together, may ask for."""

    max_bytes: int = MAX_BYTES
    max_line: int = 64 << 10
    """Longer than the 998 of RFC 5322: a letter with a long line is taken, and answered."""
    max_recipients: int = 20
    max_connections: int = 150
    """The last third is kept for addresses that have no connection yet."""
    max_per_address: int = 10
    """Connections of one IPv4 address, or of one IPv6 network of 64 bits, unless it is trusted."""
    trusted: tuple[Network, ...] = ()
    """Relays that bring many senders' letters from one address."""
    max_refusals: int = 20
    """Per connection."""
    timeout: float = 120.0
    """Seconds until a command is complete, and for one letter."""
    session_seconds: float = 600.0
    """How long a connection may last, whatever is said on it; a letter that is being stored gets its reply."""
    store_threads: int = 4


class Listener:
    """Listens for letters in a thread of its own, once, between `start` and `stop`.

    `directory` and `store` are called in threads of a pool, so that one that waits keeps nobody else waiting.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        domain: str,
        directory: Directory[Recipient],
        store: Store,
        hostname: str = "",
        website: str = "",
        limits: Limits | None = None,
    ) -> None:
        """`website` is where players sign in, which whoever writes to an address that is none is told."""
        self.host = host
        self.port = port
        """Where it listens; 0 asks for any free port, and `start` puts the one it was given."""
        self._limits = limits or Limits()
        self._hostname = hostname or domain
        self._pool = ThreadPoolExecutor(self._limits.store_threads, thread_name_prefix="letters")
        no_such_address = no_such_address_at(website)
        self._handler = _Handler(
            domain.lower(), directory, store, self._limits.max_recipients, self._pool, no_such_address
        )
        self._sessions: set[_Session] = set()
        self._room = _Room(self._limits)
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
        """Serve until told to stop."""
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
        session = _Session(self._handler, self._limits, self._hostname, self._sessions, self._room, network)
        transport.set_protocol(session)
        session.connection_made(transport)


def network_of(peer: str) -> Network | None:
    """The smallest network that is sure to be one subscriber's; None for a peer without an IP address."""
    try:
        address = ip_address(peer.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return ip_network((int(address), _SUBSCRIBER_BITS), strict=False)
        address = address.ipv4_mapped
    return ip_network(address)


class _Room:
    """The connections there are, by the networks they come from."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept_free = limits.max_connections // 3
        self._taken: Counter[Network | None] = Counter()

    def rejection(self, network: Network | None) -> str | None:
        """The reply to a connection that there is no room for; None where there is."""
        free, own = self._limits.max_connections - self._taken.total(), self._taken[network]
        if own >= self._limits.max_per_address and not self._is_trusted(network):
            return TOO_MANY_FROM_ADDRESS
        return TOO_MANY_CONNECTIONS if free <= (self._kept_free if own else 0) else None

    def take(self, network: Network | None) -> None:
        """Count a connection."""
        self._taken[network] += 1

    def leave(self, network: Network | None) -> None:
        """Count a connection no more."""
        self._taken[network] -= 1
        if not self._taken[network]:
            del self._taken[network]

    def _is_trusted(self, network: Network | None) -> bool:
        return network is not None and any(
            network.version == trusted.version and trusted.overlaps(network) for trusted in self._limits.trusted
        )


class _Entrance(asyncio.Protocol):
    """A connection of which is not known yet where it comes from."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._listener.enter(transport)


class _Draft(SmtpEnvelope):
    """A letter that is being brought, with those it is for by their tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.recipients: dict[str, Recipient] = {}


class _Session(SMTP):
    """One connection: the library's protocol, with the limits it lacks."""

    def __init__(
        self,
        handler: "_Handler",
        limits: Limits,
        hostname: str,
        sessions: "set[_Session]",
        room: _Room,
        network: Network | None,
    ) -> None:
        self.line_length_limit = limits.max_line
        super().__init__(
            handler,
            data_size_limit=limits.max_bytes,
            hostname=hostname,
            ident="ESMTP",
            timeout=limits.timeout,
            loop=asyncio.get_running_loop(),
        )
        self.is_taking_letter = False
        self.is_storing = False
        self._sessions = sessions
        self._sessions.add(self)
        self._room, self._network = room, network
        self._end = self.loop.call_later(limits.session_seconds, self._expire)
        self._is_expired = False
        self._refusals_left = limits.max_refusals
        self._flood = 4 * limits.max_bytes
        self._unanswered = 0

    def connection_lost(self, error: Exception | None) -> None:
        self._sessions.discard(self)
        self._room.leave(self._network)
        self._end.cancel()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Hang up on who goes on sending: the library keeps a line without end in memory to its end."""
        self._unanswered += len(data)
        if self._unanswered > self._flood and self.transport is not None:
            self.transport.close()
        else:
            super().data_received(data)

    async def push(self, status: Any) -> None:
        """Send a reply. Too many refusals end the connection."""
        self._unanswered = 0
        await super().push(_LIBRARY_REPLIES.get(status, status))
        if self._is_expired:
            self._hang_up(TOO_LONG_SESSION)
        elif status[:1] == "5":
            self._refusals_left -= 1
            if self._refusals_left == 0:
                self._hang_up(TOO_MANY_REFUSALS)

    async def smtp_DATA(self, arg: str) -> None:
        """Take the letter itself."""
        self.is_taking_letter = True
        try:
            await super().smtp_DATA(arg)
        finally:
            self.is_taking_letter = False

    def say_goodbye(self) -> None:
        """Tell the client that the server stops, and hang up, without waiting for them to listen."""
        self._sessions.discard(self)
        self._hang_up(CLOSING)

    def _expire(self) -> None:
        """End the session; while a letter is stored, only behind the reply, or it would come again."""
        self._is_expired = True
        if not self.is_storing:
            self._hang_up(TOO_LONG_SESSION)

    def _hang_up(self, reply: str) -> None:
        """Say this last, and end the connection even of a peer that does not read it."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self._writer.write(reply.encode() + b"\r\n")
            self.transport.close()
            self.loop.call_later(_LINGER, self.transport.abort)

    def _create_envelope(self) -> _Draft:
        return _Draft()


class _Handler:
    """The handler that answers RCPT and DATA; the library calls it by its methods' names."""

    def __init__(
        self,
        domain: str,
        directory: Directory[Recipient],
        store: Store,
        max_recipients: int,
        pool: ThreadPoolExecutor,
        no_such_address: Rejected,
    ) -> None:
        self._domain = domain
        self._directory = directory
        self._store = store
        self._max_recipients = max_recipients
        self._pool = pool
        self._no_such_address = no_such_address

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, draft: _Draft, address: str, _options: list[str]
    ) -> str:
        """Take an address. Those of one letter must be open to the same writers, since DATA has but one answer."""
        local_part, _, domain = address.rpartition("@")
        if domain.lower() != self._domain:
            return NO_SUCH_ADDRESS.smtp_text
        try:
            found = await self._in_pool(find, local_part, self._directory)
        except Busy:
            return BUSY
        if isinstance(found, Rejected):
            return self._no_such_address.smtp_text
        if found.recipient.registered_address is None and not (draft.mail_from or "").strip("<>"):
            return NO_SENDER.smtp_text
        if not all(one_writer(other, found.recipient) for other in draft.recipients.values()):
            return TOO_MANY_RECIPIENTS
        if len(draft.rcpt_tos) >= self._max_recipients:
            return TOO_MANY_RECIPIENTS
        draft.recipients[token_of(local_part)] = found.recipient
        draft.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: _Session, session: Session, draft: _Draft) -> str:
        """Store the letter, or say why not."""
        address: Any = session.peer  # a pair, or more, whatever the library's annotation says
        peer = address[0] if isinstance(address, tuple) else address
        server.is_storing = True
        try:
            return await self._in_pool(self._take, draft, str(peer))
        finally:
            server.is_storing = False

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong here is not the letter's fault."""
        log.error("A letter could not be taken", exc_info=error)
        return NOT_NOW

    async def _in_pool(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do this in a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    def _take(self, draft: _Draft, peer: str) -> str:
        """Store the letter for each of its recipients; the reply to DATA."""
        raw = bytes(draft.original_content or b"")
        if _BARE_LINE_END.search(raw):
            return BARE_LINE_ENDS
        mail_from = (draft.mail_from or "").strip("<>")
        if mail_from:  # a bounce comes without, from a mail system that nobody registered
            written_by = sender(raw)
            for recipient in draft.recipients.values():
                if not may_write(written_by, recipient):
                    return rejection_of(recipient).smtp_text
        for token in draft.recipients:
            self._store(Envelope(mail_from, token, raw, peer))
        return ACCEPTED
