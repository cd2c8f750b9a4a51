"""Readers of runs of track, with the tiles they lead onto."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from pbem.commands.cursor import TokenCursor, once
from pbem.commands.orders.notation import OrderContext, OrderCursor, Part
from pbem.commands.orders.script import ActionOrder
from pbem.commands.tokens import ParseError, Token
from pbem.games.line.orders.dice import breaks_bank, payment
from pbem.games.line.orders.names import (
    LINE,
    check_sides,
    directions,
    doubtful_sides,
    line_notation,
    names_in,
    sides_of,
    tile_name,
)
from rules_core.grid import LETTERS, Layout, Side
from rules_core.line.actions import EndName, LayRun, NewTile, Payment, Piece

ENDS: Final = ("a", "b")
_SHORT: Final = 5
"""Letters of a word that comes near a run."""
_GLUED: Final = re.compile(r"[ab][nesow]+")


def is_end(token: Token | None) -> bool:
    """Whether a token names an end of the line. An accented letter does not."""
    return token is not None and token.text.lower() in ENDS


def is_glued(token: Token) -> bool:
    """Whether a token may be an end and a run in one word: `Awww`."""
    return _GLUED.fullmatch(token.text.lower()) is not None


def begins_run(tokens: Sequence[Token], at: int, language: str, opening: bool) -> bool:
    """Whether a run begins at a token without a verb. `opening`: the token opens a line, so that any "A" or "B" does.

    Elsewhere what follows must look like one, and behind the "À" that telephones make of a French "A".
    """
    token = tokens[at]
    if is_glued(token):
        return sides_of(token.fold[1:], language) is not None or not doubtful_sides(language).keys().isdisjoint(
            token.fold
        )
    if opening and is_end(token):
        return True
    if token.fold not in ENDS or at + 1 == len(tokens):
        return False
    following = tokens[at + 1].fold
    words = LINE.accepted("leave") | LINE.accepted("onto")
    return sides_of(following, language) is not None or following in words or following in doubtful_sides(language)


def is_run(tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether a line is made of compass letters and "?" alone, but for a single letter at its head: "C w w"."""
    rest = tokens[1:] if len(tokens[0].fold) == 1 else tokens
    return (
        len(tokens) > 1
        and bool(rest)
        and all(
            (len(token.fold) == 1 and sides_of(token.fold, context.language) is not None) or token.fold == "?"
            for token in rest
        )
    )


def is_nearly_a_run(token: Token, context: OrderContext) -> bool:
    """Whether a word comes near a run: a letter that is no word, or a short word of which most letters are sides."""
    typed = token.fold
    pointing = sum(sides_of(letter, context.language) is not None for letter in typed)
    return typed != "i" if len(typed) == 1 else len(typed) <= _SHORT and pointing * 2 > len(typed)


def lay(cursor: OrderCursor) -> tuple[Part, ...]:
    """`A [leave w,] w w? [onto tile w ...] [pay 2h 1?] [break the bank]` (FR-30)."""
    while cursor.verb_length and not is_end(cursor.peek()) and cursor.take("articles", "track", "at"):
        pass
    return (_TrackRun(cursor, *_end(cursor)).read(),)


def _end(cursor: OrderCursor) -> tuple[EndName, tuple[Side, ...]]:
    token = cursor.peek()
    if token is not None and token.fold in ENDS:
        cursor.next()
        return cast(EndName, token.fold.upper()), ()
    sides = sides_of(token.fold[1:], cursor.language) if token is not None and is_glued(token) else None
    if token is None or sides is None:
        if token is not None and is_glued(token):
            check_sides(token._replace(fold=token.fold[1:]), cursor.language)
        raise ParseError("missing_end", token)
    if not (cursor.verb_length or any(_marks_run(cursor, other) for other in cursor.tokens)):
        raise ParseError("glued", token, [" ".join((token.fold[0].upper(), *(LETTERS[side] for side in sides)))])
    cursor.next()
    return cast(EndName, token.fold[0].upper()), sides


def _marks_run(cursor: OrderCursor, token: Token) -> bool:
    return (
        token.fold == "?" or token.kind == "slash" or TokenCursor([token], cursor.context).sees("onto", "pay", "leave")
    )


