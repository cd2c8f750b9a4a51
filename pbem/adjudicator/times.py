"""Until when a player has time, and when a game has to be looked at next."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from pbem.clock import PlayingTime, from_ms, read_pace, to_ms
from pbem.config import Settings
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatContact
from pbem.store.mail.sending import find_reach
from pbem.store.players.preferences import REMINDERS, list_absences
from pbem.terms import Terms

_HOUR_MS: Final = 3_600_000
_WEEK: Final = 7
_LOOKED_BACK: Final = timedelta(days=2)
"""Absences that ended longer ago do not matter in any time zone."""


def load_playing_time(
    tx: Tx, terms: Terms, player_id: int, now_ms: int, *, announced_by_ms: int | None = None
) -> PlayingTime:
    """The calendar by which a player's time runs in a game: its playing days, without those on which they are away.

    Nor does it run on the first days on which mails do not reach them. Of all these only those count that were
    announced by a moment, if it is named.
    """
    since = (from_ms(now_ms) - _LOOKED_BACK).date().isoformat()
    away = [
        (date.fromisoformat(row.first_day), date.fromisoformat(row.last_day))
        for row in list_absences(tx, player_id, since)
        if announced_by_ms is None or row.announced_ms <= announced_by_ms
    ]
    return PlayingTime(terms.zone, terms.playing_days, [*away, *_unreached(tx, player_id, announced_by_ms)])


def _unreached(tx: Tx, player_id: int, by_ms: int | None) -> list[tuple[date, date]]:
    """The days on which a player's time stands still since no mails reach them, if that was known by a moment."""
    found = find_reach(tx, player_id)
    if found is None or found.suspended_ms is None or not found.first_day:
        return []
    is_known = by_ms is None or found.suspended_ms <= by_ms
    return [(date.fromisoformat(found.first_day), date.fromisoformat(found.last_day))] if is_known else []


def compute_deadline_ms(
    tx: Tx, terms: Terms, player_id: int, now_ms: int, *, announced_by_ms: int | None = None
) -> int:
    """The latest moment of a turn of a player that begins now; absences count as in `playing_time`."""
    pace = read_pace(terms.pace)
    assert pace is not None, "terms are checked when a game is opened"
    calendar = load_playing_time(tx, terms, player_id, now_ms, announced_by_ms=announced_by_ms)
    return to_ms(calendar.after(from_ms(now_ms), pace))


def turn_time_from_now_ms(game: GameRow, now_ms: int, least: timedelta) -> int:
    """Until when something stands that waits for an answer: for a turn's time of the game, and at least for a span."""
    pace, now = read_pace(game.pace), from_ms(now_ms)
    assert pace is not None, "terms are checked when a game is opened"
    return to_ms(max(PlayingTime(game.zone, game.playing_days).after(now, pace), now + least))


def first_wake_ms(terms: Terms, mover: SeatContact, deadline_ms: int, now_ms: int) -> int:
    """The first moment to look at a game in a turn that begins now: at once where the server plays it itself."""
    plays_for_nobody = terms.late in ("pass", "standby-pass", "bot") or mover.program_ms is not None
    plays_at_once = mover.vacant_ms is not None and plays_for_nobody
    return now_ms if plays_at_once else next_wake_ms(terms.pace, deadline_ms, now_ms)


def reminder_moments(pace: str, deadline_ms: int) -> Mapping[int, int]:
    """The moments before a deadline at which players are reminded, by the distances that they may choose, in hours.

    A distance that is as long as a turn, or longer, counts as half a turn: nobody is reminded as their turn begins.
    """
    chosen = read_pace(pace)
    assert chosen is not None, "terms are checked when a game is opened"
    turn_ms = round(chosen.span.total_seconds() * 1000)
    spans = {hours: hours * _HOUR_MS for hours in REMINDERS}
    return {hours: deadline_ms - (span if span < turn_ms else turn_ms // 2) for hours, span in spans.items()}


def next_wake_ms(pace: str, deadline_ms: int, now_ms: int) -> int:
    """The next moment to look at a game: the nearest before its deadline at which a player is reminded."""
    return min((at for at in reminder_moments(pace, deadline_ms).values() if at > now_ms), default=deadline_ms)


def bounded_turns(terms: Terms, turns: int, days: int) -> int:
    """Bound a number of turns by the days that they last at least; one turn is the least."""
    chosen = read_pace(terms.pace)
    assert chosen is not None, "terms are checked when a game is opened"
    turn = chosen.span * _WEEK / len(terms.playing_days)
    return max(1, min(turns, timedelta(days=days) // turn))


def waiting_turns(settings: Settings, terms: Terms) -> int:
    """For how many turns' time past a deadline a game waits before those who wait can do something about it."""
    return bounded_turns(terms, settings.play.waiting_turns, settings.play.waiting_days)
