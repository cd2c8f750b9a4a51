"""The word of our own mail server on who sent a letter (Authentication-Results, RFC 8601), and whether two domains
are aligned (RFC 7489, 3.1 and 3.2).
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from typing import Any, Final

from authres import AuthenticationResultsHeader
from publicsuffixlist import PublicSuffixList

from pbem.mail.reading.text import MAX_HEADER


def domain_of(address: str) -> str:
    """The domain of an address, or what stands alone for one, as DNS spells it (RFC 5890); "" where there is none."""
    domain = address.rpartition("@")[2].strip().strip("<>").rstrip(".").lower()
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return ""


def organisation_of(domain: str) -> str | None:
    """The part of a domain that somebody has registered; None for a public suffix such as "co.uk"."""
    found = _suffixes().privatesuffix(domain)
    return found if isinstance(found, str) else None


def are_aligned(one: str, other: str) -> bool:
    """Whether two domains are the same, or belong to one organisation (relaxed alignment)."""
    if not one or not other:
        return False
    return one == other or organisation_of(one) == organisation_of(other) is not None


@cache
def _suffixes() -> PublicSuffixList:
    """The list of public suffixes, private ones such as "github.io" among them, which takes some time to read."""
    return PublicSuffixList()


_HEADER: Final = "authentication-results"
_RECEIVED: Final = "received"
_ID: Final = re.compile(r'(?:\s|\([^()]*\))*"?([^\s;"()]+)')
_BY: Final = re.compile(r"\bby\s+([^\s;()]+)", re.IGNORECASE)
_FROM: Final = re.compile(r"\s*from\s", re.IGNORECASE)
_PEER: Final = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f:.]+)\]", re.IGNORECASE)
_MOST_HEADERS: Final = 100
"""Headers that are looked at; no server writes more on top of a letter."""
_JUDGES: Final = frozenset({"dkim", "dmarc"})


@dataclass(frozen=True)
class ReceiversWord:
    """The verdict of our receiving mail server on a letter.

    `by` is the method that proved the domain, "" where none did; `is_final` says that it looked for signatures, so that
    checking again is of no use.
    """

    by: str
    is_final: bool


def receivers_word(fields: Iterable[tuple[str, str]], ids: Collection[str], domain: str) -> ReceiversWord | None:
    """Read our receiver's word on whether `domain`, that of From, is the sender's; None where it said nothing.

    `fields` are the letter's headers from the top, `ids` the names that our receivers give themselves.
    """
    value = _own_header(fields, frozenset(name.lower() for name in ids))
    if value is None:
        return None
    try:
        results = AuthenticationResultsHeader.parse(f"{_HEADER}: {value}").results
    except Exception:  # the parser was fed what nobody foresaw; then the letter speaks for itself
        return None
    proving = (result.method for result in results if result.result == "pass" and _proves(result, domain))
    methods = {str(result.method).lower() for result in results if str(result.result).lower() != "temperror"}
    return ReceiversWord(next(map(str, proving), ""), not results or not _JUDGES.isdisjoint(methods))


def _own_header(fields: Iterable[tuple[str, str]], ids: frozenset[str]) -> str | None:
    for name, value in _written_here(fields, ids):
        if name.lower() == _HEADER and len(value) <= MAX_HEADER:
            claimed = _ID.match(value)
            if claimed is not None and claimed[1].lower() in ids:
                return re.sub(r"[\r\n]+", "", value)
    return None


def _written_here(fields: Iterable[tuple[str, str]], ids: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The headers above the first Received header that our servers did not write.

    A filter of ours may add headers below the Received line of the server that took the letter over; the next Received
    ends them in any case.
    """
    has_crossed = False
    for count, (name, value) in enumerate(fields):
        if count >= _MOST_HEADERS:
            return
        if name.lower() == _RECEIVED:
            if has_crossed or not _is_own(value, ids):
                return
            has_crossed = _is_from_elsewhere(value)
        yield name, value


def _is_own(received: str, ids: frozenset[str]) -> bool:
    """Whether a Received was written by our receiver: in its name, or about a step within it, which has no `from`."""
    if not _FROM.match(received):
        return True
    by = _BY.search(received)
    return by is not None and any(are_aligned(domain_of(by[1]), domain_of(name)) for name in ids)


def _is_from_elsewhere(received: str) -> bool:
    if not _FROM.match(received):
        return False
    peer = _PEER.search(received.partition(" by ")[0])
    try:
        return peer is None or ip_address(peer[1]).is_global
    except ValueError:
        return True


def _proves(result: Any, domain: str) -> bool:
    properties = {(str(one.type).lower(), str(one.name).lower()): str(one.value) for one in result.properties}
    if result.method == "dkim":
        signer = properties.get(("header", "d")) or properties.get(("header", "i"), "")
        return are_aligned(domain_of(signer), domain)
    if result.method == "spf":
        return are_aligned(domain_of(properties.get(("smtp", "mailfrom"), "")), domain)
    return result.method == "dmarc" and domain_of(properties.get(("header", "from"), "")) == domain
