"""Work nobody sends: what is due at a moment, and bots' turns; and the server's sense of time, by which it notices
when it was out or its clock jumped.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Final, TypeVar

from pbem.adjudicator import confirmations
from pbem.adjudicator.correspondence import answer_limits, bounces, ignored_letters
from pbem.adjudicator.disputes.overdue import remind_or_lapse
from pbem.adjudicator.follow_ups import wake
from pbem.adjudicator.history import proposals
from pbem.adjudicator.history.restored import lose_time
from pbem.adjudicator.mails import digest
from pbem.adjudicator.mails.press import pass_on
from pbem.adjudicator.seats import vacancies
from pbem.adjudicator.service import play_bot
from pbem.chance import chance, repeated
from pbem.clock import Clock, from_ms, to_ms
from pbem.config import Settings
from pbem.files import is_disk_fault
from pbem.intake.own_data import OwnData
from pbem.intake.units import UnitOfWorkFactory, notice_damage
from pbem.lobby import lists, practice, registering
from pbem.lobby.public_rounds import keep_round
from pbem.log import LazyLog
from pbem.moderation import secret_access
from pbem.store import Database, UnitOfWork, is_refused_by_disk
from pbem.store.accounts.addresses import forget_address_claims
from pbem.store.accounts.erasures import list_due_erasures
from pbem.store.across.outages import bring_forward
from pbem.store.games.listing import list_games_to_wake
from pbem.store.games.proposals import list_due_proposals
from pbem.store.games.vacancies import list_due_offers
from pbem.store.games.waiting_lists import find_waiting_list, list_stale_lists
from pbem.store.mail.press import list_games_with_press_waiting
from pbem.store.moderation.disputes import list_due_disputes
from pbem.store.service.server import Beat, ServiceMark, find_last_beat, put_beat
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import Choose

T = TypeVar("T")
log = LazyLog(__name__)


class ClockEvents:
    """Does what is due. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units
        self.progress: Callable[[], None] = _ignore
        """Called before each thing that is done in `run`, which may be many and take minutes."""
        self._own_data = OwnData(units)

    def run(self, now_ms: int) -> None:
        """Do all that is due at a moment, but for what waits for a public round; what fails keeps nothing else back."""
        for game_id in self._found(lambda tx: list_games_to_wake(tx, now_ms)):
            with self._keeping_on("a game could not be looked at", game_id):
                self.wake(game_id, now_ms)
        for offer in self._found(lambda tx: list_due_offers(tx, now_ms)):
            with self._keeping_on("a seat could not be offered to the next", offer.game_id):
                self.expire_offer(offer.id, now_ms)
        for proposal in self._found(lambda tx: list_due_proposals(tx, now_ms)):
            with self._keeping_on("a proposal could not be ended", proposal.game_id):
                self.expire_proposal(proposal.id, now_ms)
        for dispute_id in self._found(lambda tx: list_due_disputes(tx, now_ms)):
            with keeping_on("a dispute could not be looked at", dispute=dispute_id):
                self.attend_dispute(dispute_id, now_ms)
        self.close_secrets(now_ms)
        for player_id in self._found(lambda tx: list_due_erasures(tx, now_ms)):
            with keeping_on("a person could not be erased", player=player_id):
                self._own_data.erase(player_id)
        self.expire_lists()
        self._talk()

    def wake(self, game_id: int, now_ms: int | None = None, choose: Choose | None = None) -> None:
        """Do what is due in a game now: reminds the player to move, or acts as their time is up. Raises NotFound.

        `now_ms` is the moment by which the game was found to be due, `choose` the chance by which a bot plays.
        """
        begin = repeated(choose or chance().randrange)
        self._units.write(lambda unit: wake(unit, game_id, begin()), now_ms=now_ms, game_id=game_id)

    def play_bot(self, game_id: int, choose: Choose) -> bool:
        """Play a whole turn for a bot of the server's own; False where none is to move. Raises NotFound."""
        begin = repeated(choose)
        return self._units.write(lambda unit: play_bot(unit, game_id, begin()), game_id=game_id)

    def expire_offer(self, offer_id: int, now_ms: int) -> None:
        """End the offer of a seat if its time is up, and ask the next."""
        self._units.write(lambda unit: vacancies.expire(unit, offer_id), now_ms=now_ms)

    def expire_proposal(self, proposal_id: int, now_ms: int) -> None:
        """End a proposal to let a game go back if its time is up."""
        self._units.write(lambda unit: proposals.expire(unit, proposal_id), now_ms=now_ms)

    def attend_dispute(self, dispute_id: int, now_ms: int) -> None:
        """Remind those whose reminder of an open dispute is due, or let it lapse. Raises NotFound."""
        self._units.write(lambda unit: remind_or_lapse(unit, dispute_id), now_ms=now_ms)

    def close_secrets(self, now_ms: int) -> None:
        """Revoke moderators' access to the secrets of games after its longest time."""
        for game_id in self._found(lambda tx: secret_access.list_games_due(tx, now_ms)):
            with keeping_on("what is hidden in a game could not be closed", game=game_id):
                self._units.write(partial(secret_access.close, game_id=game_id), now_ms=now_ms, game_id=game_id)

    def pass_on_press(self, game_id: int) -> None:
        """Tell the readers of what was written without a name, once its minute is over. Raises NotFound."""
        self._units.write(lambda unit: pass_on(unit, game_id), game_id=game_id)

    def send_digest(self, player_id: int) -> None:
        """Mail a player what is new in their games, if their mail of the day is due. Raises NotFound."""
        self._units.write(lambda unit: digest.send(unit, player_id))

    def list_ignored_letters(self, player_id: int) -> None:
        """Mail a player which letters of theirs were not read, if that is due. Raises NotFound."""
        self._units.write(lambda unit: ignored_letters.send(unit, player_id))

    def expire_lists(self) -> None:
        """Close the waiting lists whose time is up, each in a transaction of its own."""
        now_ms = self._units.now_ms()
        for row in self._found(lambda tx: list_stale_lists(tx, now_ms)):
            with keeping_on("a waiting list could not be closed", list=row.id):
                self._units.write(partial(_expire_list, list_id=row.id))

    def keep_round(self, list_id: int, now_ms: int) -> None:
        """Name a later public round for an open list where its own has come too near."""

        def work(unit: UnitOfWork) -> None:
            present = find_waiting_list(unit, list_id)
            if present is not None:
                keep_round(unit, present)

        self._units.write(work, now_ms=now_ms)

    def begin_full_list(self, list_id: int, signature: str | None, now_ms: int) -> int | None:
        """Begin the game of a full list with its round's signature, or without (None), where that may be; its id."""
        return self._units.write(lambda unit: lists.settle(unit, list_id, signature), now_ms=now_ms)

    def forget(self) -> None:
        """Delete expired registrations and confirmations, and the record of mails to strangers."""
        now_ms = self._units.now_ms()
        self._units.database.write(lambda tx: registering.forget(tx, now_ms))
        self._units.database.write(lambda tx: confirmations.forget(tx, now_ms))
        self._units.database.write(lambda tx: forget_address_claims(tx, now_ms))
        self._units.database.write(lambda tx: answer_limits.forget(tx, now_ms))
        self._units.database.write(lambda tx: bounces.let_go(tx, now_ms))
        self._units.database.write(lambda tx: ignored_letters.forget(tx, now_ms))
        while self._units.database.write(lambda tx: practice.forget(UnitOfWork(tx, self._units.settings, now_ms))):
            pass  # each transaction removes some

    def _talk(self) -> None:
        now_ms = self._units.now_ms()
        for game_id in self._found(lambda tx: list_games_with_press_waiting(tx, now_ms)):
            with self._keeping_on("press could not be passed on", game_id):
                self.pass_on_press(game_id)
        for player_id in self._found(digest.list_digests_due):
            with keeping_on("a digest could not be written", player=player_id):
                self.send_digest(player_id)
        for player_id in self._found(ignored_letters.list_players_due):
            with keeping_on("a player could not be told of letters that were not read", player=player_id):
                self.list_ignored_letters(player_id)

    @contextmanager
    def _keeping_on(self, failure: str, game_id: int) -> Iterator[None]:
        """Log a failure in a game, as `keeping_on` does; one that is damaged is noticed, and not looked at again."""
        with keeping_on(failure, game=game_id):
            try:
                yield
            except BadRecord:
                if not notice_damage(self._units, game_id):
                    raise

    def _found(self, find: Callable[[UnitOfWork], Iterable[T]]) -> Iterator[T]:
        """Yield what is found, and note that this goes on."""
        with self._units.read() as unit:
            found = find(unit)
        for one in found:
            self.progress()
            yield one


