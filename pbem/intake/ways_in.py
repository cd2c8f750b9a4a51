"""All ways into a database."""

from collections.abc import Callable

from pbem.clock import Clock
from pbem.config import Settings
from pbem.intake.clock import ClockEvents
from pbem.intake.door import UnitOfWorkFactory
from pbem.intake.forms import Forms
from pbem.intake.handed_over import LocalDelivery
from pbem.intake.letters import Letters
from pbem.intake.mailbox import MailboxIntake
from pbem.intake.operator import Moderators, Operator
from pbem.intake.practice import PracticeGames
from pbem.intake.senders import Senders
from pbem.mail.reading.letter import LetterReader, read_letter
from pbem.mail.receiving.resolver import DnsResolver, Resolver
from pbem.store import Database


class Intake:
    """The ways into a database, one for each sort of what comes in. Safe to use from any thread.

    `changed` is called when mails may have been written, or a bot may have to move; `reader` reads letters, and
    `resolver` asks DNS for proof of who wrote them.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        changed: Callable[[], None] = lambda: None,
        reader: LetterReader = read_letter,
        resolver: Resolver | None = None,
    ) -> None:
        self.units = UnitOfWorkFactory(database, clock, settings, changed)
        self.letters = Letters(self.units, reader, resolver or DnsResolver())
        self.mailbox = MailboxIntake(self.units, self.letters, reader)
        self.local_delivery = LocalDelivery(database, settings, reader)
        self.forms = Forms(self.units)
        self.practice = PracticeGames(self.units)
        self.senders = Senders(self.units)
        self.moderators = Moderators(self.units)
        self.operator = Operator(self.units)
        self.clock = ClockEvents(self.units)
