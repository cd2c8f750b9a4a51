"""A sender without its thread, and the queue of a game whose first reports wait to be sent."""

from datetime import timedelta
from typing import Any

from relay_kit import PATIENT, RudeRelay
from renderer_kit import RENDERER
from simulated_kit import StoppedClock

from pbem.clock import from_ms
from pbem.daemon.lease import Lease
from pbem.daemon.sender import Sender
from pbem.mail.sending.dialogue import Timeouts
from pbem.mail.sending.relay import RelayTransport
from pbem.store.mail.outbox import MailFailureRow, MailRow, enqueue_mail
from pbem.store.mail.sending import MailHoldRow, find_mail_failure, find_mail_hold
from pbem.store.tables import NEW
from server.kit import BEGINNING, Place, kept

DAY = timedelta(days=1)
ALL = ["anna", "bert", "clara"]


class Sending:
    """A place, a sender without its thread, and a clock; mails are sent by calling it."""

    def __init__(
        self,
        place: Place,
        relay: RudeRelay,
        timeouts: Timeouts = PATIENT,
        lease: Lease | None = None,
        **changes: Any,
    ) -> None:
        self.place = place
        self.relay = relay
        self.clock = StoppedClock(BEGINNING)
        settings = relay.settings(**{"connections": 1, **changes})
        self.transport = RelayTransport(settings, helo_name="seats.test", timeouts=timeouts)
        self.sender = Sender(place.database, self.transport, self.clock, place.settings, RENDERER, lease)

    def send(self, later: timedelta = timedelta(0)) -> list[str]:
        """Do what is due after a while; return all mails' states."""
        self.clock.advance(later)
        while self.sender.round():
            pass
        return self.states()

    def until_sent(self, most: timedelta) -> None:
        """Go on for a while, some minutes at a time."""
        end = self.clock() + most
        while self.clock() < end and set(self.send(timedelta(minutes=10))) != {"sent"}:
            pass

    def mails(self) -> list[MailRow]:
        """All mails."""
        return kept(self.place).mails

    def states(self) -> list[str]:
        """Their states, by seats."""
        return [mail.status for mail in self.mails()]

    def hold(self) -> MailHoldRow | None:
        """Why none leaves."""
        with self.place.database.read() as tx:
            return find_mail_hold(tx)

    def failure(self, seat: int) -> MailFailureRow | None:
        """How a seat's mail failed."""
        with self.place.database.read() as tx:
            return find_mail_failure(tx, self.mails()[seat].id)

    def wait_of(self, seat: int) -> timedelta:
        """How long a seat's mail waits from now on."""
        return from_ms(self.mails()[seat].next_ms) - self.clock()

    @property
    def taken(self) -> list[str]:
        """Who the relay has mails for, in any order."""
        return sorted(to.partition("@")[0] for to, _raw in self.relay.taken)

    def enqueue_after(self, mail: MailRow, message_id: str = "<second@seats.test>") -> int:
        """Put another mail to the same player into the outbox."""
        now_ms = int(self.clock().timestamp() * 1000)
        whose = (mail.game_id, mail.seat, mail.player_id)
        new = MailRow(NEW, message_id, mail.to_address, "notice", "e1", "Hello\n", now_ms, *whose)
        return self.place.database.write(lambda tx: enqueue_mail(tx, new))
