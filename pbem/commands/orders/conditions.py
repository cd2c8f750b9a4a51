"""Conditions, such as `if s >= 2 and year < 9:`. What they can compare stands in the notation of each game."""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.orders.context import OrderCursor, Part
from pbem.commands.orders.grammar import company
from pbem.commands.orders.notation import Quantity, notation_of
from pbem.commands.orders.script import Comparison, Conditional, QuantityName, Sign
from pbem.commands.orders.words import face_words
from pbem.commands.vocabulary import SEAT, phrases_of
from pbem.i18n import Catalogue
from rules_core.line.dice import FACES
from rules_core.line.views import PlayerView

MOST: Final = 999
"""No number in a condition is higher; passengers count in thousands."""
_NOISE: Final = ("articles", "please")
_COMPANY: Final = 2
"""A company's name in a condition has at least as many letters; one alone is a face, or the "I" of a sentence."""
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


def quantity(name: QuantityName, kind: str) -> Quantity:
    """A quantity in a kind of game. Raises KeyError for one that the game has not."""
    for found in notation_of(kind).quantities:
        if found.name == name:
            return found
    raise KeyError(f"no {name} in {kind}")


def value_of(comparison: Comparison, view: PlayerView) -> int:
    """What a player now sees of what a comparison speaks of."""
    company = view.table.box.company_index(comparison.company) if comparison.company else 0
    return quantity(comparison.quantity, view.table.kind).value(view, company)


def unmet(conditional: Conditional, view: PlayerView) -> Comparison | None:
    """The first comparison that does not hold for a player's view; None where all hold."""
    for comparison in conditional.comparisons:
        if not _HOLDS[comparison.sign](value_of(comparison, view), comparison.number):
            return comparison
    return None


def meanings(catalogue: Catalogue, kind: str) -> Mapping[str, str]:
    """What each quantity of a kind of game is, by what is typed for it, in the catalogue's language."""
    language = catalogue.language
    return {_typed(one.shape, language): catalogue.text(one.meaning) for one in notation_of(kind).quantities}


def _typed(shape: str, language: str) -> str:
    return " ".join(SEAT.word(part[1:-1], language) if part[0] == "{" else part for part in shape.split())


def condition(cursor: OrderCursor) -> tuple[Part, ...]:
    """`if s >= 2 and i direct weiden`: the comparisons, as a condition for orders yet to be read."""
    comparisons = [_comparison(cursor)]
    while _goes_on(cursor) and cursor.take("and"):
        comparisons.append(_comparison(cursor))
    return (Conditional(tuple(comparisons)),)


def _goes_on(cursor: OrderCursor) -> bool:
    token = cursor.peek()
    return token is not None and ":" not in token.pause


def _comparison(cursor: OrderCursor) -> Comparison:
    cursor.skip(*_NOISE)
    if cursor.sees("self", "direct", "director"):
        return _directing(cursor)
    if (sign := _sign(cursor)) is not None:
        number = _number(cursor)
        name, company = _quantity(cursor)
        return Comparison(name, sign, number, company)
    name, company = _quantity(cursor)
    if (sign := _sign(cursor)) is None:
        raise ParseError("missing_comparison", cursor.peek())
    return Comparison(name, sign, _number(cursor), company)


def _directing(cursor: OrderCursor) -> Comparison:
    """`i direct weiden`, `ich leite weiden nicht`, `je ne dirige pas weiden`, in the order of any language."""
    company, directs, denied = "", False, False
    while _goes_on(cursor) and not cursor.sees("and", "then"):
        if cursor.take("direct", "director"):
            directs = True
        elif cursor.take("not"):
            denied = True
        elif not cursor.take("self", "articles", "from"):
            company = _company(cursor)
    if not directs or not company:
        raise ParseError("unknown_quantity" if not directs else "missing_company", cursor.peek())
    return Comparison("director", "=", int(not denied), company)


def _quantity(cursor: OrderCursor) -> tuple[QuantityName, str]:
    """What is compared, and the company that is named for it."""
    cursor.skip(*_NOISE)
    token = cursor.peek()
    if token is None or not _goes_on(cursor):
        raise ParseError("missing_comparison", token)
    face = face_words(cursor.language, cursor.context.kind).get(token.fold)
    if face is not None and face in FACES:
        cursor.next()
        cursor.skip("dice")
        return face, ""
    for name, key in _WORDS.items():
        if cursor.take(key):
            cursor.skip("dice")
            return name, ""
    company = _company(cursor)
    cursor.skip("share", "passenger")
    if cursor.context.is_printed:
        return "waiting", company
    return ("left" if cursor.take("left") else "shares"), company


_WORDS: Final[Mapping[QuantityName, str]] = {
    "hidden": "hidden",
    "dice": "dice",
    "bank": "bank",
    "year": "year",
    "passengers": "passenger",
}
"""Quantities that are named by a word with one meaning."""


def _company(cursor: OrderCursor) -> str:
    token = cursor.peek()
    found = company(cursor) if token is not None and len(token.fold) >= _COMPANY else None
    if found is None:
        raise ParseError("unknown_quantity", token)
    cursor.at += found[1]
    return found[0]


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
    return _SIGNS.get(token.pause.strip()) if token.kind == "number" else None


def _number(cursor: OrderCursor) -> int:
    token = cursor.peek()
    if token is None or token.kind != "number":
        raise ParseError("missing_comparison", token)
    return cursor.number(0, MOST)
