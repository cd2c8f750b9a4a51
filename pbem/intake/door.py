"""The base of the ways in: a transaction for each thing that comes in, and word to those who wait for what it wrote."""

from collections.abc import Callable
from typing import TypeVar

from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.store import Computed, Database, Tx

T = TypeVar("T")


class Door:
    """Opens the transactions of what comes into a database. Safe to use from any thread."""

    def __init__(self, database: Database, clock: Clock, settings: Settings, changed: Callable[[], None]) -> None:
        self.database = database
        self.clock = clock
        self.settings = settings
        self.changed = changed

    def now_ms(self) -> int:
        """The present moment, in milliseconds since the epoch; not to be asked for within a transaction that writes."""
        return to_ms(self.clock())

    def write(self, work: Callable[[Tx, Settings, int], T], computed: Computed | None = None) -> T:
        """Do work in one transaction, and say that it is done; `work` is handed the settings and the moment, too.

        `computed` is what was read for it before.
        """
        settings, now_ms = self.settings, self.now_ms()
        result = self.database.write(lambda tx: work(tx, settings, now_ms), computed)
        self.changed()
        return result
