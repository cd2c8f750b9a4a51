"""Scheduled jobs that look for work in the database: games that wait for public rounds, old data, and damaged logs.

The tables say what is due and what is done, so that each is done once, and a server that was stopped or is restarted
every day catches up. What waits in memory alone waits by an even clock, whatever becomes of the machine's.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import Final, TypeVar

import structlog

from pbem.adjudicator.analysis.opening import KEPT_FOR
from pbem.beacon import fetch_round, load_terms
from pbem.intake import Intake
from pbem.intake.units import notice_damage
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store import Tx
from pbem.store.accounts.erasures import forget_folders, list_noted_folders
from pbem.store.accounts.sessions import forget_report_links, forget_sign_ins
from pbem.store.games.analyses import drop_analyses, list_old_analyses
from pbem.store.games.listing import list_playing_games
from pbem.store.games.waiting_lists import ListRow, list_full_lists, list_open_lists_with_round
from pbem.store.mail.inbox import erase_letters, list_old_letters
from pbem.store.mail.outbox import erase_mail_bytes, list_old_mail_bytes
from pbem.store.mail.packed_letters import keep_packed, pack_old_letters
from pbem.web.visitor import SESSION
from rules_core.kernel.beacon import BeaconChain

MINUTE = 60

log = structlog.get_logger(__name__)

FIRST_PAUSE: Final = 60.0
"""The pause before a missing round is fetched again, in seconds; twice as long each time after."""
LONGEST_PAUSE: Final = 30 * 60.0

T = TypeVar("T")

KEEP_LETTERS: Final = timedelta(days=365)
"""How long the bytes of letters are kept: a dispute may need them, a game lasts about a year."""
PACK_LETTERS: Final = timedelta(days=1)
"""How long after they came letters are packed that were dealt with."""
KEEP_MAILS: Final = timedelta(days=30)
"""How long the bytes of mails are kept once they were sent, and drawings with them. What a mail says stays: a page, or
a new mail, is made of that."""
KEEP_LINKS: Final = timedelta(days=2)
"""How long a sign-in link is remembered after it expired; those of the last day tell whether another is mailed."""
KEEP_REPORT_LINKS: Final = timedelta(days=180)
"""How long it is known whom a link in a report was for, so that they can ask for another."""
BATCH: Final = 100
"""Rows that are erased in one transaction."""
MOST_BATCHES: Final = 20
"""Batches of a kind in one run, so that years that were missed are made up for over some hours."""
LOOKING_SECONDS: Final = 10.0
"""How long logs are looked at in one run, so that reading thousands of them keeps nothing else waiting."""
SWEEPING_SECONDS: Final = 3600.0
"""How long the small tables are left alone."""


class BeaconJob:
    """Names later rounds for lists that have not filled, and begins the games of full ones. Call `run` again and again.

    What is due stands in the tables: a job that is killed anywhere does the rest the next time, and nothing twice.
    """

    def __init__(self, intake: Intake, passed: Callable[[], float] = time.monotonic) -> None:
        """`passed` gives seconds that run evenly."""
        self._intake = intake
        self._passed = passed
        self._pauses: dict[tuple[str, int], tuple[float, float]] = {}
        """By chain and round: how long the last pause was, and when it ends; seconds of the even clock."""

    def run(self) -> None:
        """Do what is due now."""
        now_ms = self._intake.units.now_ms()
        with self._intake.units.read() as unit:
            waiting, full = list_open_lists_with_round(unit), list_full_lists(unit)
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
        if row.beacon is None or row.round is None:
            return
        if load_terms(row.beacon).round_after(row.round, now_ms) != row.round:
            self._intake.clock.keep_round(row.id, now_ms)

    def _settle(self, row: ListRow, now_ms: int) -> None:
        if row.beacon is None or row.round is None:
            return
        terms = load_terms(row.beacon)
        if terms.chain.moment_of(row.round) * 1000 > now_ms:
            return
        without_ms = terms.without_from_ms(row.round)
        is_last_try = without_ms is not None and without_ms <= now_ms
        signature = self._signature(terms.chain, row.round, is_last_try=is_last_try)
        game_id = self._intake.clock.begin_full_list(row.id, signature, now_ms)
        if game_id is not None:
            log.info("a game has begun", list=row.id, round=row.round, with_round=signature is not None)

    def _signature(self, chain: BeaconChain, number: int, *, is_last_try: bool) -> str | None:
        """A round's signature, checked; None where it is not available now, or was not a moment ago."""
        settings, key = self._intake.units.settings.dice.beacon, (chain.hash, number)
        pause, until = self._pauses.get(key, (FIRST_PAUSE / 2, -math.inf))
        if settings is None or (self._passed() < until and not is_last_try):
            return None
        signature = fetch_round(settings.urls, chain, number)
        if signature is None:
            pause = min(2 * pause, LONGEST_PAUSE)
            self._pauses[key] = (pause, self._passed() + pause)
        else:
            self._pauses.pop(key, None)
        return signature


