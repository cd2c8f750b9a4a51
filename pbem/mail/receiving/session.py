"""One SMTP connection: the library's protocol, with the limits it lacks."""

import asyncio
import math
import re
import ssl
from typing import Any, Final

from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as SmtpEnvelope

from pbem.mail.receiving.connections import Limits, Room
from pbem.mail.receiving.data import DataRefused, read_data
from pbem.mail.receiving.replies import (
    CLOSING,
    TOO_LARGE,
    TOO_LONG_SESSION,
    TOO_MANY_REFUSALS,
)
from pbem.mail.receiving.sender_check import Recipient
from pbem.networks import Network

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
