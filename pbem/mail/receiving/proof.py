"""Whether a letter is proved to come from the domain in its From: by our mail server's word, or by a signature.

A signature stays good on every copy of a letter, whoever sends that, and whatever headers are added that it does not
cover. So a letter with a header twice that there is once proves nothing: what a signature covers is the lower one, and
what is read the upper. A letter that is proved is told from its copies by what its signature covers: its Message-ID,
its date and its words.

SPF is taken from our mail server only. The one library that evaluates it, pyspf, had its last release in 2020 and asks
DNS by a function of the whole module, with no resolver of a caller's; and a letter that was forwarded fails it, while
every large provider signs.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from pbem.mail.reading.headers import LetterHead, read_head
from pbem.mail.receiving import dkim_check
from pbem.mail.receiving.alignment import domain_of
from pbem.mail.receiving.auth_results import receivers_word
from pbem.mail.receiving.dkim_check import DkimSignature, Unproved
from pbem.mail.receiving.resolver import DnsUnavailable, NoDns, Resolver

_MARK: Final = 32
"""Signs of a mark, which none can be made to have that another has."""


@dataclass(frozen=True)
class Original:
    """A signed letter as its copies are known: `mark` is the same for all, `sent_ms` when it was sent; both as signed.

    The mark is "" and the moment None where the signature does not cover what would tell.
    """

    mark: str = ""
    sent_ms: int | None = None


@dataclass(frozen=True)
class Finding:
    """The proof found in a letter: `by` names the method, or `why` tells the reason that there is none.

    Where `may_change` is true DNS did not answer, and a later look may find more; `has_dns` is false where this machine
    has none at all.
    """

    by: str = ""
    reason: Unproved | None = None
    may_change: bool = False
    has_dns: bool = True
    original: Original | None = field(default=None, compare=False)
    """None where no signature was found good."""

    @property
    def is_aligned(self) -> bool:
        """Whether the letter comes from the domain in its From."""
        return self.by != ""


def examine(raw: bytes, received_ms: int, authserv_ids: Collection[str], resolver: Resolver) -> Finding:
    """Look for proof in a letter that came at `received_ms`. Asks DNS, which may take seconds; raises nothing."""
    found = examine_headers(raw, authserv_ids)
    if found.reason is not Unproved.INCOMPLETE:
        return found
    head = read_head(raw)
    try:
        checked = dkim_check.check(raw, domain_of(head.from_address), received_ms, resolver)
    except NoDns:
        return Finding(reason=Unproved.NO_ANSWER, has_dns=False)
    except DnsUnavailable:
        return Finding(reason=Unproved.NO_ANSWER, may_change=True)
    if isinstance(checked, Unproved):
        return Finding(reason=checked)
    return Finding(by="dkim", original=_original(raw, head, checked))


def examine_headers(raw: bytes, authserv_ids: Collection[str]) -> Finding:
    """Look for our mail server's word alone, in a letter of which there may be no more than its headers.

    Where there is none, the letter as a whole has to tell: `Unproved.INCOMPLETE`.
    """
    head = read_head(raw)
    domain = domain_of(head.from_address)
    if not domain:
        return Finding(reason=Unproved.NO_DOMAIN)
    if head.is_damaged:
        return Finding(reason=Unproved.MALFORMED)
    if head.has_doubles:
        return Finding(reason=Unproved.DOUBLES)
    if not authserv_ids:
        return Finding(reason=Unproved.INCOMPLETE)
    word = receivers_word(((name, str(value)) for name, value in head.fields.items()), authserv_ids, domain)
    if word is None or not (word.by or word.is_final):
        return Finding(reason=Unproved.INCOMPLETE)
    if not word.by:
        return Finding(reason=Unproved.RECEIVER)
    signature = None if word.by == "spf" else dkim_check.claimed(raw, domain)
    return Finding(by=word.by, original=None if signature is None else _original(raw, head, signature))


def _original(raw: bytes, head: LetterHead, signature: DkimSignature) -> Original:
    date_ms = head.sent_ms if "date" in signature.covers else None
    message_id = head.message_id if "message-id" in signature.covers else ""
    sent_ms = date_ms if signature.made_ms is None else signature.made_ms
    if date_ms is None and not message_id:
        return Original(sent_ms=sent_ms)
    words = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2].split()  # spaces between them can be changed
    said = b"\n".join((message_id.encode("utf-8", "replace"), str(date_ms).encode(), *words))
    return Original(sha256(said).hexdigest()[:_MARK], sent_ms)
