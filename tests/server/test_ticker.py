"""What is due is found in the tables by a few fixed jobs, whoever was down when it fell due."""

import threading
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from typing import Self

import pytest
from simulated_kit import StoppedClock

from pbem.daemon.health.liveness import Liveness
from pbem.daemon.health.supervisor import Supervisor
from pbem.daemon.health.watch import PulseLoop
from pbem.daemon.jobs import MINUTE
from pbem.daemon.ticker import Ticker
from pbem.i18n import catalogue
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.log import find_snapshot, put_snapshot
from pbem.store.mail.inbox import get_letter
from server.kit import BEGINNING, FIRST_TURN, Penfriend, Place, await_until, kept, live, new_place, open_game, serving

DAY = 86_400
JOBS = dict.fromkeys(("deadlines", "public rounds", "what is old", "backups"), MINUTE)


def jobs_of(ticker: Ticker) -> dict[str, float]:
    """The jobs by name, with the seconds between two calls."""
    return {job.name: job.trigger.interval.total_seconds() for job in ticker._scheduler.get_jobs()}


def tick(ticker: Ticker, name: str) -> None:
    """Have a job called now, as it is when its time has come."""
    ticker._scheduler.modify_job(name, next_run_time=datetime.now(UTC))


def reminders(place: Place, tag: str = "e1") -> list[tuple[int | None, str]]:
    """Whom the mails of a game reminded, and whether they were sent."""
    return [(mail.seat, mail.status) for mail in kept(place, tag).mails if mail.kind == "reminder"]


def test_the_jobs_are_few_and_do_not_grow_with_the_games(tmp_path: Path) -> None:
    with new_place(tmp_path) as place, serving(place) as server:
        assert jobs_of(server.ticker) == JOBS
        for _game in range(20):
            open_game(place, "Anna", "Bert")
        assert jobs_of(server.ticker) == JOBS
    with place, serving(place) as server:
        assert jobs_of(server.ticker) == JOBS


def test_a_job_that_fails_is_called_again_and_no_job_overtakes_itself() -> None:
    ticker, failed, waiting, going = Ticker(), [0], [0], threading.Event()

    def fail() -> None:
        failed[0] += 1
        raise RuntimeError("once more")

    def wait() -> None:
        waiting[0] += 1
        going.wait()

    def has_failed(times: int) -> bool:
        tick(ticker, "fails")  # which the ticker passes over while the job is being called
        return failed[0] >= times

    ticker.every(DAY, fail, "fails")
    ticker.every(DAY, wait, "waits")
    ticker.start()
    await_until(lambda: has_failed(3), "the job that fails, again")
    tick(ticker, "waits")
    await_until(lambda: waiting[0] == 1, "the slow job")
    tick(ticker, "waits")
    before = failed[0]
    await_until(lambda: has_failed(before + 2), "the job that fails, beside the slow one")
    assert waiting[0] == 1
    going.set()
    ticker.stop()
    ticker.stop()


def test_a_clock_set_back_or_forward_by_hours_stops_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler waits by the machine's clock, which is another's here: its wait was for the hour before it."""
    offset, calls = [timedelta()], [0]

    class Shifted(datetime):
        """The machine's clock, as the scheduler reads it."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            """The moment that it shows."""
            return super().now(tz) + offset[0]

    def call() -> None:
        calls[0] += 1

    def comes(more: int) -> bool:
        pulse.round()
        return calls[0] >= more

    monkeypatch.setattr("apscheduler.schedulers.base.datetime", Shifted)
    ticker = Ticker(lambda: Shifted.now(UTC))
    pulse = PulseLoop(Liveness(catalogue("en")), ticker, Supervisor({}))
    ticker.every(0.1, call, "ticks")
    ticker.start()
    await_until(lambda: comes(2), "the first calls")
    for hours in (-2, 3, -24 * 365):
        offset[0] += timedelta(hours=hours)
        await_until(partial(comes, calls[0] + 3), "the next calls")
    ticker.stop()


def test_a_tick_that_does_much_and_goes_on_counts_as_alive_and_so_does_a_renewed_lease(place: Place) -> None:
    clock = StoppedClock(datetime.now(UTC))
    for _game in range(2):
        open_game(place, "Anna", "Bert")
    place.database.write(lambda tx: tx.connection.exec_driver_sql("UPDATE game SET wake_ms = 0"))
    with serving(place, clock) as server:
        passed, seen = [0.0], list[float]()
        server.ticker._passed = lambda: passed[0]

        def wake(_game_id: int, _now_ms: int) -> None:
            passed[0] += 200
            seen.append(server.ticker.silent_s("deadlines"))

        vars(server.intake.clock)["wake"] = wake
        server.ticker._run("deadlines", server.tick)
        assert seen == [200.0] * 3
        clock.advance(timedelta(minutes=59))
        assert server.clock_monitor.unwritten_s == 59 * 60
        server.lease.renew()
        assert server.clock_monitor.unwritten_s == 0


