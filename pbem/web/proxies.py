"""Who sends a request: the neighbour on the wire, or the client that a trusted proxy tells of.

A proxy appends the address of its own neighbour to X-Forwarded-For. What stands there is believed from the right, as
long as the one who said it is trusted: the right-most hop that is no trusted proxy is the client. Whatever else comes
in such headers is removed unread. `Forwarded` (RFC 7239) is never believed, since proxies that write X-Forwarded-For
pass it on as the client made it; nor are host and scheme, since all links are made from `[web] base_url`.
"""

import threading
import time
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

log = structlog.get_logger(__name__)

_LONGEST: Final = 2048
"""Characters of X-Forwarded-For that are looked at, the last ones."""
_HEADERS: Final = tuple(
    f"HTTP_{name}"
    for name in (
        *("FORWARDED", "X_FORWARDED_FOR", "X_FORWARDED_HOST", "X_FORWARDED_PROTO", "X_FORWARDED_PORT"),
        *("X_FORWARDED_BY", "X_FORWARDED_PREFIX", "X_REAL_IP"),
    )
)
_QUIET_SECONDS: Final = 3600.0
"""How long nothing more is logged of proxies that are not trusted."""
_IPV6_SITE: Final = 64
"""Bits of an IPv6 address that are one subscriber's; they choose the rest as they like."""


class TrustedProxies:
    """The neighbours that may say for whom they ask, as addresses and networks."""

    def __init__(self, trusted: Iterable[str]) -> None:
        """Raises ValueError for what is no network."""
        self._networks = tuple(ip_network(one) for one in trusted)

    def trusts(self, address: str) -> bool:
        """Whether an address is a trusted proxy's."""
        found = _parsed(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, neighbour: str, forwarded_for: str) -> str:
        """The address of the client, by the neighbour on the wire and its X-Forwarded-For header ("" for none)."""
        address = neighbour
        for hop in reversed(forwarded_for[-_LONGEST:].split(",")):
            if not self.trusts(address):
                break
            found = _parsed(_bare(hop.strip()))
            if found is None:
                break
            address = str(found)
        return address


class ProxyHeaders:
    """Reads and removes what a request's headers say of where it comes from."""

    def __init__(self, proxies: TrustedProxies) -> None:
        self._proxies = proxies
        self._lock = threading.Lock()
        self._quiet_until = 0.0

    def settle(self, environ: "WSGIEnvironment") -> None:
        """Make REMOTE_ADDR the client's address, and remove every header that claims another."""
        claims = {name: environ.pop(name) for name in _HEADERS if name in environ}
        neighbour = environ.get("REMOTE_ADDR", "")
        if claims and not self._proxies.trusts(neighbour):
            self._warn(neighbour)
        elif "HTTP_X_FORWARDED_FOR" in claims:
            environ["REMOTE_ADDR"] = self._proxies.client(neighbour, claims["HTTP_X_FORWARDED_FOR"])

    def _warn(self, neighbour: str) -> None:
        """Log, once an hour, that a neighbour in a private network seems to be a proxy that nobody has told us of."""
        found = _parsed(neighbour)
        if found is None or not found.is_private:  # somebody on the internet who makes such headers up
            return
        with self._lock:
            now = time.monotonic()
            if now < self._quiet_until:
                return
            self._quiet_until = now + _QUIET_SECONDS
        log.warning("a proxy is not in [web] trusted_proxies: all its visitors count as one", address=neighbour)


def subscriber(address: str) -> str:
    """What is counted as one client: an IPv4 address, or the /64 of an IPv6 address; other texts as they are."""
    found = _parsed(address)
    if not isinstance(found, IPv6Address):
        return address if found is None else str(found)
    return str(ip_network((int(found), _IPV6_SITE), strict=False))


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address; IPv4 within IPv6, as dual-stack sockets tell it, is IPv4."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return found if isinstance(found, IPv4Address) else found.ipv4_mapped or found


def _bare(hop: str) -> str:
    """A hop without quotes, brackets and port: `"[2001:db8::1]:80"`, `192.0.2.1:80`."""
    hop = hop.strip('"')
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
