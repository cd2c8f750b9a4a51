"""The replies to RCPT and DATA: whose letters are taken, and that they are stored."""

import asyncio
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias, TypeVar

import aiosmtpd.smtp

from pbem.mail.reading.headers import sender
from pbem.mail.receiving.envelope import Envelope
from pbem.mail.receiving.replies import ACCEPTED, BARE_LINE_ENDS, BUSY, NOT_NOW, TOO_MANY_RECIPIENTS
from pbem.mail.receiving.sender_check import (
    NO_SENDER,
    NO_SUCH_ADDRESS,
    Busy,
    Directory,
    Recipient,
    Rejected,
    find,
    may_write,
    one_writer,
    rejection_of,
    token_of,
)
from pbem.mail.receiving.session import Draft, Session

log = logging.getLogger(__name__)

_BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
T = TypeVar("T")
Store: TypeAlias = Callable[[Envelope], None]
"""Commits the letter durably before it returns; raises whatever it likes when it cannot. Called in several threads."""


class Handler:
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
        self, _server: Session, _session: aiosmtpd.smtp.Session, draft: Draft, address: str, _options: list[str]
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

    async def handle_DATA(self, server: Session, session: aiosmtpd.smtp.Session, draft: Draft) -> str:
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

    def _take(self, draft: Draft, peer: str) -> str:
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
