"""Whether a letter comes from the player an address was given to. Decides only; whose addresses they are is passed in.

A header From can be written by anyone, and an address can be found out. So a letter counts as a seat's only when both
fit: it went to the seat's secret address, and it says that it comes from the player's registered address. One address
may take letters from everybody; it takes none without an envelope sender, and none that does not say who wrote it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeAlias, TypeVar


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
