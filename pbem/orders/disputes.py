"""How `dispute` and `statement` are read up to the colon behind which their text stands."""

from typing import Final

from pbem.orders.cursor import Cursor
from pbem.orders.requests import Dispute, State

_HIGHEST: Final = 10**15
"""Positions of logs and numbers of disputes are lower."""


def dispute(cursor: Cursor) -> Dispute:
    """`dispute`, `dispute #118`: a complaint about what was played, as yet without its text. Raises Unreadable."""
    return Dispute(optional_number(cursor), "")


def statement(cursor: Cursor) -> State:
    """`statement`, `statement 3`: something to say about a dispute, as yet without it. Raises Unreadable."""
    return State(optional_number(cursor), "")


def optional_number(cursor: Cursor) -> int | None:
    """The number that comes next, if one does; nothing else may stand here."""
    cursor.skip("please")
    number = cursor.number(1, _HIGHEST) if cursor.sees_number() else None
    cursor.skip("please")
    cursor.done()
    return number
