"""Conditions, such as `if s >= 2 and year < 9:`. What they can compare stands in the notation of each game."""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.orders.notation import OrderCursor, Part, Quantity, notation_of
from pbem.commands.orders.script import Comparison, Conditional, Sign
from pbem.commands.vocabulary import phrases_of
from pbem.i18n import Catalogue
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
