"""The replies to RCPT and DATA by SMTP and LMTP (RFC 2033): whose letters are taken, and that they are stored."""

import asyncio
import logging
import re
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

import aiosmtpd.smtp
from aiosmtpd.lmtp import LMTP

from pbem.files import is_disk_fault
from pbem.mail.reading.headers import Origin, read_origin
from pbem.mail.receiving.batches import Batches, Envelope, Store
from pbem.mail.receiving.proof import (
    NO_SUCH_ADDRESS,
    Busy,
    Directory,
    Known,
    NotAtOnce,
    OneMailbox,
    Recipient,
    Rejected,
    find,
    one_writer,
    rejection_of_sender,
)
from pbem.mail.receiving.session import Draft, Session
from pbem.mail.receiving.takers import (
    BARE_LINE_ENDS,
    BUSY,
    NO_ROOM,
    NOT_NOW,
    TOO_MANY_RECIPIENTS,
    ByContent,
    Taken,
    depends_on_content,
    takers,
)

T = TypeVar("T")

log = logging.getLogger(__name__)

_BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_SMALL: Final = 16 << 10
"""Bytes of a letter that is checked at once; a larger one is checked in a thread, so that others need not wait."""


class Handler:
    """The handler that answers RCPT and DATA; the library calls it by its methods' names."""

    def __init__(
        self,
        token_in: Callable[[str], str | None],
        directory: Directory[Recipient],
        find_at_once: Directory[Recipient] | None,
        by_content: ByContent | None,
        store: Store,
        max_recipients: int,
        threads: Executor,
        no_such_address: Rejected,
        store_refused: Store | None,
    ) -> None:
        """`token_in` reads the token in an address of ours, "" in that of the one mailbox where there is no other.

        `store_refused` stores a letter for those whose address it came to from elsewhere; None: nobody hears of it.

        `find_at_once` is the directory for the event loop, which must not wait; it may raise NotAtOnce. None: there is
        none.
        """
        self._token_in = token_in
        self._directory = directory
        self._by_content = by_content
        self._find_at_once = find_at_once
        self._max_recipients = max_recipients
        self._threads = threads
        self._no_such_address = no_such_address
        self._batches = Batches(store)
        self._refusals = None if store_refused is None else Batches(store_refused)

    async def handle_RCPT(
        self, _server: Session, _session: aiosmtpd.smtp.Session, draft: Draft, address: str, _options: list[str]
    ) -> str:
        """Take an address. Those of one letter must be open to the same writers, since DATA has but one answer."""
        token, recipient = await self._recipient(draft, address)
        if isinstance(recipient, str):
            return recipient
        if not all(one_writer(other, recipient) for other in draft.recipients.values()):
            return TOO_MANY_RECIPIENTS
        return self._added(draft, address, token, recipient)

    async def handle_DATA(self, server: Session, session: aiosmtpd.smtp.Session, draft: Draft) -> str | list[str]:
        """Store the letter, or say why not."""
        server.is_storing = True
        try:
            found = await self._checked(draft, peer_of(session), helo_of(session))
            return found if isinstance(found, str) else await self._keep(*found)
        finally:
            server.is_storing = False

    async def handle_EHLO(
        self, _server: Session, session: aiosmtpd.smtp.Session, _draft: Draft, hostname: str, replies: list[str]
    ) -> list[str]:
        """Offer the extensions that are served; the library also offers a login, for which nobody has a password."""
        session.host_name = hostname
        return [reply for reply in replies if not reply.startswith("250-AUTH")]

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong here is not the letter's fault."""
        log.error("A letter could not be taken", exc_info=error)
        return NO_ROOM if is_disk_fault(error) else NOT_NOW

    async def _recipient(self, draft: Draft, address: str) -> tuple[str, Recipient | str]:
        token = self._token(address)
        if token is None:
            return "", NO_SUCH_ADDRESS.smtp_text
        if not token and self._by_content is not None:
            return token, OneMailbox()
        try:
            found = await self._find(token)
        except Busy:
            return token, BUSY
        if isinstance(found, Rejected):
            return token, self._no_such_address.smtp_text
        refused = rejection_of_sender(draft.mail_from or "", found.recipient)
        return token, found.recipient if refused is None else refused.smtp_text

    def _token(self, address: str) -> str | None:
        bare = address.lower()
        return bare if bare == "postmaster" else self._token_in(address)  # as RFC 5321, 4.5.1, has it without a domain

    def _added(self, draft: Draft, address: str, token: str, recipient: Recipient) -> str:
        if len(draft.rcpt_tos) >= self._max_recipients:
            return TOO_MANY_RECIPIENTS
        draft.recipients[token] = recipient
        draft.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def _find(self, local_part: str) -> Known[Recipient] | Rejected:
        """Whose address this is, without a thread where that needs no waiting."""
        if self._find_at_once is not None:
            with suppress(NotAtOnce):
                return find(local_part, self._find_at_once)
        return await self._in_thread(find, local_part, self._directory)

    async def _keep(self, taken: Taken, letter: Envelope) -> str:
        await self._batches.stored([replace(letter, recipient_local_part=token) for token in taken.tokens])
        if self._refusals is not None:
            await self._refusals.stored([replace(letter, recipient_local_part=token) for token in taken.others])
        return taken.reply

    async def _checked(self, draft: Draft, peer: str, helo: str) -> tuple[Taken, Envelope] | str:
        """Judge a letter: who takes it, and the letter for nobody yet; or the reply by which it is refused as it is."""
        raw = bytes(draft.original_content or b"")
        if len(raw) <= _SMALL and not any(map(depends_on_content, draft.recipients.values())):
            return _judged(draft, raw, peer, helo, None)
        return await self._in_thread(_judged, draft, raw, peer, helo, self._by_content)

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)


