"""Lost time: the server out, the machine asleep, the clock put forward or back; all ends later by as much."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from forms_kit import submit_as
from simulated_kit import StoppedClock

from pbem.clock import Clock, from_ms, to_ms
from pbem.daemon.server import Server
from pbem.intake import Intake
from pbem.intake.clock import ClockMonitor
from pbem.store import Tx
from pbem.store.accounts.channels import ChannelRow, add_channel, set_channel
from pbem.store.across.outages import OutageRow, list_last_outages
from pbem.store.games.log import list_notes
from pbem.store.mail.inbox import NewLetter, store_letters
from pbem.store.mail.press import PressRow, add_press
from pbem.store.mail.sending import MailHoldRow, find_mail_hold, put_mail_hold
from server.kit import BEGINNING, Place, kept, new_place, open_game

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@dataclass
class Run:
    """A server's timekeeper, from its start to its death, and the two clocks of its machine."""

    place: Place
    wall: StoppedClock
    even: float = 0.0

    def __post_init__(self) -> None:
        self.keeper = ClockMonitor(self.place.database, self.place.settings, self.wall, lambda: self.even)

    def live(self, span: timedelta) -> None:
        """Time goes by, with a beat every minute."""
        for _ in range(span // MINUTE):
            self.pass_by(MINUTE)
            self.keeper.beat()

    def pass_by(self, span: timedelta) -> None:
        """Time goes by without a beat."""
        self.wall.advance(span)
        self.even += span.total_seconds()

    def jump(self, span: timedelta) -> None:
        """The wall clock is put forward or back."""
        self.wall.advance(span)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert", clock=StoppedClock(BEGINNING))
        yield place


@pytest.fixture
def run(place: Place) -> Run:
    run = Run(place, StoppedClock(BEGINNING))
    run.keeper.beat()
    run.live(3 * MINUTE)
    return run


def deadline(place: Place, tag: str = "e1") -> datetime:
    at_ms = kept(place, tag).game.deadline_ms
    assert at_ms is not None
    return from_ms(at_ms)


def outages(place: Place) -> list[OutageRow]:
    with place.database.read() as tx:
        return list_last_outages(tx, 10)[::-1]


def notes(place: Place) -> list[dict[str, object]]:
    with place.database.read() as tx:
        return [json.loads(row.payload) for row in list_notes(tx, 1)]


def test_a_server_that_was_down_lengthens_what_was_left_and_says_so(place: Place, run: Run) -> None:
    before = deadline(place)
    died = run.wall()
    run.pass_by(3 * HOUR)
    again = Run(place, run.wall)
    again.keeper.beat()
    assert deadline(place) == before + 3 * HOUR
    assert [(row.from_ms, row.until_ms) for row in outages(place)] == [(to_ms(died), to_ms(died + 3 * HOUR))]
    (note,) = notes(place)
    assert (note["about"], note["span_ms"], note["deadline_ms"]) == ("outage", 10_800_000, to_ms(before + 3 * HOUR))
    again.live(2 * HOUR)
    assert (len(outages(place)), deadline(place)) == (1, before + 3 * HOUR)


def test_the_players_are_told_in_their_next_mail_and_the_reminders_move_too(place: Place, run: Run) -> None:
    wake_ms = kept(place).game.wake_ms
    assert wake_ms is not None
    run.pass_by(26 * HOUR)
    Run(place, run.wall).keeper.beat()
    assert kept(place).game.wake_ms == wake_ms + 26 * 3_600_000
    intake = Intake(place.database, run.wall, place.settings)
    run.wall.at = deadline(place) - 24 * HOUR
    intake.clock.wake(1)
    reminder = next(mail for mail in kept(place).mails if mail.kind == "reminder")
    text = " ".join(reminder.text.split())
    assert (
        "- The server was down for 26 hours. The deadline is extended by the same time, to Monday 30 November" in text
    )
    assert "You have 24 hours left" in text


@pytest.mark.parametrize("minutes", [1, 50, 60])
def test_less_than_an_hour_is_passed_over(place: Place, run: Run, minutes: int) -> None:
    before = deadline(place)
    run.pass_by(minutes * MINUTE)
    Run(place, run.wall).keeper.beat()
    assert (deadline(place), outages(place), notes(place)) == (before, [], [])


def test_many_short_outages_are_each_passed_over(place: Place, run: Run) -> None:
    before = deadline(place)
    for _ in range(5):
        run.pass_by(50 * MINUTE)
        run = Run(place, run.wall)
        run.keeper.beat()
    assert (deadline(place), outages(place)) == (before, [])


def test_a_process_killed_between_beats_loses_no_more_than_it_was_away(place: Place, run: Run) -> None:
    before = deadline(place)
    run.pass_by(timedelta(seconds=59))  # and is killed
    run.pass_by(2 * HOUR)
    Run(place, run.wall).keeper.beat()
    assert deadline(place) - before == 2 * HOUR + timedelta(seconds=59)


@pytest.mark.parametrize("asleep", [True, False])
def test_a_machine_that_slept_and_a_process_that_stood_still_were_out(place: Place, run: Run, asleep: bool) -> None:
    """An even clock stands still while a machine sleeps, and runs on while a process is held."""
    before = deadline(place)
    run.wall.advance(5 * HOUR)
    run.even += 0 if asleep else 5 * 3600
    run.keeper.beat()
    assert deadline(place) == before + 5 * HOUR


def test_jumps_that_cancel_each_other_leave_deadlines_as_they_were(place: Place, run: Run) -> None:
    before = deadline(place)
    to_2099 = datetime(2099, 1, 1, tzinfo=UTC) - run.wall()
    run.jump(to_2099)
    run.live(5 * MINUTE)
    assert deadline(place) == before + to_2099
    run.jump(-to_2099)
    run.live(5 * MINUTE)
    assert deadline(place) == before
    assert [note["about"] for note in notes(place)] == ["outage", "clock set back"]
    assert [row.until_ms - row.from_ms for row in outages(place)] == [
        to_2099 // timedelta(milliseconds=1),
        -to_2099 // timedelta(milliseconds=1),
    ]


def test_a_clock_that_is_set_by_less_than_an_hour_moves_nothing(place: Place, run: Run) -> None:
    before = deadline(place)
    for jump in (50 * MINUTE, -50 * MINUTE, 59 * MINUTE):
        run.jump(jump)
        run.live(3 * MINUTE)
    assert (deadline(place), outages(place)) == (before, [])


@pytest.mark.parametrize("minutes", [61, 119])
def test_a_little_more_than_an_hour_is_made_up_for(place: Place, run: Run, minutes: int) -> None:
    before = deadline(place)
    run.pass_by(minutes * MINUTE)
    Run(place, run.wall).keeper.beat()
    assert deadline(place) == before + minutes * MINUTE
    assert len(outages(place)) == len(notes(place)) == 1


@pytest.mark.parametrize("back", [2 * HOUR, 50 * MINUTE, 2 * MINUTE])
def test_after_a_clock_is_set_back_nothing_waits_for_longer_than_it_would_have(
    place: Place, run: Run, back: timedelta
) -> None:
    """A mail and press that are due, and a mail, a hold, a letter and a webhook that are to be tried again."""
    now_ms, later_ms = to_ms(run.wall()), to_ms(run.wall() + 10 * HOUR)
    mail, tried = [row.id for row in kept(place).mails][:2]

    def wait(tx: Tx) -> None:
        write = tx.connection.exec_driver_sql
        write(f"UPDATE mail SET status = 'due', next_ms = {now_ms} WHERE id = {mail}")
        write(f"UPDATE mail SET status = 'due', next_ms = {later_ms} WHERE id = {tried}")
        put_mail_hold(tx, MailHoldRow("unreachable", "connect", "", now_ms, later_ms, 1))
        store_letters(tx, [NewLetter("token", "<1@x>", "a@x.test", now_ms, b"end")])
        write(f"UPDATE letter_origin SET look_ms = {later_ms}")
        hook = ChannelRow(0, 1, "ntfy", "hook", "https://x.test", None, None, None, frozenset(), now_ms)
        set_channel(tx, add_channel(tx, hook).id, retry_ms=later_ms)
        add_press(tx, PressRow(0, 1, 0, "all", True, "Hello", now_ms, False), None)

    place.database.write(wait)
    run.jump(-back)
    run.live(MINUTE)
    with place.database.read() as tx:
        read = tx.connection.exec_driver_sql
        due = read(f"SELECT next_ms FROM mail WHERE id = {mail} UNION ALL SELECT at_ms FROM press").scalars().all()
        again = [
            read(f"SELECT {moment} FROM {table}").scalar_one()
            for table, moment in (
                (f"mail WHERE id = {tried}", "next_ms"),
                ("mail_hold", "next_ms"),
                ("letter_origin", "look_ms"),
                ("channel", "retry_ms"),
            )
        ]
    assert all(at_ms <= to_ms(run.wall()) for at_ms in due)
    assert again == [later_ms - to_ms(BEGINNING) + to_ms(BEGINNING - back)] * 4


def test_a_clock_set_forward_leaves_pauses_as_they_are(place: Place, run: Run) -> None:
    later_ms = to_ms(run.wall() + 10 * HOUR)
    hold = MailHoldRow("unreachable", "connect", "", 0, later_ms, 1)
    place.database.write(lambda tx: put_mail_hold(tx, hold))
    run.jump(2 * HOUR)
    run.live(MINUTE)
    with place.database.read() as tx:
        assert find_mail_hold(tx) == hold


def _in_berlin(clock: Clock) -> Clock:
    """A clock that tells the time as clocks on the wall in Berlin do."""
    return lambda: clock().astimezone(ZoneInfo("Europe/Berlin"))


def test_summer_time_is_no_jump(place: Place) -> None:
    for change in (datetime(2027, 3, 28, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)):
        run = Run(place, StoppedClock(change))
        local = ClockMonitor(place.database, place.settings, _in_berlin(run.wall), time.monotonic)
        ClockMonitor(place.database, place.settings, run.wall).beat()
        before, known = deadline(place), len(outages(place))
        run.keeper.beat()
        run.live(2 * HOUR)
        local.beat()
        assert (deadline(place), len(outages(place))) == (before, known)


def test_nothing_is_due_by_a_clock_that_has_jumped(place: Place) -> None:
    clock, even = StoppedClock(BEGINNING), [0.0]
    server = Server(place.settings, place.database, clock, monotonic=lambda: even[0])
    server.tick()
    before = kept(place)
    clock.advance(timedelta(days=400))
    server.tick()
    after = kept(place)
    assert len(after.mails) == len(before.mails)
    assert (after.game.overdue, after.game.active_seat) == (0, before.game.active_seat)
    assert deadline(place) == clock() + timedelta(days=7)


def test_a_letter_that_comes_just_after_a_jump_is_judged_by_what_was_made_up_for(place: Place) -> None:
    clock, even = StoppedClock(BEGINNING), [0.0]
    server = Server(place.settings, place.database, clock, monotonic=lambda: even[0])
    server.tick()
    jump = timedelta(days=400)
    clock.advance(jump)
    submit_as(server.intake, 1, kept(place).game.active_seat or 0, "end", position=None)
    assert deadline(place) == clock() + timedelta(days=7)
    clock.advance(-jump)
    server.tick()
    assert deadline(place) == clock() + timedelta(days=7)
    assert [note["about"] for note in notes(place)] == ["outage", "clock set back"]


def test_simulated_time_may_pass_in_long_strides(place: Place) -> None:
    clock = StoppedClock(BEGINNING)
    server = Server(place.settings, place.database, clock, ticking=False)
    before = deadline(place)
    for _ in range(4):
        server.tick()
        clock.advance(timedelta(days=1))
    server.tick()
    assert (deadline(place), outages(place)) == (before, [])
    clock.advance(timedelta(days=1))
    Server(place.settings, place.database, clock, ticking=False).tick()
    assert deadline(place) == before + timedelta(days=1), "between two servers nobody saw the time"


def test_a_beat_is_one_transaction_with_what_it_makes_up_for(place: Place, run: Run) -> None:
    before = deadline(place)
    run.pass_by(3 * HOUR)
    statement = "CREATE TRIGGER full BEFORE INSERT ON outage BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
    place.database.write(lambda tx: tx.connection.exec_driver_sql(statement))
    again = Run(place, run.wall)
    with pytest.raises(Exception, match="the disk is full"):
        again.keeper.beat()
    assert (deadline(place), notes(place)) == (before, [])
    place.database.write(lambda tx: tx.connection.exec_driver_sql("DROP TRIGGER full"))
    again.pass_by(HOUR)
    again.keeper.beat()
    assert deadline(place) == before + 4 * HOUR
