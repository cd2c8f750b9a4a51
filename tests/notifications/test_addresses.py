"""Which addresses are written to: none behind this server, however it is written or found."""

from ipaddress import ip_address, ip_network

import pytest
from each_kit import each

from pbem.notifications.posting import BadAddress, check_address, may_connect, read_address

FORBIDDEN = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.9",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "3fff::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
ALLOWED = [
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::1",
    "::ffff:1.1.1.1",
    "64:ff9b::1.1.1.1",
]


@each("address", FORBIDDEN)
def test_what_nobody_elsewhere_can_reach_is_not_written_to(address: str) -> None:
    assert not may_connect(ip_address(address))
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(BadAddress, match="private network"):
        check_address(f"https://{literal}/hook")


@each("address", ALLOWED)
def test_what_everybody_can_reach_is(address: str) -> None:
    assert may_connect(ip_address(address))


def test_networks_of_the_operator_are_written_to_in_either_form() -> None:
    networks = (ip_network("192.168.1.0/24"), ip_network("fd00::/8"))
    for address in ("192.168.1.7", "::ffff:192.168.1.7", "fd00::7"):
        assert may_connect(ip_address(address), networks)
    for address in ("192.168.2.7", "::ffff:192.168.2.7", "fe80::7", "127.0.0.1"):
        assert not may_connect(ip_address(address), networks)


@pytest.mark.parametrize(
    ("text", "authority", "origin", "target"),
    [
        ("https://push.example", "push.example", "https://push.example", "/"),
        ("https://PUSH.example:443/a?b=c#d", "push.example", "https://push.example", "/a?b=c"),
        ("https://push.example.:8443/a/", "push.example:8443", "https://push.example:8443", "/a/"),
        ("https://[2606:4700::1111]/x", "[2606:4700::1111]", "https://[2606:4700::1111]", "/x"),
    ],
)
def test_an_address_is_read_into_what_is_needed_to_ask_for_it(
    text: str, authority: str, origin: str, target: str
) -> None:
    found = read_address(text)
    assert (found.authority, found.origin, found.target) == (authority, origin, target)
