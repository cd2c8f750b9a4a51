"""One SMTP connection (RFC 5321): the library's protocol with the limits it lacks, and the letter as it comes."""

import asyncio
import math
import re
import ssl
from asyncio import LimitOverrunError, StreamReader
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as SmtpEnvelope

from pbem.mail.reading.text import MAX_BYTES
from pbem.mail.receiving.proof import Recipient
from pbem.mail.receiving.takers import (
    CLOSING,
    LINE_TOO_LONG,
    NOT_TRUSTED,
    TOO_LARGE,
    TOO_LONG_SESSION,
    TOO_MANY_CONNECTIONS,
    TOO_MANY_FROM_ADDRESS,
    TOO_MANY_REFUSALS,
)
from pbem.networks import SITE_SHARE, Network, site_network


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
    """Connections of one IPv4 address, or of one IPv6 network of 64 bits, and SITE_SHARE times as many of one of 48
    bits, unless it is trusted.
    """
    trusted: tuple[Network, ...] = ()
    """Relays that bring many senders' letters from one address."""
    only_trusted: bool = False
    """Whether all others are turned away."""
    max_refusals: int = 20
    """Refusals to one connection, unless it is trusted: a relay passes on what many people have mistyped."""
    timeout: float = 120.0
    """Seconds until a command is complete, and for one letter."""
    session_seconds: float = 600.0
    """How long a connection may last, whatever is said on it; a letter that is being stored gets its reply."""
    threads: int = 4


class Room:
    """The connections there are, by the networks they come from."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept_free = limits.max_connections // 3
        self._taken: Counter[Network | None] = Counter()
        self._at_sites: Counter[Network | None] = Counter()

    def rejection(self, network: Network | None) -> str | None:
        """The reply to a connection that there is no room for; None where there is."""
        if self._limits.only_trusted and not self.trusts(network):
            return NOT_TRUSTED
        free, of_network, near = (
            self._limits.max_connections - self._taken.total(),
            self._taken[network],
            self._near(network),
        )
        is_full = of_network >= self._limits.max_per_address or near >= SITE_SHARE * self._limits.max_per_address
        if is_full and not self.trusts(network):
            return TOO_MANY_FROM_ADDRESS
        return TOO_MANY_CONNECTIONS if free <= (self._kept_free if near else 0) else None

    def take(self, network: Network | None) -> None:
        """Count a connection."""
        self._taken[network] += 1
        self._at_sites[_site_of(network)] += 1

    def leave(self, network: Network | None) -> None:
        """Count a connection no more."""
        for taken, key in ((self._taken, network), (self._at_sites, _site_of(network))):
            taken[key] -= 1
            if not taken[key]:
                del taken[key]

    def _near(self, network: Network | None) -> int:
        return self._at_sites[_site_of(network)]

    def trusts(self, network: Network | None) -> bool:
        """Whether connections from there are a trusted relay's."""
        return network is not None and any(
            network.version == trusted.version and trusted.overlaps(network) for trusted in self._limits.trusted
        )


def _site_of(network: Network | None) -> Network | None:
    return None if network is None else site_network(str(network))


_LINE_END: Final = b"\r\n"
_END: Final = b"\r\n.\r\n"
"""Nothing else ends a letter: whoever takes a bare CR or LF for a line end lets letters hide in others."""
_END_BYTES: Final = len(_END) - len(_LINE_END)
"""Those that are no part of the letter."""


class DataRefused(Exception):
    """A letter that was read to its end and is not taken; `reply` says why."""

    def __init__(self, reply: str) -> None:
        super().__init__(reply)
        self.reply = reply


async def read_data(reader: StreamReader, most: int, longest_line: int) -> bytes:
    """Read a letter within limits on its bytes and the bytes of a line. Raises DataRefused.

    One that is too large is read to its end, since no reply may come before (RFC 5321, 4.2.5), and not kept.
    """
    letter = _Taken(reader, most + _END_BYTES)
    raw = await _to_the_end(letter)
    if letter.size > letter.most:
        raise DataRefused(TOO_LARGE)
    if len(raw) > longest_line and max(map(len, raw.split(_LINE_END))) + len(_LINE_END) > longest_line:
        raise DataRefused(LINE_TOO_LONG)
    return raw


