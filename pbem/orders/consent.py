"""How players agree on going back is read: what is proposed, up to its reason, and what is said to it."""

from collections.abc import Callable

from pbem.orders.cursor import Cursor, Part
from pbem.orders.disputes import optional_number
from pbem.orders.requests import Agree, Propose, Refuse


def propose(cursor: Cursor) -> Propose:
    """`rollback`, `rollback #118`: a proposal to go back, as yet without its reason. Raises Unreadable."""
    return Propose(optional_number(cursor), "")


def say(kind: type[Agree | Refuse]) -> Callable[[Cursor], tuple[Part, ...]]:
    """The reader of `agree` or `refuse`, perhaps with the place that was proposed: `agree 118`."""
    return lambda cursor: (kind(optional_number(cursor)),)