def test_calls_that_a_clock_set_forward_has_left_out_are_not_counted_one_by_one() -> None:
    ticker, now = Ticker(), datetime.now(UTC)
    ticker.every(MINUTE, lambda: None, "ticks")
    (job,) = ticker._scheduler._pending_jobs[0][:1]
    for behind in (timedelta(), timedelta(minutes=1), timedelta(days=70 * 365)):
        assert job.trigger.get_next_fire_time(now - behind, now) == now + timedelta(minutes=1)
    early = now - timedelta(seconds=20)
    assert job.trigger.get_next_fire_time(early, now) == early + timedelta(minutes=1), "it keeps its pace"


def test_a_player_is_reminded_a_day_before_his_time_is_up_and_when_it_is(tmp_path: Path) -> None:
    clock = StoppedClock(BEGINNING)
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert", clock=clock)
        with serving(place, clock) as server:
            live(server, clock, timedelta(days=6) - timedelta(seconds=1))
            assert reminders(place) == []
            clock.advance(timedelta(seconds=1))
            tick(server.ticker, "deadlines")
            await_until(lambda: reminders(place) == [(0, "sent")], "the reminder of the day before")
            live(server, clock, timedelta(hours=23))
            clock.advance(timedelta(hours=1))
            tick(server.ticker, "deadlines")
            await_until(lambda: reminders(place) == [(0, "sent")] * 2, "the reminder")
            live(server, clock, timedelta(days=2))
            anna = Penfriend(place, "e1", 0)
            assert "Your deadline has passed" in " ".join(anna.newest().text.split())
            assert anna.send(anna.letter(*FIRST_TURN), server.listener.port)
            await_until(lambda: kept(place).game.active_seat == 1, "the next turn")
            server.tick()
            assert reminders(place) == [(0, "sent")] * 2
            clock.advance(timedelta(days=7))
        with serving(place, clock) as server:  # another one; while there was none, nobody's time ran
            server.tick()
            assert len(reminders(place)) == 2
            live(server, clock, timedelta(days=6))
            await_until(lambda: reminders(place) == [(0, "sent"), (0, "sent"), (1, "sent")], "the other's reminder")


def test_a_game_that_cannot_be_read_keeps_no_other_from_its_reminder(tmp_path: Path) -> None:
    clock = StoppedClock(BEGINNING)
    with new_place(tmp_path) as place:
        for _game in range(3):
            open_game(place, "Anna", "Bert", clock=clock)
        with place.database.read() as tx:
            found = find_snapshot(tx, 1)
        assert found is not None
        damaged = type(found)(found.position, found.schema_number, b"{")
        place.database.write(lambda tx: put_snapshot(tx, 1, damaged))
        clock.advance(timedelta(days=8))
        with serving(place, clock) as server:
            tick(server.ticker, "deadlines")
            await_until(lambda: reminders(place, "e2") == reminders(place, "e3") == [(0, "sent")], "the reminders")


def test_letters_are_kept_for_a_year_and_then_emptied(place: Place) -> None:
    anna, clock = Penfriend(place, "e1", 0), StoppedClock(datetime.now(UTC))
    with serving(place, clock) as server:
        assert anna.send(anna.letter("status"), server.listener.port)
        await_until(lambda: kept(place).letters == {"done": 1}, "the answer")

        def raw() -> bytes:
            with place.database.read() as tx:
                return get_letter(tx, 1).raw

        clock.advance(timedelta(days=365) - timedelta(minutes=1))
        server.retention.run()
        assert b"status" in raw()
        clock.advance(timedelta(minutes=2))
        tick(server.ticker, "what is old")
        await_until(lambda: raw() == b"", "forgetting")


def test_a_bot_that_fails_keeps_nobody_waiting(place: Place) -> None:
    tag = open_game(place, ("Botto", "random"), ("Botta", "random"))
    other = open_game(place, "Anna", "Bert")
    with place.database.read() as tx:
        game = find_game_by_tag(tx, tag)
        assert game is not None
        found = find_snapshot(tx, game.id)
    assert found is not None
    damaged = type(found)(found.position, found.schema_number, b"{")
    place.database.write(lambda tx: put_snapshot(tx, game.id, damaged))
    anna = Penfriend(place, other, 0)
    with serving(place) as server:
        await_until(lambda: {mail.status for mail in kept(place, other).mails} == {"sent"}, "the first reports")
        assert anna.send(anna.letter(*FIRST_TURN), server.listener.port)
        await_until(lambda: kept(place, other).game.active_seat == 1, "the other game's turn")
