"""The answers to programs that watch the server: `/healthz`, `/readyz` and `/metrics`, at a port of their own."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from pbem.daemon.health.liveness import Liveness
from pbem.daemon.health.readiness import Readiness, Snapshot, listed
from pbem.i18n import Catalogue

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

log = structlog.get_logger(__name__)

Answer: TypeAlias = tuple[bool, bytes, str]
"""Whether all is well, the text, and its media type."""
_PLAIN: Final = "text/plain; charset=utf-8"
METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of Prometheus's text format."""


class Answers:
    """A WSGI application that answers GET and HEAD of the paths it is given; anything else is not there (404)."""

    def __init__(self, by_path: Mapping[str, Callable[[], Answer]]) -> None:
        self._by_path = by_path

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer with 200, or 503 where something is not well."""
        answer = self._by_path.get(environ["PATH_INFO"])
        status, text, kind = "404 Not Found", b"not here\n", _PLAIN
        if answer is not None and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            is_well, text, kind = _answered(answer)
            status = "200 OK" if is_well else "503 Service Unavailable"
        headers = [("Content-Type", kind), ("Content-Length", str(len(text))), ("Cache-Control", "no-store")]
        start_response(status, headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [text]


def _answered(answer: Callable[[], Answer]) -> Answer:
    try:
        return answer()
    except Exception:  # whatever it is, somebody has to look
        log.exception("a program that watches got no answer")
        return False, b"failed\n", _PLAIN


def is_alive(liveness: Liveness) -> Callable[[], Answer]:
    """The answer at `/healthz`: "ok", or the reasons why the process should be started again."""

    def answer() -> Answer:
        faults = liveness.faults()
        return not faults, ("\n".join(faults) or "ok").encode() + b"\n", _PLAIN

    return answer


def is_ready(readiness: Readiness, look: Callable[[], Snapshot | None], words: Catalogue) -> Callable[[], Answer]:
    """The answer at `/readyz`: all that is looked at, a line each, what is wrong first."""

    def answer() -> Answer:
        checks = readiness.checks(look())
        return all(check.is_well for check in checks), listed(checks, words).encode(), _PLAIN

    return answer


def answers_of(
    liveness: Liveness,
    readiness: Readiness,
    look: Callable[[], Snapshot | None],
    figures: Callable[[], bytes],
    words: Catalogue,
) -> "WSGIApplication":
    """The application of a server; `look` and `figures` may be waited for no longer than a moment."""
    return Answers(
        {
            "/healthz": is_alive(liveness),
            "/readyz": is_ready(readiness, look, words),
            "/metrics": lambda: (True, figures(), METRICS_TYPE),
        }
    )
