"""How lengths of time are read: as days, hours or weeks."""

from typing import Final

from pbem.orders.cursor import Cursor, Part, Unreadable
from pbem.orders.requests import Extend
from pbem.playing_time import LONGEST_DAYS, Pace

_NOISE: Final = ("articles", "please", "joiner", "turn", "deadline", "by", "at", "from")
_UNITS: Final = ("day", "hour", "week")
_WEEK: Final = 7
_DAY_HOURS: Final = 24


def extend(cursor: Cursor) -> tuple[Part, ...]:
    """`extend`, `extend 2 days`, `extend my deadline by 12 h`: more time, by as much as is usual or as it is said."""
    cursor.skip(*_NOISE)
    by = None if cursor.peek() is None else _pace(cursor)
    cursor.skip("please")
    cursor.done()
    return (Extend(by),)


def _pace(cursor: Cursor) -> Pace:
    """A number with its unit, such as `2 days`; the unit alone is one."""
    first = cursor.peek()
    if not (cursor.sees_number() or cursor.sees("a", *_UNITS)):
        raise cursor.unexpected()
    amount = cursor.number(1, LONGEST_DAYS * _DAY_HOURS) if cursor.sees_number() else 1
    cursor.skip("a")
    if cursor.take("hour"):
        return Pace(amount, "h")
    if cursor.take("week"):
        amount *= _WEEK
    elif not cursor.take("day"):
        raise Unreadable("missing_unit", cursor.peek())
    if amount > LONGEST_DAYS:
        raise Unreadable("number_range", first, least=1, most=LONGEST_DAYS)
    return Pace(amount, "d")
