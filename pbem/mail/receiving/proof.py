"""Whether a letter is proved to come from the domain in its From: by our mail server's word, or by a signature.

SPF is taken from our mail server only. The one library that evaluates it, pyspf, had its last release in 2020 and asks
DNS by a function of the whole module, with no resolver of a caller's; and a letter that was forwarded fails it, while
every large provider signs.
"""

from collections.abc import Collection
from dataclasses import dataclass

from pbem.mail.reading.headers import read_head
from pbem.mail.receiving import dkim_check
from pbem.mail.receiving.alignment import domain_of
from pbem.mail.receiving.auth_results import receivers_word
from pbem.mail.receiving.dkim_check import Unproved
from pbem.mail.receiving.resolver import DnsUnavailable, NoDns, Resolver


@dataclass(frozen=True)
class Finding:
    """The proof found in a letter: `by` names the method, or `why` tells the reason that there is none.

    Where `may_change` is true DNS did not answer, and a later look may find more; `has_dns` is false where this machine
    has none at all.
    """

    by: str = ""
    why: Unproved | None = None
    may_change: bool = False
    has_dns: bool = True

    @property
    def is_aligned(self) -> bool:
        """Whether the letter comes from the domain in its From."""
        return self.by != ""


def examine(raw: bytes, received_ms: int, authserv_ids: Collection[str], resolver: Resolver) -> Finding:
    """Look for proof in a letter that came at `received_ms`. Asks DNS, which may take seconds; raises nothing."""
    found = examine_headers(raw, authserv_ids)
    if found.why is not Unproved.INCOMPLETE:
        return found
    domain = domain_of(read_head(raw).from_address)
    try:
        why = dkim_check.check(raw, domain, received_ms, resolver)
    except NoDns:
        return Finding(why=Unproved.NO_ANSWER, has_dns=False)
    except DnsUnavailable:
        return Finding(why=Unproved.NO_ANSWER, may_change=True)
    return Finding(by="dkim") if why is None else Finding(why=why)


def examine_headers(raw: bytes, authserv_ids: Collection[str]) -> Finding:
    """Look for our mail server's word alone, in a letter of which there may be no more than its headers.

    Where there is none, the letter as a whole has to tell: `Unproved.INCOMPLETE`.
    """
    head = read_head(raw)
    domain = domain_of(head.from_address)
    if not domain:
        return Finding(why=Unproved.NO_DOMAIN)
    if not authserv_ids:
        return Finding(why=Unproved.INCOMPLETE)
    word = receivers_word(((name, str(value)) for name, value in head.fields.items()), authserv_ids, domain)
    if word is None or not (word.by or word.is_final):
        return Finding(why=Unproved.INCOMPLETE)
    return Finding(by=word.by) if word.by else Finding(why=Unproved.RECEIVER)
