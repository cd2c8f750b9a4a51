"""The contract of every way out: a mail is handed over, and is either sent or not, for a cause."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pbem.mail.sending.outgoing import Outgoing
from pbem.store.mail.outbox import DialogueStep, FailureCause

__all__ = ["DialogueStep", "Failed", "FailureCause", "Result", "Sent", "Transport"]


@dataclass(frozen=True)
class Sent:
    """The mail is out: the relay, or the disk, answers for it from now on. `reply` is what it said."""

    reply: str = ""


@dataclass(frozen=True)
class Failed:
    """The mail is not out, or not known to be.

    - `recipient`: nobody can be mailed at this address. `mail`: this mail cannot be sent as it is. Given up.
    - `size`: too large; it may go without its picture.
    - `later`, `greylisted`: not now; this mail is tried again.
    - `doubt`: all of it was handed over and nothing was said: it may have been taken.
    - `refused`: for a policy, which may be meant for this mail or for all.
    - `lost`: the line broke, or nothing was said in time, before all was handed over.
    - `policy`, `unreachable`: no mail can leave, as a setting, a login or a certificate is refused, or nobody answers.
    """

    cause: FailureCause
    reply: str
    """Why, for the operator."""
    step: DialogueStep = ""
    pause_s: int | None = None
    """Seconds until it should be tried again, where the other side said so."""

    @property
    def is_final(self) -> bool:
        """Whether trying again cannot help."""
        return self.cause in ("recipient", "mail")

    @property
    def holds_queue(self) -> bool:
        """Whether any other mail would fail for the same cause."""
        return self.cause in ("policy", "unreachable")

    @property
    def may_hold_queue(self) -> bool:
        """Whether other mails may fail for the same cause, which the next one shows."""
        return self.cause in ("refused", "lost", "doubt")


Result: TypeAlias = Sent | Failed


class Transport(Protocol):
    """A way out. Implementations may be called from several threads, and raise nothing."""

    repeats_are_one: bool
    """Whether a mail that is handed over twice arrives once, so that what was sent may be noted for many together."""
    connections: int
    """How many mails can be handed over at a time; 0 where that takes no time."""

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand over the mail: the bytes kept from its first sending, or without them those that `build` makes."""

    def close(self) -> None:
        """Close connections; a later `send` opens them again."""

    def abort(self) -> None:
        """End what other threads are sending, at once and for good."""
