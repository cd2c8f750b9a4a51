"""Limits on connections: their number, whence they come, and their time; and the room there is by them."""

from collections import Counter
from dataclasses import dataclass

from pbem.mail.reading.text import MAX_BYTES
from pbem.mail.receiving.replies import NOT_TRUSTED, TOO_MANY_CONNECTIONS, TOO_MANY_FROM_ADDRESS
from pbem.networks import SITE_SHARE, Network, site_network


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
    """Connections of one IPv4 address, or of one IPv6 network of 64 bits, and SITE_SHARE times as many of one of 48
    bits, unless it is trusted.
    """
    trusted: tuple[Network, ...] = ()
    """Relays that bring many senders' letters from one address."""
    only_trusted: bool = False
    """Whether all others are turned away."""
    max_refusals: int = 20
    """Refusals to one connection, unless it is trusted: a relay passes on what many people have mistyped."""
    timeout: float = 120.0
    """Seconds until a command is complete, and for one letter."""
    session_seconds: float = 600.0
    """How long a connection may last, whatever is said on it; a letter that is being stored gets its reply."""
    threads: int = 4


class Room:
    """The connections there are, by the networks they come from."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept_free = limits.max_connections // 3
        self._taken: Counter[Network | None] = Counter()
        self._at_sites: Counter[Network | None] = Counter()

    def rejection(self, network: Network | None) -> str | None:
        """The reply to a connection that there is no room for; None where there is."""
        if self._limits.only_trusted and not self.trusts(network):
            return NOT_TRUSTED
        free, of_network, near = (
            self._limits.max_connections - self._taken.total(),
            self._taken[network],
            self._near(network),
        )
        is_full = of_network >= self._limits.max_per_address or near >= SITE_SHARE * self._limits.max_per_address
        if is_full and not self.trusts(network):
            return TOO_MANY_FROM_ADDRESS
        return TOO_MANY_CONNECTIONS if free <= (self._kept_free if near else 0) else None

    def take(self, network: Network | None) -> None:
        """Count a connection."""
        self._taken[network] += 1
        self._at_sites[_site_of(network)] += 1

    def leave(self, network: Network | None) -> None:
        """Count a connection no more."""
        for taken, key in ((self._taken, network), (self._at_sites, _site_of(network))):
            taken[key] -= 1
            if not taken[key]:
                del taken[key]

    def _near(self, network: Network | None) -> int:
        return self._at_sites[_site_of(network)]

    def trusts(self, network: Network | None) -> bool:
        """Whether connections from there are a trusted relay's."""
        return network is not None and any(
            network.version == trusted.version and trusted.overlaps(network) for trusted in self._limits.trusted
        )


def _site_of(network: Network | None) -> Network | None:
    return None if network is None else site_network(str(network))
