"""Whether the server is well, told at a port of its own by a thread that does nothing else, however busy the pages."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import structlog

from pbem.store import Database
from pbem.store import repository as repo
from pbem.web.connections import ConnectionLimits
from pbem.web.server import WebServer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

log = structlog.get_logger(__name__)

PATH: Final = "/healthz"
_LIMITS: Final = ConnectionLimits(
    most=64, per_client=16, header_seconds=3, body_seconds=3, idle_seconds=3, taking_seconds=3
)


class Health:
    """A WSGI application that says "ok" (200) when the database answers, else "failed" (503)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer GET and HEAD of PATH; anything else is not there (404)."""
        status, text = "404 Not Found", b"not here\n"
        if environ["PATH_INFO"] == PATH and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            status, text = ("200 OK", b"ok\n") if self._is_well() else ("503 Service Unavailable", b"failed\n")
        headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(text))), ("Cache-Control", "no-store")]
        start_response(status, headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [text]

    def _is_well(self) -> bool:
        try:
            with self._database.read() as tx:
                repo.meta(tx, "health")
        except Exception:  # whatever it is, the answer is no
            log.exception("the database does not answer")
            return False
        return True


def serve_health(database: Database, host: str, port: int) -> WebServer | None:
    """A server for Health, to be started; None, and a line in the log, where the address cannot be listened on.

    Games go on without it: whoever watches finds that nobody answers.
    """
    try:
        return WebServer(Health(database), host, port, _LIMITS, below="", threads=1)
    except OSError as error:
        log.error("nothing answers whether the server is well", host=host, port=port, error=str(error))
        return None
