"""Connections to the pages: deadlines, limits by client, and fair turns, on top of waitress.

waitress closes a connection that says nothing for a while, and at its limit takes no more of anybody's. Here a request
has to be whole in a given time however it trickles, an answer has to be taken at some speed, one client has a limited
number of connections, and where all are taken the client with most of them makes room: whoever has none gets one.
Requests wait for a thread by client, in turn, and some threads are kept for clients who have none.

An answer that is an event stream begins here, like any other. Once its beginning is sent, its socket goes over to
`pbem.web.live.streams`, and counts here no more.
"""

import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from pbem.config import Web
from pbem.networks import SITE_SHARE, site_of, subscriber
from pbem.web.live.hub import Follower
from pbem.web.live.streams import STREAM, Streams
from pbem.web.protection import TrustedProxies

_TIMED_OUT: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_LEAST_TAKEN: Final = 16 * 1024
"""Bytes of a long answer that a client has to take in each window of time."""
_KEPT_THREADS: Final = 2
"""Threads for clients of whom nothing is being served."""
_SLACK: Final = 100
"""Connections beyond all limits, which are being closed; waitress takes none while there are more."""


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits on the number of connections and on the time that each may take; times in seconds."""

    most: int = 500
    per_client: int = 32
    """Connections of one IPv4 address, or one /64 of IPv6, and SITE_SHARE times as many of a /48; those of trusted
    proxies are not counted.
    """
    header_seconds: float = 10.0
    """From the opening of a connection to the end of the first request's headers."""
    body_seconds: float = 30.0
    idle_seconds: float = 15.0
    """Between an answer and the next request, which adds to the time for its headers."""
    taking_seconds: float = 60.0
    """In which some of an answer has to be taken (16 KiB)."""
    proxies: TrustedProxies = field(default_factory=lambda: TrustedProxies(()))

    @classmethod
    def of(cls, settings: Web) -> "ConnectionLimits":
        """The limits that the settings name."""
        return cls(
            most=settings.max_connections,
            per_client=settings.max_connections_per_client,
            header_seconds=settings.header_seconds,
            body_seconds=settings.body_seconds,
            idle_seconds=settings.idle_seconds,
            proxies=TrustedProxies(settings.trusted_proxies),
        )

    @property
    def tick(self) -> float:
        """The interval at which connections are looked at, in seconds."""
        return min(1.0, self.header_seconds / 2, self.body_seconds / 2, self.idle_seconds / 2, self.taking_seconds / 2)


class HttpRequest(HTTPRequestParser):
    """A request as it is read, whose length can be understood in one way only."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers. Raises ParsingError where Transfer-Encoding meets Content-Length or HTTP/1.0.

        RFC 9112, 6.1 and 6.3: such a request may smuggle another past a proxy.
        """
        super().parse_header(header_plus)
        if (self.chunked and "CONTENT_LENGTH" in self.headers) or "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("The length of the body is not clear")


class PageTask(WSGITask):
    """The answer to a request, which may be the beginning of a stream."""

    follower: Follower | None = None

    def get_environment(self) -> dict[str, Any]:
        """The environment for the application; STREAM is in it where streams are served."""
        environ: dict[str, Any] = super().get_environment()
        if self.channel.server.streams is not None:
            environ[STREAM] = self._give
        return environ

    def finish(self) -> None:
        """End the answer, or leave it open for whoever it was given to."""
        if self.follower is None:
            super().finish()
            return
        follower, self.follower = self.follower, None
        if not self.wrote_header or not self.status.startswith("200") or self.content_length is not None:
            self.channel.server.dismiss(follower)  # it became another answer after all
            super().finish()
            return
        self.close_on_finish = False
        self.channel.give_to(follower, chunked=self.chunked_response)

    def service(self) -> None:
        """Answer the request; a follower whose answer could not be begun is let go."""
        try:
            super().service()
        finally:
            if self.follower is not None:
                self.channel.server.dismiss(self.follower)

    def _give(self, follower: Follower) -> bool:
        """Have the answer go on as a stream; False where another request waits behind this one."""
        channel = self.channel
        if len(channel.requests) > 1 or channel.request is not None or self.request.command != "GET":
            return False
        self.follower = follower
        return True