async def _to_the_end(letter: "_Taken") -> bytes:
    """Read to the end, which at the beginning of a line has no line end before it that is not taken yet."""
    while True:
        byte = await letter.take(1)
        if byte == b".":
            before = letter.size
            await letter.take_to(_LINE_END)
            if letter.size - before == len(_LINE_END):
                return letter.pop()[: -len(_LINE_END)]
        elif byte == b"\r":
            letter.keep(byte)
            await letter.take_to(b"\n")
            if not letter.ends_line:
                break
        else:
            letter.keep(byte)
            break
    head = letter.pop()
    await letter.take_to(_END)
    return head + letter.pop()[:-_END_BYTES].replace(b"\r\n.", b"\r\n")


class _Taken:
    """The bytes of a letter that were taken so far, and not asked for; none where there are too many."""

    def __init__(self, reader: StreamReader, most: int) -> None:
        self._reader = reader
        self._parts: list[bytes] = []
        self.most = most
        self.size = 0
        """In all."""
        self.ends_line = False
        """Whether a whole line end was kept last."""
        self._last = b""

    def keep(self, data: bytes) -> None:
        self.size += len(data)
        self.ends_line = (self._last + data[-2:])[-2:] == _LINE_END
        self._last = data[-1:]
        self._parts.append(data)
        if self.size > self.most:
            self._parts.clear()

    async def take(self, count: int) -> bytes:
        return await self._reader.readexactly(count)

    async def take_to(self, end: bytes) -> None:
        """Take and keep all to the next such bytes, with these; the reader holds a limited number of bytes at once."""
        while True:
            try:
                self.keep(await self._reader.readuntil(end))
            except LimitOverrunError as overrun:
                self.keep(await self._reader.read(overrun.consumed))
            else:
                return

    def pop(self) -> bytes:
        """All that was kept since this was last asked."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


_LIBRARY_REPLIES: Final = {"552 Error: message size exceeds fixed maximum message size": TOO_LARGE}
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PLAIN_ADDRESS: Final = re.compile(rf"<({_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>(?: +([!-'*-~ ]*))?")
"""An address in angle brackets without quotes and comments, and parameters behind it."""
_LINGER: Final = 5.0
"""Seconds that a peer has to read the last reply."""


class Draft(SmtpEnvelope):
    """A letter that is being brought, with those it is for by their tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.recipients: dict[str, Recipient] = {}


class Session(SMTP):
    """One connection: the library's protocol, with the limits it lacks."""

    ident = "ESMTP"

    def __init__(
        self,
        handler: object,
        limits: Limits,
        hostname: str,
        sessions: "set[Session]",
        room: Room,
        network: Network | None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.line_length_limit = limits.max_line
        super().__init__(
            handler,
            data_size_limit=limits.max_bytes,
            hostname=hostname,
            ident=self.ident,
            tls_context=tls,
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
        self._is_gone = False
        self._refusals_left = math.inf if room.trusts(network) else limits.max_refusals
        self._flood = 4 * limits.max_bytes
        self._unanswered = 0

    def connection_lost(self, error: Exception | None) -> None:
        """Count the connection no more."""
        if not self._is_gone:  # the library tells of a connection twice where its encryption fails
            self._is_gone = True
            self._sessions.discard(self)
            self._room.leave(self._network)
        self._end.cancel()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Hang up on a client that goes on sending: the library keeps an endless line in memory."""
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
            await self._take(arg)
        finally:
            self.is_taking_letter = False

    async def _take(self, arg: str) -> None:
        """Read a letter to its end, as the library does, but in whole blocks: it takes line by line, and its time."""
        if await self.check_helo_needed():
            return
        draft = self.envelope
        if arg or not isinstance(draft, Draft) or not draft.rcpt_tos:
            await self.push("501 Syntax: DATA" if arg else "503 Error: need RCPT command")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        try:
            draft.original_content = draft.content = await read_data(
                self._reader, self.data_size_limit or 0, self.line_length_limit
            )
        except DataRefused as refused:
            reply: Any = refused.reply
        else:
            reply = await self._call_handler_hook("DATA")
        replies: list[str] = reply if isinstance(reply, list) else [reply] * self.replies_to(draft)
        for line in replies:
            await self.push(line)
        self.envelope = self._create_envelope()

    def replies_to(self, _draft: Draft) -> int:
        """Count the replies that follow a letter which is refused as a whole."""
        return 1

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
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self._writer.write(reply.encode() + b"\r\n")
            self.transport.close()
            self.loop.call_later(_LINGER, self.transport.abort)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Read an address; the library's own reader takes ten times as long, and reads all that is not plain."""
        plain = _PLAIN_ADDRESS.fullmatch(arg)
        if plain is None:
            found: tuple[str | None, str | None] = super()._getaddr(arg)
            return found
        return plain[1], plain[2] or ""

    def _create_envelope(self) -> Draft:
        return Draft()