class RetentionJob:
    """Packs letters; erases letters, bytes of mails, drawings, analyses, links and sessions whose time is over, and
    folders of mails to people who were erased.

    Call `run` again and again.
    """

    def __init__(self, intake: Intake, passed: Callable[[], float] = time.monotonic) -> None:
        """`passed` gives seconds that run evenly."""
        self._intake = intake
        self._passed = passed
        self._database = intake.units.database
        self._swept = -math.inf
        """When the small tables were last seen to, by the even clock."""

    def run(self) -> None:
        """Erase what is too old, as much as one run may."""
        letters, mails = self._before(KEEP_LETTERS), self._before(KEEP_MAILS)
        self._erase(lambda tx: list_old_letters(tx, letters, BATCH), erase_letters)
        self._erase(
            lambda tx: list_old_mail_bytes(tx, mails, BATCH),
            lambda tx, found: erase_mail_bytes(tx, found, mails),
        )
        whole = self._before(PACK_LETTERS)
        self._erase(lambda tx: pack_old_letters(tx, whole, BATCH), lambda tx, packed: keep_packed(tx, [*packed]))
        unused = self._before(KEPT_FOR)
        self._erase(lambda tx: list_old_analyses(tx, unused, BATCH), drop_analyses)
        self._remove_folders()
        if self._passed() - self._swept >= SWEEPING_SECONDS:
            self._swept = self._passed()
            self._sweep()

    def _erase(self, find: Callable[[Tx], Sequence[T]], erase: Callable[[Tx, Sequence[T]], None]) -> None:
        for _ in range(MOST_BATCHES):
            with self._database.read() as tx:
                found = find(tx)
            if found:
                self._database.write(partial(_erased, erase=erase, found=found))
            if len(found) < BATCH:
                return

    def _remove_folders(self) -> None:
        """Remove the mails of erased people that no relay carried away.

        What is older than a minute alone: the sender may have laid a mail there that it held when they were erased.
        """
        before = self._before(timedelta(seconds=MINUTE))
        with self._database.read() as tx:
            found = list_noted_folders(tx, before)
        if found:
            MaildirTransport(self._intake.units.settings.maildir).remove(found)
            self._database.write(lambda tx: forget_folders(tx, found))

    def _sweep(self) -> None:
        links, sessions = self._before(KEEP_LINKS), self._before(SESSION)
        self._database.write(lambda tx: forget_sign_ins(tx, links, sessions))
        reports = self._before(KEEP_REPORT_LINKS)
        self._database.write(lambda tx: forget_report_links(tx, reports))
        self._intake.clock.forget()

    def _before(self, retention: timedelta) -> int:
        return self._intake.units.now_ms() - retention // timedelta(milliseconds=1)


class LogCheck:
    """Looks once at the whole log of every game that is played, so that damage is told of before anybody meets it.

    Call `run` again and again; once it has looked at all of them it does nothing.
    """

    def __init__(self, intake: Intake, passed: Callable[[], float], progress: Callable[[], None]) -> None:
        """`passed` gives seconds that run evenly; `progress` is called before each game."""
        self._intake = intake
        self._passed = passed
        self._progress = progress
        self._ahead: Iterator[int] | None = None

    def run(self) -> None:
        """Look at the logs that are next, as many as one run may."""
        begun = self._passed()
        if self._ahead is None:
            with self._intake.units.read() as unit:
                self._ahead = iter(list_playing_games(unit, every=True))
        for game_id in self._ahead:
            self._progress()
            try:
                notice_damage(self._intake.units, game_id)
            except Exception:  # one game must not keep the others waiting
                log.exception("a game's log could not be looked at", game=game_id)
            if self._passed() - begun >= LOOKING_SECONDS:
                return


def _erased(tx: Tx, erase: Callable[[Tx, Sequence[T]], None], found: Sequence[T]) -> None:
    erase(tx, found)
