"""Conditions, such as `if s >= 2 and year < 9:`, and the verbs by which a player steers a letter: what of it is
undone, previewed or confirmed.
"""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt
from typing import Final

from pbem.commands.cursor import NOISE
from pbem.commands.orders import conditions
from pbem.commands.orders.notation import (
    OrderCursor,
    OrderVerb,
    Part,
    PlayersCursor,
    Quantity,
    bare,
    command,
    notation_of,
)
from pbem.commands.orders.script import Comparison, Conditional, ServerCommand, Sign
from pbem.commands.table import Form
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import SEAT, phrases_of
from pbem.i18n import N_, Catalogue
from rules_core.kernel.position import SeatView

MOST: Final = 999
"""No number in a condition is higher."""
_NOISE: Final = ("articles", "please")
_SIGNS: Final[Mapping[str, Sign]] = {
    "<": "<",
    "<=": "<=",
    "=<": "<=",
    "≤": "<=",
    "=": "=",
    "==": "=",
    ">=": ">=",
    "=>": ">=",
    "≥": ">=",
    ">": ">",
}
_WORDED: Final[tuple[Sign, ...]] = (">=", "<=")
"""The signs that may be written as words."""
_HOLDS: Final[Mapping[Sign, Callable[[int, int], bool]]] = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}


def quantity(name: str, kind: str) -> Quantity:
    """A quantity in a kind of game. Raises KeyError for one that the game has not."""
    for found in notation_of(kind).quantities:
        if found.name == name:
            return found
    raise KeyError(f"no {name} in {kind}")


def value_of(comparison: Comparison, view: SeatView) -> int:
    """The number a comparison speaks of, as a player now sees it."""
    return quantity(comparison.quantity, view.kind).value(view, comparison.of)


def unmet(conditional: Conditional, view: SeatView) -> Comparison | None:
    """The first comparison that does not hold for a player's view; None where all hold."""
    for comparison in conditional.comparisons:
        if not _HOLDS[comparison.sign](value_of(comparison, view), comparison.number):
            return comparison
    return None


def meanings(catalogue: Catalogue, kind: str) -> Mapping[str, str]:
    """The meanings of the quantities of a kind of game, by what is typed for each, in the catalogue's language."""
    fill, language = notation_of(kind).vocabulary.fill, catalogue.language
    return {fill(one.shape, language): catalogue.text(one.meaning) for one in notation_of(kind).quantities}


def condition(cursor: OrderCursor) -> tuple[Part, ...]:
    """`if s >= 2 and i direct weiden`: the comparisons, as a condition for orders yet to be read."""
    comparisons = [_comparison(cursor)]
    while goes_on(cursor) and cursor.take("and"):
        comparisons.append(_comparison(cursor))
    return (Conditional(tuple(comparisons)),)


def goes_on(cursor: OrderCursor) -> bool:
    """Whether the condition goes on before its colon."""
    token = cursor.peek()
    return token is not None and ":" not in token.pause


def _skip_noise(cursor: OrderCursor) -> None:
    """Read words that change nothing; one that is compared is none, such as the French "an" (year)."""
    while cursor.sees(*_NOISE) and not _is_compared(cursor):
        cursor.next()


def _is_compared(cursor: OrderCursor) -> bool:
    at = cursor.at
    cursor.next()
    sign = _sign(cursor)
    cursor.at = at
    return sign is not None


def _comparison(cursor: OrderCursor) -> Comparison:
    _skip_noise(cursor)
    stated = cursor.context.notation.stated(cursor)
    if stated is not None:
        return stated
    if (sign := _sign(cursor)) is not None:
        number = _number(cursor)
        name, of = _quantity(cursor)
        return Comparison(name, sign, number, of)
    name, of = _quantity(cursor)
    if (sign := _sign(cursor)) is None:
        raise ParseError("missing_comparison", cursor.peek())
    return Comparison(name, sign, _number(cursor), of)


def _quantity(cursor: OrderCursor) -> tuple[str, str]:
    _skip_noise(cursor)
    if not goes_on(cursor):
        raise ParseError("missing_comparison", cursor.peek())
    found = cursor.context.notation.compared(cursor)
    if found is None:
        raise ParseError("unknown_quantity", cursor.peek())
    return found


def _sign(cursor: OrderCursor) -> Sign | None:
    """The sign of comparison that comes next: before a number, or as words."""
    token = cursor.peek()
    if token is None:
        return None
    if token.kind == "arrow":
        return _SIGNS.get(cursor.next().text)
    for sign in _WORDED:
        if cursor.take_phrase(phrases_of(sign)):
            return sign
    return _SIGNS.get(token.pause.strip()) if token.digits else None


def _number(cursor: OrderCursor) -> int:
    token = cursor.peek()
    if token is None or not token.digits:
        raise ParseError("missing_comparison", token)
    return cursor.number(0, MOST)


def _confirm(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`confirm`, `confirm 7KM2 9QRT`: the code is all letters and digits that follow, however they are spaced."""
    cursor.skip(*NOISE)
    typed: list[str] = []
    while (token := cursor.peek()) is not None and token.kind in ("word", "number"):
        typed.append(cursor.next().text)
    cursor.done()
    return (ServerCommand("confirm", "".join(filter(str.isalnum, "".join(typed))).upper()),)


CONTROLS: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "undo",
        command("{undo}", N_("Undo your last order, if no dice were rolled after it.")),
        bare(ServerCommand("undo")),
        shows=True,
    ),
    OrderVerb(
        SEAT,
        "restart",
        command("{restart}", N_("Undo everything since your last roll, or since your turn began.")),
        bare(ServerCommand("restart")),
        shows=True,
    ),
    OrderVerb(
        SEAT,
        "check",
        command(
            "{check}",
            N_("Only preview what the orders in this message would do, up to the first roll. Nothing is done."),
        ),
        bare(ServerCommand("check")),
    ),
    OrderVerb(
        SEAT,
        "confirm",
        Form(
            "{confirm} [<code>]",
            ("{confirm}", "{confirm} 7KM2 9QRT"),
            N_(
                "Carry out what the last preview showed. What can't be undone is done only if you reply to the email "
                "that asked, or send the code in it."
            ),
        ),
        _confirm,
    ),
    OrderVerb(
        SEAT,
        "if",
        Form(
            "{if} <what> >= <number>: <orders>",
            (),
            N_(
                "Carry out the orders on this line only if a condition is met when they come up; otherwise skip the "
                "line and go on. It looks at what you see at that moment, so it is useful after a roll."
            ),
        ),
        conditions.condition,
        alone=False,
        everyday=True,
        opens=True,
    ),
)
