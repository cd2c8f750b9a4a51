"""The sender: hands due mails to the relay or a Maildir, each with its map, which others draw meanwhile.

Of several processes each sends the threads that it has claimed, and one tries a mail while the queue is held.

A mail's bytes are fixed before its first send, so that a second send after a crash is the same mail under the same
Message-ID. Each mail taken by a relay is noted before the next is sent, so that a crash repeats one mail at most.
"""

import math
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final, NamedTuple

import structlog

from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.daemon.deliveries import Deliveries, DueMail, MailsInFlight
from pbem.daemon.lease import Lease
from pbem.daemon.map_cache import Drawing, DrawnMap, MapCache
from pbem.daemon.poll_loop import PollLoop
from pbem.daemon.sharing import WorkShare
from pbem.daemon.thread_pool import ThreadPool
from pbem.games.renderer import Renderer
from pbem.mail.reply_codes import NO_REPLY
from pbem.mail.sending.outgoing import (
    Outgoing,
    build,
    build_reduced,
    is_intact,
    outgoing_for,
    picture_address,
)
from pbem.mail.sending.transport import LONGEST_HOLD_PAUSE_MS, Failed, Sent, Transport
from pbem.mail.sending.wire import NotAsMeant
from pbem.reports.document import Document, Lines, Signature, closed_by, loaded
from pbem.reports.plain import mail_html
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.across.prefetch import prefetch_mails
from pbem.store.games.seats import find_token_of_reader
from pbem.store.mail.mailboxes import note_mail_senders
from pbem.store.mail.outbox import BuiltMail, Delivery, MailRow, find_mail_bytes, find_mail_document, keep_bytes
from pbem.store.mail.sending import find_mail_hold, list_due_mail, thread_of, try_held_mail
from pbem.store.players.preferences import get_preferences

log = structlog.get_logger(__name__)

BATCH = 20
"""The mails whose bytes are fixed in one commit, and that are marked as sent in one where sending again does
no harm.
"""
MOST_WAITING = 200
"""Mails that wait for their maps; those behind them in the outbox are not looked at until then. Beside other processes,
which can have them drawn as well, it is a batch.
"""
HELD: Final = "held"
"""The key by which one process claims to try a mail while the queue is held."""
LONGEST_WAIT_SECONDS: Final = 120.0
"""How long a mail waits for its map, and for those that are drawn before; it goes without it then."""
LOOK_SECONDS: Final = 10.0
"""How long one that waits for a map looks at nothing else that nobody told it of."""
FINISHING_SECONDS = 2.0
"""How long a sender that ends waits for what is being handed over, before and after it closes the connections."""


