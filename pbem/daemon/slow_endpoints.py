"""Players and servers that answer slowly: notices to them are sent by threads of their own."""

import threading
import time
from typing import Final

SLOW_SECONDS: Final = 2.0
"""A notice that takes longer is slow; push services and chats answer within a tenth of that."""
SLOW_FOR_SECONDS: Final = 3600.0
"""How long a player is sent to apart once an endpoint of theirs was slow, whatever it does meanwhile."""
MOST_KNOWN: Final = 10_000
"""Players and servers that are known to be slow; one more pushes the oldest out."""


class SlowEndpoints:
    """Players and servers that were slow lately, by a monotonic clock. Safe to use from any thread.

    A server is slow until it is quick again, as one that everybody uses is after a disturbance. A player is for an
    hour, else endpoints that are quick and slow by turns would keep others waiting each time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._players: dict[int, float] = {}
        """Players, with the moment until which they are."""
        self._hosts: dict[str, None] = {}

    def has(self, player_id: int, host: str) -> bool:
        """Whether a player or a server is slow."""
        with self._lock:
            return host in self._hosts or self._players.get(player_id, 0.0) > time.monotonic()

    def note(self, player_id: int, host: str, seconds: float) -> bool:
        """Note how long a notice took, and return whether that is slow."""
        with self._lock:
            self._hosts.pop(host, None)
            if seconds <= SLOW_SECONDS:
                return False
            self._players.pop(player_id, None)
            self._players[player_id] = time.monotonic() + SLOW_FOR_SECONDS
            self._hosts[host] = None
            if len(self._players) > MOST_KNOWN:
                del self._players[next(iter(self._players))]
            if len(self._hosts) > MOST_KNOWN:
                del self._hosts[next(iter(self._hosts))]
            return True
