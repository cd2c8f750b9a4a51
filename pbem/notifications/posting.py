"""Sending to an address that a player gave: one POST, to an IP address that was checked, with an end to all patience.

The name is looked up once, every address found is checked, and the connection goes to one of these: an answer that is
another the next time leads nowhere. Nothing is followed, and no proxy of the environment is used.
"""

import email.utils
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from pathlib import Path
from typing import Final, TypeAlias

from pbem.notifications.addresses import IpAddress, Networks, WebAddress, may_connect

STEP_SECONDS: Final = 5.0
"""How long a single wait for the other side may last."""
WHOLE_SECONDS: Final = 10.0
"""How long the whole may take once there is a connection, however the answer drips."""
MOST_READ: Final = 4096
"""Bytes of an answer's body that are read; none of them is used."""
MOST_TRIED: Final = 3
"""Addresses of one name that are tried."""
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER for no time: closing resets. Else whoever pours into a full window may never hear that nobody is there."""
LONGEST_WAIT_S: Final = 24 * 3600
"""The longest time for which a server can ask us to wait."""

Resolver: TypeAlias = Callable[[str, int], Sequence[IpAddress]]


class NotSent(Exception):
    """Something could not be sent, for a reason of `channels.FAILURES`.

    Where `may_have_arrived`, the other side may have taken it all the same.
    """

    def __init__(self, reason: str, *, may_have_arrived: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.may_have_arrived = may_have_arrived


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The answer of the other side: its status, and for how many seconds it asks us to wait, if it does."""

    status: int
    wait_s: int | None


def look_up(host: str, port: int) -> Sequence[IpAddress]:
    """The IP addresses of a name, in the system's order. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(str(address[0]).partition("%")[0]) for *_, address in found))


class PinnedPoster:
    """Sends. Safe to use from several threads; `abort` ends what is in hand."""

    def __init__(self, networks: Networks = (), ca_file: Path | None = None, resolve: Resolver = look_up) -> None:
        self._networks = networks
        self._ca_file = ca_file
        self._resolve = resolve
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()

    def post(self, address: WebAddress, body: bytes, headers: Mapping[str, str], now_s: float) -> HttpAnswer:
        """Send a body and return the answer, whatever its status. Raises NotSent."""
        try:
            context = _context(self._ca_file)
        except (OSError, ssl.SSLError) as error:
            raise NotSent("certificate") from error
        with closing(_PinnedConnection(address, self._checked(address), context)) as connection:
            with _reasons_of_connecting():
                encrypted = connection.connect_plainly()
            with self._guarded(encrypted):
                with _reasons_of_connecting():
                    encrypted.do_handshake()
                return _exchanged(connection, address, body, headers, now_s)

    def abort(self) -> None:
        """End all connections, under whoever waits for an answer."""
        with self._lock:
            for one in self._open:
                _cut(one)

    def _checked(self, address: WebAddress) -> Sequence[IpAddress]:
        """The IP addresses to connect to, of which each may be connected to. Raises NotSent."""
        try:
            found = self._resolve(address.host, address.port)
        except (OSError, ValueError) as error:  # ValueError: a name that cannot be one
            raise NotSent("name") from error
        if not found:
            raise NotSent("name")
        if not all(may_connect(one, self._networks) for one in found):
            raise NotSent("private")
        return found[:MOST_TRIED]

    @contextmanager
    def _guarded(self, connected: socket.socket) -> Iterator[None]:
        """Have a connection end in time, and by `abort`: each wait is short, but there may be many."""
        guard = threading.Timer(WHOLE_SECONDS, _cut, [connected])
        guard.daemon = True
        with self._lock:
            self._open.add(connected)
        guard.start()
        try:
            yield
        finally:
            guard.cancel()
            with self._lock:
                self._open.discard(connected)


class _PinnedConnection(HTTPSConnection):
    def __init__(self, address: WebAddress, pinned: Sequence[IpAddress], context: ssl.SSLContext) -> None:
        super().__init__(address.host, address.port, timeout=STEP_SECONDS, context=context)
        self._pinned = pinned
        self._tls = context

    def connect_plainly(self) -> ssl.SSLSocket:
        """Connect to the first that can be reached, up to the handshake of TLS. Raises OSError and ValueError."""
        plain = self._reached()
        try:
            encrypted = self._tls.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        except BaseException:
            plain.close()
            raise
        self.sock = encrypted
        return encrypted

    def _reached(self) -> socket.socket:
        """A connection to the first address that takes one. Raises OSError."""
        *others, last = ((str(one), self.port) for one in self._pinned)
        for other in others:
            with suppress(OSError):
                return socket.create_connection(other, STEP_SECONDS)
        return socket.create_connection(last, STEP_SECONDS)


@contextmanager
def _reasons_of_connecting() -> Iterator[None]:
    """Raise NotSent for whatever keeps a connection from being made."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise NotSent("certificate") from error
    except TimeoutError as error:
        raise NotSent("timeout") from error
    except (OSError, ValueError) as error:  # ValueError: a name that TLS cannot ask for
        raise NotSent("connection") from error


def _exchanged(
    connection: HTTPSConnection, address: WebAddress, body: bytes, headers: Mapping[str, str], now_s: float
) -> HttpAnswer:
    """The answer of a server that is connected to; from here on what fails may have arrived. Raises NotSent."""
    our_headers = {"Host": address.authority, "Connection": "close", "Accept-Encoding": "identity"}
    try:
        connection.request("POST", address.target, body, {**our_headers, **headers})
        answer = connection.getresponse()
        # The status is known, and whatever comes behind it changes nothing. ValueError: cut off just before a read.
        with suppress(OSError, HTTPException, ValueError):
            answer.read(MOST_READ)
        return HttpAnswer(answer.status, _wait_of(answer, now_s))
    except TimeoutError as error:
        raise NotSent("timeout", may_have_arrived=True) from error
    except (OSError, HTTPException, ValueError) as error:
        raise NotSent("connection", may_have_arrived=True) from error


def _wait_of(answer: HTTPResponse, now_s: float) -> int | None:
    """The seconds of Retry-After, which gives them or a date."""
    text = (answer.getheader("Retry-After") or "").strip()
    if text.isascii() and text.isdigit():
        seconds = float(text[:9])
    else:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - now_s
        except (ValueError, TypeError, OverflowError, IndexError):
            return None
    return int(min(max(seconds, 0), LONGEST_WAIT_S))


@lru_cache(maxsize=4)
def _context(ca_file: Path | None) -> ssl.SSLContext:
    """The trust in authorities; reading those of the system takes some time. Raises OSError."""
    context = ssl.create_default_context()
    if ca_file is not None:
        context.load_verify_locations(cafile=ca_file)
    return context


def _cut(connected: socket.socket) -> None:
    """End a connection under whoever uses it; when that one closes it, the other side is told by a reset."""
    with suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        connected.shutdown(socket.SHUT_RDWR)
