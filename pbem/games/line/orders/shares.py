"""How orders are read that name companies: shares bought and transport symbols used, for one company or several."""

from dataclasses import dataclass, field

from pbem.commands.cursor import MOST
from pbem.commands.faults import ParseError
from pbem.commands.orders.notation import NOISE, OrderCursor, Part
from pbem.commands.orders.script import ActionOrder
from pbem.commands.tokens import Token
from pbem.games.line.orders.names import company
from rules_core.line.actions import BuyShare, Source, UseTransport
from rules_core.line.companies import SHARES


@dataclass
class _Choice:
    """One company of an order that may name several, with what was said of it."""

    number: int = 1
    company: str = ""
    said: dict[str, Token] = field(default_factory=dict)
    source: Source | None = None
    wild: bool = False


def buy(cursor: OrderCursor) -> tuple[Part, ...]:
    """`buy [number] company [from bank|director] [with ?]`, for one company or several (FR-20, FR-21)."""
    seat = cursor.context.seat
    named = _named(cursor, "share", SHARES, ("from", "share"), sold=True)
    return tuple(
        ActionOrder(BuyShare(seat, one.company, one.source, one.wild)) for one in named for _ in range(one.number)
    )


def transport(cursor: OrderCursor) -> tuple[Part, ...]:
    """`transport [number] company [with ?]`, for one company or several (GE-12)."""
    seat = cursor.context.seat
    named = _named(cursor, "symbol", MOST, ("at", "by", "from", "symbol", "passenger"), sold=False)
    return tuple(ActionOrder(UseTransport(seat, one.company, one.wild)) for one in named for _ in range(one.number))


def _named(cursor: OrderCursor, die: str, most: int, unsaid: tuple[str, ...], *, sold: bool) -> list[_Choice]:
    """The companies of an order, with what was said of each: how often, with which die, and where it is sold, by whom.

    `die` means the face that is used where no "?" is, and the words `unsaid` change nothing.
    """
    done: list[_Choice] = []
    coming = _Choice()
    while (token := cursor.peek()) is not None:
        if sold and cursor.sees("bank", "director"):
            of = _meant(coming, done, token)
            _say(of, "source", token)
            of.source = "bank" if cursor.sees("bank") else "director"
            cursor.next()
        elif cursor.take("with"):
            _read_die(cursor, _meant(coming, done, token), token, die)
        elif token.fold == "?":
            raise ParseError("bare_wild", token)
        elif token.kind == "number":
            _say(coming, "number", token)
            coming.number = cursor.number(1, most)
        elif not cursor.take(*NOISE, "a", *unsaid):
            found = company(cursor)
            if found is None:
                raise ParseError("unknown_company", token)
            coming.company, length = found
            cursor.at += length
            done.append(coming)
            coming = _Choice()
    if not done or coming.said:
        raise ParseError("missing_company", None)
    return done


def _meant(coming: _Choice, done: list[_Choice], token: Token) -> _Choice:
    """The company that "from" or "with" speaks of: the one just named, if it is clear that no other is meant too."""
    if not done:
        return coming
    if not all(earlier.said for earlier in done[:-1]):
        raise ParseError("which_company", token)
    return done[-1]


def _say(of: _Choice, what: str, token: Token) -> None:
    if what in of.said:
        raise ParseError("said_twice", token)
    of.said[what] = token


def _read_die(cursor: OrderCursor, of: _Choice, token: Token, die: str) -> None:
    _say(of, "die", token)
    cursor.skip("articles", "a")
    of.wild = cursor.take("wild")
    if not of.wild and not cursor.take(die):
        raise ParseError("missing_wild" if die == "share" else "missing_symbol", cursor.peek())
