"""Conditions in games of one line: what they compare, how it is read, what it comes to, and its wording."""

from collections.abc import Mapping
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.orders.conditions import goes_on, value_of
from pbem.commands.orders.notation import OrderCursor, Quantity
from pbem.commands.orders.script import Comparison
from pbem.games.line.orders.names import company, face_words, line_notation
from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_
from rules_core.line.dice import FACES, Face
from rules_core.line.table import Player, PlayerView

COMPARED: Final = ("hidden", "dice", "bank", "year", "passenger", "left", "self", "direct", "director", "not", "and")
"""The meanings of words that may stand in a condition."""
_WORDS: Final[Mapping[str, str]] = {
    "hidden": "hidden",
    "dice": "dice",
    "bank": "bank",
    "year": "year",
    "passengers": "passenger",
}
"""Quantities that are named by a word with one meaning."""
_COMPANY: Final = 2
"""A company's name in a condition has at least as many letters; one alone is a face, or the "I" of a sentence."""


def signs(text: str) -> Mapping[Face, str]:
    """The signs by which the faces are written, one for each."""
    return dict(zip(FACES, text, strict=True))


def quantities(written: Mapping[Face, str], symbols: str, *of_companies: Quantity) -> tuple[Quantity, ...]:
    """The quantities that conditions compare: faces as they are written, the third named by `symbols`, and so on."""
    return (
        _face("straight", written, N_("straights in front of you")),
        _face("curve", written, N_("curves in front of you")),
        _face("share", written, symbols),
        _face("?", written, N_('"?" in front of you')),
        Quantity("dice", "{dice}", N_("all dice in front of you"), lambda view, _: mine(view).front.total),
        Quantity("hidden", "{hidden}", N_("your hidden dice"), lambda view, _: view.own_screen.hidden),
        Quantity("bank", "{bank}", N_("dice in the bank"), lambda view, _: view.table.bank),
        Quantity("year", "{year}", N_("the year"), lambda view, _: view.table.year),
        Quantity("passengers", "{passenger}", N_("your passengers in thousands"), _passengers),
        *of_companies,
        Quantity("director", "{self} {direct} weiden", N_("whether you are its director"), _directs),
    )


def mine(view: PlayerView) -> Player:
    """The viewer's part of the table: what they have in front of the screen."""
    assert view.seat is not None, "a spectator gives no orders"
    return view.table.players[view.seat]


def _face(face: Face, written: Mapping[Face, str], meaning: str) -> Quantity:
    return Quantity(face, written[face], meaning, lambda view, _: mine(view).front.of(face))


def _directs(view: PlayerView, company: str) -> int:
    return int(view.table.companies[company].director == view.seat)


def _passengers(view: PlayerView, _: str) -> int:
    """Those taken in, behind the screen (FR-60) or before it (GE-5)."""
    return view.own_screen.passengers + sum(mine(view).carried)


def stated(cursor: OrderCursor) -> Comparison | None:
    """`i direct weiden`, `ich leite weiden nicht`, `je ne dirige pas weiden`, in the order of any language."""
    if not cursor.sees("self", "direct", "director"):
        return None
    named, directs, denied = "", False, False
    while goes_on(cursor) and not cursor.sees("and", "then"):
        if cursor.take("direct", "director"):
            directs = True
        elif cursor.take("not"):
            denied = True
        elif not cursor.take("self", "articles", "from"):
            named = _company(cursor)
    if not directs or not named:
        raise ParseError("unknown_quantity" if not directs else "missing_company", cursor.peek())
    return Comparison("director", "=", int(not denied), named)


def compared(cursor: OrderCursor) -> tuple[str, str]:
    """Read what is compared, and the company that is named for it. Raises ParseError."""
    token = cursor.peek()
    face = face_words(cursor.language, cursor.context.kind).get(token.fold) if token else None
    if face is not None:
        cursor.next()
        cursor.skip("dice")
        return face, ""
    for name, key in _WORDS.items():
        if cursor.take(key):
            cursor.skip("dice")
            return name, ""
    named = _company(cursor)
    cursor.skip("share", "passenger")
    if line_notation(cursor.context.kind).is_printed:
        return "waiting", named
    return ("left" if cursor.take("left") else "shares"), named


def _company(cursor: OrderCursor) -> str:
    token = cursor.peek()
    found = company(cursor) if token is not None and len(token.fold) >= _COMPANY else None
    if found is None:
        raise ParseError("unknown_quantity", token)
    cursor.at += found[1]
    return found[0]


def present(comparison: Comparison, view: PlayerView, context: RenderContext) -> str:
    """The current value of a comparison's quantity, as part of a sentence to the viewer: "you have 1 straight"."""
    text, plural = context.catalogue.text, context.catalogue.plural
    value = value_of(comparison, view)
    named = context.company(comparison.of) if comparison.of else ""
    match comparison.quantity:
        case "straight" | "curve" | "share" | "?" as face:
            return text("you have %(dice)s", dice=context.faces(face, value))
        case "dice":
            return plural("you have %(n)s die in front of you", "you have %(n)s dice in front of you", value)
        case "hidden":
            return text("you have %(dice)s", dice=context.hidden(value))
        case "bank":
            return plural("%(n)s die is in the bank", "%(n)s dice are in the bank", value)
        case "year":
            return text("it is year %(year)s", year=value)
        case "passengers":
            return text("you have %(passengers)s passengers", passengers=context.thousands(value))
        case "waiting":
            facts = {"passengers": context.thousands(value), "company": named}
            return text("%(passengers)s passengers wait for %(company)s", **facts)
        case "shares":
            return plural(
                "you have %(n)s share of %(company)s", "you have %(n)s shares of %(company)s", value, company=named
            )
        case "left":
            return plural(
                "the bank has %(n)s share of %(company)s left",
                "the bank has %(n)s shares of %(company)s left",
                value,
                company=named,
            )
        case "director":
            directs, does_not = N_("you direct %(company)s"), N_("you do not direct %(company)s")
            return text(directs if value else does_not, company=named)
        case _:
            raise KeyError(f"{comparison.quantity} is not compared")
