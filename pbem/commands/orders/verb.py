"""What a verb of orders is beside what all verbs are: where it may stand, and what follows it."""

from collections.abc import Callable
from dataclasses import dataclass

from pbem.commands.orders.context import OrderContext, OrderCursor, Part
from pbem.commands.orders.idioms import KINDS
from pbem.commands.orders.requests import Dictated
from pbem.commands.verb import Form, Verb


@dataclass(frozen=True, eq=False)
class OrderVerb(Verb[OrderContext, Part]):
    """A verb of orders."""

    alone: bool = True
    """Whether it can stand without arguments."""
    opens: bool = False
    """Whether it opens a line and orders follow behind a colon: then `read` reads what stands before that."""
    everyday: bool = False
    """Whether it is a word that people use of other things: such a one is an order at the head of a line only."""
    dictates: Callable[[OrderCursor], Dictated] | None = None
    """What reads the order up to a colon behind which a text of the writer's own stands, where it has one."""


def alike(form: Form) -> dict[str, Form]:
    """A verb that is the same in every kind of game."""
    return dict.fromkeys(KINDS, form)


def command(shape: str, explanation: str) -> dict[str, Form]:
    """A verb without arguments, the same in every kind of game."""
    return alike(Form(shape, (shape,), explanation))
