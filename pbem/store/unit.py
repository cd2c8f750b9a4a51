"""The unit of work: what one request is dealt with in, from its door to its outcome."""

from pbem.config import Settings
from pbem.store.database import Tx


class UnitOfWork(Tx):
    """One transaction, with the settings and the moment that hold for all that is done in it.

    Whatever comes in (a letter, a form, a page, a command, a moment) is dealt with in one that its door opens and hands
    on; nothing below opens another or asks the clock.
    """

    __slots__ = ("now_ms", "settings")

    def __init__(self, tx: Tx, settings: Settings, now_ms: int) -> None:
        """`now_ms` is the present moment, in milliseconds since the epoch."""
        self.join(tx)
        self.settings = settings
        self.now_ms = now_ms

    def at(self, now_ms: int) -> "UnitOfWork":
        """The same unit of work as of another moment, such as that by which something was due."""
        return self if now_ms == self.now_ms else UnitOfWork(self, self.settings, now_ms)
