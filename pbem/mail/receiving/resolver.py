"""Questions to DNS, within limits: a name server that is slow keeps nobody waiting twice."""

import time
from collections.abc import Callable
from typing import Final, Protocol

import dns.exception
import dns.name
import dns.rdatatype
import dns.resolver

SECONDS: Final = 3.0
"""For one question, all tries together."""
REST_SECONDS: Final = 60.0
"""For how long a domain that did not answer is not asked again."""
_MOST_RESTING: Final = 1000
_MOST_RECORDS: Final = 10
_LONGEST: Final = 4096
"""Bytes of a record; a key of 4096 bits has some 800."""


class DnsUnavailable(Exception):
    """DNS does not answer now; it may later."""


class NoDns(DnsUnavailable):
    """This machine knows no name server."""


class Resolver(Protocol):
    """A way to ask DNS."""

    def texts(self, name: str, domain: str) -> tuple[bytes, ...]:
        """The TXT records at a name, which belongs to `domain`; none where there is no such name.

        Raises DnsUnavailable.
        """


class DnsResolver:
    """Asks the name servers that this machine is set up with. Safe to use from any thread."""

    def __init__(self, seconds: float = SECONDS, passed: Callable[[], float] = time.monotonic) -> None:
        """`passed` gives seconds that run evenly."""
        self._seconds = seconds
        self._passed = passed
        self._rests: dict[str, float] = {}
        """Until when domains are not asked."""

    def texts(self, name: str, domain: str) -> tuple[bytes, ...]:
        """As the protocol says. Raises NoDns where no name server is known."""
        if self._rests.get(domain, 0.0) > self._passed():
            raise DnsUnavailable("no answer a moment ago")
        try:
            question = dns.name.from_text(name.rstrip(".") + ".")
        except (dns.exception.DNSException, UnicodeError):  # no such name can be
            return ()
        try:
            answer = dns.resolver.resolve(question, dns.rdatatype.TXT, lifetime=self._seconds, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN):
            return ()
        except dns.resolver.NoResolverConfiguration as error:
            raise NoDns("no name server is known") from error
        except (dns.exception.DNSException, OSError) as error:
            self._rest(domain)
            raise DnsUnavailable(type(error).__name__) from error
        records = (b"".join(record.strings) for record in list(answer)[:_MOST_RECORDS])
        return tuple(record for record in records if len(record) <= _LONGEST)

    def is_set_up(self) -> bool:
        """Whether this machine knows a name server."""
        try:
            return bool(dns.resolver.get_default_resolver().nameservers)
        except dns.resolver.NoResolverConfiguration:
            return False

    def _rest(self, domain: str) -> None:
        if len(self._rests) >= _MOST_RESTING:
            self._rests.clear()
        self._rests[domain] = self._passed() + REST_SECONDS
