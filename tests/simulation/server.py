"""Servers of a simulation: they run on a clock that the simulation moves, and are shut for an outage."""

import smtplib
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Final

from mail_kit import check
from rows_kit import is_quiet, next_due_ms
from simulated_kit import StoppedClock

from pbem.cli.mail.player import send
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.daemon.server import Server
from pbem.files import make_folder
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.proof import Known
from pbem.store import Database, create

PATIENCE_SECONDS: Final = 60.0
_GLANCE_SECONDS: Final = 0.002


class SimulatedServer:
    """A server in a folder of its own, which takes letters by SMTP. Open it before anything else.

    `clock` is the true time, `error` how far the server's own clock is ahead of it; `daemon` is None during an outage.
    """

    def __init__(self, settings: Settings, clock: StoppedClock) -> None:
        make_folder(settings.server.data_dir)
        create(settings.store_url)
        self.settings = settings
        self.clock = clock
        self.database = Database(settings.store_url)
        self.daemon: Server | None = None
        self.error = timedelta()

    def make_server(self) -> Server:
        """Make a server that does not run yet, and whose time passes only with `tick`."""
        return Server(
            self.settings,
            self.database,
            lambda: self.clock.at + self.error,
            ticking=False,
            monotonic=lambda: self.clock.at.timestamp(),
        )

    def open(self) -> None:
        """Start the server; it does first what was left from before."""
        self.daemon = self.make_server()
        self.daemon.start()
        self.tick()

    def shut(self) -> None:
        """Stop the server, which has ticked to its last minute."""
        if self.daemon is not None:
            self.tick()
            self.daemon.stop()
            self.daemon = None

    def close(self) -> None:
        """Stop the server for good."""
        self.shut()
        self.database.close()

    def tick(self) -> None:
        """Have the server do what became due, and wait until it is done."""
        assert self.daemon is not None, "a server that is shut does not tick"
        self.daemon.tick()
        self.settle()

    def next_due(self) -> datetime | None:
        """Look up the true time at which something is due next, digests aside, which are not in the tables."""
        with self.database.read() as tx:
            due_ms = next_due_ms(tx)
        return None if due_ms is None else from_ms(due_ms) - self.error

    def bring(self, letter: EmailMessage) -> bool:
        """Bring a letter by SMTP, and wait for all that comes of it; False where it was refused.

        Raises TimeoutError where the server comes to no rest.
        """
        assert self.daemon is not None, "a server that is shut takes no letters"
        with suppress(smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused):
            send(letter, self.settings.mail.listen_host, self.daemon.listener.port)
            self.settle()
            return True
        return False

    def settle(self) -> None:
        """Wait until no letter, no mail and no bot waits. Raises TimeoutError."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_quiet(self.database):
            if time.monotonic() > end:
                raise TimeoutError(f"the server came to no rest within {PATIENCE_SECONDS:.0f} s")
            time.sleep(_GLANCE_SECONDS)


class QuietServer(SimulatedServer):
    """A server without threads and sockets: what would go on in them is done here, one thing after the other."""

    has_ticked: Callable[[], None] = staticmethod(lambda: None)

    def open(self) -> None:
        """Make the server, and have it do what was left from before."""
        self.daemon = self.make_server()
        self.tick()

    def tick(self) -> None:
        """Have the server tick, and call `has_ticked`."""
        super().tick()
        self.has_ticked()

    def shut(self) -> None:
        """Forget the server; what is in the database stays, as it does when a server stops."""
        if self.daemon is not None:
            self.tick()
            self.daemon.reader.close()
            self.daemon = None

    def bring(self, letter: EmailMessage) -> bool:
        """Put a letter into the inbox and have it dealt with; False where the listener would refuse it."""
        assert self.daemon is not None
        sender, recipient = (parseaddr(str(letter[name]))[1] for name in ("From", "To"))
        local_part = recipient.partition("@")[0]
        letters = self.daemon.intake.letters
        if not isinstance(check(local_part, sender, letters.recipient), Known):
            return False
        letters.store(Envelope(sender, local_part, letter.as_bytes(), ""))
        self.settle()
        return True

    def settle(self) -> None:
        """Deal with what waits, to the last letter and mail."""
        assert self.daemon is not None
        busy = True
        while busy:
            busy = self.daemon.worker.round()
            busy = self.daemon.sender.round() or busy
