"""The verbs of orders: a table for each game, from which reader, help, error hints and forms are made.

A game's table holds its own verbs and those that any seat may write. Its own may include some that it has not, so that
the rules can refuse them; told are only those that it has.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from pbem.commands.faults import Fault
from pbem.commands.orders.asking import ASKING
from pbem.commands.orders.controls import CONTROLS
from pbem.commands.orders.faults import MESSAGES
from pbem.commands.orders.notation import Notation, OrderVerb, notation_of
from pbem.commands.table import VerbTable
from pbem.commands.vocabulary import SEAT
from pbem.i18n import Catalogue

_LEAST_FOREIGN: Final = 4
"""A verb's name in another language than the player's and English has at least as many letters."""
ORDERS: Final = VerbTable[OrderVerb](SEAT, (*CONTROLS, *ASKING), MESSAGES, least_foreign=_LEAST_FOREIGN)
"""What any seat may write, whichever game is played."""
in_words: Final = ORDERS.in_words


def table_of(kind: str) -> VerbTable[OrderVerb]:
    """All verbs of a kind of game, in the order in which they are explained. Raises KeyError for an unknown one."""
    return _table(notation_of(kind))


@cache
def _table(notation: Notation) -> VerbTable[OrderVerb]:
    general = (_in_terms(verb, notation) for verb in ORDERS.verbs if notation.quantities or verb.name != "if")
    return VerbTable[OrderVerb](
        notation.vocabulary,
        (*notation.verbs, *general),
        {**MESSAGES, **notation.messages},
        least_foreign=_LEAST_FOREIGN,
        placeholders=notation.placeholders,
    )


def _in_terms(verb: OrderVerb, notation: Notation) -> OrderVerb:
    """A verb of any game with the examples of one, and what conditions speak of there."""
    form = verb.form
    examples = notation.examples.get(verb.name, form.examples)
    takes = notation.compares if verb.name == "if" else form.takes
    if (examples, takes) == (form.examples, form.takes):
        return verb
    return replace(verb, form=replace(form, examples=examples, takes=takes))


def verbs_of(kind: str) -> tuple[OrderVerb, ...]:
    """The verbs that a kind of game has, in the order in which they are explained."""
    return tuple(verb for verb in table_of(kind).verbs if verb.told)


def explain(fault: Fault, catalogue: Catalogue) -> str:
    """A fault in a few lines of text, the line quoted first; without the quotation for one found by `bind`."""
    table, facts = table_of(fault.kind), notation_of(fault.kind).facts(catalogue)
    told = replace(fault, verb=_helpful_verb(fault, table.by_name))
    return table.explain(told, catalogue, **{**facts, "and": SEAT.word("and", catalogue.language)})


def _helpful_verb(fault: Fault, by_name: Mapping[str, OrderVerb]) -> str | None:
    """The verb whose shape may help: the one that was read, or the only one that was suggested."""
    if fault.verb is not None:
        return fault.verb
    meant = [name for name, verb in by_name.items() if set(fault.did_you_mean) & {*sum(verb.aliases.values(), ())}]
    return meant[0] if len(meant) == 1 else None
