"""A server's house without threads and sockets: what would go on in them is done here, one after the other."""

from collections.abc import Callable
from email.message import EmailMessage
from email.utils import parseaddr

from pbem.cli.season.house import House
from pbem.clock import to_ms
from pbem.daemon.server import store_envelope
from pbem.mail.receive import Envelope
from pbem.mail.sender_check import Known, check


class QuietHouse(House):
    """A house whose letters are put into the inbox as the listener does, and whose rounds are made by hand."""

    has_ticked: Callable[[], None] = staticmethod(lambda: None)

    def open(self) -> None:
        """Makes the server, and has it do what was left from before."""
        self.server = self.make_server()
        self.tick()

    def tick(self) -> None:
        """Has the server tick, and tells who wants to know."""
        super().tick()
        self.has_ticked()

    def shut(self) -> None:
        """Forgets the server; what is in the database stays, as it does when a server stops."""
        if self.server is not None:
            self.tick()
            self.server.reader.close()
            self.server = None

    def bring(self, letter: EmailMessage) -> bool:
        """Puts a letter into the inbox and has it dealt with; False where the door would refuse it."""
        assert self.server is not None
        sender, recipient = (parseaddr(str(letter[name]))[1] for name in ("From", "To"))
        local_part = recipient.partition("@")[0]
        if not isinstance(check(local_part, sender, self.server._address), Known):
            return False
        store_envelope(self.database, Envelope(sender, local_part, letter.as_bytes(), ""), to_ms(self.server.clock()))
        self.settle()
        return True

    def settle(self) -> None:
        """Deals with what waits, to the last letter and mail."""
        assert self.server is not None
        busy = True
        while busy:
            busy = self.server.worker.round()
            busy = self.server.sender.round() or busy
