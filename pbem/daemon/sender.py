"""The sender: carries what is due in the outbox to the next mail server or Maildir, each map drawn once.

A mail's bytes are fixed before its first send, so that whatever happens between sending and noting it, a second send is
the same mail under the same Message-ID. What a relay has taken is noted before the next mail is sent: a crash repeats
one mail at most.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import structlog

from pbem.adjudicator.correspondence.bounces import count_rejection
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.daemon.map_cache import DrawnMap, MapCache
from pbem.daemon.poll_loop import PollLoop
from pbem.games.renderer import Renderer
from pbem.mail.sending.outgoing import (
    NO_REPLY,
    Outgoing,
    build,
    build_reduced,
    is_intact,
    outgoing_for,
    picture_address,
)
from pbem.mail.sending.retries import next_attempt
from pbem.mail.sending.transport import Failed, Transport
from pbem.mail.sending.wire import NotAsMeant
from pbem.reports.document import Document, Lines, Signature, closed_by, loaded
from pbem.reports.html import mail_html
from pbem.store import Database, Tx
from pbem.store import repository as repo
from pbem.store.rows import BuiltMail, Delivery, MailRow

log = structlog.get_logger(__name__)

BATCH = 20
"""Mails whose bytes are fixed in one commit, and that share one when they were sent, where a repeated send is none."""
MOST_DRAWN = 3
"""Maps drawn in one round: further mails that show new ones wait for the next, and those that are ready leave."""
_ADDRESS = re.compile(r"\S+@\S+")


class Sender(PollLoop):
    """Sends mails in a thread of its own. One that is given no renderer has its own, which ends with it."""

    def __init__(
        self,
        database: Database,
        transport: Transport,
        clock: Clock,
        settings: Settings,
        renderer: Renderer | None = None,
    ) -> None:
        super().__init__("sender")
        self.database = database
        self.transport = transport
        self.clock = clock
        self.settings = settings
        self._renderer = renderer or Renderer()
        self._ends_renderer = renderer is None
        self.map_cache = MapCache(database, self._renderer)

    def stop(self) -> None:
        """Stops after the mail in hand, and lets go of the relay and the process that draws."""
        super().stop()
        self.transport.close()
        if self._ends_renderer:
            self._renderer.close()

    def round(self) -> bool:
        """Sends some of what is due; False where nothing was."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            mails = repo.due_mail(tx, now_ms, BATCH)
            due = [
                (mail, outgoing_for(tx, self.settings, mail, sender_of(tx, mail)), repo.mail_bytes(tx, mail.id))
                for mail in mails
            ]
        ready = self._ready(due, now_ms)
        sent: list[Delivery] = []
        for mail, outgoing, raw in ready:
            if self.stopping:
                break
            result = self.transport.send(outgoing, raw)
            if isinstance(result, Failed):
                self._failed(mail, result, now_ms)
            else:
                sent.append(Delivery(mail.id, result.reply))
                if not self.transport.repeats_are_one:
                    self._note(sent)
        self._note(sent)
        return bool(due)

    def _note(self, sent: list[Delivery]) -> None:
        """Writes down which mails were sent, and empties the list."""
        if sent:
            sent_ms = to_ms(self.clock())
            self.database.write(lambda tx: repo.mark_sent(tx, sent, sent_ms))
            sent.clear()

    def _ready(
        self, due: Iterable[tuple[MailRow, Outgoing, bytes | None]], now_ms: int
    ) -> list[tuple[MailRow, Outgoing, bytes]]:
        """The mails that can be sent with their bytes, which the database has by then, as it has the maps in them."""
        ready: list[tuple[MailRow, Outgoing, bytes]] = []
        built: list[BuiltMail] = []
        for mail, outgoing, kept in due:
            if self.stopping or self.map_cache.drawn >= MOST_DRAWN:
                break
            if kept is not None and is_intact(kept, outgoing):
                ready.append((mail, outgoing, kept))
                continue
            if kept is not None:  # an earlier version of this program wrote headers as they were typed
                log.error("a mail's kept bytes are not sent, as they say something else than the mail", mail=mail.id)
            try:
                built.append(self._built(mail, outgoing))
            except ValueError as error:
                self._failed(mail, Failed(True, f"cannot be built: {error}"), now_ms)
            else:
                ready.append((mail, outgoing, built[-1].raw))
        if built:
            senders = {mail.id: outgoing.local_part for mail, outgoing, _raw in ready if self.settings.mail.mailbox}
            self.database.write(lambda tx: _keep(tx, built, senders, now_ms))
            self.map_cache.forget()
        return ready

    def _built(self, mail: MailRow, outgoing: Outgoing) -> BuiltMail:
        """A mail's bytes, with the map that they show. Raises ValueError where there can be none."""
        try:
            illustrated, picture = self._illustrated(mail, outgoing)
            return BuiltMail(mail.id, build(illustrated), picture)
        except NotAsMeant as error:
            log.error("a mail goes without names and its picture", mail=mail.id, reason=str(error))
            return BuiltMail(mail.id, build_reduced(outgoing))

    def _illustrated(self, mail: MailRow, outgoing: Outgoing) -> tuple[Outgoing, DrawnMap | None]:
        """The mail with its HTML and its map, where its player wants them."""
        with self.database.read() as tx:
            text = repo.mail_document(tx, mail.id)
            wants_html = mail.player_id is not None and repo.preferences(tx, mail.player_id).format == "html"
        if text is None or not wants_html:
            return outgoing, None
        try:
            document = closed_by(loaded(text), outgoing.closing)
            picture = self.map_cache.picture(document.board) if document.board else None
            address = picture_address(mail.message_id) if picture else None
            html = mail_html(_with_line(document, outgoing.reply_line), mail.subject, address)
        except Exception:  # a mail without its looks says all the same
            log.exception("a mail goes as text alone", mail=mail.id)
            return outgoing, None
        return replace(outgoing, html=html, picture=picture.png if picture else None), picture

    def _failed(self, mail: MailRow, result: Failed, now_ms: int) -> None:
        again = None if result.permanent else next_attempt(mail.attempts + 1, now_ms)
        # The whole reply, which may repeat addresses, is for `pbem mail outbox` alone.
        log.warning("mail not sent", mail=mail.id, reply=_ADDRESS.sub("...", result.reply), given_up=again is None)

        def note(tx: Tx) -> None:
            repo.mark_failed(tx, mail.id, result.reply, again)
            if again is None:
                count_rejection(tx, self.settings, mail.id, result.reply, now_ms)

        self.database.write(note)


def _keep(tx: Tx, built: Iterable[BuiltMail], senders: Mapping[int, str], now_ms: int) -> None:
    """Fixes the bytes of mails, and notes what answers to them are for where those come to one mailbox."""
    for one in built:
        repo.keep_bytes(tx, one, now_ms)
        if senders.get(one.mail_id, NO_REPLY) != NO_REPLY:
            repo.note_mail_sender(tx, one.mail_id, senders[one.mail_id])


def _with_line(document: Document, line: str) -> Document:
    """A document with a line before its signature, where the text has it."""
    if not line:
        return document
    at = len(document.blocks) - isinstance(document.blocks[-1], Signature)
    return Document(document.language, (*document.blocks[:at], Lines((line,)), *document.blocks[at:]))


def sender_of(tx: Tx, mail: MailRow) -> str:
    """The local part that a mail comes from: its seat's, as long as the seat is its player's."""
    if mail.game_id is None or mail.seat is None:
        return mail.sender or NO_REPLY
    seat = repo.seat_contacts(tx, mail.game_id)[mail.seat]
    return seat.token if seat.reads and seat.player_id == mail.player_id else NO_REPLY
