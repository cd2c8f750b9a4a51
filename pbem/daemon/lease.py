"""The lease of a process: that it runs is written down again and again, and with it what it claims to be at."""

import math
import os
import socket
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

import structlog

from pbem.chance import new_mark
from pbem.clock import Clock, system_clock, to_ms
from pbem.daemon.poll_loop import PollLoop
from pbem.store import Database, Tx
from pbem.store.service.processes import (
    LEASE_MS,
    Claimer,
    ClaimKind,
    ProcessKind,
    ProcessRow,
    count_others,
    drop_process,
    exchange_claims,
    renew_process,
    share_claims,
)
from pbem.store.service.server import find_database_ms

log = structlog.get_logger(__name__)

RENEW_SECONDS: Final = 10.0
"""The distance between two renewals, by an even clock: two of them may fail before the lease has lapsed."""
ODD_MS: Final = 10_000
"""By how much a machine's clock may differ from the database's without a word of it."""


class Lease(PollLoop):
    """Renews a process's lease in a thread of its own. Safe to use from any thread.

    Leases of processes on several machines are compared by the clock of the database that they share, which each keeps
    running by its even one; those of one machine by its clock, whatever clock games are played by.
    """

    def __init__(
        self,
        database: Database,
        kind: ProcessKind,
        clock: Clock = system_clock,
        written: Callable[[], None] = lambda: None,
    ) -> None:
        """`written` is called after each renewal."""
        super().__init__("lease", RENEW_SECONDS)
        self._database = database
        self._clock = clock
        self._written = written
        self._row = ProcessRow(new_mark(), kind, socket.gethostname(), os.getpid(), 0)
        self._held: dict[ClaimKind, frozenset[str]] = {}
        self._is_registered = False
        self._renewed = -math.inf
        self._told: tuple[int, float] | None = None
        """The database's clock when it was last asked, in milliseconds, and the even one then, in seconds."""
        self._is_odd = False

    @property
    def is_registered(self) -> bool:
        """Whether the process is written down, so that others may run beside it."""
        return self._is_registered

    @property
    def claimer(self) -> Claimer:
        """The process, as one that looks for work at this moment."""
        if self._told is None:
            return Claimer(self._row.id, to_ms(self._clock()))
        at_ms, even_s = self._told
        return Claimer(self._row.id, at_ms + round(1000 * (time.monotonic() - even_s)))

    def start(self) -> None:
        """Register the process, and begin to renew."""
        self.renew()
        super().start()

    def stop(self) -> None:
        """Let go of everything, and renew no more."""
        super().stop()
        if self._is_registered:
            self._is_registered = False
            self._database.claim(lambda tx: drop_process(tx, self._row.id))

    def round(self) -> bool:
        """Renew."""
        self.renew()
        return False

    def renew(self) -> None:
        """Write down that the process runs. Raises what the database raises."""
        begun = time.monotonic()
        if not self._database.claim(lambda tx: renew_process(tx, *self._present(tx))):
            self._held.clear()  # they went with the lease
        self._is_registered, self._renewed = True, begun
        self._written()

    def has_others(self, tx: Tx, kinds: Collection[ProcessKind]) -> bool:
        """Whether other processes of these kinds run; always False where this one is not registered."""
        return self._is_registered and count_others(tx, self.claimer, kinds) > 0

    def holds(self, kind: ClaimKind, key: str) -> bool:
        """Whether something was claimed when claims were last exchanged, and the lease has not lapsed since.

        Does not wait.
        """
        return key in self._held.get(kind, ()) and time.monotonic() - self._renewed < LEASE_MS / 1000

    def claim(self, kind: ClaimKind, find: Callable[[Tx], list[str]]) -> frozenset[str]:
        """Let go of all claims of a kind but those that are found, claim the others of them; return what is held then.

        `find` looks for what is wanted, within the transaction. Raises what the database raises.
        """
        return self._claimed(kind, lambda tx, row, _now_ms: exchange_claims(tx, row, kind, find(tx)))

    def share(self, kind: ClaimKind, kinds: Collection[ProcessKind], wanted: Sequence[str]) -> frozenset[str]:
        """Claim all of a kind, or, beside other processes of these kinds, what is wanted, as `share_claims` does.

        Raises what the database raises.
        """
        return self._claimed(kind, lambda tx, row, now_ms: share_claims(tx, row, kind, kinds, wanted, now_ms))

    def _claimed(self, kind: ClaimKind, claims: Callable[[Tx, ProcessRow, int], frozenset[str]]) -> frozenset[str]:
        def work(tx: Tx) -> tuple[bool, frozenset[str]]:
            row, now_ms = self._present(tx)
            return renew_process(tx, row, now_ms), claims(tx, row, now_ms)

        begun = time.monotonic()
        was_known, held = self._database.claim(work)
        if not was_known:
            self._held.clear()  # claims of other kinds went with the lease
        self._held[kind] = held
        self._renewed = begun
        return held

    def let_go(self, kind: ClaimKind) -> None:
        """Let go of all claims of a kind, if there are any."""
        if self._held.get(kind):
            self.claim(kind, lambda _tx: [])

    def _present(self, tx: Tx) -> tuple[ProcessRow, int]:
        now_ms, own_ms = find_database_ms(tx), to_ms(self._clock())
        if now_ms is None:
            now_ms = own_ms
        else:
            self._told = now_ms, time.monotonic()
            self._compare(own_ms - now_ms)
        return replace(self._row, until_ms=now_ms + LEASE_MS), now_ms

    def _compare(self, ahead_ms: int) -> None:
        """Log it when this machine's clock, by which deadlines are told here, begins to differ from the database's."""
        is_odd = abs(ahead_ms) > ODD_MS
        if is_odd and not self._is_odd:
            log.warning("this machine's clock is not the database's; both should be set by NTP", ahead_ms=ahead_ms)
        self._is_odd = is_odd
