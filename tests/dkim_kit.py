"""Signed letters (DKIM), by keys that are made here, and a name server that knows what a test tells it."""

import base64
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import dkim

from pbem.mail.receiving.dkim_check import DnsUnavailable

_EXPONENT: Final = 65537
_SMALL_PRIMES: Final = [n for n in range(3, 1000, 2) if all(n % d for d in range(3, n, 2))]
_INTEGER, _SEQUENCE = 0x02, 0x30


@dataclass(frozen=True)
class Key:
    """A pair of keys for tests."""

    private: bytes = field(repr=False)
    """As PEM."""
    public: bytes
    """As DNS has it, without its tag."""


@cache
def key(bits: int = 1024, exponent: int = _EXPONENT) -> Key:
    """A pair of RSA keys, always the same."""
    numbers = random.Random(bits)
    p, q = _prime(bits // 2, numbers), _prime(bits // 2, numbers)
    modulus, secret = p * q, pow(exponent, -1, (p - 1) * (q - 1))
    parts = (0, modulus, exponent, secret, p, q, secret % (p - 1), secret % (q - 1), pow(q, -1, p))
    pem = base64.encodebytes(_der(_SEQUENCE, b"".join(map(_integer, parts))))
    private = b"-----BEGIN RSA PRIVATE KEY-----\n" + pem + b"-----END RSA PRIVATE KEY-----\n"
    return Key(private, base64.b64encode(_der(_SEQUENCE, _integer(modulus) + _integer(exponent))))


def _prime(bits: int, numbers: random.Random) -> int:
    while True:
        found = numbers.getrandbits(bits) | (3 << (bits - 2)) | 1
        if all(found % small for small in _SMALL_PRIMES) and pow(2, found - 1, found) == 1 and found % _EXPONENT != 1:
            return found


def _integer(number: int) -> bytes:
    return _der(_INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x82]) + size.to_bytes(2, "big")
    return bytes([tag]) + length + content


class _Signer(dkim.DKIM):
    """The library's signer, which can add tags that it does not know how to write."""

    more: tuple[tuple[bytes, bytes], ...] = ()
    covers_from = True
    made_s: int | None = None

    def gen_header(self, fields: Any, names: Any, *rest: Any, **named: Any) -> Any:
        """Write the signature with the tags that were added, and without From if it is to be so."""
        if not self.covers_from:
            names = [name for name in names if name != b"from"]
            fields = [(tag, b":".join(names) if tag == b"h" else value) for tag, value in fields]
        if self.made_s is not None:
            fields = [(tag, b"%d" % self.made_s if tag == b"t" else value) for tag, value in fields]
        return super().gen_header([*fields[:-1], *self.more, fields[-1]], names, *rest, **named)


def signed(
    raw: bytes,
    domain: str = "player.test",
    *,
    selector: str = "s1",
    by: Key | None = None,
    algorithm: bytes = b"rsa-sha256",
    tags: Mapping[str, str] | None = None,
    names: Sequence[str] = ("from", "to", "subject", "date", "message-id"),
    length: bool = False,
    made_s: int | None = None,
) -> bytes:
    """A letter with a signature of a domain on top, for the headers of these names and the text.

    `made_s` is when it says that it was made; None for now.
    """
    signer = _Signer(raw, signature_algorithm=algorithm)
    signer.more = tuple((name.encode(), value.encode()) for name, value in (tags or {}).items())
    signer.covers_from, signer.made_s = "from" in names, made_s
    covered = [b"from", *(name.encode() for name in names if name != "from")]
    header = signer.sign(
        selector.encode(), domain.encode(), (by or key()).private, canonicalize=(b"relaxed", b"relaxed"),
        include_headers=covered, length=length,
    )  # fmt: skip
    return bytes(header) + raw


def record(by: Key | None = None, more: str = "v=DKIM1; k=rsa") -> bytes:
    """What DNS has of a key."""
    return more.encode() + b"; p=" + (by or key()).public


@dataclass
class Zone:
    """A name server: records by name; names in `silent` get no answer."""

    records: dict[str, tuple[bytes, ...]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def texts(self, name: str, domain: str) -> tuple[bytes, ...]:
        """The records of a name. Raises DnsUnavailable."""
        self.asked.append(name)
        if name in self.silent or domain in self.silent:
            raise DnsUnavailable
        return self.records.get(name, ())


def zone(domain: str = "player.test", by: Key | None = None, *, selector: str = "s1") -> Zone:
    """A name server that knows one key."""
    return Zone({f"{selector}._domainkey.{domain}": (record(by),)})
