"""Keeps the letters that came lately as files beside the database, on a thread of its own.

SMTP does not wait for it: a letter is in the database when its sender hears 250, and a file within seconds after. What
is kept follows from the two: at its start it looks which letters of the last days have no file, and then it follows the
ids, so that nothing is written to the database for it, and a restored one changes nothing.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from itertools import accumulate
from typing import Final

from pbem.clock import Clock, to_ms
from pbem.config import BackupSettings
from pbem.daemon.failures import FailureLog
from pbem.daemon.poll_loop import PollLoop
from pbem.files import make_folder
from pbem.mail.spool import Spool, spool_key
from pbem.store import Database, Tx
from pbem.store.mail.spooling import (
    find_last_letter_id,
    list_kept_letters,
    list_letters_after,
    list_whole_letters,
    was_erased,
)
from pbem.store.service.backups import find_last_backup
from pbem.store.service.late_ids import CompleteIds

RESERVE: Final = 64 << 20
"""Bytes that are left on the disk for the database."""
MOST: Final = 50
"""Letters of one round."""
_SWEEP_SECONDS: Final = 3600.0
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_MEGABYTE: Final = 1 << 20


class SpoolLoop(PollLoop):
    """Keeps what came, and lets go of what is old, too much, or erased in the database."""

    def __init__(
        self,
        database: Database,
        spool: Spool,
        settings: BackupSettings,
        clock: Clock,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """`passed` gives seconds that run evenly."""
        super().__init__("spooler")
        self._database = database
        self._spool = spool
        self._settings = settings
        self._clock = clock
        self._passed = passed
        self._missing: list[int] | None = None
        """Letters from before the start that have no file; None until it was looked for them."""
        self._complete = CompleteIds()
        self._known = frozenset[int]()
        """The letters behind the last complete id that are kept, or were there at the start."""
        self._swept: float | None = None
        self._kept = FailureLog("letters cannot be kept beside the database")

    def round(self) -> bool:
        """Keep some letters; False where there was none to keep."""
        try:
            busy = self._keep_some()
            if self._swept is None or self._passed() - self._swept >= _SWEEP_SECONDS:
                self._swept = self._passed()
                self._sweep()
        except OSError as error:
            self._kept.note_failure(error)
            return False
        self._kept.note_success()
        return busy

    def _keep_some(self) -> bool:
        if self._missing is None:
            self._missing = self._found_missing()
        with self._database.read() as tx:
            old, new = self._missing[:MOST], self._found_new(tx)
            letters = list_whole_letters(tx, old or new)
        if letters:
            if self._settings.letters_folder is None:  # one that is named is there, or its disk is not mounted
                make_folder(self._spool.folder)
            self._spool.keep(letters, reserve=RESERVE)
        if old:
            del self._missing[: len(old)]
        else:
            self._known |= {*new}
        return bool(old or new)

    def _found_new(self, tx: Tx) -> list[int]:
        """The first letters that came and are not kept; where there are none, the ids behind them are looked at."""
        last = self._complete.last or 0
        found = list_letters_after(tx, last, MOST + len(self._known))
        new = [letter_id for letter_id in found if letter_id not in self._known][:MOST]
        if found and not new:
            self._complete.look(tx, found[-1])
            self._known = frozenset(one for one in self._known if one > (self._complete.last or 0))
        return new

    def _found_missing(self) -> list[int]:
        """The letters of the last days without a file, the newest first, as far as there may be room for them."""
        known = {file.key for file in self._spool.files()}
        with self._database.read() as tx:
            self._complete.look(tx, newest := find_last_letter_id(tx))
            last = self._complete.last or 0
            self._known |= {*list_letters_after(tx, last, newest - last)}
            kept = list_kept_letters(tx, self._since_ms(tx))
        sizes = accumulate(letter.size for letter in kept)
        fitting = [letter for letter, size in zip(kept, sizes, strict=True) if size <= self._most_bytes]
        return [letter.id for letter in fitting if spool_key(letter.recipient_token, letter.digest) not in known]

    def _sweep(self) -> None:
        with self._database.read() as tx:
            since_ms = self._since_ms(tx)
        self._spool.rotate(since_ms, self._most_bytes)
        files = self._spool.files()
        if not files:
            return
        with self._database.read() as tx:
            kept = list_kept_letters(tx, files[0].received_ms)
            keys = {spool_key(letter.recipient_token, letter.digest) for letter in kept}
            others = [file for file in files if file.key not in keys]  # one that the database does not know stays
            erased = [file.path for file in others if was_erased(tx, file.number, file.received_ms)]
        self._spool.remove(erased)

    def _since_ms(self, tx: Tx) -> int:
        """The moment from which on letters are kept: for some days, and longer where no good backup holds them yet."""
        since_ms, good_ms = to_ms(self._clock()) - self._settings.letters_days * _DAY_MS, find_last_backup(tx).good_ms
        return since_ms if good_ms is None else min(since_ms, good_ms)

    @property
    def _most_bytes(self) -> int:
        return self._settings.letters_megabytes * _MEGABYTE
