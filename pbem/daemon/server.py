"""The whole server in one process: listener, inbox worker, sender, ticker and web, started and stopped in order."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path

import structlog

from pbem.adjudicator import Adjudicator, digest
from pbem.adjudicator.statistics.ratings import rate_games
from pbem.clock import Clock, system_clock, to_ms
from pbem.config import Settings
from pbem.daemon.beacon import BeaconJob
from pbem.daemon.clock_monitor import ClockMonitor
from pbem.daemon.inbox_worker import InboxWorker
from pbem.daemon.instance_lock import InstanceLock
from pbem.daemon.retention import RetentionJob
from pbem.daemon.sender import Sender
from pbem.daemon.ticker import MINUTE, Ticker
from pbem.games.renderer import Renderer
from pbem.lobby.addresses import Address, Lobby, address_of
from pbem.lobby.reception import Reception
from pbem.mail.deliver import MaildirTransport, SmtpTransport, Transport
from pbem.mail.headers import read_head
from pbem.mail.isolation import IsolatedReader
from pbem.mail.receive import Envelope, Limits, Listener
from pbem.mail.sender_check import Busy
from pbem.moderation.service import Moderation
from pbem.store import Database
from pbem.store import repository as repo
from pbem.web import ConnectionLimits, WebServer, create_app, serve_health
from pbem.web import serve as serve_web

log = structlog.get_logger(__name__)

MOST_WAITING = 100
"""Letters to the lobby that may wait; what is refused for now is sent again by whoever means it."""


class Server:
    """Everything between the mail coming in and the mail going out. Use `start` and `stop`, once each.

    One that is not `ticking` has time pass only as somebody calls `tick`, by a clock that he moves himself. A
    `renderer` that it is given goes on when it stops.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock = system_clock,
        *,
        ticking: bool = True,
        monotonic: Callable[[], float] | None = None,
        renderer: Renderer | None = None,
    ) -> None:
        self.settings = settings
        self.database = database
        self.clock = clock
        self.ticking = ticking
        even = monotonic or (time.monotonic if ticking else lambda: clock().timestamp())
        self.clock_monitor = ClockMonitor(database, clock, even, beaten=ticking)
        self.reader = IsolatedReader()
        self.adjudicator = Adjudicator(
            database, self.clock_monitor.now, settings, changed=self._changed, reader=self.reader
        )
        self.sender = Sender(database, transport_for(settings), clock, settings, renderer)
        self.reception = Reception(self.adjudicator, changed=self._changed)
        self.moderation = Moderation(database, self.clock_monitor.now, settings, changed=self._changed)
        self.beacon = BeaconJob(database, self.clock_monitor.now, settings, changed=self._changed)
        self.retention = RetentionJob(database, self.clock_monitor.now, self.reception)
        self.worker = InboxWorker(database, self.reception)
        self.listener = Listener(
            settings.mail.listen_host,
            settings.mail.listen_port,
            domain=settings.mail.domain,
            directory=self._address,
            store=self._store,
            website=settings.web.base_url,
            limits=Limits(
                max_bytes=settings.mail.max_bytes,
                max_per_address=settings.mail.connections_per_address,
                trusted=tuple(map(ip_network, settings.mail.trusted_relays)),
            ),
        )
        self.ticker = Ticker()
        self.ticker.every(MINUTE, self.tick, "deadlines")
        self.ticker.every(MINUTE, self.beacon.run, "public rounds")
        self.ticker.every(MINUTE, self.retention.run, "what is old")
        self.app = create_app(
            settings,
            database,
            self.adjudicator,
            clock,
            changed=self._changed,
            letters_port=lambda: self.listener.port,
        )
        self.web: WebServer | None = None
        self.health: WebServer | None = None
        self._alone = InstanceLock(database.path)
        self._is_serving = False

    def start(self) -> None:
        """Starts everything; letters left from before are dealt with first.

        Raises AlreadyServing, and OSError where a port is taken; nothing runs then, and nothing was done.
        """
        self._alone.take()
        try:
            web = self.settings.web
            self.web = serve_web(self.app, web.host, web.port, ConnectionLimits.of(web))
            self.listener.start()
        except OSError:
            self.stop()
            raise
        self.clock_monitor.beat()
        self._is_serving = True
        self.database.write(rate_games)  # those that ended before ratings were kept
        self.web.start()
        self.health = serve_health(self.database, web.health_host, web.health_port)
        if self.health is not None:
            self.health.start()
        self.sender.start()
        self.worker.start()
        if self.ticking:
            self.ticker.start()
        health = None if self.health is None else self.health.port
        log.info("serving", smtp=self.listener.port, web=self.web.port, health=health)

    def stop(self) -> None:
        """Stops: nothing new is taken, what is in hand is finished, what is left waits for the next start."""
        self.ticker.stop()
        self.listener.stop()
        if self.web is not None:
            self.web.stop()
        self.worker.stop()
        self.reader.close()
        self.sender.stop()
        if self.health is not None:
            self.health.stop()
        if self._is_serving:
            self._is_serving = False
            self._last_beat()
        self._alone.release()
        log.info("stopped")

    def _last_beat(self) -> None:
        """Writes down when the server stopped, so that any backup that was made before is known to be older."""
        try:
            self.clock_monitor.beat()
        except Exception:  # such as a full disk; the last minute's beat serves
            log.exception("the end of service could not be written down")

    def folder_of(self, address: str) -> Path:
        """Where the mails to an address lie, as long as no relay carries them away."""
        return MaildirTransport(self.settings.maildir).folder(address)

    def _changed(self) -> None:
        self.worker.wake()
        self.sender.wake()

    def _address(self, token: str) -> Address | None:
        """Look up an address. Raises Busy for the lobby while many letters to it wait."""
        with self.database.read() as tx:
            found = address_of(tx, self.settings, token, to_ms(self.clock()))
            if isinstance(found, Lobby) and repo.count_waiting(tx, token, MOST_WAITING) >= MOST_WAITING:
                raise Busy
        return found

    def _store(self, envelope: Envelope) -> None:
        store_envelope(self.database, envelope, to_ms(self.clock()))
        self.worker.wake()

    def tick(self) -> None:
        """Does what has become due as time went by; called again and again.

        Time that was lost is made up for first, so that nothing is due that was not before.
        """
        now_ms = self.clock_monitor.beat()
        with self.database.read() as tx:
            due = repo.games_to_wake(tx, now_ms)
        for game_id in due:
            with keeping_on("a game could not be looked at", game=game_id):
                self.adjudicator.wake(game_id, now_ms)
        self._pass_on_offers(now_ms)
        self._lapse_proposals(now_ms)
        self._attend_disputes(now_ms)
        self.moderation.close_sights(now_ms)
        self.reception.expire()
        self._talk()

    def _pass_on_offers(self, now_ms: int) -> None:
        """Offers seats to the next where the time of an offer is up."""
        with self.database.read() as tx:
            due = repo.due_offers(tx, now_ms)
        for offer in due:
            with keeping_on("a seat could not be offered to the next", game=offer.game_id):
                self.adjudicator.expire_offer(offer.id, now_ms)

    def _lapse_proposals(self, now_ms: int) -> None:
        """Ends proposals to go back to which not all have agreed in time."""
        with self.database.read() as tx:
            due = repo.due_proposals(tx, now_ms)
        for proposal in due:
            with keeping_on("a proposal could not be ended", game=proposal.game_id):
                self.adjudicator.expire_proposal(proposal.id, now_ms)

    def _attend_disputes(self, now_ms: int) -> None:
        """Reminds of disputes that wait for a ruling, and ends those that nobody rules on in time."""
        with self.database.read() as tx:
            due = repo.due_disputes(tx, now_ms)
        for dispute_id in due:
            with keeping_on("a dispute could not be looked at", dispute=dispute_id):
                self.adjudicator.attend_dispute(dispute_id, now_ms)

    def _talk(self) -> None:
        """Passes on press whose minute is over, and mails the digests of the day."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            games, readers = repo.games_with_press_waiting(tx, now_ms), digest.due(tx, self.settings, now_ms)
        for game_id in games:
            with keeping_on("press could not be passed on", game=game_id):
                self.adjudicator.pass_on_press(game_id)
        for player_id in readers:
            with keeping_on("a digest could not be written", player=player_id):
                self.adjudicator.send_digest(player_id)


@contextmanager
def keeping_on(failure: str, **facts: object) -> Iterator[None]:
    """Log a failure with its facts: one game that cannot be read must not keep the others waiting."""
    try:
        yield
    except Exception:
        log.exception(failure, **facts)


def transport_for(settings: Settings) -> Transport:
    """How mails leave: by the relay, or into the Maildir where there is none."""
    relay = settings.mail.relay
    return MaildirTransport(settings.maildir) if relay is None else SmtpTransport(relay)


def store_envelope(database: Database, envelope: Envelope, now_ms: int) -> tuple[int, bool]:
    """Puts a letter into the inbox, durably; returns its id, the same for the same letter, and whether it is new."""
    message_id = read_head(envelope.raw).message_id
    return database.write(
        lambda tx: repo.store_letter(
            tx, envelope.recipient_local_part, message_id, envelope.mail_from, now_ms, envelope.raw
        )
    )
