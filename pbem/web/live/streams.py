"""The sockets of all event streams, in one thread: it waits for news, pings, and drops who does not read.

A connection comes here when the pages' server has answered its request and is done with it; until then it was limited
as any other. Nobody waits for anybody else: what a socket does not take at once is kept for it, up to a limit.
"""

import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import structlog

from pbem.web.live.hub import Follower, Hub

log = structlog.get_logger(__name__)

STREAM: Final = "pbem.stream"
"""The key under which a request's environment holds, where its answer may be a stream, what gives it to a follower."""
_MOST_PENDING: Final = 32 * 1024
"""Bytes that wait for a reader; an event has about 150."""
_MOST_RECEIVED: Final = 4 * 1024
"""Bytes that may come on a stream, where nothing is expected any more."""
_PING: Final = "event: ping\ndata:\n\n"
_PAUSE: Final = 1.0
"""Seconds of rest after an error."""


class Stream:
    """One socket on which events are sent; times are those of `time.monotonic`."""

    def __init__(self, sock: socket.socket, follower: Follower, *, chunked: bool, now: float) -> None:
        self.socket = sock
        self.follower = follower
        self.pending = bytearray()
        self.opened = self.sent = self.taken = now
        self.is_over = False
        self._chunked = chunked
        self._received = 0
        sock.setblocking(False)

    def put(self, text: str, now: float) -> None:
        """Send events, or keep them until the socket takes more."""
        data = text.encode()
        if self._chunked:
            data = b"%x\r\n%b\r\n" % (len(data), data)
        if not self.pending:
            self.taken = now
        self.sent = now
        self.pending += data
        self.flush(now)
        self.is_over = self.is_over or len(self.pending) > _MOST_PENDING

    def flush(self, now: float) -> None:
        """Send the waiting bytes, as far as the socket takes them."""
        try:
            while self.pending:
                del self.pending[: self.socket.send(self.pending)]
                self.taken = now
        except BlockingIOError:
            pass
        except OSError:
            self.is_over = True

    def drain(self) -> None:
        """Read what the client sends: the end of the stream, or bytes that are ignored."""
        try:
            data = self.socket.recv(_MOST_RECEIVED)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._received += len(data)
        self.is_over = self.is_over or not data or self._received > _MOST_RECEIVED

    def end(self, text: str, now: float) -> None:
        """Send a last event and the end of the answer, as far as the socket takes it."""
        self.put(text, now)
        if self._chunked and not self.pending:
            self.pending += b"0\r\n\r\n"
            self.flush(now)
        self.is_over = True


class Streams:
    """The thread that tells all followers. `start` and `stop` are for once each; the rest is safe from any thread."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._limits = hub.limits
        self._open: dict[socket.socket, Stream] = {}
        self._arrivals: deque[tuple[socket.socket, Follower, bool]] = deque()
        self._selector = selectors.DefaultSelector()
        self._hearing, self._telling = socket.socketpair()
        self._hearing.setblocking(False)
        self._telling.setblocking(False)
        self._selector.register(self._hearing, selectors.EVENT_READ)
        self._is_woken = False
        self._stopping = threading.Event()
        self._looked = self._beaten = self._pinged = 0.0
        self._thread = threading.Thread(target=self._run, name="streams", daemon=True)

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to tell."""
        self._thread.start()

    def stop(self) -> None:
        """End all streams, and return when that is done."""
        self._stopping.set()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join()
        for sock, follower, _chunked in self._arrivals:
            sock.close()
            self.hub.dismiss(follower)
        self._selector.close()
        self._hearing.close()
        self._telling.close()

    def adopt(self, sock: socket.socket, follower: Follower, *, chunked: bool) -> None:
        """Take over a socket on which an answer has begun; where nothing is told any more, it is closed."""
        if self._stopping.is_set():
            sock.close()
            self.hub.dismiss(follower)
            return
        self._arrivals.append((sock, follower, chunked))
        self._wake()

    def notify(self) -> None:
        """Look soon for what has changed."""
        if self._open and not self._is_woken:
            self._wake()

    def _wake(self) -> None:
        self._is_woken = True
        with suppress(OSError):  # it has been woken so often, or is gone
            self._telling.send(b".")

    def _run(self) -> None:
        with self.hub.database.notifying_of_writes(self.notify):
            while not self._stopping.is_set():
                try:
                    self._turn()
                except Exception:  # such as a full disk: streams stay, and what is new is told later
                    log.exception("open pages could not be told what is new")
                    self._stopping.wait(_PAUSE)
        now = time.monotonic()
        for stream in list(self._open.values()):
            stream.end(self.hub.farewell(), now)
            self._close(stream)

    def _turn(self) -> None:
        found = self._selector.select(self._patience(time.monotonic()))
        now = time.monotonic()
        is_woken, self._is_woken = self._is_woken, False
        for key, events in found:
            if key.data is None:
                self._drain()
            else:
                self._serve(key.data, events, now)
        self._take_arrivals(now)
        if self._open and (is_woken or now - self._looked >= self._limits.poll_seconds):
            self._look(now)
        if now - self._beaten >= self._limits.tick:
            self._beaten = now
            self._beat(now)

    def _patience(self, now: float) -> float | None:
        if self._arrivals:
            return 0.0
        if not self._open:
            return None
        return max(0.0, min(self._looked + self._limits.poll_seconds, self._beaten + self._limits.tick) - now)

    def _look(self, now: float) -> None:
        """Tell all that there is to tell; a look soon after another waits, so that many writes cost one."""
        rest = self._looked + self._limits.rest_seconds - now
        if rest > 0:
            self._stopping.wait(rest)
        self._looked = now = time.monotonic()
        streams = {stream.follower: stream for stream in self._open.values()}
        for follower, event in self.hub.look(streams):
            streams[follower].put(event, now)
        self._settle(streams.values())

    def _serve(self, stream: Stream, events: int, now: float) -> None:
        if events & selectors.EVENT_WRITE:
            stream.flush(now)
        if events & selectors.EVENT_READ:
            stream.drain()
        self._settle([stream])

    def _take_arrivals(self, now: float) -> None:
        while self._arrivals:
            sock, follower, chunked = self._arrivals.popleft()
            stream = self._open[sock] = Stream(sock, follower, chunked=chunked, now=now)
            self._selector.register(sock, selectors.EVENT_READ, stream)
            self._looked = 0.0

    def _beat(self, now: float) -> None:
        limits = self._limits
        for stream in self._open.values():
            if stream.pending and now - stream.taken > limits.taking_seconds:
                stream.is_over = True
            elif now - stream.opened > limits.life_seconds:
                stream.end(self.hub.farewell(), now)
            elif now - stream.sent >= limits.ping_seconds:
                stream.put(_PING, now)
        if now - self._pinged >= limits.ping_seconds:
            self._pinged = now
            streams = {stream.follower: stream for stream in self._open.values()}
            for follower in self.hub.ended(streams):
                streams[follower].is_over = True
        self._settle(list(self._open.values()))

    def _settle(self, streams: Iterable[Stream]) -> None:
        for stream in list(streams):
            if stream.is_over:
                self._close(stream)
                continue
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if stream.pending else 0)
            if self._selector.get_key(stream.socket).events != events:
                self._selector.modify(stream.socket, events, stream)

    def _close(self, stream: Stream) -> None:
        if self._open.pop(stream.socket, None) is None:
            return
        self._selector.unregister(stream.socket)
        stream.socket.close()
        self.hub.dismiss(stream.follower)

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            while self._hearing.recv(4096):
                pass
