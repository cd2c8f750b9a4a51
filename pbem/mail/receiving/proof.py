"""Whether a letter is proved to come from the domain in its From, and from the player an address was given to."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from pbem.mail.reading.headers import LetterHead, read_head
from pbem.mail.receiving import dkim_check
from pbem.mail.receiving.auth_results import domain_of, receivers_word
from pbem.mail.receiving.dkim_check import DkimSignature, DnsUnavailable, NoDns, Resolver, Unproved

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
    """The proof found in a letter: `by` names the method, or `why` the reason that there is none.

    With `may_change` DNS did not answer, and a later look may find more; `has_dns` is false where this machine has none
    at all.
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
    content = b"\n".join((message_id.encode("utf-8", "replace"), str(date_ms).encode(), *words))
    return Original(sha256(content).hexdigest()[:_MARK], sent_ms)


class Recipient(Protocol):
    """Whatever stands behind an address."""

    @property
    def registered_address(self) -> str | None:
        """The player's own address; None where everybody may write."""

    @property
    def other_addresses(self) -> tuple[str, ...]:
        """Addresses from which the player writes too."""


R = TypeVar("R", bound=Recipient)
Directory: TypeAlias = Callable[[str], R | None]
"""Looks up an address by its `token_of`; None where nobody has it, or has it no more."""


@dataclass(frozen=True)
class Known(Generic[R]):
    """The letter is for this one."""

    recipient: R


@dataclass(frozen=True)
class Rejected:
    """The letter is nobody's. `code` holds the numbers of RFC 5321 and RFC 3463, `text` what a person reads."""

    code: str
    text: str

    @property
    def smtp_text(self) -> str:
        """The whole reply line."""
        return f"{self.code} {self.text}"


NO_SUCH_ADDRESS: Final = Rejected("550 5.1.1", "No such address here")
NO_SENDER: Final = Rejected("550 5.7.1", "This address takes letters only from people who say who they are")
ONLY_REPORTS: Final = Rejected("550 5.7.1", "This address takes no letters, only reports of mails that came back")
WRONG_SENDER: Final = Rejected(
    "550 5.7.1",
    "This address takes letters only from the player it was given to; write from the address that our mails to you go "
    "to, or add this one to your account",
)


FOR_NOBODY: Final = Rejected("550 5.1.1", "This letter is for no game and for nobody here")


class TakesReports:
    """A recipient that takes what mail systems write, without an envelope sender, and nothing else."""


class TakesAnything:
    """A recipient that takes every letter, whoever wrote it (RFC 5321, 4.5.1; RFC 2142)."""


class OneMailbox(TakesAnything):
    """The only address of a server: whom a letter to it is for is told by the letter alone."""

    registered_address: str | None = None
    other_addresses: tuple[str, ...] = ()


class Busy(Exception):
    """Raised by a directory for an address that takes no letters now, and will again."""


class CameBack(Exception):
    """Raised for a letter that is a mail of ours: nobody has to hear that it is not taken."""


class NotAtOnce(Exception):
    """Raised by a directory that must not wait, where it would have to."""


def no_such_address_at(website: str) -> Rejected:
    """The refusal of an unknown address, with the page where its owner finds the present one."""
    if not website:
        return NO_SUCH_ADDRESS
    return Rejected(NO_SUCH_ADDRESS.code, f"{NO_SUCH_ADDRESS.text}; sign in at {website} to be sent yours")


def token_of(local_part: str) -> str:
    """The token in a local part: in lower case, and without a `+tag`."""
    return local_part.partition("+")[0].strip().lower()


def same_address(one: str, other: str) -> bool:
    """Whether two bare addresses are the same but for case. An empty one is the same as none."""
    return one.strip().lower() == other.strip().lower() != ""


def one_writer(one: Recipient, other: Recipient) -> bool:
    """Whether all who may write to one may write to the other, too."""
    if one.registered_address is None or other.registered_address is None:
        return one.registered_address is other.registered_address
    return same_address(one.registered_address, other.registered_address)


def may_write(written_by: str, recipient: Recipient) -> bool:
    """Whether a letter with this address in its header From is one that a recipient takes."""
    if recipient.registered_address is None:
        return bool(written_by.strip()) or isinstance(recipient, TakesAnything)
    player_addresses = (recipient.registered_address, *recipient.other_addresses)
    return any(same_address(address, written_by) for address in player_addresses)


def rejection_of_sender(mail_from: str, recipient: Recipient) -> Rejected | None:
    """Whether a recipient takes letters with this envelope sender, as far as can be told before they are read."""
    if isinstance(recipient, TakesReports):
        return ONLY_REPORTS if mail_from.strip("<>") else None
    if isinstance(recipient, TakesAnything):
        return None
    if recipient.registered_address is None and not mail_from.strip("<>"):
        return NO_SENDER
    return None


def rejection_of(recipient: Recipient) -> Rejected:
    """The rejection for whoever may not write to a recipient."""
    return NO_SENDER if recipient.registered_address is None else WRONG_SENDER


def find(local_part: str, directory: Directory[R]) -> Known[R] | Rejected:
    """Whose address this is, before anything is known of the letter."""
    token = token_of(local_part)
    recipient = directory(token) if token else None
    return NO_SUCH_ADDRESS if recipient is None else Known(recipient)
