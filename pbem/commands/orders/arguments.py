"""How arguments are read that are the same in every game: numbers, lengths of time, codes, or none at all."""

from collections.abc import Callable
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.orders.context import OrderCursor, Part
from pbem.commands.orders.requests import Agree, Dispute, Extend, Propose, Refuse, State
from pbem.commands.orders.script import Order, ServerCommand, ServerCommandName
from pbem.playing_time import LONGEST_DAYS, Pace

NOISE: Final = ("articles", "please", "joiner")
"""Words that change nothing."""
_EXTENDING: Final = ("articles", "please", "joiner", "turn", "deadline", "by", "at", "from")
_UNITS: Final = ("day", "hour", "week")
_WEEK: Final = 7
_DAY_HOURS: Final = 24
_HIGHEST: Final = 10**15
"""Positions of logs and numbers of disputes are lower."""


def command(name: ServerCommandName) -> Callable[[OrderCursor], tuple[Part, ...]]:
    """The reader of an order to the server, which has no arguments."""
    return bare(ServerCommand(name))


def bare(order: Order) -> Callable[[OrderCursor], tuple[Part, ...]]:
    """The reader of an order that has no arguments."""

    def read(cursor: OrderCursor) -> tuple[Part, ...]:
        cursor.skip(*NOISE)
        cursor.done()
        return (order,)

    return read


def confirm(cursor: OrderCursor) -> tuple[Part, ...]:
    """`confirm`, `confirm 7KM2 9QRT`: the code is all letters and digits that follow, however they are spaced."""
    cursor.skip(*NOISE)
    typed: list[str] = []
    while (token := cursor.peek()) is not None and token.kind in ("word", "number"):
        typed.append(cursor.next().text)
    cursor.done()
    return (ServerCommand("confirm", "".join(typed).upper()),)


def ask_help(cursor: OrderCursor) -> tuple[Part, ...]:
    """`help`, whatever follows."""
    cursor.skip_to_end()
    return (ServerCommand("help"),)


def extend(cursor: OrderCursor) -> tuple[Part, ...]:
    """`extend`, `extend 2 days`, `extend my deadline by 12 h`: more time, by as much as is usual or as it is said."""
    cursor.skip(*_EXTENDING)
    by = None if cursor.peek() is None else _pace(cursor)
    cursor.skip("please")
    cursor.done()
    return (Extend(by),)


def _pace(cursor: OrderCursor) -> Pace:
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


def dispute(cursor: OrderCursor) -> Dispute:
    """`dispute`, `dispute #118`: a complaint about what was played, as yet without its text. Raises ParseError."""
    return Dispute(optional_number(cursor), "")


def statement(cursor: OrderCursor) -> State:
    """`statement`, `statement 3`: something to say about a dispute, as yet without it. Raises ParseError."""
    return State(optional_number(cursor), "")


def optional_number(cursor: OrderCursor) -> int | None:
    """The number that comes next, if one does; nothing else may stand here."""
    cursor.skip("please")
    number = cursor.number(1, _HIGHEST) if cursor.sees_number() else None
    cursor.skip("please")
    cursor.done()
    return number


def propose(cursor: OrderCursor) -> Propose:
    """`rollback`, `rollback #118`: a proposal to go back, as yet without its reason. Raises ParseError."""
    return Propose(optional_number(cursor), "")


def say(kind: type[Agree | Refuse]) -> Callable[[OrderCursor], tuple[Part, ...]]:
    """The reader of `agree` or `refuse`, perhaps with the place that was proposed: `agree 118`."""
    return lambda cursor: (kind(optional_number(cursor)),)
