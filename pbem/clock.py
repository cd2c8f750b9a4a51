"""What time it is, handed to whoever needs it, and times as the database keeps them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""Gives the present moment as an aware datetime in UTC."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


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
