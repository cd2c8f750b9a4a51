"""LMTP (RFC 2033): letters from a mail system nearby, with a reply for each recipient behind the letter.

So one recipient that is unknown, busy, or somebody else's spoils nothing for the others. Clients are admitted by their
address alone.
"""

import asyncio

import aiosmtpd.smtp
from aiosmtpd.lmtp import LMTP

from pbem.mail.reading.headers import Origin, read_origin
from pbem.mail.receiving.envelope import Envelope
from pbem.mail.receiving.handler import Handler, has_bare_line_ends, helo_of, peer_of
from pbem.mail.receiving.replies import BARE_LINE_ENDS
from pbem.mail.receiving.session import Draft, Session
from pbem.mail.receiving.takers import depends_on_content, takers


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
