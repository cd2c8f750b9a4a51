"""Actions and lines: the action that an order asks for, the line that orders an action, and the nearest legal one."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from pbem.commands.faults import Fault
from pbem.commands.orders.notation import LOOKED_AT, notation_of
from pbem.commands.orders.script import ActionOrder, Play
from rules_core.kernel.position import PublicState, SeatView


def bind(order: Play, view: SeatView) -> Any | Fault:
    """The action an order asks for in the position the writer sees now; a Fault where it cannot be met there.

    To be called right before the action is decided: `roll all` behind `income` rolls the income too.
    """
    return order.action if isinstance(order, ActionOrder) else order.bind(view)


def write(action: Any, table: PublicState, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language: `read(write(action)) == action`.

    Raises KeyError or ValueError for what cannot be ordered.
    """
    return notation_of(table.kind).write(action, table, language)


def nearest(action: Any, legal: Iterable[Any], table: PublicState) -> Any | None:
    """The legal action nearest in meaning to a refused one, as the game has it; None where there is none."""
    return notation_of(table.kind).nearest(action, tuple(islice(legal, LOOKED_AT)), table)
