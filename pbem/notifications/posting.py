"""Sending to an address that a player gave: one POST, to an IP address outside of this network, within a time."""

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
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from pbem.i18n import N_

IpAddress: TypeAlias = IPv4Address | IPv6Address
Networks: TypeAlias = Sequence[IPv4Network | IPv6Network]
LONGEST: Final = 2000
"""Characters of an address; push services use up to a few hundred."""
_PORT: Final = 443
_NAT64: Final = ip_network("64:ff9b::/96")
_SPECIAL: Final = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))
"""Networks for special purposes (RFC 6890, 7526, 9637) that Python takes for public ones, or did; in the first, a cloud
tells its machines of themselves.
"""
_V4_BITS: Final = 0xFFFF_FFFF


class BadAddress(ValueError):
    """An address cannot be written to; its text is a message id."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address in its parts, as they are needed to connect to it and to ask for it."""

    host: str
    """A name in ASCII, or an IP address without brackets."""
    port: int
    target: str
    """Path and query."""

    @property
    def authority(self) -> str:
        """Host and port, as the header Host and the beginning of an address have them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORT else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The address of the server, by which push services want to be named in what we sign."""
        return f"https://{self.authority}"


def read_address(text: str) -> WebAddress:
    """Read an address that somebody gave. Raises BadAddress."""
    bad = BadAddress(N_("This is not a web address. Please copy it whole."))
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or " " in text or "\\" in text:
        raise bad
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise bad from error
    if not parts.scheme or not host:
        raise bad
    if parts.scheme != "https":
        raise BadAddress(N_("The address must begin with https://."))
    if "@" in parts.netloc:
        raise BadAddress(N_("The address must have no user name or password before its host."))
    host = host.rstrip(".")
    if port == 0 or "%" in host or not host:
        raise bad
    query = f"?{parts.query}" if parts.query else ""
    return WebAddress(host, port or _PORT, f"{parts.path or '/'}{query}")


def check_address(text: str, networks: Networks = ()) -> WebAddress:
    """Read an address, and refuse those whose host is written as an IP address of a private network.

    Names are looked up only when something is sent, by a thread that may wait for the network. Raises BadAddress.
    """
    address = read_address(text)
    try:
        literal = ip_address(address.host)
    except ValueError:
        return address
    if not may_connect(literal, networks):
        raise BadAddress(N_("This address is in a private network, where this server does not write to."))
    return address


def may_connect(address: IpAddress, networks: Networks = ()) -> bool:
    """Whether an IP address is one that anybody can reach, or in a network that the operator allows.

    IPv6 addresses that stand for an IPv4 one are judged by that as well.
    """
    if any(address.version == network.version and address in network for network in networks):
        return True
    if isinstance(address, IPv4Address):
        return _is_public(address)
    if address.ipv4_mapped is not None:
        return may_connect(address.ipv4_mapped, networks)
    if address in _NAT64:
        return _is_public(IPv4Address(int(address) & _V4_BITS))
    within = [address.sixtofour, *(address.teredo or ())]
    return _is_public(address) and all(_is_public(one) for one in within if one is not None)


def _is_public(address: IpAddress) -> bool:
    if isinstance(address, IPv6Address) and address.is_site_local:
        return False
    if any(address in network for network in _SPECIAL):
        return False
    is_special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_private
    return address.is_global and not is_special


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
