"""Time as programs, databases and games count it: on playing days, in the game's own time zone."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

Clock: TypeAlias = Callable[[], datetime]
"""Gives the present moment as an aware datetime in UTC."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)

EVERY_DAY: Final = "1234567"
LONGEST_DAYS: Final = 60
"""The slowest pace, in days."""
_PACE: Final = re.compile(r"([1-9]\d{0,3})([dh])")
_HORIZON: Final = 3 * 366
"""Days after which a walk over a calendar ends, whatever absences it holds."""
_DAY: Final = timedelta(days=1)


def system_clock() -> datetime:
    """The machine's own time, in UTC."""
    return datetime.now(UTC)


def to_ms(at: datetime) -> int:
    """Whole milliseconds since 1970-01-01 00:00 UTC, rounded down. Raises ValueError when `at` has no time zone."""
    if at.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return (at - _EPOCH) // _MILLISECOND


def from_ms(ms: int) -> datetime:
    """The moment, in UTC, that lies `ms` milliseconds after 1970-01-01 00:00 UTC."""
    return _EPOCH + ms * _MILLISECOND


def iso(ms: int) -> str:
    """A moment to the second for programs, in ISO 8601: "2026-11-22T17:00:00Z"."""
    return from_ms(ms).isoformat(timespec="seconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Pace:
    """The time that a turn has: a number of playing days, or of hours on playing days."""

    amount: int
    unit: Literal["d", "h"]

    @property
    def span(self) -> timedelta:
        """The time as if every day were a playing day."""
        return timedelta(days=self.amount) if self.unit == "d" else timedelta(hours=self.amount)

    def __str__(self) -> str:
        return f"{self.amount}{self.unit}"


def read_pace(text: str) -> Pace | None:
    """A pace as it is stored, such as "7d" or "36h"; None for any other text, and for more than 60 days."""
    found = _PACE.fullmatch(text)
    if found is None:
        return None
    pace = Pace(int(found[1]), "d" if found[2] == "d" else "h")
    return pace if pace.span <= timedelta(days=LONGEST_DAYS) else None


def are_playing_days(text: str) -> bool:
    """Whether this names days of the week, each once and in order: "12345" is Monday to Friday."""
    return bool(text) and set(text) <= set(EVERY_DAY) and list(text) == sorted(set(text))


@dataclass(frozen=True)
class PlayingTime:
    """A calendar: where days begin and end, on which days of the week time runs, and between which dates it rests.

    `away` holds first and last dates, in any order. Moments are aware and given in UTC.
    """

    zone: str
    days: str = EVERY_DAY
    away: Sequence[tuple[date, date]] = ()

    def after(self, start: datetime, pace: Pace) -> datetime:
        """The latest moment of a turn that begins at `start`.

        Days are counted by the wall clock: the same time of day, that many playing days later. Hours pass on playing
        days only.
        """
        if pace.unit == "h":
            return self.plus(start, pace.span)
        local = start.astimezone(ZoneInfo(self.zone))
        at, clock = local.date(), local.time()
        if not self.runs_on(at):
            at, clock = self._next(at), time.min
        for _ in range(pace.amount):
            at = self._next(at)
        return self._moment(at, clock)

    def plus(self, start: datetime, span: timedelta) -> datetime:
        """The moment when as much playing time as `span` has passed since `start`."""
        left = span
        for begin, end in self._stretches(start):
            if begin + left <= end:
                return begin + left
            left -= end - begin
        return start + span

    def between(self, start: datetime, end: datetime) -> timedelta:
        """The playing time that lies between two moments; none where the second is the earlier."""
        passed = timedelta()
        for begin, stop in self._stretches(start):
            if begin >= end:
                break
            passed += min(stop, end) - begin
        return passed

    def runs_on(self, day: date) -> bool:
        """Whether time runs on a date."""
        return str(day.isoweekday()) in self.days and not any(first <= day <= last for first, last in self.away)

    def _stretches(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        first = start.astimezone(ZoneInfo(self.zone)).date()
        for number in range(_HORIZON):
            day = first + number * _DAY
            if self.runs_on(day):
                yield max(start, self._moment(day, time.min)), self._moment(day + _DAY, time.min)

    def _next(self, day: date) -> date:
        coming = (day + number * _DAY for number in count(1))
        return next(at for at in coming if self.runs_on(at) or at - day > _HORIZON * _DAY)

    def _moment(self, day: date, clock: time) -> datetime:
        return datetime.combine(day, clock, ZoneInfo(self.zone)).astimezone(UTC)
