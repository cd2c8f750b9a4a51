"""Conditions, such as `if s >= 2 and year < 9:`. What they can compare stands in one table, from which all is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.orders.context import OrderCursor, Part
from pbem.commands.orders.grammar import company
from pbem.commands.orders.idioms import FIRST_RAILS, GERMANY, IDIOMS, KINDS
from pbem.commands.orders.script import Comparison, Conditional, QuantityName, Sign
from pbem.commands.orders.words import face_words
from pbem.commands.vocabulary import SEAT, phrases_of
from pbem.i18n import N_, Catalogue
from rules_core.kernel.dice import FACES, Face
from rules_core.line.table import Player
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


@dataclass(frozen=True)
class Quantity:
    """Something that a condition can compare with a number.

    `shape` is how it is typed, as a template of `verbs.in_words`, and `meaning` a message id that says what is counted.
    """

    name: QuantityName
    shape: str
    meaning: str
    value: Callable[[PlayerView, int], int]
    """Its value for a view of a player; the number is the company's in the cards' order, 0 where none is named."""
    kinds: tuple[str, ...] = KINDS


def _mine(view: PlayerView) -> Player:
    assert view.seat is not None, "a spectator gives no orders"
    return view.table.players[view.seat]


def _face(face: Face, meaning: str, kinds: tuple[str, ...] = KINDS) -> Quantity:
    return Quantity(face, IDIOMS[kinds[0]].signs[face], meaning, lambda view, _: _mine(view).front.of(face), kinds)


def _directs(view: PlayerView, company: int) -> int:
    return int(view.table.companies[view.table.box.companies[company].id].director == view.seat)


def _passengers(view: PlayerView, _: int) -> int:
    """Those taken in, behind the screen (FR-60) or before it (GE-5)."""
    return view.own.passengers + sum(_mine(view).carried)


def _waiting(view: PlayerView, company: int) -> int:
    return view.table.waiting[company]


def _left(view: PlayerView, company: int) -> int:
    return view.table.companies[view.table.box.companies[company].id].unsold


QUANTITIES: Final[tuple[Quantity, ...]] = (
    _face("straight", N_("straights in front of you")),
    _face("curve", N_("curves in front of you")),
    _face("share", N_("share dice in front of you"), (FIRST_RAILS,)),
    _face("share", N_("transport symbols in front of you"), (GERMANY,)),
    _face("?", N_('"?" in front of you')),
    Quantity("dice", "{dice}", N_("all dice in front of you"), lambda view, _: _mine(view).front.total),
    Quantity("hidden", "{hidden}", N_("your hidden dice"), lambda view, _: view.own.hidden),
    Quantity("bank", "{bank}", N_("dice in the bank"), lambda view, _: view.table.bank),
    Quantity("year", "{year}", N_("the year"), lambda view, _: view.table.year),
    Quantity("passengers", "{passenger}", N_("your passengers in thousands"), _passengers),
    Quantity("shares", "weiden", N_("your shares of it"), lambda view, at: _mine(view).shares[at], (FIRST_RAILS,)),
    Quantity("waiting", "weiden", N_("passengers in thousands that wait for it"), _waiting, (GERMANY,)),
    Quantity("left", "weiden {left}", N_("its shares that nobody has bought yet"), _left, (FIRST_RAILS,)),
    Quantity("director", "{self} {direct} weiden", N_("whether you are its director"), _directs),
)
"""All of them, in the order in which they are explained; one that games tell otherwise stands once for each."""


def quantity(name: QuantityName, kind: str) -> Quantity:
    """A quantity in a kind of game. Raises KeyError for one that the game has not."""
    for found in QUANTITIES:
        if found.name == name and kind in found.kinds:
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
    return {_typed(one.shape, language): catalogue.text(one.meaning) for one in QUANTITIES if kind in one.kinds}


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