def _ignore() -> None:
    """Do nothing with progress that nobody watches."""


def _expire_list(unit: UnitOfWork, list_id: int) -> None:
    row = find_waiting_list(unit, list_id)
    if row is not None and row.status == "open":
        lists.end(unit, row, "expired")


@contextmanager
def keeping_on(failure: str, **facts: object) -> Iterator[None]:
    """Log a failure with its facts: one game that cannot be read must not keep the others waiting."""
    try:
        yield
    except Exception as error:
        if is_disk_fault(error):
            raise  # of which no game is to blame, and which all others would meet
        log.exception(failure, **facts)


UNNOTICED_MS: Final = 3_600_000
"""Time up to this is no loss: nobody's deadline hangs on it."""
UNNOTICED_PAUSE_MS: Final = 60_000
"""By so much a clock may be set back without what waits to be tried again being brought forward."""


class ClockMonitor:
    """Keeps time for one server. Safe to use from any thread, but not within a transaction that writes.

    `monotonic` gives seconds that run evenly for as long as the process does. A long silence between two beats counts
    as time lost, as after a standstill; with `beaten` false, as in simulated time, it does not.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        clock: Clock,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        beaten: bool = True,
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._monotonic = monotonic
        self._beaten = beaten
        self._mark = ServiceMark(database.engine.path)
        self._lock = threading.Lock()
        self._last: tuple[int, int] | None = None
        """The wall clock and the even one at the last beat of this process, in milliseconds."""
        self._number: int | None = None
        """That of this process's last beat."""
        self._written: float | None = None
        self._refused = False

    def note_write(self) -> None:
        """Note that this process has just written something, such as what a long tick does. Does not wait."""
        self._written = self._monotonic()

    @property
    def unwritten_s(self) -> float:
        """Seconds since a beat, or something else, was last written; none before the first. Does not wait."""
        return 0.0 if self._written is None else self._monotonic() - self._written

    @property
    def is_refused_by_disk(self) -> bool:
        """Whether the last beat was not written as the disk is full, broken or may not be written to."""
        return self._refused

    def beat(self) -> int:
        """Write down that the server is there, and put off what ends if time was lost; return the present, in ms."""
        with self._lock:
            return self._beat(*self._read())

    def look(self) -> None:
        """Notice a jump, in a process for which another beats, before a request meets it in the middle of reading."""
        with self._lock:
            present = self._read()
            if self._has_jumped(*present):
                self._beat(*present)
            else:
                self._last = present

    def now(self) -> datetime:
        """The present, as a Clock: what is done by it is never done between a jump and its being noticed.

        Nobody waits for a beat but after a jump: that of a minute may hang with the database.
        """
        if not self._has_jumped(*(present := self._read())):
            return from_ms(present[0])
        with self._lock:
            wall_ms, even_ms = self._read()
            if self._has_jumped(wall_ms, even_ms):
                self._beat(wall_ms, even_ms)
            return from_ms(wall_ms)

    def _has_jumped(self, wall_ms: int, even_ms: int) -> bool:
        """Whether the clock has jumped since the last beat, as far as is known."""
        last = self._last
        return last is None or abs(wall_ms - last[0] - self._seen(even_ms)) > UNNOTICED_MS

    def _read(self) -> tuple[int, int]:
        return to_ms(self._clock()), round(self._monotonic() * 1000)

    def _seen(self, even_ms: int) -> int:
        """The time, in ms, that this process has lived through since its last beat."""
        last = self._last
        if last is None:
            return 0
        passed = even_ms - last[1]
        return 0 if self._beaten and passed > UNNOTICED_MS else passed

    def _beat(self, wall_ms: int, even_ms: int) -> int:
        seen_ms = self._seen(even_ms)
        try:
            number = self._number
            beat = self._database.write(lambda tx: _settle(UnitOfWork(tx, self._settings, wall_ms), seen_ms, number))
        except Exception as error:
            self._refused = is_refused_by_disk(error)
            raise
        self._refused = False
        self.note_write()
        with suppress(OSError):  # such as a full disk; the mark of an earlier beat serves
            self._mark.write(beat)
        self._last, self._number = (wall_ms, even_ms), beat.number
        return wall_ms


def _settle(unit: UnitOfWork, seen_ms: int, own_number: int | None) -> Beat:
    """Write the beat down, and make up for the time lost since the one before.

    Where that was another process's, this one has seen some or all of the time since then, up to `seen_ms`.
    """
    last = find_last_beat(unit)
    beat = put_beat(unit, unit.now_ms)
    passed_ms = 0 if last is None else unit.now_ms - last.at_ms
    is_own = last is None or last.number == own_number
    lost_ms = 0 if last is None else passed_ms - (seen_ms if is_own else min(max(0, passed_ms), seen_ms))
    if lost_ms < -UNNOTICED_PAUSE_MS:
        bring_forward(unit, unit.now_ms, -lost_ms)
    if abs(lost_ms) > UNNOTICED_MS:
        log.warning("time was lost", lost_ms=lost_ms)
        lose_time(unit, unit.now_ms - lost_ms)
    return beat
