"""The pages over HTTP: waitress in a thread of its own; and the server's health at a port of its own."""

import math
import resource
import socket
import threading
import time
from typing import TYPE_CHECKING, Final

import structlog
from flask import Flask
from waitress import wasyncore

from pbem.web.connections import ConnectionLimits, PagesListener
from pbem.web.live import pages as live
from pbem.web.live.hub import Hub
from pbem.web.live.streams import Streams

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


THREADS: Final = 6
"""Requests served at the same time; all others wait their turn."""
HEALTH_THREADS: Final = 2
"""Programs that watch and are answered at the same time: one that waits for fresh figures keeps no other waiting."""
_GRACE: Final = 5.0
"""Seconds that requests in progress get when the server stops."""
_LARGEST: Final = 1 << 20
"""Bytes of a body that are read at all; the application takes far less, and says so in its own words."""
_OTHER_FILES: Final = 256
"""Files and sockets of the program beside connections to the pages."""
_LONGEST_HEADERS: Final = 32 * 1024
"""Bytes of a request's line and headers; a browser sends one or two thousand."""

log = structlog.get_logger(__name__)

_LIMITS: Final = ConnectionLimits(
    most=64, per_client=16, header_seconds=3, body_seconds=3, idle_seconds=3, taking_seconds=3
)


class WebServer:
    """Listens from the moment it is made, on `port`, and serves from `start` to `stop`; use each once."""

    def __init__(
        self,
        app: "WSGIApplication",
        host: str,
        port: int,
        limits: ConnectionLimits,
        *,
        below: str,
        threads: int,
        hub: Hub | None = None,
    ) -> None:
        """Streams are served where there is a hub to tell what goes into them.

        Raises OSError where the address cannot be listened on.
        """
        listening = _listen(host, port)
        self.port: int = listening.getsockname()[1]
        self._map: dict[int, object] = {}
        self._limits = limits
        self._streams = None if hub is None else Streams(hub)
        self._wsgi = PagesListener(
            app,
            listening,
            limits,
            threads,
            self._map,
            self._streams,
            url_prefix=below.rstrip("/"),
            max_request_body_size=_LARGEST,
            max_request_header_size=_LONGEST_HEADERS,
            ident=None,
        )
        self._stopping = threading.Event()
        self._waking = threading.Lock()
        self._turned = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._wsgi.active_channels)

    @property
    def streams(self) -> int:
        """The number of open event streams, which are no connections any more."""
        return 0 if self._streams is None else len(self._streams)

    @property
    def silent_s(self) -> float:
        """Seconds since the loop last turned; infinite where it, or the one of the streams, has ended."""
        is_alive = self._thread.is_alive() and (self._streams is None or self._streams.is_alive)
        return time.monotonic() - self._turned if is_alive else math.inf

    def start(self) -> None:
        """Begin to answer; requests that came since the port was opened have waited."""
        if self._streams is not None:
            self._streams.start()
        self._thread.start()

    def stop(self) -> None:
        """Take no more requests, let those in progress finish, and return when all is closed."""
        if self._thread.ident is None:
            self._close()
        elif self._thread.is_alive():
            with self._waking:
                if not self._stopping.is_set():
                    self._stopping.set()
                    self._wsgi.pull_trigger()
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._turned = time.monotonic()
            self._turn(timeout=self._limits.tick)
            self._wsgi.check()
        with self._waking:  # what wakes this thread is closed only when it was used
            self._close()

    def _close(self) -> None:
        self._wsgi.accepting = False
        if self._streams is not None:
            self._streams.stop()
        until = time.monotonic() + _GRACE
        while self._is_busy() and time.monotonic() < until:
            self._turn(timeout=0.05)
        self._wsgi.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map)

    def _turn(self, timeout: float) -> None:
        wasyncore.loop(timeout=timeout, use_poll=True, map=self._map, count=1)

    def _is_busy(self) -> bool:
        channels = list(self._wsgi.active_channels.values())
        return any(channel.requests or channel.total_outbufs_len for channel in channels)


def serve(app: Flask, host: str, port: int, limits: ConnectionLimits | None = None) -> WebServer:
    """A server for an application, to be started; port 0 takes any that is free.

    Raises OSError where the address cannot be listened on.
    """
    below = app.config["APPLICATION_ROOT"]
    hub, limits = live.hub_of(app), limits or ConnectionLimits()
    _allow_files(limits.most + (0 if hub is None else hub.limits.most) + _OTHER_FILES)
    return WebServer(app, host, port, limits, below=below, threads=THREADS, hub=hub)


def _allow_files(wanted: int) -> None:
    """Raise the number of files and sockets that this process may open, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        log.warning("the system allows fewer open files than there may be connections", allowed=most, wanted=wanted)


def _listen(host: str, port: int) -> socket.socket:
    family, _kind, _protocol, _name, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    return socket.create_server(address, family=family)


def serve_health(health: "WSGIApplication", host: str, port: int) -> WebServer | None:
    """A server for the answers to programs that watch, to be started.

    None, and a line in the log, where the address cannot be listened on. Games go on without it: whoever watches finds
    that nobody answers.
    """
    try:
        return WebServer(health, host, port, _LIMITS, below="", threads=HEALTH_THREADS)
    except OSError as error:
        log.error("nothing answers whether the server is well", host=host, port=port, error=str(error))
        return None
