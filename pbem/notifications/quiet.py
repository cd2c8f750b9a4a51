"""Quiet hours: minutes of a player's day in which nothing is sent to a channel, by the clock on their wall."""

from datetime import datetime
from zoneinfo import ZoneInfo


def is_quiet(at: datetime, zone: str, first: int | None, last: int | None) -> bool:
    """Whether a moment lies in the quiet hours from minute `first` of the day up to `last`, over midnight if need be.

    Clocks that are set forward or back take the hours with them, since it is the wall's clock that counts.
    """
    if first is None or last is None:
        return False
    here = at.astimezone(ZoneInfo(zone))
    minute = here.hour * 60 + here.minute
    return first <= minute < last if first < last else minute >= first or minute < last
