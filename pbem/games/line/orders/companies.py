"""Readers of orders that name companies: shares bought, transport symbols used, and stations."""

from dataclasses import dataclass, field
from typing import cast

from pbem.commands.cursor import MOST, NOISE, once
from pbem.commands.orders.notation import OrderCursor, Part
from pbem.commands.orders.script import ActionOrder
from pbem.commands.tokens import ParseError, Token
from pbem.games.line.orders.dice import breaks_bank, payment
from pbem.games.line.orders.names import TERRAIN_KEYS, company, line_notation, names_in, sides_of
from pbem.games.line.orders.track import is_end, sides_left
from rules_core.grid import Side, Terrain
from rules_core.line.actions import BuildStation, BuyShare, EndName, Payment, Source, UseTransport
from rules_core.line.companies import SHARES


@dataclass
class _Choice:
    number: int = 1
    company: str = ""
    details: dict[str, Token] = field(default_factory=dict)
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
        elif token.digits:
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
    if not done or coming.details:
        raise ParseError("missing_company", None)
    return done


def _meant(coming: _Choice, done: list[_Choice], token: Token) -> _Choice:
    """The company that "from" or "with" speaks of: the one just named, if it is clear that no other is meant too."""
    if not done:
        return coming
    if not all(earlier.details for earlier in done[:-1]):
        raise ParseError("which_company", token)
    return done[-1]


def _say(of: _Choice, what: str, token: Token) -> None:
    if what in of.details:
        raise ParseError("said_twice", token)
    of.details[what] = token


def _read_die(cursor: OrderCursor, of: _Choice, token: Token, die: str) -> None:
    _say(of, "die", token)
    cursor.skip("articles", "a")
    of.wild = cursor.take("wild")
    if not of.wild and not cursor.take(die):
        raise ParseError("missing_wild" if die == "share" else "missing_symbol", cursor.peek())


def station(cursor: OrderCursor) -> tuple[Part, ...]:
    """`station A [leave w] weiden [lake] [at 3|5] [pay 2h 1?] [break the bank]`, in any order (FR-50, GE-30).

    Ground and price are read in every game; where the board prints them, the rules refuse what differs (GE-31).
    """
    return (_Site(cursor).read(),)


@dataclass
class _Site:
    cursor: OrderCursor
    end: EndName | None = None
    company: str | None = None
    terrain: Terrain | None = None
    price: int | None = None
    pay: Payment | None = None
    break_bank: bool = False
    leave: Side | None = None
    second: Token | None = None
    """A second "A" or "B", which may be a company by its letter."""
    doubtful: list[tuple[Token, Terrain, str]] = field(default_factory=list)
    """Words such as "Berg" that may be the ground or a company."""

    def read(self) -> ActionOrder:
        cursor = self.cursor
        while (token := cursor.peek()) is not None:
            if breaks_bank(cursor):
                self.break_bank = True
            elif cursor.take("pay"):
                once(self.pay, token)
                self.pay = payment(cursor)
            elif is_end(token) and not (cursor.sees("at") and cursor.sees_number(1)):
                self.read_end(cursor.next())
            elif cursor.take("leave"):
                self.read_leave(token)
            elif cursor.take("at"):
                self.read_price(token)
            elif not (self.read_place(token) or cursor.take("articles", "joiner", "please", "track", "from")):
                raise ParseError("unknown_company" if self.company is None else "unexpected", token)
        self.settle_letter()
        self.settle_doubts()
        if self.end is None:
            raise ParseError("missing_end", None)
        if self.company is None:
            raise ParseError("missing_company", None)
        seat = cursor.context.seat
        paid = (self.pay, self.break_bank)
        return ActionOrder(BuildStation(seat, self.end, self.company, self.terrain, self.price, *paid, self.leave))

    def read_end(self, token: Token) -> None:
        if self.end is None:
            self.end = cast(EndName, token.fold.upper())
        else:
            once(self.second, token)
            self.second = token

    def read_leave(self, token: Token) -> None:
        """The side by which the line leaves a station for this one (GE-31)."""
        once(self.leave, token)
        (self.leave,) = sides_left(self.cursor, self.side)

    def side(self, token: Token) -> tuple[Side, ...]:
        sides = sides_of(token.fold, self.cursor.language) if token.kind == "word" else None
        return sides if sides is not None and len(sides) == 1 else ()

    def read_price(self, token: Token) -> None:
        """The price behind "at"; an end may stand there too. Where the board tells prices, none is asked for."""
        cursor = self.cursor
        cursor.skip("articles", "track")
        if cursor.sees_number():
            once(self.price, token)
            self.price = cursor.number(1)
        elif not is_end(cursor.peek()):
            if line_notation(cursor.context.kind).is_printed:
                raise ParseError("unexpected", cursor.peek() or token)
            raise ParseError("missing_price", cursor.peek())

    def read_place(self, token: Token) -> bool:
        cursor = self.cursor
        terrain = next((key for key in TERRAIN_KEYS if cursor.sees(key)), None)
        found = company(cursor) if token.kind == "word" else None
        if terrain is not None and found is not None and found[1] == 1:
            self.doubtful.append((cursor.next(), terrain, found[0]))
        elif found is not None:
            once(self.company, token)
            self.company = found[0]
            cursor.at += found[1]
        elif terrain is not None:
            once(self.terrain, cursor.next())
            self.terrain = terrain
        return terrain is not None or found is not None

    def settle_letter(self) -> None:
        """A second letter is the company where none is named and one begins with it: "station A B"."""
        if self.second is None:
            return
        names = names_in(self.cursor.context)
        found = names.companies([self.second.fold]) if self.company is None else ()
        if len(found) != 1:
            raise ParseError("said_twice", self.second)
        self.company = found[0]

    def settle_doubts(self) -> None:
        """A doubtful word is the company where none is named, else the ground."""
        for token, terrain, named in self.doubtful:
            if self.company is None:
                self.company = named
            else:
                once(self.terrain, token)
                self.terrain = terrain
