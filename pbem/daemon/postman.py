"""The postman: carries what is due in the outbox to the next mail server, or to the Maildir.

A mail's bytes are fixed at its first send, so that whatever happens between sending and noting it, a second send is the
same mail under the same Message-ID.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import structlog

from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.daemon.rounds import Rounds
from pbem.daemon.studio import Studio
from pbem.mail.deliver import Failed, Outgoing, Sent, Transport, build, next_attempt
from pbem.mail.outgoing import picture_address
from pbem.reports.document import loaded
from pbem.reports.html import mail_html
from pbem.store import Database, Tx
from pbem.store import repository as repo
from pbem.store.rows import Delivery, MailRow

log = structlog.get_logger(__name__)

BATCH = 20
"""Mails that share one commit when they were sent."""
NO_REPLY = "noreply"
"""The local part that mails about no seat come from; no letter to it is taken."""
_ADDRESS = re.compile(r"\S+@\S+")


class Postman(Rounds):
    """Sends mails in a thread of its own."""

    def __init__(self, database: Database, transport: Transport, clock: Clock, settings: Settings) -> None:
        super().__init__("postman")
        self.database = database
        self.transport = transport
        self.clock = clock
        self.settings = settings
        self.studio = Studio(database, settings.server.data_dir / "drawing")

    def stop(self) -> None:
        """Stops after the mail in hand, and lets go of the relay."""
        super().stop()
        self.transport.close()

    def round(self) -> bool:
        """Sends some of what is due; False where nothing was."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            mails = repo.due_mail(tx, now_ms, BATCH)
            due = [(mail, self._outgoing(tx, mail), repo.mail_bytes(tx, mail.id)) for mail in mails]
        sent: list[Delivery] = []
        for mail, outgoing, kept in due:
            if self.stopping:
                break
            result = self._send(mail, outgoing, kept)
            if isinstance(result, Delivery):
                sent.append(result)
            else:
                self._failed(mail, result, now_ms)
        if sent:
            sent_ms = to_ms(self.clock())
            self._write(lambda tx: repo.mark_sent(tx, sent, sent_ms))
        return bool(due)

    def _write(self, work: Callable[[Tx], None]) -> None:
        """One commit for what became of mails and for the maps that were drawn for them."""
        now_ms = to_ms(self.clock())

        def both(tx: Tx) -> None:
            work(tx)
            self.studio.keep(tx, now_ms)

        self.database.write(both)
        self.studio.forget()

    def _send(self, mail: MailRow, outgoing: Outgoing, kept: bytes | None) -> Delivery | Failed:
        try:
            raw = kept or build(self._illustrated(mail, outgoing))
        except ValueError as error:
            return Failed(True, f"cannot be built: {error}")
        result = self.transport.send(outgoing, raw)
        return Delivery(mail.id, result.reply, raw) if isinstance(result, Sent) else result

    def _illustrated(self, mail: MailRow, outgoing: Outgoing) -> Outgoing:
        """The mail with its HTML and its map, where its player wants them."""
        with self.database.read() as tx:
            text = repo.mail_document(tx, mail.id)
            wants_html = mail.player_id is not None and repo.preferences(tx, mail.player_id).format == "html"
        if text is None or not wants_html:
            return outgoing
        try:
            document = loaded(text)
            picture = self.studio.picture(document.board) if document.board else None
            address = picture_address(mail.message_id) if picture else None
            html = mail_html(document, mail.subject, address)
        except Exception:  # a mail without its looks says all the same
            log.exception("a mail goes as text alone", mail=mail.id)
            return outgoing
        return replace(outgoing, html=html, picture=picture)

    def _outgoing(self, tx: Tx, mail: MailRow) -> Outgoing:
        address = f"{_sender_of(tx, mail)}@{self.settings.mail.domain}"
        return Outgoing(
            message_id=mail.message_id,
            to_address=mail.to_address,
            to_name="" if mail.player_id is None else repo.player(tx, mail.player_id).name,
            from_address=address,
            from_name=self.settings.mail.from_name,
            subject=mail.subject,
            text=mail.text,
            date_ms=mail.created_ms,
            envelope_from=address,
            auto="replied" if mail.auto == "auto-replied" else "generated",
            in_reply_to=mail.in_reply_to or "",
            references=tuple(mail.references_.split()),
        )

    def _failed(self, mail: MailRow, result: Failed, now_ms: int) -> None:
        again = None if result.permanent else next_attempt(mail.attempts + 1, now_ms)
        # The whole reply, which may repeat addresses, is for `pbem mail outbox` alone.
        log.warning("mail not sent", mail=mail.id, reply=_ADDRESS.sub("...", result.reply), given_up=again is None)
        self._write(lambda tx: repo.mark_failed(tx, mail.id, result.reply, again))


def _sender_of(tx: Tx, mail: MailRow) -> str:
    """The local part that a mail comes from: its seat's, as long as the seat is its player's."""
    if mail.game_id is None or mail.seat is None:
        return mail.sender or NO_REPLY
    seat = repo.seat_contacts(tx, mail.game_id)[mail.seat]
    return seat.token if seat.reads and seat.player_id == mail.player_id else NO_REPLY
