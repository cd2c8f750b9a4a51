"""The server of a season: it runs on a clock that the season moves, and is shut for an outage."""

import smtplib
import time
from contextlib import suppress
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Final

from pbem.cli.penman import send
from pbem.clock import Hand, from_ms
from pbem.config import Settings
from pbem.daemon.server import Server, is_quiet
from pbem.files import make_folder
from pbem.store import Database, schema
from pbem.store import repository as repo

PATIENCE_SECONDS: Final = 60.0
_GLANCE_SECONDS: Final = 0.002


class House:
    """A server in a folder of its own, with its door for letters. Open it before anything else.

    `clock` is the true time, `error` how far the clock on the server's wall is ahead of it.
    """

    def __init__(self, settings: Settings, clock: Hand) -> None:
        make_folder(settings.server.data_dir)
        schema.create(settings.database)
        self.settings = settings
        self.clock = clock
        self.database = Database(settings.database)
        self.server: Server | None = None
        self.error = timedelta()

    def make_server(self) -> Server:
        """A server that does not run yet, and whose time passes only as somebody has it tick."""
        return Server(
            self.settings,
            self.database,
            lambda: self.clock.at + self.error,
            ticking=False,
            monotonic=lambda: self.clock.at.timestamp(),
        )

    def open(self) -> None:
        """Starts the server; it does first what was left from before."""
        self.server = self.make_server()
        self.server.start()
        self.tick()

    def shut(self) -> None:
        """Stops the server, which has ticked to its last minute."""
        if self.server is not None:
            self.tick()
            self.server.stop()
            self.server = None

    def close(self) -> None:
        """Stops the server for good."""
        self.shut()
        self.database.close()

    def tick(self) -> None:
        """Has the server do what became due, and waits until it is done."""
        assert self.server is not None, "a server that is shut does not tick"
        self.server.tick()
        self.settle()

    def next_due(self) -> datetime | None:
        """The true time at which something is due next, as far as the tables tell; digests have their hour."""
        with self.database.read() as tx:
            due_ms = repo.next_due_ms(tx)
        return None if due_ms is None else from_ms(due_ms) - self.error

    def bring(self, letter: EmailMessage) -> bool:
        """Brings a letter to the door, and waits for all that comes of it; False where it was refused.

        Raises TimeoutError where the server comes to no rest.
        """
        assert self.server is not None, "a server that is shut has no door"
        with suppress(smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused):
            send(letter, self.settings.mail.listen_host, self.server.listener.port)
            self.settle()
            return True
        return False

    def settle(self) -> None:
        """Waits until no letter, no mail and no bot waits. Raises TimeoutError."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_quiet(self.database):
            if time.monotonic() > end:
                raise TimeoutError(f"the server came to no rest within {PATIENCE_SECONDS:.0f} s")
            time.sleep(_GLANCE_SECONDS)
