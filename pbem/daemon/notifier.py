"""The notifier: tells devices and webhooks what is new in their players' games, as soon as it is committed.

Due notices are looked up again each time, so that nothing waits in a queue that could be lost. A thread words a notice
when it takes it up, notes that it is being sent, sends it outside of any transaction, and notes the outcome.
"""

import math
import threading
import time
from collections.abc import Iterable, Set
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import structlog

from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.daemon.lease import Lease
from pbem.daemon.poll_loop import PollLoop
from pbem.daemon.sharing import WorkShare
from pbem.daemon.thread_pool import SlowEndpoints, ThreadPool
from pbem.i18n import catalogue
from pbem.notifications.messages import (
    GameNotice,
    PushSender,
    ensure_private_key,
    find_private_key,
    parcel_of,
    sample_notice,
)
from pbem.notifications.news import (
    DueNotice,
    FoundNews,
    begin_to_send,
    checked,
    find_news,
    note,
    note_failed,
    note_sent,
)
from pbem.notifications.posting import HttpAnswer, NotSent, PinnedPoster
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.accounts.channels import (
    ChannelRow,
    find_channel,
    list_awake_channels,
    list_channels_to_test,
    set_channel,
)
from pbem.store.players.player import get_player

log = structlog.get_logger(__name__)

THREADS: Final = 24
"""Notices that are being sent at a time, those of one player one after the other."""
SLOW_THREADS: Final = 4
"""Threads for endpoints known to be slow, which keep only each other waiting."""
REST_SECONDS: Final = 0.3
"""The shortest time between two looks, however much is written."""
REST_FACTOR: Final = 5.0
"""The pause as a multiple of the time that the last look took: with 1,000 channels and 2,000 games it takes a tenth of
a second.
"""
BATCH: Final = 50
"""Players who are claimed at a time, beside other processes that send notices."""
FINISHING_SECONDS: Final = 2.0
"""How long a notifier that ends waits for what is being sent, before and after it closes the connections."""


@dataclass(frozen=True)
class _Job:
    """A channel that has something to be sent: news of a game, or a test."""

    player_id: int
    channel_id: int
    game_id: int | None
    host: str
    """The server that it is sent to, with its port."""

    @classmethod
    def of(cls, row: ChannelRow, game_id: int | None) -> "_Job":
        return cls(row.player_id, row.id, game_id, urlsplit(row.address).netloc)


@dataclass(frozen=True)
class _TakenUp:
    row: ChannelRow
    notice: GameNotice
    player: str
    """The name of whose notice it is."""
    due: DueNotice | None