def has_bare_line_ends(raw: bytes) -> bool:
    """Whether a letter holds a CR or LF that is no line end, in which other letters may hide."""
    return _BARE_LINE_END.search(raw) is not None


def peer_of(session: aiosmtpd.smtp.Session) -> str:
    """The address of the machine that a session is with."""
    address: Any = session.peer  # a pair, or more, whatever the library's annotation says
    return str(address[0] if isinstance(address, tuple) else address)


def helo_of(session: aiosmtpd.smtp.Session) -> str:
    """The name by which the other side greeted."""
    return str(session.host_name or "")


def _judged(
    draft: Draft, raw: bytes, peer: str, helo: str, by_content: ByContent | None
) -> tuple[Taken, Envelope] | str:
    """Judge a letter: who takes it, and the letter for nobody yet; or the reply by which it is refused as it is."""
    if has_bare_line_ends(raw):
        return BARE_LINE_ENDS
    origin = read_origin(raw)
    mail_from = (draft.mail_from or "").strip("<>")
    taken = takers(draft.recipients, raw, mail_from, origin.from_address, by_content)
    return taken, Envelope(mail_from, "", raw, peer, "smtp", helo, origin.message_id)


class LmtpSession(Session, LMTP):
    """One LMTP connection."""

    ident = "LMTP"

    def replies_to(self, draft: Draft) -> int:
        """Count the replies that follow a letter: one for each recipient that was taken."""
        return len(draft.rcpt_tos)


class LmtpHandler(Handler):
    """The handler of LMTP: recipients are judged each by itself."""

    async def handle_RCPT(
        self, _server: Session, _session: aiosmtpd.smtp.Session, draft: Draft, address: str, _options: list[str]
    ) -> str:
        """Take an address, whoever may write to it."""
        token, recipient = await self._recipient(draft, address)
        return recipient if isinstance(recipient, str) else self._added(draft, address, token, recipient)

    async def handle_DATA(self, server: Session, session: aiosmtpd.smtp.Session, draft: Draft) -> list[str]:
        """Store the letter for each recipient, or say why not: a reply for each, in the order in which they came."""
        raw, peer, helo = bytes(draft.original_content or b""), peer_of(session), helo_of(session)
        server.is_storing = True
        try:
            origin = await self._in_thread(_origin, raw)
            if isinstance(origin, str):
                return [origin] * len(draft.rcpt_tos)
            where = peer, helo
            replies = await asyncio.gather(
                *(self._take(draft, token, raw, where, origin) for token in draft.recipients)
            )
        finally:
            server.is_storing = False
        by_token = dict(zip(draft.recipients, replies, strict=True))
        return [by_token[self._token(address) or ""] for address in draft.rcpt_tos]

    async def _take(self, draft: Draft, token: str, raw: bytes, from_where: tuple[str, str], origin: Origin) -> str:
        recipient, mail_from = draft.recipients[token], (draft.mail_from or "").strip("<>")
        facts = {token: recipient}, raw, mail_from, origin.from_address
        peer, helo = from_where
        try:
            if depends_on_content(recipient):
                taken = await self._in_thread(takers, *facts, self._by_content)
            else:
                taken = takers(*facts, None)
            return await self._keep(taken, Envelope(mail_from, token, raw, peer, "lmtp", helo, origin.message_id))
        except Exception as error:
            return await self.handle_exception(error)


def _origin(raw: bytes) -> Origin | str:
    return BARE_LINE_ENDS if has_bare_line_ends(raw) else read_origin(raw)
