"""Signatures of a letter (DKIM, RFC 6376), checked here where no receiver of ours did, by questions to DNS within
limits.
"""

import base64
import binascii
import logging
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

import dkim
import dns.exception
import dns.name
import dns.rdatatype
import dns.resolver
from dkim.crypto import UnparsableKeyError, parse_public_key
from dkim.util import InvalidTagValueList, parse_tag_value

from pbem.mail.reading.text import MAX_BYTES, MAX_HEADER, MAX_HEADER_BYTES
from pbem.mail.receiving.auth_results import are_aligned, domain_of

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


MOST_SIGNATURES: Final = 3
"""Aligned signatures that are checked; whoever sends more signs the first ones well."""
_MOST_HEADERS_LOOKED_AT: Final = 20
_KEY_BITS: Final = range(1024, 4097)
_LARGEST_EXPONENT: Final = 2**32
_ALGORITHM: Final = b"rsa-sha256"
"""The one that everybody uses; who signs by another (RFC 8463) adds a signature by this one."""
_CLOCK_SECONDS: Final = 300
"""The seconds by which two machines' clocks may differ."""
_LONGEST_TIME: Final = 12
"""Digits of a moment (RFC 6376, 3.5)."""
_BLANKS: Final = re.compile(rb"[\t ]{50,}")
_MOST_BLANK: Final = 20_000_000
"""Stretches of spaces, each squared: the library takes so much time on them."""

_quiet: Final = logging.getLogger("pbem.mail.receiving.dkim_check.library")
_quiet.disabled = True  # the library would log what it hashes, and by that the letter


class Unproved(StrEnum):
    """The reason why a letter is not proved to come from the domain in its From. The names are stable."""

    UNSIGNED = "no signature"
    OTHERS_SIGNATURE = "signed by another domain only"
    WRONG_SIGNATURE = "a signature that does not fit"
    EXPIRED = "an expired signature"
    FROM_UNSIGNED = "a signature that leaves From out"
    PARTLY_SIGNED = "a signature of a part of the text"
    ALGORITHM = "an algorithm that is weak or not known here"
    WEAK = "a key that is too short or too long"
    TESTING = "a signature that is only a test"
    NO_KEY = "no such key in DNS"
    MALFORMED = "damaged headers"
    RECEIVER = "our mail server found no proof"
    NO_DOMAIN = "no domain in From"
    NO_ANSWER = "DNS does not answer"
    INCOMPLETE = "only its headers were fetched"
    DOUBLES = "a header twice that a letter has once"
    OLD = "signed long before it came"
    CAME_BEFORE = "it came before"


@dataclass(frozen=True)
class DkimSignature:
    """The facts of a signature: the headers that it covers, in lower case, and when it was made, if it says so.

    Without doubles in the letter, what it covers can be neither changed nor added.
    """

    covers: frozenset[str]
    made_ms: int | None


def check(raw: bytes, domain: str, received_ms: int, resolver: Resolver) -> DkimSignature | Unproved:
    """Look for a good signature of `domain`, or of its organisation; or tell why there is none.

    Raises DnsUnavailable where only DNS could tell, and does not.
    """
    opened = _opened(raw)
    if opened is None:
        return Unproved.MALFORMED
    letter, signatures = opened
    aligned = [(at, tags) for at, tags in signatures if are_aligned(_domain_in(tags), domain)]
    if not aligned:
        return Unproved.OTHERS_SIGNATURE if signatures else Unproved.UNSIGNED
    reasons: list[Unproved] = []
    unanswered: DnsUnavailable | None = None
    for at, tags in aligned[:MOST_SIGNATURES]:
        try:
            why = _judge_tags(tags, received_ms) or _judge_signature(letter, at, tags, resolver)
        except DnsUnavailable as error:
            unanswered = error
            continue
        if why is None:
            return _signature(tags)
        reasons.append(why)
    if unanswered is not None:
        raise unanswered
    return reasons[0]


def claimed(raw: bytes, domain: str) -> DkimSignature | None:
    """Read what all signatures of a domain say together, one of which somebody else has found good; None without any.

    Whoever added one of their own to a copy of the letter has it say less, never more.
    """
    opened = _opened(raw)
    aligned = [_signature(tags) for _at, tags in opened[1] if are_aligned(_domain_in(tags), domain)] if opened else []
    if not aligned:
        return None
    made = [one.made_ms for one in aligned if one.made_ms is not None]
    covers = frozenset.intersection(*(one.covers for one in aligned))
    return DkimSignature(covers, min(made) if len(made) == len(aligned) else None)


def _opened(raw: bytes) -> tuple[dkim.DKIM, list[tuple[int, dict[bytes, bytes]]]] | None:
    """A letter and its signatures as the library reads them; None where it is damaged."""
    if not _can_be_checked(raw):
        return None
    try:
        letter = dkim.DKIM(raw, logger=_quiet, minkey=_KEY_BITS.start)
        return letter, list(_signatures(letter))
    except (dkim.DKIMException, IndexError, ValueError):
        return None