class Connection(HTTPChannel):
    """A connection with its deadlines: what it waits for, and since when."""

    parser_class = HttpRequest
    task_class = PageTask

    def __init__(
        self, server: "PagesListener", sock: socket.socket, addr: Any, adj: Adjustments, **options: Any
    ) -> None:
        self.limits = server.limits
        self.client, self.site = subscriber(addr[0]), site_of(addr[0])
        self.is_proxy = self.limits.proxies.trusts(addr[0])
        self.since = time.monotonic()
        """When it was opened, or the last answer was made or taken."""
        self.is_served = False
        self.stream: tuple[Follower, bool] | None = None
        """Who its answer is given to, which goes on as a stream, and whether it is in chunks."""
        self._answered = False
        self._body_since: float | None = None
        self._taken = 0
        self._measured: tuple[float, int] | None = None
        super().__init__(server, sock, addr, adj, **options)

    @property
    def asker(self) -> str:
        """The site of the client of the next request to serve, by what a trusted proxy says of it."""
        forwarded: str = self.requests[0].headers.get("X_FORWARDED_FOR", "") if self.requests else ""
        return (
            site_of(self.limits.proxies.client(self.addr[0], forwarded)) if forwarded and self.is_proxy else self.site
        )

    def readable(self) -> bool:
        """Whether to read on; what follows the request of a stream is not for us."""
        return self.stream is None and bool(super().readable())

    def handle_close(self) -> None:
        """Close it; whom a stream was for is let go."""
        super().handle_close()
        self._let_go()

    def give_to(self, follower: Follower, *, chunked: bool) -> None:
        """Have the answer go on as a stream, unless the connection was closed meanwhile."""
        self.stream = (follower, chunked)
        if not self.connected:
            self._let_go()

    def _let_go(self) -> None:
        """Let go of whom a stream was for, once, in whichever thread."""
        with self.outbuf_lock:
            given, self.stream = self.stream, None
        if given is not None:
            self.server.dismiss(given[0])

    @property
    def may_go_over(self) -> bool:
        """Whether the beginning of a stream is sent, and nothing is done here any more."""
        return self.stream is not None and not self.requests and not self.total_outbufs_len

    def go_over(self) -> socket.socket:
        """Leave waitress, and return the socket, which stays open."""
        self.del_channel()
        self.connected = False
        for buffer in self.outbufs:
            buffer.close()
        sock: socket.socket = self.socket
        return sock

    def received(self, data: bytes) -> bool:
        """Read what came, and note when a body begins."""
        read: bool = super().received(data)
        request = self.request
        if request is None or not request.headers_finished:
            self._body_since = None
        elif self._body_since is None:
            self._body_since = time.monotonic()
        return read

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send some of an answer, and count what was taken."""
        sent: int = super().send(data, do_close)
        self._taken += sent
        self.since = time.monotonic()
        return sent

    def service(self) -> None:
        """Answer the next request; then the time for another begins."""
        self.is_served = True
        try:
            super().service()
        finally:
            self.is_served, self._answered, self.since = False, True, time.monotonic()
            if self._body_since is not None:
                self._body_since = self.since

    def check(self, now: float) -> None:
        """Close the connection where something took too long."""
        if self._is_stuck(now):
            self.will_close = True
        elif self.requests or self.total_outbufs_len:
            return
        elif self.request is None:
            self.will_close = now - self.since > self._patience
        elif now > self._deadline:
            self._time_out()

    @property
    def _patience(self) -> float:
        return self.limits.idle_seconds if self._answered else self.limits.header_seconds

    @property
    def _deadline(self) -> float:
        if self._body_since is not None:
            return self._body_since + self.limits.body_seconds
        return self.since + self.limits.header_seconds + (self.limits.idle_seconds if self._answered else 0)

    def _is_stuck(self, now: float) -> bool:
        if not self.total_outbufs_len:
            self._measured = None
            return False
        at, taken = self._measured or (now, self._taken)
        if now - at > self.limits.taking_seconds:
            self._measured = (now, self._taken)
            return self._taken - taken < _LEAST_TAKEN
        self._measured = (at, taken)
        return False

    def _time_out(self) -> None:
        with self.outbuf_lock:
            self.outbufs[-1].append(_TIMED_OUT)
            self.total_outbufs_len += len(_TIMED_OUT)
            self.close_when_flushed = True


class PagesListener(TcpWSGIServer):
    """waitress's server of one socket, with limits on its connections."""

    def __init__(
        self,
        app: Any,
        listening: socket.socket,
        limits: ConnectionLimits,
        threads: int,
        sockets: dict[int, object],
        streams: Streams | None = None,
        **adjusted: Any,
    ) -> None:
        """Listen on a bound socket; the loop finds it and all others in `sockets`; `adjusted` is for waitress."""
        self.limits = limits
        self.streams = streams
        most = limits.most + _SLACK
        adj = Adjustments(
            sockets=[listening],
            threads=threads,
            connection_limit=most,
            log_socket_errors=False,
            clear_untrusted_proxy_headers=False,  # or the application would learn of no client; it removes them itself
            **adjusted,
        )
        info = (listening.family, listening.type, listening.proto, listening.getsockname())
        dispatcher = FairDispatcher(threads)
        super().__init__(app, sockets, True, listening, dispatcher, adj, info, bind_socket=False)
        self.channel_class = self._admit
        self._next_check = 0.0

    def maintenance(self, now: float) -> None:
        """Leave it to `check`: waitress looks at silence alone."""

    def check(self) -> None:
        """Close every connection that takes too long or has to make room; called after each turn of the loop."""
        now = time.monotonic()
        if now >= self._next_check:
            self._next_check = now + self.limits.tick
            for connection in self._connections():
                connection.check(now)
        for connection in list(self.active_channels.values()):
            if connection.will_close:
                connection.handle_close()  # waitress would wait until the client takes what was sent
            elif connection.may_go_over:
                self._pass_on(connection)

    def dismiss(self, follower: Follower) -> None:
        """Let go of a follower whose stream has not begun."""
        if self.streams is not None:
            self.streams.hub.dismiss(follower)

    def _pass_on(self, connection: Connection) -> None:
        given, connection.stream = connection.stream, None
        if given is not None and self.streams is not None:
            self.streams.adopt(connection.go_over(), given[0], chunked=given[1])

    def _connections(self) -> list[Connection]:
        return [connection for connection in self.active_channels.values() if not connection.will_close]

    def _admit(self, _server: Any, sock: socket.socket, addr: Any, adj: Adjustments, **options: Any) -> None:
        """Take a connection, if need be in the place of another; close it where none gives way."""
        everybody, client, its_site = self._connections(), subscriber(addr[0]), site_of(addr[0])
        connections = [one for one in everybody if one.client == client]
        near = [one for one in everybody if one.site == its_site]
        is_limited = not self.limits.proxies.trusts(addr[0])
        crowd: list[Connection] = []
        if is_limited and len(connections) >= self.limits.per_client:
            crowd = connections
        elif is_limited and len(near) >= SITE_SHARE * self.limits.per_client:
            crowd = near
        elif len(everybody) >= self.limits.most:
            crowd = everybody
        if crowd and not _give_way(crowd):
            sock.close()
        else:
            Connection(self, sock, addr, adj, **options)


