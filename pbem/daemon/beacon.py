"""The job that begins games with public rounds: it fetches the rounds that are out, outside of any transaction."""

from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from pbem.beacon.rounds import fetch_round
from pbem.beacon.terms import load_terms
from pbem.intake import Intake
from pbem.store import repository as repo
from pbem.store.rows import ListRow
from rules_core.kernel.beacon import BeaconChain

log = structlog.get_logger(__name__)

FIRST_PAUSE_MS: Final = 60_000
"""How long a round that could not be had is not asked for again; twice as long each time after."""
LONGEST_PAUSE_MS: Final = 30 * 60_000


class BeaconJob:
    """Names later rounds for lists that have not filled, and begins the games of full ones. Call `run` again and again.

    What is due stands in the tables: a job that is killed anywhere does the rest the next time, and nothing twice.
    """

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._pauses: dict[tuple[str, int], tuple[int, int]] = {}
        """By chain and round: how long the last pause was, and when it ends; milliseconds."""

    def run(self) -> None:
        """Do what is due now."""
        now_ms = self._intake.door.now_ms()
        with self._intake.door.database.read() as tx:
            waiting, full = repo.open_lists_with_round(tx), repo.full_lists(tx)
        for row in waiting:
            self._try(row, partial(self._keep, row, now_ms))
        for row in full:
            self._try(row, partial(self._settle, row, now_ms))

    def _try(self, row: ListRow, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception:  # one list must not keep the others waiting
            log.exception("a list's public round could not be seen to", list=row.id)

    def _keep(self, row: ListRow, now_ms: int) -> None:
        """Names a later round for an open list where its own has come too near."""
        if row.beacon is None or row.round is None:
            return
        if load_terms(row.beacon).round_after(row.round, now_ms) != row.round:
            self._intake.clock.keep_round(row.id, now_ms)

    def _settle(self, row: ListRow, now_ms: int) -> None:
        """Begins the game of a full list where its round is out, or has been missing for too long."""
        if row.beacon is None or row.round is None:
            return
        terms = load_terms(row.beacon)
        if terms.chain.moment_of(row.round) * 1000 > now_ms:
            return
        without_ms = terms.without_from_ms(row.round)
        is_last_try = without_ms is not None and without_ms <= now_ms
        signature = self._signature(terms.chain, row.round, now_ms, is_last_try=is_last_try)
        game_id = self._intake.clock.begin_full_list(row.id, signature, now_ms)
        if game_id is not None:
            log.info("a game has begun", list=row.id, round=row.round, with_round=signature is not None)

    def _signature(self, chain: BeaconChain, number: int, now_ms: int, *, is_last_try: bool) -> str | None:
        """A round's signature, checked; None where it cannot be had now, or was asked for in vain a moment ago."""
        settings, key = self._intake.door.settings.dice.beacon, (chain.hash, number)
        pause, until_ms = self._pauses.get(key, (FIRST_PAUSE_MS // 2, 0))
        if settings is None or (now_ms < until_ms and not is_last_try):
            return None
        signature = fetch_round(settings.urls, chain, number)
        if signature is None:
            pause = min(2 * pause, LONGEST_PAUSE_MS)
            self._pauses[key] = (pause, now_ms + pause)
        else:
            self._pauses.pop(key, None)
        return signature
