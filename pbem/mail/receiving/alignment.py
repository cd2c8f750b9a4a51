"""Domains of addresses, and whether two of them are aligned: of one organisation (RFC 7489, 3.1 and 3.2)."""

from functools import cache

from publicsuffixlist import PublicSuffixList


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
