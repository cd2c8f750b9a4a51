"""The whole server in one process: listener, worker, postman, scheduler and web, started and stopped in order."""

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import structlog

from pbem.adjudicator import Adjudicator, digest
from pbem.adjudicator.rating import rate_games
from pbem.clock import Clock, system_clock, to_ms
from pbem.config import Settings
from pbem.daemon.alone import Alone
from pbem.daemon.postman import Postman
from pbem.daemon.timekeeper import Timekeeper
from pbem.daemon.worker import Worker
from pbem.lobby.addresses import Address, address_of
from pbem.lobby.reception import Reception
from pbem.mail.deliver import MaildirTransport, SmtpTransport, Transport
from pbem.mail.headers import read_head
from pbem.mail.receive import Envelope, Limits, Listener
from pbem.moderation.service import Moderation
from pbem.scheduler import DAY, MINUTE, Ticker
from pbem.store import Database
from pbem.store import repository as repo
from pbem.web import Server as WebServer
from pbem.web import create_app
from pbem.web import serve as serve_web

log = structlog.get_logger(__name__)

KEEP_LETTERS = timedelta(days=365)
"""How long the bytes of letters and mails are kept: a dispute may need them, a game lasts about a year."""
KEEP_PICTURES = timedelta(days=7)
"""How long a drawn map is kept apart from the mails that show it: a position's mails leave within days."""


