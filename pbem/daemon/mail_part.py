"""The part of a server by which letters come in and mails go out: SMTP, LMTP and a folder; sender and notifier."""

from collections.abc import Mapping
from functools import partial
from ipaddress import ip_network
from typing import Literal

from pbem.clock import Clock
from pbem.config import Settings
from pbem.daemon.inbox_worker import DropLoop
from pbem.daemon.lease import Lease
from pbem.daemon.notifier import Notifier
from pbem.daemon.parts import ServerPart, Silences
from pbem.daemon.poll_loop import PollLoop
from pbem.daemon.sender import Sender
from pbem.games.renderer import Renderer
from pbem.intake import Intake
from pbem.mail.receiving.listener import Certificate, Listener
from pbem.mail.receiving.session import Limits
from pbem.mail.sending.sendmail import transport_for
from pbem.store import Database


class MailPart(ServerPart):
    """Takes letters into the inbox, and sends mails and notices, beside other processes if there are some."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        intake: Intake,
        clock: Clock,
        lease: Lease,
        renderer: Renderer | None = None,
    ) -> None:
        """One that is given no renderer has its own, which ends with it."""
        self._settings = settings
        self._intake = intake
        self.sender = Sender(database, transport_for(settings), clock, settings, renderer, lease)
        self.notifier = Notifier(database, clock, settings, lease=lease)
        self.listener = self._listener("smtp", settings.mail.listen_host, settings.mail.listen_port)
        port = settings.mail.lmtp_port
        self.lmtp = None if port is None else self._listener("lmtp", settings.mail.lmtp_host, port)
        self.drop = None if settings.mail.drop is None else DropLoop(intake, settings.mail.drop)

    def _listener(self, protocol: Literal["smtp", "lmtp"], host: str, port: int) -> Listener:
        mail, is_lmtp = self._settings.mail, protocol == "lmtp"
        limits = Limits(
            max_bytes=mail.max_bytes,
            max_per_address=mail.connections_per_address,
            trusted=tuple(map(ip_network, mail.trusted_relays)),
            only_trusted=is_lmtp,
        )
        certificate = None
        if mail.certificate is not None and mail.private_key is not None and not is_lmtp:
            certificate = Certificate(mail.certificate, mail.private_key)
        letters = self._intake.letters
        return Listener(
            host,
            port,
            domain=mail.domain,
            directory=letters.recipient,
            store=letters.begin_to_store,
            store_refused=letters.begin_to_store_refused,
            find_at_once=letters.find_at_once,
            website=self._settings.page(),
            by_content=letters.by_content,
            token_in=mail.token_in,
            certificate=certificate,
            protocol=protocol,
            limits=limits,
        )

    def take(self) -> None:
        """Take letters from now on. Raises OSError where a port is taken."""
        for listener in self._listeners:
            listener.start()

    def start(self) -> None:
        """Begin to send."""
        for loop in self._loops.values():
            loop.start()

    def stop(self) -> None:
        """Take no more letters, and send no more."""
        for listener in self._listeners:
            listener.stop()
        for loop in reversed(self._loops.values()):
            loop.stop()

    def wake(self) -> None:
        """Look for mails that wait."""
        self.sender.wake()

    @property
    def silences(self) -> Silences:
        """The listeners and the loops."""
        threads: dict[str, Listener | PollLoop | None] = {"smtp": self.listener, "lmtp": self.lmtp, **self._loops}
        return {name: partial(getattr, one, "silent_s") for name, one in threads.items() if one is not None}

    @property
    def ports(self) -> Mapping[str, int | None]:
        """The ports of both listeners."""
        return {"smtp": self.listener.port, "lmtp": None if self.lmtp is None else self.lmtp.port}

    @property
    def _listeners(self) -> list[Listener]:
        return [listener for listener in (self.listener, self.lmtp) if listener is not None]

    @property
    def _loops(self) -> dict[str, PollLoop]:
        found = {"sender": self.sender, "notifier": self.notifier, "drop": self.drop}
        return {name: loop for name, loop in found.items() if loop is not None}
