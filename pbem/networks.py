"""The networks by which whoever writes, asks or connects is counted: the one rule of all limits that count addresses.

One subscriber has one IPv4 address, or all addresses of an IPv6 network of 64 bits. Many have more than one such
network: providers and hosters hand out up to 48 bits, 65,536 of them (RFC 6177). So wherever a subscriber has a limit,
the subscribers of a site, 48 bits, have another together.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network
_SUBSCRIBER_BITS: Final = 64
_SITE_BITS: Final = 48
SITE_SHARE: Final = 4
"""How many times the limit of one subscriber all subscribers of a site have together."""


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address, or the first of a network; IPv4 within IPv6, as dual-stack sockets tell it, is IPv4."""
    try:
        found = ip_address(address.partition("%")[0].partition("/")[0])
    except ValueError:
        return None
    return found if isinstance(found, IPv4Address) else found.ipv4_mapped or found


def network_of(address: str, bits: int = _SUBSCRIBER_BITS) -> Network | None:
    """The network of an address by which a subscriber is counted; None for what is no address, such as a socket's."""
    found = parsed(address)
    if found is None:
        return None
    return ip_network((int(found), bits), strict=False) if isinstance(found, IPv6Address) else ip_network(found)


def site_network(address: str) -> Network | None:
    """The network by which a site is counted, of an address or of a subscriber's network."""
    return network_of(address, _SITE_BITS)


def subscriber(address: str) -> str:
    """The name under which a subscriber is counted: an IPv4 address, or a /64; other texts as they are."""
    return _name(address, network_of(address))


def site_of(address: str) -> str:
    """The same for a site, of an address or of a subscriber's name: an IPv4 address, or a /48."""
    return _name(address, site_network(address))


def _name(address: str, network: Network | None) -> str:
    if network is None:
        return address
    return str(network.network_address if isinstance(network, IPv4Network) else network)
