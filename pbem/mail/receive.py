"""The door: an SMTP listener that has each letter stored before it says 250, and refuses strangers while they speak.

It answers what RFC 5321 asks for, and takes letters for known addresses only. Whatever cannot be taken for good is
refused during SMTP, so that the sender's own mail system says so and we need not write to a stranger; whatever cannot
be taken now gets a 4xx, and comes again.
"""

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as SmtpEnvelope

from pbem.mail.headers import sender
from pbem.mail.limits import MAX_BYTES
from pbem.mail.sender_check import (
    NO_SENDER,
    NO_SUCH_ADDRESS,
    Directory,
    Recipient,
    Refused,
    find,
    may_write,
    one_writer,
    refusal,
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
TOO_MANY_CONNECTIONS: Final = "421 4.3.2 Too many connections, please try again"
TOO_MANY_REFUSALS: Final = "421 4.7.0 Too many refusals, goodbye"
CLOSING: Final = "421 4.3.2 The server is stopping, please try again"

_LIBRARY_REPLIES: Final = {
    "552 Error: message size exceeds fixed maximum message size": TOO_LARGE,
    "552 Error: Too much mail data": TOO_LARGE,
    "500 Line too long (see RFC5321 4.5.3.1.6)": LINE_TOO_LONG,
}
_BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
T = TypeVar("T")


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
    """How much one sender, and all together, may ask for."""

    max_bytes: int = MAX_BYTES
    max_line: int = 64 << 10
    """Longer than the 998 of RFC 5322: a letter with a long line is taken, and answered."""
    max_recipients: int = 20
    max_connections: int = 50
    max_refusals: int = 20
    """Per connection."""
    timeout: float = 120.0
    """Seconds between commands, and for one letter."""
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
        limits: Limits | None = None,
    ) -> None:
        self.host = host
        self.port = port
        """Where it listens; 0 asks for any free port, and `start` puts the one it was given."""
        self._limits = limits or Limits()
        self._hostname = hostname or domain
        self._pool = ThreadPoolExecutor(self._limits.store_threads, thread_name_prefix="letters")
        self._handler = _Handler(domain.lower(), directory, store, self._limits.max_recipients, self._pool)
        self._sessions: set[_Session] = set()
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
            server = await self._loop.create_server(self._new_session, self.host, self.port)
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

    def _new_session(self) -> asyncio.BaseProtocol:
        """The server's side of a connection that was just made."""
        if len(self._sessions) >= self._limits.max_connections:
            return _TurnedAway()
        return _Session(self._handler, self._limits, self._hostname, self._sessions)


class _TurnedAway(asyncio.Protocol):
    """A connection too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(TOO_MANY_CONNECTIONS.encode() + b"\r\n")
        transport.close()


class _Draft(SmtpEnvelope):
    """A letter that is being brought, with those it is for by their tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.recipients: dict[str, Recipient] = {}


class _Session(SMTP):
    """One connection: the library's protocol, with the limits it lacks."""

    def __init__(self, handler: "_Handler", limits: Limits, hostname: str, sessions: "set[_Session]") -> None:
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
        self._sessions = sessions
        self._sessions.add(self)
        self._refusals_left = limits.max_refusals
        self._flood = 4 * limits.max_bytes
        self._unanswered = 0

    def connection_lost(self, error: Exception | None) -> None:
        self._sessions.discard(self)
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
        if status[:1] == "5":
            self._refusals_left -= 1
            if self._refusals_left == 0 and self.transport is not None:
                await super().push(TOO_MANY_REFUSALS)
                self.transport.close()

    async def smtp_DATA(self, arg: str) -> None:
        """Take the letter itself."""
        self.is_taking_letter = True
        try:
            await super().smtp_DATA(arg)
        finally:
            self.is_taking_letter = False

    def say_goodbye(self) -> None:
        """Tell the client that the server stops, and hang up, without waiting for him to listen."""
        self._sessions.discard(self)
        if self.transport is not None:
            self._writer.write(CLOSING.encode() + b"\r\n")
            self.transport.close()

    def _create_envelope(self) -> _Draft:
        return _Draft()


class _Handler:
    """What is answered to RCPT and DATA; the library calls it by its methods' names."""

    def __init__(
        self, domain: str, directory: Directory[Recipient], store: Store, max_recipients: int, pool: ThreadPoolExecutor
    ) -> None:
        self._domain = domain
        self._directory = directory
        self._store = store
        self._max_recipients = max_recipients
        self._pool = pool

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, draft: _Draft, address: str, _options: list[str]
    ) -> str:
        """Take an address. Those of one letter must be open to the same writers, since DATA has but one answer."""
        local_part, _, domain = address.rpartition("@")
        if domain.lower() != self._domain:
            return NO_SUCH_ADDRESS.smtp_text
        found = await self._in_pool(find, local_part, self._directory)
        if isinstance(found, Refused):
            return found.smtp_text
        if found.recipient.registered_address is None and not (draft.mail_from or "").strip("<>"):
            return NO_SENDER.smtp_text
        if not all(one_writer(other, found.recipient) for other in draft.recipients.values()):
            return TOO_MANY_RECIPIENTS
        if len(draft.rcpt_tos) >= self._max_recipients:
            return TOO_MANY_RECIPIENTS
        draft.recipients[token_of(local_part)] = found.recipient
        draft.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, session: Session, draft: _Draft) -> str:
        """Store the letter, or say why not."""
        address: Any = session.peer  # a pair, or more, whatever the library's annotation says
        peer = address[0] if isinstance(address, tuple) else address
        return await self._in_pool(self._take, draft, str(peer))

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
                    return refusal(recipient).smtp_text
        for token in draft.recipients:
            self._store(Envelope(mail_from, token, raw, peer))
        return ACCEPTED
