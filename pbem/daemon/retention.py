"""The job that lets go of what is old: in small batches, found outside of the transactions that erase it.

What is old stands in the tables, so a server that was stopped, or is restarted every day, catches up.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Final, TypeVar

from pbem.intake import Intake
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.web import SESSION

T = TypeVar("T")

KEEP_LETTERS: Final = timedelta(days=365)
"""How long the bytes of letters and mails are kept, and drawings with them: a dispute may need them, a game lasts about
a year."""
KEEP_LINKS: Final = timedelta(days=2)
"""How long a sign-in link is remembered after it expired; those of the last day tell whether another is mailed."""
BATCH: Final = 100
"""Rows that are erased in one transaction."""
MOST_BATCHES: Final = 20
"""Batches of a kind in one run, so that years that were missed are made up for over some hours."""
HOUR_MS: Final = 3_600_000


class RetentionJob:
    """Erases letters, bytes of mails, drawings, links and sessions whose time is over. Call `run` again and again."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._database = intake.door.database
        self._swept_ms: int | None = None
        """When the small tables were last seen to."""

    def run(self) -> None:
        """Erase what is old now, as much of it as one run may."""
        letters = self._before(KEEP_LETTERS)
        self._erase(lambda tx: repo.old_letters(tx, letters, BATCH), repo.erase_letters)
        self._erase(
            lambda tx: repo.old_mail_bytes(tx, letters, BATCH),
            lambda tx, found: repo.erase_mail_bytes(tx, found, letters),
        )
        now_ms = self._intake.door.now_ms()
        if self._swept_ms is None or now_ms - self._swept_ms >= HOUR_MS:
            self._swept_ms = now_ms
            self._sweep()

    def _erase(self, find: Callable[[Tx], Sequence[T]], erase: Callable[[Tx, Sequence[T]], None]) -> None:
        """Finds and erases, batch after batch."""
        for _ in range(MOST_BATCHES):
            with self._database.read() as tx:
                found = find(tx)
            if found:
                self._database.write(partial(_erased, erase=erase, found=found))
            if len(found) < BATCH:
                return

    def _sweep(self) -> None:
        """Forgets what has expired in tables that stay small by that."""
        links, sessions = self._before(KEEP_LINKS), self._before(SESSION)
        self._database.write(lambda tx: repo.forget_sign_ins(tx, links, sessions))
        self._intake.clock.forget()

    def _before(self, kept: timedelta) -> int:
        return self._intake.door.now_ms() - kept // timedelta(milliseconds=1)


def _erased(tx: Tx, erase: Callable[[Tx, Sequence[T]], None], found: Sequence[T]) -> None:
    erase(tx, found)
