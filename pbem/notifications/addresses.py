"""Addresses that players give this server to write to: by HTTPS, and never into a network behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
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
