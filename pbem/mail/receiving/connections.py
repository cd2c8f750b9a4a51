"""Limits on connections: their number, whence they come, and their time; and the room there is by them."""

from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from pbem.mail.reading.text import MAX_BYTES
from pbem.mail.receiving.replies import NOT_TRUSTED, TOO_MANY_CONNECTIONS, TOO_MANY_FROM_ADDRESS

_SUBSCRIBER_BITS: Final = 64
"""The prefix of an IPv6 address that belongs to one host or household, which has all addresses behind it."""
Network: TypeAlias = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Limits:
    """Limits on what one sender, and all together, may ask for."""

    max_bytes: int = MAX_BYTES
    max_line: int = 64 << 10
    """Longer than the 998 of RFC 5322: a letter with a long line is taken, and answered."""
    max_recipients: int = 20
    max_connections: int = 150
    """The last third is kept for addresses that have no connection yet."""
    max_per_address: int = 10
    """Connections of one IPv4 address, or of one IPv6 network of 64 bits, unless it is trusted."""
    trusted: tuple[Network, ...] = ()
    """Relays that bring many senders' letters from one address."""
    only_trusted: bool = False
    """Whether all others are turned away."""
    max_refusals: int = 20
    """Of one connection, unless it is trusted: a relay passes on what many people have mistyped."""
    timeout: float = 120.0
    """Seconds until a command is complete, and for one letter."""
    session_seconds: float = 600.0
    """How long a connection may last, whatever is said on it; a letter that is being stored gets its reply."""
    threads: int = 4


def network_of(peer: str) -> Network | None:
    """The smallest network that is sure to be one subscriber's; None for a peer without an IP address."""
    try:
        address = ip_address(peer.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return ip_network((int(address), _SUBSCRIBER_BITS), strict=False)
        address = address.ipv4_mapped
    return ip_network(address)


class Room:
    """The connections there are, by the networks they come from."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept_free = limits.max_connections // 3
        self._taken: Counter[Network | None] = Counter()

    def rejection(self, network: Network | None) -> str | None:
        """The reply to a connection that there is no room for; None where there is."""
        if self._limits.only_trusted and not self.trusts(network):
            return NOT_TRUSTED
        free, own = self._limits.max_connections - self._taken.total(), self._taken[network]
        if own >= self._limits.max_per_address and not self.trusts(network):
            return TOO_MANY_FROM_ADDRESS
        return TOO_MANY_CONNECTIONS if free <= (self._kept_free if own else 0) else None

    def take(self, network: Network | None) -> None:
        """Count a connection."""
        self._taken[network] += 1

    def leave(self, network: Network | None) -> None:
        """Count a connection no more."""
        self._taken[network] -= 1
        if not self._taken[network]:
            del self._taken[network]

    def trusts(self, network: Network | None) -> bool:
        """Whether connections from there are a trusted relay's."""
        return network is not None and any(
            network.version == trusted.version and trusted.overlaps(network) for trusted in self._limits.trusted
        )
