"""Counts of forms for the `limits` library: in memory, or in the database for processes that serve pages together."""

import math
import time
from typing import Any, Final

from limits.storage import MemoryStorage, Storage

from pbem.clock import system_clock, to_ms
from pbem.store import Database, StoreError, Tx
from pbem.store.service.page_counts import add_page_count, drop_page_count, drop_page_counts, find_page_count
from pbem.store.service.server import find_database_ms

BOUNDED: Final = "bounded"
SHARED: Final = "shared"
"""The beginnings of the URLs by which `limits` finds the two storages."""
_BOUNDED_SCHEME: Final = [BOUNDED]
_SHARED_SCHEME: Final = [SHARED]
MOST_KEYS: Final = 20_000
"""Counts that are kept in memory; one more pushes the oldest out. They take about 10 MB."""


class BoundedStorage(MemoryStorage):
    """Counts in memory that cannot grow without end, for the `limits` library.

    The library counts until a moment of the machine's clock, which may be set back; here no count lasts longer than it
    should by an even clock.
    """

    STORAGE_SCHEME = _BOUNDED_SCHEME

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str) -> None:
        self._ends: dict[str, float] = {}
        super().__init__(uri, wrap_exceptions, **options)

    def get(self, key: str) -> int:
        """The count of a key by now."""
        if self._ends.get(key, math.inf) <= time.monotonic():
            self.clear(key)
        return super().get(key)

    def clear(self, key: str) -> None:
        """Forget a key."""
        self._ends.pop(key, None)
        super().clear(key)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count up, and return the new count; where there is no room for a new key, the oldest goes."""
        while len(self.expirations) >= MOST_KEYS and key not in self.expirations:
            self.clear(next(iter(self.expirations)))
        count = super().incr(key, expiry, amount)
        if count == amount:
            if len(self._ends) > 2 * MOST_KEYS:  # the library has let go of most of them by itself
                self._ends = {known: at for known, at in self._ends.items() if known in self.expirations}
            self._ends[key] = time.monotonic() + expiry
        return count


class SharedStorage(Storage):
    """Counts in the database, where all processes that serve pages see them, for the `limits` library.

    They go when their window is over: by the clock of the database where several machines share it, so that nobody
    gains by machines whose clocks differ.
    """

    STORAGE_SCHEME = _SHARED_SCHEME

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:
        self._database: Database = options.pop("database")
        super().__init__(uri, wrap_exceptions, **options)

    @property
    def base_exceptions(self) -> type[Exception]:
        """The errors of the database."""
        return StoreError

    def get(self, key: str) -> int:
        """The count of a key by now."""
        with self._database.read() as tx:
            found = find_page_count(tx, key, _now_ms(tx))
        return 0 if found is None else found.number

    def get_expiry(self, key: str) -> float:
        """The end of a key's window, in seconds since 1970; the present where none is open."""
        with self._database.read() as tx:
            found = find_page_count(tx, key, _now_ms(tx))
        return time.time() if found is None else found.until_ms / 1000

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count up, and return the new count."""
        return self._database.claim(lambda tx: add_page_count(tx, key, amount, _now_ms(tx), expiry * 1000))

    def check(self) -> bool:
        """Whether counts can be had."""
        return True

    def reset(self) -> int | None:
        """Forget all counts; how many there were is not told."""
        self._database.claim(drop_page_counts)
        return None

    def clear(self, key: str) -> None:
        """Forget a key."""
        self._database.claim(lambda tx: drop_page_count(tx, key))


def _now_ms(tx: Tx) -> int:
    shared_ms = find_database_ms(tx)
    return to_ms(system_clock()) if shared_ms is None else shared_ms
