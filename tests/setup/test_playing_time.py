"""Time as games count it: on playing days, by the wall clock of the game's zone, and not while the player is away."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st

from pbem.clock import EVERY_DAY, Pace, PlayingTime, are_playing_days, read_pace

BERLIN = "Europe/Berlin"
WEEKDAYS = "12345"
HOUR = timedelta(hours=1)
YEARS = timedelta(days=366)
ZONES = ("UTC", BERLIN, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Apia")


def at(text: str, zone: str = BERLIN) -> datetime:
    """A moment by a zone's wall clock."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def due(start: str, pace: str, days: str = EVERY_DAY, *away: str, zone: str = BERLIN) -> str:
    """Until when a turn lasts, by the wall clock; absences as in "2026-11-24 2026-11-26"."""
    read = read_pace(pace)
    assert read is not None
    ranges = [(date.fromisoformat(first), date.fromisoformat(last)) for first, last in map(str.split, away)]
    found = PlayingTime(zone, days, ranges).after(at(start, zone), read)
    assert found.tzinfo is UTC
    return found.astimezone(ZoneInfo(zone)).replace(tzinfo=None).isoformat(" ", "minutes")


@pytest.mark.parametrize(
    ("text", "pace"),
    [("7d", Pace(7, "d")), ("1h", Pace(1, "h")), ("60d", Pace(60, "d")), ("1440h", Pace(1440, "h"))],
)
def test_a_pace_is_read_and_written(text: str, pace: Pace) -> None:
    assert read_pace(text) == pace
    assert str(pace) == text


@each(
    "text", ["", "7", "d", "0d", "07d", "-1d", "1.5d", "7D", "7 d", "7w", "61d", "1441h", "99999h", "7d ", "7d\n", "٧d"]
)
def test_what_is_no_pace_is_none(text: str) -> None:
    assert read_pace(text) is None


@pytest.mark.parametrize("days", ["1", "12345", "67", "1234567"])
def test_playing_days_are_days_of_the_week_in_order(days: str) -> None:
    assert are_playing_days(days)


@each("days", ["", "0", "8", "21", "11", "1 2", "mon", "١"])
def test_anything_else_is_no_playing_days(days: str) -> None:
    assert not are_playing_days(days)


@each(
    ("start", "pace", "days", "away", "end"),
    [
        # Sunday 22 November 2026.
        ("2026-11-22 17:00", "7d", EVERY_DAY, [], "2026-11-29 17:00"),
        ("2026-11-22 17:00", "36h", EVERY_DAY, [], "2026-11-24 05:00"),
        # Friday evening, over a weekend that does not count.
        ("2026-11-20 18:30", "1d", WEEKDAYS, [], "2026-11-23 18:30"),
        ("2026-11-20 18:30", "10d", WEEKDAYS, [], "2026-12-04 18:30"),
        ("2026-11-20 18:00", "12h", WEEKDAYS, [], "2026-11-23 06:00"),
        ("2026-11-20 18:00", "6h", WEEKDAYS, [], "2026-11-21 00:00"),
        ("2026-11-20 18:00", "54h", WEEKDAYS, [], "2026-11-25 00:00"),
        # A turn that begins on a day off begins in truth with the next playing day.
        ("2026-11-21 09:00", "1d", WEEKDAYS, [], "2026-11-24 00:00"),
        ("2026-11-22 23:59", "1d", WEEKDAYS, [], "2026-11-24 00:00"),
        ("2026-11-21 09:00", "5h", WEEKDAYS, [], "2026-11-23 05:00"),
        ("2026-11-23 09:00", "2d", "7", [], "2026-12-13 00:00"),
        # The player is away, from the first to the last of these days.
        ("2026-11-23 09:00", "2d", EVERY_DAY, ["2026-11-24 2026-11-26"], "2026-11-28 09:00"),
        ("2026-11-23 09:00", "20h", EVERY_DAY, ["2026-11-24 2026-11-26"], "2026-11-27 05:00"),
        ("2026-11-23 09:00", "2d", EVERY_DAY, ["2026-11-23 2026-11-23"], "2026-11-26 00:00"),
        ("2026-11-23 09:00", "2d", EVERY_DAY, ["2026-11-01 2026-11-22"], "2026-11-25 09:00"),
        # Absences that overlap, given in any order, around a weekend.
        ("2026-11-19 09:00", "2d", WEEKDAYS, ["2026-11-24 2026-11-27", "2026-11-20 2026-11-25"], "2026-12-01 09:00"),
        ("2026-11-20 09:00", "2d", WEEKDAYS, ["2026-11-23 2026-11-24"], "2026-11-26 09:00"),
    ],
)
def test_until_when_a_turn_lasts(start: str, pace: str, days: str, away: list[str], end: str) -> None:
    assert due(start, pace, days, *away) == end


