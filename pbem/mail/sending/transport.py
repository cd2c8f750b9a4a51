"""The contract of every way out: a mail is handed over, and is either sent or not."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pbem.mail.sending.outgoing import Outgoing


@dataclass(frozen=True)
class Sent:
    """The mail is out: the relay, or the disk, answers for it from now on. `reply` is what it said."""

    reply: str = ""


@dataclass(frozen=True)
class Failed:
    """The mail is not out. `permanent` when trying again cannot help; `reply` says why, for the operator."""

    permanent: bool
    reply: str


Result: TypeAlias = Sent | Failed


class Transport(Protocol):
    """A way out. Implementations may be called from several threads, and raise nothing."""

    repeats_are_one: bool
    """Whether a mail that is handed over twice arrives once, so that what was sent may be noted for many together."""

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand over the mail: the bytes kept from its first sending, or without them those that `build` makes."""

    def close(self) -> None:
        """Let go of connections; a later `send` opens them again."""