class Notifier(PollLoop):
    """Sends notices in a thread of its own and a few more."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        poster: PinnedPoster | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Without a `lease` no other process sends notices."""
        super().__init__("notifier")
        self._share = WorkShare(lease, "notices")
        self._database = database
        self._clock = clock
        self._settings = settings
        given = settings.notifications
        self._poster = poster or PinnedPoster(given.allowed, given.ca_file)
        self._slow = SlowEndpoints()
        self._pool = ThreadPool("notifier", THREADS, self._send_quickly, self._let_go)
        self._slow_pool = ThreadPool("slow-notifier", SLOW_THREADS, self._send, self._let_go)
        self._lock = threading.Lock()
        self._in_flight: set[int] = set()
        """Players to whom something is being sent."""
        self._told_of_writes = ExitStack()
        self._sender: PushSender | None = None
        self._next_look = 0.0

    def start(self) -> None:
        """Make the server's key where there is none, and begin to look."""
        with self._database.read() as tx:
            key = find_private_key(tx)
        if key is None:
            key = self._database.write(ensure_private_key)
        page, mail = self._settings.page(), self._settings.mail
        contact = page if page.startswith("https://") else f"mailto:postmaster@{mail.domain}"
        self._sender = PushSender(key, contact)
        self._told_of_writes.enter_context(self._database.notifying_of_writes(self.wake))
        super().start()

    @property
    def silent_s(self) -> float:
        """Seconds since the last round began; infinite where one of its threads has ended."""
        return super().silent_s if self._pool.is_alive and self._slow_pool.is_alive else math.inf

    def stop(self) -> None:
        """Stop within seconds; what is being sent may be finished within a moment, then its connection is closed."""
        self._told_of_writes.close()
        self._stopping.set()
        both = (self._pool, self._slow_pool)
        until = time.monotonic() + FINISHING_SECONDS
        ended = [pool.end(max(0.0, until - time.monotonic())) for pool in both]
        if not all(ended):
            self._poster.abort()
            for pool in both:
                pool.end(FINISHING_SECONDS)
        super().stop()

    def round(self) -> bool:
        """Hand what is due to the threads."""
        self._stopping.wait(max(0.0, self._next_look - time.monotonic()))
        begun = time.monotonic()
        with self._lock:  # before the snapshot: what is noted in between is due in it as yet
            busy = frozenset(self._in_flight)
        claimer = self._share.claimer
        with self._database.read() as tx:
            tests = [row for row in list_channels_to_test(tx, claimer) if row.player_id not in busy]
            rows = [row for row in list_awake_channels(tx, claimer) if row.player_id not in busy]
            found = find_news(UnitOfWork(tx, self._settings, self._now_ms()), rows)
            concerned = _concerned(tests, rows, found)
            self._share.look(tx)
        if self._share.must_claim(map(str, concerned[:BATCH])):
            self._share.claim([*map(str, busy), *map(str, concerned[:BATCH])])
            return True  # what is this process's by now may have been sent before
        if not (busy or concerned):
            self._share.let_go()
        claimed = frozenset(player_id for player_id in concerned if self._share.holds(str(player_id)))
        found = _restricted(found, frozenset(row.id for row in rows if row.player_id in claimed))
        if found.noted or found.forgotten:
            self._database.write(lambda tx: note(tx, found))
        jobs = [_Job.of(row, None) for row in tests if row.player_id in claimed]
        jobs += [_Job.of(due.channel, due.game_id) for due in found.due]
        self._put(jobs)
        ended = time.monotonic()
        self._next_look = ended + max(REST_SECONDS, REST_FACTOR * (ended - begun))
        return False

    def _put(self, jobs: Iterable[_Job]) -> None:
        by_player: dict[int, list[_Job]] = {}
        for job in jobs:
            by_player.setdefault(job.player_id, []).append(job)
        with self._lock:
            self._in_flight |= by_player.keys()
        for row in by_player.values():
            (self._slow_pool if any(map(self._is_slow, row)) else self._pool).put(row)

    def _is_slow(self, job: _Job) -> bool:
        return self._slow.has(job.player_id, job.host)

    def _let_go(self, row: Iterable[_Job]) -> None:
        with self._lock:
            self._in_flight -= {job.player_id for job in row}

    def _send_quickly(self, job: _Job) -> bool:
        """Send as `_send` does, unless it has become known that it may be slow: then the next look finds it again."""
        return not self._is_slow(job) and self._send(job)

    def _send(self, job: _Job) -> bool:
        """Send what is new to a channel by now; return whether the next may follow, as nobody was kept waiting."""
        if not self._share.holds(str(job.player_id)):  # this process stood still, and another sends it
            return False
        taken = self._database.write(partial(self._take_up, job=job, now_ms=self._now_ms()))
        if taken is None:
            return True
        channel_id, due, wait_s = taken.row.id, taken.due, None
        begun = time.monotonic()
        try:
            answer = self._posted(taken)
            wait_s = answer.wait_s
            checked(answer)
        except NotSent as error:
            failed = error
            log.info("a notice was not taken", channel=channel_id, kind=taken.row.kind, reason=error.reason)
            is_slow = self._slow.note(job.player_id, job.host, time.monotonic() - begun)
            self._database.write(lambda tx: note_failed(tx, channel_id, due, failed, self._now_ms(), wait_s))
        else:
            is_slow = self._slow.note(job.player_id, job.host, time.monotonic() - begun)
            self._database.write(lambda tx: note_sent(tx, channel_id, due, self._now_ms()))
        return not is_slow

    def _posted(self, taken: _TakenUp) -> HttpAnswer:
        """The answer to a notice. Raises NotSent."""
        now_ms, due = self._now_ms(), taken.due
        assert self._sender is not None, "nothing is sent before the start"
        until_ms = None if due is None else due.moment.deadline_ms
        try:
            parcel = parcel_of(taken.row, taken.notice, taken.player, self._sender, now_ms, until_ms)
        except ValueError as error:  # keys or an address that an older version took
            raise NotSent("refused") from error
        try:
            return self._poster.post(parcel.address, parcel.body, parcel.headers, now_ms / 1000)
        except NotSent:
            raise
        except Exception as error:  # a fault of ours: without a rest the same would be tried again at once, for ever
            log.exception("a notice could not be sent", channel=taken.row.id, kind=taken.row.kind)
            raise NotSent("connection", may_have_arrived=True) from error

    def _take_up(self, tx: Tx, job: _Job, now_ms: int) -> _TakenUp | None:
        row = find_channel(tx, job.channel_id)
        if row is None or row.player_id != job.player_id:
            return None
        if job.game_id is None:
            player = get_player(tx, row.player_id)
            set_channel(tx, row.id, test_waits=False)
            server, web = self._settings.server, self._settings.web
            notice = sample_notice(server.name, catalogue(player.language), web.base_url)
            return _TakenUp(row, notice, player.name, None)
        found = find_news(UnitOfWork(tx, self._settings, now_ms), [row])
        due = next((one for one in found.due if one.game_id == job.game_id), None)
        if due is None:
            return None
        begin_to_send(tx, due)
        return _TakenUp(row, due.notice, due.player.name, due)

    def _now_ms(self) -> int:
        return to_ms(self._clock())


def _concerned(tests: Iterable[ChannelRow], rows: Iterable[ChannelRow], found: FoundNews) -> list[int]:
    """The players whose channels have something to be sent or noted, each once."""
    players = {row.id: row.player_id for row in rows}
    channels = [due.channel.id for due in found.due]
    channels += [one.channel_id for one in found.noted] + [channel_id for channel_id, _game in found.forgotten]
    return list(dict.fromkeys([*(row.player_id for row in tests), *(players[one] for one in channels)]))


def _restricted(found: FoundNews, channels: Set[int]) -> FoundNews:
    """The news of some channels."""
    return FoundNews(
        [due for due in found.due if due.channel.id in channels],
        [one for one in found.noted if one.channel_id in channels],
        [one for one in found.forgotten if one[0] in channels],
    )