class Sender(PollLoop):
    """Sends mails in a thread of its own, and as many more as its way out has connections.

    One that is given no renderer has its own, which ends with it.
    """

    def __init__(
        self,
        database: Database,
        transport: Transport,
        clock: Clock,
        settings: Settings,
        renderer: Renderer | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Without a `lease` no other process sends."""
        super().__init__("sender")
        self.database = database
        self.transport = transport
        self.clock = clock
        self.settings = settings
        self.renderer = renderer or Renderer()
        self._ends_renderer = renderer is None
        self.map_cache = MapCache(database, self.renderer, self.wake)
        self._waiting: dict[int, _Waiting] = {}
        self._deliveries = Deliveries(database, clock, settings)
        self._in_flight = MailsInFlight()
        self._share = WorkShare(lease, "mails")
        self._pool = ThreadPool("sender", transport.connections, self._send, self._in_flight.drop)
        self._is_begun = False

    @property
    def silent_s(self) -> float:
        """Seconds since the last round began; infinite where one of its threads has ended."""
        return super().silent_s if self._pool.is_alive else math.inf

    def stop(self) -> None:
        """Stop within seconds, and close the relay and the drawing process.

        A mail being handed over may finish within a moment; then its connection is closed. If all of it had been sent
        by then, it may have been taken, and is noted so.
        """
        self._stopping.set()
        if not self._pool.end(FINISHING_SECONDS):
            self.transport.abort()
            self._pool.end(FINISHING_SECONDS)
        super().stop()
        self.transport.abort()
        self.map_cache.close()
        if self._ends_renderer:
            self.renderer.close()

    def round(self) -> bool:
        """Send some of what is due, and return when a thread is free; False where nothing was due.

        Where all that is due waits for maps, it waits for one of them, or for something else to do.
        """
        if not self._is_begun:
            self._try_held()
        self._deliveries.write()
        while True:
            waiting = self._still_waiting()
            found = self._find_due(waiting)
            if found is None:
                return False
            due, is_held, is_claimed = found
            if not is_claimed:  # it may have been sent before it was claimed
                return True
            ready = self._ready(due)
            if ready or not self._await_drawing(waiting):
                break
        if not self.transport.connections:
            self._lay_down(ready)
            return bool(due)
        rows = self._in_flight.take(ready)
        if not (due or self._kept_threads() or self._deliveries.unnoted):
            self._share.let_go()
        for row in rows:
            self._pool.put(row)
        if is_held:
            self._pool.await_all()
        else:
            self._pool.await_free()
        if self._pool.failed():  # what is due stays due, and is not tried again without a pause
            return False
        return bool(rows) or (bool(due) and not ready)

    def _find_due(self, waiting: Set[int]) -> "_Due | None":
        """Find what to send now but those; None where the queue is held and not to be tried yet."""
        now_ms = to_ms(self.clock())
        # Before the snapshot: a mail that is noted in between is due in it as yet, and must not be taken twice.
        taken = self._in_flight.ids | self._deliveries.unnoted | waiting
        with self.database.read() as tx:
            self._share.look(tx)
            hold = self._deliveries.look(tx, has_others=not self._share.is_alone)
            mails, keys = list[MailRow](), list[str]()
            if hold is not None and 0 < hold.next_ms - now_ms <= LONGEST_HOLD_PAUSE_MS:  # a clock may be set back
                if not self._share.must_claim(()):
                    return None
            elif hold is None or not self._share.is_another_s(tx, HELD):
                most = (MOST_WAITING if self._share.is_alone else BATCH) - len(waiting)
                most = max(0, min(BATCH if hold is None else 1, most))
                mails = list_due_mail(tx, now_ms, most, taken, self._share.claimer)
                keys = [*map(thread_of, mails), *([] if hold is None else [HELD])]
            if not self._share.must_claim(keys):
                prefetch_mails(tx, [mail.id for mail in mails])
                unit = UnitOfWork(tx, self.settings, now_ms)
                return _Due([_due(unit, mail) for mail in mails], is_held=hold is not None)
        kept = self._kept_threads()
        if self._deliveries.unnoted <= self._in_flight.ids:  # else there is first to be noted what was sent
            self._share.claim({*kept, *keys})
        return _Due([], is_held=False, is_claimed=False)

    def _kept_threads(self) -> Set[str]:
        """The threads of the mails that are being handed over, or wait for their maps."""
        return self._in_flight.threads | {one.thread for one in self._waiting.values()}

    def _try_held(self) -> None:
        """Have a held queue tried when the server begins: its settings may be others by now."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            hold = find_mail_hold(tx)
        if hold is not None and hold.next_ms > now_ms:
            self.database.write(lambda tx: try_held_mail(tx, now_ms))
        self._is_begun = True

    def _send(self, ready: DueMail) -> bool:
        if not self._share.holds(ready.thread):  # this process stood still, and another sends what it had found
            return False
        self._deliveries.write()  # nothing more is sent than can be noted
        result = self.transport.send(ready.outgoing, ready.raw)
        if not isinstance(result, Failed):
            self._deliveries.note_sent(_delivery(ready, result))
            return True
        if self.stopping and result.cause != "doubt":
            return False
        if not self._failed(ready, result):
            self._pool.clear()
        return False

    def _lay_down(self, ready: Iterable[DueMail]) -> None:
        sent: list[Delivery] = []
        for one in ready:
            if self.stopping or not self._share.holds(one.thread):
                break
            result = self.transport.send(one.outgoing, one.raw)
            if not isinstance(result, Failed):
                sent.append(_delivery(one, result))
            elif not self._failed(one, result):
                break
        self._deliveries.note_sent(*sent)

    def _failed(self, ready: DueMail, failed: Failed) -> bool:
        """Note a failure; return whether other mails may be tried. One that is too large goes without its picture."""
        smaller = self._smaller(ready) if failed.cause == "size" else None
        if failed.cause == "size" and smaller is None:
            failed = replace(failed, cause="mail")
        return self._deliveries.note_failed(ready.mail, failed, smaller, ready.outgoing.envelope_from)

    def _smaller(self, ready: DueMail) -> BuiltMail | None:
        try:
            built = BuiltMail(ready.mail.id, build(_illustrated(ready, _document_of(ready), None)))
        except ValueError:  # it goes without all that could be left out, as it is
            return None
        return built if len(built.raw) < len(ready.raw) else None

    def _still_waiting(self) -> set[int]:
        """The mails whose maps are not drawn yet."""
        now = time.monotonic()
        known = self._waiting.items()  # one that is drawn and that nobody took was for a mail that is not sent now
        self._waiting = {mail_id: one for mail_id, one in known if now < one.until_s or not one.drawing.done()}
        return {mail_id for mail_id, one in self._waiting.items() if one.is_waiting(now)}

    def _await_drawing(self, waiting: Set[int]) -> bool:
        """Wait for the map of a mail, or for something else to do; False where no mail waits, and none of those did."""
        still = self._still_waiting()
        if self.stopping or not (waiting or still):
            return False
        if still:
            self._wake.wait(LOOK_SECONDS)
            self._wake.clear()
        self._begun = time.monotonic()
        return True

    def _ready(self, due: Sequence[DueMail]) -> list[DueMail]:
        """The mails that can be sent with their bytes, which the database has by then, as it has the maps in them."""
        ready: list[DueMail] = []
        built: list[BuiltMail] = []
        illustrated = [self._begun_to_draw(one) for one in due]  # all at once: they are drawn beside each other
        used: list[Drawing] = []
        held_back: set[str] = set()
        for one, (document, drawing) in zip(due, illustrated, strict=True):
            if self.stopping:
                break
            if one.thread in held_back:
                continue
            if drawing is not None and self._waits(one, drawing):
                held_back.add(one.thread)
                continue
            if one.raw and is_intact(one.raw, one.outgoing):
                ready.append(one)
                continue
            if one.raw:  # an earlier version of this program wrote headers as they were typed
                event = "a mail's kept bytes are not sent, as they say something else than the mail"
                log.error(event, mail=one.mail.id)
            used += [] if drawing is None else [drawing]
            try:
                built.append(_built(one, document, drawing))
            except ValueError as error:
                self._deliveries.note_failed(one.mail, Failed("mail", f"cannot be built: {error}"))
            else:
                ready.append(replace(one, raw=built[-1].raw))
        if built:
            self._keep(built, {one.mail.id: one.outgoing.local_part for one in ready})
        awaited = {id(one.drawing) for one in self._waiting.values()}
        self.map_cache.forget([one for one in used if one.done() and id(one) not in awaited])
        return ready

    def _begun_to_draw(self, due: DueMail) -> tuple[Document | None, Drawing | None]:
        """The document of a mail, and the drawing of its map; None where it shows none, or its bytes are fixed."""
        document = None if due.raw else _document_of(due)
        board = None if document is None else document.board
        return document, None if board is None else self.map_cache.begin(board)

    def _waits(self, due: DueMail, drawing: Drawing) -> bool:
        """Whether a mail waits for its map."""
        now = time.monotonic()
        one = self._waiting.setdefault(due.mail.id, _Waiting(drawing, due.thread, now + LONGEST_WAIT_SECONDS))
        if one.is_waiting(now):
            return True
        del self._waiting[due.mail.id]
        return False

    def _keep(self, built: Sequence[BuiltMail], senders: Mapping[int, str]) -> None:
        """Fix the bytes of mails, and note what answers to them are for where those come to one mailbox."""
        now_ms, tokens = to_ms(self.clock()), {one.mail_id: senders[one.mail_id] for one in built}
        noted = {mail_id: token for mail_id, token in tokens.items() if token != NO_REPLY}

        def work(tx: Tx) -> None:
            keep_bytes(tx, built, now_ms)
            if self.settings.mail.mailbox:
                note_mail_senders(tx, noted)

        self.database.write(work)


class _Due(NamedTuple):
    """The mails to send now, whether the queue is held, and whether they are this process's to send by now."""

    mails: list[DueMail]
    is_held: bool
    is_claimed: bool = True


class _Waiting(NamedTuple):
    """A mail that waits for its map, up to a moment of the monotonic clock."""

    drawing: Drawing
    thread: str
    until_s: float

    def is_waiting(self, now_s: float) -> bool:
        return not self.drawing.done() and now_s < self.until_s


def _document_of(due: DueMail) -> Document | None:
    """The document that a mail shows as HTML; None where it goes as text alone."""
    try:
        return None if due.document is None else closed_by(loaded(due.document), due.outgoing.closing)
    except Exception:  # a mail without its looks says all the same
        log.exception("a mail goes as text alone", mail=due.mail.id)
        return None


def _built(due: DueMail, document: Document | None, drawing: Drawing | None) -> BuiltMail:
    """A mail's bytes, with the map that they show if it is drawn. Raises ValueError where there can be none."""
    picture = drawing.result() if drawing is not None and drawing.done() else None
    try:
        return BuiltMail(due.mail.id, build(_illustrated(due, document, picture)), picture)
    except NotAsMeant as error:
        log.error("a mail goes without names and its picture", mail=due.mail.id, reason=str(error))
        return BuiltMail(due.mail.id, build_reduced(due.outgoing))


def _illustrated(due: DueMail, document: Document | None, picture: DrawnMap | None) -> Outgoing:
    """A mail with its HTML, which shows a picture."""
    outgoing = due.outgoing
    if document is None:
        return outgoing
    try:
        address = picture_address(due.mail.message_id) if picture else None
        html = mail_html(_with_line(document, outgoing.reply_line), due.mail.subject, address)
    except Exception:  # as above
        log.exception("a mail goes as text alone", mail=due.mail.id)
        return outgoing
    return replace(outgoing, html=html, picture=picture.png if picture else None)


def _due(unit: UnitOfWork, mail: MailRow) -> DueMail:
    """A mail with all that is sent of it, as the database has it."""
    wants_html = mail.player_id is not None and get_preferences(unit, mail.player_id).format == "html"
    document = find_mail_document(unit, mail.id) if wants_html else None
    outgoing = outgoing_for(unit, mail, sender_of(unit, mail))
    return DueMail(mail, outgoing, document, find_mail_bytes(unit, mail.id) or b"")


def _delivery(sent: DueMail, result: Sent) -> Delivery:
    """The note that a mail was taken."""
    return Delivery(sent.mail.id, result.reply, has_failed=sent.mail.attempts > 0)


def _with_line(document: Document, line: str) -> Document:
    if not line:
        return document
    at = len(document.blocks) - isinstance(document.blocks[-1], Signature)
    return Document(document.language, (*document.blocks[:at], Lines((line,)), *document.blocks[at:]))


def sender_of(tx: Tx, mail: MailRow) -> str:
    """The local part that a mail comes from: its seat's, as long as the seat is its player's."""
    if mail.game_id is None or mail.seat is None:
        return mail.sender or NO_REPLY
    token = None if mail.player_id is None else find_token_of_reader(tx, mail.game_id, mail.seat, mail.player_id)
    return token or NO_REPLY
