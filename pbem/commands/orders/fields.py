"""The fields of what seats ask for, as they are read from what stands behind a verb; whoever else has such takes them.

Moderators name seats, lengths of time and positions by the same words, players of an office days.
"""

from collections.abc import Mapping
from typing import Any, Final

from wtforms import DateField
from wtforms.validators import InputRequired, Optional

from pbem.clock import LONGEST_DAYS, Pace
from pbem.commands.command import ClosingField, LineField
from pbem.commands.cursor import TokenCursor
from pbem.commands.orders.dates import Day, first_day, has_last_day, read_day
from pbem.commands.orders.notation import PlayersCursor
from pbem.commands.orders.talking import Readers, player, readers
from pbem.commands.tokens import ParseError
from pbem.i18n import N_

HIGHEST: Final = 10**15
"""Positions of logs and numbers of disputes are lower."""
_EXTENDING: Final = ("articles", "please", "joiner", "turn", "deadline", "by", "at", "from")
_UNITS: Final = ("day", "hour", "week")
_WEEK: Final = 7
_DAY_HOURS: Final = 24


def _number(cursor: PlayersCursor) -> int:
    return cursor.number(1, HIGHEST)


def read_pace(cursor: PlayersCursor) -> Pace:
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
        raise ParseError("missing_unit", cursor.peek())
    if amount > LONGEST_DAYS:
        raise ParseError("number_range", first, least=1, most=LONGEST_DAYS)
    return Pace(amount, "d")


def _has_pace(cursor: PlayersCursor) -> bool:
    """Whether more follows than words before a time, and than a reason."""
    cursor.skip(*_EXTENDING)
    return cursor.peek() is not None and not _has_reason(cursor)


def _has_reason(cursor: PlayersCursor) -> bool:
    """Whether a reason begins here: behind punctuation, or with a word such as "because"."""
    token = cursor.peek()
    if token is None or token.kind != "word" or cursor.sees_number():
        return False
    return bool(token.pause.strip("\"'")) or (cursor.at > cursor.verb_length and cursor.sees("because"))


def _writer(cursor: PlayersCursor) -> int | None:
    if cursor.peek() is None:
        raise ParseError("missing_player", None)
    return None if cursor.take("anonymous") else player(cursor)


NUMBER: Final = LineField("<number>", _number, ("number",), TokenCursor.sees_number)
"""A number, of a dispute or a position."""
POSITION: Final = LineField("#<number>", _number, ("number",), TokenCursor.sees_number)
"""A position of the game's log."""
PACE: Final = LineField("<number> {days}|{hours}", read_pace, ("number", "day", "hour", "week"), _has_pace)
"""A length of playing time, as in "my deadline by 12 h"."""
REASON: Final = LineField(", <why>", TokenCursor.remainder, begins=_has_reason)
"""Why, in prose."""
_NO_DAY: Final = N_("Choose two days, or write them as in 2026-12-20.")
_DATED: Final[Mapping[str, Any]] = {"invalid_value_message": _NO_DAY, "filters": [Day.on]}
DAY: Final = LineField[Day](
    "<day>",
    first_day,
    ("number", "month"),
    form_field=DateField(N_("First day"), [InputRequired(_NO_DAY)], render_kw={"required": True}, **_DATED),
)
"""A day, or the first of several."""
_HELP: Final = N_("Leave the last day empty for a single day.")
LAST_DAY: Final = LineField[Day](
    "{until} <day>",
    read_day,
    ("until", "from"),
    has_last_day,
    DateField(N_("Last day"), [Optional()], description=_HELP, **_DATED),
)
"""The last of several days."""
READERS: Final = LineField[Readers](
    "[{anonymous}] <players>|{all}", readers, ("anonymous", "all", "to", "player", "number")
)
"""To whom something is written, and whether without a name."""
WRITER: Final = LineField("<player>|{anonymous}", _writer, ("anonymous", "player", "number"))
"""A seat from 0 by its player's name or its number, or None for whoever writes without a name."""
ORDERS: Final = ClosingField[tuple[str, ...]]("<orders>", (), ("none",))
"""Orders, as lines."""