def _signature(tags: dict[bytes, bytes]) -> DkimSignature:
    made = tags.get(b"t", b"")
    is_told = made.isdigit() and len(made) <= _LONGEST_TIME
    return DkimSignature(
        frozenset(name.decode("ascii", "replace") for name in _covered(tags)), int(made) * 1000 if is_told else None
    )


def _covered(tags: dict[bytes, bytes]) -> set[bytes]:
    return {name.strip().lower() for name in tags.get(b"h", b"").split(b":")}


def _can_be_checked(raw: bytes) -> bool:
    """Whether checking takes bounded time, and the library finds the same headers in the letter as its reader does."""
    if len(raw) > MAX_BYTES:
        return False
    lines = raw.replace(b"\r\n", b"\n")
    header = lines[: lines.find(b"\n\n") + 1 or len(lines)]
    blank = sum(len(stretch) ** 2 for stretch in _BLANKS.findall(lines))
    return b"\r" not in lines and len(header) < MAX_HEADER_BYTES and blank < _MOST_BLANK


def _signatures(letter: dkim.DKIM) -> Iterator[tuple[int, dict[bytes, bytes]]]:
    found = [value for name, value in letter.headers if name.lower() == b"dkim-signature"]
    for at, value in enumerate(found[:_MOST_HEADERS_LOOKED_AT]):
        if len(value) > MAX_HEADER:
            continue
        try:
            yield at, parse_tag_value(value)
        except InvalidTagValueList:
            continue


def _domain_in(tags: dict[bytes, bytes]) -> str:
    return domain_of(tags.get(b"d", b"").decode("ascii", "replace"))


def _judge_tags(tags: dict[bytes, bytes], received_ms: int) -> Unproved | None:
    """The reason why a signature proves nothing, as far as it shows before its key is known."""
    if tags.get(b"a", b"").lower() != _ALGORITHM:
        return Unproved.ALGORITHM
    if b"from" not in _covered(tags):
        return Unproved.FROM_UNSIGNED
    if b"l" in tags:  # anyone can put more text behind it (RFC 6376, 8.2)
        return Unproved.PARTLY_SIGNED
    expires = tags.get(b"x", b"")
    if expires and not (expires.isdigit() and len(expires) <= _LONGEST_TIME):
        return Unproved.WRONG_SIGNATURE
    return Unproved.EXPIRED if expires and int(expires) + _CLOCK_SECONDS < received_ms // 1000 else None


def _judge_signature(letter: dkim.DKIM, at: int, tags: dict[bytes, bytes], resolver: Resolver) -> Unproved | None:
    """The reason why a signature proves nothing, by its key; None where it is good. Raises DnsUnavailable."""
    try:
        domain, selector = tags[b"d"].decode("ascii"), tags[b"s"].decode("ascii")
    except (KeyError, UnicodeDecodeError):
        return Unproved.WRONG_SIGNATURE
    records = [one for one in resolver.texts(f"{selector}._domainkey.{domain}", _domain_in(tags)) if b"p=" in one]
    if len(records) != 1:  # several mean nothing (RFC 6376, 3.6.2.2)
        return Unproved.NO_KEY
    try:
        key = parse_tag_value(records[0])
    except InvalidTagValueList:
        return Unproved.NO_KEY
    why = _judge_key(key, tags)
    if why is not None:
        return why
    known = b"v=DKIM1; k=rsa; p=" + key[b"p"]  # the library cannot read all that may stand beside it
    try:
        fits = letter.verify(idx=at, dnsfunc=lambda _name, timeout: known)
    except Exception:  # the library was fed what nobody foresaw
        return Unproved.WRONG_SIGNATURE
    return None if fits else Unproved.WRONG_SIGNATURE


def _judge_key(key: dict[bytes, bytes], tags: dict[bytes, bytes]) -> Unproved | None:
    """The reason why a key is of no use that the library would not see."""
    if not key.get(b"p") or key.get(b"v", b"DKIM1") != b"DKIM1":  # it was withdrawn, or is no key
        return Unproved.NO_KEY
    flags = {flag.strip().lower() for flag in key.get(b"t", b"").split(b":")}
    if b"y" in flags:
        return Unproved.TESTING
    services = {service.strip().lower() for service in key.get(b"s", b"*").split(b":")}
    hashes = {name.strip().lower() for name in key.get(b"h", b"sha256").split(b":")}
    if services.isdisjoint({b"*", b"email"}) or b"sha256" not in hashes:
        return Unproved.NO_KEY
    identity = tags.get(b"i", b"").rpartition(b"@")[2].lower()
    if b"s" in flags and identity not in (b"", tags[b"d"].lower()):
        return Unproved.WRONG_SIGNATURE
    if key.get(b"k", b"rsa").lower() != b"rsa":
        return Unproved.WRONG_SIGNATURE
    return None if _is_fit(key[b"p"]) else Unproved.WEAK


def _is_fit(encoded: bytes) -> bool:
    try:
        key = parse_public_key(base64.b64decode(b"".join(encoded.split())))
        return key["modulus"].bit_length() in _KEY_BITS and key["publicExponent"] < _LARGEST_EXPONENT
    except (UnparsableKeyError, binascii.Error, IndexError, KeyError, TypeError, ValueError, RecursionError):
        return False
