"""The times at which a mail is tried again."""

from typing import Final

_MINUTE_MS: Final = 60_000
_FIRST_DELAYS: Final = (1 * _MINUTE_MS, 5 * _MINUTE_MS, 15 * _MINUTE_MS)
_LATER_DELAY: Final = 60 * _MINUTE_MS
_PATIENCE: Final = 5 * 24 * 60 * _MINUTE_MS


def next_attempt(attempts: int, now_ms: int) -> int | None:
    """Schedule the next try of a mail that failed `attempts` times (1 or more): 1, 5, 15 minutes later, then hourly.

    None after five days of trying.
    """
    later = attempts - len(_FIRST_DELAYS)
    if later <= 0:
        return now_ms + _FIRST_DELAYS[max(attempts, 1) - 1]
    if sum(_FIRST_DELAYS) + later * _LATER_DELAY > _PATIENCE:
        return None
    return now_ms + _LATER_DELAY
