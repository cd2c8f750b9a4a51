from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.clock import from_ms, system_clock, to_ms


def test_the_systems_time_is_in_utc() -> None:
    assert system_clock().tzinfo is UTC
    assert system_clock() <= system_clock()


def test_milliseconds_are_counted_from_the_epoch() -> None:
    berlin = timezone(timedelta(hours=1))
    assert to_ms(datetime(1970, 1, 1, 1, 0, 1, 5999, tzinfo=berlin)) == 1005
    assert to_ms(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)) == -1
    assert from_ms(1005) == datetime(1970, 1, 1, 0, 0, 1, 5000, tzinfo=UTC)


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        to_ms(datetime.fromisoformat("2026-11-22"))


@given(st.integers(min_value=to_ms(datetime.min.replace(tzinfo=UTC)), max_value=253_402_300_799_999))
def test_milliseconds_survive_the_way_there_and_back(ms: int) -> None:
    assert to_ms(from_ms(ms)) == ms
