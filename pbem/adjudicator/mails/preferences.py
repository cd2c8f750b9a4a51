"""What players wish of their mails: the time zone they are told the time in, and which reports they get."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from pbem.store.rows import REMINDERS, Preferences
from rules_core.kernel.events import Begun, Ending, Event


def zone_of(chosen: Preferences, default: str) -> str:
    """The time zone that a player has chosen; the server's where he chose none, or one that this machine lacks."""
    try:
        return ZoneInfo(chosen.zone).key if chosen.zone else default
    except (KeyError, ValueError, OSError):
        return default


def reminders_of(text: str) -> str | None:
    """Distances from a deadline in hours, such as "0 24", as they are kept: "24 0"; None where one is not offered."""
    asked = set(text.split())
    offered = [str(hours) for hours in REMINDERS]
    return " ".join(hours for hours in offered if hours in asked) if asked <= set(offered) else None


def wants_report(chosen: Preferences, news: Sequence[Event], *, is_to_move: bool) -> bool:
    """Whether a player is mailed at once what happened: always where the game has begun or ended.

    Who wants his own turns is mailed when he is to move; who wants one mail a day is told in that.
    """
    if chosen.reports == "all" or (chosen.reports == "mine" and is_to_move):
        return True
    return any(isinstance(event, Begun | Ending) for event in news)
