"""Verbs of simple games: an action that is nothing but a seat's, or has one number; and one that may be repeated."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from pbem.commands.cursor import NOISE
from pbem.commands.faults import ParseError
from pbem.commands.orders.notation import OrderCursor, OrderVerb, Part, bare_action, command
from pbem.commands.orders.script import ActionOrder, Wish
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import N_
from rules_core.games import ruleset_for
from rules_core.kernel.simple import SimpleEndTurn

MOST: Final = 100
"""How often an order can be repeated at most."""


@dataclass(frozen=True)
class SimpleVerb:
    """The verb of an action: `roll`; `play 3` for one with a number; `roll 3` for one that is done three times."""

    action: type
    """The class of action, which takes the seat and at most one number."""
    name: str
    words: Mapping[str, tuple[str, ...]]
    """What is typed for it, by language; the first is written."""
    explanation: str
    """The effect of the verb, as a message id."""
    numbers: range = range(1, 100)
    repeats: bool = False
    """Whether a number behind it repeats the action that often, as long as it is possible."""

    @property
    def has_number(self) -> bool:
        """Whether its action has a number."""
        return len(fields(self.action)) > 1

    @property
    def examples(self) -> tuple[str, ...]:
        """Orders as templates, the fullest first."""
        example = f"{{{self.name}}} {self.numbers[min(2, len(self.numbers) - 1)]}"
        if self.has_number:
            return (example,)
        return (f"{{{self.name}}} 3", f"{{{self.name}}}") if self.repeats else (f"{{{self.name}}}",)

    def order_verb(self, vocabulary: Vocabulary) -> OrderVerb:
        """The verb as the table of verbs has it."""
        number = " <number>" if self.has_number else " [<number>]" if self.repeats else ""
        takes = ("number",) if number else ()
        form = Form(f"{{{self.name}}}{number}", self.examples, self.explanation, takes=takes)
        return OrderVerb(vocabulary, self.name, form, self._read, alone=not self.has_number, shows=not number)

    def _read(self, cursor: OrderCursor) -> tuple[Part, ...]:
        """The order, with its number if it has one. Raises ParseError."""
        cursor.skip(*NOISE)
        seat = cursor.context.seat
        order: Part = ActionOrder(self.action(seat)) if not self.has_number else _number(self, cursor, seat)
        if self.repeats and cursor.sees_number():
            order = Repeated(self.action(seat), cursor.number(1, MOST))
        cursor.skip(*NOISE)
        cursor.done()
        return (order,)


def _number(verb: SimpleVerb, cursor: OrderCursor, seat: int) -> Part:
    if not cursor.sees_number():
        raise ParseError("missing_number", cursor.peek())
    return ActionOrder(verb.action(seat, cursor.number(verb.numbers[0], verb.numbers[-1])))


@dataclass(frozen=True, slots=True)
class Repeated(Wish):
    """`roll 3`: an action done a number of times, as long as it can be; it is refused where it cannot be done once."""

    action: Any
    times: int

    def next_action(self, view: Any, done: int) -> Any | None:
        """The action once more; None where it was done often enough, or can no longer be done."""
        if done >= self.times or (done and self.action not in ruleset_for(view.kind).legal(view)):
            return None
        return self.action


def end_verb() -> OrderVerb:
    """The verb that ends a turn."""
    return OrderVerb(SEAT, "end", command("{end}", N_("End your turn.")), bare_action(SimpleEndTurn), shows=True)


def writer(vocabulary: Vocabulary, verbs: Iterable[SimpleVerb]) -> Callable[[Any, Any, str], str]:
    """The function that writes the line which asks for an action."""
    names = {SimpleEndTurn: "end", **{verb.action: verb.name for verb in verbs}}

    def write(action: Any, _table: Any, language: str) -> str:
        numbers = [str(getattr(action, part.name)) for part in fields(action) if part.name != "seat"]
        return " ".join((vocabulary.word(names[type(action)], language), *numbers))

    return write