def test_days_keep_to_the_wall_clock_when_clocks_are_changed_and_hours_pass_as_they_do() -> None:
    # Clocks go back on 25 October 2026, and forward on 29 March 2026.
    assert due("2026-10-24 12:00", "1d") == "2026-10-25 12:00"
    assert due("2026-10-24 12:00", "24h") == "2026-10-25 11:00"
    assert due("2026-03-28 12:00", "1d") == "2026-03-29 12:00"
    assert due("2026-03-28 12:00", "24h") == "2026-03-29 13:00"
    assert due("2026-03-28 02:30", "1d") == "2026-03-29 03:30", "there is no half past two on that day"
    assert due("2026-10-23 18:00", "8h", "7") == "2026-10-25 07:00", "the day has an hour more"
    assert due("2026-03-27 18:00", "8h", "7") == "2026-03-29 09:00", "the day has an hour less"


def test_a_day_that_has_no_midnight_begins_when_it_does() -> None:
    """In Cairo clocks go forward at midnight, on Friday 24 April 2026."""
    assert due("2026-04-23 12:00", "13h", zone="Africa/Cairo") == "2026-04-24 02:00"
    assert due("2026-04-23 12:00", "1h", "5", zone="Africa/Cairo") == "2026-04-24 02:00"


def test_playing_days_are_those_of_the_games_zone() -> None:
    friday_in_berlin = at("2026-11-20 23:30")
    pace = Pace(2, "h")
    assert PlayingTime(BERLIN, WEEKDAYS).after(friday_in_berlin, pace) == at("2026-11-23 01:30")
    assert PlayingTime("Asia/Tokyo", WEEKDAYS).after(friday_in_berlin, pace) == at("2026-11-23 02:00", "Asia/Tokyo")


@pytest.mark.parametrize("away", [(date(2026, 1, 1), date(2099, 1, 1)), (date.min, date.max)])
def test_who_is_always_away_has_a_deadline_all_the_same(away: tuple[date, date]) -> None:
    calendar, start = PlayingTime("UTC", EVERY_DAY, [away]), at("2026-11-22 12:00", "UTC")
    assert calendar.after(start, Pace(5, "h")) == start + 5 * HOUR
    assert calendar.after(start, Pace(2, "d")) > start + 3 * YEARS
    assert calendar.between(start, start + 2 * YEARS) == timedelta()


def test_no_time_lies_between_a_moment_and_one_before_it() -> None:
    calendar, now = PlayingTime(BERLIN), at("2026-11-22 12:00")
    assert calendar.between(now, now - HOUR) == calendar.between(now, now) == timedelta()


MOMENTS = st.integers(0, 2 * 366 * 24 * 60).map(lambda minutes: at("2026-01-01") + timedelta(minutes=minutes))
DAYS = st.dates(date(2026, 1, 1), date(2027, 12, 31))
AWAY = st.lists(
    st.tuples(DAYS, st.integers(0, 40)).map(lambda away: (away[0], away[0] + timedelta(days=away[1]))), max_size=3
)
CALENDARS = st.builds(
    PlayingTime,
    st.sampled_from(ZONES),
    st.sets(st.sampled_from(EVERY_DAY), min_size=1).map(lambda days: "".join(sorted(days))),
    AWAY,
)
SPANS = st.timedeltas(timedelta(), timedelta(days=20))


@given(CALENDARS, MOMENTS, SPANS)
def test_as_much_time_lies_between_as_was_added(calendar: PlayingTime, start: datetime, span: timedelta) -> None:
    end = calendar.plus(start, span)
    assert end >= start + span
    assert calendar.between(start, end) == span


@given(CALENDARS, MOMENTS, MOMENTS, MOMENTS)
def test_time_adds_up(calendar: PlayingTime, first: datetime, second: datetime, third: datetime) -> None:
    first, second, third = sorted((first, second, third))
    whole = calendar.between(first, third)
    assert whole == calendar.between(first, second) + calendar.between(second, third)
    assert timedelta() <= whole <= third - first


@given(CALENDARS, MOMENTS, st.integers(1, 20), st.sampled_from("dh"))
def test_a_deadline_lies_on_a_playing_day_and_never_before_its_time(
    calendar: PlayingTime, start: datetime, amount: int, unit: str
) -> None:
    pace = read_pace(f"{amount}{unit}")
    assert pace is not None
    end = calendar.after(start, pace)
    zone = ZoneInfo(calendar.zone)
    assert calendar.runs_on((end - timedelta(microseconds=1)).astimezone(zone).date()) or pace.unit == "d"
    assert calendar.runs_on(end.astimezone(zone).date()) or pace.unit == "h"
    assert calendar.between(start, end) >= pace.span - (HOUR if pace.unit == "d" else timedelta())
    assert calendar.after(start + HOUR, pace) >= end
