"""The verbs of orders: one table, from which reader, help, error hints and forms are made.

Every verb is read in every kind of game, so that the rules can refuse what a game has not; told are only a game's own.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pbem.commands.faults import Fault
from pbem.commands.orders.asking import ASKING
from pbem.commands.orders.controls import CONTROLS
from pbem.commands.orders.faults import MESSAGES
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.playing import TURN
from pbem.commands.orders.verb import OrderVerb
from pbem.commands.table import VerbTable
from pbem.commands.vocabulary import SEAT
from pbem.i18n import Catalogue

PLAYING: Final[tuple[OrderVerb, ...]] = (*TURN, *CONTROLS)
"""What is done in one's turn, and what is asked about it."""
_LEAST_FOREIGN: Final = 4
"""A verb's name in another language than the player's and English has at least as many letters."""
ORDERS: Final = VerbTable[OrderVerb](
    SEAT, (*PLAYING, *ASKING), {str(code): text for code, text in MESSAGES.items()}, least_foreign=_LEAST_FOREIGN
)
VERBS: Final = ORDERS.verbs
"""All verbs, in the order in which they are explained."""
BY_NAME: Final[Mapping[str, OrderVerb]] = ORDERS.by_name
in_words: Final = ORDERS.in_words
shape_of: Final = ORDERS.shape_of
examples_of: Final = ORDERS.examples_of


def verbs_of(kind: str) -> tuple[OrderVerb, ...]:
    """The verbs of a kind of game, in the order in which they are explained."""
    return tuple(verb for verb in VERBS if verb.form_in(kind))


def explain(fault: Fault, catalogue: Catalogue) -> str:
    """A fault in a few lines of text, the line quoted first; without the quotation for one found by `bind`."""
    third, also = catalogue.text(notation_of(fault.kind).third_face), SEAT.word("and", catalogue.language)
    told = replace(fault, verb=_helpful_verb(fault))
    return ORDERS.explain(told, catalogue, **{"third": third, "and": also})


def _helpful_verb(fault: Fault) -> str | None:
    """The verb whose shape may help: the one that was read, or the only one that was suggested."""
    if fault.verb is not None:
        return fault.verb
    if fault.code == "missing_end":
        return "lay"
    meant = [name for name, verb in BY_NAME.items() if set(fault.did_you_mean) & {*sum(verb.aliases.values(), ())}]
    return meant[0] if len(meant) == 1 else None