class Server:
    """Everything between the mail coming in and the mail going out. Use `start` and `stop`, once each.

    One that is not `ticking` has time pass only as somebody calls `tick`, by a clock that he moves himself.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock = system_clock,
        *,
        ticking: bool = True,
        monotonic: Callable[[], float] | None = None,
    ) -> None:
        self.settings = settings
        self.database = database
        self.clock = clock
        self.ticking = ticking
        even = monotonic or (time.monotonic if ticking else lambda: clock().timestamp())
        self.timekeeper = Timekeeper(database, clock, even, beaten=ticking)
        self.adjudicator = Adjudicator(database, self.timekeeper.now, settings, changed=self._changed)
        self.postman = Postman(database, transport_for(settings), clock, settings)
        self.reception = Reception(self.adjudicator, changed=self._changed)
        self.moderation = Moderation(database, self.timekeeper.now, settings, changed=self._changed)
        self.worker = Worker(database, self.reception)
        self.listener = Listener(
            settings.mail.listen_host,
            settings.mail.listen_port,
            domain=settings.mail.domain,
            directory=self._address,
            store=self._store,
            limits=Limits(max_bytes=settings.mail.max_bytes),
        )
        self.ticker = Ticker()
        self.ticker.every(MINUTE, self.tick, "deadlines")
        self.ticker.every(DAY, self._forget, "what is old")
        self.app = create_app(
            settings,
            database,
            self.adjudicator,
            clock,
            changed=self._changed,
            letters_port=lambda: self.listener.port,
        )
        self.web: WebServer | None = None
        self._alone = Alone(database.path)

    def start(self) -> None:
        """Starts everything; letters left from before are dealt with first.

        Raises AlreadyServing, and OSError where a port is taken; nothing runs then, and nothing was done.
        """
        self._alone.take()
        try:
            self.web = serve_web(self.app, self.settings.web.host, self.settings.web.port)
            self.listener.start()
        except OSError:
            self.stop()
            raise
        self.timekeeper.beat()
        self.database.write(rate_games)  # those that ended before ratings were kept
        self.web.start()
        self.postman.start()
        self.worker.start()
        if self.ticking:
            self.ticker.start()
        log.info("serving", smtp=self.listener.port, web=self.web.port)

    def stop(self) -> None:
        """Stops: nothing new is taken, what is in hand is finished, what is left waits for the next start."""
        self.ticker.stop()
        self.listener.stop()
        if self.web is not None:
            self.web.stop()
        self.worker.stop()
        self.postman.stop()
        self._alone.release()
        log.info("stopped")

    def folder_of(self, address: str) -> Path:
        """Where the mails to an address lie, as long as no relay carries them away."""
        return MaildirTransport(self.settings.maildir).folder(address)

    def _changed(self) -> None:
        self.worker.wake()
        self.postman.wake()

    def _address(self, token: str) -> Address | None:
        with self.database.read() as tx:
            return address_of(tx, self.settings, token, to_ms(self.clock()))

    def _store(self, envelope: Envelope) -> None:
        store_envelope(self.database, envelope, to_ms(self.clock()))
        self.worker.wake()

    def tick(self) -> None:
        """Does what has become due as time went by; called again and again.

        Time that was lost is made up for first, so that nothing is due that was not before.
        """
        now_ms = self.timekeeper.beat()
        with self.database.read() as tx:
            due = repo.games_to_wake(tx, now_ms)
        for game_id in due:
            try:
                self.adjudicator.wake(game_id, now_ms)
            except Exception:  # one game that cannot be read must not keep the others waiting
                log.exception("a game could not be looked at", game=game_id)
        self._pass_on_offers(now_ms)
        self._lapse_proposals(now_ms)
        self.moderation.close_sights(now_ms)
        self.reception.expire()
        self._talk()

    def _pass_on_offers(self, now_ms: int) -> None:
        """Offers seats to the next where the time of an offer is up."""
        with self.database.read() as tx:
            due = repo.due_offers(tx, now_ms)
        for offer in due:
            try:
                self.adjudicator.expire_offer(offer.id, now_ms)
            except Exception:  # one game that cannot be read must not keep the others waiting
                log.exception("a seat could not be offered to the next", game=offer.game_id)

    def _lapse_proposals(self, now_ms: int) -> None:
        """Ends proposals to go back to which not all have agreed in time."""
        with self.database.read() as tx:
            due = repo.due_proposals(tx, now_ms)
        for proposal in due:
            try:
                self.adjudicator.expire_proposal(proposal.id, now_ms)
            except Exception:  # one game that cannot be read must not keep the others waiting
                log.exception("a proposal could not be ended", game=proposal.game_id)

    def _talk(self) -> None:
        """Passes on press whose minute is over, and mails the digests of the day."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            games, readers = repo.games_with_press_waiting(tx, now_ms), digest.due(tx, self.settings, now_ms)
        for game_id in games:
            try:
                self.adjudicator.pass_on_press(game_id)
            except Exception:  # one game that cannot be read must not keep the others waiting
                log.exception("press could not be passed on", game=game_id)
        for player_id in readers:
            try:
                self.adjudicator.send_digest(player_id)
            except Exception:  # nor one player the others
                log.exception("a digest could not be written", player=player_id)

    def _forget(self) -> None:
        letters, pictures = to_ms(self.clock() - KEEP_LETTERS), to_ms(self.clock() - KEEP_PICTURES)
        self.database.write(lambda tx: repo.erase_old_letters(tx, letters))
        self.database.write(lambda tx: repo.erase_sent_bytes(tx, letters))
        self.database.write(lambda tx: repo.forget_pictures(tx, pictures))
        self.reception.forget()


def transport_for(settings: Settings) -> Transport:
    """How mails leave: by the relay, or into the Maildir where there is none."""
    relay = settings.mail.relay
    return MaildirTransport(settings.maildir) if relay is None else SmtpTransport(relay)


def is_quiet(database: Database) -> bool:
    """Whether no letter, no mail and no bot waits."""
    with database.read() as tx:
        waiting = repo.letter_counts(tx).get("new", 0) + repo.mail_counts(tx).get("due", 0)
        return not waiting and not repo.bot_turns(tx)


def store_envelope(database: Database, envelope: Envelope, now_ms: int) -> tuple[int, bool]:
    """Puts a letter into the inbox, durably; returns its id, the same for the same letter, and whether it is new."""
    message_id = read_head(envelope.raw).message_id
    return database.write(
        lambda tx: repo.store_letter(
            tx, envelope.recipient_local_part, message_id, envelope.mail_from, now_ms, envelope.raw
        )
    )
