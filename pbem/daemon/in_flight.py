"""Mails that are being handed over: none twice at a time, and those to one player in one game one after the other."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pbem.mail.sending.outgoing import Outgoing
from pbem.store.mail.outbox import MailRow

Thread: TypeAlias = tuple[int | None, str]
"""A game, or None, and an address: mails that have both in common keep their order."""


@dataclass(frozen=True)
class DueMail:
    """A mail that is due, with all that is sent of it: read once, in the snapshot in which it was found."""

    mail: MailRow
    outgoing: Outgoing
    document: str | None = field(repr=False)
    """Its text with its structure, as JSON; None for one that goes as text alone."""
    raw: bytes = field(repr=False)
    """The bytes that are fixed for it; none before its first send."""

    @property
    def thread(self) -> Thread:
        """The mails that it keeps its order with."""
        return self.mail.game_id, self.mail.to_address


class MailsInFlight:
    """The mails in flight, by their threads. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: dict[Thread, list[DueMail]] = {}

    @property
    def ids(self) -> frozenset[int]:
        """The mails in flight, and those behind them in their rows."""
        with self._lock:
            return frozenset(one.mail.id for row in self._rows.values() for one in row)

    def take(self, ready: Iterable[DueMail]) -> list[list[DueMail]]:
        """Take mails, as rows that keep their order; those of a thread of which one is in flight are left out."""
        found: dict[Thread, list[DueMail]] = {}
        with self._lock:
            for one in sorted(ready, key=lambda one: one.mail.id):
                if one.thread not in self._rows:
                    found.setdefault(one.thread, []).append(one)
            self._rows |= found
        return list(found.values())

    def drop(self, row: Sequence[DueMail]) -> None:
        """Drop a row."""
        with self._lock:
            del self._rows[row[0].thread]
