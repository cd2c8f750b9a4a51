"""The unit of work: the transaction in which one request is dealt with, from its way in to its outcome."""

from collections.abc import Callable
from typing import TypeVar

from pbem.config import Settings
from pbem.store.database import Tx
from pbem.store.mail.outbox import MailRow

T = TypeVar("T")


class UnitOfWork(Tx):
    """One transaction, with the settings and the moment that apply to everything done in it.

    Each letter, form, page, command or scheduled moment is handled in one. It is opened where the request comes in and
    passed on; nothing below opens another or asks the clock.
    """

    __slots__ = ("now_ms", "queued", "settings")

    def __init__(self, tx: Tx, settings: Settings, now_ms: int) -> None:
        """`now_ms` is the present moment, in milliseconds since the epoch."""
        self.join(tx)
        self.settings = settings
        self.now_ms = now_ms
        self.queued: list[tuple[int, MailRow]] = tx.queued if isinstance(tx, UnitOfWork) else []
        """The mails put into the outbox so far, with their ids."""

    def attempt(self, work: Callable[[], T]) -> T:
        """Do part of the work; an exception in it undoes that part alone, and comes out here."""
        queued = len(self.queued)
        try:
            return super().attempt(work)
        except BaseException:
            del self.queued[queued:]
            raise

    def trial(self, work: Callable[[], T]) -> T:
        """Do part of the work, undo it, and return the result that it would have."""
        queued = len(self.queued)
        try:
            return super().trial(work)
        finally:
            del self.queued[queued:]

    def at(self, now_ms: int) -> "UnitOfWork":
        """This unit of work at another moment, such as that by which something was due."""
        return self if now_ms == self.now_ms else UnitOfWork(self, self.settings, now_ms)