@dataclass
class _TrackRun:
    cursor: OrderCursor
    end: EndName
    glued: tuple[Side, ...]
    steps: list[Piece | NewTile] = field(default_factory=list)
    leave: Side | None = None
    pay: Payment | None = None
    break_bank: bool = False
    arrow: Token | None = None
    """An arrow that points to the right."""
    lettered: bool = False

    def read(self) -> ActionOrder:
        cursor = self.cursor
        self.lay(self.glued)
        self.lettered = bool(self.glued)
        while (token := cursor.peek()) is not None:
            if breaks_bank(cursor):
                self.break_bank = True
            elif cursor.take("pay"):
                once(self.pay, token)
                self.pay = payment(cursor)
            elif cursor.take("onto"):
                self.steps.append(self.new_tile(token))
            elif cursor.take("leave"):
                self.read_leave(token)
            elif token.fold == "?":
                self.make_wild(cursor.next())
            elif sides := self.sides(token):
                cursor.next()
                self.lay(sides)
            elif not cursor.take("joiner", "please"):
                check_sides(token, cursor.language)
                raise cursor.unexpected()
        self.settle_arrows()
        if not self.steps:
            raise ParseError("missing_pieces", None)
        return ActionOrder(
            LayRun(cursor.context.seat, self.end, tuple(self.steps), self.leave, self.pay, self.break_bank)
        )

    def lay(self, sides: tuple[Side, ...]) -> None:
        self.steps += [Piece(side) for side in sides]

    def new_tile(self, token: Token) -> NewTile:
        """The tile behind "onto"; on a printed board none is laid (GE-2)."""
        if line_notation(self.cursor.context.kind).is_printed:
            raise ParseError("no_tiles", token)
        return tile(self.cursor)

    def sides(self, token: Token) -> tuple[Side, ...]:
        if token.kind == "arrow":
            self.arrow = token if token.fold == "e" else self.arrow
            return (directions(self.cursor.language)[token.fold],)
        sides = sides_of(token.fold, self.cursor.language) if token.kind == "word" else None
        self.lettered = self.lettered or sides is not None
        return sides or ()

    def settle_arrows(self) -> None:
        """An arrow to the right may point east or, as in "A -> w w", mean nothing: among letters nobody knows."""
        if self.arrow is not None and self.lettered:
            raise ParseError("ambiguous_arrow", self.arrow)

    def make_wild(self, token: Token) -> None:
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, Piece) or last.wild:
            raise ParseError("lone_wild", token)
        self.steps[-1] = Piece(last.heading, wild=True)

    def read_leave(self, token: Token) -> None:
        once(self.leave, token)
        if self.steps:
            raise ParseError("late_leave", token)
        self.leave, *glued = sides_left(self.cursor, self.sides)
        self.lay(tuple(glued))


def sides_left(cursor: OrderCursor, sides: Callable[[Token], Sequence[Side]]) -> Sequence[Side]:
    """The sides behind "leave": the one a station is left by, and any that are glued to it. `sides` reads a token."""
    cursor.skip("by")
    token = cursor.peek()
    found = sides(token) if token else ()
    if token is None or not found:
        raise _missing_side(token, cursor.language)
    cursor.next()
    cursor.take("side")
    return found


def _missing_side(token: Token | None, language: str) -> ParseError:
    """The fault of a word that names no side. Raises ParseError itself where it may name either of two."""
    if token is not None:
        check_sides(token, language)
    return ParseError("missing_side", token)


def tile(cursor: OrderCursor) -> NewTile:
    """A tile by name, as it is to lie: `grass`, `lake/e`, `nw`, `mountain2/e` (FR-36)."""
    cursor.skip("articles", "a", "tile")
    token = cursor.peek()
    if token is None or token.kind != "word":
        raise ParseError("missing_tile", token)
    names = names_in(cursor.context)
    typed = cursor.next().fold
    number = cursor.peek()
    if number is not None and number.kind == "number" and not number.gap and names.kind(typed + number.fold):
        typed += cursor.next().fold
    kind = names.kind(typed)
    if kind is not None:
        return _turned(cursor, kind, token)
    if TokenCursor([token], cursor.context).sees("mountain") and cursor.peek() is not None:
        token = cursor.next()
    found = names.by_mountain_sides(token.fold, cursor.language)
    if len(found) != 1:
        check_sides(token, cursor.language)
        raise ParseError("ambiguous_tile" if found else "unknown_tile", token, _words(cursor, found))
    return NewTile(found[0].kind, found[0].turn)


def _turned(cursor: OrderCursor, kind: str, token: Token) -> NewTile:
    box = names_in(cursor.context).box
    slash = cursor.peek()
    if slash is not None and slash.kind == "slash":
        cursor.next()
        side = cursor.peek()
        sides = sides_of(side.fold, cursor.language) if side else None
        if sides is None or len(sides) != 1:
            raise _missing_side(side, cursor.language)
        cursor.next()
        return NewTile(kind, box.layout(kind, sides[0]).turn)
    if names_in(cursor.context).has_sides(kind) and len(box.tiles[kind]) > 1:
        raise ParseError("ambiguous_tile", token, _words(cursor, box.tiles[kind]))
    return NewTile(kind, 0)


def _words(cursor: OrderCursor, layouts: tuple[Layout, ...]) -> tuple[str, ...]:
    names = names_in(cursor.context)
    return tuple(tile_name(layout, names.box, cursor.language) for layout in layouts) or names.tile_words(
        cursor.language
    )
