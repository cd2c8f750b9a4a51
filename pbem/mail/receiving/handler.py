"""The replies to RCPT and DATA: whose letters are taken, and that they are stored."""

import asyncio
import logging
import re
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, Final, TypeVar

import aiosmtpd.smtp

from pbem.mail.reading.headers import read_origin
from pbem.mail.receiving.batches import Batches, Store
from pbem.mail.receiving.envelope import Envelope
from pbem.mail.receiving.replies import ACCEPTED, BARE_LINE_ENDS, BUSY, NOT_NOW, TOO_MANY_RECIPIENTS
from pbem.mail.receiving.sender_check import (
    NO_SENDER,
    NO_SUCH_ADDRESS,
    Busy,
    Directory,
    Known,
    NotAtOnce,
    Recipient,
    Rejected,
    find,
    may_write,
    one_writer,
    rejection_of,
    token_of,
)
from pbem.mail.receiving.session import Draft, Session

T = TypeVar("T")

log = logging.getLogger(__name__)

_BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_SMALL: Final = 16 << 10
"""Bytes of a letter that is checked at once; a larger one is checked in a thread, so that others need not wait."""


class Handler:
    """The handler that answers RCPT and DATA; the library calls it by its methods' names."""

    def __init__(
        self,
        domain: str,
        directory: Directory[Recipient],
        glance: Directory[Recipient] | None,
        store: Store,
        max_recipients: int,
        threads: Executor,
        no_such_address: Rejected,
    ) -> None:
        """`glance` is the directory for who must not wait; it may raise NotAtOnce. None: there is no such."""
        self._domain = domain
        self._directory = directory
        self._glance = glance
        self._max_recipients = max_recipients
        self._threads = threads
        self._no_such_address = no_such_address
        self._batches = Batches(store)

    async def handle_RCPT(
        self, _server: Session, _session: aiosmtpd.smtp.Session, draft: Draft, address: str, _options: list[str]
    ) -> str:
        """Take an address. Those of one letter must be open to the same writers, since DATA has but one answer."""
        local_part, _, domain = address.rpartition("@")
        if domain.lower() != self._domain:
            return NO_SUCH_ADDRESS.smtp_text
        try:
            found = await self._find(local_part)
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
            letter = await self._checked(draft, str(peer), str(session.host_name or ""))
            if isinstance(letter, str):
                return letter
            await self._batches.stored(letter)
            return ACCEPTED
        finally:
            server.is_storing = False

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong here is not the letter's fault."""
        log.error("A letter could not be taken", exc_info=error)
        return NOT_NOW

    async def _find(self, local_part: str) -> Known[Recipient] | Rejected:
        """Whose address this is, without a thread where that needs no waiting."""
        if self._glance is not None:
            with suppress(NotAtOnce):
                return find(local_part, self._glance)
        return await self._in_thread(find, local_part, self._directory)

    async def _checked(self, draft: Draft, peer: str, helo: str) -> list[Envelope] | str:
        """The letter for each of its recipients, or the reply by which it is refused."""
        raw = bytes(draft.original_content or b"")
        if len(raw) <= _SMALL:
            return _envelopes(draft, raw, peer, helo)
        return await self._in_thread(_envelopes, draft, raw, peer, helo)

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what may take its time in a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)


def _envelopes(draft: Draft, raw: bytes, peer: str, helo: str) -> list[Envelope] | str:
    """The letter for each of its recipients, or the reply by which it is refused."""
    if _BARE_LINE_END.search(raw):
        return BARE_LINE_ENDS
    origin = read_origin(raw)
    mail_from = (draft.mail_from or "").strip("<>")
    if mail_from:  # a bounce comes without, from a mail system that nobody registered
        for recipient in draft.recipients.values():
            if not may_write(origin.from_address, recipient):
                return rejection_of(recipient).smtp_text
    return [Envelope(mail_from, token, raw, peer, "smtp", helo, origin.message_id) for token in draft.recipients]
