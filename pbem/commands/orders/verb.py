"""What a verb of orders is beside what all verbs are: where it may stand, and what follows it."""

from collections.abc import Callable
from dataclasses import dataclass

from pbem.commands.orders.context import OrderContext, OrderCursor, Part
from pbem.commands.orders.notation import notation_of, written_kinds
from pbem.commands.orders.requests import Dictated
from pbem.commands.verb import ANY_GAME, Form, Verb


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

    def form_in(self, kind: str) -> Form | None:
        """The form in the notation of a kind of game, or that of all; None where the game has no such verb."""
        own = None if kind == ANY_GAME else notation_of(kind).forms.get(self.name)
        return own or self.forms.get(ANY_GAME)

    def form(self, kind: str = ANY_GAME) -> Form:
        """The form in a kind of game; of a verb that the game has not, another game's."""
        found = (self.form_in(one) for one in (kind, *written_kinds()))
        return next(form for form in found if form is not None)


def alike(form: Form) -> dict[str, Form]:
    """A verb that is the same in every kind of game."""
    return {ANY_GAME: form}


def command(shape: str, explanation: str) -> dict[str, Form]:
    """A verb without arguments, the same in every kind of game."""
    return alike(Form(shape, (shape,), explanation))
