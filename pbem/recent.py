"""Values that are kept in memory while there is room, the most recently used of them."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by key, at most `most` of them; the one not asked for longest goes first. Safe to use from any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[K, V] = OrderedDict()

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of the one before."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def get(self, key: K) -> V | None:
        """The value of a key, if it is still kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, which is made where it is not kept; by each who asks before it was."""
        known = self.get(key)
        if known is None:
            known = make()
            self.put(key, known)
        return known
