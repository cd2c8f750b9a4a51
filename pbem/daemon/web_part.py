"""The part of a server that shows pages, with their live streams and limits."""

from collections.abc import Callable, Mapping
from functools import partial

from pbem.clock import Clock
from pbem.config import Settings
from pbem.daemon.parts import ServerPart, Silences
from pbem.intake import Intake
from pbem.reports.document import Drawable
from pbem.web import ConnectionLimits, WebServer, create_app, serve


class WebPart(ServerPart):
    """Serves the website."""

    def __init__(
        self,
        settings: Settings,
        intake: Intake,
        clock: Clock,
        *,
        draw: Callable[[Drawable], bytes] | None,
        lives: Callable[[], bool],
        letters_port: Callable[[], int] | None = None,
        is_one_of_many: bool = False,
    ) -> None:
        """`draw`, `lives` and `letters_port` are those of `create_app`; limits are shared with others of many."""
        self._settings = settings
        self.app = create_app(
            intake, clock, letters_port=letters_port, draw=draw, lives=lives, shares_limits=is_one_of_many
        )
        self.server: WebServer | None = None

    def take(self) -> None:
        """Listen. Raises OSError where the port is taken."""
        web = self._settings.web
        self.server = serve(self.app, web.host, web.port, ConnectionLimits.of(web))

    def start(self) -> None:
        """Begin to answer."""
        assert self.server is not None, "it listens by now"
        self.server.start()

    def stop(self) -> None:
        """Finish the requests in progress."""
        if self.server is not None:
            self.server.stop()

    def wake(self) -> None:
        """Streams look for what was written by themselves."""

    @property
    def ports(self) -> Mapping[str, int | None]:
        """The port of the website."""
        return {"web": None if self.server is None else self.server.port}

    @property
    def silences(self) -> Silences:
        """The thread of the website."""
        return {} if self.server is None else {"web": partial(getattr, self.server, "silent_s")}