class FairDispatcher(ThreadedTaskDispatcher):
    """waitress's threads, which serve clients in turn."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = FairQueue(threads, self._done)
        self.set_thread_count(threads)

    def add_task(self, task: Connection) -> None:
        """Queue a connection for a thread, without a line in the log for each."""
        with self.lock:
            self.queue.append(task)
            self.queue_cv.notify()

    def _done(self, client: str) -> None:
        with self.lock:
            self.queue.end(client)


class FairQueue:
    """Connections that wait for a thread, as waitress's dispatcher takes them; used under its lock.

    It looks empty while whoever waits may not have another thread.
    """

    def __init__(self, threads: int, done: Callable[[str], None]) -> None:
        self._shared = max(1, threads - _KEPT_THREADS)
        self._done = done
        self._waiting: dict[str, deque[Connection]] = {}
        self._served: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(waiting) for client, waiting in self._waiting.items() if self._may_have_one(client))

    def append(self, connection: Connection) -> None:
        """Queue a connection behind others of its client."""
        self._waiting.setdefault(connection.asker, deque()).append(connection)

    def popleft(self) -> "ThreadTurn":
        """The turn of the client that waits for longest and may have a thread. Raises IndexError."""
        client = next((client for client in self._waiting if self._may_have_one(client)), None)
        if client is None:
            raise IndexError
        waiting = self._waiting.pop(client)
        connection = waiting.popleft()
        if waiting:
            self._waiting[client] = waiting  # behind all others
        self._served[client] += 1
        return ThreadTurn(connection, lambda: self._done(client))

    def end(self, client: str) -> None:
        """Note that a request of a client has been served."""
        self._served[client] -= 1
        if not self._served[client]:
            del self._served[client]

    def _may_have_one(self, client: str) -> bool:
        return client not in self._served or self._served.total() < self._shared


@dataclass(frozen=True)
class ThreadTurn:
    """A connection whose next request is served."""

    connection: Connection
    done: Callable[[], None]

    def service(self) -> None:
        """Serve it."""
        try:
            self.connection.service()
        finally:
            self.done()

    def cancel(self) -> None:
        """Give it up, as the server stops."""
        self.connection.cancel()


def _give_way(connections: Iterable[Connection]) -> bool:
    """Close a connection of the site with most, of its client with most, the one that waits for longest.

    False where all are being served.

    Those of proxies come last: one of them may bring many visitors.
    """
    waiting = [one for one in connections if not one.is_served]
    sites = Counter(one.site for one in waiting if not one.is_proxy)
    clients = Counter(one.client for one in waiting if not one.is_proxy)
    if waiting:
        max(waiting, key=lambda one: (sites[one.site], clients[one.client], -one.since)).will_close = True
    return bool(waiting)
